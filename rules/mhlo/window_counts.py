"""How often a window fits along a padded and dilated dimension."""

from __future__ import annotations

from ...dialects import mhlo
from ...symbolic import Expr, ge, maximum, shapes
from ...symbolic.shapes.windows import spread
from ..rule import RuleContext


def windowed(
    ctx: RuleContext,
    size: Expr,
    window: Expr,
    dimension: mhlo.WindowDimension,
    padding: tuple[Expr, Expr],
) -> Expr:
    """The number of places of `window` along a padded and dilated dimension; none where it does not
    fit."""
    reach = spread(ctx, window, dimension.window_dilation)
    room = spread(ctx, size, dimension.base_dilation) + padding[0] + padding[1]
    count = shapes.ceil_div(room - reach + 1, dimension.stride)
    fits = ctx.facts.proves(ge(room, reach - 1)) or ctx.facts.proves(ge(count, 0))
    return count if fits else maximum(count, 0)
