"""`arith` on Python ints, bools and floats, and elementwise on tensors of them.

Integers wrap around at their width; `index` has 64 bits.
"""

import math
from collections.abc import Callable
from typing import Any, cast

import numpy as np
from xdsl.dialects import arith
from xdsl.dialects.builtin import Float64Type, FloatAttr, IntegerAttr, IntegerType, TensorType
from xdsl.ir import Attribute, Operation

from ..dialects.foreign import arith_tensors
from .arrays import Array, dense_array, dtype_of, element_of
from .kernels import KernelRow, OpT, scalar_op, table

Scalar = int | float
_INDEX_WIDTH = 64


def wrap(value: int, type_: Attribute) -> int:
    """`value` in the range of the signed integer type `type_`; a bool for i1."""
    width = width_of(type_)
    if width == 1:
        return bool(value & 1)
    half = 1 << (width - 1)
    return ((value + half) & ((1 << width) - 1)) - half


def width_of(type_: Attribute) -> int:
    """The number of bits of an integer or `index` type."""
    is_integer = isinstance(type_, IntegerType)
    return cast("IntegerType", type_).width.data if is_integer else _INDEX_WIDTH


def _unsigned(value: int, width: int) -> int:
    return value & ((1 << width) - 1)


def _signed(value: int, width: int) -> int:
    return -int(value) if width == 1 else value


def _elementwise(op_type: type[OpT], run: Callable[..., Any]) -> KernelRow:
    """A row for `run(result type, operand type, *operands)` on scalars, mapped over tensors."""

    def kernel(op: Operation, *args: Any) -> Any:
        result, operand = op.results[0].type, op.operands[0].type
        if not isinstance(result, TensorType):
            return run(result, operand, *args)
        element, of = element_of(op.results[0].type), element_of(operand)

        def on_elements(*scalars: Any) -> Any:
            return run(element, of, *scalars)

        mapped = np.frompyfunc(on_elements, len(args), 1)
        return np.asarray(mapped(*(arg.astype(object) for arg in args)), dtype=dtype_of(element))

    return scalar_op(op_type, kernel)


def _cast(op_type: type[OpT], run: Callable[[Attribute, Attribute, Any], int | float]) -> KernelRow:
    """A row for an operation on one value: `run(result type, operand type, value)`."""
    return _elementwise(op_type, run)


def _integer(op_type: type[OpT], run: Callable[[int, int], int]) -> KernelRow:
    """A row for a binary operation on signed values."""

    def on_scalars(type_: Attribute, _of: Attribute, a: int, b: int) -> int:
        width = width_of(type_)
        return wrap(run(_signed(a, width), _signed(b, width)), type_)

    return _elementwise(op_type, on_scalars)


def _unsigned_integer(op_type: type[OpT], run: Callable[[int, int], int]) -> KernelRow:
    """A row for a binary operation on unsigned values."""

    def on_scalars(type_: Attribute, _of: Attribute, a: int, b: int) -> int:
        width = width_of(type_)
        return wrap(run(_unsigned(a, width), _unsigned(b, width)), type_)

    return _elementwise(op_type, on_scalars)


def _float(op_type: type[OpT], run: Callable[[float, float], float]) -> KernelRow:
    """A row for a binary operation whose float result is rounded to its type."""

    def on_scalars(type_: Attribute, _of: Attribute, a: float, b: float) -> float:
        return _rounded(run(a, b), type_)

    return _elementwise(op_type, on_scalars)


def _rounded(value: float, type_: Attribute) -> float:
    return value if isinstance(type_, Float64Type) else float(dtype_of(type_).type(value))


def divide_to_zero(a: int, b: int) -> int:
    """The quotient rounded toward zero; ZeroDivisionError for `b == 0`."""
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def _shift_left(a: int, b: int) -> int:
    return a << min(b, 128)


def _float_quotient(a: float, b: float) -> float:
    return float(np.float64(a) / np.float64(b))


def _float_max(a: float, b: float) -> float:
    return float(np.maximum(a, b))


def _float_min(a: float, b: float) -> float:
    return float(np.minimum(a, b))


_ORDERS: tuple[Callable[[Any, Any], bool], ...] = (
    lambda a, b: a == b,
    lambda a, b: a != b,
    lambda a, b: a < b,
    lambda a, b: a <= b,
    lambda a, b: a > b,
    lambda a, b: a >= b,
)


def _compare_integers(predicate: int, of: Attribute, a: int, b: int) -> bool:
    width = width_of(of)
    if predicate < 6:
        return _ORDERS[predicate](_signed(a, width), _signed(b, width))
    return _ORDERS[predicate - 4](_unsigned(a, width), _unsigned(b, width))


# cmpf: eq, gt, ge, lt, le, ne, both ordered and unordered.
_FLOAT_ORDERS = tuple(_ORDERS[index] for index in (0, 4, 5, 2, 3, 1))


