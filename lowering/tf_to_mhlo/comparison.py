"""tf comparisons, logic and tests of floats."""

from __future__ import annotations

from math import inf

from xdsl.ir import Operation

from ...dialects import mhlo, tf
from .builder import Builder, Lowering, LoweringTable
from .elementwise import Results, broadcast_operands, compare, direct
from .formulas import Elements, formula


def is_infinite(x: Elements) -> Elements:
    return abs(x).equals(inf)


def is_nan(x: Elements) -> Elements:
    """NaN alone differs from itself."""
    return x.differs(x)


def comparison(direction: str) -> Lowering:
    def lower(op: Operation, b: Builder) -> Results:
        return (compare(b, direction, *broadcast_operands(op, b)),)

    return lower


LOWERINGS: LoweringTable = {
    tf.IsFiniteOp: direct(mhlo.IsFiniteOp),
    tf.IsInfOp: formula(is_infinite),
    tf.IsNanOp: formula(is_nan),
    tf.LogicalAndOp: direct(mhlo.AndOp),
    tf.LogicalOrOp: direct(mhlo.OrOp),
    tf.LogicalNotOp: direct(mhlo.NotOp),
    tf.EqualOp: comparison("EQ"),
    tf.NotEqualOp: comparison("NE"),
    tf.LessOp: comparison("LT"),
    tf.LessEqualOp: comparison("LE"),
    tf.GreaterOp: comparison("GT"),
    tf.GreaterEqualOp: comparison("GE"),
}
