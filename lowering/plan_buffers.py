"""Buffers of a lowered function as views of one arena.

```mlir
%b = memref.alloc(%n) : memref<?xf32>
```
becomes
```mlir
%b = memref.view %arena[%place][%n] : memref<?xi8> to memref<?xf32>
```
The place is a word that the caller hands over. `@f_plan` computes these words, the sizes of the
results and that of the arena from the sizes of the arguments: buffers that are not in use at the
same time may lie at the same place, and a buffer of a branch that is not taken has no bytes, where
the sizes tell so. A buffer whose size is known later is asked for: see `late_buffers.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from xdsl.context import Context
from xdsl.dialects import arith, func, memref, scf
from xdsl.dialects.builtin import FunctionType, IntegerAttr, MemRefType, ModuleOp, i64
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ..materialize.errors import UnloweredError
from ..materialize.places import keeping_places
from .buffer_places import PLACE, Life, lives_global, place_buffers
from .buffer_sizes import bytes_of, width_of
from .fusions_to_loops.builder import INDEX, LoopBuilder
from .fusions_to_loops.callbacks import BYTES, outside
from .fusions_to_loops.frame import ALLOCATE, ARENA, CALLBACK
from .fusions_to_loops.function import FRAME
from .late_buffers import LateBuffers, declarations

WORDS, HELD = "tieshape.words", "tieshape.held"
"""The attributes that say how many words a function and its caller share, and which of them leads
to the memory that it holds, if there is one.
"""
ALLOCATE_TYPE = FunctionType.from_lists([INDEX, INDEX], [BYTES])


@dataclass(frozen=True, slots=True)
class _Buffer:
    """A part of the arena."""

    count: SSAValue
    """Of elements, known before anything runs."""
    life: Life
    conditions: Sequence[tuple[SSAValue, bool]]
    """What is known before anything runs and must be so where the buffer is used."""


@dataclass(frozen=True)
class PlanBuffersPass(ModulePass):
    """Every function that `convert-fusions-to-loops` made of a function on tensors."""

    name = "tieshape-plan-buffers"
    apart: bool = False
    """Every buffer by itself, of the caller's memory, so that it can be fenced."""

    @keeping_places
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        functions = [f for f in op.body.ops if isinstance(f, func.FuncOp)]
        planners = [_Planner(f, apart=self.apart) for f in functions if WORDS in f.attributes]
        late = [planner.plan() for planner in planners]
        shared = list[Operation]()
        if any(late):
            shared += [outside(ALLOCATE, ALLOCATE_TYPE)] if self.apart else declarations()
        if any(planner.buffers for planner in planners):
            shared.append(place_buffers())
        if shared:
            op.body.block.insert_ops_before(shared, next(iter(op.body.block.ops)))


def early_lifetimes(function: func.FuncOp) -> list[Life]:
    """The lives of the buffers that get a place in the arena, in order."""
    return _Planner(function).lifetimes()


