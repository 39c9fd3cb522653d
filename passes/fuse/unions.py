"""Groups that are one launch where no undecided broadcast repeats its operand.

Undecided broadcasts keep groups apart whose results would not have one size in every run. Who makes
a version in which none repeats (`version_broadcasts`) finds written beside each group to which
union it belongs, and need not group anew.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from typing import cast

from xdsl.dialects.builtin import ArrayAttr, IntegerAttr, StringAttr, i64
from xdsl.ir import Attribute, Block, Operation

from .groups import FusionGroup, GroupKind, kind_named, kind_of
from .horizontal import merge_horizontally
from .merge_producers import Grouping
from .schedule import used_values

UNION_ATTRIBUTE = "tieshape.union"
"""Of a group, or an op alone: `[number, groups, kind]` of its union; numbers are a block's."""


@dataclass(frozen=True, slots=True)
class Union:
    """Its number, how many groups it has, and what they are as one."""

    number: int
    groups: int
    kind: GroupKind

    def text(self) -> UnionText:
        """The attribute that says so."""
        numbers = [IntegerAttr(number, i64) for number in (self.number, self.groups)]
        return UnionText([*numbers, StringAttr(self.kind.value)])


UnionText = ArrayAttr[Attribute]


def unite(grouping: Grouping, place: Callable[[Operation], int]) -> dict[int, UnionText]:
    """Merges on as if no broadcast were undecided.

    Returns for the first op of each group that is one with others then what says so.

    place: where an op is in the block
    """
    if not grouping.held_apart:
        return {}
    firsts = [group.first for group in grouping.all_groups() if group.space is not None]
    grouping.decide_broadcasts()
    grouping.merge_producers()
    merge_horizontally(grouping)
    parts = defaultdict[FusionGroup, list[int]](list)
    for first in firsts:
        parts[grouping.group_of[first]].append(first)
    found = dict[int, UnionText]()
    unions = (group for group, members in parts.items() if len(members) > 1)
    for number, group in enumerate(unions):
        assert group.space is not None
        ops = sorted((grouping.ops[i] for i in group.ops), key=place)
        kind = kind_of(ops, group.space)
        text = Union(number, len(parts[group]), kind).text()
        found |= dict.fromkeys(parts[group], text)
    return found


def remember_union(op: Operation, union: UnionText) -> None:
    """Writes beside `op` that it is in `union`."""
    op.attributes[UNION_ATTRIBUTE] = union


def whole_unions(ops: Iterable[Operation]) -> dict[Operation, Union]:
    """The union of each of `ops`, of one block, that is in one all of whose groups are there."""
    found = dict[Union, list[Operation]]()
    for op in ops:
        if (union := _union_of(op)) is not None:
            found.setdefault(union, []).append(op)
    return {op: u for u, members in found.items() if len(members) == u.groups for op in members}


def _union_of(op: Operation) -> Union | None:
    text = op.attributes.get(UNION_ATTRIBUTE)
    if isinstance(text, ArrayAttr) and len(parts := cast("UnionText", text).data) == 3:
        number, groups, kind = parts[0], parts[1], kind_named(parts[2])
        if isinstance(number, IntegerAttr) and isinstance(groups, IntegerAttr) and kind:
            return Union(number.value.data, groups.value.data, kind)
    return None


def are_in_order(ops: Iterable[Operation], groups: Sequence[Sequence[Operation]]) -> bool:
    """Whether none of `groups` depends on itself through others of `ops`."""
    group_of: dict[Operation | Block, int] = {op: i for i, g in enumerate(groups) for op in g}
    sources = dict[object, set[object]]()
    for op in ops:
        user = group_of.get(op, op)
        owners = (group_of.get(value.owner, value.owner) for value in used_values(op))
        sources.setdefault(user, set()).update(owner for owner in owners if owner != user)
    try:
        TopologicalSorter(sources).prepare()
    except CycleError:
        return False
    return True


def forget_unions(ops: Iterable[Operation]) -> None:
    """Takes away what `unite` led to."""
    for op in ops:
        op.attributes.pop(UNION_ATTRIBUTE, None)
