"""Normal forms of quotients, remainders and extremes, by laws that hold for all integers.

A quotient by a constant takes what it can out of its numerator:
`(c*q + r) // c == q + r // c`, `(g*m + k) // (g*c) == (m + k//g) // c`, `(x//a + p) // b == (x + a*p) // (a*b)`.
A quotient by an expression that may be 0 stays as it is: whether a factor cancels depends on facts.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

from .atoms import Atom, FloorDiv, Max, Min, Mod
from .expr import ZERO, Expr, Monomial, Terms, constant


def floor_div(numerator: Expr, denominator: Expr) -> Expr:
    """`numerator // denominator`. Raises ValueError where the denominator is the constant 0."""
    divisor = denominator.constant_value
    if divisor is None:
        return FloorDiv(numerator, denominator).as_expr()
    if divisor == 0:
        raise ValueError(f"division by zero: {numerator}//0")
    if divisor < 0:
        numerator, divisor = -numerator, -divisor
    quotient, rest, divisor = _split(numerator, divisor)
    if divisor == 1:
        return quotient + rest
    value = rest.constant_value
    if value is not None:
        return quotient + value // divisor
    inner = _inner_quotient(rest)
    if inner is None:
        return quotient + FloorDiv(rest, constant(divisor)).as_expr()
    factor = inner.denominator.constant_value
    assert factor is not None
    flat = inner.numerator + (rest - inner.as_expr()) * factor
    return quotient + floor_div(flat, constant(factor * divisor))


def _split(numerator: Expr, divisor: int) -> tuple[Expr, Expr, int]:
    """`(q, r, d)` with `numerator // divisor == q + r // d`, the coefficients of r in `0 .. d - 1`."""
    quotient: Terms = {}
    rest: Terms = {}
    for monomial, coefficient in numerator.polynomial.items():
        q, r = divmod(coefficient, divisor)
        if q:
            quotient[monomial] = q
        if r:
            rest[monomial] = r
    common = gcd(divisor, *(c for m, c in rest.items() if m))
    if common > 1:
        rest = {m: c // common for m, c in rest.items() if c // common}
    return Expr.of_terms(quotient), Expr.of_terms(rest), divisor // common


def _inner_quotient(expr: Expr) -> FloorDiv | None:
    """The only quotient by a positive constant in `expr`, where it stands alone with coefficient 1."""
    found = None
    for monomial, coefficient in expr.polynomial.items():
        if not any(isinstance(atom, FloorDiv) for atom in monomial):
            continue
        if found is not None or len(monomial) != 1 or coefficient != 1:
            return None
        found = monomial[0]
        assert isinstance(found, FloorDiv)
        if found.denominator.constant_value is None:
            return None
    return found if isinstance(found, FloorDiv) else None


def modulo(numerator: Expr, denominator: Expr) -> Expr:
    """`numerator % denominator`. Raises ValueError where the denominator is the constant 0."""
    divisor = denominator.constant_value
    if divisor is None:
        return Mod(numerator, denominator).as_expr()
    if divisor == 0:
        raise ValueError(f"division by zero: {numerator}%0")
    if divisor < 0:
        return -modulo(-numerator, constant(-divisor))
    rest = {m: r for m, c in numerator.polynomial.items() if (r := c % divisor)}
    common = gcd(divisor, *(c for m, c in rest.items() if m))
    extra = rest.get((), 0) % common
    rest = {m: c // common for m, c in rest.items() if c // common}
    divisor //= common
    reduced = Expr.of_terms(rest)
    if divisor == 1:
        return constant(extra)
    value = reduced.constant_value
    if value is not None:
        return constant(value % divisor * common + extra)
    reduced = _without_multiples(reduced, divisor)
    if reduced.constant_value is not None:
        return constant(reduced.constant_value % divisor * common + extra)
    return Mod(reduced, constant(divisor)).as_expr() * common + extra


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
    flat = list[Expr]()
    for arg in args:
        atom = arg.single_atom
        flat.extend(atom.args if isinstance(atom, kind) else (arg,))
    best: dict[Expr, int] = {}
    for arg in flat:
        offset = arg.constant_term
        base = arg - offset
        if base not in best or (offset > best[base]) == (kind is Max):
            best[base] = offset
    if len(best) == 1:
        ((base, offset),) = best.items()
        return base + offset
    kept = [base + offset for base, offset in best.items()]
    shared = _shared_terms(kept)
    kept = [arg - shared for arg in kept]
    factor = gcd(*(c for arg in kept for c in arg.polynomial.values()))
    if factor > 1:
        kept = [Expr.of_terms({m: c // factor for m, c in a.polynomial.items()}) for a in kept]
    kept.sort(key=str)
    return kind(tuple(kept)).as_expr() * factor + shared


def _shared_terms(args: Sequence[Expr]) -> Expr:
    first, *others = (arg.polynomial for arg in args)
    shared: dict[Monomial, int] = {
        m: c for m, c in first.items() if all(other.get(m) == c for other in others)
    }
    return Expr.of_terms(shared)


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
