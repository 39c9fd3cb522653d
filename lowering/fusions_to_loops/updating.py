"""`mhlo.dynamic_update_slice`: the window is stored into a copy of the operand, or where that lies.

The latter where a loop carries the tensor on and nothing else reads it (`in_place.py`): a loop
that gathers what its trips make then writes each element once.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import memref

from ...analysis.index_maps import ZERO, Component, Sizes, linear, product
from ...dialects import mhlo
from ...symbolic import Expr, as_expr, le
from .loop_nests import LoopNest
from .temporaries import Temporaries


def update_slice(made: Temporaries, op: mhlo.DynamicUpdateSliceOp) -> None:
    """Raises NotNative where the interpreter must run it."""
    writer = made.writer
    shape, window = writer.shape(op.operand), writer.shape(op.update)
    for whole, part in zip(shape, window, strict=True):
        if whole != part:
            writer.sizes.assume(le(part, whole))
    moves = [axis for axis, size in enumerate(shape) if size != window[axis]]
    starts = [op.start_indices[axis] for axis in moves]
    source, update, *places = (writer.buffer(v) for v in (op.operand, op.update, *starts))
    writer.sizes.bind_type(op.result.type, shape)
    writer.flush()
    output = writer.allocate(op.result)
    if moves and output is not source:
        writer.builder.here(memref.CopyOp.create(operands=[source, output]))
    _UpdateKernel(op, shape, window, moves).call(made, [output, update, *places])
    writer.set_buffer(op.result, output)


class _UpdateKernel(LoopNest):
    """`@dynamic_update_slice(result, update, starts.., sizes..)`, of the starts of the axes along
    which the window is smaller.
    """

    def __init__(
        self, op: mhlo.DynamicUpdateSliceOp, shape: Sizes, window: Sizes, moves: Sequence[int]
    ):
        self._op, self._shape, self._window, self._moves = op, shape, window, moves
        self._starts = [op.start_indices[axis] for axis in moves]
        super().__init__(op, (op.result, op.update, *self._starts))

    def _body(self) -> None:
        builder, window = self._builder, self._window
        begins = self._begins()
        rows = max(self._moves, default=0)  # from here on the window is in one piece
        row = product(window[rows:])
        *index, along = [self._open()[0] for _ in range(rows + 1)]
        rest = [ZERO] * (len(window) - rows)
        there = [i + begin for i, begin in zip([*index, *rest], begins, strict=True)]
        target = linear(tuple(map(Component, there)), self._shape) + along
        source = linear(tuple(map(Component, [*index, *rest])), window) + along
        self._sink.store(self._op.result, target, self._sink.load(self._op.update, source))
        builder.close_loop(builder.expr(row), lanes=True)
        for size in reversed(window[:rows]):
            builder.close_loop(builder.expr(size))

    def _begins(self) -> list[Expr]:
        """Where the window begins in each dimension: moved so that it lies inside."""
        begins = [as_expr(0)] * len(self._shape)
        for axis, start in zip(self._moves, self._starts, strict=True):
            room = self._shape[axis] - self._window[axis]
            begins[axis] = self._sink.position(self._sink.load(start, ZERO), ZERO, room)
        return begins
