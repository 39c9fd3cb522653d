"""Ranks that ops need of their operands, where a rank was not in the type but was found by inference."""

from __future__ import annotations

from xdsl.ir import Operation

from ...symbolic.shapes import Shape
from ..errors import ShapeError
from ..rule import RuleContext


def shape_of_rank(op: Operation, ctx: RuleContext, index: int, *ranks: int) -> Shape:
    """The shape of operand `index`. Raises ShapeError where its rank is none of `ranks`."""
    shape = ctx.shape(op.operands[index])
    if len(shape) not in ranks:
        wanted = " or ".join(map(str, ranks))
        raise ShapeError(op, f"operand {index} has rank {len(shape)}, needed {wanted}")
    return shape


def shape_of_least_rank(op: Operation, ctx: RuleContext, index: int, least: int) -> Shape:
    """The shape of operand `index`. Raises ShapeError where its rank is less than `least`."""
    shape = ctx.shape(op.operands[index])
    if len(shape) < least:
        raise ShapeError(op, f"operand {index} has rank {len(shape)}, needed at least {least}")
    return shape
