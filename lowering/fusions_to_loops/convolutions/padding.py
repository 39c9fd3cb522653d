"""Sizes of padded tensors and of windows over them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.ir import Operation, SSAValue

from ....analysis.index_maps import ZERO, Sizes
from ....symbolic import Expr, as_expr, ge, maximum
from ..function import FunctionWriter
from ..windows import PadOp


@dataclass(frozen=True, slots=True)
class SpatialPadding:
    """Of each spatial dimension: before and after it, and how far apart elements are."""

    low: Sequence[Expr]
    high: Sequence[Expr]
    apart: Sequence[int]


def window_count(size: Expr, window: Expr, stride: int, dilation: int) -> Expr:
    """How many windows there are along a dimension of `size`."""
    span = (
        maximum(0, (window - 1) * dilation + 1)
        if window.constant_value is None
        else as_expr((window.constant_value - 1) * dilation + 1 if window.constant_value else 0)
    )
    room = size - span + stride
    return maximum(0, room) // stride if stride > 1 else maximum(0, room)


def padded_size(size: Expr, low: Expr, high: Expr, dilation: int) -> Expr:
    """The size of a dimension with so much below and above, elements `dilation` apart."""
    between = maximum(size - 1, 0) * (dilation - 1) if dilation > 1 else ZERO
    return low + size + high + between


def pad(
    writer: FunctionWriter,
    value: SSAValue,
    padding: SSAValue,
    amounts: tuple[Sequence[Expr], Sequence[Expr], Sequence[int]],
    made_by: Callable[[Operation, Sizes], SSAValue],
) -> SSAValue:
    """`value` with so much below and above, and elements so far apart, in each dimension."""
    low, high, apart = amounts
    if all(a == b == ZERO and c == 1 for a, b, c in zip(low, high, apart, strict=True)):
        return value
    shape = tuple(map(padded_size, writer.shape(value), low, high, apart))
    for size in shape:
        writer.require(ge(size, 0))
    return made_by(PadOp(value, padding, (low, high, [as_expr(c - 1) for c in apart])), shape)
