"""Rules for tf ops that multiply matrices, and for what stands beside them in a layer."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialects import tf
from ...symbolic import shapes
from ...symbolic.shapes import Shape
from ..errors import ShapeError
from ..rules import OpRule, RuleTable, table
from ..shape_analysis import ShapeAnalysis


def matmul(op: tf.MatMulOp, ctx: ShapeAnalysis) -> Sequence[Shape | None]:
    a, b = map(ctx.shape, op.operands)
    return (shapes.matmul(ctx, a, b, op.transpose_a, op.transpose_b),)


def batch_matmul(op: tf.BatchMatMulV2Op, ctx: ShapeAnalysis) -> Sequence[Shape | None]:
    a, b = map(ctx.shape, op.operands)
    return (shapes.matmul(ctx, a, b, op.adj_x, op.adj_y),)


def einsum_labels(equation: str, ranks: Sequence[int]) -> tuple[list[str], str]:
    """One letter per dimension of each operand and of the result; `...` becomes capital letters or digits.

    The letters of an ellipsis are aligned at its last dimension, as broadcasting is.
    """
    left, _, right = equation.replace(" ", "").partition("->")
    terms = left.split(",")
    unused = [chr(c) for c in range(0x391, 0x391 + 64)]
    lengths = [rank - len(term.replace("...", "")) for term, rank in zip(terms, ranks, strict=True)]
    longest = max((n for n, term in zip(lengths, terms, strict=True) if "..." in term), default=0)
    letters = "".join(unused[:longest])
    expanded = [
        term.replace("...", letters[longest - n :]) for n, term in zip(lengths, terms, strict=True)
    ]
    return expanded, right.replace("...", letters)


def einsum(op: tf.EinsumOp, ctx: ShapeAnalysis) -> Sequence[Shape | None]:
    operands = [ctx.shape(o) for o in op.operands]
    if "->" not in op.equation:
        raise ShapeError(op, f"equation {op.equation!r} must name its result")
    inputs, output = einsum_labels(op.equation, [len(shape) for shape in operands])
    return (shapes.einsum(ctx, inputs, output, operands),)


def bias_add(op: tf.BiasAddOp, ctx: ShapeAnalysis) -> Sequence[Shape | None]:
    shape, bias = map(ctx.shape, op.operands)
    channel = len(shape) - 1 if op.data_format != "NCHW" else 1
    size = shapes.same_size(ctx, shape[channel], bias[0], "channels and bias")
    return ((*shape[:channel], size, *shape[channel + 1 :]),)


def like_first(op: tf.SoftmaxOp, ctx: ShapeAnalysis) -> Sequence[Shape | None]:
    return (ctx.shape(op.operands[0]),)


CONTRACTION_RULES: RuleTable = table(
    OpRule(tf.MatMulOp, shape=matmul),
    OpRule(tf.BatchMatMulOp, shape=batch_matmul),
    OpRule(tf.BatchMatMulV2Op, shape=batch_matmul),
    OpRule(tf.BatchMatMulV3Op, shape=batch_matmul),
    OpRule(tf.EinsumOp, shape=einsum),
    OpRule(tf.BiasAddOp, shape=bias_add),
    OpRule(tf.SoftmaxOp, shape=like_first),
    OpRule(tf.LogSoftmaxOp, shape=like_first),
)
