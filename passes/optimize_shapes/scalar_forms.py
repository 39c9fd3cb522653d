"""Elementwise ops of mhlo on signless integers as `arith` ops on the scalars that they combine.

Both wrap around at the same width. What `arith` leaves undefined where mhlo does not (a divisor
that may be 0) has no form here.
"""

from __future__ import annotations

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
        if scalars[0].type == i1 and form not in LOGICAL:
            return None
        return b.value(form.create(operands=scalars, result_types=[scalars[0].type]))

    return combine


LOGICAL = (arith.AndIOp, arith.OrIOp, arith.XOrIOp)
"""The ops that mean the same for truth values."""


def _division(form: type[Operation]) -> Form:
    """By a positive constant."""

    def combine(b: Parts, op: Operation, scalars: Sequence[SSAValue]) -> SSAValue | None:
        divisor = constant_of(scalars[1])
        if divisor is None or divisor < 1 or scalars[0].type == i1:
            return None
        return b.value(form.create(operands=scalars, result_types=[scalars[0].type]))

    return combine


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
    return b.value(arith.CmpiOp(scalars[0], scalars[1], name))


PREDICATES = {
    mhlo.ComparisonDirection.EQ: "eq",
    mhlo.ComparisonDirection.NE: "ne",
    mhlo.ComparisonDirection.LT: "slt",
    mhlo.ComparisonDirection.LE: "sle",
    mhlo.ComparisonDirection.GT: "sgt",
    mhlo.ComparisonDirection.GE: "sge",
}


def _select(b: Parts, op: Operation, scalars: Sequence[SSAValue]) -> SSAValue | None:
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
