"""Rules for mhlo ops that multiply and sum along dimensions."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialects import mhlo
from ...symbolic import shapes
from ...symbolic.shapes import Shape
from ...symbolic.shapes.einsum import EinsumLabels
from ...symbolic.shapes.einsum import einsum as einsum_shape
from ..rule import OpRule, RuleContext, RuleTable, table


def dot(op: mhlo.DotOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """Vectors and matrices: the last dimension of one meets the first of the other."""
    a, b = ctx.shape(op.lhs), ctx.shape(op.rhs)
    shapes.same_size(ctx, a[-1], b[0], "contracting dimension")
    return ((*a[:-1], *b[1:]),)


def dot_general(op: mhlo.DotGeneralOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """`[batch…, rest of the left…, rest of the right…]`"""
    a, b = ctx.shape(op.lhs), ctx.shape(op.rhs)
    numbers = op.dot_dimension_numbers.data
    batch = [
        shapes.same_size(ctx, a[i], b[j], "batch dimension")
        for i, j in zip(
            numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions, strict=True
        )
    ]
    for i, j in zip(
        numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions, strict=True
    ):
        shapes.same_size(ctx, a[i], b[j], "contracting dimension")
    left = {*numbers.lhs_batching_dimensions, *numbers.lhs_contracting_dimensions}
    right = {*numbers.rhs_batching_dimensions, *numbers.rhs_contracting_dimensions}
    rest = [*(s for i, s in enumerate(a) if i not in left)]
    rest += [s for i, s in enumerate(b) if i not in right]
    return ((*batch, *rest),)


def einsum(op: mhlo.EinsumOp | mhlo.UnaryEinsumOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """One letter per dimension; sizes of one letter agree."""
    left, _, output = op.einsum_config.data.replace(" ", "").partition("->")
    inputs, operands = left.split(","), [ctx.shape(o) for o in op.operands]
    fits = [len(letters) == len(shape) for letters, shape in zip(inputs, operands, strict=False)]
    if len(inputs) != len(operands) or not all(fits) or not set(output) <= set("".join(inputs)):
        return (None,)
    labels = EinsumLabels(tuple(inputs), output, "")
    return (einsum_shape(ctx, labels, operands),)


RULES: RuleTable = table(
    OpRule(mhlo.DotOp, shape=dot),
    OpRule(mhlo.DotGeneralOp, shape=dot_general),
    OpRule(mhlo.EinsumOp, shape=einsum),
    OpRule(mhlo.UnaryEinsumOp, shape=einsum),
)
