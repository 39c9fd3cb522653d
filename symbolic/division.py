"""Quotients by expressions that are known not to be 0: common factors cancel, multiples come out.

Division of multivariate polynomials with remainder (Cox, Little, O'Shea, "Ideals, Varieties, and
Algorithms", 2.3).
"""

from __future__ import annotations

from math import gcd
from typing import Protocol

from .expr import ONE, ZERO, Atom, Expr, Monomial, Terms
from .ranges import Range

MAX_ROUNDS = 40
"""A polynomial division takes at most this many steps."""


class SignOracle(Protocol):
    def range(self, expr: Expr) -> Range: ...
    def nonzero(self, expr: Expr) -> bool: ...


def divide(numerator: Expr, denominator: Expr, known: SignOracle) -> tuple[Expr, Expr, Expr, Expr]:
    """`(q, n, d, g)`: the quotient is `q + n // d` and the remainder is `g*(n % d)`.

    The denominator must be known not to be 0. `n` is 0 where the division comes out even or the
    rest is known to be less than the denominator and irrelevant; then `d` is 1, and the remainder
    does not follow from this.
    """
    factor, numerator, denominator = _cancel(numerator, denominator, known)
    quotient, rest = _long_division(numerator, denominator)
    return quotient, rest, denominator, factor


def is_proper(rest: Expr, denominator: Expr, known: SignOracle) -> bool:
    """Whether `rest // denominator` is known to be 0."""
    least, greatest = known.range(rest)
    if least is not None and least >= 0:
        least = known.range(denominator - rest)[0]
        return least is not None and least > 0
    if greatest is not None and greatest <= 0:
        greatest = known.range(denominator - rest)[1]
        return greatest is not None and greatest < 0
    return False


def _cancel(numerator: Expr, denominator: Expr, known: SignOracle) -> tuple[Expr, Expr, Expr]:
    """Takes the common monomial out of both; it is not 0, as the denominator is not."""
    above, below = numerator.polynomial, denominator.polynomial
    number = gcd(*above.values(), *below.values())
    shared: list[Atom] = []
    if () not in below and () not in above:
        monomials = [*above, *below]
        for atom in min(monomials, key=len, default=()):
            shared.append(atom)
            for monomial in monomials:
                if _without(monomial, shared) is None:
                    shared.pop()
                    break
    if not shared and number == 1:
        return ONE, numerator, denominator

    def reduced(expr: Expr) -> Expr:
        return Expr.of_terms(
            {_without(m, shared) or (): c // number for m, c in expr.polynomial.items()}
        )

    factor = Expr.of_terms({tuple(shared): number})
    return factor, reduced(numerator), reduced(denominator)


def _without(monomial: Monomial, factors: list[Atom]) -> Monomial | None:
    """The monomial divided by `factors`; None where they do not divide it."""
    if not factors:
        return monomial
    rest = list(monomial)
    for atom in factors:
        if atom not in rest:
            return None
        rest.remove(atom)
    return tuple(rest)


def _lead(expr: Expr) -> Monomial:
    return max(expr.polynomial, key=lambda m: (len(m), [-atom.serial for atom in m]))


def _long_division(numerator: Expr, denominator: Expr) -> tuple[Expr, Expr]:
    """`(q, r)` with `numerator == denominator*q + r`; `(0, numerator)` unless it helps."""
    if len(denominator.polynomial) == 1:
        return _by_monomial(numerator, *next(iter(denominator.polynomial.items())))
    lead = _lead(denominator)
    factors, lead_coefficient = list(lead), denominator.polynomial[lead]
    quotient, rest = ZERO, numerator
    for _ in range(MAX_ROUNDS):
        for monomial, coefficient in rest.polynomial.items():
            cofactor = _without(monomial, factors)
            if cofactor is not None and (times := coefficient // lead_coefficient):
                addend = Expr.of_terms({cofactor: times})
                break
        else:
            break
        quotient += addend
        rest -= denominator * addend
    return (
        (quotient, rest) if len(rest.polynomial) < len(numerator.polynomial) else (ZERO, numerator)
    )


def _by_monomial(numerator: Expr, monomial: Monomial, divisor: int) -> tuple[Expr, Expr]:
    """`(q, r)` with `numerator == divisor*monomial*q + r`, term by term."""
    factors = list(monomial)
    quotient: Terms = {}
    rest: Terms = {}
    for term, coefficient in numerator.polynomial.items():
        cofactor = _without(term, factors)
        if cofactor is None:
            rest[term] = coefficient
            continue
        times, coefficient = divmod(coefficient, divisor)
        if times:
            quotient[cofactor] = times
        if coefficient:
            rest[term] = coefficient
    return Expr.of_terms(quotient), Expr.of_terms(rest) if quotient else numerator
