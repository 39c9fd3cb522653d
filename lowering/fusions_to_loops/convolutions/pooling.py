"""`mhlo.reduce_window`: padded inputs, then windows folded without a loop, or as a reduction."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.ir import SSAValue

from ....analysis.index_maps import ZERO
from ....dialects import mhlo
from ....dialects.mhlo.dense import dense_i64
from ....dialects.mhlo.windows import WindowDimension
from ....symbolic import Expr, as_expr
from ..temporaries import Temporaries
from ..windows import AffineOp, FoldWindowOp, Taps
from .padding import pad, padded_size, window_count

UNROLLED = 32
"""How many elements a window may have that is folded without a loop."""


def _count(size: Expr, window: WindowDimension) -> Expr:
    """How many windows there are along a dimension of `size`."""
    low, high = map(as_expr, window.padding)
    whole = padded_size(size, low, high, window.base_dilation)
    return window_count(whole, as_expr(window.size), window.stride, window.window_dilation)


def fold_windows(made: Temporaries, op: mhlo.ReduceWindowOp) -> None:
    """Raises NotNative where the interpreter must run it."""
    WindowWriter(made).write(op)


class WindowWriter:
    """Writes folds of windows."""

    def __init__(self, temporaries: Temporaries):
        self._made = temporaries
        self._writer = temporaries.writer

    def write(self, op: mhlo.ReduceWindowOp) -> None:
        """Raises NotNative where the interpreter must run it."""
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
            pad(writer, value, init, amounts, self._made.single)
            for value, init in zip(op.inputs, op.init_values, strict=True)
        ]
        if len(inputs) == 1 and prod(w.size for w in window) <= UNROLLED:
            taps = Taps(
                tuple(w.stride for w in window),
                tuple(w.window_dilation for w in window),
                tuple(w.size for w in window),
            )
            fold = FoldWindowOp(inputs[0], op.init_values[0], taps, op.body)
            self._made.keep(fold, writer.shape(op.outputs[0]))
            self._made.group(op, [fold], [fold.result])
        else:
            self._reduce(op, inputs, window)

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
            self._made.keep(view, shape)
        reduce = mhlo.ReduceOp.create(
            operands=[*(view.result for view in seen), *op.init_values],
            result_types=[result.type for result in op.outputs],
            properties={"dimensions": dense_i64(range(rank, 2 * rank))},
            regions=[op.body.clone()],
        )
        self._made.keep(reduce, shape[:rank])
        self._made.group(op, [*seen, reduce], reduce.results)
