"""Rules for elementwise mhlo ops of one operand."""

from __future__ import annotations

from xdsl.ir import Operation

from ...dialects import mhlo
from ...dialects.mhlo.elementwise import UnaryElementwiseOp
from ...symbolic import Expr, Predicate, maximum
from ..rule import OpRule, RuleTable, family, table
from .elementwise import ValueOf, unary
from .result_shapes import same_shape

UNARY_VALUES: dict[type[Operation], ValueOf] = {
    mhlo.NegateOp: unary(lambda a: -a if isinstance(a, Expr) else None),
    mhlo.AbsOp: unary(lambda a: maximum(a, -a) if isinstance(a, Expr) else None),
    mhlo.NotOp: unary(lambda a: a.negate() if isinstance(a, Predicate) else None),
}


_CONVERSIONS = (mhlo.ConvertOp, mhlo.UniformDequantizeOp, mhlo.UniformQuantizeOp)


_UNARY = [op for op in family(mhlo.MHLO.operations, UnaryElementwiseOp) if op not in _CONVERSIONS]


RULES: RuleTable = table(
    *(OpRule(op, shape=same_shape, value=UNARY_VALUES.get(op)) for op in _UNARY),
    OpRule(mhlo.IsFiniteOp, shape=same_shape),
)
