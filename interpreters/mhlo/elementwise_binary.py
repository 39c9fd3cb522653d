"""Elementwise operations of two operands, with the meaning of StableHLO where numpy's differs.

They differ in integer division, shifts and powers. Results have the element type of the operands,
and shapes broadcast as in numpy, which is what the vectorised regions need.
"""

import numpy as np

from ...dialects import mhlo
from ..arrays import Array
from .bits import as_unsigned, width_of
from .elementwise import ArrayFunctions, elementwise_table, on_operands
from .result_types import element_dtype


def subtract(a: Array, b: Array) -> Array:
    """The difference; exclusive or of bools."""
    return np.logical_xor(a, b) if a.dtype == np.bool_ else np.subtract(a, b)


def divide(a: Array, b: Array) -> Array:
    """The quotient; of integers rounded toward zero, with all bits set where `b` is 0."""
    if a.dtype.kind not in "iu":
        return np.divide(a, b)
    divisor = np.where(b == 0, b.dtype.type(1), b)
    if a.dtype.kind == "u":
        return np.where(b == 0, ~a.dtype.type(0), a // divisor)
    quotient: Array = a // divisor
    inexact = quotient * divisor != a
    quotient = quotient + (inexact & ((a < 0) != (divisor < 0))).astype(a.dtype)
    return np.where(b == 0, a.dtype.type(-1), quotient)


def remainder(a: Array, b: Array) -> Array:
    """What is left of the division, with the sign of `a`; `a` itself where an integer `b` is 0."""
    if a.dtype.kind not in "iu":
        return np.asarray(np.fmod(a, b))
    safe = (b == 0) | (b == -1) if a.dtype.kind == "i" else b == 0
    result = np.fmod(a, np.where(safe, b.dtype.type(1), b))
    return np.where(b == 0, a, result)


def arctan2(y: Array, x: Array) -> Array:
    """The angle of the point `(x, y)`; of complex numbers `-i log((x + i y) / sqrt(x² + y²))`."""
    if x.dtype.kind != "c":
        return np.arctan2(y, x)
    return (-1j * np.log((x + 1j * y) / np.sqrt(x * x + y * y))).astype(x.dtype)


def power(a: Array, b: Array) -> Array:
    """`a` to the `b`; integers wrap around, and a negative exponent leaves 0 unless `a` is 1 or
    -1."""
    if a.dtype.kind not in "iu":
        return np.power(a, b)
    if a.dtype.kind == "u":
        return np.power(a, b)
    result = np.power(a, np.where(b < 0, b.dtype.type(0), b))
    odd = (b & b.dtype.type(1)) == 1
    zero = a.dtype.type(0)
    of_negative = np.where(a == 1, a, np.where(a == -1, np.where(odd, a, -a), zero))
    return np.where(b < 0, of_negative, result)


def shift_left(a: Array, b: Array) -> Array:
    """Bits moved up; 0 where the amount, read as unsigned, is the width or more."""
    value, amount = as_unsigned(a), as_unsigned(b)
    return np.where(amount < width_of(a), value << (amount % width_of(a)), 0).astype(a.dtype)


def shift_right_logical(a: Array, b: Array) -> Array:
    """Bits moved down, zeros above; 0 where the amount, read as unsigned, is the width or more."""
    value, amount = as_unsigned(a), as_unsigned(b)
    return np.where(amount < width_of(a), value >> (amount % width_of(a)), 0).astype(a.dtype)


def shift_right_arithmetic(a: Array, b: Array) -> Array:
    """Bits moved down, sign bits above, however large the amount, read as unsigned."""
    amount = np.minimum(as_unsigned(b), width_of(a) - 1).astype(f"i{a.dtype.itemsize}")
    return (np.asarray(a).astype(f"i{a.dtype.itemsize}") >> amount).astype(a.dtype)


def _complex(op: mhlo.ComplexOp, real: Array, imaginary: Array) -> Array:
    result = np.empty(np.broadcast(real, imaginary).shape, element_dtype(op.results[0].type))
    result.real, result.imag = real, imaginary
    return result


FUNCTIONS: ArrayFunctions = {
    **on_operands(
        {
            mhlo.AddOp: np.add,
            mhlo.AndOp: np.bitwise_and,
            mhlo.Atan2Op: arctan2,
            mhlo.DivideOp: divide,
            mhlo.MaximumOp: np.maximum,
            mhlo.MinimumOp: np.minimum,
            mhlo.MultiplyOp: np.multiply,
            mhlo.OrOp: np.bitwise_or,
            mhlo.PowerOp: power,
            mhlo.RemainderOp: remainder,
            mhlo.ShiftLeftOp: shift_left,
            mhlo.ShiftRightArithmeticOp: shift_right_arithmetic,
            mhlo.ShiftRightLogicalOp: shift_right_logical,
            mhlo.SubtractOp: subtract,
            mhlo.XorOp: np.bitwise_xor,
        }
    ),
    mhlo.ComplexOp: _complex,
}


KERNELS = elementwise_table(FUNCTIONS)
