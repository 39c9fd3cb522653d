"""Divisions and broadcasts of integers, as operations that upstream MLIR lowers everywhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects import arith
from xdsl.ir import Operation, SSAValue

from ...symbolic import Expr, Predicate, ge, le
from .builder import INDEX, LoopBuilder


def broadcast(builder: LoopBuilder, sizes: Sequence[SSAValue]) -> SSAValue:
    """What `sizes` broadcast to: the greatest of those that are not 1, or else 1."""
    one = builder.constant(1)
    common, *others = sizes
    for other in others:
        greatest = builder.pure(arith.MaxSIOp, (common, other), INDEX)
        rest = builder.select(builder.compare("eq", other, one), common, greatest)
        common = builder.select(builder.compare("eq", common, one), other, rest)
    return common


def fits(builder: LoopBuilder, size: SSAValue, common: SSAValue) -> SSAValue:
    """Whether `size` broadcasts to `common`, as i1."""
    is_one = builder.compare("eq", size, builder.constant(1))
    return builder.either(is_one, builder.compare("eq", size, common))


def is_not_one(builder: LoopBuilder, size: SSAValue) -> SSAValue:
    """0 where `size` is 1, else 1."""
    is_one = builder.compare("eq", size, builder.constant(1))
    return builder.select(is_one, builder.constant(0), builder.constant(1))


def _floor(builder: LoopBuilder, a: SSAValue, b: SSAValue) -> SSAValue:
    quotient = builder.pure(arith.DivSIOp, (a, b), a.type)
    rest = builder.pure(
        arith.SubiOp, (a, builder.pure(arith.MuliOp, (quotient, b), a.type)), a.type
    )
    zero, one = builder.constant(0, a.type), builder.constant(1, a.type)
    signs = builder.pure(arith.XOrIOp, (rest, b), a.type)
    below = builder.both(builder.compare("ne", rest, zero), builder.compare("slt", signs, zero))
    lower = builder.pure(arith.SubiOp, (quotient, one), a.type)
    return builder.select(below, lower, quotient)


def _ceil(builder: LoopBuilder, a: SSAValue, b: SSAValue) -> SSAValue:
    zero = builder.constant(0, a.type)
    negated = builder.pure(arith.SubiOp, (zero, a), a.type)
    return builder.pure(arith.SubiOp, (zero, _floor(builder, negated, b)), a.type)


def _plain(kind: type[Operation]) -> Callable[[LoopBuilder, SSAValue, SSAValue], SSAValue]:
    return lambda builder, a, b: builder.pure(kind, (a, b), a.type)


DIVISIONS: dict[type[Operation], Callable[[LoopBuilder, SSAValue, SSAValue], SSAValue]] = {
    arith.DivSIOp: _plain(arith.DivSIOp),
    arith.DivUIOp: _plain(arith.DivUIOp),
    arith.RemSIOp: _plain(arith.RemSIOp),
    arith.RemUIOp: _plain(arith.RemUIOp),
    arith.FloorDivSIOp: _floor,
    arith.CeilDivSIOp: _ceil,
    arith.CeilDivUIOp: _ceil,
}
"""Divisions trap or are undefined for a divisor of 0, so that they are given another one."""

POLYNOMIALS: dict[type[Operation], Callable[[Expr, Expr], Expr]] = {
    arith.AddiOp: lambda a, b: a + b,
    arith.SubiOp: lambda a, b: a - b,
    arith.MuliOp: lambda a, b: a * b,
}
"""Arithmetic on index values that stays an expression."""


def divided(
    builder: LoopBuilder, op: Operation, a: SSAValue, b: SSAValue
) -> tuple[SSAValue, SSAValue]:
    """What the division `op` gives, and whether it does: its divisor is not 0."""
    zero, one = builder.constant(0, b.type), builder.constant(1, b.type)
    is_zero = builder.compare("eq", b, zero)
    quotient = DIVISIONS[type(op)](builder, a, builder.select(is_zero, one, b))
    return quotient, builder.negation(is_zero)


def within(value: Expr, low: int | None, high: int | None) -> list[Predicate]:
    """That `value` lies between two bounds, where there are such."""
    claims = [] if low is None else [ge(value, low)]
    return claims if high is None else [*claims, le(value, high)]
