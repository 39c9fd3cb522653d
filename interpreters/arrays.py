"""Values of a run: a tensor is a numpy array, `index` and iN are Python ints, i1 is a bool.

A bf16 tensor is held in float32, rounded to bf16 after every operation.
"""

import sys
from typing import Any, TypeAlias, cast

import numpy as np
import numpy.typing as npt
from xdsl.dialects.builtin import (
    BFloat16Type,
    ComplexType,
    ContainerType,
    DenseIntOrFPElementsAttr,
    Float16Type,
    Float32Type,
    Float64Type,
    IndexType,
    IntegerType,
    Signedness,
)
from xdsl.ir import Attribute

Array: TypeAlias = npt.NDArray[Any]
"""A numpy array of any element type: the element type is known at run time only."""

_FLOATS: dict[type[Attribute], str] = {
    Float16Type: "f2",
    BFloat16Type: "f4",
    Float32Type: "f4",
    Float64Type: "f8",
    IndexType: "i8",
}
_INTEGER_WIDTHS = (8, 16, 32, 64)


def dtype_of(element_type: Attribute) -> "np.dtype[Any]":
    """The numpy type of a tensor's elements; ValueError names an element type that has none."""
    if (code := _FLOATS.get(type(element_type))) is not None:
        return np.dtype(code)
    if isinstance(element_type, IntegerType):
        integer = cast("IntegerType", element_type)
        width, unsigned = integer.width.data, integer.signedness.data == Signedness.UNSIGNED
        if width == 1:
            return np.dtype(np.bool_)
        if width in _INTEGER_WIDTHS:
            return np.dtype(f"{'u' if unsigned else 'i'}{width // 8}")
    if isinstance(element_type, ComplexType):
        part = dtype_of(cast("ComplexType", element_type).element_type)
        if part.kind == "f":
            return np.dtype(f"c{2 * part.itemsize}")
    raise ValueError(f"elements of type {element_type} cannot be run")


def element_of(tensor_type: Attribute) -> Attribute:
    """The type of the elements of a tensor type."""
    assert isinstance(tensor_type, ContainerType)
    return cast("ContainerType[Attribute]", tensor_type).get_element_type()


def dense_array(attribute: Attribute) -> Array:
    """The array of a `dense<..>` attribute; read-only, it may share the attribute's bytes."""
    if not isinstance(attribute, DenseIntOrFPElementsAttr):
        raise ValueError(f"a constant {attribute.name} cannot be run, only dense<..> can")
    shape, element_type = attribute.get_shape(), element_of(cast("Attribute", attribute.type))
    data, dtype = attribute.data.data, dtype_of(element_type)
    if isinstance(element_type, BFloat16Type):
        halves = np.frombuffer(data, dtype="<u2").astype(np.uint32)
        return (halves << np.uint32(16)).view(np.float32).reshape(shape)
    if dtype == np.bool_:
        return (np.frombuffer(data, dtype=np.uint8) != 0).reshape(shape)
    array = np.frombuffer(data, dtype=dtype.newbyteorder("<"))
    return (array if sys.byteorder == "little" else array.astype(dtype)).reshape(shape)


def round_to_bf16(array: Array) -> Array:
    """The nearest bf16 values (ties to even) of a float32 array, as float32."""
    bits = np.ascontiguousarray(array, dtype=np.float32).view(np.uint32)
    rounded = (bits + (np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1)))) & np.uint32(
        0xFFFF0000
    )
    return np.where(np.isnan(array), np.float32(np.nan), rounded.view(np.float32)).reshape(
        np.shape(array)
    )
