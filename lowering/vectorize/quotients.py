"""Quotients by one divisor, as products with its reciprocal."""

from __future__ import annotations

from xdsl.dialects import arith, math, vector
from xdsl.dialects.builtin import f32
from xdsl.ir import SSAValue

from ..fusions_to_loops.builder import LoopBuilder
from ..fusions_to_loops.elements import compare_floats, float_op

SMALL, LARGE = 2.0**-64, 2.0**64


def quotient(builder: LoopBuilder, divided: SSAValue, divisor: SSAValue) -> SSAValue:
    """Vector `divided` by scalar `divisor`, with an error of at most 1.5 units in the last place.

    The divisor is brought near 1 by a power of two first, so that its reciprocal is neither
    subnormal nor infinite where it is a number other than 0: 0 / d is 0 then, and x / d overflows
    only where the quotient does. Elements wider than f32 are divided.
    """
    if divisor.type != f32:
        splat = builder.pure(vector.BroadcastOp, (divisor,), divided.type)
        return float_op(builder, arith.DivfOp, (divided, splat))
    small, large, one = (builder.constant(value, f32) for value in (SMALL, LARGE, 1.0))
    size = float_op(builder, math.AbsFOp, (divisor,))
    above = compare_floats(builder, "ogt", size, large)
    scale = builder.select(above, small, one)
    scale = builder.select(compare_floats(builder, "olt", size, small), large, scale)
    near_one = float_op(builder, arith.MulfOp, (divisor, scale))
    reciprocal = float_op(builder, arith.DivfOp, (one, near_one))
    factors = [
        builder.pure(vector.BroadcastOp, (factor,), divided.type) for factor in (scale, reciprocal)
    ]
    scaled = float_op(builder, arith.MulfOp, (divided, factors[0]))
    return float_op(builder, arith.MulfOp, (scaled, factors[1]))
