"""`mhlo.dynamic_update_slice`: the window is stored into a copy of the operand, or where that lies.

The latter where a loop carries the tensor on and nothing else reads it (`in_place.py`): a loop
that gathers what its trips make then writes each element once.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import func, memref
from xdsl.ir import Block, Region, SSAValue

from ...analysis.index_maps import ZERO, Component, Sizes, linear, product
from ...dialects import mhlo
from ...symbolic import Expr, Symbol, as_expr, le
from .builder import LoopBuilder
from .kernels.sinks import EmittingSink, buffer_type
from .kernels.space import SizeArguments
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
    kernels = list[_UpdateKernel]()

    def write(name: str) -> func.FuncOp:
        kernels.append(_UpdateKernel(op, shape, window, moves))
        return kernels[-1].write(name)

    function = made.shared(op, write)
    sizes = [writer.builder.symbols[name] for name in kernels[-1].symbols]
    writer.call(function, [output, update, *places, *sizes])
    writer.set_buffer(op.result, output)


class _UpdateKernel:
    """`@dynamic_update_slice(result, update, starts.., sizes..)`, of the starts of the axes along
    which the window is smaller.
    """

    def __init__(
        self, op: mhlo.DynamicUpdateSliceOp, shape: Sizes, window: Sizes, moves: Sequence[int]
    ):
        self._op, self._shape, self._window, self._moves = op, shape, window, moves
        self._starts = [op.start_indices[axis] for axis in moves]
        values = (op.result, op.update, *self._starts)
        self._entry = Block(arg_types=[buffer_type(value) for value in values])
        self._builder = LoopBuilder()
        self._builder.symbols = arguments = SizeArguments(self._entry)
        self._sizes = arguments.taken
        buffers = dict[SSAValue, SSAValue](zip(values, self._entry.args, strict=False))
        self._sink = EmittingSink(self._builder, buffers.__getitem__)

    @property
    def symbols(self) -> Sequence[str]:
        """The sizes that it is called with."""
        return list(self._sizes)

    def write(self, name: str) -> func.FuncOp:
        builder, window = self._builder, self._window
        builder.open(self._entry)
        begins = self._begins()
        rows = max(self._moves, default=0)  # from here on the window is in one piece
        row = product(window[rows:])
        index = [self._open(number) for number in range(rows)]
        along = self._open(rows)
        rest = [ZERO] * (len(window) - rows)
        there = [i + begin for i, begin in zip([*index, *rest], begins, strict=True)]
        target = linear(tuple(map(Component, there)), self._shape) + along
        source = linear(tuple(map(Component, [*index, *rest])), window) + along
        self._sink.store(self._op.result, target, self._sink.load(self._op.update, source))
        builder.close_loop(builder.expr(row), lanes=True)
        for size in reversed(window[:rows]):
            builder.close_loop(builder.expr(size))
        builder.here(func.ReturnOp.create())
        builder.close()
        types = [argument.type for argument in self._entry.args]
        return func.FuncOp(name, (types, []), Region(self._entry), "private")

    def _begins(self) -> list[Expr]:
        """Where the window begins in each dimension: moved so that it lies inside."""
        begins = [as_expr(0)] * len(self._shape)
        for axis, start in zip(self._moves, self._starts, strict=True):
            room = self._shape[axis] - self._window[axis]
            begins[axis] = self._sink.position(self._sink.load(start, ZERO), ZERO, room)
        return begins

    def _open(self, number: int) -> Expr:
        """The variable of a loop that begins here."""
        name = f"_i{number}"
        self._builder.symbols[name], _ = self._builder.open_loop()
        return Symbol(name)
