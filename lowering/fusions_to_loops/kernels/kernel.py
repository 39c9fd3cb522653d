"""A group of ops as one function of loops over buffers.

Four schedules. Maps: one nest for the results of one shape. Rows: all reductions are over the
last dimensions of one space, so one loop over rows holds a loop over the columns for each
reduction and one for the results. Stages: any reductions, each in a nest of its own, which later
ones read from a buffer. Tiles: a convolution and cheap ops on its result.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import func
from xdsl.ir import Operation, SSAValue

from ....analysis.index_maps import ZERO, Index, linear, product, regroup, reshaped
from ....analysis.kernel_space import KernelLoop, coalesced, reads_last, refined, turned
from ....dialects import mhlo
from ....dialects.mhlo.dense import int_values
from ....dialects.types import is_tensor
from ....symbolic import Expr
from ..windows import AffineOp, DirectConvolutionOp, PadOp, PlacesConvolutionOp
from .fold import KernelFold
from .places import KernelPlaces
from .ranges import NO_RANGES
from .reducing import Reducer
from .rows import KeptRow
from .sinks import PlanningSink, buffer_type
from .space import Kernel, LoopSpace
from .values import NotNative, Scalar, Values

COPIES = (PadOp, AffineOp, mhlo.TransposeOp)
"""Ops that are not made where an operand lies."""
CUTS = 4
"""How often a nest of loops is cut in two, at most: 16 parts."""


class KernelWriter(KernelFold, KernelPlaces):
    """Writes one kernel."""

    def write(self) -> Kernel:
        """Raises NotNative where there is no kernel for the group."""
        for value in self._group.results:
            buffer_type(value)
        self._builder.open(self._entry)
        convolutions = [op for op in self._group.ops if isinstance(op, DirectConvolutionOp)]
        by_places = [op for op in self._group.ops if isinstance(op, PlacesConvolutionOp)]
        if convolutions:
            self._convolve(*convolutions)
        elif by_places:
            self._convolve_places(*by_places)
        elif not self._reduces or not self._in_row_passes():
            self._stages()
        self._builder.here(func.ReturnOp.create())
        self._builder.close()
        return self._function()

    # Maps and stages

    def _stages(self) -> None:
        """Each reduction by itself, then the other results, those of one shape together."""
        inside = frozenset(op for op in self._group.ops if op not in self._reduces)
        for op in self._reduces:
            self._fold(op, inside)
        stored = {result for op in self._reduces for result in op.results}
        classes = list[list[SSAValue]]()
        for value in dict.fromkeys(self._group.results):
            if value in stored:
                continue
            shape = self._shapes.shape(value)
            for members in classes:
                first = self._shapes.shape(members[0])
                if regroup(self._space(first).index, first, shape) is not None:
                    members.append(value)
                    break
            else:
                classes.append([value])
        for members in classes:
            self._map(members, inside)

    def _map(self, results: Sequence[SSAValue], inside: frozenset[Operation]) -> None:
        space, planned = self._best_space(results, inside)
        parts = [
            (part, plan, reads_last(coalesced(part.loops, plan.accesses), plan.accesses))
            for part, plan in self._cut(space, planned, results, inside)
        ]
        self._write_parts(parts, results, inside)
        self._sink.ranges = NO_RANGES

    def _cut(
        self,
        space: LoopSpace,
        planned: PlanningSink,
        results: Sequence[SSAValue],
        inside: frozenset[Operation],
        cuts: int = CUTS,
    ) -> list[tuple[LoopSpace, PlanningSink]]:
        """`space`, or its parts where a condition changes from one to the next."""
        divides = planned.divides(space.names)
        for cut in list(planned.cuts)[:1] if cuts else ():
            parts = self._parts(space, cut)
            plans = [self._planned(results, inside, part) for part in parts]
            if divides or not any(map(PlanningSink.divides, plans, (p.names for p in parts))):
                halves = zip(parts, plans, strict=True)
                return [
                    found
                    for part, plan in halves
                    for found in self._cut(part, plan, results, inside, cuts - 1)
                ]
        return [(space, planned)]

    def _write_parts(
        self,
        parts: Sequence[tuple[LoopSpace, PlanningSink, list[list[KernelLoop]]]],
        results: Sequence[SSAValue],
        inside: frozenset[Operation],
    ) -> None:
        """One part after the other, inside of the outer loops that they share."""
        first = [groups[:1] for _, _, groups in parts]
        if len(parts) > 1 and first[0] and all(group == first[0] for group in first):
            self._open(first[0])
            rest = [(space, planned, groups[1:]) for space, planned, groups in parts]
            self._write_parts(rest, results, inside)
            self._close(first[0], lanes=not any(groups for _, _, groups in rest))
            return
        for space, planned, groups in parts:
            self._sink.ranges = planned.ranges
            self._open(groups)
            self._store(self._values(inside, self._sink), results, space)
            is_turned = turned(groups, planned.accesses) is not None
            anew = all(isinstance(op, COPIES) for op in self._group.ops)
            self._close(groups, anew=anew, turned=is_turned, accesses=planned.accesses)

    def _best_space(
        self, results: Sequence[SSAValue], inside: frozenset[Operation]
    ) -> tuple[LoopSpace, PlanningSink]:
        """The loops of the results' shape, or of a finer one where that saves divisions."""
        shape = self._shapes.shape(results[0])
        space = self._space(shape)
        planned = self._planned(results, inside, space)
        if planned.divides(space.names):
            values = [v for op in inside for v in (*op.operands, *op.results) if is_tensor(v.type)]
            shapes = {self._shapes.shape(value): None for value in values}
            for finer in sorted(shapes, key=len, reverse=True):
                other = self._space(finer)
                if regroup(other.index, finer, shape) is not None:
                    replanned = self._planned(results, inside, other)
                    if not replanned.divides(other.names):
                        return other, replanned
        return space, planned

    def _planned(
        self, results: Sequence[SSAValue], inside: frozenset[Operation], space: LoopSpace
    ) -> PlanningSink:
        sink = PlanningSink(self._ranges(space))
        self._store(self._values(inside, sink), results, space)
        return sink

    def _store(self, values: Values, results: Sequence[SSAValue], space: LoopSpace) -> None:
        found = list[tuple[SSAValue, Expr, Scalar]]()
        for value in results:
            shape = self._shapes.shape(value)
            index = reshaped(space.index, space.shape, shape)
            found.append((value, linear(index, shape), values.at(value, index)))
        for value, place, element in found:  # all is read: a result may lie where an operand does
            values.sink.store(value, place, element)

    # Rows

    def _in_row_passes(self) -> bool:
        """Writes the kernel in rows where all reductions are over the last dimensions of one
        space, of their shape or of a finer one that saves divisions.
        """
        first = self._reduces[0]
        shape = self._shapes.shape(first.inputs[0])
        kept = len(shape) - len(int_values(first.dimensions))
        if self._by_rows(self._space(shape), kept):
            return True
        values = [v for op in self._group.ops for v in (*op.operands, *op.results)]
        shapes = {self._shapes.shape(v): None for v in values if is_tensor(v.type)}
        row, rest = shape[:kept], shape[kept:]
        for other in shapes:
            finer = refined(row, rest, other)
            if finer is not None and finer != (row, rest):
                row, rest = finer
        if (*row, *rest) == shape:
            return False
        return self._by_rows(self._space((*row, *rest)), len(row))

    def _by_rows(self, space: LoopSpace, kept: int) -> bool:
        """Writes the kernel with a row for each position in the first `kept` dimensions of
        `space`; False, with nothing written, where there is none without divisions.
        """
        shape, rows = space.shape, space.first(kept)
        inside, sink = frozenset(self._group.ops), PlanningSink()
        columns = [loop for loop in space.loops if loop.name not in rows.names]
        sink.passes.columns = frozenset(loop.name for loop in columns)
        try:
            planned = self._in_rows(self._values(inside, sink), space, rows, None)
        except NotNative:
            return False
        if not planned or sink.divides(space.names):
            return False
        column, length = linear(space.index[kept:], shape[kept:]), product(shape[kept:])
        sink.accesses.append(column)
        outer, inner = coalesced(rows.loops, sink.accesses), coalesced(columns, sink.accesses)
        self._sink.row = KeptRow(
            sink.passes.kept(),
            column,
            length,
            lambda element: self._row_buffer(element, length),
        )
        self._open(outer)
        self._in_rows(self._values(inside, self._sink), space, rows, inner)
        self._close(outer, lanes=False, accesses=sink.accesses)
        self._sink.row = None
        return True

    def _in_rows(
        self,
        values: Values,
        space: LoopSpace,
        rows: LoopSpace,
        columns: list[list[KernelLoop]] | None,
    ) -> bool:
        """One row; without the loops over `columns` it is only planned."""
        for number, op in enumerate(self._reduces):
            shape = self._shapes.shape(op.inputs[0])
            kept = len(shape) - len(int_values(op.dimensions))
            row = regroup(rows.index, rows.shape, shape[:kept])
            whole = regroup(space.index, space.shape, shape)
            if row is None or whole is None or sorted(int_values(op.dimensions))[:1] != [kept]:
                return False
            place = tuple(component.position for component in row)
            values.sink.next_pass()
            totals = self._row(op, values, whole, columns, again=number == 1)
            for result, total in zip(op.results, totals, strict=True):
                values.sink.remember((result, place), total)
        values.sink.next_pass()
        late = list[tuple[SSAValue, Index]]()
        for value in dict.fromkeys(self._group.results):
            shape = self._shapes.shape(value)
            index = regroup(rows.index, rows.shape, shape)
            if index is not None:
                values.sink.store(value, linear(index, shape), values.at(value, index))
                continue
            index = regroup(space.index, space.shape, shape)
            if index is None:
                return False
            late.append((value, index))
        if late:
            self._open(columns or ())
            for value, index in late:
                place = linear(index, self._shapes.shape(value))
                values.sink.store(value, place, values.at(value, index))
            self._close(columns or (), again=len(self._reduces) == 1)
        return True

    def _row(
        self,
        op: mhlo.ReduceOp,
        values: Values,
        index: Index,
        columns: list[list[KernelLoop]] | None,
        *,
        again: bool,
    ) -> Sequence[Scalar]:
        reducer = Reducer(op)
        if columns is None:
            reducer.plan(values, index, ZERO)
            return op.results
        totals = self.folded(
            columns,
            reducer.starts(values),
            lambda sums: reducer.step(self._builder, sums, reducer.operands(values, index)),
            again=again,
        )
        return reducer.finished(self._builder, totals)
