"""A group of ops as one function of loops over buffers.

Three schedules. Maps: one nest for the results of one shape. Rows: all reductions are over the
last dimensions of one space, so one loop over rows holds a loop over the columns for each
reduction and one for the results. Stages: any reductions, each in a nest of its own, which later
ones read from a buffer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects import func
from xdsl.ir import Block, Operation, Region, SSAValue

from ...analysis.index_maps import ZERO, Index, Sizes, at_loops, linear, regroup, reshaped
from ...analysis.kernel_space import KernelLoop, coalesced, trips
from ...dialects import mhlo
from ...dialects.mhlo.dense import int_values
from ...dialects.types import is_tensor
from ...symbolic import Symbol
from .builder import LoopBuilder
from .moves import MOVES
from .reducing import Reducer
from .sinks import EmittingSink, PlanningSink, buffer_type
from .space import Group, Kernel, LoopSpace, SizeArguments
from .values import NotNative, Scalar, Shapes, Sink, Values


class KernelWriter:
    """Writes one kernel."""

    def __init__(self, name: str, group: Group, shapes: Shapes):
        self._name = name
        self._group = group
        self._shapes = shapes
        self._builder = LoopBuilder()
        self._entry = Block()
        self._buffers = dict[SSAValue, SSAValue]()
        self._builder.symbols = SizeArguments(self._entry)
        self._sink = EmittingSink(self._builder, self._buffer)
        self._reduces = [op for op in group.ops if isinstance(op, mhlo.ReduceOp)]
        self._loops = 0

    def write(self) -> Kernel:
        """Raises NotNative where there is no kernel for the group."""
        for value in self._group.results:
            buffer_type(value)
        self._builder.open(self._entry)
        if not self._reduces or not self._rows():
            self._stages()
        self._builder.here(func.ReturnOp.create())
        self._builder.close()
        return self._function()

    def _function(self) -> Kernel:
        arguments = self._builder.symbols
        assert isinstance(arguments, SizeArguments)
        used = dict(arguments.taken)
        results = self._group.results
        read = [v for v in self._buffers if v not in results]
        buffers = [*read, *(v for v in dict.fromkeys(results) if v in self._buffers)]
        order = [*(self._buffers[v] for v in buffers), *used.values()]
        for place, old in enumerate(order):
            new = self._entry.insert_arg(old.type, place)
            new.name_hint = old.name_hint
            old.replace_all_uses_with(new)
        for old in list(self._entry.args)[len(order) :]:
            self._entry.erase_arg(old)
        types = [argument.type for argument in self._entry.args]
        function = func.FuncOp(self._name, (types, []), Region(self._entry), "private")
        inside = {result for op in self._reduces for result in op.results}
        scratch = [v for v in read if v in inside]
        return Kernel(function, buffers, scratch, list(used))

    def _buffer(self, value: SSAValue) -> SSAValue:
        if value not in self._buffers:
            argument = self._entry.insert_arg(buffer_type(value), len(self._entry.args))
            self._buffers[value] = argument
        return self._buffers[value]

    def _values(self, inside: frozenset[Operation], sink: Sink) -> Values:
        return Values(inside, self._shapes, sink, MOVES)

    def _space(self, shape: Sizes) -> LoopSpace:
        loops = [KernelLoop(f"_i{self._loops + axis}", size) for axis, size in enumerate(shape)]
        self._loops += len(loops)
        index = at_loops([(Symbol(loop.name), loop.size) for loop in loops])
        return LoopSpace(shape, tuple(loops), index)

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
        groups = coalesced(space.loops, planned.accesses)
        self._open(groups)
        self._store(self._values(inside, self._sink), results, space)
        self._close(groups)

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
        sink = PlanningSink()
        self._store(self._values(inside, sink), results, space)
        return sink

    def _store(self, values: Values, results: Sequence[SSAValue], space: LoopSpace) -> None:
        for value in results:
            shape = self._shapes.shape(value)
            index = reshaped(space.index, space.shape, shape)
            values.sink.store(value, linear(index, shape), values.at(value, index))

    def _fold(self, op: mhlo.ReduceOp, inside: frozenset[Operation]) -> None:
        """A reduction into buffers: summed in registers, or where the last dimension is kept in the
        buffers, so that it is read in the order in which it lies.
        """
        reducer = Reducer(op)
        space = self._space(self._shapes.shape(op.inputs[0]))
        axes = int_values(op.dimensions)
        kept = [axis for axis in range(len(space.shape)) if axis not in axes]
        out = linear(
            tuple(space.index[axis] for axis in kept), tuple(space.shape[axis] for axis in kept)
        )
        sink = PlanningSink()
        reducer.plan(self._values(inside, sink), space.index, out)
        outer = [loop for loop in space.loops if space.variables.index(loop) in kept]
        inner = [loop for loop in space.loops if loop not in outer]
        values = self._values(inside, self._sink)
        groups, folded = coalesced(outer, sink.accesses), coalesced(inner, sink.accesses)

        def step(sums: Sequence[SSAValue]) -> Sequence[SSAValue]:
            return reducer.step(self._builder, sums, reducer.operands(values, space.index))

        def store(totals: Sequence[SSAValue]) -> None:
            for result, total in zip(op.results, totals, strict=True):
                self._sink.store(result, out, total)

        self._open(groups)
        if not inner or not outer or outer[-1] is not space.loops[-1]:
            store(self.folded(folded, reducer.starts(values), step))
            self._close(groups, lanes=not folded)
            return
        store(reducer.starts(values))
        self._close(groups)
        self._open([*folded, *groups])
        store(step([self._sink.load_again(result, out) for result in op.results]))
        self._close([*folded, *groups])

    # Rows

    def _rows(self) -> bool:
        """Writes the kernel in rows where all reductions are over the last dimensions of one
        space.
        """
        first = self._reduces[0]
        shape = self._shapes.shape(first.inputs[0])
        space = self._space(shape)
        rows = space.first(len(shape) - len(int_values(first.dimensions)))
        inside, sink = frozenset(self._group.ops), PlanningSink()
        columns = [loop for loop in space.loops if loop.name not in rows.names]
        try:
            planned = self._in_rows(self._values(inside, sink), space, rows, None)
        except NotNative:
            return False
        if not planned or sink.divides(space.names):
            return False
        outer, inner = coalesced(rows.loops, sink.accesses), coalesced(columns, sink.accesses)
        self._open(outer)
        self._in_rows(self._values(inside, self._sink), space, rows, inner)
        self._close(outer, lanes=False)
        return True

    def _in_rows(
        self,
        values: Values,
        space: LoopSpace,
        rows: LoopSpace,
        columns: list[list[KernelLoop]] | None,
    ) -> bool:
        """One row; without the loops over `columns` it is only planned."""
        for op in self._reduces:
            shape = self._shapes.shape(op.inputs[0])
            kept = len(shape) - len(int_values(op.dimensions))
            row = regroup(rows.index, rows.shape, shape[:kept])
            whole = regroup(space.index, space.shape, shape)
            if row is None or whole is None or sorted(int_values(op.dimensions))[0] != kept:
                return False
            place = tuple(component.position for component in row)
            for result, total in zip(
                op.results, self._row(op, values, whole, columns), strict=True
            ):
                values.sink.remember((result, place), total)
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
            self._close(columns or ())
        return True

    def _row(
        self,
        op: mhlo.ReduceOp,
        values: Values,
        index: Index,
        columns: list[list[KernelLoop]] | None,
    ) -> Sequence[Scalar]:
        reducer = Reducer(op)
        if columns is None:
            reducer.plan(values, index, ZERO)
            return op.results
        return self.folded(
            columns,
            reducer.starts(values),
            lambda sums: reducer.step(self._builder, sums, reducer.operands(values, index)),
        )

    # Loops

    def _open(self, groups: Sequence[Sequence[KernelLoop]]) -> None:
        for group in groups:
            variable, _ = self._builder.open_loop()
            self._bind(group, variable)

    def _bind(self, group: Sequence[KernelLoop], variable: SSAValue) -> None:
        self._builder.zeros.update(loop.name for loop in group[:-1])
        self._builder.symbols[group[-1].name] = variable

    def _close(self, groups: Sequence[Sequence[KernelLoop]], *, lanes: bool = True) -> None:
        """Ends loops; the innermost has independent trips, unless there are `lanes` inside."""
        for number, group in enumerate(reversed(groups)):
            self._builder.close_loop(self._builder.expr(trips(group)), lanes=lanes and number == 0)

    def folded(
        self,
        groups: Sequence[Sequence[KernelLoop]],
        starts: Sequence[SSAValue],
        step: Callable[[Sequence[SSAValue]], Sequence[SSAValue]],
    ) -> Sequence[SSAValue]:
        """What loops carry at their end, from `starts` on."""
        if not groups:
            return step(starts)
        variable, carried = self._builder.open_loop(starts)
        self._bind(groups[0], variable)
        ends = self.folded(groups[1:], carried, step)
        count = self._builder.expr(trips(groups[0]))
        return self._builder.close_loop(count, starts, ends, lanes=len(groups) == 1)
