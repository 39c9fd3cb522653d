"""Sizes that one fact says to broadcast together, and what is among them.

Sizes that are symbols are a set of these, so that questions about many of them are set operations.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import permutations

from .broadcast import Broadcast, Broadcastable, broadcastable, operands
from .comparisons import eq
from .expr import NO_SYMBOLS, Expr, SymbolAtom
from .predicate import Eq, Or, Predicate
from .rows import RowKey


class KnownFit:
    """Sizes that broadcast together."""

    __slots__ = ("_sizes", "symbols")

    def __init__(
        self, sizes: frozenset[Expr] | None, symbols: frozenset[SymbolAtom] | None = None
    ) -> None:
        """`sizes`, or where all of them are symbols just `symbols`."""
        self._sizes = sizes
        self.symbols = symbols

    @staticmethod
    def of(claim: Broadcastable) -> KnownFit:
        """What `claim` says."""
        if claim.is_plain:
            return KnownFit(None, claim.symbol_atoms)
        return KnownFit(frozenset(claim.sizes))

    @property
    def sizes(self) -> frozenset[Expr]:
        sizes = self._sizes
        if sizes is None:
            assert self.symbols is not None
            sizes = self._sizes = frozenset([symbol.as_expr() for symbol in self.symbols])
        return sizes

    def __len__(self) -> int:
        return len(self.sizes if self.symbols is None else self.symbols)

    def has(self, size: Expr) -> bool:
        """Whether `size` is one of these sizes, 1, or what some of them broadcast to."""
        symbols = self.symbols
        if symbols is not None:
            atom = size.single_atom
            if type(atom) is SymbolAtom:
                return atom in symbols
            if type(atom) is Broadcast and atom.is_plain:
                return atom.symbol_atoms <= symbols
        return is_among(size, self.sizes)

    def has_all(self, claim: Broadcastable) -> bool:
        """Whether this says `claim`."""
        if self.symbols is not None and claim.is_plain:
            return claim.symbol_atoms <= self.symbols
        return all(map(self.has, claim.sizes))

    def symbols_with(self, symbol: SymbolAtom) -> frozenset[SymbolAtom]:
        """Those of these sizes that are symbols, if `symbol` is one of the sizes; else none."""
        if self.symbols is not None:
            return self.symbols
        if symbol.as_expr() not in self.sizes:
            return NO_SYMBOLS
        atoms = [size.single_atom for size in self.sizes]
        return frozenset([atom for atom in atoms if type(atom) is SymbolAtom])

    def is_within(self, other: KnownFit) -> bool:
        """Whether these sizes are all in `other`."""
        if self.symbols is not None and other.symbols is not None:
            return self.symbols <= other.symbols
        return self.sizes <= other.sizes

    def shares(self, sizes: Collection[Expr]) -> bool:
        """Whether some of `sizes` are in this."""
        symbols = self.symbols
        if symbols is not None:
            return any(size.single_atom in symbols for size in sizes)
        return not self.sizes.isdisjoint(sizes)

    def joined_with(self, other: KnownFit) -> KnownFit:
        """These sizes and those of `other`."""
        if self.symbols is not None and other.symbols is not None:
            return KnownFit(None, self.symbols | other.symbols)
        return KnownFit(self.sizes | other.sizes)

    def broadcasts_of(self, other: KnownFit) -> bool:
        """Whether one of these sizes is what some of `other` broadcast to."""
        if self.symbols is not None:
            return False
        inner = (operands(size) for size in self.sizes)
        return any(len(some) > 1 and other.sizes.issuperset(some) for some in inner)

    def claim(self) -> Predicate:
        """That the sizes broadcast together."""
        return (
            broadcastable(*self.sizes)
            if self.symbols is None
            else Broadcastable.of_symbols(self.symbols)
        )


def is_among(size: Expr, sizes: frozenset[Expr]) -> bool:
    """Whether `size` is one of `sizes` that fit, 1, or what some of them broadcast to."""
    if size in sizes or size.constant_value == 1:
        return True
    atom = size.single_atom
    if not isinstance(atom, Broadcast):
        return False
    if sizes.issuperset(atom.args):
        return True
    wanted = set(atom.args)
    found: set[Expr] = set()
    for some in sizes:
        if wanted.issuperset(inner := operands(some)):
            found.update(inner)
    return found == wanted


def one_or(equation: Expr) -> tuple[Expr, Expr]:
    """The two expressions that are 1 where `equation` is 0 and differ from it by sign and 1."""
    return equation + 1, 1 - equation


def rows_with_one_of(
    sizes: Collection[Expr], rows: Mapping[SymbolAtom, Mapping[RowKey, KnownFit]]
) -> list[RowKey]:
    """Those of `rows`, by the symbols in them, that say of one of `sizes` that it fits others."""
    found: dict[RowKey, bool] = {}
    for size in sizes:
        for symbol in size.symbol_atoms:
            known = rows.get(symbol, {})
            found.update((row, True) for row, fit in known.items() if size in fit.sizes)
    return list(found)


def known_fit(claim: Predicate) -> KnownFit | None:
    """The sizes that `claim` says to fit, in whatever words; None where it is no such claim."""
    if isinstance(claim, Broadcastable):
        return KnownFit.of(claim)
    if not isinstance(claim, Or) or len(claim.args) > 3:
        return None
    exprs: list[Expr] = []
    for arg in claim.args:
        if not isinstance(arg, Eq) or len(arg.expr.polynomial) > 4:
            return None
        exprs.append(arg.expr)
    found: list[tuple[Expr, Expr]] = []
    for unit, equation, *rest in permutations(exprs):
        for size in one_or(unit):
            for other in (size - equation, size + equation):
                if not rest or eq(other, 1) == Eq(rest[0]):
                    found.append((size, other))
    if not found:
        return None
    return KnownFit(frozenset(min(found, key=_length)))


def _length(pair: tuple[Expr, Expr]) -> int:
    return sum(abs(c) for size in pair for c in size.polynomial.values())
