"""Arrays of integers as unsigned bits."""

import numpy as np

from ..arrays import Array


def width_of(array: Array) -> int:
    return 8 * array.dtype.itemsize


def as_unsigned(array: Array) -> Array:
    return np.asarray(array).astype(f"u{array.dtype.itemsize}")
