"""Tables whose changes are logged, so that they can be taken back."""

from __future__ import annotations

from typing import Any


class Trail:
    """Changes go through `put`; `undo` goes back to a `mark`."""

    def __init__(self) -> None:
        self._trail: list[tuple[dict[Any, Any], object, object]] = []

    def mark(self) -> int:
        """A point that `undo` can go back to."""
        return len(self._trail)

    def undo(self, mark: int) -> None:
        """Takes back what changed since `mark`."""
        trail = self._trail
        while len(trail) > mark:
            table, key, old = trail.pop()
            if old is None:
                table.pop(key, None)
            else:
                table[key] = old
        self.changed()

    def changes(self, mark: int) -> list[tuple[object, object, object]]:
        """`(table, key, value before)` of each change since `mark`."""
        return list(self._trail[mark:])

    def forget_trail(self) -> None:
        """Makes the changes so far permanent."""
        self._trail.clear()

    def changed(self) -> None:
        """Called after every change of what is known: the place to drop what was derived from it."""

    def put(self, table: dict[Any, Any], key: object, value: object) -> None:
        """Sets `table[key]`, or removes the key where `value` is None."""
        self._trail.append((table, key, table.get(key)))
        if value is None:
            table.pop(key, None)
        else:
            table[key] = value
