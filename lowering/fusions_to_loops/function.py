"""A function on tensors as one on buffers, which calls a kernel for each group of ops.

The first block computes sizes and tests; only where all of them hold the rest runs. A test of what
becomes known on the way guards the rest from there. Where a test fails the status says so, and the
caller asks the interpreter, which names the fact that does not hold.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, func, memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseArrayBase,
    MemRefType,
    ModuleOp,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, BlockArgument, Region, SSAValue

from ...analysis.index_maps import Sizes, product
from ...dialects import mhlo, sdim
from ...dialects.mhlo.dense import int_values
from ...dialects.types import element_type_of, is_dense, is_tensor
from ...symbolic import Expr, Predicate, as_expr
from .builder import INDEX
from .elements import in_memory
from .frame import Frame
from .segments import SegmentWriter
from .sinks import buffer_type
from .values import NotNative

FRAME = MemRefType(i64, [DYNAMIC_INDEX])


class FunctionWriter(SegmentWriter):
    """The function that is written, and what the values of the old one have become."""

    def __init__(self, name: str, old: func.FuncOp):
        super().__init__()
        self.name = name
        self.old = old
        self.frame = Frame()
        self.functions = dict[str, func.FuncOp]()
        self.constants = dict[Attribute, tuple[mhlo.ConstantOp, SSAValue]]()
        self.entry = Block()
        self._inner = dict[SSAValue, SSAValue]()
        self._buffers = dict[SSAValue, SSAValue]()
        self._destinations = dict[SSAValue, SSAValue]()
        self._outputs = list[SSAValue]()

    # Tensors

    def shape(self, value: SSAValue) -> Sizes:
        """Raises NotNative where a size is not known."""
        return self.sizes.shape_of(value.type)

    def outer(self, value: SSAValue) -> SSAValue:
        """What a value inside of a group stands for."""
        while value in self._inner:
            value = self._inner[value]
        return value

    def stands_for(self, inner: SSAValue, outer: SSAValue) -> None:
        self._inner[inner] = outer

    def elements(self, value: SSAValue) -> Sequence[Expr]:
        """The elements of a tensor of sizes: known as scalars, or read from its buffer."""
        value = self.outer(value)
        known = self.sizes.elements.get(value)
        if known is not None:
            return known
        shape = self.shape(value)
        count = product(shape).constant_value
        if count is None or count > 16 or len(shape) != 1:
            raise NotNative("the number of sizes is not known")
        owner = value.owner
        if isinstance(owner, mhlo.ConstantOp) and is_dense(owner.value):
            return tuple(as_expr(i) for i in int_values(owner.value))
        return self._loaded(value, count)

    def _loaded(self, value: SSAValue, count: int) -> tuple[Expr, ...]:
        self.flush()
        buffer, builder = self.buffer(value), self.builder
        stored, loaded = in_memory(element_type_of(value)), list[Expr]()
        for place in range(count):
            where = builder.constant(place)
            op = memref.LoadOp.create(operands=[buffer, where], result_types=[stored])
            word = builder.here(op).results[0]
            loaded.append(self.sizes.named(builder.pure(arith.IndexCastOp, (word,), INDEX)))
        self.sizes.elements[value] = tuple(loaded)
        return self.sizes.elements[value]

    def has_elements(self, value: SSAValue) -> bool:
        """Whether a tensor is not in memory, its elements being known as scalars."""
        return self.outer(value) in self.sizes.elements and not self.has_buffer(value)

    def set_elements(self, value: SSAValue, elements: Sequence[Expr]) -> None:
        self.sizes.elements[value] = tuple(elements)

    def known_integer(self, value: SSAValue) -> Expr | None:
        """The one element of a tensor, where it is known as a size; else None."""
        value = self.outer(value)
        owner = value.owner
        if isinstance(owner, mhlo.ConstantOp) and is_dense(owner.value):
            elements = tuple(as_expr(i) for i in int_values(owner.value))
        else:
            elements = self.sizes.elements.get(value, ())
        return elements[0] if len(elements) == 1 else None

    def assume(self, claim: Predicate) -> None:
        """A kernel rests on `claim`."""
        self.require(claim)

    def size_flag(self, size: Expr) -> Expr:
        """0 where `size` is 1, else 1."""
        return self.sizes.flag(size)

    def buffer(self, value: SSAValue) -> SSAValue:
        """The buffer of a tensor of the old function."""
        value = self.outer(value)
        if value in self._buffers:
            return self._buffers[value]
        if isinstance(value.owner, mhlo.ConstantOp):
            return self._constant(value.owner)
        if value in self.sizes.elements:
            return self._spilled(value)
        raise NotNative(f"a tensor of type {value.type} has no buffer")

    def has_buffer(self, value: SSAValue) -> bool:
        """Whether a tensor is in memory already."""
        value = self.outer(value)
        return value in self._buffers or isinstance(value.owner, mhlo.ConstantOp)

    def set_buffer(self, value: SSAValue, buffer: SSAValue) -> None:
        self._buffers[value] = buffer

    def _constant(self, op: mhlo.ConstantOp) -> SSAValue:
        known = self.constants.get(op.value)
        if known is None:
            known = op, self.entry.insert_arg(buffer_type(op.output), len(self.entry.args))
            self.constants[op.value] = known
        return known[1]

    def _spilled(self, value: SSAValue) -> SSAValue:
        """A buffer that has the known elements of `value`."""
        elements = self.sizes.elements[value]
        buffer = self.allocate(value, as_expr(len(elements)))
        stored = in_memory(element_type_of(value))
        for place, element in enumerate(elements):
            word = self.builder.pure(arith.IndexCastOp, (self.builder.expr(element),), stored)
            where = self.builder.constant(place)
            self.builder.here(memref.StoreOp.create(operands=[word, buffer, where]))
        return buffer

    def allocate(self, value: SSAValue, count: Expr | None = None) -> SSAValue:
        """A new buffer for `value`, or the one that it was meant for from the start."""
        if value in self._destinations and self.is_early(value):
            return self._destinations[value]
        return self.fresh(value, count)

    def fresh(self, value: SSAValue, count: Expr | None = None) -> SSAValue:
        """A new buffer with room for `value`."""
        return self.scratch(
            buffer_type(value), product(self.shape(value)) if count is None else count
        )

    def scratch(self, type_: Attribute, count: Expr) -> SSAValue:
        """A new buffer of `count` elements."""
        op = memref.AllocOp.create(
            operands=[self.builder.expr(count)],
            result_types=[type_],
            properties={"operandSegmentSizes": DenseArrayBase.from_list(i32, [1, 0])},
        )
        return self.builder.here(op).results[0]

    def intend(self, value: SSAValue, buffer: SSAValue) -> None:
        """`value` is to be made in `buffer`."""
        self._destinations.setdefault(value, buffer)

    def copy(self, value: SSAValue, buffer: SSAValue) -> None:
        """The elements of `value` are put into `buffer`, unless they are there."""
        source = self.buffer(value)
        if source is not buffer:
            self.flush()
            self.builder.here(memref.CopyOp.create(operands=[source, buffer]))

    def is_early(self, value: SSAValue) -> bool:
        """Whether all sizes of a tensor are known before anything runs."""
        try:
            sizes = [self.builder.expr(size) for size in self.shape(value)]
            return all(self.builder.depth_of(size) == 0 for size in sizes)
        except NotNative:
            return False

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
            self._buffers[argument] = self._parameter(buffer_type(argument))
        results = self._returned()
        for result in results:
            if not is_tensor(result.type):
                raise NotNative(f"a result of type {result.type} has no native form")
            self._outputs.append(self._parameter(buffer_type(result)))
            self.intend(result, self._outputs[-1])
        self._words = self._parameter(FRAME)
        for argument in arguments:
            words = self.frame.take(argument.type, "elements", rank_of(argument))
            self.frame.arguments.append(words)
            sizes = range(words.start, words.start + words.rank)
            found = [self.sizes.named(self.load_word(place)) for place in sizes]
            self.sizes.bind_type(argument.type, found)
        for result in results:
            self.frame.results.append(self.frame.take(result.type, "tensor", rank_of(result)))
        for constraints in constraints_of(self.old):
            self.sizes.state([*constraints.body.block.ops])
        self.builder.open(Block())

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


def constraints_of(function: func.FuncOp) -> list[sdim.ConstraintsOp]:
    """What holds in the module of `function`."""
    module = function.parent_op()
    assert isinstance(module, ModuleOp)
    return [op for op in module.body.block.ops if isinstance(op, sdim.ConstraintsOp)]
