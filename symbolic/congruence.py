"""Residues: `(m, r)` is a value that is `r` modulo `m`, `(0, r)` just `r`, `(1, 0)` any value.

The congruence domain (Granger, "Static analysis of arithmetical congruences", 1989); two residues
of one value meet by the Chinese remainder theorem.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd

from .expr import Atom, Division, Expr, FloorDiv, Mod, Monomial, SymbolAtom

Congruence = tuple[int, int]
ANYTHING: Congruence = (1, 0)

Residues = Mapping[SymbolAtom | Monomial, Congruence]
"""What is known of symbols, and of terms that are more than a symbol."""


def reduce(modulus: int, residue: int) -> Congruence:
    return (modulus, residue % modulus) if modulus else (0, residue)


def add(x: Congruence, y: Congruence) -> Congruence:
    return reduce(gcd(x[0], y[0]), x[1] + y[1])


def multiply(x: Congruence, y: Congruence) -> Congruence:
    (m, r), (n, s) = x, y
    return reduce(gcd(m * n, m * s, n * r), r * s)


def join(x: Congruence, y: Congruence) -> Congruence:
    """What holds of a value that is one of the two."""
    return reduce(gcd(x[0], y[0], x[1] - y[1]), x[1])


def meet(x: Congruence, y: Congruence) -> Congruence | None:
    """What holds of a value that is both, by the Chinese remainder theorem; None where none is."""
    (m, r), (n, s) = x, y
    if m == 0 or n == 0:
        (m, r), (n, s) = sorted((x, y))
        agrees = r == s if n == 0 else (r - s) % n == 0
        return (0, r) if agrees else None
    common = gcd(m, n)
    if (s - r) % common:
        return None
    whole = m // common * n
    factor = (s - r) // common * pow(m // common, -1, n // common) if n != common else 0
    return reduce(whole, r + m * factor)


CongruenceMemo = dict[Atom, Congruence]


def of_expr(expr: Expr, known: Residues, memo: CongruenceMemo | None = None) -> Congruence:
    """What is known of `expr` from what is known of its symbols."""
    memo = {} if memo is None else memo
    modulus, residue = 0, 0
    for monomial, coefficient in expr.polynomial.items():
        if len(monomial) == 1 and monomial[0] not in known and type(monomial[0]) is SymbolAtom:
            modulus = gcd(modulus, coefficient)
        else:
            term = multiply((0, coefficient), of_monomial(monomial, known, memo))
            modulus, residue = gcd(modulus, term[0]), residue + term[1]
        if modulus == 1:
            return ANYTHING
    return reduce(modulus, residue)


def of_monomial(monomial: Monomial, known: Residues, memo: CongruenceMemo) -> Congruence:
    """What is known of a product, from its factors and as a whole."""
    term: Congruence = (0, 1)
    for atom in monomial:
        term = multiply(term, of_atom(atom, known, memo))
    whole = known.get(monomial) if monomial else None
    return term if whole is None else meet(term, whole) or term


def of_atom(atom: Atom, known: Residues, memo: CongruenceMemo) -> Congruence:
    """What is known of an atom."""
    if isinstance(atom, SymbolAtom):
        return known.get(atom, ANYTHING)
    if atom not in memo:
        memo[atom] = _of_compound(atom, known, memo)
    return memo[atom]


def _of_compound(atom: Atom, known: Residues, memo: CongruenceMemo) -> Congruence:
    if isinstance(atom, Division):
        m, r = of_expr(atom.numerator, known, memo)
        divisor = atom.denominator.constant_value
        if not divisor or divisor < 0:
            return ANYTHING
        if isinstance(atom, Mod):
            return (0, r % divisor) if m % divisor == 0 else reduce(gcd(m, divisor), r)
        return reduce(m // divisor, r // divisor) if m % divisor == 0 else ANYTHING
    first, *others = (of_expr(arg, known, memo) for arg in atom.args)
    for other in others:
        first = join(first, other)
    return first


def of_remainder(numerator: Expr, divisor: int, residue: int) -> tuple[Monomial, Congruence] | None:
    """What `numerator % divisor == residue` says of a numerator's only term, if it has one.

    The residue lies in `0 .. divisor - 1` and the numerator's coefficients have no common factor
    with the divisor.
    """
    terms = numerator.polynomial
    found = [m for m in terms if m]
    if len(found) != 1:
        return None
    coefficient = terms[found[0]]
    if gcd(coefficient, divisor) != 1:
        return None
    value = (residue - numerator.constant_term) * pow(coefficient, -1, divisor)
    return found[0], reduce(divisor, value)


def as_remainder(expr: Expr) -> tuple[Expr, int, int] | None:
    """`(n, c, r)` where `expr == 0` says `n % c == r`, for a number c; None where it does not.

    Recognises `n % c - r` and `n - c*(n//c) - r`, whichever sign they have.
    """
    for monomial, coefficient in expr.polynomial.items():
        if len(monomial) != 1:
            continue
        atom = monomial[0]
        if not isinstance(atom, Division):
            continue
        divisor = atom.denominator.constant_value
        if not divisor:
            continue
        if isinstance(atom, Mod):
            rest = expr - Expr.of_terms({monomial: coefficient})
        elif coefficient % divisor == 0:
            coefficient //= -divisor
            rest = expr - (atom.numerator - divisor * atom.as_expr()) * coefficient
        else:
            continue
        offset = rest.constant_value
        if offset is not None and offset % coefficient == 0:
            residue = -offset // coefficient
            if 0 <= residue < divisor:
                return atom.numerator, divisor, residue
    return None


def of_exact_quotient(
    numerator: Expr, divisor: int, residue: int, known: Residues
) -> tuple[Expr, int, int]:
    """`(n, c, r)` with `n % c == r` just where `numerator % divisor == residue`.

    What of the numerator is a quotient by a number that leaves a known remainder is multiplied out;
    the numerator's coefficients have no common factor with the divisor.
    """
    for monomial, coefficient in numerator.polynomial.items():
        atom = monomial[0] if len(monomial) == 1 else None
        if not isinstance(atom, FloorDiv) or not (inner := atom.denominator.constant_value):
            continue
        modulus, left = of_expr(atom.numerator, known)
        if inner > 0 and modulus % inner == 0:
            rest = numerator - atom.as_expr() * coefficient
            whole = rest * inner + (atom.numerator - left % inner) * coefficient
            return of_exact_quotient(whole, divisor * inner, residue * inner, known)
    terms = numerator.polynomial
    common = gcd(divisor, residue - terms.get((), 0), *(c for m, c in terms.items() if m))
    if common > 1:
        left = numerator.constant_term - residue
        numerator = Expr.of_terms({m: c // common for m, c in terms.items() if m}) + left // common
        return numerator, divisor // common, 0
    return numerator, divisor, residue
