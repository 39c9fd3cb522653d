"""Elementwise functions on arrays with the meaning that StableHLO and XLA give them.

They differ from numpy's where the specification does: integer division, shifts, powers, rounding,
conversion. Results have the element type of the operands unless said otherwise, and shapes
broadcast as in numpy, which is what the vectorised regions need.
"""

import math
from typing import Any

import numpy as np

from ..arrays import Array

_ERF = np.frompyfunc(math.erf, 1, 1)


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


def power(a: Array, b: Array) -> Array:
    """`a` to the `b`; integers wrap around, and a negative exponent leaves 0 unless `a` is 1 or -1."""
    if a.dtype.kind not in "iu":
        return np.power(a, b)
    if a.dtype.kind == "u":
        return np.power(a, b)
    result = np.power(a, np.where(b < 0, b.dtype.type(0), b))
    odd = (b & b.dtype.type(1)) == 1
    zero = a.dtype.type(0)
    of_negative = np.where(a == 1, a, np.where(a == -1, np.where(odd, a, -a), zero))
    return np.where(b < 0, of_negative, result)


def _bits(array: Array) -> int:
    return 8 * array.dtype.itemsize


def _unsigned(array: Array) -> Array:
    return np.asarray(array).astype(f"u{array.dtype.itemsize}")


def shift_left(a: Array, b: Array) -> Array:
    """Bits moved up; 0 where the amount, read as unsigned, is the width or more."""
    value, amount = _unsigned(a), _unsigned(b)
    return np.where(amount < _bits(a), value << (amount % _bits(a)), 0).astype(a.dtype)


def shift_right_logical(a: Array, b: Array) -> Array:
    """Bits moved down, zeros above; 0 where the amount, read as unsigned, is the width or more."""
    value, amount = _unsigned(a), _unsigned(b)
    return np.where(amount < _bits(a), value >> (amount % _bits(a)), 0).astype(a.dtype)


def shift_right_arithmetic(a: Array, b: Array) -> Array:
    """Bits moved down, sign bits above, however large the amount, read as unsigned."""
    amount = np.minimum(_unsigned(b), _bits(a) - 1).astype(f"i{a.dtype.itemsize}")
    return (np.asarray(a).astype(f"i{a.dtype.itemsize}") >> amount).astype(a.dtype)


def population_count(a: Array) -> Array:
    """The number of bits that are set."""
    if a.size == 0:
        return np.zeros_like(a)
    each = np.ascontiguousarray(a).reshape((*a.shape, 1)).view(np.uint8)
    return np.unpackbits(each, axis=-1).sum(axis=-1).astype(a.dtype).reshape(a.shape)


def count_leading_zeros(a: Array) -> Array:
    """The number of zero bits above the highest bit that is set."""
    smeared = _unsigned(a)
    shift = 1
    while shift < _bits(a):
        smeared = smeared | (smeared >> smeared.dtype.type(shift))
        shift *= 2
    return (_bits(a) - population_count(np.asarray(smeared)).astype(np.int64)).astype(a.dtype)


def sign(a: Array) -> Array:
    """-1, 0 or 1; NaN stays NaN and zero keeps its sign; `z / |z|` of complex numbers."""
    if a.dtype.kind == "c":
        length = np.abs(a)
        return np.where(length == 0, 0, a / np.where(length == 0, 1, length)).astype(a.dtype)
    if a.dtype.kind == "f":
        return np.where((a == 0) | np.isnan(a), a, np.copysign(a.dtype.type(1), a))
    return np.sign(a)


def round_half_away(a: Array) -> Array:
    """The nearest integer, ties away from zero."""
    whole = np.trunc(a)
    step = (np.abs(a - whole) >= 0.5).astype(a.dtype)
    return np.copysign(np.abs(whole) + step, a)


def logistic(a: Array) -> Array:
    """1 / (1 + exp(-a))."""
    one = a.dtype.type(1)
    return one / (one + np.exp(-a))


def reciprocal_sqrt(a: Array) -> Array:
    """1 / sqrt(a)."""
    return a.dtype.type(1) / np.sqrt(a)


def cube_root(a: Array) -> Array:
    """The real cube root; the principal one of complex numbers."""
    return np.power(a, 1 / 3).astype(a.dtype) if a.dtype.kind == "c" else np.cbrt(a)


def error_function(a: Array) -> Array:
    """erf, computed in float64."""
    return np.asarray(_ERF(a.astype(np.float64))).astype(a.dtype)


def clamp(low: Array, operand: Array, high: Array) -> Array:
    """`operand` within the bounds; NaN where any of the three is NaN."""
    return np.minimum(np.maximum(low, operand), high)


def total_order_key(a: Array) -> Array:
    """Integers in the total order of floats: -NaN < -inf < … < -0 < +0 < … < inf < NaN."""
    bits = np.ascontiguousarray(a).view(f"i{a.dtype.itemsize}").reshape(a.shape)
    return np.where(bits < 0, ~bits ^ np.iinfo(bits.dtype).min, bits)


def convert(a: Array, dtype: "np.dtype[Any]") -> Array:
    """The values as another element type.

    Integers wrap around; floats are truncated toward zero and saturate, NaN becoming 0; whatever is
    not zero becomes true; the imaginary part of a complex number is dropped for a real type.
    """
    if a.dtype == dtype:
        return a
    if dtype == np.bool_:
        return a != 0
    if a.dtype.kind == "c" and dtype.kind != "c":
        a = np.real(a)
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

    The rounding is to the nearest, ties to even; values below the normal range become zero.
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
    return np.where(np.isfinite(wide), rounded, wide).astype(a.dtype)
