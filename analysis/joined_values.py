"""What values are after branches: sizes, integers and claims of the branch that runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..rules.rule import Conditions, Element
from ..symbolic import TRUE, Contradiction, Expr, Predicate, all_of, any_of, eq, le
from .inference import Inference


@dataclass(frozen=True, slots=True)
class JoinedSize:
    """A branch's size seen from outside: an expression over older symbols, if any, and bounds."""

    size: Expr | None
    least: int
    greatest: int | None


def size_from_outside(ctx: Inference, size: Expr, moment: int) -> JoinedSize:
    """What is known of `size`, of the region that is inferred, in terms older than `moment`."""
    size = ctx.facts.simplify(size)
    least, greatest = ctx.facts.bounds(size)
    outside = size if ctx.ages.are_older(size.symbols(), moment) else None
    return JoinedSize(outside, max(least or 0, 0), greatest)


def join_sizes(ctx: Inference, seen: Sequence[JoinedSize], conditions: Conditions) -> Expr:
    """The size of the branch that runs: number i, where `conditions[i]` holds."""
    sizes = [s.size for s in seen if s.size is not None]
    if len(sizes) == len(seen):
        joined = _chosen(ctx, sizes, conditions)
        if joined is not None:
            return joined
    size = ctx.fresh(min(s.least for s in seen))
    if len(sizes) == len(seen):
        ctx.assume(any_of(*(eq(size, s) for s in sizes)))
    greatest = [s.greatest for s in seen if s.greatest is not None]
    if len(greatest) == len(seen):
        ctx.assume(le(size, max(greatest)))
    return size


def join_elements(ctx: Inference, elements: Sequence[Element], conditions: Conditions) -> Element:
    """The element of the branch that runs: number i, where `conditions[i]` holds."""
    numbers = [e for e in elements if isinstance(e, Expr)]
    if len(numbers) == len(elements):
        return _chosen(ctx, numbers, conditions)
    if all(e == elements[0] for e in elements):
        return elements[0]
    claims = [e for e in elements if isinstance(e, Predicate)]
    known = [condition for condition in conditions if condition is not None]
    if len(claims) < len(elements) or len(known) < len(elements):
        return None
    return _claim_of_branches(ctx, known, claims)


def _claim_of_branches(
    ctx: Inference, conditions: Sequence[Predicate], claims: Sequence[Predicate]
) -> Predicate:
    """The claim of the branch that runs: number i, where `conditions[i]` holds."""
    parts = list[Predicate]()
    for condition, claim in zip(conditions, claims, strict=True):
        if _holds_where(ctx, condition, claim):
            parts.append(condition)
        elif not _holds_where(ctx, condition, claim.negate()):
            parts.append(all_of(condition, claim))
    return TRUE if parts == list(conditions) else any_of(*parts)


def _chosen(ctx: Inference, sizes: Sequence[Expr], conditions: Conditions) -> Expr | None:
    """The one of `sizes` whose condition holds; None where that cannot be said."""
    *others, result = sizes
    if all(ctx.facts.proves(eq(result, other)) for other in others):
        return sizes[0]
    for condition, size in zip(reversed(conditions[:-1]), reversed(others), strict=True):
        if condition is None:
            return None
        if _holds_where(ctx, condition.negate(), eq(size, result)):
            result = size
        elif not _holds_where(ctx, condition, eq(size, result)):
            result = ctx.select(condition, size, result)
    return result


def _holds_where(ctx: Inference, condition: Predicate, claim: Predicate) -> bool:
    """Whether `claim` holds in every run in which `condition` does."""
    with ctx.facts.scope():
        try:
            ctx.facts.learn(condition)
        except Contradiction:
            return True
        return ctx.facts.proves(claim)
