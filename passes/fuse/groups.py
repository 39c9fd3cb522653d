"""Fusion groups and the index spaces over which their ops run.

The ops of a group run over one number of elements (a loop), or some of them once for each row of
it: reductions along the last dimensions give one element a row, and broadcasts spread them over the
rows again (softmax, layer norm). A row is a block of elements that follow each other, so ops of
different rank run over the same rows where the counts are equal. Reductions along other dimensions
end a group, but for what is computed of each of their results. What is only placed in a greater
tensor, by a concatenation or padding, runs for the elements of that tensor that it makes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from xdsl.ir import Operation, SSAValue

from ...analysis.broadcasts import BROADCASTS, dimensions_of
from ...analysis.shape_analysis import ShapeAnalysis
from ...dialects import mhlo
from ...dialects.mhlo.dense import int_values
from ...symbolic import Expr
from ...symbolic.shapes import ONE, Shape
from .equal_counts import EqualCounts
from .fusable_ops import PLACING, is_fusable, is_remap, shape_operands

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
    STITCH = "stitch"
    """Row reductions whose results are used again over the rows."""


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
        if self.columns is not None:
            ends_it = consumer == Space(self.columns)
            return self if ends_it else None
        if self == Space(SINGLE):
            return consumer
        if consumer.columns is not None:
            return consumer if self == Space(consumer.elements) else None
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


@dataclass(eq=False, slots=True)
class FusionGroup:
    """Ops that are to become one fusion; an op that can join no other is a group by itself.

    Ops are known by their places in an order, values by numbers.

    space: None for an op that can join no other
    first, last: the least and the greatest place of its ops
    ops: the places of its ops
    users: the ops outside that use its results
    reads: the values from outside that it needs, copied ones aside, each with the number of its ops
        that use it
    writes: its results that are used outside, each with the number of ops that do
    remaps: whether an op reads elsewhere in what another op of the group makes
    """

    space: Space | None
    first: int
    last: int
    ops: list[int]
    users: set[int] = field(default_factory=set[int])
    reads: dict[int, int] = field(default_factory=dict[int, int])
    writes: dict[int, int] = field(default_factory=dict[int, int])
    remaps: bool = False


class IndexSpaces:
    """The spaces of the fusable ops among `ops`, and which of them go together."""

    def __init__(self, ops: Iterable[Operation], analysis: ShapeAnalysis):
        self._shape = analysis.shape
        self._counts = EqualCounts(analysis)
        self._fusable = dict.fromkeys(filter(is_fusable, ops))
        self._counts.relate(self._related())
        self._classes = self._counts.classes()
        self._loops = {count: Space(count) for count in self._classes.values()}

    def _related(self) -> Iterable[tuple[Shape, Shape]]:
        """Pairs of shapes whose counts decide whether ops join what makes their operands."""
        found = dict[tuple[int, int], tuple[Shape, Shape]]()
        for op in self._fusable:
            result = self._shape(op.results[0])
            found[id(result), id(result)] = result, result
            is_reduction = type(op) is mhlo.ReduceOp
            for operand in op.operands:
                if is_reduction or operand.owner in self._fusable:
                    shape = self._shape(operand)
                    found[id(shape), id(result)] = shape, shape if is_reduction else result
        return found.values()

    def count(self, value: SSAValue) -> int:
        """The class of the number of elements of `value`, of an op of the block or used by one."""
        return self._classes[self._shape(value)]

    def of(self, op: Operation) -> Space | None:
        """The space of `op` alone; None where it can join no other."""
        if op not in self._fusable:
            return None
        result = self.count(op.results[0])
        if type(op) is not mhlo.ReduceOp:
            return self._loops[result]
        elements = self.count(op.operands[0])
        rank, axes = len(self._shape(op.operands[0])), tuple(sorted(int_values(op.dimensions)))
        if axes == tuple(range(rank - len(axes), rank)):
            return Space(elements, rows=result, reduces=True)
        return Space(elements, columns=result, axes=axes, reduces=True)

    def joined(
        self,
        producer: FusionGroup,
        consumer: FusionGroup,
        consumers: Sequence[Operation],
        is_produced: IsProduced,
    ) -> Space | None:
        """The space of a producer and a consumer group as one; None where they do not fit.

        consumers: the ops of `consumer` that use `producer`

        is_produced: whether a value is one of `producer`
        """
        space, its_space = producer.space, consumer.space
        if space is None or its_space is None:
            return None
        if any(is_produced(value) for op in consumers for value in shape_operands(op)):
            return None
        if space == Space(SINGLE):
            return its_space if len(consumers) == len(producer.users) else None
        both = space.with_consumer(its_space)
        if both is None or (space.reduces and consumer.remaps):
            return None
        if both.rows is not None and space.rows is None and its_space.rows is None:
            fits = all(self._spreads_rows(op, is_produced) for op in consumers)
        else:
            fits = all(self._reads_in_place(op, space, is_produced) for op in consumers)
        return both if fits else None

    def placed(
        self,
        producer: FusionGroup,
        consumer: FusionGroup,
        consumers: Sequence[Operation],
        is_produced: IsProduced,
    ) -> Space | None:
        """The space of `consumer`, where all results of `producer` are only placed in it."""
        space = producer.space
        if space is None or space.reduces or len(consumers) < len(producer.users):
            return None
        if any(is_produced(value) for op in consumers for value in shape_operands(op)):
            return None
        return consumer.space if all(type(op) in PLACING for op in consumers) else None

    def reads_elsewhere(self, op: Operation, is_produced: IsProduced) -> bool:
        """Whether `op` reads other places or other rows of values that `is_produced` selects."""
        return is_remap(op) and not self._spreads_rows(op, is_produced)

    def _reads_in_place(self, op: Operation, space: Space, is_produced: IsProduced) -> bool:
        """Whether `op` reads its own row only, or its operands can be computed anywhere."""
        if self.reads_elsewhere(op, is_produced):
            return not space.reduces
        if type(op) in BROADCASTS and not self._spreads_rows(op, is_produced):
            return self.count(op.operands[0]) == self.count(op.results[0])
        return True

    def _spreads_rows(self, op: Operation, is_produced: IsProduced) -> bool:
        """Whether `op` expands each element to one row, rows in the order of the elements."""
        if isinstance(op, BROADCASTS):
            dimensions = dimensions_of(op)
            if list(dimensions) != list(range(len(dimensions))):
                return False
            return self._begins_with(self._shape(op.results[0]), self._shape(op.operands[0]))
        if isinstance(op, mhlo.GatherOp):
            return not is_produced(op.operand) and self._is_by_index(op)
        return False

    def _is_by_index(self, op: mhlo.GatherOp) -> bool:
        """Whether each single index of `op` makes one row."""
        numbers, indices = op.dimension_numbers.data, self._shape(op.start_indices)
        rank = len(self._shape(op.result))
        trailing = range(rank - len(numbers.offset_dims), rank)
        is_last = numbers.index_vector_dim == len(indices) - 1 and indices[-1] == ONE
        single = is_last or numbers.index_vector_dim == len(indices)
        return single and list(numbers.offset_dims) == list(trailing)

    def _begins_with(self, shape: Shape, rows: Shape) -> bool:
        """Whether the sizes of `rows` are a prefix of `shape`, trailing sizes of 1 aside."""
        rest: list[tuple[Expr, Expr]] = list(zip(rows, shape, strict=False))
        while rest and rest[-1][0] == ONE:
            rest.pop()
        return all(self._counts.equal(a, b) for a, b in rest)


def kind_of(ops: Sequence[Operation], space: Space) -> GroupKind:
    """What the ops of a group compute, seen from its reductions."""
    reductions = [op for op in ops if isinstance(op, mhlo.ReduceOp)]
    if not reductions:
        return GroupKind.LOOP
    if space.columns is not None:
        return GroupKind.COLUMN_REDUCTION
    members = set(ops)
    used_inside = any(
        use.operation in members for op in reductions for r in op.results for use in r.uses
    )
    return GroupKind.STITCH if used_inside else GroupKind.ROW_REDUCTION
