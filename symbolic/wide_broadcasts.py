"""Broadcasts of many sizes that keep the symbol that they were stated to be.

A chain of n broadcasts has partial results of 2, 3, ... n sizes. A symbol stands for each that has
many, so that what follows is about the symbol and few sizes more: each step costs as much as the
one before. In the order of the semilattice (`a <= b` where `broadcast(a, b) == b`: Birkhoff,
"Lattice Theory", 1940) each size is below the symbol; questions climb from size to symbol.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator, Sequence

from .broadcast import Broadcast, operands
from .expr import Expr, SymbolAtom
from .large_terms import WIDE_BROADCAST, is_wide_broadcast
from .predicate import Eq
from .table import FactTable, RowKey

Fit = Callable[[Expr], bool]
"""Whether the sizes that a symbol is the broadcast of are known to broadcast."""


class WideBroadcasts:
    """The equations of `table` that say which broadcast of many sizes a symbol is."""

    __slots__ = ("_table", "parts", "wholes")

    def __init__(self, table: FactTable) -> None:
        self._table = table
        self.parts: dict[Expr, Broadcast] = {}
        """By such a symbol the broadcast that it is."""
        self.wholes: dict[Expr, dict[Expr, bool]] = {}
        """By a size the symbols that are broadcasts of it and others."""

    def copy_from(self, other: WideBroadcasts) -> None:
        """Takes over the equations of a table that knows the same."""
        self.parts.update(other.parts)
        self.wholes.update((size, known.copy()) for size, known in other.wholes.items() if known)

    def enter(self, row: RowKey) -> None:
        """Adds the equation of a row, where it is one of such a broadcast.

        Not one that would lead back to its symbol: what two symbols are of each other's sizes and
        others is not known by these others.
        """
        found = _definition(row)
        if found is not None and found[0] not in self.parts:
            symbol, whole = found
            if not set(whole.args).isdisjoint(self.above(symbol)):
                return
            self._table.put(self.parts, symbol, whole)
            for size in whole.args:
                self._table.put(self.wholes.setdefault(size, {}), symbol, True)

    def leave(self, row: RowKey) -> None:
        """Removes the equation of a row, if it was entered."""
        found = _definition(row) if self.parts else None
        if found is not None and self.parts.get(found[0]) == found[1]:
            symbol, whole = found
            self._table.put(self.parts, symbol, None)
            for size in whole.args:
                self._table.put(self.wholes[size], symbol, None)

    def above(self, size: Expr, fit: Fit | None = None, limit: int | None = None) -> Iterator[Expr]:
        """The symbols that `size` is below, without itself, each once.

        fit: only over symbols of sizes that broadcast, so that what is below one is it or 1
        limit: only over symbols of at most this rank
        """
        met, pending = {size}, [size]
        while pending:
            for whole in self.wholes.get(pending.pop(), ()):
                if whole in met or (limit is not None and self._rank(whole) > limit):
                    continue
                if fit is None or fit(whole):
                    met.add(whole)
                    pending.append(whole)
                    yield whole

    def is_below_some(self, size: Expr, others: Collection[Expr], fit: Fit | None = None) -> bool:
        """Whether `size` is seen to be below one of `others`, without itself.

        Symbols come after those that they are broadcasts of, or are overlooked.
        """
        if not self.wholes.get(size):
            return False
        limit = max((self._rank(x) for x in others if x in self.parts), default=None)
        return limit is not None and any(x in others for x in self.above(size, fit, limit))

    def _rank(self, size: Expr) -> int:
        (symbol,) = size.symbol_atoms
        return self._table.rank(symbol)

    def below(self, size: Expr) -> Collection[Expr]:
        """The sizes that `size` is the broadcast of, written out once; none where it is none."""
        whole = self.parts.get(size)
        sizes = operands(size) if whole is None else whole.args
        return sizes if len(sizes) > 1 else ()

    def spare_leaf(self, size: Expr, used: Container[Expr] = ()) -> Expr:
        """One of the sizes that `size` is the broadcast of, written out as far as that goes.

        If possible one that is not `used` and that few symbols are broadcasts of.
        """
        while inner := self.below(size):
            known = ((x in used, x in self.parts, len(self.wholes.get(x, ()))) for x in inner)
            size = min(zip(known, inner, strict=True), key=lambda pair: pair[0])[1]
        return size

    def least(self, size: Expr) -> frozenset[Expr]:
        """The sizes that `size` is the broadcast of, written out as far as that goes."""
        found, met, pending = set[Expr](), {size}, [size]
        while pending:
            top = pending.pop()
            inner = self.below(top)
            if not inner:
                found.add(top)
            pending += [x for x in inner if x not in met]
            met.update(inner)
        return frozenset(found)

    def is_below(self, size: Expr, other: Expr) -> bool:
        """Whether all sizes that `size` is the broadcast of are among those of `other`."""
        return bool(self.parts) and self.least(size) <= self.least(other)

    def counting(self, sizes: list[Expr]) -> list[Expr]:
        """Those of `sizes`, which are broadcast, that are not below others of them."""
        if self.parts.keys().isdisjoint(sizes):
            return sizes
        kept = set(sizes)
        for size in sizes:
            if self.is_below_some(size, kept):
                kept.discard(size)
        return sizes if len(kept) == len(sizes) else [size for size in sizes if size in kept]

    def concerns(self, sizes: Sequence[Expr]) -> bool:
        """Whether a broadcast of `sizes` may be one of fewer."""
        if not self.parts:
            return False
        return len(sizes) > WIDE_BROADCAST or len(self.counting(list(sizes))) < len(sizes)

    def covered(self, sizes: list[Expr]) -> list[Expr]:
        """`sizes`, which are broadcast, with the symbols in place of those sizes that they are of.

        Only where more remain: the equation of a symbol stays as it is.
        """
        for size in sizes:
            for whole in self.wholes.get(size, ()):
                parts = self.parts[whole].args
                if len(parts) < len(sizes) and set(sizes).issuperset(parts):
                    rest = [x for x in sizes if x not in parts and x != whole]
                    return self.covered([whole, *rest])
        return sizes

    def same(self, difference: Expr) -> bool:
        """Whether `difference` is one of two broadcasts of the same sizes."""
        terms = difference.polynomial
        if not self.parts or len(terms) != 2 or sorted(terms.values()) != [-1, 1] or () in terms:
            return False
        pair = [monomial[0].as_expr() for monomial in terms if len(monomial) == 1]
        if len(pair) != 2 or not all(map(self.below, pair)):
            return False
        return self.least(pair[0]) == self.least(pair[1])


def _definition(row: RowKey) -> tuple[Expr, Broadcast] | None:
    """The symbol and the broadcast of many sizes that a row says it to be, if it does."""
    about = row[1]
    if row[0] is not Eq or not isinstance(about, Expr) or len(about.polynomial) != 2:
        return None
    if not about.depth or sorted(about.polynomial.values()) != [-1, 1]:
        return None
    atoms = [monomial[0] for monomial in about.polynomial if len(monomial) == 1]
    symbol = next((atom for atom in atoms if isinstance(atom, SymbolAtom)), None)
    term = next((atom for atom in atoms if isinstance(atom, Broadcast)), None)
    if symbol is None or term is None or not is_wide_broadcast(term):
        return None
    size = symbol.as_expr()
    return None if size in term.args else (size, term)
