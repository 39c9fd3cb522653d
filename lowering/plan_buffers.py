"""Buffers of a lowered function as views of one arena.

```mlir
%b = memref.alloc(%n) : memref<?xf32>
```
becomes
```mlir
%b = memref.view %arena[%offset][%n] : memref<?xi8> to memref<?xf32>
```
All offsets are computed before anything runs. Buffers of one size share a place where one is last
used before the other is made. `@f_plan` computes the sizes of the results and of the arena from the
sizes of the arguments. A buffer whose size is known later comes from `@tieshape_allocate`.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from xdsl.context import Context
from xdsl.dialects import arith, func, memref, scf
from xdsl.dialects.builtin import FunctionType, IntegerType, ModuleOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass

from ..dialects.types import bit_width
from ..materialize.places import keeping_places
from .fusions_to_loops.builder import INDEX, LoopBuilder
from .fusions_to_loops.callbacks import BYTES, CALLBACK, outside
from .fusions_to_loops.elements import element_of_buffer
from .fusions_to_loops.frame import ARENA

ALLOCATE = "tieshape_allocate"
ALIGNMENT = 64
ALLOCATE_TYPE = FunctionType.from_lists([INDEX, INDEX], [BYTES])


@dataclass(slots=True)
class _Place:
    """A part of the arena: whose size, and until when it is in use."""

    size: SSAValue
    offset: SSAValue
    until: float


@dataclass(frozen=True)
class PlanBuffersPass(ModulePass):
    """Every function that `convert-fusions-to-loops` made of a function on tensors."""

    name = "tieshape-plan-buffers"
    apart: bool = False
    """Every buffer by itself, of the caller's memory, so that it can be fenced."""

    @keeping_places
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        late = False
        for function in [f for f in op.body.ops if isinstance(f, func.FuncOp)]:
            if "tieshape.words" in function.attributes:
                late = _Planner(function, apart=self.apart).plan() or late
        if late:
            op.body.block.insert_ops_before(
                [outside(ALLOCATE, ALLOCATE_TYPE)], next(iter(op.body.block.ops))
            )


def lifetimes(function: func.FuncOp) -> list[tuple[int, float]]:
    """For each buffer that `function` makes, in order: the number of the op that makes it, and of
    the last one that may touch it.
    """
    return _Planner(function).lifetimes()


class _Planner:
    def __init__(self, function: func.FuncOp, *, apart: bool = False):
        self._function = function
        self._apart = apart
        self._entry = function.body.block
        self._words = self._entry.args[-1]
        runs = [op for op in self._entry.ops if isinstance(op, scf.IfOp)]
        self._run = runs[-1]
        self._order = {op: number for number, op in enumerate(function.walk())}
        self._calls = [
            number
            for op, number in self._order.items()
            if isinstance(op, func.CallOp) and op.callee.string_value() == CALLBACK
        ]

    def lifetimes(self) -> list[tuple[int, float]]:
        made = [op for op in self._order if isinstance(op, memref.AllocOp)]
        return [(self._order[op], self._last_use(op)) for op in made]

    def plan(self) -> bool:
        """Whether there are buffers of late sizes."""
        arena = self._entry.insert_arg(BYTES, len(self._entry.args))
        places, late = list[_Place](), False
        self._builder = LoopBuilder()
        self._builder.open(Block())
        total = self._builder.constant(0)
        for op in [op for op in self._order if isinstance(op, memref.AllocOp)]:
            count = op.dynamic_sizes[0]
            if _block_of(count) is self._entry and not self._apart:
                size = self._bytes(count, op)
                place = self._free(places, size, self._order[op])
                if place is None:
                    place = _Place(size, total, 0)
                    places.append(place)
                    total = self._builder.pure(arith.AddiOp, (total, size), INDEX)
                place.until = self._last_use(op)
                self._replace(op, arena, place.offset)
            else:
                self._allocate(op, count)
                late = True
        self._insert(self._run)
        self._function.update_function_type()
        self._add_plan(total)
        return late

    def _insert(self, before: Operation) -> None:
        """What the builder has, before an op of the function."""
        block, parent = self._builder.close(), before.parent
        assert parent is not None
        for made in list(block.ops):
            made.detach()
            parent.insert_op_before(made, before)

    def _bytes(self, count: SSAValue, op: memref.AllocOp) -> SSAValue:
        builder = self._builder
        size = builder.pure(arith.MuliOp, (count, builder.constant(_width(op.memref))), INDEX)
        if self._apart:
            return size
        size = builder.pure(arith.AddiOp, (size, builder.constant(ALIGNMENT - 1)), INDEX)
        return builder.pure(arith.AndIOp, (size, builder.constant(-ALIGNMENT)), INDEX)

    def _free(self, places: list[_Place], size: SSAValue, now: int) -> _Place | None:
        return next((p for p in places if p.size is size and p.until < now), None)

    def _last_use(self, op: memref.AllocOp) -> float:
        """The number of the last op that may touch the buffer."""
        last = 0.0
        for use in op.memref.uses:
            number = self._end_of(use.operation, op)
            if isinstance(use.operation, memref.ExtractAlignedPointerAsIndexOp):
                # The callback that is called next reads the address; without one the caller does.
                last = max(last, next((call for call in self._calls if call > number), inf))
            last = max(last, number)
        return last

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

    def _replace(self, op: memref.AllocOp, bytes_: SSAValue, offset: SSAValue) -> None:
        view = memref.ViewOp.create(
            operands=[bytes_, offset, op.dynamic_sizes[0]], result_types=[op.memref.type]
        )
        block = op.parent
        assert block is not None
        block.insert_op_before(view, op)
        self._order[view] = self._order[op]
        op.memref.replace_all_uses_with(view.result)
        op.detach()
        op.erase()

    def _allocate(self, op: memref.AllocOp, count: SSAValue) -> None:
        outer, self._builder = self._builder, LoopBuilder()
        builder = self._builder
        builder.open(Block())
        pointer = memref.ExtractAlignedPointerAsIndexOp.create(
            operands=[self._words], result_types=[INDEX]
        )
        handle = builder.here(pointer).results[0]
        size, start = self._bytes(count, op), builder.constant(0)
        call = builder.here(func.CallOp(ALLOCATE, [handle, size], [BYTES]))
        self._insert(op)
        self._builder = outer
        self._replace(op, call.results[0], start)

    def _add_plan(self, total: SSAValue) -> None:
        """`@f_plan(words)`: the function without what runs, and with the size of the arena."""
        function = self._function
        block = Block(arg_types=[self._words.type])
        mapping: dict[SSAValue, SSAValue] = {self._words: block.args[0]}
        for op in self._entry.ops:
            if op is not self._run:
                block.add_op(op.clone(mapping))
                continue
            builder = LoopBuilder()
            builder.open(block)
            word = builder.pure(arith.IndexCastOp, (mapping[total],), IntegerType(64))
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


def _block_of(value: SSAValue) -> Block | None:
    return value.owner if isinstance(value.owner, Block) else value.owner.parent


def _clone(region: Region, mapping: dict[SSAValue, SSAValue]) -> Region:
    copy = Region()
    region.clone_into(copy, None, mapping)
    return copy


def _width(buffer: SSAValue) -> int:
    """The bytes of an element of `buffer`."""
    width = bit_width(element_of_buffer(buffer))
    assert width is not None
    return width // 8
