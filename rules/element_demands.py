"""What demands on elements come to where elements are known, and demands that ops share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from contextlib import suppress
from itertools import combinations, pairwise

from xdsl.ir import Operation, SSAValue

from ..dialects.types import element_type_of, is_integer_or_index
from ..symbolic import Expr, Predicate, any_of, as_expr, eq, ge, le, lt, ne
from .element_ranges import range_of
from .errors import UnknownRank
from .rule import Bound, ElementDemand, ElementsRule, RuleContext

Claim = tuple[Predicate, str]
"""What must hold, and in words."""

Read = Callable[[SSAValue, int], Expr | None]
"""An element of a value; None where it is not known."""


def claims_of(
    demand: ElementDemand, ctx: RuleContext, read: Read | None = None
) -> list[Claim] | None:
    """What `demand` claims of sizes; None where that depends on elements that only a run knows.

    read: tells an element of a scalar or a vector, where the analysis does not know it
    """

    def element(value: SSAValue, place: int) -> Expr | None:
        known = ctx.elements(value)
        return filled(None if known is None else known[place], value, place)

    def filled(known: Expr | None, value: SSAValue, place: int) -> Expr | None:
        return read(value, place) if known is None and read is not None else known

    def bound(given: Bound | None) -> Expr | None:
        return element(*given) if isinstance(given, tuple) else given

    low, below = bound(demand.low), [bound(each) for each in demand.below]
    if demand.place is not None:
        elements = [element(demand.value, demand.place)]
    else:
        known = ctx.value(demand.value)
        if known is None or (None in known and len(ctx.shape(demand.value)) > 1):
            found = _of_range(demand, ctx, low, below)
            return None if found is None else _where_needed(demand, found)
        listed = ctx.elements(demand.value) or ()
        elements = [filled(known, demand.value, i) for i, known in enumerate(listed)]
    found = list(_within(elements, low, below))
    if demand.non_zero:
        found += [
            (_non_zero(e, ctx), f"{_words(e)} must not be 0") for e in elements if e is not None
        ]
    if demand.ascending:
        for a, b in pairwise(elements):
            if a is not None and b is not None:
                found.append((le(a, b), f"{_words(b)} must not come after {_words(a)}"))
    if demand.distinct:
        pairs = combinations([e for e in elements if e is not None], 2)
        found += [(ne(a, b), f"{_words(a)} must be there once") for a, b in pairs]
    return _where_needed(demand, found)


def _of_range(
    demand: ElementDemand, ctx: RuleContext, low: Expr | None, below: Sequence[Expr | None]
) -> list[Claim] | None:
    """What is claimed of the least and the greatest element, where there are any."""
    ends = range_of(demand.value, ctx)
    others = demand.ascending or demand.distinct or demand.non_zero
    if ends is None or others or len(below) > 1 or None in below:
        return None
    if low is None and demand.low is not None:
        return None
    found = [*_within([ends.low], low, ()), *_within([ends.high], None, below)]
    if all(ctx.facts.proves(claim) for claim, _ in found):
        return []
    if not ends.reached:
        return None
    return [(_unless_empty(claim, ctx, demand.value), words) for claim, words in found]


def _unless_empty(claim: Predicate, ctx: RuleContext, value: SSAValue) -> Predicate:
    def says_more(empty: Predicate) -> bool:
        with ctx.facts.scope():
            ctx.facts.learn(empty)
            return not ctx.facts.proves(claim)

    empty = [eq(size, 0) for size in ctx.shape(value)]
    possible = [each for each in empty if not ctx.facts.refutes(each)]
    return any_of(*filter(says_more, possible), claim)


def _where_needed(demand: ElementDemand, found: Iterable[Claim]) -> list[Claim]:
    needless = demand.when.negate()
    return [
        (any_of(needless, claim), f"{demand.what}: {words}")
        for claim, words in dict.fromkeys(found)
    ]


def require_claims(
    op: Operation, elements: ElementsRule, ctx: RuleContext, sizes: Set[str]
) -> None:
    """Requires what `elements` claims of `sizes`, those of arguments: a run begins with their test.

    The rest is for code to assert, which it does where this learns nothing of it.
    """
    with suppress(UnknownRank):
        for demand in elements(op, ctx):
            for claim, words in claims_of(demand, ctx) or ():
                if claim.symbols() <= sizes or ctx.facts.refutes(claim):
                    ctx.require(claim, words)


def _within(
    elements: Sequence[Expr | None], low: Expr | None, below: Sequence[Expr | None]
) -> Iterator[Claim]:
    """Of constants the least and the greatest stand for all."""
    columns = max(len(below), 1)
    for column in range(columns):
        known = [e for e in elements[column::columns] if e is not None]
        constants = sorted(c for e in known if (c := e.constant_value) is not None)
        others = [e for e in known if e.constant_value is None]
        if low is not None:
            for element in (*map(as_expr, constants[:1]), *others):
                yield ge(element, low), f"{_words(element)} must be at least {_words(low)}"
        if below and (bound := below[column]) is not None:
            for element in (*map(as_expr, constants[-1:]), *others):
                yield lt(element, bound), f"{_words(element)} must be less than {_words(bound)}"


def _non_zero(element: Expr, ctx: RuleContext) -> Predicate:
    return ge(element, 1) if ctx.facts.proves(ge(element, 0)) else ne(element, 0)


def _words(size: Expr) -> str:
    return "an element" if any(name.startswith("_") for name in size.symbols()) else str(size)


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
