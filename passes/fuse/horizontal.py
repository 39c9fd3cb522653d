"""Horizontal fusion: merges independent groups of one index space, common consumers first.

Each group has a level, the number of launches that must come before it. Two groups merge only where
both can run at one level without any other having to wait longer: the longest chain of launches
does not grow, and no value is kept alive that would else be done with. That also shows, without a
search, that neither depends on the other.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations, pairwise

from xdsl.ir import Operation

from ...analysis.traffic import is_launched
from .fusable_ops import COPIED
from .groups import FusionGroup, Space
from .merge_producers import Grouping

FEW_READERS = 8
"""Of a value with more consumers only neighbours in the order are tried as pairs."""


def merge_horizontally(grouping: Grouping) -> None:
    """Merges groups that fit; of those that read the same values, the largest savings first."""
    levels = Levels(grouping)
    for a, b in _consumers_of_the_same(grouping):
        first, second = grouping.group_of[a], grouping.group_of[b]
        if first is not second:
            levels.merge(first, second)
    met = defaultdict[Space | None, list[FusionGroup]](list)
    groups = [group for group in grouping.all_groups() if group.space is not None]
    for group in sorted(groups, key=lambda g: (levels.of(g), g.first)):
        level = levels.of(group)
        others = met[group.space] = [o for o in met[group.space] if levels.is_open(o, level)]
        if not any(levels.merge(other, group) for other in others):
            others.append(group)


def _consumers_of_the_same(grouping: Grouping) -> list[tuple[int, int]]:
    """Pairs of groups of one space that read a common value, by the bytes that they save."""
    consumers = defaultdict[int, list[FusionGroup]](list)
    for group in grouping.all_groups():
        if group.space is not None:
            for value in group.reads:
                consumers[value].append(group)
    pairs = dict[tuple[FusionGroup, FusionGroup], int]()
    for groups in consumers.values():
        few = len(groups) <= FEW_READERS
        for a, b in combinations(groups, 2) if few else pairwise(groups):
            if beside(a, b) is not None and (a, b) not in pairs:
                pairs[a, b] = grouping.saved(a, b)
    order = sorted((-saved, a.first, b.first) for (a, b), saved in pairs.items())
    return [(a, b) for _, a, b in order]


def beside(a: FusionGroup, b: FusionGroup) -> Space | None:
    """The space of two independent groups as one; None where there is none."""
    return None if a.space is None or b.space is None else a.space.beside(b.space)


class Levels:
    """A lower bound of the launches before each group; a merge never raises it for others."""

    def __init__(self, grouping: Grouping):
        self._grouping = grouping
        self._needed_at = dict[FusionGroup, float]()
        groups = grouping.all_groups()
        self._level = dict.fromkeys(groups, 0)
        for group in grouping.in_order():
            level = self._level[group] + _is_launched(grouping.ops[group.first])
            for user in grouping.users_of(group):
                self._level[user] = max(self._level[user], level)

    def of(self, group: FusionGroup) -> int:
        return self._level[group]

    def is_open(self, group: FusionGroup, level: int) -> bool:
        """Whether a group of `level` or above may join `group`."""
        return group.work < self._grouping.limit and level < self._needed(group)

    def merge(self, a: FusionGroup, b: FusionGroup) -> bool:
        """Merges `b` into `a` where both can run at one level; whether they could."""
        level = max(self._level[a], self._level[b])
        if not self._grouping.is_small(a, b) or level >= min(self._needed(a), self._needed(b)):
            return False
        space = beside(a, b)
        if space is None or not self._grouping.leave_evenly(a, b, space):
            return False
        self._level[a] = level
        self._needed_at.clear()
        self._grouping.merge(a, b, space, a.remaps or b.remaps)
        return True

    def _needed(self, group: FusionGroup) -> float:
        """The level of the first use of `group`."""
        found = self._needed_at.get(group)
        if found is None:
            users = self._grouping.users_of(group)
            found = min((self._level[user] for user in users), default=float("inf"))
            self._needed_at[group] = found
        return found


def _is_launched(op: Operation) -> bool:
    return is_launched(op) and not isinstance(op, COPIED)
