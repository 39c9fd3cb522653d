"""A convolution as sums of several places and features at once, which stay in registers.

An element of the kernel is read for several places of a row, one of the input for several features:
what windows see is laid out nowhere. The loop over features is around them, so that they are read
and stored as vectors where they lie. Cheap ops on the result are done while it is in registers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from xdsl.dialects import arith, memref
from xdsl.ir import Attribute, Operation, SSAValue

from ....analysis.index_maps import ONE, ZERO, Component, Index, linear, product
from ....analysis.kernel_space import KernelLoop
from ....symbolic import Expr, Predicate, Symbol, as_expr, maximum
from ..builder import INDEX
from ..elements import element_of_buffer, is_bf16, rounded_to_bf16
from ..products.products import multiply_add
from ..windows import DirectConvolutionOp, SummedConvolutionOp
from .frame import KernelFrame
from .sinks import PlanningSink
from .values import NotNative

SIXES = (6, 4, 3, 1)
"""Places at once where registers hold six: sums of fewer than four wait for each other."""
Step: TypeAlias = tuple[Expr, Expr, Expr]
"""A loop of a sum: how often it runs, how far a trip moves in the input and in the kernel."""


@dataclass(frozen=True, slots=True)
class Along:
    """The places of one phase along a dimension of the result."""

    apart: Expr
    """How far they are from each other."""
    first: Expr
    late: Expr
    """How far the window of the first one is from the first of all."""

    def count(self, size: Expr) -> Expr:
        """How many there are."""
        return size if self.apart == ONE else (size - self.first + self.apart - 1) // self.apart


class _Plain(PlanningSink):
    """Raises NotNative at what has no form on vectors."""

    def choose(
        self,
        condition: Predicate,
        type: Attribute,
        then: Callable[[], object],
        otherwise: Callable[[], object],
    ) -> object:
        raise NotNative("elements are chosen on the result of a convolution")

    def position(self, scalar: object, low: Expr, high: Expr) -> Expr:
        raise NotNative("elements are gathered on the result of a convolution")


class KernelTiles(KernelFrame):
    """Writes convolutions."""

    def _convolve(self, op: DirectConvolutionOp) -> None:
        """The one convolution of the group, and what the group computes of its result.

        Raises NotNative, with nothing written, where that is not element by element.
        """
        shape = self._shapes.shape(op.result)
        space = self._space(shape)
        self._check(op, space.index)
        rhs, groups = self._shapes.shape(op.rhs), as_expr(1 if op.by_channel else op.groups)
        of_group = shape[-1] // groups if groups != ONE else shape[-1]
        panels, width = ONE, of_group
        if op.in_panels:
            width = rhs[-1]
            panels = of_group // width
        group, panel, lane = (self._loop(size) for size in (groups, panels, width))
        number = _variable(group) * panels + _variable(panel)
        feature = number * width + Symbol(lane.name)
        phases = [self._loop(as_expr(d)) for d, _ in op.phases]
        along = [_along(p, d, last) for p, (d, last) in zip(phases, op.phases, strict=True)]
        along = along or [Along(ONE, ZERO, ZERO)] * len(op.strides)
        quotients = [
            KernelLoop(loop.name, axis.count(loop.size))
            for loop, axis in zip(space.variables[1:-2], along, strict=False)
        ]
        quotients = quotients[: len(quotients) - op.across_rows]
        around = [[loop] for loop in quotients]
        outer = [space.variables[:1], *([phase] for phase in phases), [group], [panel]]
        self._open([*outer, [lane], *around])
        index = (space.index[0], *(Component(_variable(loop)) for loop in quotients))
        index = (*index, Component(ZERO), Component(feature))
        channel = feature if op.by_channel else _variable(group) * rhs[-2]
        weight = feature
        if op.in_panels:
            weight = number * product(rhs[1:]) + Symbol(lane.name)
        for axis, phase in enumerate(phases, op.in_panels):
            weight = weight + _variable(phase) * product(rhs[axis + 1 :])
        self._tiles(op, index, along, (channel, weight))
        self._close(around, lanes=False)
        count = self._builder.expr(width)
        self._builder.close_loop(count, lanes=True, vectors=op.tile.vectors)
        self._close(outer, lanes=False)

    def _loop(self, size: Expr) -> KernelLoop:
        self._loops += 1
        return KernelLoop(f"_i{self._loops - 1}", size)

    def _check(self, op: SummedConvolutionOp, index: Index) -> bool:
        """That the group's results are elements of the convolution at the same place; whether what
        it reads besides is the same along the last dimension.
        """
        sink, whole = _Plain(), self._shapes.shape(op.seen)
        values = self._values(self._others(op), sink)
        sink.remember((op.seen, tuple(c.position for c in index)), op)
        for result in self._group.results:
            if self._shapes.shape(result) != whole:
                raise NotNative("the result of a convolution is moved")
            values.at(result, index)
        if sink.divides(frozenset(c.position.symbol_name or "" for c in index)):
            raise NotNative("the result of a convolution is divided")
        row = index[-1].position.symbol_name
        return not any(row in access.symbols() for access in sink.accesses)

    def _others(self, op: SummedConvolutionOp) -> frozenset[Operation]:
        return frozenset(other for other in self._group.ops if other is not op)

    def _tiles(
        self,
        op: DirectConvolutionOp,
        index: Index,
        along: Sequence[Along],
        starts: tuple[Expr, Expr],
    ) -> None:
        """A row of the result: as many places at once as fit, then fewer, then one.

        index: of the first place, in numbers of places of one phase
        starts: the first channel, and the place of its weight
        """
        *_, height, width, _ = self._shapes.shape(op.result)
        width, done = along[-1].count(width), ZERO
        columns = width
        if op.across_rows:
            width = height * columns
        lhs, (channel, weight), steps = self._shapes.shape(op.lhs), starts, self._steps(op)
        batch, *outer = (c.position for c in index[:-2])
        for places, count in split(width, op.tile.counts):
            loop = self._loop(count)
            self._open([[loop]])
            first = done + Symbol(loop.name) * places
            row = [[*outer, first + number] for number in range(places)]
            if op.across_rows:
                row = [[*outer, place // columns, place % columns] for *_, place in row]
            windows = list[Expr]()
            for each in row:
                parts = zip(each, op.strides, along, strict=True)
                seen = [place * stride + axis.late for place, stride, axis in parts]
                windows.append(linear(tuple(map(Component, (batch, *seen, channel))), lhs))
            totals = self._sums(op, windows, weight, steps)
            made = [
                [place * axis.apart + axis.first for place, axis in zip(each, along, strict=True)]
                for each in row
            ]
            self._put(op, [(index[0], *map(Component, each), index[-1]) for each in made], totals)
            self._close([[loop]], lanes=False)
            done = done + count * places

    def _put(
        self, op: SummedConvolutionOp, places: Sequence[Index], totals: Sequence[SSAValue]
    ) -> None:
        """The results of the group for some elements of the convolution."""
        values = self._values(self._others(op), self._sink)
        for index, total in zip(places, totals, strict=True):
            if is_bf16(op.seen):
                total = rounded_to_bf16(self._builder, total)
            self._sink.remember((op.seen, tuple(c.position for c in index)), total)
            elements = [values.at(result, index) for result in self._group.results]
            for result, element in zip(self._group.results, elements, strict=True):
                self._sink.store(result, linear(index, self._shapes.shape(result)), element)

    # Sums

    def _steps(self, op: DirectConvolutionOp) -> list[Step]:
        """The loops over a window, outermost first; neighbours that move alike are one."""
        lhs, rhs = self._shapes.shape(op.lhs), self._shapes.shape(op.rhs)
        rhs = rhs[op.in_panels + len(op.phases) :]
        every = [
            (rhs[a], product(lhs[a + 2 :]) * op.dilations[a], product(rhs[a + 1 :]))
            for a in range(len(op.strides))
        ]
        steps = list[Step]()
        for count, x, w in (*every, (rhs[-2], ONE, rhs[-1])):
            if steps and (steps[-1][1], steps[-1][2]) == (x * count, w * count):
                steps[-1] = (steps[-1][0] * count, x, w)
            elif count != ONE:
                steps.append((count, x, w))
        return steps

    def _sums(
        self,
        op: DirectConvolutionOp,
        windows: Sequence[Expr],
        weight: Expr,
        steps: Sequence[Step],
    ) -> Sequence[SSAValue]:
        """Of products over the windows of some places, from their first elements on."""
        builder = self._builder
        zero = builder.constant(0, element_of_buffer(self._buffer(op.lhs)))
        at = builder.expr(windows[0]), builder.expr(weight)
        offsets = [window - windows[0] for window in windows]
        return self._folded(op, at, offsets, steps, [zero] * len(windows))

    def _folded(
        self,
        op: DirectConvolutionOp,
        at: tuple[SSAValue, SSAValue],
        offsets: Sequence[Expr],
        steps: Sequence[Step],
        totals: Sequence[SSAValue],
    ) -> Sequence[SSAValue]:
        """More of the sums of windows that begin at `offsets` from the first one."""
        if not steps:
            return self._more(op, at, offsets, totals)
        builder, (count, *moves) = self._builder, steps[0]
        variable, carried = builder.open_loop(totals)
        x, w = (self._moved(a, variable, move) for a, move in zip(at, moves, strict=True))
        ends = self._folded(op, (x, w), offsets, steps[1:], carried)
        return builder.close_loop(builder.expr(count), totals, ends)

    def _more(
        self,
        op: DirectConvolutionOp,
        at: tuple[SSAValue, SSAValue],
        offsets: Sequence[Expr],
        totals: Sequence[SSAValue],
    ) -> list[SSAValue]:
        """One product more for each place."""
        builder, (x, w) = self._builder, at
        factor = self._element(op.rhs, w)
        found = list[SSAValue]()
        for offset, total in zip(offsets, totals, strict=True):
            place = x
            if offset != ZERO:  # last, so that it is a part of the address
                place = builder.pure(arith.AddiOp, (x, builder.expr(offset)), INDEX)
            found.append(multiply_add(builder, self._element(op.lhs, place), factor, total))
        return found

    def _element(self, value: SSAValue, place: SSAValue) -> SSAValue:
        buffer = self._buffer(value)
        return self._builder.pure(memref.LoadOp, (buffer, place), element_of_buffer(buffer))

    def _moved(self, place: SSAValue, number: SSAValue, step: Expr) -> SSAValue:
        builder = self._builder
        if step != ONE:
            number = builder.pure(arith.MuliOp, (number, builder.expr(step)), INDEX)
        return builder.pure(arith.AddiOp, (place, number), INDEX)


def _along(phase: KernelLoop, apart: int, last: int) -> Along:
    """Of the phase whose first weight has the number of the loop."""
    weight = Symbol(phase.name)
    late = (weight + (apart - 1 - last)) // apart
    return Along(as_expr(apart), last - weight + late * apart, late)


def _variable(loop: KernelLoop) -> Expr:
    return ZERO if loop.size == ONE else Symbol(loop.name)


def split(width: Expr, counts: Sequence[int]) -> Iterator[tuple[int, Expr]]:
    """How often so many places at once make a row, for each of `counts` that may be of use."""
    for count in counts:
        times = width // count if count > 1 else width
        if counts == SIXES and count == SIXES[0]:
            # one less where 1, 2 or 5 are left: with fours and a three nothing waits
            left = width % count
            fewer = left % 3 // 2 + (7 - left) // 6 - (6 - left) // 6
            times = maximum(times - fewer, 0)
        if times != ZERO:
            yield count, times
            width = width - times * count
