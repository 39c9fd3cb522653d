"""Elementwise ops of mhlo on signless integers as `arith` ops on the scalars that they combine.

Both wrap around at the same width.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Protocol

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, IntegerAttr, i1
from xdsl.ir import Attribute, Operation, SSAValue

from ...dialects import mhlo
from ...dialects.sdim import constant_of
from ...dialects.types import PRED, SIGNED, element_of, is_integer, is_tensor, kind_of

Position = tuple[int, ...]


class Parts(Protocol):
    """Gives the scalars that operands consist of, and inserts ops."""

    def part(self, value: SSAValue, position: Position) -> SSAValue | None: ...

    def value(self, op: Operation) -> SSAValue: ...


Form = Callable[[Parts, Operation, Sequence[SSAValue]], SSAValue | None]
"""Combines the scalars at one place of the operands."""


def _scalar_form(combine: Form) -> Callable[[Parts, Operation, Position], SSAValue | None]:
    """The scalar at a position of the result: the operands' elements there, combined."""

    def find(b: Parts, op: Operation, position: Position) -> SSAValue | None:
        kinds = {kind_of(element_of(v.type)) for v in (*op.operands, *op.results)}
        if not kinds <= {PRED, SIGNED}:
            return None
        scalars = list[SSAValue]()
        for operand in op.operands:
            is_scalar = is_tensor(operand.type) and not operand.type.get_num_dims()
            scalar = b.part(operand, () if is_scalar else position)
            if scalar is None:
                return None
            scalars.append(scalar)
        return combine(b, op, scalars)

    return find


def _binary(form: type[Operation]) -> Form:
    def combine(b: Parts, op: Operation, scalars: Sequence[SSAValue]) -> SSAValue | None:
        type = scalars[0].type
        if type == i1 and form not in LOGICAL:
            return None
        known = [constant_of(scalar) for scalar in scalars]
        if (fold := FOLDS.get(form)) is not None and type != i1:
            if known[0] is not None and known[1] is not None:
                return _constant(b, _wrapped(fold(known[0], known[1]), type), type)
            if (neutral := NEUTRAL.get(form)) is not None and neutral in known:
                return scalars[1 - known.index(neutral)]
        return b.value(form.create(operands=scalars, result_types=[scalars[0].type]))

    return combine


FOLDS: dict[type[Operation], Callable[[int, int], int]] = {
    arith.AddiOp: operator.add,
    arith.SubiOp: operator.sub,
    arith.MuliOp: operator.mul,
    arith.MaxSIOp: max,
    arith.MinSIOp: min,
}
NEUTRAL: dict[type[Operation], int] = {arith.AddiOp: 0, arith.MuliOp: 1}


def _wrapped(number: int, type: Attribute) -> int:
    """`number` in the width of `type`."""
    assert is_integer(type)
    half = 1 << (type.width.data - 1)
    return (number + half) % (2 * half) - half


LOGICAL = (arith.AndIOp, arith.OrIOp, arith.XOrIOp)
"""The ops that mean the same for truth values."""


def _division(form: type[arith.DivSIOp | arith.RemSIOp]) -> Form:
    """What `arith` leaves undefined is kept from it: mhlo's quotient by 0 is -1 and its remainder
    the dividend, and the least number divided by -1 wraps around.
    """

    def combine(b: Parts, op: Operation, scalars: Sequence[SSAValue]) -> SSAValue | None:
        dividend, divisor = scalars
        type = dividend.type
        if type == i1:
            return None
        if _is_positive(divisor):
            return b.value(form(dividend, divisor))
        zero, one, less = (_constant(b, number, type) for number in (0, 1, -1))
        is_zero = b.value(arith.CmpiOp(divisor, zero, "eq"))
        is_less = b.value(arith.CmpiOp(divisor, less, "eq"))
        either = b.value(arith.OrIOp(is_zero, is_less))
        safe = b.value(arith.SelectOp(either, one, divisor))
        result = b.value(form(dividend, safe))
        if form is arith.RemSIOp:
            return b.value(arith.SelectOp(is_zero, dividend, result))
        negated = b.value(arith.SubiOp(zero, dividend))
        result = b.value(arith.SelectOp(is_less, negated, result))
        return b.value(arith.SelectOp(is_zero, less, result))

    return combine


