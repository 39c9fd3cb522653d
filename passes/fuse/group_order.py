"""A topological order of groups that is kept while they merge, and whether two may merge.

After Pearce and Kelly, "A dynamic topological sort algorithm for directed acyclic graphs" (2006):
only what lies between two groups in the order is searched, from both sides in turn, and only what
was found there moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

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
        groups = dict.fromkeys(self._group_of)
        users = {g: dict.fromkeys(self._group_of[place] for place in g.users) for g in groups}
        waiting = dict.fromkeys(groups, 0)
        for found in users.values():
            for user in found:
                waiting[user] += 1
        ordered = [group for group, count in waiting.items() if not count]
        for group in ordered:
            for user in users[group]:
                waiting[user] -= 1
                if not waiting[user]:
                    ordered.append(user)
        assert len(ordered) == len(groups), "groups depend on each other in a circle"
        self._label = {group: (i, 0) for i, group in enumerate(ordered)}

    def between(self, first: FusionGroup, second: FusionGroup) -> FusionGroup | None:
        """A group on a path from `first` to `second`, which uses it; None where none leads through
        others.
        """
        ahead, behind = {first}, {second}
        forward, backward = self._ahead(first, second, ahead), self._behind(second, first, behind)
        while True:
            for current, group in forward:
                if group in behind:
                    return current if group is second else group
                break
            else:
                self._after = self._sorted(ahead - {first})
                return None
            for current, group in backward:
                if group in ahead:
                    return current if group is first else group
                break
            else:
                self._after, self._before = None, self._sorted(behind - {second})
                return None

    def _ahead(
        self, start: FusionGroup, end: FusionGroup, seen: set[FusionGroup]
    ) -> Iterator[tuple[FusionGroup, FusionGroup]]:
        """Each edge to a user that is met from `start` on, but for those to `end` itself.

        Groups before `end` are added to `seen`.
        """
        label, group_of, stack = self._label, self._group_of, [start]
        high = label[end]
        while stack:
            current = stack.pop()
            for place in current.users:
                group = group_of[place]
                if current is start and group is end:
                    continue
                if group not in seen and label[group] < high:
                    seen.add(group)
                    stack.append(group)
                yield current, group

    def _behind(
        self, start: FusionGroup, end: FusionGroup, seen: set[FusionGroup]
    ) -> Iterator[tuple[FusionGroup, FusionGroup]]:
        """Each edge to a source that is met from `start` on, but for those to `end` itself.

        Groups after `end` are added to `seen`.
        """
        label, group_of, stack = self._label, self._group_of, [start]
        low = label[end]
        while stack:
            current = stack.pop()
            for place in current.sources:
                group = group_of[place]
                if current is start and group is end:
                    continue
                if group not in seen and label[group] > low:
                    seen.add(group)
                    stack.append(group)
                yield current, group

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
            ordered = sorted(self._label, key=self._label.__getitem__)
            self._label = {group: (i, 0) for i, group in enumerate(ordered)}

    def _move(self, groups: Sequence[FusionGroup], near: Label, distance: int) -> None:
        for i, group in enumerate(groups):
            self._label[group] = (*near, distance, i, 0)
