"""Positions in a loop for several trips at once: the first lane's, and by how much lanes differ."""

from __future__ import annotations

from xdsl.dialects import arith, vector
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, IntegerAttr, IntegerType, VectorType, i1
from xdsl.ir import Operation, SSAValue

from ..fusions_to_loops.builder import INDEX, PREDICATES, LoopBuilder
from .joins import Stays


def constant_of(value: SSAValue) -> int | None:
    """The integer that `value` is, if it is a constant."""
    owner = value.owner
    if isinstance(owner, arith.ConstantOp) and isinstance(owner.value, IntegerAttr):
        return owner.value.value.data
    return None


def move_of(op: Operation, x: int, y: int) -> int:
    """By how much the result of `op` moves from lane to lane where its operands move by `x` and
    `y`; Stays where that is not known here.
    """
    match op:
        case arith.AddiOp():
            return x + y
        case arith.SubiOp():
            return x - y
        case arith.MuliOp():
            factor = constant_of(op.rhs if x else op.lhs)
            if (x and y) or factor is None:
                raise Stays
            return (x or y) * factor
        case _:
            raise Stays


def elements(
    builder: LoopBuilder, first: SSAValue, move: int, to: IntegerType, width: int
) -> SSAValue:
    """Integers of which the first is `first`, each greater by `move` than the one before it."""
    type_ = VectorType(to, [width])
    steps = DenseIntOrFPElementsAttr.from_list(type_, [move * lane for lane in range(width)])
    offsets = builder.pure(arith.ConstantOp, (), type_, {"value": steps})
    splat = builder.pure(vector.BroadcastOp, (first,), type_)
    return builder.pure(arith.AddiOp, (splat, offsets), type_)


def mask_of(
    builder: LoopBuilder, op: arith.CmpiOp, firsts: tuple[SSAValue, SSAValue], move: int, width: int
) -> SSAValue:
    """The lanes in which `op` holds.

    firsts: its operands in the first lane
    move: by how much the first operand grows against the second from lane to lane
    Stays where the lanes are no first ones and no last ones.
    """
    lhs, rhs = firsts
    predicate = op.predicate.value.data
    if predicate in (PREDICATES["sgt"], PREDICATES["sge"]):
        lhs, rhs, move = rhs, lhs, -move
    elif predicate not in (PREDICATES["slt"], PREDICATES["sle"]):
        raise Stays
    left = builder.pure(arith.SubiOp, (rhs, lhs), INDEX)  # before the operands are equal
    if predicate in (PREDICATES["sle"], PREDICATES["sge"]):
        left = builder.pure(arith.AddiOp, (left, builder.constant(1)), INDEX)
    if move == 1:  # holds for fewer than `left` steps
        return _first_lanes(builder, left, width)
    if move != -1:
        raise Stays
    before = builder.pure(arith.SubiOp, (builder.constant(1), left), INDEX)
    return negation(builder, _first_lanes(builder, before, width))


def negation(builder: LoopBuilder, mask: SSAValue) -> SSAValue:
    """The lanes that are not in `mask`."""
    every = builder.pure(vector.BroadcastOp, (builder.constant(-1, i1),), mask.type)
    return builder.pure(arith.XOrIOp, (mask, every), mask.type)


def _first_lanes(builder: LoopBuilder, count: SSAValue, width: int) -> SSAValue:
    """The first `count` lanes, which may be fewer than none or more than all."""
    count = builder.pure(arith.MaxSIOp, (count, builder.constant(0)), INDEX)
    count = builder.pure(arith.MinSIOp, (count, builder.constant(width)), INDEX)
    return builder.pure(vector.CreateMaskOp, (count,), VectorType(i1, [width]))
