"""Multiples among sizes that broadcast: what sizes that fit broadcast to is a multiple of each.

Where `a` and `b` fit, `broadcast(a, b)` is `a`, or `a` is 1: so it is divisible by `a`, and of a
size and a multiple of it that broadcast together only the multiple counts. Exact division of
polynomials (Cox, Little, O'Shea, "Ideals, Varieties, and Algorithms", 2.3) with a broadcast as a
multiple of its operands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from .broadcast import Broadcast
from .comparisons import eq
from .expr import ZERO, Atom, Expr, FloorDiv, Monomial, floor_div
from .predicate import Eq
from .table import FactTable

MAX_PAIRED = 8
"""Operands of broadcasts of more sizes than this are not compared in pairs."""


class FittingSizes(Protocol):
    def fit(self, sizes: Iterable[Expr]) -> bool:
        """Whether `sizes`, in normal form, are known to broadcast together."""
        ...


def take_multiples(numerator: Expr, denominator: Expr, fits: FittingSizes) -> tuple[Expr, Expr]:
    """`(q, r)` with `numerator == denominator*q + r`; `(0, numerator)` where nothing is taken out.

    The denominator must be known not to be 0. Terms of `q` have a quotient in place of a broadcast
    of which the denominator is an operand, or of several of them for several factors.
    """
    if len(denominator.polynomial) != 1:
        return ZERO, numerator
    ((divisor, number),) = denominator.polynomial.items()
    quotient, rest = ZERO, None
    for monomial, coefficient in numerator.polynomial.items():
        if coefficient % number == 0:
            term = _quotient(monomial, divisor, fits)
            if term is not None:
                if rest is None:
                    rest = dict(numerator.polynomial)
                del rest[monomial]
                quotient += term * (coefficient // number)
    return (ZERO, numerator) if rest is None else (quotient, Expr.of_terms(rest))


def _quotient(monomial: Monomial, divisor: Monomial, fits: FittingSizes) -> Expr | None:
    """`monomial / divisor`, with at least one broadcast divided by an operand; None if uneven."""
    rest = list(monomial)
    quotients: list[Expr] = []
    for atom in divisor:
        if atom in rest:
            rest.remove(atom)
            continue
        for other in rest:
            if _is_multiple(other, atom, fits):
                rest.remove(other)
                quotients.append(floor_div(other.as_expr(), atom.as_expr()))
                break
        else:
            return None
    if not quotients:
        return None
    result = Expr.of_terms({tuple(rest): 1})
    for quotient in quotients:
        result = result * quotient
    return result


def _is_multiple(atom: Atom, divisor: Atom, fits: FittingSizes) -> bool:
    """Whether `atom` is what `divisor` and sizes that fit with it broadcast to."""
    if not isinstance(atom, Broadcast):
        return False
    return divisor.as_expr() in atom.args and fits.fit(atom.args)


def undo_quotients(expr: Expr, table: FactTable, fits: FittingSizes) -> Expr:
    """`expr` with `n` in place of `d*(n//d)`, where `n` is known to be a multiple of `d`.

    Of `x*(y//d)` and `y*(x//d)`, equal where `d` divides both, it has that in which `d` divides the
    first in the order of atoms.
    """
    changed = True
    while changed:
        changed = False
        for monomial, coefficient in expr.polynomial.items():
            term = _without_quotient(monomial, table, fits)
            if term is not None:
                old = Expr.of_terms({monomial: coefficient})
                expr = expr - old + term * coefficient
                changed = True
                break
    return expr


def _without_quotient(monomial: Monomial, table: FactTable, fits: FittingSizes) -> Expr | None:
    """`monomial` with a quotient and its denominator replaced by the numerator, if it is even."""
    if len(monomial) < 2:
        return None
    for atom in monomial:
        if type(atom) is not FloorDiv or len(atom.denominator.polynomial) != 1:
            continue
        ((divisor, number),) = atom.denominator.polynomial.items()
        if number != 1 or not divisor:
            continue
        rest = list(monomial)
        rest.remove(atom)
        for factor in divisor:
            if factor not in rest:
                break
            rest.remove(factor)
        else:
            if _is_even(atom, table, fits):
                return Expr.of_terms({tuple(rest): 1}) * atom.numerator
    return _ordered(monomial, table, fits)


def _ordered(monomial: Monomial, table: FactTable, fits: FittingSizes) -> Expr | None:
    """`monomial` with that of two broadcasts divided which is first; None where it is already."""
    for quotient in monomial:
        if type(quotient) is not FloorDiv:
            continue
        below, above = quotient.denominator.single_atom, quotient.numerator.single_atom
        if below is None or above is None or not _is_multiple(above, below, fits):
            continue
        for other in monomial:
            if (
                other.serial < above.serial
                and _is_multiple(other, below, fits)
                and table.nonzero(quotient.denominator)
            ):
                rest = list(monomial)
                rest.remove(quotient)
                rest.remove(other)
                first = floor_div(other.as_expr(), quotient.denominator)
                return Expr.of_terms({tuple(rest): 1}) * first * above.as_expr()
    return None


def _is_even(quotient: FloorDiv, table: FactTable, fits: FittingSizes) -> bool:
    """Whether the division is known to leave no rest."""
    numerator, denominator = quotient.numerator, quotient.denominator
    if not table.nonzero(denominator):
        return False
    above, below = numerator.single_atom, denominator.single_atom
    if above is not None and below is not None and _is_multiple(above, below, fits):
        return True
    claim = eq(numerator % denominator, 0)
    return isinstance(claim, Eq) and (Eq, claim.expr) in table.rows


def without_divisors(sizes: Sequence[Expr], table: FactTable, fits: FittingSizes) -> Sequence[Expr]:
    """`sizes`, which are broadcast, without those of which another is a multiple.

    A size of at least 0 does not count beside a multiple of it that fits with it, or by at least 1:
    where the multiple is 1 the size is 1 too.
    """
    if not 1 < len(sizes) <= MAX_PAIRED or all(size.single_atom is not None for size in sizes):
        return sizes
    return [size for size in sizes if not any(_counts(y, size, table, fits) for y in sizes)]


def _counts(other: Expr, size: Expr, table: FactTable, fits: FittingSizes) -> bool:
    """Whether `other` is a multiple of `size` that counts in its place."""
    if other is size or len(size.polynomial) != 1 or len(other.polynomial) != 1:
        return False
    ((monomial, number),) = size.polynomial.items()
    ((multiple, times),) = other.polynomial.items()
    if times % number or len(multiple) < len(monomial):
        return False
    rest = list(multiple)
    for atom in monomial:
        if atom not in rest:
            return False
        rest.remove(atom)
    least = table.range(size)[0]
    if least is None or least < 0:
        return False
    if fits.fit((size, other)):
        return True
    least = table.range(Expr.of_terms({tuple(rest): times // number}))[0]
    return least is not None and least > 0
