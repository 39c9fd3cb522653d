"""Rules for tf ops that pass their operands on or convert their element types."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import Signedness
from xdsl.ir import Attribute, Operation

from ...dialects import tf
from ...dialects.types import bit_width, is_integer, is_tensor, is_unranked
from ...symbolic import Expr, Predicate, as_expr, eq, ne
from ...symbolic.shapes import Shape
from ..errors import ShapeError, UnknownRank
from ..rule import Element, OpRule, RuleContext, Value
from .element_values import ResultValues
from .elementwise import like_operand


def cast(op: tf.CastOp, ctx: RuleContext) -> ResultValues:
    """Integers that fit the result's type keep their value; booleans become 0 and 1, and back."""
    value, target = ctx.value(op.operands[0]), element_type_of(op.results[0].type)
    if value is None or not is_integer(target):
        return (None,)
    return (tuple(cast_element(ctx, element, target) for element in value),)


def cast_element(ctx: RuleContext, element: Element, target: Attribute) -> Element:
    """`element` as an integer of type `target`, None where it might not fit."""
    assert is_integer(target)
    width = target.width.data
    if width == 1:
        return ne(element, 0) if isinstance(element, Expr) else element
    if isinstance(element, Predicate):
        return ctx.select(element, as_expr(1), as_expr(0))
    signed = target.signedness.data is not Signedness.UNSIGNED
    if element is None or (signed and width >= 32):
        return element
    low, high = ctx.facts.bounds(element)
    least, greatest = (-(2 ** (width - 1)), 2 ** (width - 1) - 1) if signed else (0, 2**width - 1)
    if width >= 32:
        high = greatest
    return (
        element
        if low is not None and high is not None and least <= low <= high <= greatest
        else None
    )


def element_type_of(type: Attribute) -> Attribute:
    return type.element_type if is_tensor(type) or is_unranked(type) else type


def bitcast(op: tf.BitcastOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """A last dimension more for narrower elements, one less for wider ones."""
    shape = ctx.shape(op.operands[0])
    before, after = (bit_width(element_type_of(v.type)) for v in (op.operands[0], op.results[0]))
    if before is None or after is None:
        raise UnknownRank
    if before >= after:
        return (shape if before == after else (*shape, as_expr(before // after)),)
    if not shape:
        raise ShapeError(op, "a scalar has no dimension to make wider elements of")
    times = after // before
    ctx.require(eq(shape[-1], times), f"the last size {shape[-1]} must be {times}")
    return (shape[:-1],)


def like_operands(op: Operation, ctx: RuleContext) -> Sequence[Shape | None]:
    """Each result has the shape of the operand at its place."""
    return tuple(ctx.shape(o) if ctx.has_rank(o) else None for o in op.operands)


def forward(op: Operation, ctx: RuleContext) -> Sequence[Value | None]:
    """Each result is the operand at its place."""
    return tuple(map(ctx.value, op.operands))


RULES = (
    OpRule(tf.IdentityOp, shape=like_operand, value=forward),
    OpRule(tf.StopGradientOp, shape=like_operand, value=forward),
    OpRule(tf.PreventGradientOp, shape=like_operand, value=forward),
    OpRule(tf.SnapshotOp, shape=like_operand, value=forward),
    OpRule(tf.XlaShardingOp, shape=like_operand, value=forward),
    OpRule(tf.CastOp, shape=like_operand, value=cast),
    OpRule(tf.BitcastOp, shape=bitcast),
    OpRule(tf.CheckNumericsOp, shape=like_operand),
    OpRule(tf.IdentityNOp, shape=like_operands, value=forward),
)
