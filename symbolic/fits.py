"""Sizes that are known to broadcast together, and what that says of broadcasts of some of them.

Where sizes fit, a broadcast of some is 1 or what all of them broadcast to: a flat lattice of 1
below the common size, in which everything is decided by which sizes take part. So a set is looked
up, not searched, and no question looks at cases.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from itertools import permutations
from types import MappingProxyType

from .absorption import Absorption
from .broadcast import Broadcast, Broadcastable, broadcastable, in_order, operands, operands_fit
from .broadcast_multiples import without_divisors
from .broadcast_squares import has_square_beside_broadcast
from .comparisons import eq
from .definition import is_at_most, is_not_one, is_one, may_be_ones
from .expr import NO_SYMBOLS, Atom, Expr, SymbolAtom
from .known_fit import KnownFit, known_fit, one_or
from .predicate import Eq, Or, Predicate
from .rows import RowKey
from .table import FactTable

MAX_COMPARED = 8
"""A broadcast's operands are compared with at most this many that are not 1."""


def _is_conditional(expr: Expr) -> bool:
    """Whether there are conditionals in `expr`."""
    met, pending = set[Atom](), [expr]
    while pending:
        for atom in {a for monomial in pending.pop().polynomial for a in monomial} - met:
            if atom.is_conditional:
                return True
            met.add(atom)
            pending += [arg for arg in atom.args if arg.depth]
    return False