def _compare_floats(predicate: int, a: float, b: float) -> bool:
    if predicate in (0, 15):
        return predicate == 15
    unordered = math.isnan(a) or math.isnan(b)
    if predicate in (7, 14):
        return unordered == (predicate == 14)
    if unordered:
        return predicate > 7
    return _FLOAT_ORDERS[(predicate - 1) % 7](a, b)


def _cmpi(op: arith.CmpiOp, a: int, b: int) -> bool:
    return _compare_integers(op.predicate.value.data, op.lhs.type, a, b)


def _cmpf(op: arith.CmpfOp, a: float, b: float) -> bool:
    return _compare_floats(op.predicate.value.data, a, b)


def _constant(op: arith.ConstantOp) -> Scalar | Array:
    value = op.value
    if isinstance(value, IntegerAttr):
        return wrap(value.value.data, value.type)
    return value.value.data if isinstance(value, FloatAttr) else dense_array(value)


def _select(_op: arith.SelectOp, condition: bool, if_true: object, if_false: object) -> object:
    return if_true if condition else if_false


def _resized(type_: Attribute, of: Attribute, value: int) -> int:
    return wrap(_signed(value, width_of(of)), type_)


def _resized_unsigned(type_: Attribute, of: Attribute, value: int) -> int:
    return wrap(_unsigned(value, width_of(of)), type_)


def _to_integer(type_: Attribute, _of: Attribute, value: float) -> int:
    low, high = -(1 << (width_of(type_) - 1)), (1 << (width_of(type_) - 1)) - 1
    if math.isnan(value):
        return 0
    return int(min(max(value, low), high))


ARITH_KERNELS = table(
    scalar_op(arith.ConstantOp, _constant),
    scalar_op(arith.CmpiOp, _cmpi),
    scalar_op(arith.CmpfOp, _cmpf),
    scalar_op(arith.SelectOp, _select),
    _integer(arith.AddiOp, lambda a, b: a + b),
    _integer(arith.SubiOp, lambda a, b: a - b),
    _integer(arith.MuliOp, lambda a, b: a * b),
    _integer(arith.DivSIOp, divide_to_zero),
    _integer(arith.FloorDivSIOp, lambda a, b: a // b),
    _integer(arith.CeilDivSIOp, lambda a, b: -(-a // b)),
    _integer(arith.RemSIOp, lambda a, b: a - b * divide_to_zero(a, b)),
    _integer(arith.MinSIOp, min),
    _integer(arith.MaxSIOp, max),
    _integer(arith.AndIOp, lambda a, b: a & b),
    _integer(arith.OrIOp, lambda a, b: a | b),
    _integer(arith.XOrIOp, lambda a, b: a ^ b),
    _unsigned_integer(arith.DivUIOp, lambda a, b: a // b),
    _unsigned_integer(arith.CeilDivUIOp, lambda a, b: -(-a // b)),
    _unsigned_integer(arith.RemUIOp, lambda a, b: a % b),
    _unsigned_integer(arith.MinUIOp, min),
    _unsigned_integer(arith.MaxUIOp, max),
    _unsigned_integer(arith.ShLIOp, _shift_left),
    _unsigned_integer(arith.ShRUIOp, lambda a, b: a >> b),
    _integer(arith.ShRSIOp, lambda a, b: a >> b),
    *(
        _cast(op, _resized)
        for of in (arith, arith_tensors)
        for op in (of.IndexCastOp, of.ExtSIOp, of.TruncIOp)
    ),
    *(
        _cast(op, _resized_unsigned)
        for op in (arith.ExtUIOp, arith_tensors.ExtUIOp, arith_tensors.IndexCastUIOp)
    ),
    _cast(arith.SIToFPOp, lambda type_, of, a: _rounded(float(_signed(a, width_of(of))), type_)),
    _cast(arith.UIToFPOp, lambda type_, of, a: _rounded(float(_unsigned(a, width_of(of))), type_)),
    _cast(arith.FPToSIOp, _to_integer),
    _float(arith.AddfOp, lambda a, b: a + b),
    _float(arith.SubfOp, lambda a, b: a - b),
    _float(arith.MulfOp, lambda a, b: a * b),
    _float(arith.DivfOp, _float_quotient),
    _cast(arith.NegfOp, lambda _type, _of, a: -a),
    _float(arith.MaximumfOp, _float_max),
    _float(arith.MinimumfOp, _float_min),
    _float(arith.MaxnumfOp, lambda a, b: float(np.fmax(a, b))),
    _float(arith.MinnumfOp, lambda a, b: float(np.fmin(a, b))),
    _cast(arith.ExtFOp, lambda type_, _of, a: _rounded(a, type_)),
    _cast(arith.TruncFOp, lambda type_, _of, a: _rounded(a, type_)),
)
