"""Buffers whose sizes become known only while a function runs.

```mlir
%b = memref.alloc(%n) : memref<?xf32>
func.call @loop_0(%x, %b, %n)
func.call @loop_1(%b, %y, %n)
```
becomes
```mlir
%p = func.call @tieshape_acquire(%status, %held, %bytes) : (i64, i64, i64) -> i64
%b = ..                                                  // the memref of %n elements at %p
scf.if %well { func.call @loop_0(%x, %b, %n) }
scf.if %well { func.call @loop_1(%b, %y, %n) }
func.call @tieshape_release(%held, %p)
```
`%held` is a word that leads to all that is held. Where there is no memory the status says so, and
nothing runs any more. What is not released here, as something else may know the address or because
the run took another way, is the caller's to release.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, func, memref, scf
from xdsl.dialects.builtin import FunctionType, i64
from xdsl.ir import Block, Operation, Region, SSAValue

from .buffer_sizes import bytes_of, width_of
from .fusions_to_loops.addresses import buffer_at
from .fusions_to_loops.builder import INDEX, LoopBuilder
from .fusions_to_loops.frame import ACQUIRE, RELEASE, STATUS

TYPES = {
    ACQUIRE: FunctionType.from_lists([i64] * 3, [i64]),
    RELEASE: FunctionType.from_lists([i64] * 2, []),
}
_DIRECT = (func.CallOp, memref.CopyOp, memref.LoadOp, memref.StoreOp)
"""Ops after which nothing knows where an operand lies."""


def declarations() -> list[Operation]:
    """The functions that the caller provides."""
    return [func.FuncOp.external(name, t.inputs.data, t.outputs.data) for name, t in TYPES.items()]


class LateBuffers:
    """Those of one function.

    words: the array that it shares with its caller
    held: the word that leads to what is held
    run: the block that all of it is in
    """

    def __init__(self, words: SSAValue, held: int, run: Block):
        self._words = words
        builder, first = self._opened(), run.first_op
        self._status, self._held = (_address(builder, words, place) for place in (STATUS, held))
        assert first is not None
        self._insert(builder, first)
        self._own = set[Operation]()
        """The calls that were written here."""

    def put(self, made: Sequence[memref.AllocOp]) -> None:
        """Each of `made`, in the order of the function, is acquired and released."""
        for op in made:
            self._put(op)

    def give_back(self, ops: Sequence[memref.DeallocOp]) -> None:
        """What each of `ops` names is released there."""
        for op in ops:
            builder = self._opened()
            pointer = builder.pure(memref.ExtractAlignedPointerAsIndexOp, (op.memref,), INDEX)
            address = builder.pure(arith.IndexCastOp, (pointer,), i64)
            self._call(builder, RELEASE, [self._held, address])
            self._insert(builder, op)
            op.detach()
            op.erase()

    def guard(self, ops: Sequence[Operation]) -> None:
        """Those of `ops` that use memory run only where no test has failed."""
        for op in ops:
            is_use = isinstance(op, func.CallOp | memref.CopyOp) and not op.results
            if is_use and op not in self._own:
                self._guard(op)

    def _put(self, op: memref.AllocOp) -> None:
        builder = self._opened()
        count = op.dynamic_sizes[0]
        numbers = bytes_of(builder, count, width_of(op.memref)), count
        sizes = [builder.pure(arith.IndexCastOp, (number,), i64) for number in numbers]
        address = self._call(builder, ACQUIRE, [self._status, self._held, sizes[0]])
        buffer = buffer_at(builder, address, sizes[1], op.memref.type)
        self._insert(builder, op)
        uses = [use.operation for use in op.memref.uses]
        block = op.parent
        assert block is not None
        if uses and all(isinstance(user, _DIRECT) for user in uses):
            self._release_after(block, uses, address)
        op.memref.replace_all_uses_with(buffer)
        op.detach()
        op.erase()

    def _release_after(self, block: Block, uses: Sequence[Operation], address: SSAValue) -> None:
        """After the last of `uses`, all of which are in `block`; where that is in a branch, at the
        beginning of the other one.
        """
        last = next(op for op in reversed(list(block.ops)) if any(map(op.is_ancestor, uses)))
        if not isinstance(last, scf.IfOp):
            self._release(last.next_op, address)
            return
        for region in last.regions:
            for inside in region.blocks:
                inner = [op for op in uses if region.is_ancestor(op)]
                if inner:
                    self._release_after(inside, inner, address)
                else:
                    self._release(inside.first_op, address)

    def _release(self, before: Operation | None, address: SSAValue) -> None:
        assert before is not None, "a block ends in an op that uses no memory"
        builder = self._opened()
        self._call(builder, RELEASE, [self._held, address])
        self._insert(builder, before)

    def _call(self, builder: LoopBuilder, name: str, operands: Sequence[SSAValue]) -> SSAValue:
        call = builder.here(func.CallOp(name, operands, TYPES[name].outputs.data))
        self._own.add(call)
        return call.results[0] if call.results else operands[0]

    def _guard(self, op: Operation) -> None:
        builder, block = self._opened(), op.parent
        assert block is not None
        where = builder.constant(STATUS)
        load = memref.LoadOp.create(operands=[self._words, where], result_types=[i64])
        status = builder.here(load).results[0]
        well = builder.compare("eq", status, builder.constant(0, i64))
        builder.open(Block())
        end = scf.YieldOp.create()
        builder.here(end)
        inside = builder.close()
        guarded = scf.IfOp.create(operands=[well], regions=[Region(inside), Region()])
        builder.here(guarded)
        self._insert(builder, op)
        op.detach()
        inside.insert_op_before(op, end)

    def _opened(self) -> LoopBuilder:
        builder = LoopBuilder()
        builder.open(Block())
        return builder

    def _insert(self, builder: LoopBuilder, before: Operation) -> None:
        """What the builder has, before an op."""
        block = before.parent
        assert block is not None
        for made in list(builder.close().ops):
            made.detach()
            block.insert_op_before(made, before)


def _address(builder: LoopBuilder, words: SSAValue, place: int) -> SSAValue:
    """Where one of `words` is."""
    start = builder.pure(memref.ExtractAlignedPointerAsIndexOp, (words,), INDEX)
    address = builder.pure(arith.AddiOp, (start, builder.constant(8 * place)), INDEX)
    return builder.pure(arith.IndexCastOp, (address,), i64)
