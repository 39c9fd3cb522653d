"""Slices: ranges of indices with a stride, counted from either end as in Python.

Source: https://docs.python.org/3/reference/expressions.html#slicings
"""

from __future__ import annotations

from ..comparisons import ge, le
from ..expr import Expr, Min, as_expr, maximum, minimum
from .context import ShapeContext, ceil_div

GREATEST_INTEGER = 2**63 - 1
"""No size is as great: an index of this many, or as many from the end, is beyond all entries."""


def slice_size(ctx: ShapeContext, size: Expr, start: Expr, limit: Expr, stride: int = 1) -> Expr:
    """The length of `range(start, limit, stride)`; requires `0 <= start <= limit <= size`."""
    ctx.require(le(0, start), f"slice start {start} must not be negative")
    ctx.require(le(start, limit), f"slice start {start} must not be greater than its limit {limit}")
    ctx.require(le(limit, size), f"slice limit {limit} must not be greater than the size {size}")
    return ceil_div(limit - start, stride)


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
    """Where `x[begin:end:stride]` starts and stops (exclusive); None is an open end."""
    low, high = (as_expr(0), size) if stride > 0 else (as_expr(-1), size - 1)
    first, last = (low, high) if stride > 0 else (high, low)
    start = first if begin is None else _position(ctx, begin, size, low, high)
    stop = last if end is None else _position(ctx, end, size, low, high)
    return start, stop


def _position(ctx: ShapeContext, index: Expr, size: Expr, low: Expr, high: Expr) -> Expr:
    """`index`, counted from the end where it is negative, brought into `low..high`."""
    number = index.constant_value
    if number is not None and abs(number) >= GREATEST_INTEGER:
        return high if number > 0 else low
    return clamp(ctx, wrap_index(ctx, index, size), low, high)


def strided_size(ctx: ShapeContext, start: Expr, stop: Expr, stride: int) -> Expr:
    """The number of elements from `start` to `stop` (exclusive) by `stride`, at least 0."""
    start, stop = ctx.facts.simplify(start), ctx.facts.simplify(stop)
    length = difference(stop, start) if stride > 0 else start - stop
    count = ceil_div(length, abs(stride))
    return count if ctx.facts.proves(ge(length, 0)) else maximum(count, 0)


def difference(stop: Expr, start: Expr) -> Expr:
    """`stop - start`; `s - min(k, s)` with `s == a - min(c, a)` is `a - min(c + k, a)`.

    So the size of a rest of a rest of a tensor stays as short as that of a rest.
    """
    skipped = _least_of(start, stop)
    if skipped is not None:
        for atom in stop.atoms():
            whole = stop + atom.as_expr()
            before = _least_of(atom.as_expr(), whole)
            if before is not None:
                return whole - minimum(before + skipped, whole)
    return stop - start


def _least_of(expr: Expr, size: Expr) -> int | None:
    """The number k, not negative, for which `expr` is `min(k, size)`."""
    for atom in expr.atoms():
        if isinstance(atom, Min) and atom.as_expr() == expr and len(atom.args) == 2:
            for number, other in (atom.args, atom.args[::-1]):
                k = number.constant_value
                if k is not None and k >= 0 and other == size:
                    return k
    return None
