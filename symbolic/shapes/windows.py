"""Shape algebra of sliding windows: convolutions, poolings, and their gradients.

Source: https://www.tensorflow.org/api_docs/python/tf/nn#notes_on_padding_2
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..comparisons import ge, le
from ..expr import Expr, as_expr, maximum
from .context import ShapeContext, ceil_div

WindowPadding = str | tuple[int, int]
"""`"SAME"`, `"VALID"`, or the padding before and after."""


@dataclass(frozen=True, slots=True)
class Placement:
    """How a window of `window` elements, `dilation` apart, moves along a dimension of `size`.

    It has `count` places, `stride` apart, the first `low` before the start of the dimension;
    padded with `low` before and `high` after, the dimension holds all places.
    """

    size: Expr
    window: Expr
    stride: int
    dilation: int
    low: Expr
    high: Expr
    count: Expr

    @property
    def reach(self) -> Expr:
        """From the first element of a window to its last one."""
        return (self.window - 1) * self.dilation + 1

    @property
    def moves(self) -> bool:
        """Whether this is more than every element by itself."""
        same = self.window == as_expr(1) and self.stride == 1
        return not same or self.low != as_expr(0) or self.high != as_expr(0)


def place(
    ctx: ShapeContext,
    size: Expr,
    window: Expr | int,
    stride: int,
    dilation: int,
    padding: WindowPadding,
) -> Placement:
    """The places of a window with `padding`.

    TensorFlow rounds `(size - reach) / stride + 1` towards 0 and refuses what is less: without
    SAME, a dimension may be up to `2 * stride - 1` smaller than a window, which then has
    no place.
    """
    window = as_expr(window)
    reach = (window - 1) * dilation + 1
    if padding == "SAME":
        count = ctx.facts.simplify(ceil_div(size, stride))
        needed = at_least_zero(ctx, (count - 1) * stride + reach - size)
        low = half(ctx, needed)
        high = ctx.facts.simplify(needed - low)
        return Placement(size, window, stride, dilation, low, high, count)
    low, high = map(as_expr, (0, 0) if isinstance(padding, str) else padding)
    padded = size + low + high
    message = f"a window of {reach} must fit in a size of {padded}"
    ctx.require(ge(padded + (2 * stride - 1), reach), message)
    count = ctx.facts.simplify(at_least_zero(ctx, padded - reach + stride) // stride)
    return Placement(size, window, stride, dilation, low, high, count)


def missing(ctx: ShapeContext, window: Expr) -> Expr:
    """How many elements `window` needs to have one: 1 for a window of none, otherwise 0."""
    return at_least_zero(ctx, 1 - window)


def with_elements(ctx: ShapeContext, placement: Placement) -> Placement:
    """`placement` for a window that has an element: one where `placement` has a window of none.

    TensorFlow counts the places of a window of no elements by the formula of `place`, which is
    not what fits. The result is padded to hold that many places.
    """
    more = missing(ctx, placement.window)
    if more == as_expr(0):
        return placement
    result = replace(placement, window=placement.window + more)
    held = at_least_zero(ctx, (result.count - 1) * result.stride + result.reach)
    return replace(result, high=ctx.facts.simplify(held - result.size - result.low))


def half(ctx: ShapeContext, size: Expr) -> Expr:
    """`size // 2`, 0 where `size` is known to be 0 or 1."""
    if ctx.facts.proves(ge(size, 0)) and ctx.facts.proves(le(size, 1)):
        return as_expr(0)
    return ctx.facts.simplify(size // 2)


def at_least_zero(ctx: ShapeContext, size: Expr) -> Expr:
    """`max(size, 0)` in its simplest known form."""
    size = ctx.facts.simplify(size)
    if ctx.facts.proves(ge(size, 0)):
        return size
    return as_expr(0) if ctx.facts.proves(le(size, 0)) else maximum(size, 0)


def spread(ctx: ShapeContext, count: Expr, stride: int) -> Expr:
    """The size of `count` elements with `stride - 1` zeros between them."""
    return count if stride == 1 else at_least_zero(ctx, (count - 1) * stride + 1)


def input_gradient_padding(ctx: ShapeContext, forward: Placement) -> tuple[Expr, Expr]:
    """The padding of the output's gradient, spread by the stride, to convolve it to the input's.

    It is negative where the forward window never saw the input's end.
    """
    low = forward.reach - 1 - forward.low
    spread_count = spread(ctx, forward.count, forward.stride)
    high = forward.size - spread_count - low + forward.reach - 1
    return ctx.facts.simplify(low), ctx.facts.simplify(high)


def filter_gradient_padding(ctx: ShapeContext, forward: Placement) -> tuple[Expr, Expr]:
    """The padding of the input whose convolution with the gradient is the filter's."""
    spread_count = spread(ctx, forward.count, forward.stride)
    held = (forward.window - 1) * forward.dilation + spread_count
    if missing(ctx, forward.window) != as_expr(0):
        held = at_least_zero(ctx, held)
    return forward.low, ctx.facts.simplify(held - forward.size - forward.low)
