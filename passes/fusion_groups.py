"""Which ops are computed together: groups over one index space, chosen by provably equal sizes.

The ops of a group either all run over one number of elements (a loop), or over rows of it as well: reductions along the
last dimensions give one element a row, and broadcasts spread them over the rows again (softmax, layer norm).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from xdsl.ir import Block, Operation, SSAValue

from ..analysis.broadcasts import BROADCASTS, dimensions_of
from ..analysis.shape_analysis import ShapeAnalysis
from ..dialects import mhlo
from ..dialects.mhlo.elementwise import UniformTextOp
from ..symbolic import Expr, as_expr
from ..symbolic.shapes import product

ELEMENTWISE = (
    UniformTextOp,
    mhlo.CompareOp,
    mhlo.SelectOp,
    mhlo.ClampOp,
    mhlo.ComplexOp,
)
RESHAPES = (mhlo.ReshapeOp, mhlo.DynamicReshapeOp)


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
    first: the place in the block of the first op
    """

    elements: Expr
    rows: Expr | None
    first: int
    ops: list[Operation] = field(default_factory=list[Operation])
    has_column_reduction: bool = False


def fusable(op: Operation) -> bool:
    """Whether `op` can be part of a group."""
    return isinstance(op, (*ELEMENTWISE, *BROADCASTS, *RESHAPES, mhlo.ReduceOp))


def is_row_reduction(op: mhlo.ReduceOp) -> bool:
    """Whether `op` reduces the last dimensions."""
    rank = len(_static_rank(op.operands[0]))
    axes = sorted(int(d) for d in op.dimensions.get_values())
    return axes == list(range(rank - len(axes), rank))


def _static_rank(value: SSAValue) -> Sequence[int]:
    get_shape = getattr(value.type, "get_shape", None)
    return () if get_shape is None else get_shape()


def spreads_rows(op: Operation) -> bool:
    """Whether `op` is a broadcast of one element a row: its operand's dimensions stay in front."""
    if not isinstance(op, BROADCASTS):
        return False
    dimensions = dimensions_of(op)
    return list(dimensions) == list(range(len(dimensions)))


class Grouping:
    """Groups of the fusable ops of one block; each op starts alone and groups merge along uses."""

    def __init__(self, block: Block, analysis: ShapeAnalysis, limit: int):
        self.analysis = analysis
        self.limit = limit
        self.order = {op: i for i, op in enumerate(block.ops)}
        self.group_of: dict[Operation, Group] = {}
        self._alone_groups: dict[Operation, Group] = {}
        for op in block.ops:
            if fusable(op):
                self.group_of[op] = self._alone(op)

    def groups(self) -> list[Group]:
        """All groups, after merging along every use until nothing more fits."""
        merged = True
        while merged:
            merged = False
            for op in self.group_of:
                for operand in op.operands:
                    owner = operand.owner
                    if isinstance(owner, Operation) and owner in self.group_of:
                        merged |= self._merge(self.group_of[owner], self.group_of[op])
        return list({id(group): group for group in self.group_of.values()}.values())

    def count(self, value: SSAValue) -> Expr:
        return self.analysis.facts.simplify(product(self.analysis.shape(value)))

    def _alone(self, op: Operation) -> Group:
        if isinstance(op, mhlo.ReduceOp):
            column = not is_row_reduction(op)
            elements, rows = self.count(op.operands[0]), self.count(op.results[0])
            return Group(elements, rows, self.order[op], [op], column)
        return Group(self.count(op.results[0]), None, self.order[op], [op])

    def _merge(self, first: Group, second: Group) -> bool:
        """Joins two groups, the second using results of the first, where that is possible; whether it did."""
        if first is second or len(first.ops) + len(second.ops) > self.limit:
            return False
        space = self._common_space(first, second)
        if space is None or self._would_cycle(first, second):
            return False
        first.elements, first.rows = space
        first.ops += second.ops
        first.first = min(first.first, second.first)
        first.has_column_reduction |= second.has_column_reduction
        for op in second.ops:
            self.group_of[op] = first
        return True

    def _common_space(self, first: Group, second: Group) -> tuple[Expr, Expr | None] | None:
        """(elements, rows) of the merged group; None where their index spaces do not fit."""
        if first.has_column_reduction:
            return None
        for op in second.ops:
            if self.group_of.get(op.operands[0].owner) is first and not self._reads_own_row(op):  # pyright: ignore[reportArgumentType, reportCallIssue]
                return None
        if first.elements == second.elements:
            if first.rows is None or second.rows is None or first.rows == second.rows:
                return first.elements, first.rows or second.rows
            return None
        if first.rows == second.elements and second.rows is None:
            return first.elements, first.rows
        if second.rows == first.elements and first.rows is None:
            return second.elements, second.rows
        return None

    def _reads_own_row(self, consumer: Operation) -> bool:
        """Whether `consumer`, if it repeats elements, gives each row what belongs to it."""
        if not isinstance(consumer, BROADCASTS) or spreads_rows(consumer):
            return True
        return self.count(consumer.operands[0]) == self.count(consumer.results[0])

    def _would_cycle(self, first: Group, second: Group) -> bool:
        """Whether a path leads from `first` to `second` through an op of neither."""
        last = max(self.order[op] for op in second.ops)
        stack, seen = [first], {id(first)}
        while stack:
            group = stack.pop()
            for user in self._users_of(group):
                found = self.group_of.get(user) or self._lone(user)
                if found is second:
                    if group is not first:
                        return True
                elif id(found) not in seen and found.first < last:
                    seen.add(id(found))
                    stack.append(found)
        return False

    def _lone(self, op: Operation) -> Group:
        """An op outside every group, as a group that nothing joins."""
        if op not in self._alone_groups:
            place = self.order.get(op, len(self.order))
            self._alone_groups[op] = Group(as_expr(0), None, place, [op])
        return self._alone_groups[op]

    def _users_of(self, group: Group) -> set[Operation]:
        """The ops of the block that use a result of `group`."""
        return {
            self._in_block(use.operation)
            for op in group.ops
            for result in op.results
            for use in result.uses
        }

    def _in_block(self, op: Operation) -> Operation:
        """The op of the block that `op` stands in or below."""
        while op not in self.order:
            parent = op.parent_op()
            if parent is None:
                return op
            op = parent
        return op


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
