"""A reduction as a nest of loops of its own, into buffers that later nests read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from xdsl.dialects import arith
from xdsl.ir import Operation, SSAValue

from ....analysis.index_maps import linear
from ....analysis.kernel_space import KernelLoop, coalesced, trips
from ....dialects import mhlo
from ....dialects.mhlo.dense import int_values
from ....symbolic import Expr
from ..builder import INDEX
from .frame import KernelFrame
from .reducing import Reducer
from .sinks import PlanningSink
from .space import LoopSpace
from .values import Values

Step: TypeAlias = Callable[[Sequence[SSAValue]], Sequence[SSAValue]]

ROWS = 8
"""How many rows are summed at once: a processor follows no more of them through memory."""


class KernelFold(KernelFrame):
    """Writes reductions."""

    def _fold(self, op: mhlo.ReduceOp, inside: frozenset[Operation]) -> None:
        """Summed in registers: all, or some rows at a time where the last dimension is kept and
        sums need not be rounded once.
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
        if inner and outer and outer[-1] is space.loops[-1] and not reducer.rounds:
            self._fold_rows(op, reducer, values, space, out, groups, folded)
            return
        self._open(groups)
        starts = reducer.starts(values)
        totals = self.folded(folded, starts, self._stepper(reducer, values, space))
        self._set(op, out, totals)
        self._close(groups, lanes=not folded)

    def _fold_rows(
        self,
        op: mhlo.ReduceOp,
        reducer: Reducer,
        values: Values,
        space: LoopSpace,
        out: Expr,
        groups: Sequence[Sequence[KernelLoop]],
        folded: Sequence[Sequence[KernelLoop]],
    ) -> None:
        """Sums of columns: each element of the result takes those of some rows at a time."""
        builder, self._apart = self._builder, False
        self._folds_of_columns += 1
        self._open(groups)
        self._set(op, out, reducer.starts(values))
        self._close(groups)
        around, columns, rows = [*groups[:-1], *folded[:-1]], groups[-1:], folded[-1]
        self._open(around)
        number, _ = builder.open_loop()
        most = builder.constant(ROWS)
        first = builder.pure(arith.MuliOp, (number, most), INDEX)
        count = builder.expr(trips(rows))
        left = builder.pure(arith.SubiOp, (count, first), INDEX)
        self._open(columns)
        sums = [self._sink.load_again(result, out) for result in op.results]
        row, carried = builder.open_loop(sums)
        self._bind(rows, builder.pure(arith.AddiOp, (first, row), INDEX))
        ends = self._stepper(reducer, values, space)(carried)
        size = builder.select(builder.compare("slt", left, most), left, most)
        self._set(op, out, builder.close_loop(size, sums, ends))
        self._close(columns)
        above = builder.pure(arith.AddiOp, (count, builder.constant(ROWS - 1)), INDEX)
        builder.close_loop(builder.pure(arith.DivSIOp, (above, most), INDEX))
        self._close(around, lanes=False)

    def _stepper(self, reducer: Reducer, values: Values, space: LoopSpace) -> Step:
        def step(sums: Sequence[SSAValue]) -> Sequence[SSAValue]:
            return reducer.step(self._builder, sums, reducer.operands(values, space.index))

        return step

    def _set(self, op: mhlo.ReduceOp, out: Expr, totals: Sequence[SSAValue]) -> None:
        for result, total in zip(op.results, totals, strict=True):
            self._sink.store(result, out, total)
