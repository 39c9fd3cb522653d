"""The index spaces of ops, and which groups of them can be one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from xdsl.ir import Operation, SSAValue

from ...analysis.broadcasts import BROADCASTS, dimensions_of
from ...analysis.identity_memo import IdentityMemo
from ...analysis.shape_analysis import ShapeAnalysis
from ...dialects import mhlo
from ...dialects.mhlo.dense import int_values
from ...symbolic import Expr
from ...symbolic.shapes import ONE, Shape
from .equal_counts import EqualCounts, prefixes
from .exact_counts import ExactCounts, related_shapes, suppose_identities, undecided_in
from .fusable_ops import CHEAP, GATHERS, PLACING, SLICES, is_fusable, is_remap, shape_operands
from .groups import SINGLE, FusionGroup, IsProduced, Space

MAX_SPREAD = 8
"""The greatest number of cheap ops that are computed again for each element that they are spread
to.
"""

MAX_SLICES = 4
"""The greatest number of slices, which may overlap, of what is not cheap to compute again."""


class IndexSpaces:
    """The spaces of the fusable ops among `ops`, and which of them go together.

    `analysis` is made to suppose that undecided broadcasts among them do nothing: in a scope that
    holds as long as this is used.
    """

    def __init__(self, ops: Sequence[Operation], analysis: ShapeAnalysis):
        self._ops = ops
        self._shape = analysis.shape
        self._counts = EqualCounts(analysis)
        self._fusable = dict.fromkeys(filter(is_fusable, ops))
        self._exact: ExactCounts | None = None
        self._undecided = undecided_in(self._fusable, analysis)
        related = related_shapes(self._fusable, analysis)
        if self._undecided:
            self._exact = ExactCounts(self._fusable, related, analysis)
            suppose_identities(self._undecided, analysis)
        self._counts.relate(related)
        for op in self._undecided:
            self._counts.form_prefixes(self._shape(op.results[0]))
        self._classes = self._counts.classes()
        self._class_of = IdentityMemo[Shape, int](self._classes.__getitem__)
        self._loops = {count: Space(count) for count in self._classes.values()}
        self._of = {op: self._space_of(op) for op in self._fusable}

    @property
    def all_decided(self) -> bool:
        """Whether no broadcast is undecided."""
        return not self._undecided

    def decide_broadcasts(self) -> None:
        """From now on no undecided broadcast repeats its operand, which is to be guarded."""
        self._undecided, self._exact = {}, None

    def count(self, value: SSAValue) -> int:
        """The class of the number of elements of `value`, of an op of the block or used by one."""
        return self._class_of(self._shape(value))

    def of(self, op: Operation) -> Space | None:
        """The space of `op` alone; None where it can join no other."""
        return self._of.get(op)

    def _space_of(self, op: Operation) -> Space:
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
        if space.columns is not None and its_space != Space(space.columns):
            read = (value for op in consumers for value in op.operands if is_produced(value))
            if any(self.count(value) == space.columns for value in read):
                return None
        if both.rows is not None and space.rows is None and its_space.rows is None:
            fits = all(self._spreads_rows(op, is_produced) for op in consumers)
        else:
            fits = all(self._reads_in_place(op, space, is_produced) for op in consumers)
        return both if fits else None

    def keep_rows(self, ops: Iterable[Operation], space: Space) -> bool:
        """Whether undecided broadcasts among `ops` repeat rows of `space`, or within them."""
        rows = space.rows
        return rows is None or all(
            any(self._classes[p] == rows for p in prefixes(self._shape(op.results[0])))
            for op in ops
            if op in self._undecided
        )

    def leave_evenly(
        self, ops: Sequence[Operation], results: Sequence[SSAValue], space: Space
    ) -> bool:
        """Whether `results`, those of the group `ops` over `space`, have its space in every run."""
        exact = self._exact
        if exact is None:
            return True
        found = defaultdict[int, list[SSAValue]](list)
        for value in results:
            found[self.count(value)].append(value)
        for op in ops:
            if type(op) is mhlo.ReduceOp and self._of[op].columns is not None:
                found[space.elements].append(op.operands[0])
        if not all(map(exact.agree, found.values())):
            return False
        if space.rows is None or space.rows == space.elements:
            return True
        rows, values = found.get(space.rows), found[space.elements]
        return not rows or not values or exact.are_rows(rows[0], values, ops)

    def placed(
        self,
        producer: FusionGroup,
        consumer: FusionGroup,
        consumers: Sequence[Operation],
        is_produced: IsProduced,
    ) -> Space | None:
        """The space of `consumer`, where it only places or slices all results of `producer`, or
        uses them for what it places.
        """
        space = producer.space
        if space is None or space.reduces or len(consumers) < len(producer.users):
            return None
        if any(is_produced(value) for op in consumers for value in shape_operands(op)):
            return None
        slices = sum(type(op) in SLICES for op in consumers)
        if slices > MAX_SLICES and any(self._is_dear(i) for i in producer.ops):
            return None
        return consumer.space if all(self._makes_a_part(op, space) for op in consumers) else None

    def _makes_a_part(self, op: Operation, space: Space) -> bool:
        """Whether `op` makes one element at most of each element over `space`."""
        if type(op) in PLACING or type(op) in SLICES:
            return True
        return self.of(op) == space and type(op) not in GATHERS

    def spread(
        self,
        producer: FusionGroup,
        consumer: FusionGroup,
        consumers: Sequence[Operation],
        is_produced: IsProduced,
    ) -> Space | None:
        """The space of `consumer`, where it only repeats what is cheap to compute again."""
        space = producer.space
        if space is None or space.reduces or len(consumers) < len(producer.users):
            return None
        if len(producer.ops) > MAX_SPREAD or any(self._is_dear(i) for i in producer.ops):
            return None
        if any(is_produced(value) for op in consumers for value in shape_operands(op)):
            return None
        return consumer.space if all(type(op) in BROADCASTS for op in consumers) else None

    def _is_dear(self, place: int) -> bool:
        op = self._ops[place]
        return type(op) not in CHEAP and not self._copies_rows(op)

    def _copies_rows(self, op: Operation) -> bool:
        """Whether `op` copies a row for each index, and not single elements."""
        if not isinstance(op, GATHERS):
            return False
        numbers, last = op.dimension_numbers.data, len(self._shape(op.operand)) - 1
        dropped = (*numbers.collapsed_slice_dims, *numbers.operand_batching_dims)
        return bool(numbers.offset_dims) and last not in dropped and self._is_by_index(op)

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

    def _is_by_index(self, op: mhlo.GatherOp | mhlo.DynamicGatherOp) -> bool:
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
