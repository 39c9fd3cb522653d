"""Elements as ones of another type."""

from __future__ import annotations

from typing import cast

import numpy as np
from xdsl.dialects import arith
from xdsl.dialects.builtin import (
    AnyFloat,
    BFloat16Type,
    Float16Type,
    IndexType,
    IntegerType,
    f32,
    f64,
    i1,
    i64,
)
from xdsl.ir import Attribute, SSAValue

from ...dialects.types import is_integer_or_index, is_unsigned
from .builder import LoopBuilder
from .elements import (
    NARROW_UNSIGNED,
    compare_floats,
    is_float_value,
    narrow_unsigned,
    rounded_to_bf16,
    rounded_to_f16,
    splat_of,
    wrapped,
)
from .separate_rounding import round_separately


def converted(builder: LoopBuilder, value: SSAValue, to: Attribute) -> SSAValue:
    """As `interpreters.mhlo.conversion.converted`: integers wrap, floats are cut and saturate."""
    if value.type == to:
        return value
    if isinstance(to, BFloat16Type):
        return rounded_to_bf16(builder, converted(builder, value, f32))
    if isinstance(to, Float16Type):
        return rounded_to_f16(
            builder, value if value.type == f64 else converted(builder, value, f32)
        )
    if (width := narrow_unsigned(to)) is not None:
        wide = NARROW_UNSIGNED[width]
        if is_float_value(value):
            return _saturated(builder, value, wide, (0, 2**width - 1))
        return wrapped(builder, converted(builder, value, wide), to)
    if is_unsigned(to):  # of 64 bits
        return converted(builder, value, i64)
    if to == i1:
        zero = builder.constant(0, value.type)
        if is_float_value(value):
            return compare_floats(builder, "une", value, zero)
        return builder.compare("ne", value, zero)
    if isinstance(value.type, IndexType) or isinstance(to, IndexType):
        if is_integer_or_index(to):
            return builder.pure(arith.IndexCastOp, (value,), to)
        value = builder.pure(arith.IndexCastOp, (value,), i64)
    if is_float_value(value):
        if isinstance(to, AnyFloat):
            return builder.pure(arith.ExtFOp if to == f64 else arith.TruncFOp, (value,), to)
        return _saturated(builder, value, cast("IntegerType", to))
    if isinstance(to, AnyFloat):
        return builder.pure(arith.UIToFPOp if value.type == i1 else arith.SIToFPOp, (value,), to)
    source, target = cast("IntegerType", value.type), cast("IntegerType", to)
    if target.width.data < source.width.data:
        return builder.pure(arith.TruncIOp, (value,), to)
    return builder.pure(arith.ExtUIOp if source == i1 else arith.ExtSIOp, (value,), to)


def _saturated(
    builder: LoopBuilder, value: SSAValue, to: IntegerType, ends: tuple[int, int] | None = None
) -> SSAValue:
    """Between the least and the greatest number, which are those of `to` by default; NaN is 0."""
    round_separately(value)
    half = 2 ** (to.width.data - 1)
    lowest, highest = (-half, half - 1) if ends is None else ends
    zero = builder.constant(0.0, value.type)
    nan = compare_floats(builder, "uno", value, value)
    if highest < 2**24:
        number = builder.select(nan, zero, value)
        if not _lies_within(value, lowest, highest):
            for predicate, end in (("olt", highest), ("ogt", lowest)):
                limit = builder.constant(float(end), value.type)
                inside = compare_floats(builder, predicate, number, limit)
                number = builder.select(inside, number, limit)
        return builder.pure(arith.FPToSIOp, (number,), to)
    # No float lies between the greatest number and what it is rounded to here.
    most = float(np.float32(highest)) if value.type == f32 else float(highest)
    above = compare_floats(builder, "oge", value, builder.constant(most, value.type))
    below = compare_floats(builder, "ole", value, builder.constant(float(lowest), value.type))
    outside = builder.either(builder.either(above, below), nan)
    whole = builder.pure(arith.FPToSIOp, (builder.select(outside, zero, value),), to)
    capped = builder.select(above, builder.constant(highest, to), whole)
    return builder.select(below, builder.constant(lowest, to), capped)


def _lies_within(value: SSAValue, lowest: int, highest: int) -> bool:
    """Whether `value` was made to lie between both, where it is a number."""
    low = value.owner
    if not isinstance(low, arith.MaximumfOp) or not isinstance(low.lhs.owner, arith.MinimumfOp):
        return False
    least, most = splat_of(low.rhs), splat_of(low.lhs.owner.rhs)
    if least is None or most is None:
        return False
    return lowest <= least <= highest and lowest <= most <= highest
