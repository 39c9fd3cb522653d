"""Residues of products and broadcasts, by the rows that say them: `(a*b) % 4 == 0`.

What is known of a symbol stands beside it; what is known of a term that is none follows from its
rows, and is forgotten with them, so that a row is not simplified by what it says itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from .congruence import ANYTHING, Congruence, as_remainder, meet, of_remainder
from .expr import Division, Expr, Monomial
from .predicate import Eq
from .rows import RowKey
from .table import FactTable


class ProductResidues:
    """The residues of terms of `table` that are more than a symbol, and the rows that say them."""

    __slots__ = ("_table", "rows")

    def __init__(self, table: FactTable) -> None:
        self._table = table
        self.rows: dict[Monomial, dict[RowKey, Congruence]] = {}

    def copy_from(self, other: ProductResidues) -> None:
        """Takes over the rows of a table that knows the same."""
        self.rows.update((term, rows.copy()) for term, rows in other.rows.items() if rows)

    def enter(self, row: RowKey) -> Monomial | None:
        """Adds the residue that a row says, where it is one of a term; this term."""
        for term, residue in _said(row):
            self._table.put(self.rows.setdefault(term, {}), row, residue)
            self._meet(term)
            return term
        return None

    def leave(self, row: RowKey) -> bool:
        """Removes the residue of a row, if it was entered; whether it was."""
        for term, _ in _said(row) if self.rows else ():
            if row in (known := self.rows.get(term, {})):
                self._table.put(known, row, None)
                self._meet(term)
                return True
        return False

    def simplified(self, term: Monomial) -> list[RowKey]:
        """The rows that what is known of `term` simplifies, but for those that say residues."""
        table = self._table
        rows = min((table.index.get(s, {}) for a in term for s in a.symbol_atoms), key=len)
        return [
            row
            for row in rows
            if isinstance(about := row[1], Expr)
            and about.depth
            and next(_said(row), None) is None
            and table.normal(about) != about
        ]

    def _meet(self, term: Monomial) -> None:
        """Keeps what all rows say of `term`; of residues that contradict each other the first."""
        both: Congruence = ANYTHING
        for residue in self.rows[term].values():
            both = meet(both, residue) or both
        self._table.put(self._table.congruences, term, None if both == ANYTHING else both)


def _said(row: RowKey) -> Iterator[tuple[Monomial, Congruence]]:
    """The term without quotients, no symbol, of which a row says a residue, with that."""
    about = row[1]
    if row[0] is not Eq or not isinstance(about, Expr) or not about.depth:
        return
    remainder = as_remainder(about)
    found = None if remainder is None else of_remainder(*remainder)
    if found is not None and not any(isinstance(atom, Division) for atom in found[0]):
        yield found
