"""Where native code finds its buffers: as they come, or fenced, to find what leaves them."""

from __future__ import annotations

from math import prod
from typing import Any, Protocol

import numpy as np

from .views import Array, aligned_bytes

LARGE = 1 << 22
"""Bytes from which on a result begins at a line of the cache."""


class Memory(Protocol):
    """Makes the memory of a session."""

    def bytes(self, count: int) -> Array:
        """New memory for buffers of native code."""
        ...

    def array(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
        """Memory for a result."""
        ...

    def lent(self, array: Array) -> Array:
        """`array`, for native code to read."""
        ...

    def returned(self, array: Array) -> Array:
        """A result, for the caller to keep."""
        ...

    def finish(self) -> None:
        """Ends a run."""
        ...


class PlainMemory:
    """Memory as numpy makes it."""

    def bytes(self, count: int) -> Array:
        return aligned_bytes(count)

    def array(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
        """Large ones begin at a line of the cache, so that native code can store past it."""
        count = prod(shape) * dtype.itemsize
        if count < LARGE:
            return np.empty(shape, dtype)
        return aligned_bytes(count).view(dtype).reshape(shape)

    def lent(self, array: Array) -> Array:
        return array

    def returned(self, array: Array) -> Array:
        return array

    def finish(self) -> None:
        """Nothing is to be looked at."""
