"""How each chlo op is lowered to mhlo."""

from __future__ import annotations

from math import inf

from xdsl.dialects.builtin import ComplexType, FloatAttr, IntegerAttr, f64
from xdsl.ir import Attribute, Operation, SSAValue

from ..dialects import mhlo
from ..dialects.foreign import chlo, chlo_binary, chlo_unary
from ..dialects.foreign.chlo_broadcasting import BROADCASTING, BroadcastingOp
from ..dialects.mhlo.enums import ComparisonDirectionAttr, ComparisonTypeAttr
from ..dialects.types import element_type_of
from .tf_to_mhlo import math as functions
from .tf_to_mhlo.angles import ANGLES
from .tf_to_mhlo.arithmetic import square
from .tf_to_mhlo.bessel import bessel, modified_first
from .tf_to_mhlo.builder import Builder, Lowering, LoweringTable
from .tf_to_mhlo.comparison import is_infinite
from .tf_to_mhlo.complex_numbers import conjugate
from .tf_to_mhlo.elementwise import Results, direct
from .tf_to_mhlo.formulas import (
    Elements,
    Formula,
    formula,
    of_reals,
    real_formula,
    wide_formula,
)
from .tf_to_mhlo.gamma import digamma
from .tf_to_mhlo.neighbours import neighbour
from .tf_to_mhlo.special import hurwitz_zeta, log_gamma, polygamma


def operand(op: BroadcastingOp, index: int, b: Builder) -> SSAValue:
    """Operand `index` broadcast to the result's shape, its dimensions where the op puts them."""
    type = b.type(op.result)
    value = b.operand(op.operands[index])
    places = op.dimensions(index, len(b.shape(value)), len(type.get_shape()))
    return b.broadcast(value, type, places)


def operands_of(op: BroadcastingOp, b: Builder) -> list[SSAValue]:
    return [operand(op, index, b) for index in range(len(op.operands))]


def broadcasting(target: type[Operation]) -> Lowering:
    """The mhlo op that does the same on operands of one shape."""

    def lower(op: BroadcastingOp, b: Builder) -> Results:
        return (b.create(target, operands_of(op, b), b.type(op.result)),)

    return lower


def broadcasting_formula(build: Formula) -> Lowering:
    """`build` on operands of one shape."""

    def lower(op: BroadcastingOp, b: Builder) -> Results:
        return (build(*(Elements(b, value) for value in operands_of(op, b))).value,)

    return lower


def compare(op: chlo.BroadcastCompareOp, b: Builder) -> Results:
    properties: dict[str, Attribute] = {
        "comparison_direction": ComparisonDirectionAttr(op.comparison_direction.data)
    }
    if op.compare_type is not None:
        properties["compare_type"] = ComparisonTypeAttr(op.compare_type.data)
    return (b.create(mhlo.CompareOp, operands_of(op, b), b.type(op.result), **properties),)


def select(op: chlo.BroadcastSelectOp, b: Builder) -> Results:
    """A scalar condition stays one."""
    condition, then, otherwise = b.operand(op.pred), operand(op, 1, b), operand(op, 2, b)
    if b.shape(condition):
        condition = operand(op, 0, b)
    return (b.create(mhlo.SelectOp, [condition, then, otherwise], b.type(op.result)),)


def constant_like(op: chlo_unary.ConstantLikeOp, b: Builder) -> Results:
    value = op.value
    if not isinstance(value, FloatAttr | IntegerAttr):
        raise b.fail(f"value {value} is not a number")
    return (b.splat(value.value.data, b.type(op.result)),)


def is_plus_infinity(x: Elements) -> Elements:
    return x.equals(inf)


def is_minus_infinity(x: Elements) -> Elements:
    return x.equals(-inf)


def conj(op: chlo_unary.ChloUnaryOp, b: Builder) -> Results:
    """A real number is its own conjugate."""
    value = b.operand(op.operand)
    is_complex = isinstance(element_type_of(value), ComplexType)
    return (conjugate(b, value) if is_complex else value,)


UNARY: dict[str, Lowering] = {
    **ANGLES,
    "bessel_i1e": bessel(modified_first, 1),
    "conj": conj,
    "digamma": wide_formula(digamma),
    "erf": direct(mhlo.ErfOp),
    "erf_inv": real_formula(functions.erfinv),
    "erfc": real_formula(functions.erfc),
    "is_inf": formula(is_infinite),
    "is_neg_inf": formula(is_minus_infinity),
    "is_pos_inf": formula(is_plus_infinity),
    "lgamma": wide_formula(log_gamma),
    "square": formula(square),
    "tan": direct(mhlo.TanOp),
}

BINARY: dict[str, Formula] = {
    "next_after": neighbour,
    "polygamma": of_reals(polygamma, f64),
    "zeta": of_reals(hurwitz_zeta, f64),
}

LOWERINGS: LoweringTable = {
    **{op: broadcasting(target) for op, target in chlo.MHLO_OF.items()},
    chlo.BroadcastCompareOp: compare,
    chlo.BroadcastSelectOp: select,
    chlo_unary.ConstantLikeOp: constant_like,
    **{chlo_unary.UNARY[name]: lowering for name, lowering in UNARY.items()},
    **{chlo_binary.BINARY[name]: formula(build) for name, build in BINARY.items()},
    **{BROADCASTING[name]: broadcasting_formula(build) for name, build in BINARY.items()},
}
"""How each chlo op is lowered."""
