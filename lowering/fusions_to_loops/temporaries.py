"""Ops that the function to be lowered does not have, written one after another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import TracebackType

from xdsl.dialects import func
from xdsl.dialects.builtin import DYNAMIC_INDEX, TensorType, f32
from xdsl.ir import Operation, SSAValue

from ...analysis.index_maps import Sizes
from ...dialects import mhlo
from ...dialects.mhlo.dense import dense_i64
from .elements import is_bf16
from .function import FunctionWriter
from .naming import Names
from .products.turned_constants import turned_constant
from .windows import tensor_like

EmitGroup = Callable[[Operation, Sequence[Operation], Sequence[SSAValue]], None]
"""Writes and calls the kernel of ops, whose values become the results of the first argument."""


class Temporaries:
    """As a context: at its end the ops that were written let go of the function's values."""

    def __init__(self, writer: FunctionWriter, names: Names, emit: EmitGroup):
        self.writer = writer
        self._names = names
        self._emit = emit
        self._made = list[Operation]()

    def __enter__(self) -> Temporaries:
        return self

    def __exit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        for made in reversed(self._made):
            made.drop_all_references()

    def keep(self, op: Operation, shape: Sizes) -> SSAValue:
        """The first result of `op`, all of whose results have `shape`; nothing is written."""
        self._made.append(op)
        for result in op.results:
            self.writer.set_shape(result, shape)
        return op.results[0]

    def shared(self, op: Operation, write: Callable[[str], func.FuncOp]) -> func.FuncOp:
        """The function that `write` makes for `op` under a name, or one that is the same."""
        return self._names.shared(write(self._names.next(op)))

    def group(self, op: Operation, ops: Sequence[Operation], results: Sequence[SSAValue]) -> None:
        """The kernel of `ops`."""
        self._emit(op, ops, results)

    def single(self, op: Operation, shape: Sizes) -> SSAValue:
        """The result of `op`, whose kernel is written now."""
        result = self.keep(op, shape)
        self._emit(op, [op], op.results)
        return result

    def together(self, ops: Sequence[Operation], shape: Sizes) -> SSAValue:
        """As `single` of the last of `ops`, which alone is stored."""
        result = self.keep(ops[-1], shape)
        self._emit(ops[-1], ops, ops[-1].results)
        return result

    def rounded(self, value: SSAValue) -> SSAValue:
        """`value`, or a copy of it where it is an argument of bf16, which may be any f32."""
        if not is_bf16(value) or not self.writer.is_argument(value):
            return value
        shape = self.writer.shape(value)
        type_ = TensorType(f32, [DYNAMIC_INDEX] * len(shape))
        op = mhlo.ConvertOp.create(operands=[value], result_types=[type_])
        return self.single(op, shape)

    def round_in_place(self, value: SSAValue) -> None:
        """The buffer of `value`, of bf16, has sums in it that are not rounded."""
        shape, buffer = self.writer.shape(value), self.writer.buffer(value)
        op = mhlo.ConvertOp.create(operands=[value], result_types=[tensor_like(value, len(shape))])
        self.writer.place(op.results[0], buffer)
        self.single(op, shape)

    def transposed(self, value: SSAValue, order: Sequence[int]) -> SSAValue:
        """`value` with its dimensions in `order`."""
        if list(order) == list(range(len(order))):
            return value
        if (constant := turned_constant(self.writer.outer(value), order)) is not None:
            return constant
        shape = self.writer.shape(value)
        op = transpose(value, order)
        return self.single(op, tuple(shape[axis] for axis in order))

    def lay_out(self, value: SSAValue) -> None:
        """Gives `value`, which is read where other dimensions lie, a buffer of its own."""
        source, order = self.writer.seen(value)
        self.writer.make(value, self.writer.buffer(self.transposed(source, order)))

    def transposed_into(self, value: SSAValue, order: Sequence[int], result: SSAValue) -> None:
        """`result` of the old function is `value` with its dimensions in `order`."""
        shape, op = self.writer.shape(value), transpose(value, order)
        self.writer.place_as(op.result, result)
        self.single(op, tuple(shape[axis] for axis in order))
        self.writer.set_buffer(result, self.writer.buffer(op.result))


def transpose(value: SSAValue, order: Sequence[int]) -> mhlo.TransposeOp:
    """`value` with its dimensions in `order`, which is not written yet."""
    return mhlo.TransposeOp.create(
        operands=[value],
        properties={"permutation": dense_i64(order)},
        result_types=[tensor_like(value, len(order))],
    )
