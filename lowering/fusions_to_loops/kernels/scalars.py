"""What elementwise mhlo ops are on one element, in `arith` and `math`.

The meaning is that of `interpreters/mhlo`, integer division and conversion included. Elements are
those of `elements.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import AnyFloat, Float16Type, IntegerAttr, IntegerType, f32, f64, i1
from xdsl.ir import Operation, SSAValue

from ....dialects import mhlo
from ....dialects.types import bit_width, element_type_of, is_integer, is_unsigned
from ..builder import INDEX, NO_FAST_MATH, LoopBuilder
from ..conversions import converted
from ..elements import (
    Scalars,
    compare_floats,
    float_op,
    have_same_bits,
    is_float_value,
    is_native,
    narrow_unsigned,
    total_order_key,
)
from ..separate_rounding import round_separately
from .bits import Emit, counted, depends_on_sign, leading_zeros, shift, shift_right
from .remainders import remainder_of_floats


def _binary(
    of_floats: type[Operation] | None, of_integers: type[Operation], of_bools: type[Operation]
) -> Emit:
    def emit(builder: LoopBuilder, _op: Operation, args: Scalars) -> SSAValue:
        if is_float_value(args[0]):
            assert of_floats is not None
            return float_op(builder, of_floats, args)
        kind = of_bools if args[0].type == i1 else of_integers
        return builder.pure(kind, args, args[0].type)

    return emit


def _divide(builder: LoopBuilder, _op: Operation, args: Scalars) -> SSAValue:
    """Of integers: all bits set for a divisor of 0; the least number over -1 wraps around."""
    a, b = args
    if is_float_value(a):
        return float_op(builder, arith.DivfOp, args)
    zero, one, ones = (builder.constant(value, a.type) for value in (0, 1, -1))
    is_zero, is_minus = builder.compare("eq", b, zero), builder.compare("eq", b, ones)
    safe = builder.select(builder.either(is_zero, is_minus), one, b)
    quotient = builder.pure(arith.DivSIOp, (a, safe), a.type)
    negated = builder.pure(arith.SubiOp, (zero, a), a.type)
    return builder.select(is_zero, ones, builder.select(is_minus, negated, quotient))


def _remainder(builder: LoopBuilder, _op: Operation, args: Scalars) -> SSAValue:
    """Of integers: `a` where the divisor is 0."""
    a, b = args
    if is_float_value(a):
        return remainder_of_floats(builder, a, b)
    zero, one, ones = (builder.constant(value, a.type) for value in (0, 1, -1))
    is_zero, is_minus = builder.compare("eq", b, zero), builder.compare("eq", b, ones)
    safe = builder.select(builder.either(is_zero, is_minus), one, b)
    rest = builder.pure(arith.RemSIOp, (a, safe), a.type)
    return builder.select(is_zero, a, rest)


def _power(builder: LoopBuilder, op: Operation, args: Scalars) -> SSAValue:
    """A small constant exponent is multiplied out."""
    base, exponent = args
    owner = exponent.owner
    if isinstance(owner, arith.ConstantOp):
        value = cast("IntegerAttr", owner.value).value.data
        if value in (1, 2, 3):
            result = base
            for _ in range(int(value) - 1):
                result = float_op(builder, arith.MulfOp, (result, base))
            return result
    return float_op(builder, math.PowFOp, args)


def _unary(op_type: type[Operation]) -> Emit:
    return lambda builder, _op, args: float_op(builder, op_type, args)


def _whole(op_type: type[Operation]) -> Emit:
    def emit(builder: LoopBuilder, _op: Operation, args: Scalars) -> SSAValue:
        round_separately(args[0])
        return float_op(builder, op_type, args)

    return emit


def _one(builder: LoopBuilder, value: SSAValue) -> SSAValue:
    return builder.constant(1.0, value.type)


def _negate(builder: LoopBuilder, _op: Operation, args: Scalars) -> SSAValue:
    if is_float_value(args[0]):
        return float_op(builder, arith.NegfOp, args, NO_FAST_MATH)
    zero = builder.constant(0, args[0].type)
    return builder.pure(arith.SubiOp, (zero, args[0]), args[0].type)


def _abs(builder: LoopBuilder, op: Operation, args: Scalars) -> SSAValue:
    if is_float_value(args[0]):
        return float_op(builder, math.AbsFOp, args, NO_FAST_MATH)
    negative = builder.compare("slt", args[0], builder.constant(0, args[0].type))
    return builder.select(negative, _negate(builder, op, args), args[0])


def _sign(builder: LoopBuilder, _op: Operation, args: Scalars) -> SSAValue:
    (a,) = args
    if is_float_value(a):
        size = float_op(builder, math.CopySignOp, (_one(builder, a), a), NO_FAST_MATH)
        zero = builder.constant(0.0, a.type)
        itself = builder.either(
            compare_floats(builder, "oeq", a, zero), compare_floats(builder, "uno", a, a)
        )
        return builder.select(itself, a, size)
    zero, one, minus = (builder.constant(value, a.type) for value in (0, 1, -1))
    positive = builder.select(builder.compare("sgt", a, zero), one, zero)
    return builder.select(builder.compare("slt", a, zero), minus, positive)


def _rsqrt(builder: LoopBuilder, _op: Operation, args: Scalars) -> SSAValue:
    root = float_op(builder, math.SqrtOp, args)
    return float_op(builder, arith.DivfOp, (_one(builder, root), root))


def _logistic(builder: LoopBuilder, _op: Operation, args: Scalars) -> SSAValue:
    one = _one(builder, args[0])
    negated = float_op(builder, arith.NegfOp, args, NO_FAST_MATH)
    power = float_op(builder, math.ExpOp, (negated,))
    return float_op(builder, arith.DivfOp, (one, float_op(builder, arith.AddfOp, (one, power))))


def _is_finite(builder: LoopBuilder, _op: Operation, args: Scalars) -> SSAValue:
    size = float_op(builder, math.AbsFOp, args, NO_FAST_MATH)
    return compare_floats(builder, "olt", size, builder.constant(float("inf"), size.type))


def _not(builder: LoopBuilder, _op: Operation, args: Scalars) -> SSAValue:
    ones = builder.constant(-1, args[0].type)
    return builder.pure(arith.XOrIOp, (args[0], ones), args[0].type)


def _compare(builder: LoopBuilder, op: Operation, args: Scalars) -> SSAValue:
    assert isinstance(op, mhlo.CompareOp)
    order = op.comparison_direction.data.value.lower()
    a, b = args
    if is_total_order(op) and is_float_value(a):
        a, b = total_order_key(builder, a), total_order_key(builder, b)
    if is_float_value(a):
        return compare_floats(builder, ("u" if order == "ne" else "o") + order, a, b)
    if order in ("eq", "ne"):
        return builder.compare(order, a, b)
    if a.type == i1:  # false before true
        a, b = (builder.pure(arith.ExtUIOp, (x,), IntegerType(8)) for x in (a, b))
    return builder.compare("s" + order, a, b)


def is_total_order(op: mhlo.CompareOp) -> bool:
    """Whether floats are compared in the total order, where NaN has its place too."""
    return op.compare_type is not None and op.compare_type.data.value == "TOTALORDER"


def _select(builder: LoopBuilder, _op: Operation, args: Scalars) -> SSAValue:
    return builder.select(args[0], args[1], args[2])


_maximum = _binary(arith.MaximumfOp, arith.MaxSIOp, arith.OrIOp)
_minimum = _binary(arith.MinimumfOp, arith.MinSIOp, arith.AndIOp)


def _clamp(builder: LoopBuilder, op: Operation, args: Scalars) -> SSAValue:
    low, value, high = args
    return _minimum(builder, op, (_maximum(builder, op, (low, value)), high))


def _same_bits(builder: LoopBuilder, op: Operation, args: Scalars) -> SSAValue:
    (value,), to = args, element_type_of(op.results[0])
    if narrow_unsigned(element_type_of(op.operands[0])) is not None:
        value = converted(builder, value, IntegerType(bit_width(to) or 0))
    if is_integer(to):
        bits = IntegerType(to.width.data)
        if value.type != bits:
            value = builder.pure(arith.BitcastOp, (value,), bits)
        return converted(builder, value, to)
    return value if value.type == to else builder.pure(arith.BitcastOp, (value,), to)


def _convert(builder: LoopBuilder, op: Operation, args: Scalars) -> SSAValue:
    return converted(builder, args[0], element_type_of(op.results[0]))


ELEMENTWISE: Mapping[type[Operation], Emit] = {
    mhlo.AddOp: _binary(arith.AddfOp, arith.AddiOp, arith.OrIOp),
    mhlo.SubtractOp: _binary(arith.SubfOp, arith.SubiOp, arith.XOrIOp),
    mhlo.MultiplyOp: _binary(arith.MulfOp, arith.MuliOp, arith.AndIOp),
    mhlo.DivideOp: _divide,
    mhlo.RemainderOp: _remainder,
    mhlo.MaximumOp: _maximum,
    mhlo.MinimumOp: _minimum,
    mhlo.AndOp: _binary(None, arith.AndIOp, arith.AndIOp),
    mhlo.OrOp: _binary(None, arith.OrIOp, arith.OrIOp),
    mhlo.XorOp: _binary(None, arith.XOrIOp, arith.XOrIOp),
    mhlo.PowerOp: _power,
    mhlo.ShiftLeftOp: shift(arith.ShLIOp),
    mhlo.ShiftRightLogicalOp: shift(arith.ShRUIOp),
    mhlo.ShiftRightArithmeticOp: shift_right,
    mhlo.Atan2Op: _unary(math.Atan2Op),
    mhlo.NotOp: _not,
    mhlo.PopcntOp: counted(math.CtPopOp),
    mhlo.CountLeadingZerosOp: leading_zeros,
    mhlo.NegateOp: _negate,
    mhlo.AbsOp: _abs,
    mhlo.SignOp: _sign,
    mhlo.ExponentialOp: _unary(math.ExpOp),
    mhlo.ExponentialMinusOneOp: _unary(math.ExpM1Op),
    mhlo.LogOp: _unary(math.LogOp),
    mhlo.LogPlusOneOp: _unary(math.Log1pOp),
    mhlo.LogisticOp: _logistic,
    mhlo.TanhOp: _unary(math.TanhOp),
    mhlo.SqrtOp: _unary(math.SqrtOp),
    mhlo.RsqrtOp: _rsqrt,
    mhlo.CbrtOp: _unary(math.CbrtOp),
    mhlo.SineOp: _unary(math.SinOp),
    mhlo.CosineOp: _unary(math.CosOp),
    mhlo.TanOp: _unary(math.TanOp),
    mhlo.ErfOp: _unary(math.ErfOp),
    mhlo.FloorOp: _whole(math.FloorOp),
    mhlo.CeilOp: _whole(math.CeilOp),
    mhlo.RoundNearestEvenOp: _whole(math.RoundEvenOp),
    mhlo.RoundNearestAfzOp: _whole(math.RoundOp),
    mhlo.IsFiniteOp: _is_finite,
    mhlo.CompareOp: _compare,
    mhlo.SelectOp: _select,
    mhlo.ClampOp: _clamp,
    mhlo.ConvertOp: _convert,
    mhlo.BitcastConvertOp: _same_bits,
}
"""How each op computes one element of its result from one of each operand."""

FLOAT_ONLY = frozenset(
    {
        *(mhlo.PowerOp, mhlo.Atan2Op, mhlo.ExponentialOp, mhlo.ExponentialMinusOneOp, mhlo.LogOp),
        *(mhlo.LogPlusOneOp, mhlo.LogisticOp, mhlo.TanhOp, mhlo.SqrtOp, mhlo.RsqrtOp),
        *(mhlo.CbrtOp, mhlo.SineOp, mhlo.CosineOp, mhlo.TanOp, mhlo.ErfOp, mhlo.FloorOp),
        *(mhlo.CeilOp, mhlo.RoundNearestEvenOp, mhlo.RoundNearestAfzOp, mhlo.IsFiniteOp),
    }
)
"""Ops that are native for floats only."""


def computes_elementwise(op: Operation) -> bool:
    """Whether `op` is elementwise and native for its element types."""
    if type(op) not in ELEMENTWISE:
        return False
    types = [element_type_of(value) for value in (*op.operands, *op.results)]
    if isinstance(op, mhlo.ConvertOp):  # only these know halves
        types = [f32 if isinstance(type_, Float16Type) else type_ for type_ in types]
    if not all(is_native(type_) and type_ != INDEX for type_ in types):
        return False
    if isinstance(op, mhlo.BitcastConvertOp):
        return have_same_bits(*types)
    if isinstance(types[0], AnyFloat):
        is_exact = types[0] != f64 or not isinstance(op, mhlo.RemainderOp)
        return is_exact and type(op) not in _SHIFTS
    if any(map(is_unsigned, types)) and depends_on_sign(op, types):
        return False
    return type(op) not in FLOAT_ONLY and not (types[0] == i1 and type(op) in _NO_BOOLS)


_SHIFTS = frozenset({mhlo.ShiftLeftOp, mhlo.ShiftRightLogicalOp, mhlo.ShiftRightArithmeticOp})
_NO_BOOLS = _SHIFTS | frozenset(
    {
        mhlo.DivideOp,
        mhlo.RemainderOp,
        mhlo.NegateOp,
        mhlo.AbsOp,
        mhlo.SignOp,
        mhlo.PopcntOp,
        mhlo.CountLeadingZerosOp,
    }
)
