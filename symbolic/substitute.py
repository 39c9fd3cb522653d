"""Simultaneous substitution for symbols, bottom-up, memoised over shared subexpressions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from .expr import (
    Atom,
    Division,
    Expr,
    Monomial,
    Terms,
    add_terms,
    as_expr,
    multiply_terms,
    ordered,
)


def substitute(expr: Expr, values: Mapping[str, Expr | int]) -> Expr:
    """`expr` with symbols replaced, all at once. Raises ValueError for a division by 0."""
    known: dict[Atom, Expr] = {
        symbol: as_expr(values[symbol.name])
        for symbol in (expr.symbol_atoms if values else ())
        if symbol.name in values
    }
    if not known:
        return expr
    memo: dict[Atom, Expr] = {}
    result = rewrite(expr, known, memo)
    for atom in list(memo):
        if isinstance(atom, Division) and not rewrite(atom.denominator, known, memo).polynomial:
            raise ValueError(f"division by zero in {expr} with {dict(values)}")
    return result


def rewrite(expr: Expr, known: Mapping[Atom, Expr], memo: dict[Atom, Expr]) -> Expr:
    """`substitute` by atoms, but a quotient or remainder by what would be 0 is left as it is.

    `memo` may be shared between calls with the same `known`.
    """
    total: Terms = {}
    changed = False
    for monomial, coefficient in expr.polynomial.items():
        if len(monomial) == 1 and not monomial[0].depth:
            value = known.get(monomial[0])
            if value is None:
                total[monomial] = total.get(monomial, 0) + coefficient
                continue
            changed = True
            for inner, c in value.polynomial.items():
                total[inner] = total.get(inner, 0) + c * coefficient
            continue
        kept: Monomial = ()
        factors: list[Expr] = []
        for atom in monomial:
            value = _rewrite_atom(atom, known, memo) if atom.depth else known.get(atom)
            if value is None:
                kept += (atom,)
            else:
                factors.append(value)
        if factors:
            changed = True
            add_terms(total, _product(coefficient, kept, factors))
        else:
            total[monomial] = total.get(monomial, 0) + coefficient
    if not changed:
        return expr
    return Expr.of_terms({m: c for m, c in total.items() if c})


def _product(coefficient: int, kept: Monomial, factors: list[Expr]) -> Terms:
    """`coefficient * kept * ...factors`"""
    sums: list[Expr] = []
    for factor in factors:
        if len(factor.polynomial) == 1:
            ((monomial, number),) = factor.polynomial.items()
            kept += monomial
            coefficient *= number
        else:
            sums.append(factor)
    product: Terms = {ordered(kept): coefficient}
    for factor in sums:
        product = multiply_terms(product, factor.polynomial)
    return product


def _rewrite_atom(atom: Atom, known: Mapping[Atom, Expr], memo: dict[Atom, Expr]) -> Expr | None:
    """The value of a compound atom; None where it does not change."""
    if known.keys().isdisjoint(atom.symbol_atoms):
        return None
    value = memo.get(atom)
    if value is None:
        value = atom.rebuild(partial(rewrite, known=known, memo=memo))
        memo[atom] = value
    return value
