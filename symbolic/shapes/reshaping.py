"""Reshapes: the same number of elements in other sizes, one of which may be inferred.

Source: https://www.tensorflow.org/api_docs/python/tf/reshape
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..comparisons import divides, eq, ge, ne
from ..expr import ONE, Expr, as_expr, maximum
from ..predicate import Predicate, all_of, any_of
from .context import Shape, ShapeContext, product


def reshape(ctx: ShapeContext, shape: Shape, target: Sequence[Expr | None]) -> Shape:
    """The shape `target` with the same number of elements.

    One entry may be -1 and is then inferred. An entry None is not known: it gets a new symbol, as
    does one whose sign is not known: it might be the -1.
    """
    result = list[Expr]()
    wildcards = [i for i, size in enumerate(target) if size is not None and size == as_expr(-1)]
    unknown = [
        i
        for i, size in enumerate(target)
        if i not in wildcards and (size is None or not ctx.facts.proves(ge(size, 0)))
    ]
    if len(wildcards) > 1:
        ctx.require(eq(0, 1), "only one size of the target may be -1")
    elements = product(shape)
    if unknown:
        holes = {*wildcards, *unknown}
        result = [
            ctx.fresh() if i in holes or size is None else size for i, size in enumerate(target)
        ]
        kept = eq(elements, product(result))
        if None not in target:
            given = [size for size in target if size is not None]
            ctx.require(fits(elements, given, unknown), "the number of elements must not change")
            ctx.assume(kept)
        ctx.require(kept, "the number of elements must not change")
        return tuple(result)
    sizes = [size for size in target if size is not None]
    if not wildcards:
        if elements != product(sizes):
            ctx.require(eq(elements, product(sizes)), "the number of elements must not change")
        return tuple(sizes)
    beside = [size for i, size in enumerate(sizes) if i != wildcards[0]]
    sizes[wildcards[0]] = quotient(ctx, shape, beside)
    return tuple(sizes)


def fits(elements: Expr, target: Sequence[Expr], unknown: Sequence[int]) -> Predicate:
    """Whether so many `elements` fit `target`, in which an entry of those `unknown` may be -1.

    One entry only: the others are sizes. The elements are then a multiple of the rest.
    """
    sizes = all_of(*(ge(target[i], 0) for i in unknown))
    rest = [size for size in target if size != as_expr(-1)]
    if len(rest) < len(target):
        return all_of(sizes, is_multiple(elements, product(rest)))
    inferred = [
        all_of(
            eq(target[i], -1),
            *(ge(target[j], 0) for j in unknown if j != i),
            is_multiple(elements, product([*target[:i], *target[i + 1 :]])),
        )
        for i in unknown
    ]
    return any_of(all_of(sizes, eq(elements, product(target))), *inferred)


def is_multiple(number: Expr, divisor: Expr) -> Predicate:
    """Whether `number` is a multiple of `divisor`; of 0 only 0 is one."""
    return all_of(any_of(ne(divisor, 0), eq(number, 0)), eq(number % maximum(divisor, 1), 0))


def quotient(ctx: ShapeContext, shape: Shape, beside: Sequence[Expr]) -> Expr:
    """The size inferred for -1 from the sizes `beside` it: the elements must divide evenly.

    TensorFlow leaves zero sizes out of both products where one beside the -1 is 0, and rounds the
    quotient down then. So is it here, but where those beside it divide the sizes of `shape`:
    `[b, s]` as `[-1, s]` keeps the size `b`, and `[a, b, c]` as `[-1, b * c]` the size `a`. Where
    TensorFlow's would be another (all are 0, or `b * c` is), that is refused, unless the hints are
    just that: then the other size is expected.
    """
    facts = ctx.facts
    elements, known = (facts.simplify(product(sizes)) for sizes in (shape, beside))
    rest, others = without_common(shape, beside)
    left, divisor = (facts.simplify(product(sizes)) for sizes in (rest, others))
    if facts.refutes(ne(known, 0)):
        ctx.require(eq(elements, 0), f"{elements} elements do not fit beside a size of 0")
        return nonzero_quotient(ctx, shape, beside)
    if facts.proves(ne(known, 0)):
        return divided(ctx, left, divisor)
    if len(rest) == 1 and divisor == ONE:
        either = any_of(ne(known, 0), ne(left, 0))
        return left if keeps(ctx, either) else nonzero_quotient(ctx, shape, beside)
    if divisor.constant_value is None and (whole := cancel(left, divisor)) is not None:
        return whole if keeps(ctx, ne(known, 0)) else nonzero_quotient(ctx, shape, beside)
    size = rounded_quotient(ctx, rest, nonzero_product(others), known)
    if divisor != ONE:  # else it is what `beside` leaves of `shape`, or 0 elements beside a 0
        ctx.require(eq(known * size, elements), f"{elements} elements must divide by {known}")
    return size


def keeps(ctx: ShapeContext, claim: Predicate) -> bool:
    """Whether the size is the one that `claim` makes it: demanded, but where hints decide it."""
    if ctx.facts.proves(claim):
        return True
    if (expected := ctx.expect(claim, claim.negate())) is None:
        ctx.require(claim, "-1 needs non-zero sizes beside it")
    return expected is None or expected == claim


def nonzero_quotient(ctx: ShapeContext, shape: Shape, beside: Sequence[Expr]) -> Expr:
    """The size beside a 0: zeros are left out of both products."""
    return ctx.facts.simplify(nonzero_product(shape) // nonzero_product(beside))


def rounded_quotient(ctx: ShapeContext, rest: Sequence[Expr], divisor: Expr, known: Expr) -> Expr:
    """The product of `rest` by `divisor`, rounded down; without zeros in it where `known` is 0.

    divisor: at least 1
    """
    facts = ctx.facts
    left, divisor = facts.simplify(product(rest)), facts.simplify(divisor)
    whole = cancel(left, divisor)
    if whole is None:
        whole = facts.simplify(left // divisor)
        if len(rest) == 1 and facts.proves(ge(divisor, 2)):
            return whole
    empty = facts.simplify(nonzero_product(rest) // divisor)
    return ctx.select(any_of(ne(known, 0), ne(left, 0)), whole, empty)


def without_common(shape: Shape, beside: Sequence[Expr]) -> tuple[list[Expr], list[Expr]]:
    """What is left of both when the sizes that they share are left out in pairs."""
    rest, others = list(shape), list[Expr]()
    for size in beside:
        if size in rest:
            rest.remove(size)
        else:
            others.append(size)
    return rest, others


def nonzero_product(sizes: Iterable[Expr]) -> Expr:
    """The product of the sizes that are not 0."""
    return product(maximum(size, 1) for size in sizes)


def divided(ctx: ShapeContext, elements: Expr, known: Expr) -> Expr:
    """`elements / known` for a `known` that is not 0; it must be a whole number."""
    if (cancelled := cancel(elements, known)) is not None:
        return cancelled
    ctx.require(divides(known, elements), f"{elements} elements must divide by {known}")
    return ctx.facts.simplify(elements // known)


def cancel(numerator: Expr, denominator: Expr) -> Expr | None:
    """The polynomial `numerator / denominator`, the latter a single term; None if there is none."""
    if len(denominator.terms()) != 1:
        return None
    ((coefficient, powers),) = denominator.terms()
    result = as_expr(0)
    for c, factors in numerator.terms():
        rest = dict(factors)
        for atom, power in powers:
            rest[atom] = rest.get(atom, 0) - power
        if c % coefficient or any(power < 0 for power in rest.values()):
            return None
        term = as_expr(c // coefficient)
        for atom, power in rest.items():
            for _ in range(power):
                term = term * atom.as_expr()
        result = result + term
    return result
