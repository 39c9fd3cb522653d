"""Element types of ONNX and of the IR, and arrays as constants."""

from __future__ import annotations

from typing import Any, Final, cast

import numpy as np
from xdsl.dialects.builtin import (
    AnyFloat,
    BFloat16Type,
    BytesAttr,
    ComplexType,
    DenseIntOrFPElementsAttr,
    IntegerType,
    Signedness,
    TensorType,
    bf16,
    f16,
    f32,
    f64,
    i1,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.ir import Attribute

from ...dialects.types import is_integer
from .nodes import NodeRefused
from .protobuf import Array, StoredTensor, data_type_name


def _unsigned(width: int) -> IntegerType:
    return IntegerType(width, Signedness.UNSIGNED)


ELEMENTS: Final[dict[str, Attribute]] = {
    "float": f32,
    "double": f64,
    "float16": f16,
    "bfloat16": bf16,
    "int8": i8,
    "int16": i16,
    "int32": i32,
    "int64": i64,
    "uint8": _unsigned(8),
    "uint16": _unsigned(16),
    "uint32": _unsigned(32),
    "uint64": _unsigned(64),
    "bool": i1,
    "complex64": ComplexType(f32),
    "complex128": ComplexType(f64),
}
"""By ONNX's name."""

NAMES: Final = {element: name for name, element in ELEMENTS.items()}


def element_named(name: str) -> Attribute:
    """The element type that ONNX calls `name`. Raises NodeRefused where there is none."""
    if name not in ELEMENTS:
        raise NodeRefused(f"elements of type {name} are not supported")
    return ELEMENTS[name]


def element_numbered(number: int) -> Attribute:
    """The element type of a number of `TensorProto.DataType`."""
    return element_named(data_type_name(number))


def dtype_of_element(element: Attribute) -> np.dtype[Any]:
    """The numpy type that holds elements of the type; float32 for bf16."""
    if is_integer(element):
        width, sign = element.width.data, element.signedness.data
        if width == 1:
            return np.dtype(np.bool_)
        return np.dtype(f"{'u' if sign == Signedness.UNSIGNED else 'i'}{width // 8}")
    if isinstance(element, ComplexType):
        part: Attribute = cast("Any", element).element_type
        return np.dtype(f"c{2 * dtype_of_element(part).itemsize}")
    if isinstance(element, BFloat16Type):
        return np.dtype(np.float32)
    assert isinstance(element, AnyFloat)
    return np.dtype(f"f{element.bitwidth // 8}")


def constant_of(array: Array, element: Attribute) -> DenseIntOrFPElementsAttr:
    """`array` as `dense<..>`; its dtype is that of `element`, or another from which to convert."""
    if isinstance(element, BFloat16Type) and array.dtype.itemsize == 2 and array.dtype.kind == "V":
        array = array.astype(np.float32)
    exact = np.ascontiguousarray(array, dtype_of_element(element)).reshape(array.shape)
    if isinstance(element, BFloat16Type):
        exact = bf16_bits(exact)
    data = _bytes_of(exact.astype(exact.dtype.newbyteorder("<"), copy=False))
    type = TensorType(element, list(exact.shape))
    return DenseIntOrFPElementsAttr(cast("Any", type), BytesAttr(data))


def _bytes_of(array: Array) -> bytes:
    """Its elements, without a copy where it is a view of bytes: weights may be large."""
    base: Any = array
    while isinstance(base, np.ndarray):
        base = cast("Any", base).base
    if isinstance(base, bytes) and len(base) == array.nbytes and array.flags.c_contiguous:
        return base
    return array.tobytes()


def bf16_bits(array: Array) -> Array:
    """The upper halves of float32 numbers, rounded to the nearest, ties to even."""
    bits = np.ascontiguousarray(array, np.float32).view(np.uint32)
    rounded = (bits + np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1))) >> np.uint32(16)
    quiet = (bits >> np.uint32(16)) | np.uint32(0x40)
    return np.where(np.isnan(array), quiet, rounded).astype(np.uint16).reshape(array.shape)


def stored_array(stored: StoredTensor) -> tuple[Array, Attribute]:
    """The array of a stored tensor, bf16 as float32, and its element type."""
    element = element_named(stored.element)
    array = stored.array
    if isinstance(element, BFloat16Type) and array.dtype != np.dtype(np.float32):
        array = array.astype(np.float32)
    return array, element
