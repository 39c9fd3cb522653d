"""Shape algebra: result shapes from operand shapes and integers, for any dialect.

A shape is a tuple of expressions, one per dimension. Every function is a rule of some op family: it returns
the result's shape, *states* through its context what holds by definition, and *demands* what the op needs. The
context decides what becomes of a demand: nothing when it is proved, an error when it is refuted, a guard else.

Broadcasting is NumPy's (https://numpy.org/doc/stable/user/basics.broadcasting.html), which TensorFlow shares.
"""

from collections.abc import Iterable, MutableMapping, Sequence
from math import prod
from typing import Protocol

from ..expr import Expr, as_expr, maximum, minimum
from ..facts import Facts
from ..predicate import Predicate, any_of, divides, eq, ge, le, ne

Shape = tuple[Expr, ...]
ONE = as_expr(1)


class ShapeContext(Protocol):
    """What a rule may ask and say."""

    @property
    def facts(self) -> Facts: ...

    @property
    def broadcast_sizes(self) -> MutableMapping[tuple[Expr, Expr], Expr]:
        """What pairs of sizes were found to broadcast to, as far as the facts at hand allow."""
        ...

    def fresh(self, minimum: int = 0) -> Expr:
        """A new symbol that is at least `minimum`."""
        ...

    def assume(self, fact: Predicate) -> None:
        """Records what holds by the op's definition."""
        ...

    def require(self, claim: Predicate, words: str) -> None:
        """Records what the op needs; `words` say it to the user. Raises where it is refuted."""
        ...

    def select(self, condition: Predicate, then: Expr, otherwise: Expr) -> Expr:
        """`then` where `condition` holds, else `otherwise`: decided by the facts or a symbol defined by cases."""
        ...

    def expect(self, *branches: Predicate) -> Predicate | None:
        """The branch that the hints satisfy, from now on expected to hold; None where there is no hint to go by.

        For a rule that needs one of `branches` and has asked the facts already. After None it stays general.
        """
        ...


def product(sizes: Iterable[Expr]) -> Expr:
    """The number of elements of a shape; 1 for a scalar."""
    return prod(sizes, start=ONE)


def total(sizes: Iterable[Expr]) -> Expr:
    return sum(sizes, start=as_expr(0))


def broadcast(ctx: ShapeContext, *shapes: Shape) -> Shape:
    """The common shape of `shapes`, aligned at the last dimension."""
    rank = max(map(len, shapes), default=0)
    result = [ONE] * rank
    for shape in shapes:
        offset = rank - len(shape)
        for i, size in enumerate(shape, offset):
            result[i] = broadcast_size(ctx, result[i], size)
    return tuple(result)


def broadcast_size(ctx: ShapeContext, a: Expr, b: Expr) -> Expr:
    """The size that `a` and `b` broadcast to: equal sizes, or the other one where one of them is 1."""
    if a == b or b == ONE:
        return a
    if a == ONE:
        return b
    known = ctx.broadcast_sizes.get((a, b))
    if known is None:
        known = ctx.broadcast_sizes[a, b] = _broadcast_size(ctx, a, b)
    return known


def _broadcast_size(ctx: ShapeContext, a: Expr, b: Expr) -> Expr:
    facts = ctx.facts
    if facts.proves(eq(a, b)):
        return a
    if facts.proves(any_of(eq(b, 1), eq(a, b))):
        return a
    if facts.proves(any_of(eq(a, 1), eq(a, b))):
        return b
    chosen = ctx.expect(eq(a, b), eq(a, 1), eq(b, 1))
    if chosen is not None:
        return b if chosen == eq(a, 1) or b.constant_value is not None else a
    words = f"sizes {a} and {b} must be equal or one of them 1"
    if facts.refutes(eq(a, 1)):
        if facts.refutes(eq(b, 1)):
            ctx.require(eq(a, b), f"sizes {a} and {b} must be equal")
        else:
            ctx.require(any_of(eq(b, 1), eq(a, b)), words)
        return b if a.constant_value is None and b.constant_value is not None else a
    if facts.refutes(eq(b, 1)):
        ctx.require(any_of(eq(a, 1), eq(a, b)), words)
        return b
    ctx.require(any_of(eq(a, 1), eq(b, 1), eq(a, b)), words)
    return ctx.select(eq(a, 1), b, a)


