"""Stores past the cache, for kernels whose buffers are larger than it.

What such a kernel stores would be read into the cache first, and put something else out of it.
Stores past the cache are for whole lines of it. So a loop over all of a result has them from the
first trip on that begins a line; one of many, over a row, has them where rows are whole lines: what
it put into parts of a line would be waited for.
"""

from __future__ import annotations

from collections.abc import Collection

from xdsl.dialects import arith, func, llvm, memref, scf, vector
from xdsl.dialects.builtin import (
    DenseArrayBase,
    StringAttr,
    f32,
    i1,
    i32,
)
from xdsl.ir import Block, Operation, Region, SSAValue

from ...dialects.types import bit_width, is_memref
from ..fusions_to_loops.builder import INDEX, LoopBuilder

LINE = 64
"""The bytes of a line of the cache."""
UNREAD = (
    *(memref.StoreOp, vector.StoreOp, vector.MaskedStoreOp, memref.DimOp),
    memref.ExtractAlignedPointerAsIndexOp,
)
"""Uses of a buffer that do not read it."""
FENCE = "llvm.x86.sse.sfence"


class Streaming:
    """Whether and where a function stores past the cache."""

    def __init__(self, function: func.FuncOp, bytes: int, width: int):
        """bytes: how large its buffers must be, together; 0: it never does
        width: how many elements are stored at once
        """
        self._function = function
        self._bytes = bytes
        self._width = width
        self._large = dict[int, SSAValue]()

    @property
    def tests(self) -> Collection[SSAValue]:
        """What says at the begin of the function whether its buffers are large."""
        return self._large.values()

    def is_possible(self, loop: scf.ForOp) -> bool:
        """Whether `loop` stores lines of the cache."""
        stores = _stores(loop)
        return (
            self._bytes > 0
            and bool(stores)
            and self._width * 4 == LINE
            and all(store.value.type == f32 and _is_only_stored(store) for store in stores)
        )

    def begin(self, builder: LoopBuilder, loop: scf.ForOp) -> tuple[SSAValue, SSAValue | None]:
        """Whether to store past the cache, and from which trip on; None: all are whole lines."""
        large = self._is_large(len(_stores(loop)))
        if loop.parent is not self._function.body.block:
            return self._of_whole_lines(builder, loop, large), None
        trips = [self._before_line(builder, loop, store) for store in _stores(loop)]
        for other in trips[1:]:
            large = builder.both(large, builder.compare("eq", trips[0], other))
        return large, builder.pure(arith.MinUIOp, (trips[0], loop.ub), INDEX)

    def _of_whole_lines(self, builder: LoopBuilder, loop: scf.ForOp, large: SSAValue) -> SSAValue:
        """Whether each trip of a loop of many stores one line: tested where buffers are `large`."""
        inside = LoopBuilder()
        inside.open(Block())
        zero = inside.constant(0)
        rest = inside.pure(arith.RemUIOp, (loop.ub, inside.constant(self._width)), INDEX)
        test = inside.compare("eq", rest, zero)
        for store in _stores(loop):
            before = self._before_line(inside, loop, store)
            test = inside.both(test, inside.compare("eq", before, zero))
        inside.here(scf.YieldOp.create(operands=[test]))
        regions = [Region(inside.close())]
        inside.open(Block())
        inside.here(scf.YieldOp.create(operands=[inside.constant(0, i1)]))
        regions.append(Region(inside.close()))
        branch = scf.IfOp.create(operands=[large], result_types=[i1], regions=regions)
        return builder.here(branch).results[0]

    def _before_line(
        self, builder: LoopBuilder, loop: scf.ForOp, store: memref.StoreOp
    ) -> SSAValue:
        """How many elements are stored before a line begins."""
        pointer = builder.pure(memref.ExtractAlignedPointerAsIndexOp, (store.memref,), INDEX)
        (place,) = store.indices
        first = at_first_trip(builder, loop, place)
        first = builder.pure(arith.MuliOp, (first, builder.constant(4)), INDEX)
        address = builder.pure(arith.AddiOp, (pointer, first), INDEX)
        over = builder.pure(arith.SubiOp, (builder.constant(0), address), INDEX)
        over = builder.pure(arith.AndIOp, (over, builder.constant(LINE - 1)), INDEX)
        return builder.pure(arith.DivUIOp, (over, builder.constant(4)), INDEX)

    def _is_large(self, results: int) -> SSAValue:
        """Whether the buffers of the function are too large for the cache: tested at its begin.

        results: how many a loop stores to in turn; the processor has few places for lines that go
        past the cache, so that more results must be larger
        """
        if results not in self._large:
            builder, entry = LoopBuilder(), self._function.body.block
            builder.open(block := Block())
            total = builder.constant(0)
            for argument in entry.args:
                if is_memref(argument.type):
                    width = bit_width(argument.type.element_type)
                    assert width is not None
                    count = builder.pure(memref.DimOp, (argument, builder.constant(0)), INDEX)
                    size = builder.pure(arith.MuliOp, (count, builder.constant(width // 8)), INDEX)
                    total = builder.pure(arith.AddiOp, (total, size), INDEX)
            large = builder.compare("sle", builder.constant(self._bytes * results), total)
            first, last = entry.first_op, entry.last_op
            assert first is not None and last is not None
            for made in list(block.ops):
                made.detach()
                entry.insert_op_before(made, first)
            entry.insert_op_before(_fence(large), last)
            self._large[results] = large
        return self._large[results]


def _stores(loop: scf.ForOp) -> list[memref.StoreOp]:
    return [op for op in loop.body.block.ops if isinstance(op, memref.StoreOp)]


def _is_only_stored(store: memref.StoreOp) -> bool:
    """Whether nothing is read from its buffer."""
    return all(isinstance(use.operation, UNREAD) for use in store.memref.uses)


def at_first_trip(builder: LoopBuilder, loop: scf.ForOp, value: SSAValue) -> SSAValue:
    """A position in the body of `loop` for its first trip."""
    block = loop.body.block
    if value is block.args[0]:
        return builder.constant(0)
    owner = value.owner
    if not isinstance(owner, Operation) or owner.parent is not block:
        return value
    operands = [at_first_trip(builder, loop, operand) for operand in owner.operands]
    return builder.pure(type(owner), operands, value.type, owner.properties)


def _fence(large: SSAValue) -> Operation:
    """Lets others see what was stored past the cache, in order."""
    builder = LoopBuilder()
    builder.open(Block())
    properties = {
        "intrin": StringAttr(FENCE),
        "op_bundle_sizes": DenseArrayBase.from_list(i32, []),
        "operandSegmentSizes": DenseArrayBase.from_list(i32, [0, 0]),
    }
    builder.here(llvm.CallIntrinsicOp.create(properties=properties))
    builder.here(scf.YieldOp.create())
    return scf.IfOp.create(operands=[large], regions=[Region(builder.close()), Region()])
