"""The bytes of a buffer, where a product of sizes may wrap around."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects import arith
from xdsl.dialects.builtin import FloatAttr, IntegerAttr, f64, i1, i64
from xdsl.ir import SSAValue

from ..dialects.types import bit_width
from .fusions_to_loops.builder import INDEX, NO_FAST_MATH, LoopBuilder
from .fusions_to_loops.elements import element_of_buffer
from .fusions_to_loops.frame import GREATEST

_LESS = 4
"""`olt`: below, and not unordered."""


def bytes_of(
    builder: LoopBuilder,
    count: SSAValue,
    width: int,
    seen: Callable[[SSAValue], SSAValue] = lambda value: value,
) -> SSAValue:
    """The bytes of `count` elements of `width` bytes, an index; -1 where they are GREATEST or more.

    seen: what a value is where the builder writes
    The sum of products that `count` is, is computed once more, as a float.
    """
    size = builder.pure(arith.MuliOp, (seen(count), builder.constant(width)), INDEX)
    if isinstance(count.owner, arith.ConstantOp):
        return size
    about = _product(builder, _about(builder, count, seen), _number(builder, width))
    properties = {"predicate": IntegerAttr(_LESS, i64), "fastmath": NO_FAST_MATH}
    operands = _product(builder, about, about), _number(builder, GREATEST**2)
    fits = builder.pure(arith.CmpfOp, operands, i1, properties)
    return builder.select(fits, size, builder.constant(-1))


def width_of(buffer: SSAValue) -> int:
    """The bytes of an element of `buffer`."""
    width = bit_width(element_of_buffer(buffer))
    assert width is not None
    return width // 8


def _about(builder: LoopBuilder, value: SSAValue, seen: Callable[[SSAValue], SSAValue]) -> SSAValue:
    owner = value.owner
    if isinstance(owner, arith.MuliOp | arith.AddiOp):
        a, b = (_about(builder, operand, seen) for operand in owner.operands)
        return _product(builder, a, b) if isinstance(owner, arith.MuliOp) else _sum(builder, a, b)
    if isinstance(owner, arith.ConstantOp) and isinstance(owner.value, IntegerAttr):
        return _number(builder, owner.value.value.data)
    word = builder.pure(arith.IndexCastOp, (seen(value),), i64)
    return builder.pure(arith.SIToFPOp, (word,), f64)


def _product(builder: LoopBuilder, a: SSAValue, b: SSAValue) -> SSAValue:
    return builder.pure(arith.MulfOp, (a, b), f64, {"fastmath": NO_FAST_MATH})


def _sum(builder: LoopBuilder, a: SSAValue, b: SSAValue) -> SSAValue:
    return builder.pure(arith.AddfOp, (a, b), f64, {"fastmath": NO_FAST_MATH})


def _number(builder: LoopBuilder, value: int) -> SSAValue:
    return builder.pure(arith.ConstantOp, (), f64, {"value": FloatAttr(float(value), f64)})
