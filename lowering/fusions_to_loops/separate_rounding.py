"""Sums that are rounded after each step, as on the interpreter: what decides a whole number.

A product and a sum contracted to one op are rounded once, which changes the last place. Where a
whole number is made of it, a number in the middle between two would go the other way.
"""

from __future__ import annotations

from xdsl.dialects import arith
from xdsl.ir import Operation, SSAValue

from .builder import NO_FAST_MATH
from .elements import CONTRACTED, is_float_value


def round_separately(value: SSAValue) -> None:
    """Takes the leave to contract from the sums and products that `value` is computed of.

    Sums whose order is open keep theirs.
    """
    waiting, seen = [value], {value}
    while waiting:
        owner = waiting.pop().owner
        if not isinstance(owner, Operation):
            continue
        if isinstance(owner, arith.AddfOp | arith.SubfOp | arith.MulfOp):
            if owner.fastmath != CONTRACTED:
                continue
            owner.fastmath = NO_FAST_MATH
        made_of = [v for v in owner.operands if is_float_value(v) and v not in seen]
        seen.update(made_of)
        waiting += made_of
