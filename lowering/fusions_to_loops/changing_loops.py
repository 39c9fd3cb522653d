"""Tensors that change their sizes from trip to trip of a loop.

Each lies in memory of its own, of which words of the caller's say where it is and how large; a trip
begins by reading them. At its end what it has made is copied to new memory, the words are changed,
and the old memory is given back. Where a test fails the words stay as they are, so what they name
is there as long as anything runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects import memref
from xdsl.dialects.builtin import i64
from xdsl.ir import Operation, SSAValue

from ...analysis.index_maps import product
from .addresses import buffer_at
from .builder import INDEX
from .frame import Words
from .function import FunctionWriter, element_name, rank_of
from .kernels.sinks import stored_type
from .late_values import is_well, read_back


class ChangingTensors:
    """What a loop carries at `places`, by the words of each."""

    def __init__(self, writer: FunctionWriter, loop: Operation, places: Sequence[int]):
        self._writer, self._loop = writer, loop
        self._now, self._next = ({i: self._words(i) for i in places} for _ in range(2))

    def _words(self, place: int) -> Words:
        result = self._loop.results[place]
        return self._writer.frame.take(element_name(result), "tensor", rank_of(result))

    def begin(self) -> None:
        """Before the loop they are what its operands are."""
        self._put({i: self._copied(i, self._loop.operands[i]) for i in self._now})

    def read(self, values: Sequence[SSAValue]) -> None:
        """`values` are what the loop carries now: the arguments of a region, or the results."""
        for i, words in self._now.items():
            read_back(self._writer, values[i], words.start)

    def end_trip(self, ends: Sequence[SSAValue]) -> None:
        """`ends` are what the next trip begins with."""
        made = {i: self._copied(i, ends[i]) for i in self._now}
        if not made:
            return
        self._writer.require_here(is_well(self._writer))  # without memory the words stay
        self._writer.flush()
        for i, buffer in made.items():
            self._give_back(i, buffer)
        self._put(made)

    def end(self) -> None:
        """After the loop its results are what the last trip left."""
        if self._now:
            self._writer.require_here(is_well(self._writer))
            self._writer.flush()
            self.read(self._loop.results)

    def _put(self, made: Mapping[int, SSAValue]) -> None:
        """The next trip finds what is `made`."""
        writer = self._writer
        for i, buffer in made.items():
            pointer = memref.ExtractAlignedPointerAsIndexOp.create(
                operands=[buffer], result_types=[INDEX]
            )
            writer.store_word(self._now[i].start, writer.builder.here(pointer).results[0])
            for axis in range(1, 1 + self._now[i].rank):
                size = writer.load_word(self._next[i].start + axis, again=True)
                writer.store_word(self._now[i].start + axis, size)

    def _copied(self, place: int, end: SSAValue) -> SSAValue:
        """Memory of its own with what is in `end`."""
        writer, words = self._writer, self._next[place]
        writer.flush()
        writer.store_sizes(words.start + 1, writer.shape(end))
        places = range(words.start + 1, words.start + 1 + words.rank)
        sizes = [writer.sizes.named(writer.load_word(place, again=True)) for place in places]
        buffer = writer.scratch(stored_type(end), product(sizes))
        writer.copy(end, buffer)
        return buffer

    def _give_back(self, place: int, like: SSAValue) -> None:
        """The memory of the trip before."""
        builder, where = self._writer.builder, self._writer.builder.constant
        start = where(self._now[place].start)
        load = memref.LoadOp.create(operands=[self._writer.words, start], result_types=[i64])
        address = builder.here(load).results[0]
        old = buffer_at(builder, address, where(1, i64), like.type)
        builder.here(memref.DeallocOp.create(operands=[old]))
