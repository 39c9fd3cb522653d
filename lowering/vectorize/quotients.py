"""Quotients by one divisor, as products with its reciprocal."""

from __future__ import annotations

from xdsl.dialects import arith, math, scf, vector
from xdsl.dialects.builtin import AnyFloat, FloatAttr, f32
from xdsl.ir import Operation, SSAValue

from ..fusions_to_loops.builder import LoopBuilder
from ..fusions_to_loops.elements import compare_floats, float_op

SMALL, LARGE = 2.0**-126, 2.0**126
"""Between them the reciprocal of a number is as exact as any."""


STEPS = (
    *(math.FloorOp, math.CeilOp, math.RoundOp, math.RoundEvenOp, math.TruncOp),
    *(arith.FPToSIOp, arith.FPToUIOp),
)
"""What jumps where a number changes in its last place."""


def divisors(loop: scf.ForOp) -> list[SSAValue]:
    """By what the body divides that is made outside of it; f32. None where it rounds: a number
    that lies in the middle between two others would go the other way.
    """
    block = loop.body.block
    if any(isinstance(op, STEPS) for op in block.walk()):
        return []
    found = dict[SSAValue, None]()
    for op in block.ops:
        if isinstance(op, arith.DivfOp) and op.rhs.type == f32:
            owner = op.rhs.owner
            if owner is not block and not (isinstance(owner, Operation) and owner.parent is block):
                found[op.rhs] = None
    return list(found)


def has_reciprocal(builder: LoopBuilder, divisor: SSAValue) -> SSAValue | None:
    """Whether a product with the reciprocal of `divisor` is as good as a quotient: off by at most
    1.5 units in the last place. None: it is.

    Beyond, a reciprocal would be subnormal or infinite where the number is not. A square root is
    never there, but where it is 0, inf or NaN, as its reciprocal has it too.
    """
    owner = divisor.owner
    if isinstance(owner, math.SqrtOp):
        return None
    if isinstance(owner, arith.ConstantOp) and isinstance(owner.value, FloatAttr):
        constant: FloatAttr[AnyFloat] = owner.value
        if SMALL <= abs(constant.value.data) <= LARGE:
            return None
    size = float_op(builder, math.AbsFOp, (divisor,))
    small, large = (builder.constant(value, f32) for value in (SMALL, LARGE))
    above = compare_floats(builder, "oge", size, small)
    return builder.both(above, compare_floats(builder, "ole", size, large))


def quotient(builder: LoopBuilder, divided: SSAValue, divisor: SSAValue) -> SSAValue:
    """Vector `divided` by scalar `divisor`, which has a reciprocal."""
    reciprocal = float_op(builder, arith.DivfOp, (builder.constant(1.0, f32), divisor))
    factor = builder.pure(vector.BroadcastOp, (reciprocal,), divided.type)
    return float_op(builder, arith.MulfOp, (divided, factor))
