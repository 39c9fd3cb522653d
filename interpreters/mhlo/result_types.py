"""Element types and sizes of results, from their types and from shape operands."""

from typing import Any

import numpy as np
from xdsl.dialects.builtin import DYNAMIC_INDEX, TensorType
from xdsl.ir import Attribute

from ..arrays import Array, dtype_of, element_of


def element_dtype(type_: Attribute) -> "np.dtype[Any]":
    """The numpy type of the elements of a tensor type."""
    return dtype_of(element_of(type_))


def static_shape(type_: Attribute) -> tuple[int, ...]:
    """The sizes of a tensor type; ValueError when one of them is unknown."""
    assert isinstance(type_, TensorType)
    shape = type_.get_shape()
    if DYNAMIC_INDEX in shape:
        raise ValueError(f"the result type {type_} has an unknown size, no operand gives it")
    return shape


def sizes_of(operand: Array) -> tuple[int, ...]:
    """The elements of a 1-D shape operand; ValueError for a negative one."""
    sizes = tuple(int(size) for size in operand)
    if any(size < 0 for size in sizes):
        raise ValueError(f"the shape operand is {list(sizes)}, a size cannot be negative")
    return sizes
