"""A function on tensors as one on buffers, which calls a kernel for each group of ops.

The first block computes sizes and tests; only where all of them hold the rest runs. A test of what
becomes known on the way guards the rest from there. Where a test fails the status says so, and the
caller asks the interpreter, which names the fact that does not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.dialects import arith, func, memref, scf
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseArrayBase,
    IndexType,
    MemRefType,
    ModuleOp,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, BlockArgument, Region, SSAValue

from ...analysis.index_maps import Sizes, product
from ...dialects import mhlo, sdim
from ...dialects.mhlo.dense import int_values
from ...dialects.types import element_type_of, is_dense, is_tensor
from ...symbolic import Expr, Predicate, as_expr
from .builder import INDEX, Builder
from .frame import STATUS, Frame
from .scalars import in_memory
from .sinks import buffer_type
from .sizes import Requirement, SizeTable
from .values import NotNative

FRAME = MemRefType(i64, [DYNAMIC_INDEX])


@dataclass(frozen=True, slots=True)
class _Checkpoint:
    """The number of segments that were open, at the begin of a region."""

    segments: int


class FunctionWriter:
    """The function that is written, and what the values of the old one have become."""

    def __init__(self, name: str, old: func.FuncOp):
        self.name = name
        self.old = old
        self.frame = Frame()
        self.builder = Builder()
        self.sizes = SizeTable(self.builder, self.require)
        self.functions = dict[str, func.FuncOp]()
        self.constants = dict[Attribute, tuple[mhlo.ConstantOp, SSAValue]]()
        self.entry = Block()
        self._inner = dict[SSAValue, SSAValue]()
        self._buffers = dict[SSAValue, SSAValue]()
        self._elements = dict[SSAValue, tuple[Expr, ...]]()
        self._destinations = dict[SSAValue, SSAValue]()
        self._tests = list[SSAValue]()
        self._late = list[SSAValue]()
        self._segments = list[SSAValue]()
        self._conditions = list[SSAValue]()
        self._outputs = list[SSAValue]()

    # Requirements

    def require(self, claim: Requirement) -> None:
        """`claim` is tested before anything runs that comes after; under a condition where this
        stands in a branch.
        """
        test = self.builder.predicate(claim) if isinstance(claim, Predicate) else claim
        for condition in self._conditions:
            test = self.builder.either(self.builder.negation(condition), test)
        self.require_here(test)

    def require_here(self, test: SSAValue) -> None:
        """As `require`, whatever branch this stands in."""
        known = self._tests if self.builder.depth_of(test) == 0 else self._late
        if test not in known:
            known.append(test)

    def flush(self) -> None:
        """What is emitted next runs only where all tests so far hold."""
        if self._late:
            self._segments.append(self._all(self._late))
            self._late.clear()
            self.builder.open(Block())

    def _all(self, tests: Sequence[SSAValue]) -> SSAValue:
        result = self.builder.constant(-1, i1)
        for number, test in enumerate(tests):
            result = test if number == 0 else self.builder.both(result, test)
        return result

    def _close_segments(self, mark: _Checkpoint) -> None:
        self.flush()
        while len(self._segments) > mark.segments:
            self._guarded(self._segments.pop())

    def _guarded(self, test: SSAValue) -> None:
        """The innermost block runs where `test` holds; otherwise the status is set."""
        self.builder.here(scf.YieldOp.create())
        then = Region(self.builder.close())
        self.builder.open(Block())
        self.set_status()
        self.builder.here(scf.YieldOp.create())
        otherwise = Region(self.builder.close())
        self.builder.here(scf.IfOp.create(operands=[test], regions=[then, otherwise]))

    def set_status(self) -> None:
        """The run has failed."""
        self.store_word(STATUS, self.builder.constant(1))

    # The frame

    def load_word(self, place: int, *, again: bool = False) -> SSAValue:
        """A word as an index; `again` where a callback has written it."""
        where = self.builder.constant(place)
        if again:
            op = memref.LoadOp.create(operands=[self.words, where], result_types=[i64])
            word = self.builder.here(op).results[0]
        else:
            word = self.builder.pure(memref.LoadOp, (self.words, where), i64)
        return self.builder.pure(arith.IndexCastOp, (word,), INDEX)

    def store_word(self, place: int, value: SSAValue) -> None:
        builder = self.builder
        if isinstance(value.type, IndexType):
            value = builder.pure(arith.IndexCastOp, (value,), i64)
        elif value.type == i1:
            value = builder.pure(arith.ExtUIOp, (value,), i64)
        elif value.type != i64:
            value = builder.pure(arith.ExtSIOp, (value,), i64)
        where = builder.constant(place)
        builder.here(memref.StoreOp.create(operands=[value, self.words, where]))

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
        known = self._elements.get(value)
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
        self._elements[value] = tuple(loaded)
        return self._elements[value]

    def has_elements(self, value: SSAValue) -> bool:
        """Whether a tensor is not in memory, its elements being known as scalars."""
        return self.outer(value) in self._elements and not self.has_buffer(value)

    def set_elements(self, value: SSAValue, elements: Sequence[Expr]) -> None:
        self._elements[value] = tuple(elements)

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
        if value in self._elements:
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
        elements = self._elements[value]
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
        size = self.builder.expr(product(self.shape(value)) if count is None else count)
        op = memref.AllocOp.create(
            operands=[size],
            result_types=[buffer_type(value)],
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
            return self.builder.depth_of(self.builder.expr(product(self.shape(value)))) == 0
        except NotNative:
            return False

    # Calls and regions

    def call(self, function: func.FuncOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
        """A call of a function of the new module."""
        self.functions.setdefault(function.sym_name.data, function)
        callee = function.sym_name.data
        return self.builder.here(
            func.CallOp(callee, operands, function.function_type.outputs.data)
        ).results

    def branch(self, condition: SSAValue, body: Callable[[], None]) -> Region:
        """A region that runs where `condition` holds; what it binds is forgotten afterwards."""
        saved = self.sizes.save()
        mark = _Checkpoint(len(self._segments))
        self._conditions.append(condition)
        self.builder.open(Block())
        body()
        self._close_segments(mark)
        self._conditions.pop()
        self.sizes.restore(saved)
        self.builder.here(scf.YieldOp.create())
        return Region(self.builder.close())

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
        self.words = self._parameter(FRAME)
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
        self._close_segments(_Checkpoint(0))
        self._guarded(self._all(self._tests))
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
