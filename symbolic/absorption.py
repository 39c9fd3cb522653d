"""Sizes that do not count in a broadcast beside others, by equations that say so.

Where `x == broadcast(x, y)`, each broadcast of both is one without `y`, as broadcasting is
associative (absorption in a semilattice: Birkhoff, "Lattice Theory", 1940).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .broadcast import Broadcast, operands
from .expr import Expr
from .rows import RowKey
from .table import FactTable


class Absorption:
    """The equations of `table` by which sizes are absorbed, by these sizes."""

    __slots__ = ("_table", "rows")

    def __init__(self, table: FactTable) -> None:
        self._table = table
        self.rows: dict[Expr, dict[RowKey, frozenset[Expr]]] = {}
        """For each size that is absorbed: those beside which it is, all of them."""

    def copy_from(self, other: Absorption) -> None:
        """Takes over the equations of a table that knows the same."""
        self.rows.update((size, rows.copy()) for size, rows in other.rows.items() if rows)

    def enter(self, row: RowKey) -> None:
        """Adds the equation of a row, where it is one by which sizes are absorbed."""
        for size, others in _absorbed(row):
            self._table.put(self.rows.setdefault(size, {}), row, others)

    def leave(self, row: RowKey) -> None:
        """Removes the equation of a row, if it was entered."""
        for size, _ in _absorbed(row) if self.rows else ():
            if row in (known := self.rows.get(size, {})):
                self._table.put(known, row, None)

    def concerns(self, sizes: Iterable[Expr]) -> bool:
        """Whether some of `sizes` are absorbed, beside some others."""
        rows = self.rows
        return bool(rows) and any(rows.get(size) for size in sizes)

    def counting(self, sizes: Sequence[Expr]) -> Sequence[Expr]:
        """Those of `sizes`, which are broadcast, that are not absorbed by others of them."""
        if not self.concerns(sizes):
            return sizes
        kept = dict.fromkeys(sizes)
        for size in sizes:
            for others in self.rows.get(size, {}).values():
                if size not in others and kept.keys() >= others:
                    del kept[size]
                    break
        return list(kept)


def _absorbed(row: RowKey) -> list[tuple[Expr, frozenset[Expr]]]:
    """The sizes that a row says to be absorbed, with those beside which they are."""
    about = row[1]
    if not isinstance(about, Expr) or not about.depth:
        return []
    for monomial, coefficient in about.polynomial.items():
        atom = monomial[0] if len(monomial) == 1 else None
        if isinstance(atom, Broadcast) and coefficient in (1, -1):
            rest = about - atom.as_expr() * coefficient
            others = frozenset(operands(rest * -coefficient))
            if others < set(atom.args):
                return [(size, others) for size in atom.args if size not in others]
    return []
