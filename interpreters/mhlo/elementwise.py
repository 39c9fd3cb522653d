"""The elementwise operations of mhlo, each as a function of the operation and its operands."""

from collections.abc import Callable, Mapping
from typing import Any, Concatenate, TypeAlias

import numpy as np
from xdsl.ir import Attribute, Operation

from ...dialects import mhlo
from ..arrays import Array, dense_array, dtype_of, element_of
from ..kernels import table, tensor_op
from . import arithmetic

Elementwise: TypeAlias = Callable[Concatenate[Any, ...], Array]

_FUNCTIONS: dict[type[Operation], Callable[..., Array]] = {
    mhlo.AbsOp: np.abs,
    mhlo.AddOp: np.add,
    mhlo.AndOp: np.bitwise_and,
    mhlo.Atan2Op: np.arctan2,
    mhlo.CbrtOp: arithmetic.cube_root,
    mhlo.CeilOp: np.ceil,
    mhlo.ClampOp: arithmetic.clamp,
    mhlo.CosineOp: np.cos,
    mhlo.CountLeadingZerosOp: arithmetic.count_leading_zeros,
    mhlo.DivideOp: arithmetic.divide,
    mhlo.ErfOp: arithmetic.error_function,
    mhlo.ExponentialMinusOneOp: np.expm1,
    mhlo.ExponentialOp: np.exp,
    mhlo.FloorOp: np.floor,
    mhlo.ImagOp: np.imag,
    mhlo.IsFiniteOp: np.isfinite,
    mhlo.LogOp: np.log,
    mhlo.LogPlusOneOp: np.log1p,
    mhlo.LogisticOp: arithmetic.logistic,
    mhlo.MaximumOp: np.maximum,
    mhlo.MinimumOp: np.minimum,
    mhlo.MultiplyOp: np.multiply,
    mhlo.NegateOp: np.negative,
    mhlo.NotOp: np.invert,
    mhlo.OrOp: np.bitwise_or,
    mhlo.PopcntOp: arithmetic.population_count,
    mhlo.PowerOp: arithmetic.power,
    mhlo.RealOp: np.real,
    mhlo.RemainderOp: arithmetic.remainder,
    mhlo.RoundNearestAfzOp: arithmetic.round_half_away,
    mhlo.RoundNearestEvenOp: np.rint,
    mhlo.RsqrtOp: arithmetic.reciprocal_sqrt,
    mhlo.SelectOp: np.where,
    mhlo.ShiftLeftOp: arithmetic.shift_left,
    mhlo.ShiftRightArithmeticOp: arithmetic.shift_right_arithmetic,
    mhlo.ShiftRightLogicalOp: arithmetic.shift_right_logical,
    mhlo.SignOp: arithmetic.sign,
    mhlo.SineOp: np.sin,
    mhlo.SqrtOp: np.sqrt,
    mhlo.SubtractOp: arithmetic.subtract,
    mhlo.TanOp: np.tan,
    mhlo.TanhOp: np.tanh,
    mhlo.XorOp: np.bitwise_xor,
}

_ORDERS: dict[str, Callable[[Any, Any], Array]] = {
    "EQ": np.equal,
    "NE": np.not_equal,
    "LT": np.less,
    "LE": np.less_equal,
    "GT": np.greater,
    "GE": np.greater_equal,
}


def direction_of(op: mhlo.CompareOp) -> str:
    """The comparison that `op` makes: `LT`, `EQ`, …"""
    return op.comparison_direction.data.value


def is_total_order(op: mhlo.CompareOp) -> bool:
    """Whether floats are compared in the total order, where NaN has its place too."""
    return op.compare_type is not None and op.compare_type.data.value == "TOTALORDER"


def _compare(op: mhlo.CompareOp, lhs: Array, rhs: Array) -> Array:
    if is_total_order(op) and lhs.dtype.kind == "f":
        lhs, rhs = arithmetic.total_order_key(lhs), arithmetic.total_order_key(rhs)
    return _ORDERS[direction_of(op)](lhs, rhs)


def _element_dtype(type_: Attribute) -> "np.dtype[Any]":
    return dtype_of(element_of(type_))


def _convert(op: mhlo.ConvertOp, operand: Array) -> Array:
    return arithmetic.convert(operand, _element_dtype(op.results[0].type))


def _complex(op: mhlo.ComplexOp, real: Array, imaginary: Array) -> Array:
    result = np.empty(np.broadcast(real, imaginary).shape, _element_dtype(op.results[0].type))
    result.real, result.imag = real, imaginary
    return result


def _reduce_precision(op: mhlo.ReducePrecisionOp, operand: Array) -> Array:
    exponent, mantissa = op.exponent_bits.value.data, op.mantissa_bits.value.data
    return arithmetic.reduce_precision(operand, exponent, mantissa)


def _constant(op: mhlo.ConstantOp) -> Array:
    return dense_array(op.value)


def _on_operands(function: Callable[..., Array]) -> Elementwise:
    def run(_op: Operation, *operands: Array) -> Array:
        return function(*operands)

    return run


ELEMENTWISE: Mapping[type[Operation], Elementwise] = {
    **{op_type: _on_operands(function) for op_type, function in _FUNCTIONS.items()},
    mhlo.CompareOp: _compare,
    mhlo.ComplexOp: _complex,
    mhlo.ConstantOp: _constant,
    mhlo.ConvertOp: _convert,
    mhlo.ReducePrecisionOp: _reduce_precision,
}
"""What runs on one element in the same way as on an array of any shape."""


ELEMENTWISE_KERNELS = table(*(tensor_op(op_type, run) for op_type, run in ELEMENTWISE.items()))
