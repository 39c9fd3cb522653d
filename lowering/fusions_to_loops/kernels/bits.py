"""Shifts and counts of bits on one element, which depend on how many bits it has; what depends on
a sign.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import AnyFloat
from xdsl.ir import Attribute, Operation, SSAValue

from ....dialects import mhlo
from ....dialects.types import bit_width, element_type_of, integer_width, is_unsigned
from ..builder import LoopBuilder
from ..elements import Scalars, narrow_unsigned

Emit: TypeAlias = Callable[[LoopBuilder, Operation, Scalars], SSAValue]
"""What an op is on one element of each operand."""


def shift(kind: type[Operation]) -> Emit:
    """0 where the amount, read as unsigned, is the width or more."""

    def emit(builder: LoopBuilder, op: Operation, args: Scalars) -> SSAValue:
        a, amount, inside = *args, _is_inside(builder, op, args[1])
        zero = builder.constant(0, a.type)
        moved = builder.pure(kind, (a, builder.select(inside, amount, zero)), a.type)
        return builder.select(inside, moved, zero)

    return emit


def shift_right(builder: LoopBuilder, op: Operation, args: Scalars) -> SSAValue:
    """Sign bits where the amount, read as unsigned, is the width or more."""
    a, amount = args
    most = builder.constant(integer_width(a.type) or 1, a.type)
    last = builder.pure(arith.SubiOp, (most, builder.constant(1, a.type)), a.type)
    amount = builder.select(_is_inside(builder, op, amount), amount, last)
    return builder.pure(arith.ShRSIOp, (a, amount), a.type)


def _is_inside(builder: LoopBuilder, op: Operation, amount: SSAValue) -> SSAValue:
    width = bit_width(element_type_of(op.results[0]))
    assert width is not None
    return builder.compare("ult", amount, builder.constant(width, amount.type))


def counted(op_type: type[Operation]) -> Emit:
    return lambda builder, _op, args: builder.pure(op_type, args, args[0].type)


def leading_zeros(builder: LoopBuilder, op: Operation, args: Scalars) -> SSAValue:
    """Those that only the value has are not counted."""
    (value,) = args
    found = builder.pure(math.CountLeadingZerosOp, args, value.type)
    more = (integer_width(value.type) or 0) - (bit_width(element_type_of(op.results[0])) or 0)
    if not more:
        return found
    return builder.pure(arith.SubiOp, (found, builder.constant(more, value.type)), value.type)


def depends_on_sign(op: Operation, types: Sequence[Attribute]) -> bool:
    """Whether `op` is another one for the values that unsigned elements are."""
    if isinstance(op, mhlo.ShiftRightArithmeticOp):
        return True
    if all(not is_unsigned(type_) or narrow_unsigned(type_) is not None for type_ in types):
        return False
    if isinstance(op, mhlo.CompareOp):
        return op.comparison_direction.data.value not in ("EQ", "NE")
    if isinstance(op, mhlo.ConvertOp):
        return any(isinstance(type_, AnyFloat) for type_ in types)
    return type(op) not in _OF_BITS


_OF_BITS = frozenset(
    {
        *(mhlo.AddOp, mhlo.SubtractOp, mhlo.MultiplyOp, mhlo.NegateOp, mhlo.SelectOp),
        *(mhlo.AndOp, mhlo.OrOp, mhlo.XorOp, mhlo.NotOp, mhlo.PopcntOp, mhlo.CountLeadingZerosOp),
        *(mhlo.ShiftLeftOp, mhlo.ShiftRightLogicalOp, mhlo.BitcastConvertOp),
    }
)
"""Ops that do the same to the bits of integers with and without a sign."""