class Fits:
    """The rows of `table` that say that sizes broadcast, by symbol, with the sizes."""

    __slots__ = ("_table", "absorption", "choosing", "conditional", "rows", "together")

    def __init__(self, table: FactTable) -> None:
        self._table = table
        self.absorption = Absorption(table)
        self.rows: defaultdict[SymbolAtom, dict[RowKey, KnownFit]] = defaultdict(dict)
        self.together: dict[RowKey, KnownFit] = {}
        """Those of the rows that say of sizes just that they fit."""
        self.choosing: dict[RowKey, bool] = {}
        """Those of the rows that are disjunctions: they may say what a size is unless it is 1."""
        self.conditional: dict[RowKey, bool] = {}
        """Rows of other kinds with conditionals, which may be broadcasts of sizes that fit, or with
        squares of such sizes.
        """

    def copy_from(self, other: Fits) -> None:
        self.choosing = other.choosing.copy()
        self.together = other.together.copy()
        self.conditional = other.conditional.copy()
        self.absorption.copy_from(other.absorption)
        self.rows.update((symbol, rows.copy()) for symbol, rows in other.rows.items() if rows)

    def enter(self, row: RowKey) -> None:
        """Enters a row of `table`, where it says that sizes fit."""
        claim = row[1]
        known = known_fit(claim) if isinstance(claim, Predicate) else None
        if known is not None:
            if row[0] is Or:
                self.choosing[row] = True
            elif row[0] is Broadcastable:
                self.together[row] = known
            rows = self.rows
            for symbol in claim.symbol_atoms:
                rows[symbol][row] = known

    def leave(self, row: RowKey) -> None:
        """Takes a row out that is not in `table` any more, if it was entered."""
        if isinstance(row[1], Predicate):
            self.choosing.pop(row, None)
            self.together.pop(row, None)
            rows = self.rows
            for symbol in row[1].symbol_atoms:
                if symbol in rows and row in (known := rows[symbol]):
                    del known[row]

    def merge(
        self, claim: Broadcastable, equal: Collection[Expr]
    ) -> tuple[KnownFit, list[RowKey], list[RowKey]]:
        """`claim` joined with rows that it makes redundant; these; and rows to be learnt again.

        equal: those of the sizes that are known not to be 1
        """
        waiting = self._touching(claim.symbol_atoms)
        redundant, merged, joined = list[RowKey](), KnownFit.of(claim), True
        while joined:
            joined = False
            for row, known in list(waiting.items()):
                if known.is_within(merged) or known.shares(equal):
                    joined = not known.is_within(merged)
                    redundant.append(row)
                    merged = merged.joined_with(known)
                    del waiting[row]
        again = [row for row, known in waiting.items() if known.broadcasts_of(merged)]
        return merged, redundant, again

    def _touching(self, symbols: Set[SymbolAtom]) -> dict[RowKey, KnownFit]:
        """The rows of `together` about some of `symbols`; few rows have many symbols."""
        if len(self.together) < len(symbols):
            known = self.together.items()
            return {row: fit for row, fit in known if not symbols.isdisjoint(row[1].symbol_atoms)}
        found: dict[RowKey, KnownFit] = {}
        for symbol in symbols:
            found.update(item for item in self.rows[symbol].items() if item[0][0] is Broadcastable)
        return found

    def in_normal_form(self, claim: Broadcastable) -> Predicate:
        """`claim` about sizes in normal form; about their operands where these are known to fit."""
        sizes: Iterable[Expr] = claim.sizes
        symbols = NO_SYMBOLS
        if claim.is_plain:
            symbols = claim.symbol_atoms.difference(self._table.solved)
            sizes = [symbol.as_expr() for symbol in claim.symbol_atoms - symbols]
        flat, whole = list[Expr](), list[Expr]()
        for size in map(self._table.normal, sizes):
            fit = operands_fit(size)
            known = isinstance(fit, Broadcastable) and (
                self.contain(fit) or KnownFit.of(fit).is_within(KnownFit.of(claim))
            )
            (flat if known else whole).append(size)
        if not whole:
            return operands_fit(*flat, symbols=symbols)
        return broadcastable(*in_order(symbols), *whole, *(s for f in flat for s in operands(f)))

    def not_one(self, claim: Broadcastable) -> list[Expr]:
        """Those of the sizes of `claim` that are known not to be 1."""
        if claim.is_plain and may_be_ones(self._table, claim.symbol_atoms):
            return []
        return [size for size in claim.sizes if is_not_one(self._table, size)]

    def changed(self, row: RowKey) -> list[RowKey]:
        """The rows with conditionals that `row`, which says that sizes fit, simplifies."""
        symbols, normal = row[1].symbol_atoms, self._table.normal
        rows = [r for r in self.conditional if not symbols.isdisjoint(r[1].symbol_atoms)]
        return [r for r in rows if isinstance(r[1], Expr) and normal(r[1]) != r[1]]

    def note(self, row: RowKey, present: bool) -> None:
        """Enters or removes a row about an expression, where that has conditionals or squares."""
        about = row[1]
        if not isinstance(about, Expr) or not about.depth:
            return
        if _is_conditional(about) or has_square_beside_broadcast(about):
            self._table.put(self.conditional, row, True if present else None)

    def about(self, size: Expr) -> Iterator[KnownFit]:
        """The sets of sizes known to fit that have `size`, or all that it broadcasts, in them."""
        symbols = size.symbol_atoms
        symbol = next(iter(symbols), None)
        if symbol is not None and (rows := self.rows.get(symbol)):
            for known in rows.values():
                if known.has(size):
                    yield known

    def contain(self, claim: Broadcastable) -> bool:
        """Whether the sizes of `claim`, in normal form, are known to broadcast together."""
        if not claim.is_plain:
            return self.fit(claim.sizes)
        rows = self.rows.get(next(iter(claim.symbol_atoms)))
        if not rows:
            return False
        if any(known.has_all(claim) for known in rows.values()):
            return True
        return next(self.strangers(claim.symbol_atoms), None) is None

    def strangers(
        self,
        symbols: Iterable[SymbolAtom],
        beside: Mapping[SymbolAtom, frozenset[SymbolAtom]] = MappingProxyType({}),
    ) -> Iterator[tuple[SymbolAtom, SymbolAtom]]:
        """Pairs of `symbols` that no fact says to fit, in the order of these.

        Where there is none all fit: of sizes that fit in pairs, those that are not 1 are equal.

        beside: with which a symbol makes no pair, besides
        """
        ordered = list(symbols)
        for number, symbol in enumerate(ordered):
            fitting = self.fitting(symbol) | beside.get(symbol, NO_SYMBOLS)
            yield from ((symbol, s) for s in ordered[number + 1 :] if s not in fitting)

    def fitting(self, symbol: SymbolAtom) -> frozenset[SymbolAtom]:
        """The symbols that facts say to fit `symbol`, itself included."""
        rows = self.rows.get(symbol, {}).values()
        return frozenset((symbol,)).union(*(known.symbols_with(symbol) for known in rows))

    def fit(self, sizes: Iterable[Expr]) -> bool:
        """Whether `sizes`, in normal form, are known to broadcast together."""
        wanted = [size for size in sizes if size.constant_value != 1]
        if len(wanted) < 2:
            return True
        first = next((size for size in wanted if size.constant_value is None), None)
        if first is None:
            return len(set(wanted)) == 1
        if any(all(map(known.has, wanted)) for known in self.about(first)):
            return True
        symbols = [atom for size in wanted if type(atom := size.single_atom) is SymbolAtom]
        return len(symbols) == len(wanted) and next(self.strangers(symbols), None) is None

    def joined(self, *wholes: Expr) -> Expr:
        """What the operands of sizes in normal form broadcast to."""
        whole = Broadcast.build(wholes)
        return whole if self.all_count(whole) else self.broadcast(operands(whole))

    def broadcast(self, sizes: Sequence[Expr]) -> Expr:
        """What `sizes`, in normal form and flat, broadcast to, without those that cannot count."""
        table = self._table
        whole = Broadcast.build(sizes)
        if self.all_count(whole):
            return whole
        kept = [size for size in dict.fromkeys(sizes) if not is_one(table, size)]
        others = [size for size in kept if is_not_one(table, size)][:MAX_COMPARED]
        if others:
            if self.fit(kept):
                return others[0]
            whole = Broadcast.build(kept)
            for size in others:
                if self.fit((size, whole)):
                    return size
        for size in others:
            if size in kept:
                kept = [x for x in kept if x == size or not self._is_absorbed(x, size)]
        if self.choosing:
            for size in list(kept):
                if any(choice != size and choice in kept for choice in self._choices(size)):
                    kept.remove(size)
        kept = self.absorption.counting(kept)
        return Broadcast.build(without_divisors(kept, table, self))

    def all_count(self, size: Expr) -> bool:
        """Whether `size` broadcasts symbols, all of which may be 1, and each of them counts.

        Then only a value, a bound, a disequation, a choice or an equation can tell more; that sizes
        fit tells nothing of what they broadcast to.
        """
        atom = size.single_atom
        if not isinstance(atom, Broadcast) or not atom.is_plain or self.choosing:
            return False
        table, symbols = self._table, atom.symbol_atoms
        if not table.solved.keys().isdisjoint(symbols) or not may_be_ones(table, symbols):
            return False
        return not self.absorption.concerns(atom.args)

    def _is_absorbed(self, size: Expr, other: Expr) -> bool:
        """Whether `size` does not count beside `other`, which is not 1."""
        return is_at_most(self._table, size, other) or self.fit((size, other))

    def _choices(self, size: Expr) -> Iterator[Expr]:
        """What `size` is known to be unless it is 1."""
        symbol = next(iter(size.symbol_atoms), None)
        rows = None if symbol is None else self.rows.get(symbol)
        for row, known in rows.items() if rows else ():
            if row[0] is Or and len(known) == 2 and size in known.sizes:
                (other,) = known.sizes - {size}
                claim = row[1]
                assert isinstance(claim, Or)
                if len(claim.args) == 2 and eq(size, 1) in claim.args:
                    yield other

    def follows(self, claim: Or) -> bool:
        """Whether `claim` says of sizes that are known to fit only that they do."""
        args = claim.args
        if not self.rows or len(args) > 4:
            return False
        equations = [arg.expr for arg in args if isinstance(arg, Eq)]
        for unit, equation in permutations(equations, 2):
            for size in one_or(unit):
                for known in self.about(size):
                    for other in (size - equation, size + equation):
                        if known.has(other) and self._is_covered(size, other, args):
                            return True
        return False

    def _is_covered(self, size: Expr, other: Expr, args: Sequence[Predicate]) -> bool:
        """Whether fitting sizes are equal or `size` is 1, or else one of `args` holds."""
        if set(operands(size)) <= set(operands(other)):
            return True
        return is_not_one(self._table, other) or eq(other, 1) in args
