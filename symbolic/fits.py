"""Sizes that are known to broadcast together, and what that says of broadcasts of some of them.

Where sizes fit, a broadcast of some is 1 or what all of them broadcast to: a flat lattice of 1
below the common size, in which everything is decided by which sizes take part. So a set is looked
up, not searched, and no question looks at cases.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations

from .absorption import Absorption
from .broadcast import Broadcast, Broadcastable, operands
from .broadcast_multiples import without_divisors
from .broadcast_squares import has_square_beside_broadcast
from .comparisons import eq
from .conditional import Conditional, expressions
from .definition import is_at_most, is_not_one, is_one
from .expr import Atom, Expr, SymbolAtom
from .predicate import Eq, Or, Predicate, any_of
from .table import FactTable, RowKey

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

    __slots__ = ("_table", "absorption", "choosing", "conditional", "rows")

    def __init__(self, table: FactTable) -> None:
        self._table = table
        self.absorption = Absorption(table)
        self.rows: dict[SymbolAtom, dict[RowKey, frozenset[Expr]]] = {}
        self.choosing: dict[RowKey, bool] = {}
        """Those of the rows that are disjunctions: they may say what a size is unless it is 1."""
        self.conditional: dict[RowKey, bool] = {}
        """Rows of other kinds with conditionals, which may be broadcasts of sizes that fit, or with
        squares of such sizes.
        """

    def copy_from(self, other: Fits) -> None:
        self.choosing = other.choosing.copy()
        self.conditional = other.conditional.copy()
        self.absorption.copy_from(other.absorption)
        self.rows.update((symbol, rows.copy()) for symbol, rows in other.rows.items() if rows)

    def enter(self, row: RowKey) -> None:
        """Adds a row where it says that sizes fit."""
        claim = row[1]
        assert isinstance(claim, Predicate)
        sizes = fitting_sizes(claim)
        if sizes is not None:
            if row[0] is Or:
                self._table.put(self.choosing, row, True)
            for symbol in claim.symbol_atoms:
                self._table.put(self.rows.setdefault(symbol, {}), row, sizes)

    def leave(self, row: RowKey) -> None:
        """Removes a row, if it was entered."""
        if row in self.choosing:
            self._table.put(self.choosing, row, None)
        for symbol in row[1].symbol_atoms:
            if row in (known := self.rows.get(symbol, {})):
                self._table.put(known, row, None)

    def changed(self, row: RowKey) -> list[RowKey]:
        """The rows with conditionals about symbols of `row`, which says that sizes fit."""
        symbols = row[1].symbol_atoms
        return [r for r in self.conditional if not symbols.isdisjoint(r[1].symbol_atoms)]

    def note(self, row: RowKey, present: bool) -> None:
        """Enters or removes a row about an expression, where that has conditionals or squares."""
        about = row[1]
        if not isinstance(about, Expr) or not about.depth:
            return
        if _is_conditional(about) or has_square_beside_broadcast(about):
            self._table.put(self.conditional, row, True if present else None)

    def about(self, size: Expr) -> Iterator[frozenset[Expr]]:
        """The sets of sizes known to fit that have `size`, or all that it broadcasts, in them."""
        symbols = size.symbol_atoms
        symbol = next(iter(symbols), None)
        if symbol is not None and (rows := self.rows.get(symbol)):
            for sizes in rows.values():
                if is_among(size, sizes):
                    yield sizes

    def fit(self, sizes: Iterable[Expr]) -> bool:
        """Whether `sizes`, in normal form, are known to broadcast together."""
        wanted = [size for size in sizes if size.constant_value != 1]
        if len(wanted) < 2:
            return True
        first = next((size for size in wanted if size.constant_value is None), None)
        if first is None:
            return len(set(wanted)) == 1
        return any(all(is_among(size, known) for size in wanted) for known in self.about(first))

    def broadcast(self, sizes: Sequence[Expr]) -> Expr:
        """What `sizes`, in normal form and flat, broadcast to, without those that cannot count."""
        table = self._table
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

    def _is_absorbed(self, size: Expr, other: Expr) -> bool:
        """Whether `size` does not count beside `other`, which is not 1."""
        return is_at_most(self._table, size, other) or self.fit((size, other))

    def _choices(self, size: Expr) -> Iterator[Expr]:
        """What `size` is known to be unless it is 1."""
        symbol = next(iter(size.symbol_atoms), None)
        rows = None if symbol is None else self.rows.get(symbol)
        for row, sizes in rows.items() if rows else ():
            if row[0] is Or and len(sizes) == 2 and size in sizes:
                (other,) = sizes - {size}
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
                        if is_among(other, known) and self._is_covered(size, other, args):
                            return True
        return False

    def _is_covered(self, size: Expr, other: Expr, args: Sequence[Predicate]) -> bool:
        """Whether fitting sizes are equal or `size` is 1, or else one of `args` holds."""
        if set(operands(size)) <= set(operands(other)):
            return True
        return is_not_one(self._table, other) or eq(other, 1) in args


def clauses(claims: Sequence[Predicate]) -> Iterator[Predicate]:
    """What follows of the broadcasts of some of the sizes that `claims` say to fit.

    Each is 1 or what all these sizes broadcast to.
    """
    known = [claim for claim in claims if isinstance(claim, Broadcastable)]
    if not known:
        return
    found: dict[Atom, bool] = {}
    for claim in claims:
        if not isinstance(claim, Broadcastable):
            for expr in expressions(claim):
                add_broadcasts(expr, found)
    terms = [atom.as_expr() for atom, is_broadcast in found.items() if is_broadcast]
    for claim in known:
        sizes = frozenset(claim.sizes)
        whole = Broadcast.build(claim.sizes)
        for size in terms:
            if size not in sizes and size != whole and is_among(size, sizes):
                yield any_of(eq(size, 1), eq(size, whole))


def add_broadcasts(expr: Expr, found: dict[Atom, bool]) -> None:
    """Adds the operations in `expr`, at any depth, and whether each is a broadcast."""
    if expr.depth:
        for atom in expr.atoms():
            if atom.depth and atom not in found:
                found[atom] = isinstance(atom, Broadcast)
                if isinstance(atom, Conditional):
                    for inner in expressions(atom.condition):
                        add_broadcasts(inner, found)
                for arg in atom.args:
                    add_broadcasts(arg, found)


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


def fitting_sizes(claim: Predicate) -> frozenset[Expr] | None:
    """The sizes that `claim` says to fit, in whatever words; None where it is no such claim."""
    if isinstance(claim, Broadcastable):
        return frozenset(claim.sizes)
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
    return frozenset(min(found, key=_length))


def _length(pair: tuple[Expr, Expr]) -> int:
    return sum(abs(c) for size in pair for c in size.polynomial.values())
