"""Operands and results of a product where they lie: by how many elements each kind of dimension
moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from xdsl.ir import SSAValue

from ....analysis.index_maps import ONE
from ....symbolic import Expr
from ..temporaries import Temporaries


class ProductTensor:
    """A tensor of `shape` whose dimensions lie in `order`, the elements of the last one in line.

    `batch` are dimensions of it.
    """

    def __init__(self, shape: Sequence[Expr], order: Sequence[int], batch: Sequence[int]):
        self.shape, self.batch = shape, batch
        self._steps, step = [ONE] * len(shape), ONE
        for d in reversed(order):
            self._steps[d] = step
            step = step * shape[d]

    def sizes(self, dims: Sequence[int]) -> list[Expr]:
        """The size of each of `dims`."""
        return [self.shape[d] for d in dims]

    def stride(self, dims: Sequence[int]) -> Expr:
        """How far one step moves along dimensions that count as one."""
        found = self._merged(dims)
        assert found is not None
        return found

    def counts_as_one(self, *kinds: Sequence[int]) -> bool:
        """Whether the dimensions of each of `kinds` are gone through by one stride."""
        return all(self._merged(dims) is not None for dims in kinds)

    def _merged(self, dims: Sequence[int]) -> Expr | None:
        steps = [(self.shape[d], self._steps[d]) for d in dims if self.shape[d] != ONE]
        for (_, outer), (size, inner) in pairwise(steps):
            if outer != size * inner:
                return None
        return steps[-1][1] if steps else ONE


class ProductOperand(ProductTensor):
    """One side of a product. `inner` are the dimensions that are summed, `free` those that are
    neither these nor `batch`.
    """

    def __init__(
        self, made: Temporaries, value: SSAValue, batch: Sequence[int], inner: Sequence[int]
    ):
        self._made = made
        source, self._order = made.writer.seen(value)
        self._source = made.rounded(source)
        lies = made.writer.shape(self._source)
        places = [list(self._order).index(d) for d in range(len(lies))]
        super().__init__([lies[d] for d in self._order], places, batch)
        self.inner = inner
        self.free = [d for d in range(len(self.shape)) if d not in (*batch, *inner)]

    def laid_out(self) -> ProductOperand:
        """A copy whose dimensions of one kind follow each other."""
        kinds = (self.batch, self.free, self.inner)
        order = [d for dims in kinds for d in dims]
        copy = self._made.transposed(self._source, [self._order[d] for d in order])
        places = [[order.index(d) for d in dims] for dims in (self.batch, self.inner)]
        return ProductOperand(self._made, copy, *places)

    def buffer(self) -> SSAValue:
        """Where its elements are."""
        return self._made.writer.buffer(self._source)


def readable(
    lhs: ProductOperand, rhs: ProductOperand
) -> tuple[ProductOperand, ProductOperand, int]:
    """Both sides so that strides reach all elements, and how many of their dimensions of batches
    are gone through outside of the others; what cannot be read where it lies is laid out anew.
    """
    a, b = (
        side if side.counts_as_one(side.free, side.inner) else side.laid_out()
        for side in (lhs, rhs)
    )
    outer = outer_batches(a, b)
    if outer is not None:
        return a, b, outer
    a, b = (side if side.counts_as_one(side.batch) else side.laid_out() for side in (a, b))
    return a, b, 0


def outer_batches(*sides: ProductTensor) -> int | None:
    """How many dimensions of batches must be gone through outside of the others, so that each
    part of them counts as one in all of `sides`; None where none will do.
    """
    for outer in range(max(len(sides[0].batch), 1)):
        if all(side.counts_as_one(side.batch[:outer], side.batch[outer:]) for side in sides):
            return outer
    return None
