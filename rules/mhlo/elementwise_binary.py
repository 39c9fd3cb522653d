"""Rules for elementwise mhlo ops of two operands."""

from __future__ import annotations

from xdsl.ir import Operation

from ...dialects import mhlo
from ...dialects.mhlo.elementwise import BinaryElementwiseOp
from ...symbolic import all_of, any_of, maximum, minimum
from ..arith import exclusive_or, truncating_quotient, truncating_remainder
from ..rule import OpRule, RuleTable, family, table
from .elementwise import ValueOf, binary, booleans
from .result_shapes import same_shape

BINARY_VALUES: dict[type[Operation], ValueOf] = {
    mhlo.AddOp: binary(lambda _, a, b: a + b),
    mhlo.SubtractOp: binary(lambda _, a, b: a - b),
    mhlo.MultiplyOp: binary(lambda _, a, b: a * b),
    mhlo.DivideOp: binary(truncating_quotient),
    mhlo.RemainderOp: binary(truncating_remainder),
    mhlo.MaximumOp: binary(lambda _, a, b: maximum(a, b)),
    mhlo.MinimumOp: binary(lambda _, a, b: minimum(a, b)),
    mhlo.AndOp: booleans(all_of),
    mhlo.OrOp: booleans(any_of),
    mhlo.XorOp: booleans(exclusive_or),
}


_BINARY = family(mhlo.MHLO.operations, BinaryElementwiseOp)


RULES: RuleTable = table(
    *(OpRule(op, shape=same_shape, value=BINARY_VALUES.get(op)) for op in _BINARY),
    OpRule(mhlo.ComplexOp, shape=same_shape),
)
