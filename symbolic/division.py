"""Quotients by expressions that are known not to be 0: common factors cancel, multiples come out."""

from __future__ import annotations

from math import gcd
from typing import Protocol

from .atoms import Atom
from .expr import ONE, ZERO, Expr, Monomial, Terms
from .ranges import Range

MAX_ROUNDS = 40
"""A polynomial division takes at most this many steps."""


class Knowledge(Protocol):
    def range(self, expr: Expr) -> Range: ...
    def nonzero(self, expr: Expr) -> bool: ...


def divide(numerator: Expr, denominator: Expr, known: Knowledge) -> tuple[Expr, Expr, Expr, Expr]:
    """`(q, n, d, g)` with `numerator // denominator == q + n // d` and `numerator % denominator == g*(n % d)`.

    The denominator must be known not to be 0. `n` is 0 where the division comes out even or the rest is known
    to be less than the denominator and irrelevant; then `d` is 1, and the remainder is not told by this.
    """
    factor, numerator, denominator = _cancel(numerator, denominator, known)
    quotient, rest = _long_division(numerator, denominator)
    return quotient, rest, denominator, factor


def is_proper(rest: Expr, denominator: Expr, known: Knowledge) -> bool:
    """Whether `rest // denominator` is known to be 0."""
    least, greatest = known.range(rest)
    if least is not None and least >= 0:
        least = known.range(denominator - rest)[0]
        return least is not None and least > 0
    if greatest is not None and greatest <= 0:
        greatest = known.range(denominator - rest)[1]
        return greatest is not None and greatest < 0
    return False


def _cancel(numerator: Expr, denominator: Expr, known: Knowledge) -> tuple[Expr, Expr, Expr]:
    """Takes the common monomial out of both. All its symbols are not 0, as the denominator is not."""
    monomials = [*numerator.polynomial, *denominator.polynomial]
    number = gcd(*numerator.polynomial.values(), *denominator.polynomial.values())
    shared: list[Atom] = []
    for atom in min(monomials, key=len, default=()):
        rest = [_without(m, shared) for m in monomials]
        if all(r is not None and atom in r for r in rest):
            shared.append(atom)
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
    """`(q, r)` with `numerator == denominator*q + r`; r is the numerator itself unless the division helps."""
    lead = _lead(denominator)
    lead_coefficient = denominator.polynomial[lead]
    single = len(denominator.polynomial) == 1
    quotient, rest = ZERO, numerator
    for _ in range(MAX_ROUNDS):
        step: Terms = {}
        for monomial, coefficient in rest.polynomial.items():
            cofactor = _without(monomial, list(lead))
            if cofactor is not None and (times := coefficient // lead_coefficient):
                step[cofactor] = times
                if not single:
                    break
        if not step:
            break
        addend = Expr.of_terms(step)
        quotient += addend
        rest -= denominator * addend
    if single or len(rest.polynomial) < len(numerator.polynomial):
        return quotient, rest
    return ZERO, numerator
