"""Conversions between element types, and to fewer bits of precision."""

from typing import Any

import numpy as np
from xdsl.dialects.builtin import BFloat16Type
from xdsl.ir import Operation

from ...dialects import mhlo
from ..arrays import Array, element_of
from ..kernels import table, tensor_op
from .elementwise import ArrayFunctions, elementwise_table
from .result_types import element_dtype, static_shape


def converted(a: Array, dtype: "np.dtype[Any]") -> Array:
    """The values as another element type.

    Integers wrap around; floats are truncated toward zero and saturate, NaN becoming 0; whatever is
    not zero becomes true; the imaginary part of a complex number is dropped for all other types.
    """
    if a.dtype == dtype:
        return a
    if a.dtype.kind == "c" and dtype.kind != "c":
        a = np.real(a)
    if dtype == np.bool_:
        return a != 0
    if a.dtype.kind == "f" and dtype.kind in "iu":
        return _saturate(a, dtype)
    return a.astype(dtype)


def _saturate(a: Array, dtype: "np.dtype[Any]") -> Array:
    limits = np.iinfo(dtype)
    wide = a.astype(np.float64)
    above, below = wide >= float(limits.max), wide <= float(limits.min)
    inside = np.where(above | below | np.isnan(wide), 0.0, wide)
    result = np.where(above, dtype.type(limits.max), np.trunc(inside).astype(dtype))
    return np.where(below, dtype.type(limits.min), result)


def reduce_precision(a: Array, exponent_bits: int, mantissa_bits: int) -> Array:
    """`a` rounded to a float format with fewer bits, to infinity where its exponent does not fit.

    The rounding is to the nearest, ties to even; values below the normal range become zero, and
    NaN, which needs a bit of the mantissa, infinity without one.
    """
    wide = a.astype(np.float64)
    fraction, exponent = np.frexp(wide)
    scale = 2.0 ** (mantissa_bits + 1)
    rounded = np.ldexp(np.rint(fraction * scale) / scale, exponent)
    bias = 2 ** (exponent_bits - 1) - 1
    _, new_exponent = np.frexp(rounded)
    too_large, too_small = new_exponent - 1 > bias, new_exponent - 1 < 1 - bias
    rounded = np.where(too_large, np.copysign(np.inf, wide), rounded)
    rounded = np.where(too_small, np.copysign(0.0, wide), rounded)
    others = wide if mantissa_bits else np.copysign(np.inf, wide)
    return np.where(np.isfinite(wide), rounded, others).astype(a.dtype)


def _convert(op: mhlo.ConvertOp, operand: Array) -> Array:
    return converted(operand, element_dtype(op.results[0].type))


def _reduce_precision(op: mhlo.ReducePrecisionOp, operand: Array) -> Array:
    exponent, mantissa = op.exponent_bits.value.data, op.mantissa_bits.value.data
    return reduce_precision(operand, exponent, mantissa)


FUNCTIONS: ArrayFunctions = {
    mhlo.ConvertOp: _convert,
    mhlo.ReducePrecisionOp: _reduce_precision,
}


def _bitcast_convert(op: mhlo.BitcastConvertOp, operand: Array) -> Array:
    """The same bits as other elements: a narrower type adds a last dimension, a wider one drops
    it."""
    dense = _bits_of(op, operand)
    dtype = _bits_dtype(op)
    old, new = dense.dtype.itemsize, dtype.itemsize
    if (dense.dtype == np.bool_) != (dtype == np.bool_):
        found = (
            _bits_as_numbers(dense, dtype) if dense.dtype == np.bool_ else _numbers_as_bits(dense)
        )
    elif old == new:
        found = dense.view(dtype).reshape(operand.shape)
    elif old > new:
        found = dense.reshape(*operand.shape, 1).view(dtype).reshape(*operand.shape, old // new)
    else:
        found = dense.view(dtype).reshape(operand.shape[:-1])
    return _as_elements(op, found)


def _bits_as_numbers(bits: Array, dtype: "np.dtype[Any]") -> Array:
    """The numbers whose bits, the lowest first, are the last dimension of `bits`."""
    packed = np.packbits(bits, axis=-1, bitorder="little")
    return np.ascontiguousarray(packed).view(dtype).reshape(bits.shape[:-1])


def _numbers_as_bits(numbers: Array) -> Array:
    """The bits of `numbers`, the lowest first, as a last dimension."""
    octets = numbers.reshape(*numbers.shape, 1).view(np.uint8)
    return np.unpackbits(octets, axis=-1, bitorder="little").astype(np.bool_)


def _bitcast(op: mhlo.BitcastOp, operand: Array) -> Array:
    """The same bytes, in row-major order, as elements and in the shape of the result type."""
    found = _bits_of(op, operand).ravel().view(_bits_dtype(op))
    return _as_elements(op, found.reshape(static_shape(op.results[0].type)))


def _bits_of(op: Operation, operand: Array) -> Array:
    """The elements of the operand with their bits next to each other; bf16 as integers."""
    dense = np.ascontiguousarray(operand).reshape(operand.shape)
    if isinstance(element_of(op.operands[0].type), BFloat16Type):
        return (dense.view(np.uint32) >> np.uint32(16)).astype(np.uint16).reshape(operand.shape)
    return dense


def _bits_dtype(op: Operation) -> "np.dtype[Any]":
    """The numpy type of the result's bits; bf16 as integers."""
    type_ = op.results[0].type
    is_bf16 = isinstance(element_of(type_), BFloat16Type)
    return np.dtype(np.uint16) if is_bf16 else element_dtype(type_)


def _as_elements(op: Operation, bits: Array) -> Array:
    """`bits` as elements of the result, bf16 in float32."""
    if not isinstance(element_of(op.results[0].type), BFloat16Type):
        return bits
    return (bits.astype(np.uint32) << np.uint32(16)).view(np.float32).reshape(bits.shape)


KERNELS = table(
    elementwise_table(FUNCTIONS),
    tensor_op(mhlo.BitcastConvertOp, _bitcast_convert),
    tensor_op(mhlo.BitcastOp, _bitcast),
)
