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
    """One less than the quotient, where there is a rest of the other sign than the divisor."""
    quotient, rest = _quotient(builder, a, b)
    zero, one = builder.constant(0, a.type), builder.constant(1, a.type)
    signs = builder.pure(arith.XOrIOp, (rest, b), a.type)
    below = builder.both(builder.compare("ne", rest, zero), builder.compare("slt", signs, zero))
    return builder.select(below, builder.pure(arith.SubiOp, (quotient, one), a.type), quotient)


def _ceil(builder: LoopBuilder, a: SSAValue, b: SSAValue) -> SSAValue:
    """One more than the quotient, where there is a rest of the sign of the divisor."""
    quotient, rest = _quotient(builder, a, b)
    zero, one = builder.constant(0, a.type), builder.constant(1, a.type)
    signs = builder.pure(arith.XOrIOp, (rest, b), a.type)
    above = builder.both(builder.compare("ne", rest, zero), builder.compare("sge", signs, zero))
    return builder.select(above, builder.pure(arith.AddiOp, (quotient, one), a.type), quotient)


def _quotient(builder: LoopBuilder, a: SSAValue, b: SSAValue) -> tuple[SSAValue, SSAValue]:
    """Rounded to zero, and the rest."""
    quotient = builder.pure(arith.DivSIOp, (a, b), a.type)
    product = builder.pure(arith.MuliOp, (quotient, b), a.type)
    return quotient, builder.pure(arith.SubiOp, (a, product), a.type)


def _ceil_unsigned(builder: LoopBuilder, a: SSAValue, b: SSAValue) -> SSAValue:
    zero, one = builder.constant(0, a.type), builder.constant(1, a.type)
    before = builder.pure(arith.SubiOp, (a, one), a.type)
    quotient = builder.pure(arith.DivUIOp, (before, b), a.type)
    next_ = builder.pure(arith.AddiOp, (quotient, one), a.type)
    return builder.select(builder.compare("eq", a, zero), zero, next_)


def _plain(kind: type[Operation]) -> Callable[[LoopBuilder, SSAValue, SSAValue], SSAValue]:
    return lambda builder, a, b: builder.pure(kind, (a, b), a.type)


QUOTIENTS: dict[type[Operation], Callable[[LoopBuilder, SSAValue, SSAValue], SSAValue]] = {
    arith.DivSIOp: _plain(arith.DivSIOp),
    arith.DivUIOp: _plain(arith.DivUIOp),
    arith.RemSIOp: _plain(arith.RemSIOp),
    arith.RemUIOp: _plain(arith.RemUIOp),
    arith.FloorDivSIOp: _floor,
    arith.CeilDivSIOp: _ceil,
    arith.CeilDivUIOp: _ceil_unsigned,
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
    quotient = QUOTIENTS[type(op)](builder, a, builder.select(is_zero, one, b))
    return quotient, builder.negation(is_zero)


def within(value: Expr, low: int | None, high: int | None) -> list[Predicate]:
    """That `value` lies between two bounds, where there are such."""
    claims = [] if low is None else [ge(value, low)]
    return claims if high is None else [*claims, le(value, high)]
