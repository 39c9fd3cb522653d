"""Sparse rows of labels, in order, as matrices."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects.builtin import i64
from xdsl.ir import SSAValue

from ...dialects import mhlo
from ...dialects.types import element_type_of
from ...symbolic import Expr
from .builder import Builder
from .formulas import Elements, where
from .gathering import take_flat
from .index_rows import as_rows
from .reducers import reduce
from .scattering import replacing_body, scatter
from .sorting import scan

NOWHERE = 2**62
"""A place that is in no row."""


@dataclass(frozen=True, slots=True)
class LabelRows:
    """Which row each label is in, at which place there, and how many each row has."""

    rows: Elements
    places: Elements
    counts: Elements

    @staticmethod
    def of(b: Builder, rows: Elements, kept: Elements, count: Expr) -> LabelRows:
        """Of `count` rows; labels that are not `kept` have no place."""
        ones = kept.convert(i64)
        before = Elements(b, scan(b, ones.value, mhlo.AddOp, 0, 0)) - ones
        vector = b.ranked(i64, [count])
        counts = scatter(b, b.splat(0, vector), rows.value, ones.value, mhlo.AddOp)
        firsts = b.splat(NOWHERE, vector)
        firsts = scatter(b, firsts, rows.value, before.value, mhlo.MinimumOp)
        places = before - Elements(b, take_flat(b, firsts, rows.value))
        return LabelRows(rows, where(kept, places, NOWHERE), Elements(b, counts))

    def most(self) -> Expr:
        """The greatest number of labels in a row, 0 without rows."""
        b = self.rows.b
        return b.read(reduce(b, self.counts.value, mhlo.MaximumOp, 0, [0]))

    def matrix(
        self, values: SSAValue, width: Expr, fill: SSAValue, step: int = 1, first: int = 0
    ) -> Elements:
        """`[row, width]` of `fill`, the labels at every `step`-th place from `first` on."""
        b = self.rows.b
        (count,) = b.shape(self.counts.value)
        type = b.ranked(element_type_of(values), [count, width])
        places = where(self.places < NOWHERE, self.places * step + first, self.places)
        at = as_rows(b, [self.rows, places])
        return Elements(b, scatter(b, b.broadcast(fill, type), at, values, replacing_body, 2))


def spread_rows(b: Builder, value: Elements, like: SSAValue, axis: int) -> Elements:
    """A number of each row for all elements of it in a tensor of the shape of `like`, whose
    dimension `axis` is the rows."""
    return Elements(b, b.broadcast(value.value, b.like(like, value.element_type), [axis]))
