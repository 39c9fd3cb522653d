"""Memory of native code as numpy arrays, and the other way."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


def view(address: int, shape: Sequence[int], dtype: np.dtype[Any]) -> Array:
    """The array of `shape` at `address`; it is the caller's that the memory is there."""
    count = prod(shape)
    if count == 0:
        return np.empty(shape, dtype)
    memory: Any = (ctypes.c_char * (count * dtype.itemsize)).from_address(address)
    array: Array = np.frombuffer(memory, dtype, count)
    return array.reshape(shape)


def address_of(array: Array) -> int:
    """Where the elements of `array` begin."""
    return int(array.__array_interface__["data"][0])


def aligned_bytes(count: int, alignment: int = 64) -> Array:
    """New memory that begins at a multiple of `alignment`."""
    memory = np.empty(count + alignment, np.uint8)
    skip = -address_of(memory) % alignment
    return memory[skip : skip + count]
