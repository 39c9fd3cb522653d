"""A topological order of groups that is kept while they merge, and whether two may merge.

After Pearce and Kelly, "A dynamic topological sort algorithm for directed acyclic graphs" (2006):
only what lies between two groups in the order is searched, from both sides in turn, and only what
was found there moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from graphlib import TopologicalSorter

from .groups import FusionGroup

Label = tuple[int, ...]
"""Compares as the place of a group. It ends in 0: numbers in place of the 0 are nearby places."""

NEAR = 1 << 40
LONGEST = 48
"""Labels longer than this are given anew."""


class GroupOrder:
    """Places of groups such that each comes after those that it uses.

    group_of: the group of the op at each place, kept by who merges
    """

    def __init__(self, group_of: Sequence[FusionGroup]):
        self._group_of = group_of
        self._label: dict[FusionGroup, Label] = {g: (i, 0) for i, g in enumerate(group_of)}
        self._after: Sequence[FusionGroup] | None = None
        self._before: Sequence[FusionGroup] = ()
        self._moves = 0

    def renew(self) -> None:
        """Places groups that merged without being announced to `merge`, and in no circle."""
        group_of = self._group_of
        sources = {g: [group_of[place] for place in g.sources] for g in dict.fromkeys(group_of)}
        ordered = TopologicalSorter(sources).static_order()
        self._label = {group: (i, 0) for i, group in enumerate(ordered)}

    def ordered(self) -> list[FusionGroup]:
        """All groups, each after those that it uses."""
        return sorted(self._label, key=self._label.__getitem__)

    def between(self, first: FusionGroup, second: FusionGroup) -> FusionGroup | None:
        """A group on a path from `first` to `second`, which uses it; None where none leads through
        others.

        Of both sides that is searched on which would then have met fewer edges. Whether what is met
        leads to the other end at once is seen from its ops, so its edges need not be gone through.
        """
        label, group_of = self._label, self._group_of
        low, high = label[first], label[second]
        ahead, behind, forward, backward = {first}, {second}, [first], [second]
        met_ahead, met_behind = len(first.users), len(second.sources)
        while forward and backward:
            if met_ahead <= met_behind:
                current = forward.pop()
                for place in current.users:
                    group = group_of[place]
                    if group in behind:
                        if group is not second:
                            return group
                        if current is not first:
                            return current
                    elif group not in ahead and label[group] < high:
                        if not second.sources.isdisjoint(group.ops):
                            return group
                        ahead.add(group)
                        forward.append(group)
                met_ahead += len(forward[-1].users) if forward else 0
            else:
                current = backward.pop()
                for place in current.sources:
                    group = group_of[place]
                    if group in ahead:
                        if group is not first:
                            return group
                        if current is not second:
                            return current
                    elif group not in behind and label[group] > low:
                        if not first.users.isdisjoint(group.ops):
                            return group
                        behind.add(group)
                        backward.append(group)
                met_behind += len(backward[-1].sources) if backward else 0
        if forward:
            self._after, self._before = None, self._sorted(behind - {second})
        else:
            self._after = self._sorted(ahead - {first})
        return None

    def _sorted(self, groups: Iterable[FusionGroup]) -> Sequence[FusionGroup]:
        return sorted(groups, key=self._label.__getitem__)

    def merge(self, first: FusionGroup, second: FusionGroup, into: FusionGroup) -> None:
        """To be called before the two merge, right after `between` found no path."""
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
            self._label = {group: (i, 0) for i, group in enumerate(self.ordered())}

    def _move(self, groups: Sequence[FusionGroup], near: Label, distance: int) -> None:
        for i, group in enumerate(groups):
            self._label[group] = (*near, distance, i, 0)