def broadcast_to(ctx: ShapeContext, shape: Shape, target: Shape) -> Shape:
    """`target`, demanding that `shape` broadcasts to exactly it."""
    if len(shape) > len(target):
        ctx.require(eq(0, 1), f"rank {len(shape)} must not exceed the target's rank {len(target)}")
    for a, b in zip(reversed(shape), reversed(target), strict=False):
        if a != b and a != ONE:
            ctx.require(any_of(eq(a, b), eq(a, 1)), f"size {a} must be 1 or the target's {b}")
    return target


def same_size(ctx: ShapeContext, a: Expr, b: Expr, words: str) -> Expr:
    """The size shared by `a` and `b`, which must agree; the constant of the two where there is one."""
    if a != b:
        ctx.require(eq(a, b), f"{words}: sizes {a} and {b} must agree")
    return a if b.constant_value is None else b


def same_shape(ctx: ShapeContext, a: Shape, b: Shape, words: str) -> Shape:
    if len(a) != len(b):
        ctx.require(eq(0, 1), f"{words}: ranks {len(a)} and {len(b)} must agree")
    return tuple(same_size(ctx, x, y, words) for x, y in zip(a, b, strict=True))


def concat(ctx: ShapeContext, shapes: Sequence[Shape], dimension: int) -> Shape:
    """Sizes add along `dimension` and agree along the others."""
    first, *others = shapes
    result = list(first)
    for other in others:
        for i, size in enumerate(other):
            if i == dimension:
                result[i] = result[i] + size
            else:
                result[i] = same_size(ctx, result[i], size, f"concatenated tensors, dimension {i}")
    return tuple(result)


def reduce(shape: Shape, dimensions: Iterable[int], keep: bool = False) -> Shape:
    """`shape` with `dimensions` gone, or kept with size 1."""
    gone = {d % len(shape) for d in dimensions} if shape else set[int]()
    if keep:
        return tuple(ONE if i in gone else size for i, size in enumerate(shape))
    return tuple(size for i, size in enumerate(shape) if i not in gone)


def transpose(shape: Shape, permutation: Iterable[int]) -> Shape:
    return tuple(shape[i] for i in permutation)


def matmul(
    ctx: ShapeContext, a: Shape, b: Shape, adjoint_a: bool = False, adjoint_b: bool = False
) -> Shape:
    """`[..., m, k] x [..., k, n] -> [..., m, n]`, the leading dimensions broadcast."""
    m, k = a[-2:] if not adjoint_a else a[:-3:-1]
    k_b, n = b[-2:] if not adjoint_b else b[:-3:-1]
    same_size(ctx, k, k_b, "contracting dimension")
    return (*broadcast(ctx, a[:-2], b[:-2]), m, n)


def einsum(ctx: ShapeContext, inputs: Sequence[str], output: str, shapes: Sequence[Shape]) -> Shape:
    """One letter per dimension; sizes of one letter agree (or are 1, which TensorFlow broadcasts)."""
    sizes: dict[str, Expr] = {}
    for letters, shape in zip(inputs, shapes, strict=True):
        for letter, size in zip(letters, shape, strict=True):
            known = sizes.get(letter)
            sizes[letter] = (
                size if known is None else same_size(ctx, known, size, f"einsum letter {letter!r}")
            )
    return tuple(sizes[letter] for letter in output)


