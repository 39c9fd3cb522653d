"""Equations solved for a symbol that is a term of its own."""

from collections.abc import Iterator

from .expr import Expr, SymbolAtom
from .predicate import Eq, Predicate


def solutions(claim: Predicate) -> Iterator[tuple[str, Expr]]:
    """(symbol, what it is) for the symbols that `claim`, an equation, can be solved for."""
    if not isinstance(claim, Eq):
        return
    for monomial, coefficient in claim.expr.polynomial.items():
        atom = monomial[0] if len(monomial) == 1 else None
        if isinstance(atom, SymbolAtom) and abs(coefficient) == 1:
            value = atom.as_expr() - claim.expr * coefficient
            if atom not in value.symbol_atoms:
                yield atom.name, value
