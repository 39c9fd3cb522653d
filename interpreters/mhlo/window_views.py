"""Padding, dilation and sliding windows: what convolutions and window reductions share."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from ..arrays import Array
from .attributes import Ints


@dataclass(frozen=True, slots=True)
class Window:
    """A window that moves over the dimensions of an array, one entry for each of them."""

    sizes: Ints
    strides: Ints
    base_dilations: Ints
    window_dilations: Ints
    padding: Sequence[tuple[int, int]]

    def views(self, array: Array, value: Any) -> Array:
        """The elements that each window sees, `value` where it sees padding.

        The result has the dimensions of the window positions, then those inside a window.
        """
        low, high = [p[0] for p in self.padding], [p[1] for p in self.padding]
        padded = pad(array, value, low, high, [dilation - 1 for dilation in self.base_dilations])
        rank, spans = array.ndim, self._spans()
        if any(span > size for span, size in zip(spans, padded.shape, strict=True)):
            counts = self._counts(padded.shape)
            return np.empty((*counts, *self.sizes), dtype=array.dtype)
        if rank == 0:
            return padded
        views = sliding_window_view(padded, spans)
        steps = (*self.strides, *self.window_dilations)
        return views[tuple(slice(None, None, step) for step in steps)]

    def _spans(self) -> tuple[int, ...]:
        pairs = zip(self.sizes, self.window_dilations, strict=True)
        return tuple((size - 1) * dilation + 1 if size else 0 for size, dilation in pairs)

    def _counts(self, shape: Ints) -> tuple[int, ...]:
        return tuple(
            0 if span > size else (size - span) // stride + 1
            for size, span, stride in zip(shape, self._spans(), self.strides, strict=True)
        )


def pad(array: Array, value: Any, low: Ints, high: Ints, interior: Ints) -> Array:
    """`array` with `value` before, after and between its elements; negative edges cut elements off.

    ValueError when a size would become negative, or interior padding is.
    """
    if not (any(low) or any(high) or any(interior)):
        return array
    shape: list[int] = []
    source: list[slice] = []
    target: list[slice] = []
    for size, before, after, between in zip(array.shape, low, high, interior, strict=True):
        if between < 0:
            raise ValueError(f"interior padding is {between}, it must not be negative")
        padded = before + size + max(size - 1, 0) * between + after
        if padded < 0:
            raise ValueError(f"padding makes size {size} negative: {before} + {after}")
        step = between + 1
        first = max(0, -(before // step)) if before < 0 else 0
        last = min(size, max(first, (padded - before + step - 1) // step))
        start = before + first * step
        shape.append(padded)
        source.append(slice(first, last))
        target.append(slice(start, start + (last - first) * step if last > first else start, step))
    result = np.full(shape, value, dtype=array.dtype)
    result[tuple(target)] = array[tuple(source)]
    return result
