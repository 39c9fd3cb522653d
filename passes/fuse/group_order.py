"""A topological order of groups that is kept while they merge, and whether two may merge.

After Pearce and Kelly, "A dynamic topological sort algorithm for directed acyclic graphs" (2006):
only what lies between two groups in the order is searched, from both sides in turn, and only what
was found there moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from .groups import FusionGroup

Label = tuple[int, ...]
"""Compares as the place of a group. It ends in 0: numbers in place of the 0 are nearby places."""

NEAR = 1 << 40
LONGEST = 48
"""Labels longer than this are given anew."""


class GroupOrder:
    """Places of groups such that each comes after those that it uses.

    users_of, sources_of: the groups that use a group, and those that it uses
    """

    def __init__(
        self,
        groups: Iterable[FusionGroup],
        users_of: Callable[[FusionGroup], Iterable[FusionGroup]],
        sources_of: Callable[[FusionGroup], Iterable[FusionGroup]],
    ):
        self._label: dict[FusionGroup, Label] = {g: (i, 0) for i, g in enumerate(groups)}
        self._users_of, self._sources_of = users_of, sources_of
        self._after: Sequence[FusionGroup] | None = None
        self._before: Sequence[FusionGroup] = ()
        self._moves = 0

    def reaches(self, first: FusionGroup, second: FusionGroup) -> bool:
        """Whether a path leads from `first` to `second`, which uses it, through others."""
        low, high = self._label[first], self._label[second]
        ahead = {g for g in self._users_of(first) if g is not second and self._label[g] < high}
        behind = {g for g in self._sources_of(second) if g is not first and self._label[g] > low}
        forward, backward = list(ahead), list(behind)
        if not ahead.isdisjoint(behind):
            return True
        while forward and backward:
            for user in self._users_of(forward.pop()):
                if user is second or user in behind:
                    return True
                if self._label[user] < high and user not in ahead:
                    ahead.add(user)
                    forward.append(user)
            for source in self._sources_of(backward.pop()):
                if source is first or source in ahead:
                    return True
                if self._label[source] > low and source not in behind:
                    behind.add(source)
                    backward.append(source)
        self._after = None if forward else sorted(ahead, key=self._label.__getitem__)
        self._before = () if backward else sorted(behind, key=self._label.__getitem__)
        return False

    def merge(self, first: FusionGroup, second: FusionGroup, into: FusionGroup) -> None:
        """To be called before the two merge, right after `reaches` found no path."""
        self._moves += 1
        if self._after is not None:
            label = self._label[second]
            self._move(self._after, label[:-1], NEAR - self._moves)
        else:
            label = self._label[first]
            self._move(self._before, label[:-1], self._moves - NEAR)
        del self._label[first], self._label[second]
        self._label[into] = label
        if len(label) > LONGEST:
            ordered = sorted(self._label, key=self._label.__getitem__)
            self._label = {group: (i, 0) for i, group in enumerate(ordered)}

    def _move(self, groups: Sequence[FusionGroup], near: Label, distance: int) -> None:
        for i, group in enumerate(groups):
            self._label[group] = (*near, distance, i, 0)
