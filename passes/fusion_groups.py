"""Which ops are computed together: groups over one index space, chosen by provably equal sizes.

The ops of a group either all run over one number of elements (a loop), or over rows of it as well: reductions along the
last dimensions give one element a row, and broadcasts spread them over the rows again (softmax, layer norm).

Groups merge along uses as long as that saves a round trip through memory, then groups of the same index space that do not
depend on each other merge to save a launch. The order in which merges are tried follows from the graph, not from the
order of the ops in the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from xdsl.ir import Operation, SSAValue

from ..analysis.broadcasts import BROADCASTS, dimensions_of
from ..analysis.shape_analysis import ShapeAnalysis
from ..dialects import mhlo
from ..dialects.mhlo.elementwise import UniformTextOp
from ..dialects.tensors import is_unranked
from ..symbolic import Expr, as_expr, eq
from ..symbolic.shapes import ONE, Shape, product

ELEMENTWISE = (UniformTextOp, mhlo.CompareOp, mhlo.SelectOp, mhlo.ClampOp, mhlo.ComplexOp)
"""One element of each operand makes one element of the result."""

RESHAPES = (mhlo.ReshapeOp, mhlo.DynamicReshapeOp)

REMAPS = (
    mhlo.TransposeOp,
    mhlo.ReverseOp,
    mhlo.SliceOp,
    mhlo.RealDynamicSliceOp,
    mhlo.ConcatenateOp,
    mhlo.PadOp,
    mhlo.DynamicPadOp,
    mhlo.GatherOp,
    mhlo.DynamicGatherOp,
)
"""One element of an operand, elsewhere in it, makes one element of the result."""


class FusionKind(StrEnum):
    """What a group looks like from outside."""

    LOOP = "loop"
    """Every op over one number of elements."""
    ROW_REDUCTION = "row_reduction"
    """Results are reductions along the last dimensions."""
    COLUMN_REDUCTION = "column_reduction"
    """Results are reductions along other dimensions."""
    STITCH = "stitch"
    """Row reductions whose results are used again over the rows."""


@dataclass(eq=False, slots=True)
class Group:
    """Ops that are to become one fusion.

    elements: the number of elements of the index space
    rows: the number of its rows, where the group has ops that run once a row
    first, last: the places of the first and the last op in the order of the grouping
    users: the ops of the block outside the group that use its results
    has_remap: whether an op reads elsewhere in what another op of the group makes
    """

    elements: Expr
    rows: Expr | None
    first: int
    last: int
    ops: list[Operation] = field(default_factory=list[Operation])
    users: set[Operation] = field(default_factory=set[Operation])
    has_column_reduction: bool = False
    has_remap: bool = False


def fusable(op: Operation) -> bool:
    """Whether `op` can be part of a group: its ranks must be known."""
    if not isinstance(op, (*ELEMENTWISE, *BROADCASTS, *RESHAPES, *REMAPS, mhlo.ReduceOp)):
        return False
    return not any(is_unranked(value.type) for value in (*op.operands, *op.results))


def is_row_reduction(op: mhlo.ReduceOp) -> bool:
    """Whether `op` reduces the last dimensions."""
    rank = len(_shape(op.operands[0]))
    axes = sorted(int(d) for d in op.dimensions.get_values())  # pyright: ignore[reportArgumentType]
    return axes == list(range(rank - len(axes), rank))


def _shape(value: SSAValue) -> Sequence[int]:
    get_shape = getattr(value.type, "get_shape", None)
    return () if get_shape is None else get_shape()


class Grouping:
    """Groups of the fusable ops among `ops`, which stand in an order where uses follow definitions."""

    def __init__(self, ops: Sequence[Operation], analysis: ShapeAnalysis, limit: int):
        self.analysis = analysis
        self.limit = limit
        self.order = {op: i for i, op in enumerate(ops)}
        self.group_of: dict[Operation, Group] = {}
        self._lone_groups: dict[Operation, Group] = {}
        self._counts: dict[Shape, Expr] = {}
        for op in ops:
            if fusable(op):
                self.group_of[op] = self._alone(op)

    def groups(self) -> list[Group]:
        """All groups after every merge that fits."""
        merged = True
        while merged:
            merged = self._merge_along_uses()
        self._merge_side_by_side()
        return list({id(group): group for group in self.group_of.values()}.values())

    def _merge_along_uses(self) -> bool:
        merged = False
        for op in self.group_of:
            for operand in op.operands:
                owner = operand.owner
                if isinstance(owner, Operation) and owner in self.group_of:
                    first, second = self.group_of[owner], self.group_of[op]
                    if first is not second and self._fits(first, second):
                        self._merge(first, second)
                        merged = True
        return merged

    def _merge_side_by_side(self) -> None:
        """Joins groups of one index space that do not depend on each other."""
        reach = Reachability(self._successors())
        spaces = dict[tuple[Expr, Expr | None, bool], list[Group]]()
        for group in dict.fromkeys(self.group_of.values()):
            key = (group.elements, group.rows, group.has_column_reduction)
            candidates = spaces.setdefault(key, [])
            for other in candidates:
                small = len(other.ops) + len(group.ops) <= self.limit
                if small and reach.independent(other, group):
                    self._merge(other, group)
                    reach.join(other, group)
                    break
            else:
                candidates.append(group)

    def _successors(self) -> dict[Group, set[Group]]:
        """The groups that use results of each group; an op in no group is one by itself."""
        found = dict[Group, set[Group]]()
        for op in self.order:
            group = self.group_of.get(op) or self._lone(op)
            if group not in found:
                users = {self.group_of.get(user) or self._lone(user) for user in group.users}
                found[group] = users - {group}
        return found

    def _merge(self, first: Group, second: Group) -> None:
        first.rows = first.rows or second.rows
        first.elements = max_space(first, second)
        first.has_remap |= second.has_remap or any(
            isinstance(op, REMAPS) for op in self._readers(first, second)
        )
        first.ops += second.ops
        first.users |= second.users
        first.users.difference_update(second.ops)
        first.first = min(first.first, second.first)
        first.last = max(first.last, second.last)
        first.has_column_reduction |= second.has_column_reduction
        for op in second.ops:
            self.group_of[op] = first

    def _readers(self, first: Group, second: Group) -> list[Operation]:
        """The ops of `second` that use results of `first`."""
        return [op for op in first.users if self.group_of.get(op) is second]

    def count(self, value: SSAValue) -> Expr:
        """The number of elements of `value`."""
        shape = self.analysis.shape(value)
        count = self._counts.get(shape)
        if count is None:
            count = self._counts[shape] = self.analysis.facts.simplify(product(shape))
        return count

    def _alone(self, op: Operation) -> Group:
        place = self.order[op]
        if isinstance(op, mhlo.ReduceOp):
            elements, rows = self.count(op.operands[0]), self.count(op.results[0])
            column = not is_row_reduction(op)
            return Group(elements, rows, place, place, [op], self._users_of(op), column)
        elements = self.count(op.results[0])
        return Group(elements, None, place, place, [op], self._users_of(op))

    def _fits(self, first: Group, second: Group) -> bool:
        """Whether `second`, which uses results of `first`, can be computed together with it."""
        if len(first.ops) + len(second.ops) > self.limit or first.has_column_reduction:
            return False
        if not _same_space(first, second):
            return False
        if not all(self._reads_in_place(op, first) for op in self._readers(first, second)):
            return False
        if first.rows is not None and second.has_remap:
            return False
        return not self._reaches(first, second)

    def _reads_in_place(self, op: Operation, first: Group) -> bool:
        """Whether `op`, which uses `first`, gets what belongs to its own row, or `first` has no rows."""
        if isinstance(op, REMAPS):
            return first.rows is None
        if isinstance(op, BROADCASTS) and not self.spreads_rows(op):
            return self.count(op.operands[0]) == self.count(op.results[0])
        return True

    def spreads_rows(self, op: Operation) -> bool:
        """Whether `op` is a broadcast of one element a row: leading dimensions as they are, 1 or none behind."""
        if not isinstance(op, BROADCASTS):
            return False
        dimensions = dimensions_of(op)
        if list(dimensions) != list(range(len(dimensions))):
            return False
        shape, result = self.analysis.shape(op.operands[0]), self.analysis.shape(op.results[0])
        rest = list(zip(shape, result, strict=False))
        while rest and rest[-1][0] == ONE:
            rest.pop()
        return all(a == b or self.analysis.facts.proves(eq(a, b)) for a, b in rest)

    def _reaches(self, first: Group, second: Group) -> bool:
        """Whether a path leads from `first` to `second` through ops of neither."""
        stack, seen = [first], {id(first)}
        while stack:
            group = stack.pop()
            for user in group.users:
                found = self.group_of.get(user) or self._lone(user)
                if found is second:
                    if group is not first:
                        return True
                elif id(found) not in seen and found.first < second.last:
                    seen.add(id(found))
                    stack.append(found)
        return False

    def _lone(self, op: Operation) -> Group:
        """An op that nothing can join, as a group."""
        if op not in self._lone_groups:
            place = self.order.get(op, len(self.order))
            self._lone_groups[op] = Group(as_expr(0), None, place, place, [op], self._users_of(op))
        return self._lone_groups[op]

    def _users_of(self, op: Operation) -> set[Operation]:
        """The ops of the block that use a result of `op`."""
        return {self._in_block(use.operation) for result in op.results for use in result.uses}

    def _in_block(self, op: Operation) -> Operation:
        """The op of the block that `op` stands in or below."""
        while op not in self.order:
            parent = op.parent_op()
            if parent is None:
                return op
            op = parent
        return op


class Reachability:
    """Which groups depend on which, as one bit set a group; groups may be joined while it is in use."""

    def __init__(self, successors: dict[Group, set[Group]]):
        self._bit = {group: 1 << i for i, group in enumerate(successors)}
        self._reached: dict[Group, int] = {}
        for group in _users_first(successors):
            bits = self._bit[group]
            for user in successors[group]:
                bits |= self._reached[user]
            self._reached[group] = bits

    def independent(self, a: Group, b: Group) -> bool:
        """Whether no path leads from one of the two to the other."""
        return not (self._reached[a] & self._bit[b] or self._reached[b] & self._bit[a])

    def join(self, a: Group, b: Group) -> None:
        """Takes `b` as part of `a` from now on."""
        both = self._bit[a] | self._bit[b]
        reached = self._reached[a] | self._reached[b]
        self._bit[a] = self._bit[b] = both
        for group, bits in self._reached.items():
            if bits & both:
                self._reached[group] = bits | reached


def _users_first(successors: dict[Group, set[Group]]) -> list[Group]:
    """The groups, each behind those that use its results."""
    waiting = {group: len(users) for group, users in successors.items()}
    sources: dict[Group, list[Group]] = {group: [] for group in successors}
    for group, users in successors.items():
        for user in users:
            sources[user].append(group)
    ready = [group for group, count in waiting.items() if not count]
    for group in ready:
        for source in sources[group]:
            waiting[source] -= 1
            if not waiting[source]:
                ready.append(source)
    assert len(ready) == len(successors), "groups depend on each other in a circle"
    return ready


def _same_space(first: Group, second: Group) -> bool:
    """Whether the two run over the same elements, or one over the rows of the other."""
    if first.elements == second.elements:
        return first.rows is None or second.rows is None or first.rows == second.rows
    if first.rows == second.elements:
        return second.rows is None
    return second.rows == first.elements and first.rows is None


def max_space(first: Group, second: Group) -> Expr:
    """The elements of the merged group: those of the one that has the other as its rows."""
    return second.elements if second.rows == first.elements else first.elements


def kind_of(group: Group) -> FusionKind:
    """What the group computes, seen from its reductions."""
    reductions = [op for op in group.ops if isinstance(op, mhlo.ReduceOp)]
    if not reductions:
        return FusionKind.LOOP
    if group.has_column_reduction:
        return FusionKind.COLUMN_REDUCTION
    members = set(group.ops)
    used_inside = any(
        use.operation in members for op in reductions for r in op.results for use in r.uses
    )
    return FusionKind.STITCH if used_inside else FusionKind.ROW_REDUCTION
