"""Shifts and counts of bits on one element, which depend on how many bits it has."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from xdsl.dialects import arith
from xdsl.ir import Operation, SSAValue

from ....dialects.types import integer_width
from ..builder import LoopBuilder
from ..elements import Scalars

Emit: TypeAlias = Callable[[LoopBuilder, Operation, Scalars], SSAValue]
"""What an op is on one element of each operand."""


def shift(kind: type[Operation]) -> Emit:
    """0 where the amount, read as unsigned, is the width or more."""

    def emit(builder: LoopBuilder, _op: Operation, args: Scalars) -> SSAValue:
        a, amount, inside = *args, _is_inside(builder, args[1])
        zero = builder.constant(0, a.type)
        moved = builder.pure(kind, (a, builder.select(inside, amount, zero)), a.type)
        return builder.select(inside, moved, zero)

    return emit


def shift_right(builder: LoopBuilder, _op: Operation, args: Scalars) -> SSAValue:
    """Sign bits where the amount, read as unsigned, is the width or more."""
    a, amount = args
    most = builder.constant(integer_width(a.type) or 1, a.type)
    last = builder.pure(arith.SubiOp, (most, builder.constant(1, a.type)), a.type)
    amount = builder.select(_is_inside(builder, amount), amount, last)
    return builder.pure(arith.ShRSIOp, (a, amount), a.type)


def _is_inside(builder: LoopBuilder, amount: SSAValue) -> SSAValue:
    width = integer_width(amount.type)
    assert width is not None
    return builder.compare("ult", amount, builder.constant(width, amount.type))


def counted(op_type: type[Operation]) -> Emit:
    return lambda builder, _op, args: builder.pure(op_type, args, args[0].type)
