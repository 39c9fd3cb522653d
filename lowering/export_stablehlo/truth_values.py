"""`arith` on i1, where a truth value is an integer of one bit with a sign: true is -1.

In StableHLO it is no integer: it is converted to 1, from whatever is not 0, and added by `or`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from xdsl.dialects import arith
from xdsl.ir import Operation, SSAValue

from ...dialects import mhlo
from ...dialects.types import element_type_of, is_boolean
from .scalar_builder import ScalarBuilder

OF_TRUTHS: Final[Mapping[type[Operation], type[Operation]]] = {
    arith.AddiOp: mhlo.XorOp,
    arith.SubiOp: mhlo.XorOp,
    arith.XOrIOp: mhlo.XorOp,
    arith.MinSIOp: mhlo.OrOp,
    arith.MaxSIOp: mhlo.AndOp,
    arith.MuliOp: mhlo.AndOp,
}
"""What ops on integers of one bit are on truth values."""


def combined(builder: ScalarBuilder, op: Operation) -> SSAValue:
    """One of `OF_TRUTHS`; `xor` is a comparison: consumers that fold constants do not fold it."""
    left, right = op.operands
    kind = OF_TRUTHS[type(op)]
    if kind is mhlo.XorOp:
        return builder.comparison("NE", left, right, "UNSIGNED")
    return builder.create(kind, op.operands, op.results[0].type)


def resized(builder: ScalarBuilder, op: Operation) -> SSAValue:
    """A cast with the sign from a truth value, or one to it, which has the last bit."""
    (value,), type_ = op.operands, op.results[0].type
    if is_boolean(element_type_of(value)):
        number = builder.create(mhlo.ConvertOp, [value], type_)
        return builder.create(mhlo.NegateOp, [number], type_)
    one = builder.number(1, element_type_of(value))
    bit = builder.create(mhlo.AndOp, [value, one], value.type)
    return builder.create(mhlo.ConvertOp, [bit], type_)
