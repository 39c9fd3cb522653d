"""Rows of indices: tensors whose last dimension has the numbers of an index."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i64
from xdsl.ir import SSAValue

from ...dialects.types import element_type_of
from .builder import Builder
from .formulas import Elements
from .joining import concatenate


def as_rows(b: Builder, columns: Sequence[Elements]) -> SSAValue:
    """Tensors of one shape as the numbers of rows in a new last dimension."""
    shape = b.shape(columns[0].value)
    one = b.ranked(i64, [*shape, 1])
    parts = [b.reshape(column.value, one) for column in columns]
    return concatenate(b, parts, len(shape), b.ranked(i64, [*shape, len(columns)]))


def column_of(b: Builder, indices: SSAValue, i: int) -> Elements:
    """Number `i` of each row of `indices`."""
    vector = b.ranked(element_type_of(indices), b.shape(indices)[:1])
    return Elements(b, b.reshape(b.slice(indices, 1, i, i + 1), vector))
