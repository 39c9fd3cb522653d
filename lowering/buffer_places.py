"""Places of buffers in one arena, found by the code that is made, for the sizes of a call.

Greedy by size (Y. Pisarchyk, J. Lee, Efficient Memory Management for Deep Neural Net Inference,
2020): the largest buffer that has no place, of several the one that is in use for longest, gets the
first place where it meets no buffer that is in use at the same time. Where that takes more bytes
than are in use at any one time, and not only a few, other orders are tried: as the lives begin;
then those that are in use when most bytes are, the longest first, before all others. The order that
takes least is taken.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, func, memref, scf
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    MemRefType,
    StringAttr,
    TensorType,
    UnitAttr,
    i1,
    i64,
)
from xdsl.ir import Block, Region, SSAValue

from .fusions_to_loops.builder import INDEX, LoopBuilder
from .fusions_to_loops.frame import ALIGNMENTS, GREATEST
from .fusions_to_loops.function import FRAME

PLACE = "tieshape_place_buffers"
FEW = 32
"""One part in so many may be wasted."""
BY_SIZE, BY_BEGIN, ORDERS = 0, 1, 3
"""Orders of buffers, and how many there are."""

Life = tuple[int, int, int]
"""Of a buffer: the first and the last op that may touch it, the bytes of an element."""


def lives_global(name: str, lives: Sequence[Life]) -> memref.GlobalOp:
    """The constant that `@tieshape_place_buffers` reads."""
    numbers = [number for life in lives for number in life]
    values = DenseIntOrFPElementsAttr.from_list(TensorType(i64, [len(numbers)]), numbers)
    type_ = MemRefType(i64, [len(numbers)])
    return memref.GlobalOp.get(StringAttr(name), type_, values, constant=UnitAttr())


def place_buffers() -> func.FuncOp:
    """`@tieshape_place_buffers(words, lives, first, count)`: the bytes of the arena, -1 where a
    size is none.

    The words from `first` on become the places of `count` buffers, those after them are the sizes.
    """
    return _PlaceFunction().write()


class _PlaceFunction:
    def __init__(self) -> None:
        self._builder = LoopBuilder()
        self._entry = Block(arg_types=[FRAME, FRAME, INDEX, INDEX])
        self._words, self._lives, self._first, self._count = self._entry.args

    def write(self) -> func.FuncOp:
        builder = self._builder
        builder.open(self._entry)
        zero = builder.constant(0)
        buffer, (wrong,) = builder.open_loop([no := builder.constant(0, i1)])
        too_large = builder.compare("uge", self._size(buffer), builder.constant(GREATEST))
        (wrong,) = builder.close_loop(self._count, [no], [builder.either(wrong, too_large)])
        least, busiest = self._most_at_once()
        few = builder.pure(arith.DivUIOp, (least, builder.constant(FEW)), INDEX)
        enough = builder.pure(arith.AddiOp, (least, few), INDEX)
        # A turn for each order, until one is enough; then the best again, if another was the last.
        starts = [zero, zero, builder.constant(1 << 62)]
        turn, (last, best, total) = builder.open_loop(starts)
        is_end = builder.compare("eq", turn, builder.constant(ORDERS))
        wasteful = builder.compare("sgt", total, enough)
        runs = builder.select(is_end, builder.compare("ne", last, best), wasteful)
        order = builder.select(is_end, best, turn)
        found = self._placed(builder.select(runs, self._count, zero), order, busiest)
        better = builder.both(runs, builder.compare("slt", found, total))
        ends = [
            builder.select(runs, order, last),
            builder.select(better, order, best),
            builder.select(better, found, total),
        ]
        _, _, total = builder.close_loop(builder.constant(ORDERS + 1), starts, ends)
        total = builder.select(wrong, builder.constant(-1), total)
        builder.here(func.ReturnOp.create(operands=[total]))
        builder.close()
        types = [argument.type for argument in self._entry.args]
        return func.FuncOp(PLACE, (types, [INDEX]), Region(self._entry), "private")

    def _most_at_once(self) -> tuple[SSAValue, SSAValue]:
        """The most bytes that are in use at the begin of a life, and that begin."""
        builder, zero = self._builder, self._builder.constant(0)
        buffer, (most, busiest) = builder.open_loop([zero, zero])
        now = self._life(buffer, 0)
        other, (sum_,) = builder.open_loop([zero])
        size = builder.select(self._lives_at(other, now), self._size(other), zero)
        more = builder.pure(arith.AddiOp, (sum_, size), INDEX)
        (sum_,) = builder.close_loop(self._count, [zero], [more])
        is_more = builder.compare("sgt", sum_, most)
        ends = [builder.select(is_more, sum_, most), builder.select(is_more, now, busiest)]
        most, busiest = builder.close_loop(self._count, [zero, zero], ends)
        return most, busiest

    def _lives_at(self, buffer: SSAValue, now: SSAValue) -> SSAValue:
        builder = self._builder
        begun = builder.compare("sle", self._life(buffer, 0), now)
        return builder.both(begun, builder.compare("sle", now, self._life(buffer, 1)))

    def _placed(self, count: SSAValue, order: SSAValue, busiest: SSAValue) -> SSAValue:
        """The bytes of the arena after `count` buffers, which are all or none, have a place."""
        builder, zero = self._builder, self._builder.constant(0)
        buffer, _ = builder.open_loop()
        self._store_place(buffer, builder.constant(-1))
        builder.close_loop(count)
        _, (total,) = builder.open_loop([zero])
        next_ = self._next(order, busiest)
        size = self._size(next_)
        place = self._free_place(next_, size)
        self._store_place(next_, place)
        end = builder.pure(arith.AddiOp, (place, size), INDEX)
        end = builder.pure(arith.MaxSIOp, (total, end), INDEX)
        return builder.close_loop(count, [zero], [end])[0]

    def _next(self, order: SSAValue, busiest: SSAValue) -> SSAValue:
        """The buffer without a place that is first in one of the orders."""
        builder = self._builder
        starts = [builder.constant(0), builder.constant(-1), builder.constant(-1)]
        buffer, (best, most, most_second) = builder.open_loop(starts)
        weight, second = self._weight(buffer, order, busiest)
        is_open = builder.compare("slt", self._place(buffer), builder.constant(0))
        more = builder.both(
            builder.compare("eq", weight, most), builder.compare("sgt", second, most_second)
        )
        better = builder.either(builder.compare("sgt", weight, most), more)
        better = builder.both(is_open, better)
        pairs = ((buffer, best), (weight, most), (second, most_second))
        ends = [builder.select(better, new, old) for new, old in pairs]
        return builder.close_loop(self._count, starts, ends)[0]

    def _weight(
        self, buffer: SSAValue, order: SSAValue, busiest: SSAValue
    ) -> tuple[SSAValue, SSAValue]:
        """What is greatest for the first buffer of an order, and what decides between equals."""
        builder = self._builder
        size, begin = self._size(buffer), self._life(buffer, 0)
        span = builder.pure(arith.SubiOp, (self._life(buffer, 1), begin), INDEX)
        many = builder.constant(1 << 32)  # more than there are ops
        early = builder.pure(arith.SubiOp, (many, begin), INDEX)
        first = builder.select(self._lives_at(buffer, busiest), many, builder.constant(0))
        busy = builder.pure(arith.AddiOp, (span, first), INDEX)
        by_size, by_begin = (
            builder.compare("eq", order, builder.constant(i)) for i in (BY_SIZE, BY_BEGIN)
        )
        weight = builder.select(by_size, size, builder.select(by_begin, early, busy))
        return weight, builder.select(by_size, span, size)

    def _free_place(self, buffer: SSAValue, size: SSAValue) -> SSAValue:
        """The first place for `buffer`: past each one that it would meet, until it meets none."""
        builder = self._builder
        alignment = self._life(buffer, 2)
        for least, multiple in ALIGNMENTS:
            is_large = builder.compare("sge", size, builder.constant(least))
            alignment = builder.select(is_large, builder.constant(multiple), alignment)
        starts = [builder.constant(0), builder.constant(-1, i1)]
        before = Block(arg_types=[INDEX, i1])
        builder.open(before)
        builder.here(scf.ConditionOp.create(operands=[before.args[1], *before.args]))
        builder.close()
        body = Block(arg_types=[INDEX, i1])
        builder.open(body)
        place = self._past_others(buffer, size, alignment, body.args[0])
        moved = builder.compare("ne", place, body.args[0])
        builder.here(scf.YieldOp.create(operands=[place, moved]))
        builder.close()
        loop = scf.WhileOp.create(
            operands=starts, result_types=[INDEX, i1], regions=[Region(before), Region(body)]
        )
        return builder.here(loop).results[0]

    def _past_others(
        self, buffer: SSAValue, size: SSAValue, alignment: SSAValue, start: SSAValue
    ) -> SSAValue:
        builder = self._builder
        other, (place,) = builder.open_loop([start])
        low = self._place(other)
        high = builder.pure(arith.AddiOp, (low, self._size(other)), INDEX)
        end = builder.pure(arith.AddiOp, (place, size), INDEX)
        orders = (
            ("sge", low, builder.constant(0)),
            ("sle", self._life(other, 0), self._life(buffer, 1)),
            ("sle", self._life(buffer, 0), self._life(other, 1)),
            ("slt", low, end),
            ("slt", place, high),
        )
        meets = builder.constant(-1, i1)
        for predicate, a, b in orders:
            meets = builder.both(meets, builder.compare(predicate, a, b))
        one = builder.constant(1)
        less = builder.pure(arith.SubiOp, (alignment, one), INDEX)
        past = builder.pure(arith.AddiOp, (high, less), INDEX)
        # The alignment is a power of two.
        mask = builder.pure(arith.SubiOp, (builder.constant(0), alignment), INDEX)
        past = builder.pure(arith.AndIOp, (past, mask), INDEX)
        (found,) = builder.close_loop(self._count, [start], [builder.select(meets, past, place)])
        return found

    # Memory

    def _life(self, buffer: SSAValue, part: int) -> SSAValue:
        builder = self._builder
        row = builder.pure(arith.MuliOp, (buffer, builder.constant(3)), INDEX)
        where = builder.pure(arith.AddiOp, (row, builder.constant(part)), INDEX)
        return self._load(self._lives, where)

    def _place(self, buffer: SSAValue) -> SSAValue:
        return self._load(self._words, self._where(buffer))

    def _size(self, buffer: SSAValue) -> SSAValue:
        where = self._builder.pure(arith.AddiOp, (self._where(buffer), self._count), INDEX)
        return self._load(self._words, where)

    def _where(self, buffer: SSAValue) -> SSAValue:
        return self._builder.pure(arith.AddiOp, (self._first, buffer), INDEX)

    def _load(self, memory: SSAValue, where: SSAValue) -> SSAValue:
        load = memref.LoadOp.create(operands=[memory, where], result_types=[i64])
        word = self._builder.here(load).results[0]
        return self._builder.pure(arith.IndexCastOp, (word,), INDEX)

    def _store_place(self, buffer: SSAValue, place: SSAValue) -> None:
        word = self._builder.pure(arith.IndexCastOp, (place,), i64)
        operands = [word, self._words, self._where(buffer)]
        self._builder.here(memref.StoreOp.create(operands=operands))
