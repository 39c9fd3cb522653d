"""What demands on elements come to where elements are known, and demands that ops share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from xdsl.ir import Operation, SSAValue

from ..dialects.types import element_type_of, is_integer_or_index
from ..symbolic import Expr, Predicate, any_of, as_expr, eq, ge, le, lt, ne
from .rule import Bound, ElementDemand, RuleContext

Claim = tuple[Predicate, str]
"""What must hold, and in words."""

Read = Callable[[SSAValue, int], Expr | None]
"""An element of a value; None where it is not known."""


def claims_of(demand: ElementDemand, ctx: RuleContext, read: Read | None = None) -> list[Claim]:
    """What `demand` claims of the elements that are known.

    read: tells elements where the analysis knows the others of their value, and bounds
    """

    def known(value: SSAValue, place: int) -> Expr | None:
        elements = ctx.elements(value)
        element = None if elements is None else elements[place]
        return read(value, place) if element is None and read is not None else element

    def bound(given: Bound) -> Expr | None:
        return given if isinstance(given, Expr) else known(*given)

    elements = [known(demand.value, i) for i in range(len(ctx.value(demand.value) or ()))]
    low = None if demand.low is None else bound(demand.low)
    found = dict.fromkeys(_claims(demand, elements, low, [bound(each) for each in demand.below]))
    needless = demand.when.negate()
    return [(any_of(needless, claim), f"{demand.what}: {words}") for claim, words in found]


def _claims(
    demand: ElementDemand,
    elements: list[Expr | None],
    low: Expr | None,
    below: list[Expr | None],
) -> Iterator[Claim]:
    for place, element in enumerate(elements):
        if element is None:
            continue
        if low is not None:
            yield ge(element, low), f"{_words(element, place)} must be at least {low}"
        if below and (bound := below[place % len(below)]) is not None:
            yield lt(element, bound), f"{_words(element, place)} must be less than {bound}"
        if demand.non_zero:
            yield ne(element, 0), f"{_words(element, place)} must not be 0"
    if demand.ascending:
        for first, second in pairwise(elements):
            if first is not None and second is not None:
                yield le(first, second), f"{second} must not come after {first}"


def _words(element: Expr, place: int) -> str:
    is_read = any(name.startswith("_") for name in element.symbols())
    return f"element {place}" if is_read else str(element)


def not_empty(*sizes: Expr) -> Predicate:
    """Whether a tensor of these sizes has elements, as far as they can be 0."""
    return any_of(*(eq(size, 0) for size in sizes)).negate()


def at_least(operand: int, low: int, what: str) -> Callable[..., Iterable[ElementDemand]]:
    """Demands of all elements of `operand` that they be at least `low`."""

    def rule(op: Operation, ctx: RuleContext) -> Iterable[ElementDemand]:
        return (ElementDemand(op.operands[operand], what, as_expr(low)),)

    return rule


def divisor(op: Operation, ctx: RuleContext) -> Iterable[ElementDemand]:
    """An integer is divided by no 0; where operand 0 has no elements nothing is divided."""
    if is_integer_or_index(element_type_of(op.operands[1])):
        some = not_empty(*ctx.shape(op.operands[0]))
        yield ElementDemand(op.operands[1], "divisor", non_zero=True, when=some)
