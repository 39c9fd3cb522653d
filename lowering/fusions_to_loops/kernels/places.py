"""A convolution whose vectors are places of a row, for images with features first.

An element of the image is read for several features, one of the kernel for all places of a
vector. So few features fill vectors too, and images and results lie as they are given.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith
from xdsl.ir import SSAValue

from ....analysis.index_maps import ONE, ZERO, Component, Index, linear, product
from ....symbolic import Expr, Symbol, as_expr
from ..builder import INDEX
from ..elements import element_of_buffer
from ..products.products import multiply_add
from ..windows import PlacesConvolutionOp, Tile
from .tiles import KernelTiles, Step

UNROLLED = 8
"""Rows of a window of so many elements are summed without a loop."""
MOST_UNROLLED = 32
"""So are longer ones where windows move by several elements."""


class KernelPlaces(KernelTiles):
    """Writes convolutions of images with features first."""

    def _convolve_places(self, op: PlacesConvolutionOp) -> None:
        """The one convolution of the group, and what the group computes of its result.

        Raises NotNative, with nothing written, where that is not element by element.
        """
        shape = self._shapes.shape(op.result)
        space = self._space(shape)
        anew = self._check(op, space.index)
        group, of_group = self._loop(as_expr(op.groups)), shape[1]
        if op.groups > 1:
            of_group = of_group // op.groups
        outer = [loop for loop in (space.variables[0], group) if loop.size != ONE]
        self._open([[loop] for loop in outer])
        first = Symbol(group.name) if group.size != ONE else ZERO
        done = ZERO
        for features in op.tile.counts:
            left = of_group - done
            count = left // features if features > 1 else left
            if count == ZERO:
                continue
            tile = self._loop(count)
            around = [tile, *space.variables[2:-1]]
            around = [loop for loop in around if loop.size != ONE]
            self._open([[loop] for loop in around])
            within = done + (ZERO if count == ONE else Symbol(tile.name) * features)
            self._places(op, space.index, (first, first * of_group + within), features, anew)
            self._close([[loop] for loop in around], lanes=False)
            done = done + count * features
        self._close([[loop] for loop in outer], lanes=False)

    def _places(
        self,
        op: PlacesConvolutionOp,
        index: Index,
        begin: tuple[Expr, Expr],
        features: int,
        anew: bool,
    ) -> None:
        """A row of the result for some features at once.

        begin: their group, and the first
        anew: whether some of the row may be computed more than once
        """
        loop = self._loop(self._shapes.shape(op.result)[-1])
        self._open([[loop]])
        place = Component(Symbol(loop.name))
        group, feature = begin
        lhs, rhs = self._shapes.shape(op.lhs), self._shapes.shape(op.rhs)
        spatial = zip(index[2:-1], op.strides, strict=False)
        rows = [Component(c.position * stride) for c, stride in spatial]
        column = place
        if self._has_classes(op):
            rows.append(Component(ZERO))
        elif op.strides[-1] > 1:
            column = Component(place.position * op.strides[-1])
        window = linear((index[0], Component(group * rhs[1]), *rows, column), lhs)
        totals = self._feature_sums(op, (window, feature * product(rhs[1:])), features)
        numbers = [Component(feature + number) for number in range(features)]
        self._put(op, [(index[0], number, *index[2:-1], place) for number in numbers], totals)
        count = self._builder.expr(loop.size)
        self._builder.close_loop(count, lanes=True, anew=anew, vectors=op.tile.vectors)

    def _feature_sums(
        self, op: PlacesConvolutionOp, starts: tuple[Expr, Expr], features: int
    ) -> Sequence[SSAValue]:
        builder = self._builder
        zero = builder.constant(0, element_of_buffer(self._buffer(op.lhs)))
        x, w = (builder.expr(start) for start in starts)
        return self._feature_steps(op, (x, w), self._window_steps(op), [zero] * features)

    def _window_steps(self, op: PlacesConvolutionOp) -> list[Step]:
        """The loops over a window, but for what is summed without a loop."""
        lhs, rhs = self._shapes.shape(op.lhs), self._shapes.shape(op.rhs)
        steps = [(rhs[1], product(lhs[2:]), product(rhs[2:]))]
        rank = len(op.strides)
        for axis in range(rank - 1):
            below = product(lhs[axis + 3 :])
            steps.append((rhs[axis + 2], below * op.dilations[axis], product(rhs[axis + 3 :])))
        if not _is_unrolled(op, rhs[-1]):
            steps.append((rhs[-1], as_expr(op.dilations[-1]), ONE))
        return [step for step in steps if step[0] != ONE]

    def _feature_steps(
        self,
        op: PlacesConvolutionOp,
        at: tuple[SSAValue, SSAValue],
        steps: Sequence[Step],
        totals: Sequence[SSAValue],
    ) -> Sequence[SSAValue]:
        builder = self._builder
        if not steps:
            return self._taps(op, at, totals)
        count, *moves = steps[0]
        variable, carried = builder.open_loop(totals)
        x, w = (self._moved(a, variable, move) for a, move in zip(at, moves, strict=True))
        ends = self._feature_steps(op, (x, w), steps[1:], carried)
        return builder.close_loop(builder.expr(count), totals, ends)

    def _taps(
        self,
        op: PlacesConvolutionOp,
        at: tuple[SSAValue, SSAValue],
        totals: Sequence[SSAValue],
    ) -> Sequence[SSAValue]:
        """Products more for each feature: of a row of the window, or of one of its elements."""
        lhs, rhs = self._shapes.shape(op.lhs), self._shapes.shape(op.rhs)
        (x, w), whole, found = at, product(rhs[1:]), list(totals)
        size, stride = rhs[-1].constant_value or 0, op.strides[-1] if self._has_classes(op) else 1
        for tap in range(size if _is_unrolled(op, rhs[-1]) else 1):
            quotient, remainder = divmod(tap * op.dilations[-1], stride)
            image = self._element(op.lhs, self._further(x, lhs[-1] * remainder + quotient))
            for number, total in enumerate(found):
                factor = self._element(op.rhs, self._further(w, whole * number + tap))
                found[number] = multiply_add(self._builder, image, factor, total)
        return found

    def _has_classes(self, op: PlacesConvolutionOp) -> bool:
        """Whether the columns of the image lie in classes."""
        return len(self._shapes.shape(op.lhs)) > len(self._shapes.shape(op.result))

    def _further(self, place: SSAValue, offset: Expr) -> SSAValue:
        if offset == ZERO:
            return place
        return self._builder.pure(arith.AddiOp, (place, self._builder.expr(offset)), INDEX)


def _is_unrolled(op: PlacesConvolutionOp, size: Expr) -> bool:
    """Whether a row of the window is summed without a loop."""
    most = UNROLLED if op.strides[-1] == 1 else MOST_UNROLLED
    return size.constant_value is not None and size.constant_value <= most


def has_places(strides: Sequence[int], size: Expr) -> bool:
    """Whether windows whose rows have `size` elements can be summed for places of a row."""
    return strides[-1] == 1 or (size.constant_value or MOST_UNROLLED + 1) <= MOST_UNROLLED


def places_tile(features: Expr, registers: int) -> Tile:
    """How many of `features` are summed at once, from many to few."""
    most, known = (8 if registers >= 32 else 6), features.constant_value
    vectors = 2 if registers >= 32 or (known or most) * 2 <= most else 1
    if known is None:
        return Tile((most, 1), vectors)
    if known <= most:
        return Tile((max(known, 1),), vectors)
    whole = max((n for n in range(most // 2 + 1, most + 1) if known % n == 0), default=0)
    return Tile((whole,) if whole else (most, known % most), vectors)
