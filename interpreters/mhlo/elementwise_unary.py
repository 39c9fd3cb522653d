"""Elementwise operations of one operand, with the meaning of StableHLO where numpy's differs."""

import math

import numpy as np

from ...dialects import mhlo
from ..arrays import Array
from .bits import as_unsigned, width_of
from .elementwise import ArrayFunctions, elementwise_table, on_operands

_ERF = np.frompyfunc(math.erf, 1, 1)


def population_count(a: Array) -> Array:
    """The number of bits that are set."""
    if a.size == 0:
        return np.zeros_like(a)
    each = np.ascontiguousarray(a).reshape((*a.shape, 1)).view(np.uint8)
    return np.unpackbits(each, axis=-1).sum(axis=-1).astype(a.dtype).reshape(a.shape)


def count_leading_zeros(a: Array) -> Array:
    """The number of zero bits above the highest bit that is set."""
    smeared = as_unsigned(a)
    shift = 1
    while shift < width_of(a):
        smeared = smeared | (smeared >> smeared.dtype.type(shift))
        shift *= 2
    return (width_of(a) - population_count(np.asarray(smeared)).astype(np.int64)).astype(a.dtype)


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


FUNCTIONS: ArrayFunctions = on_operands(
    {
        mhlo.AbsOp: np.abs,
        mhlo.CbrtOp: cube_root,
        mhlo.CeilOp: np.ceil,
        mhlo.CosineOp: np.cos,
        mhlo.CountLeadingZerosOp: count_leading_zeros,
        mhlo.ErfOp: error_function,
        mhlo.ExponentialMinusOneOp: np.expm1,
        mhlo.ExponentialOp: np.exp,
        mhlo.FloorOp: np.floor,
        mhlo.ImagOp: np.imag,
        mhlo.IsFiniteOp: np.isfinite,
        mhlo.LogOp: np.log,
        mhlo.LogPlusOneOp: np.log1p,
        mhlo.LogisticOp: logistic,
        mhlo.NegateOp: np.negative,
        mhlo.NotOp: np.invert,
        mhlo.PopcntOp: population_count,
        mhlo.RealOp: np.real,
        mhlo.RoundNearestAfzOp: round_half_away,
        mhlo.RoundNearestEvenOp: np.rint,
        mhlo.RsqrtOp: reciprocal_sqrt,
        mhlo.SignOp: sign,
        mhlo.SineOp: np.sin,
        mhlo.SqrtOp: np.sqrt,
        mhlo.TanOp: np.tan,
        mhlo.TanhOp: np.tanh,
    }
)


KERNELS = elementwise_table(FUNCTIONS)
