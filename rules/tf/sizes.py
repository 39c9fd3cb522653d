"""Sizes that are known in part: given by data, or the smaller or larger of two."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ...symbolic import Expr, Facts, Predicate, any_of, eq, ge, le, minimum
from ..rule import RuleContext

MAX_LISTED = 8
"""Up to how many sizes are listed in a number that only hints tell: tensors of higher ranks are
rare.
"""


def smaller(ctx: RuleContext, a: Expr, b: Expr) -> Expr:
    if ctx.facts.proves(le(a, b)):
        return a
    return b if ctx.facts.proves(le(b, a)) else minimum(a, b)


def element_size(
    ctx: RuleContext, size: Expr | None, value: SSAValue, place: int = 0, least: int = 0
) -> Expr:
    """The size that element `place` of `value` is: `size`, if known. It is at least `least`."""
    if size is None:
        return ctx.given(value, place, least)
    ctx.require(ge(size, least), f"size {size} must be at least {least}")
    return size


def element_sizes(ctx: RuleContext, sizes: Sequence[Expr | None], value: SSAValue) -> list[Expr]:
    """The sizes that the elements of `value` are; those in `sizes` are known."""
    return [element_size(ctx, size, value, place) for place, size in enumerate(sizes)]


def listed_sizes(ctx: RuleContext, value: SSAValue) -> tuple[Expr | None, ...] | None:
    """The sizes that `value` lists, None for each that is not known.

    Where not even their number is known, hints tell it; None where there are none.
    """
    elements = ctx.elements(value)
    if elements is not None or not ctx.has_rank(value) or len(shape := ctx.shape(value)) != 1:
        return elements
    for number in range(MAX_LISTED + 1):
        if ctx.expect(eq(shape[0], number)) is not None:
            return (None,) * number
    return None


def numbers_of(
    ctx: RuleContext, elements: Sequence[Expr | None], value: SSAValue
) -> Sequence[Expr]:
    """The elements of `value`, with a symbol for each that is not known."""
    return [
        ctx.number(value, place) if element is None else element
        for place, element in enumerate(elements)
    ]


def larger(ctx: RuleContext, a: Expr, b: Expr) -> Expr:
    if ctx.facts.proves(le(a, b)):
        return b
    if ctx.facts.proves(le(b, a)):
        return a
    return ctx.select(le(a, b), b, a)


def part_of(ctx: RuleContext, size: Expr) -> Expr:
    """A new size that is at most `size`."""
    part = ctx.fresh()
    ctx.assume(le(part, size))
    return part


def one_of(ctx: RuleContext, sizes: Sequence[Expr]) -> Expr:
    """A new size that is one of `sizes`; itself where there is one only."""
    distinct = list(dict.fromkeys(sizes))
    if len(distinct) == 1:
        return distinct[0]
    result = ctx.fresh()
    ctx.assume(any_of(*(eq(result, size) for size in distinct)))
    return result


def decided_by(facts: Facts, claim: Predicate) -> bool | None:
    """Whether `claim` holds; None where that is not known."""
    return True if facts.proves(claim) else False if facts.refutes(claim) else None


def size_of(ctx: RuleContext, value: SSAValue, least: int, what: str) -> Expr:
    """The size that `value` is, a new symbol if unknown; it must be at least `least`."""
    size = ctx.scalar(value)
    if size is None:
        return ctx.given(value, 0, least)
    ctx.require(ge(size, least), f"{what} {size} must be at least {least}")
    return size
