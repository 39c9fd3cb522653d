"""A function on tensors as one on buffers, which calls a kernel for each group of ops.

The first block computes sizes and tests; only where all of them hold the rest runs. A test of what
becomes known on the way guards the rest from there. Where a test fails the status says so, and the
caller asks the interpreter, which names the fact that does not hold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from xdsl.dialects import func, memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    MemRefType,
    ModuleOp,
    i64,
)
from xdsl.ir import Attribute, Block, BlockArgument, Region, SSAValue

from ...dialects import sdim
from ...dialects.types import element_type_of, is_tensor
from ...symbolic import Expr
from .builder import INDEX
from .frame import Frame
from .kernels.sinks import stored_type
from .kernels.values import NotNative
from .products.panels import Panels
from .tensors import TensorWriter

FRAME = MemRefType(i64, [DYNAMIC_INDEX])
NO_PANELS: Mapping[Attribute, Panels] = MappingProxyType({})


class FunctionWriter(TensorWriter):
    """The function that is written, and what the values of the old one have become."""

    def __init__(
        self,
        name: str,
        old: func.FuncOp,
        registers: int = 32,
        panels: Mapping[Attribute, Panels] = NO_PANELS,
    ):
        """registers: of 64 bytes, which hold what is summed at once
        panels: in which constant right sides of products are to lie, if in any, by element type
        """
        super().__init__()
        self.registers = registers
        self.panels = panels
        self.packed = dict[tuple[Attribute, Sequence[int], Sequence[int]], SSAValue]()
        """Constants in panels, by what they were, how dimensions lie, and which are summed."""
        self.name = name
        self.old = old
        self.frame = Frame()
        self.functions = dict[str, func.FuncOp]()
        self.apart = dict[func.FuncOp, Sequence[int]]()
        self.columns = dict[func.FuncOp, None]()
        """Kernels whose trips are independent, and which arguments each part of them needs for
        itself.
        """
        self._outputs = list[SSAValue]()

    # Calls

    def call(self, function: func.FuncOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
        """A call of a function of the new module."""
        self.functions.setdefault(function.sym_name.data, function)
        callee = function.sym_name.data
        return self.builder.here(
            func.CallOp(callee, operands, function.function_type.outputs.data)
        ).results

    # The whole

    def begin(self) -> None:
        """The arguments: their buffers and sizes."""
        self.builder.open(self.entry)
        arguments = self.old.body.block.args
        for argument in arguments:
            if not is_tensor(argument.type):
                raise NotNative(f"an argument of type {argument.type} has no native form")
            self._buffers[argument] = self._parameter(stored_type(argument))
        results = self._returned()
        for result in results:
            if not is_tensor(result.type):
                raise NotNative(f"a result of type {result.type} has no native form")
            self._outputs.append(self._parameter(stored_type(result)))
            self.intend(result, self._outputs[-1])
        self._words = self._parameter(FRAME)
        for argument in arguments:
            words = self.frame.take(element_name(argument), "elements", rank_of(argument))
            self.frame.arguments.append(words)
            sizes = range(words.start, words.start + words.rank)
            found = [self.sizes.named(self.load_word(place)) for place in sizes]
            self.sizes.bind_type(argument.type, found)
        for result in results:
            words = self.frame.take(element_name(result), "tensor", rank_of(result))
            self.frame.results.append(words)
        for constraints in constraints_of(self.old):
            self.sizes.state([*constraints.body.block.ops])
        self.builder.open(Block())

    def is_argument(self, value: SSAValue) -> bool:
        """Whether a tensor lies where an argument does, whose elements the caller has made."""
        arguments = self.old.body.block.args
        return self.buffer(value) in [self._buffers[argument] for argument in arguments]

    def _parameter(self, type_: Attribute) -> SSAValue:
        return self.entry.insert_arg(type_, len(self.entry.args))

    def _returned(self) -> Sequence[SSAValue]:
        end = self.old.body.block.last_op
        return () if end is None else end.operands

    def finish(self) -> func.FuncOp:
        """Results go where the caller finds them; the function ends."""
        results = self._returned()
        for words, value, buffer in zip(self.frame.results, results, self._outputs, strict=True):
            early = self.is_early(value)
            self.frame.early.append(early)
            if early:
                self.copy(value, buffer)
            else:
                self.store_address(words.start, value)
        self.frame.late = self.asks_for_memory
        self.close_segments(0)
        self.guarded(self.all_of(self.tests))
        for words, value, early in zip(self.frame.results, results, self.frame.early, strict=True):
            if early:
                self.store_sizes(words.start + 1, self.shape(value))
        self.builder.here(func.ReturnOp.create())
        self.builder.close()
        self._order_parameters()
        types = [argument.type for argument in self.entry.args]
        return func.FuncOp(self.name, (types, []), Region(self.entry))

    def store_address(self, place: int, value: SSAValue) -> None:
        """The address of a tensor's buffer, and its sizes after that."""
        self.flush()
        pointer = memref.ExtractAlignedPointerAsIndexOp.create(
            operands=[self.buffer(value)], result_types=[INDEX]
        )
        self.store_word(place, self.builder.here(pointer).results[0])
        self.store_sizes(place + 1, self.shape(value))

    def store_sizes(self, place: int, sizes: Sequence[Expr]) -> None:
        """Sizes in successive words of the frame."""
        for axis, size in enumerate(sizes):
            self.store_word(place + axis, self.builder.expr(size))

    def _order_parameters(self) -> None:
        """Arguments, constants, results, the frame: constants were found on the way."""
        constants = [argument for _, argument in self.constants.values()]
        arguments = [self._buffers[argument] for argument in self.old.body.block.args]
        for old in (*arguments, *constants, *self._outputs, self.words):
            new = self.entry.insert_arg(old.type, len(self.entry.args))
            old.replace_all_uses_with(new)
            assert isinstance(old, BlockArgument)
            self.entry.erase_arg(old)


def rank_of(value: SSAValue) -> int:
    """The number of dimensions of a tensor."""
    assert is_tensor(value.type)
    return len(value.type.get_shape())


def element_name(value: SSAValue) -> str:
    """The type of the elements of a tensor."""
    return str(element_type_of(value))


def constraints_of(function: func.FuncOp) -> list[sdim.ConstraintsOp]:
    """What holds in the module of `function`."""
    module = function.parent_op()
    assert isinstance(module, ModuleOp)
    return [op for op in module.body.block.ops if isinstance(op, sdim.ConstraintsOp)]
