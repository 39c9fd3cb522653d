"""Normal forms of quotients, remainders and extremes, by laws that hold for all integers.

A quotient by a constant takes what it can out of its numerator:
`(c*q + r) // c == q + r // c`, `(g*m + k) // (g*c) == (m + k//g) // c`, `(x//a + p) // b == (x + a*p) // (a*b)`.
A quotient by an expression that may be 0 stays as it is: whether a factor cancels depends on facts.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

from .atoms import Atom, FloorDiv, Max, Min, Mod
from .expr import ZERO, Expr, constant
from .terms import Terms


def floor_div(numerator: Expr, denominator: Expr) -> Expr:
    """`numerator // denominator`. Raises ValueError where the denominator is the constant 0."""
    divisor = denominator.constant_value
    if divisor is None:
        return FloorDiv(numerator, denominator).as_expr()
    if divisor == 0:
        raise ValueError(f"division by zero: {numerator}//0")
    if divisor < 0:
        numerator, divisor = -numerator, -divisor
    quotient: Terms = {}
    rest: Terms = {}
    common = divisor
    for monomial, coefficient in numerator.polynomial.items():
        if 0 < coefficient < divisor:
            rest[monomial] = coefficient
        else:
            times, coefficient = divmod(coefficient, divisor)
            quotient[monomial] = times
            if not coefficient:
                continue
            rest[monomial] = coefficient
        if monomial:
            common = gcd(common, coefficient)
    if common == divisor:  # the rest is less than the divisor
        return Expr.of_terms(quotient)
    if common > 1:
        rest = {m: c // common for m, c in rest.items() if c >= common}
        divisor //= common
        inner = Expr.of_terms(rest)
    else:
        inner = Expr.of_terms(rest) if quotient else numerator
    nested = _inner_quotient(rest)
    if nested is not None:
        factor = nested.denominator.constant_value
        assert factor is not None
        flat = nested.numerator + (inner - nested.as_expr()) * factor
        folded = floor_div(flat, constant(factor * divisor))
    else:
        folded = FloorDiv(inner, constant(divisor)).as_expr()
    return Expr.of_terms(quotient) + folded if quotient else folded


def _inner_quotient(terms: Terms) -> FloorDiv | None:
    """The only quotient by a positive constant in a sum, where it stands alone with coefficient 1."""
    found = None
    for monomial, coefficient in terms.items():
        for atom in monomial:
            if type(atom) is FloorDiv:
                if found is not None or len(monomial) != 1 or coefficient != 1:
                    return None
                if atom.denominator.constant_value is None:
                    return None
                found = atom
    return found


def modulo(numerator: Expr, denominator: Expr) -> Expr:
    """`numerator % denominator`. Raises ValueError where the denominator is the constant 0."""
    divisor = denominator.constant_value
    if divisor is None:
        return Mod(numerator, denominator).as_expr()
    if divisor == 0:
        raise ValueError(f"division by zero: {numerator}%0")
    if divisor < 0:
        return -modulo(-numerator, constant(-divisor))
    rest: Terms = {}
    common = divisor
    same, nested = True, False
    for monomial, coefficient in numerator.polynomial.items():
        if not 0 < coefficient < divisor:
            same = False
            coefficient %= divisor
            if not coefficient:
                continue
        rest[monomial] = coefficient
        if monomial:
            common = gcd(common, coefficient)
            nested = nested or type(monomial[0]) is Mod
    if common == divisor:
        return constant(rest.get((), 0))
    extra = rest.get((), 0) % common
    if common > 1:
        rest = {m: c // common for m, c in rest.items() if c >= common}
        divisor //= common
    reduced = numerator if same and common == 1 else Expr.of_terms(rest)
    if nested:
        reduced = _without_multiples(reduced, divisor)
        if reduced.constant_value is not None:
            return constant(reduced.constant_value % divisor * common + extra)
    folded = Mod(reduced, constant(divisor)).as_expr()
    return folded if common == 1 else folded * common + extra


def _without_multiples(expr: Expr, divisor: int) -> Expr:
    """`expr` with remainders by multiples of `divisor` replaced by what they are the remainder of."""
    changed = False
    total = ZERO
    for monomial, coefficient in expr.polynomial.items():
        atom = monomial[0] if len(monomial) == 1 else None
        if isinstance(atom, Mod):
            inner = atom.denominator.constant_value
            if inner is not None and (inner * coefficient) % divisor == 0:
                total += atom.numerator * coefficient
                changed = True
                continue
        total += Expr.of_terms({monomial: coefficient})
    if not changed:
        return expr
    return Expr.of_terms({m: r for m, c in total.polynomial.items() if (r := c % divisor)})


def extreme(kind: type[Max] | type[Min], args: Sequence[Expr]) -> Expr:
    """The greatest (`Max`) or least (`Min`) of `args`, at least one."""
    best: dict[Expr, int] = {}
    for arg in args:
        atom = arg.single_atom
        for inner in atom.args if isinstance(atom, kind) else (arg,):
            offset = inner.constant_term
            base = inner - offset if offset else inner
            known = best.get(base)
            if known is None or (offset > known if kind is Max else offset < known):
                best[base] = offset
    if len(best) == 1:
        ((base, offset),) = best.items()
        return base + offset
    kept = [base + offset for base, offset in best.items()]
    shared = _shared_terms(kept)
    if shared:
        kept = [
            Expr.of_terms({m: c for m, c in a.polynomial.items() if m not in shared}) for a in kept
        ]
    factor = 0
    for arg in kept:
        factor = gcd(factor, *arg.polynomial.values())
    if factor > 1:
        kept = [Expr.of_terms({m: c // factor for m, c in a.polynomial.items()}) for a in kept]
    folded = kind(kept).as_expr()
    if factor > 1:
        folded = folded * factor
    return folded + Expr.of_terms(shared) if shared else folded


def _shared_terms(args: Sequence[Expr]) -> Terms:
    first, *others = (arg.polynomial for arg in args)
    shared: Terms = {}
    for monomial, coefficient in first.items():
        for other in others:
            if other.get(monomial) != coefficient:
                break
        else:
            shared[monomial] = coefficient
    return shared


def rebuild(atom: Atom, args: Sequence[Expr]) -> Expr:
    """The atom's operation on other arguments."""
    if isinstance(atom, FloorDiv):
        return floor_div(args[0], args[1])
    if isinstance(atom, Mod):
        return modulo(args[0], args[1])
    if isinstance(atom, Max):
        return extreme(Max, args)
    assert isinstance(atom, Min)
    return extreme(Min, args)
