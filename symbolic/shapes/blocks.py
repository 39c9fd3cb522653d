"""Shape algebra of blocks of pixels that move between spatial dimensions, channels and batch.

Source: https://www.tensorflow.org/api_docs/python/tf/raw_ops (SpaceToDepth, SpaceToBatchND and
their inverses)
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from ..comparisons import divides, ge
from ..expr import Expr
from .context import Shape, ShapeContext


def divided(ctx: ShapeContext, size: Expr, by: Expr | int, what: str) -> Expr:
    """`size / by`, demanding that it comes out even; `by` is at least 1."""
    ctx.require(divides(by, size), f"{what} {size} must be a multiple of {by}")
    return ctx.facts.simplify(size // by)


def space_to_depth(
    ctx: ShapeContext, height: Expr, width: Expr, channels: Expr, block: int
) -> tuple[Expr, Expr, Expr]:
    """Height, width and channels after blocks of pixels became channels."""
    return (
        divided(ctx, height, block, "height"),
        divided(ctx, width, block, "width"),
        channels * (block * block),
    )


def depth_to_space(
    ctx: ShapeContext, height: Expr, width: Expr, channels: Expr, block: int
) -> tuple[Expr, Expr, Expr]:
    """Height, width and channels after channels became blocks of pixels."""
    return height * block, width * block, divided(ctx, channels, block * block, "channels")


def space_to_batch(
    ctx: ShapeContext, shape: Shape, block: Sequence[int], paddings: Sequence[tuple[Expr, Expr]]
) -> Shape:
    """The batch times the block's volume, each spatial size padded and divided by the block's."""
    count = len(block)
    spatial = [
        divided(ctx, size + low + high, by, "padded size")
        for size, by, (low, high) in zip(shape[1:], block, paddings, strict=False)
    ]
    return (shape[0] * prod(block), *spatial, *shape[1 + count :])


def batch_to_space(
    ctx: ShapeContext, shape: Shape, block: Sequence[int], crops: Sequence[tuple[Expr, Expr]]
) -> Shape:
    """The batch divided by the block's volume, each spatial size times the block's and cropped."""
    count = len(block)
    spatial = [
        cropped(ctx, size * by, low, high)
        for size, by, (low, high) in zip(shape[1:], block, crops, strict=False)
    ]
    return (divided(ctx, shape[0], prod(block), "batch"), *spatial, *shape[1 + count :])


def cropped(ctx: ShapeContext, size: Expr, low: Expr, high: Expr) -> Expr:
    """`size` without `low` at its start and `high` at its end, which must not overlap."""
    left = ctx.facts.simplify(size - low - high)
    ctx.require(ge(left, 0), f"crops {low} and {high} must not exceed the size {size}")
    return left
