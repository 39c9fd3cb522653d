"""Predicates of the engine as `sdim` constraint ops, each in its most telling form."""

from __future__ import annotations

from math import prod

from xdsl.dialects.builtin import StringAttr

from ..dialects import sdim
from ..symbolic import And, Broadcast, Broadcastable, Eq, Expr, Le, Mod, Predicate, as_expr
from ..symbolic.broadcast import operands
from .arith import Emitter, sides
from .readable_sizes import compared


def emit_constraint(
    emitter: Emitter, fact: Predicate, strength: str = "assume", why: str | None = None
) -> sdim.ConstraintOp:
    """The `sdim` op that states `fact`, in its most telling form."""
    op = _constraint_op(emitter, fact, strength)
    if why:
        op.attributes["why"] = StringAttr(why)
    emitter.insert(op)
    return op


def _constraint_op(emitter: Emitter, fact: Predicate, strength: str) -> sdim.ConstraintOp:
    if isinstance(fact, Broadcastable):
        return sdim.BroadcastableOp(emitter.broadcast_operands(fact.sizes), strength=strength)
    if isinstance(fact, Eq):
        left, right = sides(fact)
        if (size := _written_out(left, right)) is not None:
            common = right if size is left else left
            sizes = emitter.broadcast_operands(operands(size))
            return sdim.BroadcastOp(sizes, emitter.index(common), strength=strength)
        if (divisibility := _divisibility(left, right)) is not None:
            value, divisor = divisibility
            return sdim.DivisibleOp(emitter.index(value), divisor, strength=strength)
        products = [_factors(side) for side in (left, right)]
        if any(factors is not None and len(factors) > 1 for factors in products) and all(
            factors is not None for factors in products
        ):
            lhs, rhs = [[emitter.index(f) for f in factors or ()] for factors in products]
            return sdim.ProductEqualOp(lhs, rhs, strength=strength)
        if emitter.states_sums and any(map(emitter.is_new_sum, (left, right))):
            lhs, rhs = [[emitter.index(t) for t in _parts(side, emitter)] for side in (left, right)]
            return sdim.SumEqualOp(lhs, rhs, strength=strength)
        return sdim.EqualOp(emitter.index(left), emitter.index(right), strength=strength)
    if isinstance(fact, Le):
        left, right = sides(fact)
        if (high := right.constant_value) is not None and left.constant_value is None:
            return sdim.RangeOp(emitter.index(left), None, high, strength=strength)
        if (low := left.constant_value) is not None and right.constant_value is None:
            return sdim.RangeOp(emitter.index(right), low, None, strength=strength)
        return sdim.LessEqualOp(emitter.index(left), emitter.index(right), strength=strength)
    if (ends := _both_ends(fact)) is not None:
        size, low, high = ends
        return sdim.RangeOp(emitter.index(size), low, high, strength=strength)
    return sdim.HoldsOp(emitter.condition(fact), strength=strength)


def compared_broadcasts(fact: Predicate) -> list[Expr]:
    """The broadcasts that `fact` compares with something, or multiplies, as operands of an op.

    What sizes broadcast to is said of the sizes themselves, in an op of its own.
    """
    if isinstance(fact, Broadcastable):
        return []
    if isinstance(fact, Eq | Le) and not fact.expr.depth:
        return []
    whole = _written_out(*sides(fact)) if isinstance(fact, Eq) else None
    return [size for part in compared(fact) for size in _broadcasts(part) if size != whole]


def _written_out(left: Expr, right: Expr) -> Expr | None:
    """The side of an equation that is a broadcast to be written as its sizes: that of fewer."""
    found = [side for side in (right, left) if isinstance(side.single_atom, Broadcast)]
    return min(found, key=lambda side: len(operands(side)), default=None)


def _broadcasts(size: Expr) -> list[Expr]:
    found = [atom.as_expr() for atom in size.atoms() if isinstance(atom, Broadcast)]
    return sorted(found, key=str)


def _both_ends(fact: Predicate) -> tuple[Expr, int, int] | None:
    """(size, least, greatest) where `fact` says that a size lies between two numbers."""
    if not isinstance(fact, And) or len(fact.args) != 2:
        return None
    least, greatest = dict[Expr, int](), dict[Expr, int]()
    for arg in fact.args:
        if not isinstance(arg, Le):
            return None
        left, right = sides(arg)
        if (low := left.constant_value) is not None:
            least[right] = low
        elif (high := right.constant_value) is not None:
            greatest[left] = high
    for size in least.keys() & greatest.keys():
        return size, least[size], greatest[size]
    return None


def _divisibility(left: Expr, right: Expr) -> tuple[Expr, int] | None:
    """(value, divisor) where the sides read `value % divisor == 0`."""
    if right != as_expr(0) or len(left.terms()) != 1:
        return None
    ((coefficient, powers),) = left.terms()
    if coefficient != 1 or len(powers) != 1 or powers[0][1] != 1:
        return None
    atom = powers[0][0]
    if isinstance(atom, Mod) and (divisor := atom.denominator.constant_value) is not None:
        return atom.numerator, divisor
    return None


def _parts(side: Expr, emitter: Emitter) -> list[Expr]:
    """What `side` is the sum of: symbols for some of the terms, and the others."""
    symbols, rest = emitter.sums.cover(side)
    return symbols + _terms(rest)


def _terms(side: Expr) -> list[Expr]:
    return [
        prod(
            (atom.as_expr() for atom, power in powers for _ in range(power)), start=as_expr(factor)
        )
        for factor, powers in side.terms()
    ]


def _factors(side: Expr) -> list[Expr] | None:
    """The factors of a single term; None for a sum or zero."""
    terms = side.terms()
    if len(terms) != 1:
        return None
    ((coefficient, powers),) = terms
    factors = [atom.as_expr() for atom, power in powers for _ in range(power)]
    return factors if coefficient == 1 and factors else [*factors, as_expr(coefficient)]
