"""Broadcasting of shapes that are aligned at the last dimension.

Source: NumPy (https://numpy.org/doc/stable/user/basics.broadcasting.html), which TensorFlow shares.
"""

from __future__ import annotations

from ..broadcast import broadcast as broadcast_of
from ..broadcast import broadcastable, operands, operands_fit
from ..comparisons import eq
from ..expr import ONE, Expr
from ..facts import Facts
from ..predicate import Predicate, any_of
from .context import Shape, ShapeContext

FLAT = 4
"""A broadcast of more sizes is not written out in messages."""


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
    """The size that `a` and `b` broadcast to: equal sizes, or one of them is 1."""
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
    message = f"sizes {_brief(a)} and {_brief(b)} must be equal or one of them 1"
    if facts.refutes(eq(a, 1)):
        if facts.refutes(eq(b, 1)):
            ctx.require(eq(a, b), f"sizes {a} and {b} must be equal")
        else:
            ctx.require(any_of(eq(b, 1), eq(a, b)), message)
        return b if a.constant_value is None and b.constant_value is not None else a
    if facts.refutes(eq(b, 1)):
        ctx.require(any_of(eq(a, 1), eq(a, b)), message)
        return b
    ctx.require(_fit(facts, a, b), message)
    return facts.simplify(broadcast_of(a, b))


def _brief(size: Expr) -> str:
    """The text of `size`; of a broadcast of many sizes, how many there are."""
    sizes = operands(size)
    if len(sizes) <= FLAT:
        return str(size)
    return f"broadcast({', '.join(map(str, sizes[:2]))} and {len(sizes) - 2} others)"


def _fit(facts: Facts, a: Expr, b: Expr) -> Predicate:
    """That `a` and `b` broadcast, said of the sizes that these are known to be broadcast from."""
    known = [facts.proves(operands_fit(whole)) for whole in (a, b)]
    if all(known):
        return operands_fit(a, b)
    wholes = zip((a, b), known, strict=True)
    return broadcastable(*[s for size, fit in wholes for s in (operands(size) if fit else (size,))])


def broadcast_to(ctx: ShapeContext, shape: Shape, target: Shape) -> Shape:
    """`target`, demanding that `shape` broadcasts to exactly it."""
    if len(shape) > len(target):
        ctx.require(eq(0, 1), f"rank {len(shape)} must not exceed the target's rank {len(target)}")
    for a, b in zip(reversed(shape), reversed(target), strict=False):
        if a != b and a != ONE:
            ctx.require(any_of(eq(a, b), eq(a, 1)), f"size {a} must be 1 or the target's {b}")
    return target
