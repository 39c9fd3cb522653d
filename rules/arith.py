"""Rules for index arithmetic: `arith`, `tensor` and `sdim` ops as expressions of the engine.

Sizes fit their integer types (an overflow of shape arithmetic is outside the model), so `addi`,
`muli`, … are the integers' own operations. Division and remainder of `arith` truncate; the engine's
round down.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from xdsl.dialects import arith
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, IntegerAttr, i1
from xdsl.ir import Operation

from ..dialects.foreign import arith_tensors
from ..dialects.types import element_of, integer_width, is_integer_or_index
from ..symbolic import (
    Expr,
    Predicate,
    all_of,
    any_of,
    as_expr,
    eq,
    ge,
    le,
    lt,
    maximum,
    minimum,
    ne,
)
from ..symbolic.shapes import ceil_div
from .rule import Element, OpRule, RuleContext, RuleTable, Value, table
from .scalar_shapes import declared_shape, elementwise_shape, operand_shape

IntegerFunction = Callable[[RuleContext, Expr, Expr], Expr | None]


def constant(op: arith.ConstantOp, ctx: RuleContext) -> Sequence[Value | None]:
    value = op.value
    if isinstance(value, IntegerAttr):
        number = value.value.data
        return (((eq(0, 0) if number else eq(0, 1)) if value.type == i1 else as_expr(number),),)
    return (dense_value(value) if isinstance(value, DenseIntOrFPElementsAttr) else None,)


def dense_value(value: DenseIntOrFPElementsAttr) -> Value | None:
    """The elements of an integer or boolean constant."""
    element_type = value.get_element_type()
    if element_type == i1:
        return tuple(eq(0, 0) if v else eq(0, 1) for v in value.get_values())
    if not is_integer_or_index(element_type):
        return None
    return tuple(as_expr(int(v)) for v in value.get_values() if isinstance(v, int))


def binary(compute: IntegerFunction) -> Callable[[Operation, RuleContext], Sequence[Value | None]]:
    """The rule of an elementwise op on scalars or tensors of one shape."""

    def rule(op: Operation, ctx: RuleContext) -> Sequence[Value | None]:
        left, right = ctx.value(op.operands[0]), ctx.value(op.operands[1])
        if left is None or right is None or len(left) != len(right):
            return (None,)
        return (tuple(_apply(compute, ctx, a, b) for a, b in zip(left, right, strict=True)),)

    return rule


def _apply(compute: IntegerFunction, ctx: RuleContext, a: Element, b: Element) -> Element:
    if not isinstance(a, Expr) or not isinstance(b, Expr):
        return None
    return compute(ctx, a, b)


def truncating_quotient(ctx: RuleContext, a: Expr, b: Expr) -> Expr | None:
    """`a / b` rounded toward zero, where the signs are known."""
    if b.constant_value == 0 or not ctx.facts.proves(ge(b, 1)):
        return None
    if ctx.facts.proves(ge(a, 0)):
        return a // b
    return -(-a // b) if ctx.facts.proves(le(a, 0)) else None


def truncating_remainder(ctx: RuleContext, a: Expr, b: Expr) -> Expr | None:
    """What `truncating_quotient` leaves: it has the sign of `a`."""
    if truncating_quotient(ctx, a, b) is None:
        return None
    return a % b if ctx.facts.proves(ge(a, 0)) else -(-a % b)


def floor_quotient(ctx: RuleContext, a: Expr, b: Expr) -> Expr | None:
    return a // b if ctx.facts.proves(ne(b, 0)) else None


def ceil_quotient(ctx: RuleContext, a: Expr, b: Expr) -> Expr | None:
    return ceil_div(a, b) if ctx.facts.proves(ge(b, 1)) else None


def unsigned(compute: IntegerFunction) -> IntegerFunction:
    """An unsigned op, which is the signed one on values that are not negative."""

    def rule(ctx: RuleContext, a: Expr, b: Expr) -> Expr | None:
        known = ctx.facts.proves(ge(a, 0)) and ctx.facts.proves(ge(b, 0))
        return compute(ctx, a, b) if known else None

    return rule


COMPARISONS: dict[int, Callable[[Expr, Expr], Predicate]] = {
    0: eq,
    1: ne,
    2: lt,
    3: le,
    4: lambda a, b: lt(b, a),
    5: ge,
}


def compare(op: arith.CmpiOp, ctx: RuleContext) -> Sequence[Value | None]:
    number = op.predicate.value.data
    compare_signed = COMPARISONS[number if number <= 5 else number - 4]

    def on_elements(a: Element, b: Element) -> Element:
        if not isinstance(a, Expr) or not isinstance(b, Expr):
            return None
        if number <= 5:
            return compare_signed(a, b)
        signs = [_is_negative(ctx, a), _is_negative(ctx, b)]
        if None in signs:
            return None
        # As an unsigned number a negative one is greater than all others.
        if signs[0] != signs[1]:
            a, b = (as_expr(1 if sign else 0) for sign in signs)
        return compare_signed(a, b)

    return (_zipped(on_elements, ctx.value(op.lhs), ctx.value(op.rhs)),)


def _is_negative(ctx: RuleContext, number: Expr) -> bool | None:
    """Whether `number` is negative; None where that is not known."""
    if ctx.facts.proves(ge(number, 0)):
        return False
    return True if ctx.facts.refutes(ge(number, 0)) else None


def _zipped(
    compute: Callable[[Element, Element], Element], left: Value | None, right: Value | None
) -> Value | None:
    if left is None or right is None or len(left) != len(right):
        return None
    return tuple(compute(a, b) for a, b in zip(left, right, strict=True))


def logical(combine: Callable[[Predicate, Predicate], Predicate]):
    def on_elements(a: Element, b: Element) -> Element:
        if isinstance(a, Predicate) and isinstance(b, Predicate):
            return combine(a, b)
        return None

    def rule(op: Operation, ctx: RuleContext) -> Sequence[Value | None]:
        return (_zipped(on_elements, ctx.value(op.operands[0]), ctx.value(op.operands[1])),)

    return rule


def exclusive_or(a: Predicate, b: Predicate) -> Predicate:
    return any_of(all_of(a, b.negate()), all_of(a.negate(), b))


def select(op: arith.SelectOp | arith_tensors.SelectOp, ctx: RuleContext) -> Sequence[Value | None]:
    """One condition for all elements, or one for each."""
    return (chosen(ctx, ctx.value(op.cond), ctx.value(op.lhs), ctx.value(op.rhs)),)


def chosen(
    ctx: RuleContext, conditions: Value | None, then: Value | None, otherwise: Value | None
) -> Value | None:
    """The elements that `conditions`, one for all or one for each, choose."""
    count = len(then or otherwise or ())
    if not conditions or len(conditions) not in (1, count) or (then is None and otherwise is None):
        return None
    unknown: Value = (None,) * count
    rows = zip(
        conditions * (count // len(conditions)),
        unknown if then is None else then,
        unknown if otherwise is None else otherwise,
        strict=True,
    )
    return tuple(_choose(ctx, *row) for row in rows)


def _choose(ctx: RuleContext, condition: Element, then: Element, otherwise: Element) -> Element:
    """The element that `condition` selects; where that is decided, the other one need not be
    known."""
    if not isinstance(condition, Predicate):
        return None
    if ctx.facts.proves(condition):
        return then
    if ctx.facts.refutes(condition):
        return otherwise
    if isinstance(then, Expr) and isinstance(otherwise, Expr):
        return ctx.select(condition, then, otherwise)
    return None


def resized(*, true: int) -> Callable[[Operation, RuleContext], Sequence[Value | None]]:
    """The rule of a cast to an integer type of another width, where the value stays what it is.

    true: what an i1 that holds becomes, 1 or -1; where it is 1, no number may be negative
    """

    def rule(op: Operation, ctx: RuleContext) -> Sequence[Value | None]:
        value, (before, after) = ctx.value(op.operands[0]), _widths(op)
        if value is None:
            return (None,)

        def on_element(element: Element) -> Element:
            if isinstance(element, Predicate):
                return element if after == 1 else ctx.select(element, as_expr(true), as_expr(0))
            if element is None or (true == 1 and not ctx.facts.proves(ge(element, 0))):
                return None
            if after == 1:
                return eq(element % 2, 1)
            fits = after >= min(before, SIZE_WIDTH) or _fits(ctx, element, after)
            return element if fits else None

        return (tuple(map(on_element, value)),)

    return rule


SIZE_WIDTH = 32
"""The width of integers from which on sizes fit them."""


def _widths(op: Operation) -> tuple[int, int]:
    """Those of the elements of the first operand and of the first result; an index is widest."""
    types = (element_of(value.type) for value in (op.operands[0], op.results[0]))
    before, after = (integer_width(type) or 64 for type in types)
    return before, after


def _fits(ctx: RuleContext, element: Expr, width: int) -> bool:
    low, high = ctx.facts.bounds(element)
    end = 2 ** (width - 1)
    return low is not None and high is not None and -end <= low <= high < end


_ROWS = table(
    OpRule(arith.ConstantOp, shape=declared_shape, value=constant),
    OpRule(arith.AddiOp, value=binary(lambda _, a, b: a + b)),
    OpRule(arith.SubiOp, value=binary(lambda _, a, b: a - b)),
    OpRule(arith.MuliOp, value=binary(lambda _, a, b: a * b)),
    OpRule(arith.DivSIOp, value=binary(truncating_quotient)),
    OpRule(arith.DivUIOp, value=binary(unsigned(truncating_quotient))),
    OpRule(arith.FloorDivSIOp, value=binary(floor_quotient)),
    OpRule(arith.CeilDivSIOp, value=binary(ceil_quotient)),
    OpRule(arith.CeilDivUIOp, value=binary(unsigned(ceil_quotient))),
    OpRule(arith.RemSIOp, value=binary(truncating_remainder)),
    OpRule(arith.RemUIOp, value=binary(unsigned(truncating_remainder))),
    OpRule(arith.MaxSIOp, value=binary(lambda _, a, b: maximum(a, b))),
    OpRule(arith.MinSIOp, value=binary(lambda _, a, b: minimum(a, b))),
    OpRule(
        arith.MaxUIOp,
        value=binary(unsigned(lambda _, a, b: maximum(a, b))),
    ),
    OpRule(
        arith.MinUIOp,
        value=binary(unsigned(lambda _, a, b: minimum(a, b))),
    ),
    OpRule(arith.CmpiOp, value=compare),
    OpRule(arith.AndIOp, value=logical(all_of)),
    OpRule(arith.OrIOp, value=logical(any_of)),
    OpRule(arith.XOrIOp, value=logical(exclusive_or)),
    OpRule(arith.SelectOp, value=select),
    *(
        OpRule(op, shape=operand_shape, value=resized(true=-1))
        for dialect in (arith, arith_tensors)
        for op in (dialect.IndexCastOp, dialect.ExtSIOp, dialect.TruncIOp)
    ),
    *(
        OpRule(op, shape=operand_shape, value=resized(true=1))
        for op in (arith.ExtUIOp, arith_tensors.ExtUIOp, arith_tensors.IndexCastUIOp)
    ),
    OpRule(arith_tensors.SelectOp, value=select),
)
ARITH_RULES: RuleTable = table(
    *(
        replace(row, shape=row.shape or elementwise_shape)
        for row in (_ROWS.get(op, OpRule(op)) for op in {*arith.Arith.operations, *_ROWS})
    )
)
"""Ops that say nothing of shapes themselves are elementwise."""
