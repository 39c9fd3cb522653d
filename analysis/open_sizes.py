"""Sizes that one op leaves open and a later one chooses, and the creation order of symbols."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager

from xdsl.ir import Operation

from ..symbolic import Expr


class SymbolAges:
    """The order in which inference creates symbols or first meets them in types."""

    def __init__(self) -> None:
        self._ages: dict[str, int] = {}

    def add(self, name: str) -> None:
        """Enters a symbol, unless it was entered before."""
        self._ages.setdefault(name, len(self._ages))

    def __contains__(self, name: str | None) -> bool:
        return name in self._ages

    def now(self) -> int:
        """The present moment, for `are_older`."""
        return len(self._ages)

    def are_older(self, names: Iterable[str], moment: int) -> bool:
        """Whether all of `names` were entered before `moment`; unknown symbols count as old."""
        return all(self._ages.get(name, -1) < moment for name in names)


class OpenSizes:
    """Which open sizes there are, and what those that were closed are."""

    def __init__(self) -> None:
        self._names = set[str]()
        self._makers: dict[str, Operation] = {}
        self._left_open: dict[Operation, bool] = {}
        self._closed: dict[str, Expr] = {}
        self._closed_inside: dict[str, Expr] = {}

    def add(self, name: str) -> None:
        """Enters an open size."""
        self._names.add(name)

    def add_maker(self, name: str, maker: Operation) -> None:
        """Notes that what `maker` makes has the open size `name`."""
        self._makers[name] = maker

    def left_open(self) -> set[Operation]:
        """The makers of sizes that nothing closed where they were made."""
        self._end_scope(list(self._makers))
        return {maker for maker, is_open in self._left_open.items() if is_open}

    def _end_scope(self, names: Sequence[str]) -> None:
        """Notes which of `names` are open at the end of their scope; a loop's last run counts."""
        self._left_open |= dict.fromkeys((self._makers[name] for name in names), False)
        for name in names:
            self._left_open[self._makers[name]] |= name not in self._closed

    def is_open(self, name: str | None) -> bool:
        """Whether `name` is an open size that is not closed here."""
        return name in self._names and name not in self._closed

    def close(self, name: str, chosen: Expr) -> None:
        """Makes the open size `name` be `chosen`."""
        self._closed[name] = chosen

    @contextmanager
    def region(self) -> Generator[None]:
        """Opens again at its end what is closed inside; `take_closed_inside` then has it."""
        outside, self._closed = self._closed, dict(self._closed)
        makers, self._makers = self._makers, dict(self._makers)
        try:
            yield
        finally:
            self._end_scope([name for name in self._makers if name not in makers])
            self._makers = makers
            self._closed_inside = {n: e for n, e in self._closed.items() if n not in outside}
            self._closed = outside

    def take_closed_inside(self) -> list[tuple[str, Expr]]:
        """The sizes that the last region closed, each given once."""
        found, self._closed_inside = self._closed_inside, {}
        return list(found.items())
