"""Value rules from a function of one element, for small tensors whose elements are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

from xdsl.ir import Operation

from ...symbolic import Expr
from ..arith import IntegerFunction
from ..elements import common_sizes, spread, static_sizes
from ..rule import MAX_ELEMENTS, Element, RuleContext, Value

Compute = Callable[..., Element]
"""One element of the result from the analysis and the elements of the operands that meet there."""


ResultValues = Sequence[Value | None]


def elementwise(compute: Compute) -> Callable[[Operation, RuleContext], ResultValues]:
    """The value rule of an op whose operands broadcast."""

    def rule(op: Operation, ctx: RuleContext) -> ResultValues:
        found = [ctx.value(operand) for operand in op.operands]
        values = [value for value in found if value is not None]
        if len(values) != len(found):
            return (None,)
        sizes = [static_sizes(ctx, o, len(v)) for o, v in zip(op.operands, values, strict=True)]
        known = [s for s in sizes if s is not None]
        target = common_sizes(*known) if len(known) == len(sizes) else None
        if target is None or prod(target) > MAX_ELEMENTS:
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
