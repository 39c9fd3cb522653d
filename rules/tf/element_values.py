"""What elementwise tf ops make of small integer and boolean tensors whose elements are known."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce as fold

from xdsl.dialects.builtin import Signedness
from xdsl.ir import Attribute, Operation

from ...dialects import tf
from ...dialects.tensors import is_integer, is_tensor, is_unranked
from ...symbolic import (
    Expr,
    Predicate,
    all_of,
    any_of,
    as_expr,
    eq,
    ge,
    gt,
    le,
    lt,
    maximum,
    minimum,
    ne,
)
from ..arith import (
    IntegerFunction,
    exclusive_or,
    floor_quotient,
    truncating_quotient,
    truncating_remainder,
)
from ..elements import common_sizes, spread, static_sizes
from ..rule import Element, RuleContext, Value

Compute = Callable[..., Element]
"""One element of the result from the analysis and the elements of the operands that meet there."""

Values = Sequence[Value | None]


def elementwise(compute: Compute) -> Callable[[Operation, RuleContext], Values]:
    """The value rule of an op whose operands broadcast."""

    def rule(op: Operation, ctx: RuleContext) -> Values:
        found = [ctx.value(operand) for operand in op.operands]
        values = [value for value in found if value is not None]
        if len(values) != len(found):
            return (None,)
        sizes = [static_sizes(ctx, o, len(v)) for o, v in zip(op.operands, values, strict=True)]
        known = [s for s in sizes if s is not None]
        target = common_sizes(*known) if len(known) == len(sizes) else None
        if target is None:
            return (None,)
        rows = [spread(v, s, target) for v, s in zip(values, known, strict=True)]
        return (tuple(compute(ctx, *row) for row in zip(*rows, strict=True)),)

    return rule


def integers(compute: IntegerFunction) -> Compute:
    """A function of two integers, unknown where one of them is."""

    def on_elements(ctx: RuleContext, a: Element, b: Element) -> Element:
        return compute(ctx, a, b) if isinstance(a, Expr) and isinstance(b, Expr) else None

    return on_elements


def integer(compute: Callable[[Expr], Expr]) -> Compute:
    def on_element(ctx: RuleContext, a: Element) -> Element:
        return compute(a) if isinstance(a, Expr) else None

    return on_element


def comparison(compare: Callable[[Expr, Expr], Predicate]) -> Compute:
    def on_elements(ctx: RuleContext, a: Element, b: Element) -> Element:
        return compare(a, b) if isinstance(a, Expr) and isinstance(b, Expr) else None

    return on_elements


def booleans(combine: Callable[[Predicate, Predicate], Predicate]) -> Compute:
    def on_elements(ctx: RuleContext, a: Element, b: Element) -> Element:
        return combine(a, b) if isinstance(a, Predicate) and isinstance(b, Predicate) else None

    return on_elements


def equal(ctx: RuleContext, a: Element, b: Element) -> Predicate | None:
    """Whether two integers or two truth values are equal."""
    if isinstance(a, Expr) and isinstance(b, Expr):
        return eq(a, b)
    if isinstance(a, Predicate) and isinstance(b, Predicate):
        return exclusive_or(a, b).negate()
    return None


def not_equal(ctx: RuleContext, a: Element, b: Element) -> Element:
    same = equal(ctx, a, b)
    return None if same is None else same.negate()


def negation(ctx: RuleContext, a: Element) -> Element:
    return a.negate() if isinstance(a, Predicate) else None


def floor_remainder(ctx: RuleContext, a: Expr, b: Expr) -> Expr | None:
    return a % b if ctx.facts.proves(ne(b, 0)) else None


def power(ctx: RuleContext, a: Expr, b: Expr) -> Expr | None:
    """`a` to a small constant exponent."""
    exponent = b.constant_value
    if exponent is None or not 0 <= exponent <= 8:
        return None
    return fold(lambda x, y: x * y, [a] * exponent, as_expr(1))


def sign(ctx: RuleContext, a: Element) -> Element:
    if not isinstance(a, Expr):
        return None
    for claim, answer in ((ge(a, 1), 1), (le(a, -1), -1), (eq(a, 0), 0)):
        if ctx.facts.proves(claim):
            return as_expr(answer)
    return None


def choose(ctx: RuleContext, condition: Element, then: Element, otherwise: Element) -> Element:
    """`then` where `condition` holds, else `otherwise`."""
    if not isinstance(condition, Predicate):
        return None
    if isinstance(then, Expr) and isinstance(otherwise, Expr):
        return ctx.select(condition, then, otherwise)
    if isinstance(then, Predicate) and isinstance(otherwise, Predicate):
        return any_of(all_of(condition, then), all_of(condition.negate(), otherwise))
    return None


def clip(ctx: RuleContext, a: Element, low: Element, high: Element) -> Element:
    if isinstance(a, Expr) and isinstance(low, Expr) and isinstance(high, Expr):
        return maximum(minimum(a, high), low)
    return None


def total(ctx: RuleContext, *terms: Element) -> Element:
    numbers = [term for term in terms if isinstance(term, Expr)]
    return sum(numbers, start=as_expr(0)) if len(numbers) == len(terms) else None


def cast(op: tf.CastOp, ctx: RuleContext) -> Values:
    """Integers that fit the result's type keep their value; truth values become 0 and 1, zeros become false."""
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


VALUES: Mapping[type[Operation], Callable[[Operation, RuleContext], Values]] = {
    tf.AddOp: elementwise(integers(lambda _, a, b: a + b)),
    tf.AddV2Op: elementwise(integers(lambda _, a, b: a + b)),
    tf.SubOp: elementwise(integers(lambda _, a, b: a - b)),
    tf.MulOp: elementwise(integers(lambda _, a, b: a * b)),
    tf.SquaredDifferenceOp: elementwise(integers(lambda _, a, b: (a - b) * (a - b))),
    tf.FloorDivOp: elementwise(integers(floor_quotient)),
    tf.DivOp: elementwise(integers(truncating_quotient)),
    tf.TruncateDivOp: elementwise(integers(truncating_quotient)),
    tf.FloorModOp: elementwise(integers(floor_remainder)),
    tf.ModOp: elementwise(integers(truncating_remainder)),
    tf.TruncateModOp: elementwise(integers(truncating_remainder)),
    tf.PowOp: elementwise(integers(power)),
    tf.MaximumOp: elementwise(integers(lambda _, a, b: maximum(a, b))),
    tf.MinimumOp: elementwise(integers(lambda _, a, b: minimum(a, b))),
    tf.LessOp: elementwise(comparison(lt)),
    tf.LessEqualOp: elementwise(comparison(le)),
    tf.GreaterOp: elementwise(comparison(gt)),
    tf.GreaterEqualOp: elementwise(comparison(ge)),
    tf.LogicalAndOp: elementwise(booleans(all_of)),
    tf.LogicalOrOp: elementwise(booleans(any_of)),
    tf.LogicalNotOp: elementwise(negation),
    tf.NegOp: elementwise(integer(lambda a: -a)),
    tf.SquareOp: elementwise(integer(lambda a: a * a)),
    tf.AbsOp: elementwise(integer(lambda a: maximum(a, -a))),
    tf.SignOp: elementwise(sign),
    tf.ReluOp: elementwise(integer(lambda a: maximum(a, 0))),
    tf.Relu6Op: elementwise(integer(lambda a: minimum(maximum(a, 0), 6))),
    tf.SelectV2Op: elementwise(choose),
    tf.ClipByValueOp: elementwise(clip),
    tf.AddNOp: elementwise(total),
}
