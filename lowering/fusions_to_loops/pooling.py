"""`mhlo.reduce_window`: padded inputs, then windows folded without a loop, or as a reduction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

from xdsl.ir import Operation, SSAValue

from ...analysis.index_maps import ZERO, Sizes
from ...dialects import mhlo
from ...dialects.mhlo.dense import dense_i64
from ...dialects.mhlo.windows import WindowDimension
from ...symbolic import Expr, as_expr
from .function import FunctionWriter
from .padding import pad, padded_size, window_count
from .windows import AffineOp, FoldWindowOp, Taps

UNROLLED = 32
"""How many elements a window may have that is folded without a loop."""

EmitGroup = Callable[[Operation, Sequence[Operation], Sequence[SSAValue]], None]
"""Writes and calls the kernel of ops: their last results are those of the first argument."""


def _count(size: Expr, window: WindowDimension) -> Expr:
    """How many windows there are along a dimension of `size`."""
    low, high = map(as_expr, window.padding)
    whole = padded_size(size, low, high, window.base_dilation)
    return window_count(whole, as_expr(window.size), window.stride, window.window_dilation)


class WindowWriter:
    """Writes folds of windows. `emit` writes a kernel."""

    def __init__(self, writer: FunctionWriter, emit: EmitGroup):
        self._writer = writer
        self._emit = emit
        self._made = list[Operation]()

    def write(self, op: mhlo.ReduceWindowOp) -> None:
        """Raises NotNative where the interpreter must run it."""
        try:
            self._write(op)
        finally:
            for made in reversed(self._made):
                made.drop_all_references()

    def _write(self, op: mhlo.ReduceWindowOp) -> None:
        writer, window = self._writer, op.window
        shapes = [writer.shape(value) for value in op.inputs]
        for shape in shapes[1:]:
            for a, b in zip(shape, shapes[0], strict=True):
                writer.sizes.same(a, b)
        counts = tuple(map(_count, shapes[0], window))
        for result in op.outputs:
            writer.sizes.bind_type(result.type, counts)
        amounts = (
            [as_expr(w.padding[0]) for w in window],
            [as_expr(w.padding[1]) for w in window],
            [w.base_dilation for w in window],
        )
        inputs = [
            pad(writer, value, init, amounts, self._single)
            for value, init in zip(op.inputs, op.init_values, strict=True)
        ]
        if len(inputs) == 1 and prod(w.size for w in window) <= UNROLLED:
            taps = Taps(
                tuple(w.stride for w in window),
                tuple(w.window_dilation for w in window),
                tuple(w.size for w in window),
            )
            fold = FoldWindowOp(inputs[0], op.init_values[0], taps, op.body)
            self._made.append(fold)
            writer.set_shape(fold.result, writer.shape(op.outputs[0]))
            self._emit(op, [fold], [fold.result])
        else:
            self._reduce(op, inputs, window)

    def _single(self, op: Operation, shape: Sizes) -> SSAValue:
        self._made.append(op)
        self._writer.set_shape(op.results[0], shape)
        self._emit(op, [op], op.results)
        return op.results[0]

    def _reduce(
        self, op: mhlo.ReduceWindowOp, inputs: Sequence[SSAValue], window: list[WindowDimension]
    ) -> None:
        """A reduction over the dimensions of windows that are laid out in no memory."""
        rank, writer = len(window), self._writer
        shape = (*writer.shape(op.outputs[0]), *(as_expr(w.size) for w in window))
        terms = [
            [(axis, as_expr(w.stride)), (rank + axis, as_expr(w.window_dilation))]
            for axis, w in enumerate(window)
        ]
        seen = [AffineOp(value, 2 * rank, terms, [ZERO] * rank) for value in inputs]
        for view in seen:
            self._made.append(view)
            writer.set_shape(view.result, shape)
        reduce = mhlo.ReduceOp.create(
            operands=[*(view.result for view in seen), *op.init_values],
            result_types=[result.type for result in op.outputs],
            properties={"dimensions": dense_i64(range(rank, 2 * rank))},
            regions=[op.body.clone()],
        )
        self._made.append(reduce)
        for result in reduce.results:
            writer.set_shape(result, shape[:rank])
        self._emit(op, [*seen, reduce], reduce.results)
