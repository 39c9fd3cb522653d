"""Equations solved for a symbol that is a term of its own."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

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


class Equations:
    """Solutions by symbol, of claims that are read once."""

    __slots__ = ("_known", "read")

    def __init__(self) -> None:
        self._known: defaultdict[str, list[Expr]] = defaultdict(list)
        self.read = 0
        """How many claims were read."""

    def of(self, name: str, more: Iterable[Predicate]) -> Sequence[Expr]:
        """What the symbol `name` is, by the claims read before and by `more`."""
        for claim in more:
            self.read += 1
            for symbol, value in solutions(claim):
                self._known[symbol].append(value)
        return self._known.get(name, ())
