"""Quotients by numbers that leave known remainders: fractions, so not nested and in lowest terms.

Exact division (Jebelean, "An algorithm for exact division", J. Symbolic Computation 1993) as laws
of terms. What is divided again and again so stays one operation deep.
"""

from __future__ import annotations

from math import gcd, lcm

from .congruence import CongruenceMemo, Residues, of_expr, of_monomial
from .expr import (
    MAX_NUMBER,
    ZERO,
    Expr,
    FloorDiv,
    Monomial,
    constant,
    drop,
    floor_div,
    times,
)


def divided(numerator: Expr, divisor: int, known: Residues) -> Expr | None:
    """`numerator // divisor`, the divisor positive, where known remainders make it simpler.

    `(c*(x//e) + k)//d == (c*(x - r) + e*k)//(d*e)` where `x % e` is r, and
    `(c*x + k)//d == c*(x//d) + (c*r + k)//d` where `x % d` is r.
    """
    whole, great = _multiplied_out(numerator, divisor, known)
    taken, rest = _taken_out(whole, great, known)
    if whole is numerator and not taken.polynomial:
        return None
    folded = taken + floor_div(rest, constant(great))
    return None if folded == FloorDiv(numerator, constant(divisor)).as_expr() else folded


def _multiplied_out(numerator: Expr, divisor: int, known: Residues) -> tuple[Expr, int]:
    """`(n, d)` with `n // d == numerator // divisor`, no quotient of known remainder in n."""
    for monomial, coefficient in numerator.polynomial.items():
        atom = monomial[0] if len(monomial) == 1 else None
        if not isinstance(atom, FloorDiv):
            continue
        inner = atom.denominator.constant_value
        if inner is None or inner < 1 or divisor * inner > MAX_NUMBER:
            continue
        modulus, residue = of_expr(atom.numerator, known)
        if modulus % inner:
            continue
        rest = (numerator - atom.as_expr() * coefficient) * inner
        whole = rest + (atom.numerator - residue % inner) * coefficient
        if max(map(abs, whole.polynomial.values()), default=0) <= MAX_NUMBER:
            return _multiplied_out(whole, divisor * inner, known)
    return numerator, divisor


def _taken_out(numerator: Expr, divisor: int, known: Residues) -> tuple[Expr, Expr]:
    """`(q, r)` with `numerator // divisor == q + r // divisor`, in r no term of known remainder."""
    memo: CongruenceMemo = {}
    quotient, rest = ZERO, numerator
    for monomial, coefficient in numerator.polynomial.items():
        if not monomial:
            continue
        size = Expr.of_terms({monomial: 1})
        times, above = divmod(coefficient, divisor)
        common = gcd(above, divisor)
        modulus, residue = of_monomial(monomial, known, memo)
        part = divisor // common
        if modulus % part == 0:
            small = residue % part
            quotient += size * times + floor_div(size, constant(part)) * (above // common)
            rest -= size * coefficient - small * above
    return quotient, rest


def lowest_terms(expr: Expr, known: Residues) -> Expr:
    """`expr` with `c*x + a*(x//b) + ...` as `p*x + q*(x//d)`, q/d a fraction in lowest terms.

    Of all quotients of sums of terms, by numbers, that leave known remainders.
    """
    fractions: dict[Monomial, list[tuple[Monomial, FloorDiv, int]]] = {}
    for monomial in expr.polynomial:
        for atom in monomial:
            if isinstance(atom, FloorDiv) and (divisor := atom.denominator.constant_value):
                modulus, residue = of_expr(atom.numerator, known)
                if divisor > 0 and modulus % divisor == 0:
                    found = fractions.setdefault(drop(monomial, atom), [])
                    found.append((monomial, atom, residue % divisor))
                    break
    for cofactor, quotients in fractions.items():
        expr = _joined(expr, cofactor, quotients, known)
    return expr


def _joined(
    expr: Expr,
    cofactor: Monomial,
    quotients: list[tuple[Monomial, FloorDiv, int]],
    known: Residues,
) -> Expr:
    """`expr` with one fraction for the terms that are `cofactor` times one of `quotients`.

    quotients: the term, the quotient in it, and its remainder
    """
    terms = expr.polynomial
    divisor = lcm(*(atom.denominator.constant_value or 1 for _, atom, _ in quotients))
    if divisor > MAX_NUMBER or any(monomial not in terms for monomial, *_ in quotients):
        return expr
    whole, old = ZERO, {monomial: terms[monomial] for monomial, *_ in quotients}
    for monomial, atom, residue in quotients:
        factor = divisor // (atom.denominator.constant_value or 1)
        whole += (atom.numerator - residue) * (terms[monomial] * factor)
    for inner in [m for m in whole.polynomial if m]:
        monomial = times(cofactor, inner)
        if monomial in terms and monomial not in old:
            old[monomial] = terms[monomial]
            whole += Expr.of_terms({inner: terms[monomial] * divisor})
    fraction = divided(whole, divisor, known)
    if fraction is None:
        fraction = floor_div(whole, constant(divisor))
    new = Expr.of_terms({cofactor: 1}) * fraction
    if new == Expr.of_terms(old):
        return expr
    return expr - Expr.of_terms(old) + new
