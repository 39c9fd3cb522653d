"""Equations solved for a symbol that is a term of its own."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from .expr import Expr, SymbolAtom
from .predicate import Eq, Predicate


def solutions(claim: Predicate) -> Iterator[tuple[str, Expr]]:
    """(symbol, what it is) for the symbols that `claim`, an equation, can be solved for."""
    for atom in _unit_symbols(claim):
        if (value := _solved_for(atom, claim)) is not None:
            yield atom.name, value


def is_solvable(claim: Predicate) -> bool:
    """Whether `claim` is an equation with a symbol as one of its terms."""
    return next(_unit_symbols(claim), None) is not None


def solved_for(name: str, claim: Predicate) -> Expr | None:
    """What `claim` says that the symbol `name` is, as `solutions` does; None where it does not."""
    symbol = next((atom for atom in _unit_symbols(claim) if atom.name == name), None)
    return None if symbol is None else _solved_for(symbol, claim)


def quotient_of(name: str, claim: Predicate) -> Expr | None:
    """What `claim`, an equation with a multiple of the symbol `name` as a term, says that it is:
    the rest divided by the factor; None where it says nothing of the kind.
    """
    if not isinstance(claim, Eq):
        return None
    for monomial, factor in claim.expr.polynomial.items():
        atom = monomial[0] if len(monomial) == 1 else None
        if isinstance(atom, SymbolAtom) and atom.name == name:
            rest = factor * atom.as_expr() - claim.expr
            if atom not in rest.symbol_atoms:
                return (rest if factor > 0 else -rest) // abs(factor)
    return None


def _unit_symbols(claim: Predicate) -> Iterator[SymbolAtom]:
    """The symbols that are terms of `claim`, an equation, with coefficient 1 or -1."""
    if isinstance(claim, Eq):
        for monomial, coefficient in claim.expr.polynomial.items():
            atom = monomial[0] if len(monomial) == 1 else None
            if isinstance(atom, SymbolAtom) and abs(coefficient) == 1:
                yield atom


def _solved_for(symbol: SymbolAtom, claim: Predicate) -> Expr | None:
    """What `claim` says that `symbol`, a term of it, is; None where it depends on itself."""
    assert isinstance(claim, Eq)
    value = symbol.as_expr() - claim.expr * claim.expr.polynomial[(symbol,)]
    return None if symbol in value.symbol_atoms else value


class Equations:
    """Solutions by symbol, of claims that are read once and solved when they are asked for."""

    __slots__ = ("_claims", "_known", "read")

    def __init__(self) -> None:
        self._claims: defaultdict[str, list[tuple[SymbolAtom, Predicate]]] = defaultdict(list)
        self._known: defaultdict[str, list[Expr]] = defaultdict(list)
        self.read = 0
        """How many claims were read."""

    def of(self, name: str, more: Iterable[Predicate]) -> Sequence[Expr]:
        """What the symbol `name` is, by the claims read before and by `more`."""
        for claim in more:
            self.read += 1
            for symbol in _unit_symbols(claim):
                self._claims[symbol.name].append((symbol, claim))
        for symbol, claim in self._claims.pop(name, ()):
            if (value := _solved_for(symbol, claim)) is not None:
                self._known[name].append(value)
        return self._known.get(name, ())
