"""Rules for the chlo dialect: operands broadcast, results keep the shape, small integer tensors are
computed."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.ir import Operation, SSAValue

from ..dialects.foreign import chlo, chlo_binary, chlo_broadcasting, chlo_unary
from ..dialects.foreign.chlo_broadcasting import BroadcastingOp
from ..dialects.types import is_tensor
from ..symbolic import shapes
from ..symbolic.shapes import ONE, Shape
from .arith import chosen
from .mhlo.elementwise import ValueOf, binary
from .mhlo.elementwise_binary import BINARY_VALUES
from .mhlo.elementwise_selection import COMPARISONS
from .mhlo.result_shapes import same_shape
from .rule import OpRule, RuleContext, RuleTable, Value, table


def broadcasting(op: BroadcastingOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """All operands broadcast to the result, each with its dimensions where the op puts them."""
    found = [ctx.shape(operand) for operand in op.operands]
    rank = max(map(len, found))
    return (shapes.broadcast(ctx, *(placed(op, i, s, rank) for i, s in enumerate(found))),)


def placed(op: BroadcastingOp, index: int, shape: Shape, rank: int) -> Shape:
    """`shape`, of operand `index`, with sizes of 1 where it lacks a dimension of the result."""
    result = [ONE] * rank
    places = op.dimensions(index, len(shape), rank)
    for size, place in zip(shape, places, strict=True):
        result[place] = size
    return tuple(result)


def like_operand(op: Operation, ctx: RuleContext) -> Sequence[Shape | None]:
    return (ctx.shape(op.operands[0]),)


def in_step(op: Operation) -> bool:
    """Whether elements of one place meet: each operand has the shape of the result, or one
    element."""
    result = op.results[0].type
    if not is_tensor(result) or not result.has_static_shape():
        return False
    return all(_has_shape(operand, result.get_shape()) for operand in op.operands)


def _has_shape(value: SSAValue, shape: tuple[int, ...]) -> bool:
    if not is_tensor(value.type) or not value.type.has_static_shape():
        return False
    found = value.type.get_shape()
    return found == shape or prod(found) == 1


def where_in_step(rule: ValueOf) -> ValueOf:
    def value(op: Operation, ctx: RuleContext) -> Sequence[Value | None]:
        return rule(op, ctx) if in_step(op) else (None,)

    return value


def value_of(op: type[Operation]) -> ValueOf | None:
    """The rule of the mhlo op of the same meaning, where that has one."""
    rule = BINARY_VALUES.get(chlo.MHLO_OF[op]) if op in chlo.MHLO_OF else None
    return None if rule is None else where_in_step(rule)


def compare(op: Operation, ctx: RuleContext) -> Sequence[Value | None]:
    assert isinstance(op, chlo.BroadcastCompareOp)
    direction = COMPARISONS[op.comparison_direction.data]
    return binary(lambda _, a, b: direction(a, b))(op, ctx)


def select(op: Operation, ctx: RuleContext) -> Sequence[Value | None]:
    same = len({operand.type.get_shape() for operand in op.operands if is_tensor(operand.type)})
    return (chosen(ctx, *map(ctx.value, op.operands)) if same == 1 else None,)


CHLO_RULES: RuleTable = table(
    *(
        OpRule(op, shape=broadcasting, value=value_of(op))
        for op in chlo_broadcasting.BROADCASTING.values()
    ),
    *(
        OpRule(op, shape=like_operand)
        for op in (chlo_unary.ConstantLikeOp, *chlo_unary.UNARY.values())
    ),
    *(OpRule(op, shape=same_shape) for op in chlo_binary.BINARY.values()),
    OpRule(chlo.BroadcastCompareOp, shape=broadcasting, value=where_in_step(compare)),
    OpRule(chlo.BroadcastSelectOp, shape=broadcasting, value=where_in_step(select)),
)
"""Sizes that do not fit make an error: an implicit broadcast checks them itself."""
