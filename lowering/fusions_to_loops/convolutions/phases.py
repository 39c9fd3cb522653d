"""Convolutions of images whose elements are moved apart, without the zeros in between.

Where elements are `d` apart the results at `d * q + r` are sums over neighbours of `q`, for each
remainder `r` with other elements of the kernel. So a convolution with `d` times the features along
each such dimension, and a window of about a `d`-th, computes them all; its features are moved to
their places afterwards (Shi et al., "Is the deconvolution layer the same as a convolutional
layer?", 2016).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import prod

import numpy as np
from xdsl.ir import SSAValue

from ....analysis.index_maps import ONE, ZERO, Sizes, product
from ....dialects import mhlo
from ....symbolic import Expr, as_expr, eq, ge
from ..temporaries import Temporaries
from ..windows import AffineOp, ValueOp, dense_zero, tensor_like
from .padding import SpatialPadding, pad, padded_size, window_count
from .rows import PlainConvolution
from .weights import constant_elements, constant_like


@dataclass(frozen=True, slots=True)
class Phases:
    """Of each dimension: how far apart elements are, which neighbours of a result's quotient its
    window reaches, and the padding before.
    """

    apart: tuple[int, ...]
    first: tuple[int, ...]
    last: tuple[int, ...]
    low: tuple[int, ...]

    @property
    def count(self) -> int:
        """How many features there are for one."""
        return prod(self.apart)

    def first_weights(self) -> list[tuple[int, int]]:
        """Of each dimension: how far elements are apart, and the first weight of the first result
        that meets one.
        """
        return [(d, low % d) for d, low in zip(self.apart, self.low, strict=True)]

    def with_room(self, window: Sizes) -> Phases:
        """With neighbours for windows of `window` in every phase."""
        ends = [
            first + (size.constant_value or 0) - 1 + (low % d < d - 1)
            for d, low, first, size in zip(self.apart, self.low, self.first, window, strict=False)
        ]
        return replace(self, last=tuple(map(max, self.last, ends)))

    def window(self) -> tuple[Expr, ...]:
        """The sizes of the window in the convolution of neighbours, where elements are apart."""
        return tuple(as_expr(b - a + 1) for a, b in zip(self.first, self.last, strict=True))


def phases_of(
    conv: PlainConvolution, window: Sizes, low: Sequence[Expr], apart: Sequence[int]
) -> Phases | None:
    """None where elements are not apart along all dimensions, or it does not pay."""
    if conv.groups > 1 or conv.batch_groups > 1 or any(d == 1 for d in apart):
        return None
    if any(step != 1 for step in (*conv.strides, *conv.dilations)):
        return None
    before = [amount.constant_value for amount in low]
    sizes = [size.constant_value for size in window]
    first, last = list[int](), list[int]()
    for d, begin, size in zip(apart, before, sizes, strict=True):
        if begin is None or not size:
            return None
        first.append(-(begin // d))
        last.append((size - 1 + d - 1 - begin) // d)
    known = tuple(begin or 0 for begin in before)
    return Phases(tuple(apart), tuple(first), tuple(last), known)


class PhasesWriter:
    """Writes what is around such a convolution."""

    def __init__(self, temporaries: Temporaries):
        self._made = temporaries
        self._writer = temporaries.writer

    def by_weights(self, rhs: SSAValue, phases: Phases) -> SSAValue:
        """`[first weight.., window.., channel, feature]` of `rhs [window.., channel, feature]`:
        from each first weight on those that meet elements.
        """
        *sizes, depth, features = self._writer.shape(rhs)
        known, rank = [size.constant_value or 0 for size in sizes], len(sizes)
        windows = [-(-size // d) for size, d in zip(known, phases.apart, strict=True)]
        whole = [n * d for n, d in zip(windows, phases.apart, strict=True)]
        rest = [n - size for n, size in zip(whole, known, strict=True)]
        constant = self._writer.outer(rhs)
        if (elements := constant_elements(constant)) is not None:
            padded = np.pad(elements, [*((0, n) for n in rest), (0, 0), (0, 0)])
            parts = [part for pair in zip(windows, phases.apart, strict=True) for part in pair]
            apart = padded.reshape(*parts, *padded.shape[rank:])
            order = [*range(1, 2 * rank, 2), *range(0, 2 * rank, 2), 2 * rank, 2 * rank + 1]
            return constant_like(constant, apart.transpose(order))
        zero = mhlo.ConstantOp.create(
            properties={"value": dense_zero(rhs)}, result_types=[tensor_like(rhs, 0)]
        )
        amounts = [ZERO] * (rank + 2), [*map(as_expr, rest), ZERO, ZERO], [1] * (rank + 2)
        value = pad(self._writer, rhs, zero.results[0], amounts, self._made.single)
        terms: list[Sequence[tuple[int, Expr]]] = [
            [(rank + axis, as_expr(d)), (axis, ONE)] for axis, d in enumerate(phases.apart)
        ]
        terms += [[(2 * rank, ONE)], [(2 * rank + 1, ONE)]]
        shape = (*map(as_expr, (*phases.apart, *windows)), depth, features)
        op = AffineOp(value, 2 * rank + 2, terms, [ZERO] * (rank + 2))
        return self._made.single(op, shape)

    def kernel(self, rhs: SSAValue, phases: Phases) -> SSAValue:
        """`[window.., channel, phase.. * feature]` of `rhs [window.., channel, feature]`."""
        *sizes, depth, features = self._writer.shape(rhs)
        rank, low, high, starts = len(sizes), list[Expr](), list[Expr](), list[int]()
        parts = zip(phases.apart, phases.first, phases.last, phases.low, sizes, strict=True)
        for d, first, last, begin, size in parts:
            start = d * first + begin
            before = max(0, d - 1 - start)
            low.append(as_expr(before))
            high.append(as_expr(max(0, d * last + begin + 1 - (size.constant_value or 0))))
            starts.append(start + before)
        zero = mhlo.ConstantOp.create(
            properties={"value": dense_zero(rhs)}, result_types=[tensor_like(rhs, 0)]
        )
        amounts = [*low, ZERO, ZERO], [*high, ZERO, ZERO], [1] * (rank + 2)
        padded = pad(self._writer, rhs, zero.results[0], amounts, self._made.single)
        terms: list[Sequence[tuple[int, Expr]]] = [
            [(axis, as_expr(d)), (rank + 1 + axis, as_expr(-1))]
            for axis, d in enumerate(phases.apart)
        ]
        terms += [[(rank, ONE)], [(2 * rank + 1, ONE)]]
        offsets = [*map(as_expr, starts), ZERO, ZERO]
        shape = (*phases.window(), depth, *map(as_expr, phases.apart), features)
        found = self._made.single(AffineOp(padded, 2 * rank + 2, terms, offsets), shape)
        return self.seen_as(found, (*phases.window(), depth, features * phases.count))

    def neighbours(
        self, phases: Phases, sizes: Sizes, kernel: Sizes, high: Sequence[Expr]
    ) -> tuple[Sizes, SpatialPadding]:
        """The sizes of the result, and the padding of the convolution of neighbours.

        sizes: of the image
        kernel: the window first
        high: the padding after the image
        """
        counts, ends, d = list[Expr](), list[Expr](), phases.apart
        for axis, (size, window) in enumerate(zip(sizes, kernel, strict=False)):
            begin, after = phases.low[axis], high[axis]
            whole = padded_size(size, as_expr(begin), after, d[axis])
            self._writer.require(ge(whole, 0))
            counts.append(window_count(whole, window, 1, 1))
        for quotient, last, size in zip(
            self.quotients(tuple(counts), phases), phases.last, sizes, strict=True
        ):
            ends.append(quotient + last - size)
        starts = [as_expr(-first) for first in phases.first]
        return tuple(counts), SpatialPadding(starts, ends, [1] * len(ends))

    def quotients(self, counts: Sizes, phases: Phases) -> Sizes:
        """How many quotients the places of a result have, along each dimension."""
        pairs = zip(counts, phases.apart, strict=True)
        return tuple((count + (d - 1)) // d for count, d in pairs)

    def put_in_places(
        self, value: SSAValue, phases: Phases, counts: Sizes, *, first: bool
    ) -> SSAValue:
        """The result, whose spatial dimensions are `counts`, of all its phases.

        first: whether features come first, in `value` and in the result
        """
        shape, rank = self._writer.shape(value), len(counts)
        batch, features = shape[0], shape[1 if first else -1]
        quotients = shape[2:] if first else shape[1:-1]
        own, apart = _quotient(features, phases.count), tuple(map(as_expr, phases.apart))
        if first:
            whole = (batch, *apart, own, *quotients)
            begins, feature = (rank + 2, 1), rank + 1
        else:
            whole = (batch, *quotients, *apart, own)
            begins, feature = (1, rank + 1), 2 * rank + 1
        moved = [begin + axis for axis in range(rank) for begin in begins]
        order = [0, feature, *moved] if first else [0, *moved, feature]
        turned = self._made.transposed(self.seen_as(value, whole), order)
        sizes = [q * d for q, d in zip(quotients, apart, strict=True)]
        joined = (batch, own, *sizes) if first else (batch, *sizes, own)
        found = self.seen_as(turned, joined)
        wanted = (batch, own, *counts) if first else (batch, *counts, own)
        if wanted == joined:
            return found
        terms = [[(axis, ONE)] for axis in range(len(wanted))]
        op = AffineOp(found, len(wanted), terms, [ZERO] * len(wanted))
        return self._made.single(op, wanted)

    def seen_as(self, value: SSAValue, shape: Sizes) -> SSAValue:
        """The elements of `value` with other dimensions, where they lie."""
        buffer = self._writer.buffer(value)
        before = product(self._writer.shape(value))
        if before != product(shape):
            self._writer.require(eq(before, product(shape)))
        found = self._made.keep(ValueOp(value, len(shape)), shape)
        self._writer.set_buffer(found, buffer)
        return found


def _quotient(features: Expr, count: int) -> Expr:
    known = features.constant_value
    return features // count if known is None else as_expr(known // count)
