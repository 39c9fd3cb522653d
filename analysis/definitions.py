"""What symbols are defined as: one of two sizes by a condition, or a formula over other symbols."""

from __future__ import annotations

from collections.abc import Iterable

from ..symbolic import Expr, Predicate, all_of, any_of, eq

Cases = tuple[Predicate, Expr, Expr]
"""The first of two values where the predicate holds, else the second."""


def cases(symbol: Expr, condition: Predicate, then: Expr, otherwise: Expr) -> Predicate:
    """`symbol == (then if condition else otherwise)`."""
    return any_of(
        all_of(condition, eq(symbol, then)), all_of(condition.negate(), eq(symbol, otherwise))
    )


class SymbolDefinitions:
    """The definitions of symbols by cases and by formulas; two of one kind never share a symbol."""

    __slots__ = ("_symbols", "by_cases", "formulas")

    def __init__(self) -> None:
        self.by_cases: dict[str, Cases] = {}
        """Symbol -> (condition, then, otherwise)."""
        self.formulas: dict[str, Expr] = {}
        """Symbol -> an equal expression, where the engine does not substitute it."""
        self._symbols: dict[Cases, Expr] = {}

    def copy(self) -> SymbolDefinitions:
        """An independent copy."""
        copy = SymbolDefinitions()
        copy.by_cases, copy.formulas = self.by_cases.copy(), self.formulas.copy()
        copy._symbols = self._symbols.copy()
        return copy

    def add_cases(self, symbol: Expr, definition: Cases) -> None:
        """Defines `symbol` by cases; `symbol_of` returns the first symbol of equal cases."""
        self._symbols.setdefault(definition, symbol)
        if symbol.symbol_name is not None:
            self.by_cases[symbol.symbol_name] = definition

    def symbol_of(self, definition: Cases) -> Expr | None:
        """The symbol that is defined by these cases."""
        return self._symbols.get(definition)

    def closure(self, names: Iterable[str]) -> set[str]:
        """`names` and every symbol that their definitions by cases use."""
        found, worklist = set[str](), list(names)
        while worklist:
            name = worklist.pop()
            if name not in found:
                found.add(name)
                for part in self.by_cases.get(name, ()):
                    worklist += part.symbols()
        return found
