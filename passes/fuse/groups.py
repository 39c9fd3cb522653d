"""Fusion groups and the index spaces over which their ops run.

The ops of a group run over one number of elements (a loop), or some of them once for each row of
it: reductions along the last dimensions give one element a row, and broadcasts spread them over the
rows again (softmax, layer norm). A row is a block of elements that follow each other, so ops of
different rank run over the same rows where the counts are equal. Reductions along other dimensions
add up while the elements go by: what uses their results in place can follow at the group's end.
What is only placed in a greater tensor, by a concatenation or padding, runs for the elements of
that tensor that it makes.

Counts are compared as if undecided broadcasts did nothing: where one does repeat its operand, what
makes the operand is computed at place 0. Only what leaves a group has to have its space whatever
they do (`exact_counts`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, Operation, SSAValue

from ...dialects import mhlo

SINGLE = 0
"""The class of the count 1."""


IsProduced = Callable[[SSAValue], bool]


class GroupKind(StrEnum):
    """What a group looks like from outside."""

    LOOP = "loop"
    """Every op over one number of elements, or over the rows of it."""
    ROW_REDUCTION = "row_reduction"
    """Results are reductions along the last dimensions."""
    COLUMN_REDUCTION = "column_reduction"
    """Results are reductions along other dimensions, or computed of each of their elements."""
    ROW_AND_COLUMN_REDUCTION = "row_and_column_reduction"
    """Both, of one number of elements."""
    STITCH = "stitch"
    """Row reductions whose results are used again over the rows."""
    SIDE_BY_SIDE = "side_by_side"
    """Independent groups, and such as add up what others make (`merge_launches`)."""


KINDS = frozenset(kind.value for kind in GroupKind)
KIND_ATTRIBUTE = "tieshape.kind"


def kind_named(attribute: Attribute | None) -> GroupKind | None:
    """The kind that `attribute` names; None where it names none."""
    if not isinstance(attribute, StringAttr) or attribute.data not in KINDS:
        return None
    return GroupKind(attribute.data)


@dataclass(frozen=True, slots=True)
class Space:
    """What ops run over; counts are classes of provably equal numbers.

    elements: how many elements there are
    rows: how many rows, where some ops run once a row
    columns: how many results column reductions have
    axes: the dimensions along which they reduce
    reduces: whether there are reductions, so that what a row gives is known at its end only
    """

    elements: int
    rows: int | None = None
    columns: int | None = None
    axes: tuple[int, ...] = ()
    reduces: bool = False

    def with_consumer(self, consumer: Space) -> Space | None:
        """The space of producers over this one and consumers over `consumer`; None if there is
        none.

        Where it has rows, and neither of the two had, the elements of this one must be spread over
        them.
        """
        if self.columns is not None and consumer == Space(self.columns):
            return None if self.columns == self.rows else self
        if self == Space(SINGLE):
            return consumer
        if self.columns is not None or consumer.columns is not None:
            return self.beside(consumer) if self.elements == consumer.elements else None
        if self.elements == consumer.elements:
            if None not in (self.rows, consumer.rows) and self.rows != consumer.rows:
                return None
            rows = consumer.rows if self.rows is None else self.rows
            return Space(self.elements, rows, reduces=self.reduces or consumer.reduces)
        if self.rows is not None:
            return self if consumer == Space(self.rows) else None
        if consumer.rows is not None:
            return consumer if self.elements == consumer.rows else None
        return replace(consumer, rows=self.elements)

    def beside(self, other: Space) -> Space | None:
        """The space of what runs over this one and over `other`, neither using the other."""
        if self == other:
            return self
        if self.elements != other.elements:
            for wide, narrow in ((self, other), (other, self)):
                if narrow == Space(wide.rows if wide.rows is not None else -1):
                    return wide
            return None
        if None not in (self.rows, other.rows) and self.rows != other.rows:
            return None
        columns, axes = self.columns, self.axes
        if columns is None:
            columns, axes = other.columns, other.axes
        elif other.columns is not None and (columns, axes) != (other.columns, other.axes):
            return None
        rows = other.rows if self.rows is None else self.rows
        return Space(self.elements, rows, columns, axes, self.reduces or other.reduces)


@dataclass(eq=False, slots=True)
class FusionGroup:
    """Ops that are to become one fusion; an op that can join no other is a group by itself.

    Ops are known by their places in an order, values by numbers.

    space: None for an op that can join no other
    first, last: the least and the greatest place of its ops
    ops: the places of its ops
    work: how many of its ops compute: broadcasts count as nothing
    users: the ops outside that use its results, or must come later
    sources: the ops outside whose users its ops are
    reads: the values from outside that it needs, copied ones aside, each with the number of its ops
        that use it
    writes: its results that are used outside, each with the number of ops that do
    remaps: whether an op reads elsewhere in what another op of the group makes
    """

    space: Space | None
    first: int
    last: int
    ops: list[int]
    work: int
    users: set[int] = field(default_factory=set[int])
    sources: set[int] = field(default_factory=set[int])
    reads: dict[int, int] = field(default_factory=dict[int, int])
    writes: dict[int, int] = field(default_factory=dict[int, int])
    remaps: bool = False


def touch(a: FusionGroup, b: FusionGroup) -> bool:
    """Whether one of the two reads what the other one makes."""
    forward = a.writes.keys().isdisjoint(b.reads.keys())
    return not (forward and b.writes.keys().isdisjoint(a.reads.keys()))


def carry_over(large: FusionGroup, small: FusionGroup) -> None:
    """Adds the reads and writes of `small` to `large`, without values that pass between them."""
    for value, users in small.writes.items():
        if users := users - large.reads.pop(value, 0):
            large.writes[value] = users
    for value, consumers in small.reads.items():
        if value not in large.writes:
            large.reads[value] = large.reads.get(value, 0) + consumers
        elif users := large.writes.pop(value) - consumers:
            large.writes[value] = users


def kind_of(ops: Sequence[Operation], space: Space) -> GroupKind:
    """What the ops of a group compute, seen from its reductions."""
    reductions = [op for op in ops if isinstance(op, mhlo.ReduceOp)]
    if not reductions:
        return GroupKind.LOOP
    if space.columns is not None:
        both = space.rows is not None
        return GroupKind.ROW_AND_COLUMN_REDUCTION if both else GroupKind.COLUMN_REDUCTION
    members = set(ops)
    used_inside = any(
        use.operation in members for op in reductions for r in op.results for use in r.uses
    )
    return GroupKind.STITCH if used_inside else GroupKind.ROW_REDUCTION