def _is_positive(value: SSAValue) -> bool:
    constant, made = constant_of(value), value.owner
    if constant is not None:
        return constant > 0
    return isinstance(made, arith.MaxSIOp) and any(map(_is_positive, made.operands))


def _constant(b: Parts, number: int, type: Attribute) -> SSAValue:
    assert is_integer(type)
    return b.value(arith.ConstantOp(IntegerAttr(number, type)))


def _negate(b: Parts, op: Operation, scalars: Sequence[SSAValue]) -> SSAValue | None:
    (x,) = scalars
    return None if x.type == i1 else b.value(arith.SubiOp(_constant(b, 0, x.type), x))


def _compare(b: Parts, op: Operation, scalars: Sequence[SSAValue]) -> SSAValue | None:
    assert isinstance(op, mhlo.CompareOp)
    direction = op.comparison_direction.data
    name = PREDICATES[direction]
    if scalars[0].type == i1 and name not in ("eq", "ne"):
        return None
    left, right = (constant_of(scalar) for scalar in scalars)
    if left is not None and right is not None and scalars[0].type != i1:
        return _constant(b, int(COMPARED[name](left, right)), i1)
    return b.value(arith.CmpiOp(scalars[0], scalars[1], name))


PREDICATES = {
    mhlo.ComparisonDirection.EQ: "eq",
    mhlo.ComparisonDirection.NE: "ne",
    mhlo.ComparisonDirection.LT: "slt",
    mhlo.ComparisonDirection.LE: "sle",
    mhlo.ComparisonDirection.GT: "sgt",
    mhlo.ComparisonDirection.GE: "sge",
}


COMPARED: dict[str, Callable[[int, int], bool]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "slt": operator.lt,
    "sle": operator.le,
    "sgt": operator.gt,
    "sge": operator.ge,
}


def _select(b: Parts, op: Operation, scalars: Sequence[SSAValue]) -> SSAValue | None:
    if (condition := constant_of(scalars[0])) is not None:
        return scalars[1] if condition else scalars[2]
    return b.value(arith.SelectOp(*scalars))


def _convert(b: Parts, op: Operation, scalars: Sequence[SSAValue]) -> SSAValue | None:
    """Widened with the sign, cut to the last bits; truth is 1, and not 0 is true."""
    (x,), target = scalars, element_of(op.results[0].type)
    source = x.type
    assert is_integer(source) and is_integer(target)
    if source == target:
        return x
    if target == i1:
        return b.value(arith.CmpiOp(x, _constant(b, 0, source), "ne"))
    if source == i1:
        return b.value(arith.SelectOp(x, _constant(b, 1, target), _constant(b, 0, target)))
    return b.value(arith.IndexCastOp(b.value(arith.IndexCastOp(x, IndexType())), target))


SCALAR_FORMS = {
    op: _scalar_form(form)
    for op, form in {
        mhlo.AddOp: _binary(arith.AddiOp),
        mhlo.SubtractOp: _binary(arith.SubiOp),
        mhlo.MultiplyOp: _binary(arith.MuliOp),
        mhlo.MaximumOp: _binary(arith.MaxSIOp),
        mhlo.MinimumOp: _binary(arith.MinSIOp),
        mhlo.AndOp: _binary(arith.AndIOp),
        mhlo.OrOp: _binary(arith.OrIOp),
        mhlo.XorOp: _binary(arith.XOrIOp),
        mhlo.DivideOp: _division(arith.DivSIOp),
        mhlo.RemainderOp: _division(arith.RemSIOp),
        mhlo.NegateOp: _negate,
        mhlo.CompareOp: _compare,
        mhlo.SelectOp: _select,
        mhlo.ConvertOp: _convert,
    }.items()
}
