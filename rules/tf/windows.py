"""What the rules of convolutions and poolings share."""

from __future__ import annotations

from ...dialects.tf.windows import Windowed
from ...symbolic.shapes import Shape
from ...symbolic.shapes.windows import WindowPadding
from ..rule import RuleContext
from .ranks import shape_of_rank


def operand_shapes(op: Windowed, ctx: RuleContext, *indices: int) -> list[Shape]:
    """The shapes of operands with batch, channel and spatial dimensions, and of filters."""
    return [shape_of_rank(op, ctx, index, op.SPATIAL + 2) for index in indices]


def padding_along(op: Windowed, axis: int) -> WindowPadding:
    """The padding of `op` along dimension `axis` of its input."""
    if op.padding != "EXPLICIT":
        return op.padding
    low, high = op.explicit_paddings[2 * axis : 2 * axis + 2]
    return low, high
