"""Constants that an op leaves its other operand unchanged by, bit for bit.

Of floats only what holds for every number: `x + -0.0`, `x - 0.0`, `x * 1.0` and `x / 1.0` are `x`,
but `x + 0.0` is not where `x` is `-0.0`, nor is `x * 0.0` always 0. (IEEE 754, sections 6.2, 6.3)
"""

from __future__ import annotations

from math import copysign, inf
from typing import cast

from xdsl.ir import Operation, SSAValue

from .. import mhlo
from ..types import (
    FLOAT,
    PRED,
    SIGNED,
    UNSIGNED,
    element_type_of,
    integer_width,
    is_dense,
    is_uniform,
    kind_of,
)

SPREADING = (
    mhlo.BroadcastOp,
    mhlo.BroadcastInDimOp,
    mhlo.DynamicBroadcastInDimOp,
    mhlo.ReshapeOp,
    mhlo.DynamicReshapeOp,
    mhlo.TransposeOp,
)
"""Ops whose result holds no element that their first operand does not hold."""

Number = int | float


def uniform_value(value: SSAValue) -> Number | None:
    """The integer or float that is every element of `value`, a spread constant; `true` is 1."""
    made = value.owner
    while type(made) in SPREADING:
        made = cast("Operation", made).operands[0].owner
    if type(made) is not mhlo.ConstantOp or not is_dense(made.value):
        return None
    if not is_uniform(made.value):
        return None
    number = next(iter(made.value.iter_values()))
    if isinstance(number, tuple):
        return None
    return abs(number) if kind_of(made.value.get_element_type()) == PRED else number


def is_zero(number: Number, *, negative: bool) -> bool:
    """Whether `number` is the float zero of that sign."""
    return number == 0 and (copysign(1, number) < 0) == negative


def _is_all_ones(number: Number, kind: int, width: int) -> bool:
    return number == {PRED: 1, SIGNED: -1, UNSIGNED: 2**width - 1}[kind]


COMMUTATIVE = (mhlo.AddOp, mhlo.MultiplyOp, mhlo.AndOp, mhlo.OrOp, mhlo.XorOp)
"""Ops whose neutral element may be either operand; that of the others is the second one."""

IDEMPOTENT = (mhlo.AndOp, mhlo.OrOp, mhlo.MaximumOp, mhlo.MinimumOp)
"""Ops that return an operand that they are given twice."""


def is_neutral(op: type[Operation], value: SSAValue) -> bool:
    """Whether `op` returns its other operand where this one, the second one, is `value`."""
    number = uniform_value(value)
    element_type = element_type_of(value)
    kind = kind_of(element_type)
    if number is None or kind not in (PRED, SIGNED, UNSIGNED, FLOAT):
        return False
    if op is mhlo.AddOp:
        return is_zero(number, negative=True) if kind == FLOAT else number == 0
    if op is mhlo.SubtractOp:
        return is_zero(number, negative=False) if kind == FLOAT else number == 0 and kind != PRED
    if op in (mhlo.MultiplyOp, mhlo.DivideOp):
        return number == 1 and (op is mhlo.MultiplyOp or kind != PRED)
    if kind == FLOAT:
        return False
    if op is mhlo.AndOp:
        return _is_all_ones(number, kind, integer_width(element_type) or 0)
    return op in (mhlo.OrOp, mhlo.XorOp) and number == 0


def is_neutral_start(op: type[Operation], value: SSAValue) -> bool:
    """Whether a reduction by `op` of a single element that starts with `value` is the element."""
    if op in COMMUTATIVE:
        return is_neutral(op, value)
    number, element_type = uniform_value(value), element_type_of(value)
    kind, width = kind_of(element_type), integer_width(element_type) or 0
    least = {FLOAT: -inf, SIGNED: -(2 ** (width - 1)) if width else 0, UNSIGNED: 0, PRED: 0}
    greatest = {
        FLOAT: inf,
        SIGNED: 2 ** (width - 1) - 1 if width else 0,
        UNSIGNED: 2**width - 1,
        PRED: 1,
    }
    if number is None or kind not in least:
        return False
    if op is mhlo.MaximumOp:
        return number == least[kind]
    return op is mhlo.MinimumOp and number == greatest[kind]
