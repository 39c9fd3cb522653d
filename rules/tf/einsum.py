"""The rule for tf.Einsum."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialects import tf
from ...symbolic.shapes import Shape
from ...symbolic.shapes.einsum import EinsumLabels, einsum, spell_ellipsis
from ..errors import ShapeError
from ..rule import OpRule, RuleContext, RuleTable, table


def einsum_labels(op: tf.EinsumOp, ctx: RuleContext) -> EinsumLabels:
    """The labels of `op`'s equation, an ellipsis spelled out. Raises ShapeError where a rank does not fit."""
    equation = op.labels
    ranks = [len(ctx.shape(operand)) for operand in op.operands]
    for i, (term, rank) in enumerate(zip(equation.operands, ranks, strict=True)):
        named = len(term.replace(".", ""))
        if rank < named or (rank > named and "." not in term):
            raise ShapeError(op, f"operand {i} has rank {rank}, {op.equation!r} needs {named}")
    return spell_ellipsis(equation.operands, equation.result, ranks)


def shape_of_einsum(op: tf.EinsumOp, ctx: RuleContext) -> Sequence[Shape | None]:
    labels = einsum_labels(op, ctx)
    return (einsum(ctx, labels, [ctx.shape(operand) for operand in op.operands]),)


EINSUM_RULES: RuleTable = table(OpRule(tf.EinsumOp, shape=shape_of_einsum))
