"""Rules for tf ops that multiply matrices, and for what stands beside them in a layer."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation

from ...dialects import tf
from ...symbolic import shapes
from ...symbolic.shapes import Shape
from ..errors import ShapeError
from ..rule import OpRule, RuleContext, RuleTable, table


def matmul(op: tf.MatMulOp, ctx: RuleContext) -> Sequence[Shape | None]:
    a, b = matrices(op, ctx)
    if len(a) != 2 or len(b) != 2:
        raise ShapeError(op, f"operands have ranks {len(a)} and {len(b)}, needed 2")
    return (shapes.matmul(ctx, a, b, op.transpose_a, op.transpose_b),)


def matrices(op: Operation, ctx: RuleContext) -> tuple[Shape, Shape]:
    """The shapes of both operands, of rank 2 or more."""
    a, b = map(ctx.shape, op.operands)
    if min(len(a), len(b)) < 2:
        raise ShapeError(op, f"operands have ranks {len(a)} and {len(b)}, needed at least 2")
    return a, b


def batch_matmul(
    op: tf.BatchMatMulV2Op | tf.BatchMatMulV3Op, ctx: RuleContext
) -> Sequence[Shape | None]:
    """The leading dimensions broadcast."""
    return (shapes.matmul(ctx, *matrices(op, ctx), op.adj_x, op.adj_y),)


def equal_batch_matmul(op: tf.BatchMatMulOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """The leading dimensions of both operands are equal."""
    a, b = matrices(op, ctx)
    if len(a) != len(b):
        raise ShapeError(op, f"operands have ranks {len(a)} and {len(b)}")
    batch = shapes.same_shape(ctx, a[:-2], b[:-2], "batch dimensions")
    product = shapes.matmul(ctx, a[-2:], b[-2:], op.adj_x, op.adj_y)
    return ((*batch, *product),)


def bias_add(op: tf.BiasAddOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """The bias has one element for each channel."""
    shape, bias = map(ctx.shape, op.operands)
    if len(bias) != 1 or len(shape) < 2:
        raise ShapeError(op, f"operands have ranks {len(shape)} and {len(bias)}")
    channel = 1 if op.data_format == "NCHW" else len(shape) - 1
    size = shapes.same_size(ctx, shape[channel], bias[0], "channels and bias")
    return ((*shape[:channel], size, *shape[channel + 1 :]),)


def rows(op: tf.SoftmaxOp | tf.LogSoftmaxOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """The result has the operand's shape, which has a last dimension."""
    shape = ctx.shape(op.operands[0])
    if not shape:
        raise ShapeError(op, "a scalar has no rows")
    return (shape,)


CONTRACTION_RULES: RuleTable = table(
    OpRule(tf.MatMulOp, shape=matmul),
    OpRule(tf.BatchMatMulOp, shape=equal_batch_matmul),
    OpRule(tf.BatchMatMulV2Op, shape=batch_matmul),
    OpRule(tf.BatchMatMulV3Op, shape=batch_matmul),
    OpRule(tf.BiasAddOp, shape=bias_add),
    OpRule(tf.SoftmaxOp, shape=rows),
    OpRule(tf.LogSoftmaxOp, shape=rows),
)
