"""Rules for elementwise mhlo ops: operands and result have one shape, small integer tensors are computed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.ir import Operation, SSAValue

from ...dialects import mhlo
from ...dialects.mhlo.elementwise import UniformTextOp
from ...dialects.tensors import bit_width, is_tensor
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
    shapes,
)
from ...symbolic.shapes import Shape
from ..arith import chosen, exclusive_or, truncating_quotient, truncating_remainder
from ..rule import Element, OpRule, RuleContext, RuleTable, Value, family, table

ValueOf = Callable[[Operation, RuleContext], Sequence[Value | None]]
WORDS = "elementwise operands"


def common_shape(ctx: RuleContext, values: Sequence[SSAValue], words: str) -> Shape | None:
    """The one shape that `values` have; None where the rank of none of them is known."""
    known = [ctx.shape(value) for value in values if ctx.has_rank(value)]
    if not known:
        return None
    first, *others = known
    for other in others:
        first = shapes.same_shape(ctx, first, other, words)
    return first


def same_shape(op: Operation, ctx: RuleContext) -> Sequence[Shape | None]:
    """All operands and the result have one shape."""
    return (common_shape(ctx, op.operands, WORDS),)


def with_scalars(op: Operation, ctx: RuleContext, main: Sequence[SSAValue]) -> Shape | None:
    """The shape of `main` and of all operands that are not scalars."""
    rest = [o for o in op.operands if o not in main and ctx.has_rank(o) and ctx.shape(o) != ()]
    return common_shape(ctx, [*main, *rest], WORDS)


def select(op: mhlo.SelectOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """The condition is a scalar or has the shape of the others."""
    return (with_scalars(op, ctx, [op.on_true, op.on_false]),)


def clamp(op: mhlo.ClampOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """Each bound is a scalar or has the shape of the operand."""
    return (with_scalars(op, ctx, [op.operand]),)


def rows(op: Operation, ctx: RuleContext) -> list[tuple[Element, ...]] | None:
    """For each element of the result those of the operands, a scalar with every one; None where one is not known."""
    values = list[Value]()
    for operand in op.operands:
        value = ctx.value(operand)
        if value is None:
            return None
        values.append(value)
    count = max(map(len, values))
    if any(len(value) not in (1, count) for value in values):
        return None
    return list(zip(*(value * (count // len(value)) for value in values if value), strict=True))


def unary(compute: Callable[[Element], Element]) -> ValueOf:
    """The value rule of an op on one operand."""

    def rule(op: Operation, ctx: RuleContext) -> Sequence[Value | None]:
        value = ctx.value(op.operands[0])
        return (None if value is None else tuple(map(compute, value)),)

    return rule


def binary(
    compute: Callable[[RuleContext, Expr, Expr], Element],
) -> ValueOf:
    """The value rule of an op on two integers."""

    def rule(op: Operation, ctx: RuleContext) -> Sequence[Value | None]:
        found = rows(op, ctx)
        if found is None:
            return (None,)
        return (
            tuple(
                compute(ctx, a, b) if isinstance(a, Expr) and isinstance(b, Expr) else None
                for a, b in found
            ),
        )

    return rule


def booleans(combine: Callable[[Predicate, Predicate], Predicate]) -> ValueOf:
    """The value rule of an op on two truth values."""

    def rule(op: Operation, ctx: RuleContext) -> Sequence[Value | None]:
        found = rows(op, ctx)
        if found is None:
            return (None,)
        return (
            tuple(
                combine(a, b) if isinstance(a, Predicate) and isinstance(b, Predicate) else None
                for a, b in found
            ),
        )

    return rule


def clamp_value(op: mhlo.ClampOp, ctx: RuleContext) -> Sequence[Value | None]:
    found = rows(op, ctx)
    if found is None:
        return (None,)
    return (tuple(_clamped(*row) for row in found),)


def _clamped(low: Element, x: Element, high: Element) -> Element:
    if isinstance(low, Expr) and isinstance(x, Expr) and isinstance(high, Expr):
        return minimum(maximum(x, low), high)
    return None


COMPARISONS: dict[mhlo.ComparisonDirection, Callable[[Expr, Expr], Predicate]] = {
    mhlo.ComparisonDirection.EQ: eq,
    mhlo.ComparisonDirection.NE: ne,
    mhlo.ComparisonDirection.LT: lt,
    mhlo.ComparisonDirection.LE: le,
    mhlo.ComparisonDirection.GT: gt,
    mhlo.ComparisonDirection.GE: ge,
}


def compare(op: mhlo.CompareOp, ctx: RuleContext) -> Sequence[Value | None]:
    """Of integers; of truth values whether they are the same, or not."""
    direction = op.comparison_direction.data
    of_integers = COMPARISONS[direction]
    found = rows(op, ctx)
    if found is None:
        return (None,)

    def compared(a: Element, b: Element) -> Element:
        if isinstance(a, Expr) and isinstance(b, Expr):
            return of_integers(a, b)
        if isinstance(a, Predicate) and isinstance(b, Predicate):
            if direction is mhlo.ComparisonDirection.NE:
                return exclusive_or(a, b)
            if direction is mhlo.ComparisonDirection.EQ:
                return exclusive_or(a, b).negate()
        return None

    return (tuple(compared(a, b) for a, b in found),)


def sign(ctx: RuleContext, number: Element) -> Element:
    """-1, 0 or 1; a size that is known to be positive has no cases."""
    if not isinstance(number, Expr):
        return None
    for claim, value in ((ge(number, 1), 1), (le(number, -1), -1)):
        if ctx.facts.proves(claim):
            return as_expr(value)
    return minimum(maximum(number, -1), 1)


def sign_value(op: Operation, ctx: RuleContext) -> Sequence[Value | None]:
    value = ctx.value(op.operands[0])
    return (None if value is None else tuple(sign(ctx, e) for e in value),)


def convert(op: mhlo.ConvertOp, ctx: RuleContext) -> Sequence[Value | None]:
    """Conversions between integer types wide enough for sizes keep the value; true is 1."""
    value = ctx.value(op.operand)
    types = [v.type.element_type for v in (op.operand, op.result) if is_tensor(v.type)]
    if value is None or len(types) != 2:
        return (None,)
    if bit_width(types[1]) == 1:
        return (tuple(ne(e, 0) if isinstance(e, Expr) else e for e in value),)
    narrow = [width for t in types if (width := bit_width(t)) is not None and width < 32]
    if narrow and bit_width(types[0]) != 1:
        return (None,)
    return (tuple(_as_integer(ctx, e) for e in value),)


def _as_integer(ctx: RuleContext, element: Element) -> Element:
    if isinstance(element, Predicate):
        return ctx.select(element, as_expr(1), as_expr(0))
    return element


def select_value(op: mhlo.SelectOp, ctx: RuleContext) -> Sequence[Value | None]:
    return (chosen(ctx, *map(ctx.value, op.operands)),)


VALUES: dict[type[Operation], ValueOf] = {
    mhlo.AddOp: binary(lambda _, a, b: a + b),
    mhlo.SubtractOp: binary(lambda _, a, b: a - b),
    mhlo.MultiplyOp: binary(lambda _, a, b: a * b),
    mhlo.DivideOp: binary(truncating_quotient),
    mhlo.RemainderOp: binary(truncating_remainder),
    mhlo.MaximumOp: binary(lambda _, a, b: maximum(a, b)),
    mhlo.MinimumOp: binary(lambda _, a, b: minimum(a, b)),
    mhlo.AndOp: booleans(all_of),
    mhlo.OrOp: booleans(any_of),
    mhlo.XorOp: booleans(exclusive_or),
    mhlo.NegateOp: unary(lambda a: -a if isinstance(a, Expr) else None),
    mhlo.AbsOp: unary(lambda a: maximum(a, -a) if isinstance(a, Expr) else None),
    mhlo.NotOp: unary(lambda a: a.negate() if isinstance(a, Predicate) else None),
    mhlo.SignOp: sign_value,
    mhlo.CopyOp: lambda op, ctx: (ctx.value(op.operands[0]),),
}


def _family() -> list[type[Operation]]:
    special = (mhlo.ClampOp, mhlo.ConvertOp)
    return [op for op in family(mhlo.MHLO.operations, UniformTextOp) if op not in special]


ELEMENTWISE_RULES: RuleTable = table(
    *(OpRule(op, shape=same_shape, value=VALUES.get(op)) for op in _family()),
    OpRule(mhlo.ConvertOp, shape=same_shape, value=convert),
    OpRule(mhlo.ComplexOp, shape=same_shape),
    OpRule(mhlo.StochasticConvertOp, shape=same_shape),
    OpRule(mhlo.ReducePrecisionOp, shape=same_shape),
    OpRule(mhlo.CompareOp, shape=same_shape, value=compare),
    OpRule(mhlo.SelectOp, shape=select, value=select_value),
    OpRule(
        mhlo.ClampOp,
        shape=clamp,
        value=clamp_value,
    ),
)