def reshape(ctx: ShapeContext, shape: Shape, target: Sequence[Expr | None]) -> Shape:
    """The shape `target` with the same number of elements.

    One entry may be -1 and is then inferred. An entry None is not known: it gets a new symbol, as does one whose
    sign is not known (it might be the -1).
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
        ctx.require(eq(elements, product(result)), "the number of elements must not change")
        return tuple(result)
    sizes = [size for size in target if size is not None]
    if not wildcards:
        if elements != product(sizes):
            ctx.require(eq(elements, product(sizes)), "the number of elements must not change")
        return tuple(sizes)
    beside = [size for i, size in enumerate(sizes) if i != wildcards[0]]
    sizes[wildcards[0]] = quotient(ctx, shape, beside)
    return tuple(sizes)


def quotient(ctx: ShapeContext, shape: Shape, beside: Sequence[Expr]) -> Expr:
    """The size that a -1 stands for among the sizes `beside` it: the elements of `shape` must divide evenly.

    TensorFlow leaves zero sizes out of both products. Where each size beside the -1 is one of `shape`, that is the
    same as cancelling it, zero or not, as long as no other size is 0; in all other cases a 0 is refused.
    """
    elements = ctx.facts.simplify(product(shape))
    known = ctx.facts.simplify(product(beside))
    if (cancelled := cancel(elements, known)) is not None:
        if not ctx.facts.proves(ne(known, 0)):
            kept = all(size in shape or size.constant_value is not None for size in beside)
            needed = any_of(ne(known, 0), ne(cancelled, 0)) if kept else ne(known, 0)
            ctx.require(needed, "-1 needs non-zero sizes beside it")
        return cancelled
    ctx.require(ne(known, 0), "-1 needs non-zero sizes beside it")
    ctx.require(divides(known, elements), f"{elements} elements must divide by {known}")
    return ctx.facts.simplify(elements // known)


def cancel(numerator: Expr, denominator: Expr) -> Expr | None:
    """The polynomial that times `denominator`, a single term, is `numerator`; None where there is none."""
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


def slice_size(ctx: ShapeContext, size: Expr, start: Expr, limit: Expr, stride: int = 1) -> Expr:
    """The number of indices in `range(start, limit, stride)`, which must lie in `0 <= start <= limit <= size`."""
    ctx.require(le(0, start), f"slice start {start} must not be negative")
    ctx.require(le(start, limit), f"slice start {start} must not be greater than its limit {limit}")
    ctx.require(le(limit, size), f"slice limit {limit} must not be greater than the size {size}")
    return ceil_div(limit - start, stride)


def ceil_div(a: Expr, b: Expr | int) -> Expr:
    """`a / b` rounded up, for `b >= 1`."""
    return a if b == 1 else (a + b - 1) // b


def wrap_index(ctx: ShapeContext, index: Expr, size: Expr) -> Expr:
    """`index`, counted from the end where it is negative."""
    if ctx.facts.proves(ge(index, 0)):
        return index
    if ctx.facts.proves(le(index, -1)):
        return index + size
    return ctx.select(ge(index, 0), index, index + size)


def clamp(ctx: ShapeContext, index: Expr, low: Expr, high: Expr) -> Expr:
    """`index` brought into `low..high`."""
    facts = ctx.facts
    if not facts.proves(ge(index, low)):
        index = low if facts.proves(le(index, low)) else maximum(index, low)
    if not facts.proves(le(index, high)):
        index = high if facts.proves(ge(index, high)) else minimum(index, high)
    return index


def strided_bounds(
    ctx: ShapeContext, size: Expr, begin: Expr | None, end: Expr | None, stride: int
) -> tuple[Expr, Expr]:
    """Where `x[begin:end:stride]` starts and stops (exclusive) as in Python; None is an open end."""
    low, high = (as_expr(0), size) if stride > 0 else (as_expr(-1), size - 1)
    first, last = (low, high) if stride > 0 else (high, low)
    start = first if begin is None else clamp(ctx, wrap_index(ctx, begin, size), low, high)
    stop = last if end is None else clamp(ctx, wrap_index(ctx, end, size), low, high)
    return start, stop


def strided_size(ctx: ShapeContext, start: Expr, stop: Expr, stride: int) -> Expr:
    """The number of elements from `start` to `stop` (exclusive) by `stride`; none when they lie the wrong way."""
    length = stop - start if stride > 0 else start - stop
    count = ceil_div(length, abs(stride))
    return count if ctx.facts.proves(ge(length, 0)) else maximum(count, 0)
