"""Rules for tf matrix products and einsums."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation

from ...dialects import tf
from ...symbolic import shapes
from ...symbolic.shapes import Shape
from ...symbolic.shapes.einsum import EinsumLabels, einsum, spell_ellipsis
from ..errors import ShapeError
from ..rule import OpRule, RuleContext


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


def einsum_labels(op: tf.EinsumOp, ctx: RuleContext) -> EinsumLabels:
    """The labels of `op`'s equation, an ellipsis spelled out.

    Raises ShapeError where a rank does not fit.
    """
    equation = op.labels
    ranks = [len(ctx.shape(operand)) for operand in op.operands]
    if len(equation.operands) != len(ranks):
        words = f"{op.equation!r} has {len(equation.operands)} operands, the op has {len(ranks)}"
        raise ShapeError(op, words)
    for i, (term, rank) in enumerate(zip(equation.operands, ranks, strict=True)):
        named = len(term.replace(".", ""))
        if rank < named or (rank > named and "." not in term):
            raise ShapeError(op, f"operand {i} has rank {rank}, {op.equation!r} needs {named}")
    return spell_ellipsis(equation.operands, equation.result, ranks)


def shape_of_einsum(op: tf.EinsumOp, ctx: RuleContext) -> Sequence[Shape | None]:
    labels = einsum_labels(op, ctx)
    return (einsum(ctx, labels, [ctx.shape(operand) for operand in op.operands]),)


RULES = (
    OpRule(tf.MatMulOp, shape=matmul),
    OpRule(tf.BatchMatMulOp, shape=equal_batch_matmul),
    OpRule(tf.BatchMatMulV2Op, shape=batch_matmul),
    OpRule(tf.BatchMatMulV3Op, shape=batch_matmul),
    OpRule(tf.EinsumOp, shape=shape_of_einsum),
)
