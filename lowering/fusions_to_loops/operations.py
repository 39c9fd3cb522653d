"""What each op of a function becomes: a kernel, a call, another name of a buffer, a callback."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from xdsl.dialects import tensor
from xdsl.ir import Block, BlockArgument, Operation, SSAValue

from ...analysis.index_maps import Sizes, product
from ...dialects import mhlo, sdim
from ...dialects.types import is_tensor
from ...symbolic import eq
from ...symbolic.expr import TooLarge
from .callbacks import call_back
from .checks import test_elements
from .control_flow import CONTROL_FLOW, convert_control_flow
from .convolutions.convolutions import convolve
from .convolutions.epilogues import Epilogue, epilogue_of
from .convolutions.pooling import fold_windows
from .function import FunctionWriter
from .kernels.kernel import KernelWriter
from .kernels.space import Group, Kernel
from .kernels.values import NotNative
from .learning import learn_sizes
from .naming import Names
from .prefix_folds import fold_prefixes, prefix_fold_of
from .products.products import multiply
from .products.turned_operands import see, turned_operands
from .products.turned_results import is_there
from .scattering import scatter
from .selecting import select_and_scatter
from .size_ops import SizeWriter
from .sorts.sort import sort
from .sorts.top_k import top_k
from .temporaries import Temporaries
from .updating import update_slice

Handler = Callable[[Any, Operation], None]
Convolution = mhlo.ConvolutionOp | mhlo.DynamicConvOp
CONVOLUTIONS = (mhlo.ConvolutionOp, mhlo.DynamicConvOp)
SEVERAL: Mapping[type[Operation], Callable[[Temporaries, Any], None]] = {
    mhlo.DotGeneralOp: multiply,
    **dict.fromkeys(CONVOLUTIONS, convolve),
    mhlo.ReduceWindowOp: fold_windows,
    mhlo.SelectAndScatterOp: select_and_scatter,
    mhlo.SortOp: sort,
    mhlo.TopkOp: top_k,
    mhlo.ScatterOp: scatter,
    mhlo.DynamicUpdateSliceOp: update_slice,
}
"""Ops that are several kernels, calls or loops."""


class OperationWriter(SizeWriter):
    """Converts the ops of a function one after another."""

    def __init__(self, writer: FunctionWriter, names: Names, *, value_checks: bool = True):
        super().__init__(writer)
        self._value_checks = value_checks
        self._writer = writer
        self._names = names
        self._waiting = dict[Operation, tuple[Convolution, Epilogue]]()
        """Convolutions, which the ops on their results are written with, by these."""

    def convert_all(self, block: Block) -> None:
        """Every op but the last, which ends the block."""
        for op in list(block.ops):
            if op is not block.last_op:
                self.convert(op)

    def convert(self, op: Operation) -> None:
        """Raises NotNative where the interpreter cannot be asked for `op` either."""
        if isinstance(op, CONVOLUTIONS) and (epilogue := epilogue_of(op)) is not None:
            if (other := self._waiting.pop(epilogue.op, None)) is not None:
                self._alone(other[0])  # one kernel sums one convolution
            self._waiting[epilogue.op] = op, epilogue
            return
        if op in self._waiting and self._with_epilogue(*self._waiting.pop(op)):
            return
        self._alone(op)

    def _with_epilogue(self, op: Convolution, epilogue: Epilogue) -> bool:
        """Whether `op`, which is converted, is so together with the ops on its result."""
        try:
            with (
                self._writer.attempt(),
                Temporaries(self._writer, self._names, self._group) as made,
            ):
                if isinstance(epilogue.op, mhlo.FusionOp):
                    self._enter(epilogue.op)
                convolve(made, op, epilogue)
        except (NotNative, TooLarge):
            self._alone(op)
            return False
        return True

    def _alone(self, op: Operation) -> None:
        try:
            self._native(op)
        except (NotNative, TooLarge) as error:
            for operand in op.operands:
                if self._writer.is_view(operand):
                    with Temporaries(self._writer, self._names, self._group) as made:
                        made.lay_out(operand)
            call_back(self._writer, op, str(error))

    def _native(self, op: Operation) -> None:
        handler = self._handlers.get(type(op))
        if handler is not None:
            handler(self, op)
        elif isinstance(op, sdim.ConstraintOp):
            self._writer.sizes.test(op)
        elif isinstance(op, sdim.SizeOp) or op.name.startswith("arith."):
            self._writer.sizes.compute(op)
        elif isinstance(op, mhlo.ReduceOp) or (
            op.name.startswith("mhlo.") and op.results and not any(op.regions)
        ):
            self._group(op, [op], op.results)
        else:
            raise NotNative(f"{op.name} has no native form")

    # Groups

    def _fusion(self, op: Operation) -> None:
        assert isinstance(op, mhlo.FusionOp)
        block = self._enter(op)
        assert block.last_op is not None
        last, writer = block.last_op, self._writer
        ops = [o for o in block.ops if o is not last and not is_there(writer, o)]
        turned = turned_operands(op, block.last_op.operands)
        if not turned:
            self._group(op, ops, block.last_op.operands)
            return
        pairs = zip(op.results, block.last_op.operands, strict=True)
        kept = [(outer, inner) for outer, inner in pairs if outer not in turned]
        kept += [(v, v) for v in dict.fromkeys(t.made for t in turned.values()) if v.owner in ops]
        self._group(op, ops, [inner for _, inner in kept], [outer for outer, _ in kept])
        for outer, way in turned.items():
            see(self._writer, outer, way)

    def _enter(self, op: mhlo.FusionOp) -> Block:
        """The ops of a group, whose arguments stand for its operands."""
        block = op.fused_computation.block
        for inner, outer in zip(block.args, op.operands, strict=False):
            self._writer.stands_for(inner, outer)
        return block

    def _group(
        self,
        op: Operation,
        ops: Sequence[Operation],
        results: Sequence[SSAValue],
        outers: Sequence[SSAValue] | None = None,
    ) -> None:
        """One kernel for `ops`, whose `results` are those of `op`, or become `outers`."""
        writer = self._writer
        outers = op.results if outers is None else outers
        for inner in ops:
            learn_sizes(self._writer, inner)
        for outer, inner in zip(outers, results, strict=True):
            writer.sizes.bind_type(outer.type, writer.shape(inner))
        made = tuple(dict.fromkeys(v for v in results if _is_made(v, ops)))
        if not made:
            for outer, inner in zip(outers, results, strict=True):
                writer.set_buffer(outer, writer.buffer(inner))
            return
        with writer.sizes.by_rests(*self._shapes(ops, made)):
            kernel = KernelWriter(self._names.next(op), Group(tuple(ops), made), writer).write()
        read = [v for v in kernel.buffers if v not in made and v not in kernel.scratch]
        known = {value: writer.buffer(value) for value in read}
        writer.flush()
        known |= {value: writer.allocate(value) for value in kernel.scratch}
        for outer, inner in zip(outers, results, strict=True):
            if inner in made and inner not in known:
                known[inner] = writer.allocate(outer)
        rows = [writer.scratch(type_, length) for type_, length in kernel.rows]
        self._call(kernel, known, rows)
        for outer, inner in zip(outers, results, strict=True):
            writer.set_buffer(outer, known[inner] if inner in known else writer.buffer(inner))

    def _shapes(
        self, ops: Sequence[Operation], results: Sequence[SSAValue]
    ) -> tuple[Sequence[Sizes], Sequence[Sizes]]:
        """Of all tensors of a kernel, and of those that it goes over: what it stores and sums."""
        sums = [v for op in ops if isinstance(op, mhlo.ReduceOp) for v in op.results]
        values = dict.fromkeys(v for op in ops for v in (*op.operands, *op.results))
        shape = self._writer.shape
        return (
            [shape(value) for value in values if is_tensor(value.type)],
            [shape(value) for value in (*results, *sums)],
        )

    def _call(
        self, kernel: Kernel, known: dict[SSAValue, SSAValue], rows: Sequence[SSAValue]
    ) -> None:
        symbols = self._writer.builder.symbols
        sizes = [symbols[name] for name in kernel.symbols]
        buffers = [known[value] for value in kernel.buffers]
        function = self._names.shared(kernel.function)
        if kernel.apart:
            self._writer.apart[function] = range(len(buffers), len(buffers) + len(rows))
        if kernel.columns:
            self._writer.columns[function] = None
        self._writer.call(function, [*buffers, *rows, *sizes])

    def _reshape(self, op: Operation) -> None:
        """Another name of the same buffer."""
        writer, operand, result = self._writer, op.operands[0], op.results[0]
        learn_sizes(self._writer, op)
        a, b = product(writer.shape(operand)), product(writer.shape(result))
        if writer.has_elements(operand):
            raise NotNative("sizes are reshaped")
        if a != b:
            writer.require(eq(a, b))
        writer.set_buffer(result, writer.buffer(operand))

    def _transpose(self, op: Operation) -> None:
        """Nothing where a product made it, another way to read where only products read it."""
        if is_there(self._writer, op):
            return
        turned = turned_operands(op, op.results)
        if turned:
            see(self._writer, op.results[0], turned[op.results[0]])
        else:
            self._group(op, [op], op.results)

    def _several(self, op: Operation) -> None:
        """An op that is several kernels, calls or loops."""
        with Temporaries(self._writer, self._names, self._group) as made:
            SEVERAL[type(op)](made, op)

    # Others

    def _constant(self, op: Operation) -> None:
        """Constants are found where they are used."""

    def _tie(self, op: Operation) -> None:
        assert isinstance(op, sdim.TieShapeOp)
        writer = self._writer
        sizes = [writer.sizes.index(size) for size in op.sizes]
        for known, tied in zip(writer.shape(op.source), sizes, strict=True):
            writer.sizes.same(known, tied)
        writer.sizes.bind_type(op.result.type, sizes)
        self._same(op.source, op.result)

    def _barrier(self, op: Operation) -> None:
        """The operands by other names: what a barrier keeps apart, no pass has put together."""
        if not all(is_tensor(operand.type) for operand in op.operands):
            raise NotNative("an operand is no tensor")
        for operand, result in zip(op.operands, op.results, strict=True):
            self._writer.sizes.bind_type(result.type, self._writer.shape(operand))
            self._same(operand, result)

    def _same(self, source: SSAValue, result: SSAValue) -> None:
        """`result` is another name of `source`."""
        writer = self._writer
        if writer.has_elements(source):
            writer.set_elements(result, writer.elements(source))
        else:
            writer.set_buffer(result, writer.buffer(source))

    def _elements_check(self, op: Operation) -> None:
        assert isinstance(op, sdim.ElementsOp)
        if self._value_checks:
            test_elements(self._writer, op, self._names)

    def _control(self, op: Operation) -> None:
        found = prefix_fold_of(op) if isinstance(op, mhlo.WhileOp) else None
        if found is not None:
            with Temporaries(self._writer, self._names, self._group) as made:
                if fold_prefixes(made, found):
                    return
        convert_control_flow(self._writer, op, self.convert_all)

    _handlers: ClassVar[Mapping[type[Operation], Handler]] = {
        mhlo.FusionOp: _fusion,
        mhlo.ConstantOp: _constant,
        mhlo.ReshapeOp: _reshape,
        mhlo.DynamicReshapeOp: _reshape,
        mhlo.TransposeOp: _transpose,
        tensor.DimOp: SizeWriter.dim,
        tensor.FromElementsOp: SizeWriter.from_elements,
        mhlo.GetDimensionSizeOp: SizeWriter.dimension_size,
        tensor.ExtractOp: SizeWriter.extract,
        sdim.TieShapeOp: _tie,
        mhlo.OptimizationBarrierOp: _barrier,
        sdim.ElementsOp: _elements_check,
        **dict.fromkeys(CONTROL_FLOW, _control),
        **dict.fromkeys(SEVERAL, _several),
    }


def _is_made(value: SSAValue, ops: Sequence[Operation]) -> bool:
    """Whether a kernel of `ops` computes `value`."""
    if isinstance(value, BlockArgument):
        return False
    return value.owner in ops and not isinstance(value.owner, mhlo.ConstantOp)