class _Planner:
    def __init__(self, function: func.FuncOp, *, apart: bool = False):
        self._function = function
        self._apart = apart
        self._entry = function.body.block
        self._words = self._entry.args[-1]
        runs = [op for op in self._entry.ops if isinstance(op, scf.IfOp)]
        if not runs:
            raise UnloweredError(function, "expected the scf.if of its tests, in which it runs")
        self._run = runs[-1]
        self._order = {op: number for number, op in enumerate(function.walk())}
        self._first = words_of(function)
        self.buffers = list[_Buffer]()

    def lifetimes(self) -> list[Life]:
        made = [op for op in self._order if isinstance(op, memref.AllocOp)]
        return [self._life(op) for op in made if self._is_early(op)]

    def plan(self) -> bool:
        """Whether there are buffers of late sizes."""
        arena = self._entry.insert_arg(BYTES, len(self._entry.args))
        made = [op for op in self._order if isinstance(op, memref.AllocOp)]
        late = [op for op in made if self._apart or not self._is_early(op)]
        early = [op for op in made if op not in late]
        self.buffers = [
            _Buffer(op.dynamic_sizes[0], self._life(op), self._conditions(op)) for op in early
        ]
        for number, op in enumerate(early):
            self._put(op, arena, self._first + number)
        length = self._first + 2 * len(early)
        if self._apart:
            for op in late:
                self._allocate(op)
            for op in self._given_back():  # the caller has it until the end
                Rewriter.erase_op(op)
        elif late:
            self._function.attributes[HELD] = IntegerAttr(length, i64)
            self._acquire(late, length)
            length += 1
        self._function.attributes[WORDS] = IntegerAttr(length, i64)
        self._function.update_function_type()
        self._add_plan()
        return bool(late)

    def _is_early(self, op: memref.AllocOp) -> bool:
        return _block_of(op.dynamic_sizes[0]) is self._entry

    def _conditions(self, op: Operation) -> list[tuple[SSAValue, bool]]:
        """Of the branches around `op`, where they are known before anything runs."""
        found = list[tuple[SSAValue, bool]]()
        while (region := op.parent_region()) is not None and (parent := region.parent) is not None:
            if parent is self._run:
                break
            if isinstance(parent, scf.IfOp) and _block_of(parent.cond) is self._entry:
                found.append((parent.cond, region is parent.true_region))
            op = parent
        return found

    def _life(self, op: memref.AllocOp) -> Life:
        last = self._last_use(op)
        return self._order[op], len(self._order) if last == inf else int(last), width_of(op.memref)

    def _last_use(self, op: memref.AllocOp) -> float:
        """The number of the last op that may touch the buffer."""
        last = 0.0
        for use in op.memref.uses:
            number = self._end_of(use.operation, op)
            if isinstance(use.operation, memref.ExtractAlignedPointerAsIndexOp):
                number = max(number, self._reader(use.operation))
            last = max(last, number)
        return last

    def _reader(self, address: Operation) -> float:
        """The number of the callback of its block that reads an address. Where none follows, the
        end: the caller reads it, or, where it is that of what a branch makes, ops after the branch.
        """
        op = address
        while (op := op.next_op) is not None:
            if isinstance(op, func.CallOp) and op.callee.string_value() == CALLBACK:
                return self._order[op]
        return inf

    def _end_of(self, use: Operation, alloc: Operation) -> int:
        """The number of `use`, or of the last op of the outermost loop around it that does not hold
        the allocation: the next trip needs the buffer again.
        """
        number, parent = self._order[use], use.parent_op()
        while parent is not None and not parent.is_ancestor(alloc):
            if isinstance(parent, scf.WhileOp | scf.ForOp):
                number = max(self._order[inner] for inner in parent.walk() if inner in self._order)
            parent = parent.parent_op()
        return number

    def _put(self, op: memref.AllocOp, arena: SSAValue, word: int) -> None:
        """The buffer is where the word says."""
        builder = LoopBuilder()
        builder.open(Block())
        load = memref.LoadOp.create(
            operands=[self._words, builder.constant(word)], result_types=[i64]
        )
        place = builder.pure(arith.IndexCastOp, (builder.here(load).results[0],), INDEX)
        self._replace(op, builder, arena, place)

    def _acquire(self, late: Sequence[memref.AllocOp], held: int) -> None:
        """Buffers are acquired; no op after the first of them runs where one was refused."""
        first = self._order[late[0]]
        buffers = LateBuffers(self._words, held, self._run.true_region.block)
        buffers.put(late)
        buffers.give_back(self._given_back())
        buffers.guard([op for op, number in self._order.items() if number > first])

    def _given_back(self) -> list[memref.DeallocOp]:
        return [op for op in self._order if isinstance(op, memref.DeallocOp)]

    def _allocate(self, op: memref.AllocOp) -> None:
        """The buffer is asked for, of the caller's memory."""
        builder = LoopBuilder()
        builder.open(Block())
        pointer = memref.ExtractAlignedPointerAsIndexOp.create(
            operands=[self._words], result_types=[INDEX]
        )
        handle = builder.here(pointer).results[0]
        size = bytes_of(builder, op.dynamic_sizes[0], width_of(op.memref))
        call = builder.here(func.CallOp(ALLOCATE, [handle, size], [BYTES]))
        self._replace(op, builder, call.results[0], builder.constant(0))

    def _replace(
        self, op: memref.AllocOp, builder: LoopBuilder, bytes_: SSAValue, offset: SSAValue
    ) -> None:
        """By a view, after what the builder has."""
        view = memref.ViewOp.create(
            operands=[bytes_, offset, op.dynamic_sizes[0]], result_types=[op.memref.type]
        )
        builder.here(view)
        block = op.parent
        assert block is not None
        for made in list(builder.close().ops):
            made.detach()
            block.insert_op_before(made, op)
        op.memref.replace_all_uses_with(view.result)
        Rewriter.erase_op(op)

    def _add_plan(self) -> None:
        """`@f_plan(words)`: the function without what runs, and with the places of its buffers."""
        function = self._function
        block = Block(arg_types=[self._words.type])
        mapping: dict[SSAValue, SSAValue] = {self._words: block.args[0]}
        for op in self._entry.ops:
            if op is not self._run:
                block.add_op(op.clone(mapping))
                continue
            builder = LoopBuilder()
            builder.open(block)
            total = self._total(builder, mapping)
            word = builder.pure(arith.IndexCastOp, (total,), i64)
            where = builder.constant(ARENA)
            builder.here(memref.StoreOp.create(operands=[word, block.args[0], where]))
            builder.open(Block())
            builder.here(scf.YieldOp.create())
            regions = [Region(builder.close()), _clone(self._run.false_region, mapping)]
            test = mapping[self._run.cond]
            builder.here(scf.IfOp.create(operands=[test], regions=regions))
        name = f"{function.sym_name.data}_plan"
        plan = func.FuncOp(name, ([self._words.type], []), Region(block))
        plan.attributes["llvm.emit_c_interface"] = function.attributes["llvm.emit_c_interface"]
        parent = function.parent
        assert parent is not None
        parent.insert_op_after(plan, function)
        if self.buffers:
            lives = lives_global(f"{name}_lives", [buffer.life for buffer in self.buffers])
            parent.insert_op_before(lives, function)

    def _total(self, builder: LoopBuilder, mapping: dict[SSAValue, SSAValue]) -> SSAValue:
        """The bytes of the arena, after the words of the buffers are stored."""
        count = len(self.buffers)
        if not count:
            return builder.constant(0)
        words, zero = mapping[self._words], builder.constant(0)
        for number, buffer in enumerate(self.buffers):
            size = bytes_of(builder, buffer.count, buffer.life[2], mapping.__getitem__)
            for condition, wanted in buffer.conditions:
                choices = (size, zero) if wanted else (zero, size)
                size = builder.select(mapping[condition], *choices)
            word = builder.pure(arith.IndexCastOp, (size,), i64)
            where = builder.constant(self._first + count + number)
            builder.here(memref.StoreOp.create(operands=[word, words, where]))
        name = f"{self._function.sym_name.data}_plan_lives"
        known = builder.here(memref.GetGlobalOp(name, MemRefType(i64, [3 * count]))).results[0]
        cast = memref.CastOp.create(operands=[known], result_types=[FRAME])
        operands = [
            *(words, builder.here(cast).results[0]),
            *(builder.constant(self._first), builder.constant(count)),
        ]
        return builder.here(func.CallOp(PLACE, operands, [INDEX])).results[0]


def words_of(function: func.FuncOp) -> int:
    """How many words a lowered function speaks with its caller in."""
    words = function.attributes[WORDS]
    assert isinstance(words, IntegerAttr)
    return words.value.data


def held_by(function: func.FuncOp) -> int | None:
    """The word of a planned function that leads to the memory that it holds."""
    held = function.attributes.get(HELD)
    return held.value.data if isinstance(held, IntegerAttr) else None


def _block_of(value: SSAValue) -> Block | None:
    return value.owner if isinstance(value.owner, Block) else value.owner.parent


def _clone(region: Region, mapping: dict[SSAValue, SSAValue]) -> Region:
    copy = Region()
    region.clone_into(copy, None, mapping)
    return copy
