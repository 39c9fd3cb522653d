"""Facts as rows, indexed by symbol, and the trail of all changes, by which they are taken back.

The trail is that of Warren's abstract machine (SRI Technical Note 309, 1983). An index follows from
the rows, so that what it says of a row of many symbols is not logged for each of them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

from .expr import Expr, SymbolAtom
from .predicate import Ne, Predicate

RowKey = tuple[type[Predicate], Expr | Predicate]
"""`(Le, base)` is `base + rows[row] <= 0`, `(Eq, expr)` is `expr == 0`, `(Or, claim)` is it."""

Change = tuple[object, object, object]
"""A table, a key of it, and the value that it had."""


class IndexedRows:
    """Rows with their index. Changes go through `put`; `undo` goes back to a `mark`."""

    def __init__(self) -> None:
        self._trail: list[tuple[dict[Any, Any], Any, Any]] = []
        self.rows: dict[RowKey, int] = {}
        self.index: defaultdict[SymbolAtom, dict[RowKey, bool]] = defaultdict(dict)
        self.unequal: Counter[SymbolAtom] = Counter()
        """How many rows say of what a symbol is in that it is not 0."""

    def enter(self, row: RowKey) -> None:
        """Enters a row, which was added, under each of its symbols."""
        index = self.index
        for symbol in row[1].symbol_atoms:
            index[symbol][row] = True
        if row[0] is Ne:
            self.unequal.update(row[1].symbol_atoms)

    def leave(self, row: RowKey) -> None:
        """Takes a row, which was removed, from under its symbols."""
        index = self.index
        for symbol in row[1].symbol_atoms:
            if row in (rows := index[symbol]):
                del rows[row]
        if row[0] is Ne:
            self.unequal.subtract(row[1].symbol_atoms)
            for symbol in row[1].symbol_atoms:
                if not self.unequal[symbol]:
                    del self.unequal[symbol]

    def mark(self) -> int:
        """A point that `undo` can go back to."""
        return len(self._trail)

    def undo(self, mark: int) -> None:
        """Takes back what changed since `mark`."""
        trail, rows = self._trail, self.rows
        while len(trail) > mark:
            table, key, old = trail.pop()
            was_there = key in rows if table is rows else None
            if old is None:
                table.pop(key, None)
            else:
                table[key] = old
            if was_there is (old is None):
                (self.leave if was_there else self.enter)(key)

    def changes(self, mark: int) -> list[Change]:
        """`(table, key, value before)` of each change since `mark`."""
        return list(self._trail[mark:])

    def forget_trail(self) -> None:
        """Makes the changes so far permanent."""
        self._trail.clear()

    def put(self, table: dict[Any, Any], key: object, value: object) -> None:
        """Sets `table[key]`, or removes the key where `value` is None."""
        self._trail.append((table, key, table.get(key)))
        if value is None:
            table.pop(key, None)
        else:
            table[key] = value
