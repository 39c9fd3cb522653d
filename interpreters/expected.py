"""What a type promises of the arrays that carry it, in a form that is cheap to check."""

from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from xdsl.dialects.builtin import BFloat16Type, TensorType, UnrankedTensorType
from xdsl.ir import Attribute

from ..dialects.sdim import encoding_of
from .arrays import Array, dtype_of


@dataclass(frozen=True, slots=True)
class Expected:
    """The promise of one tensor type; `rank` is None for an unranked tensor."""

    type: Attribute
    dtype: "np.dtype[Any]"
    rank: int | None
    static: tuple[tuple[int, int], ...]
    symbols: tuple[tuple[int, str], ...]
    is_bf16: bool

    def fault(self, array: Array) -> str | None:
        """What is wrong with `array` apart from symbols, as text; None when nothing is."""
        if array.dtype != self.dtype:
            return f"elements of type {array.dtype}, {self.type} needs {self.dtype}"
        if self.rank is not None and array.ndim != self.rank:
            return f"rank {array.ndim}, {self.type} needs {self.rank}"
        for axis, size in self.static:
            if array.shape[axis] != size:
                return f"size {array.shape[axis]} in dimension {axis}, {self.type} needs {size}"
        return None


def expected_of(type_: Attribute) -> Expected | None:
    """What `type_` promises; None when it is not a tensor type.

    ValueError when its elements cannot be run.
    """
    if not isinstance(type_, TensorType | UnrankedTensorType):
        return None
    type_ = cast("TensorType[Attribute] | UnrankedTensorType[Attribute]", type_)
    is_bf16, dtype = isinstance(type_.element_type, BFloat16Type), dtype_of(type_.element_type)
    if isinstance(type_, UnrankedTensorType):
        return Expected(type_, dtype, None, (), (), is_bf16)
    shape = type_.get_shape()
    static = tuple((axis, size) for axis, size in enumerate(shape) if size >= 0)
    entries = encoding_of(type_) or ()
    symbols = tuple((axis, name) for axis, name in enumerate(entries) if isinstance(name, str))
    return Expected(type_, dtype, len(shape), static, symbols, is_bf16)
