"""Constant right sides of products, in the order in which the product's code reads them.

So nothing is laid out in a call, and memory is read in line.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
from xdsl.dialects.builtin import BytesAttr, DenseIntOrFPElementsAttr, TensorType, f32, i8
from xdsl.ir import Attribute, Operation, SSAValue

from ....dialects import mhlo
from ....dialects.types import element_type_of, is_dense
from ..function import FunctionWriter
from ..kernels.values import is_splat
from .panels import Panels

DTYPES: dict[Attribute, np.dtype[Any]] = {f32: np.dtype("<f4"), i8: np.dtype(np.int8)}
"""Those of elements that may lie in panels."""
TOP = np.int8(-128)
"""What bytes are more in panels: the code multiplies unsigned ones by signed ones."""


def packed_weights(
    writer: FunctionWriter, op: mhlo.DotGeneralOp, panels: Panels
) -> SSAValue | None:
    """The right side of `op` in panels, a constant, the same for all products that sum it over the
    same dimensions; None where it is none, has batches, does not pay, or something else uses it
    too, so that it would be there twice.
    """
    numbers = op.dot_dimension_numbers.data
    source, order = writer.seen(op.rhs)
    if numbers.rhs_batching_dimensions or element_type_of(source) != element_type_of(op.lhs):
        return None
    if not all(_reads_alike(use.operation, use.index, op) for use in source.uses):
        return None
    return packed_matrix(writer, source, order, numbers.rhs_contracting_dimensions, panels)


def packed_matrix(
    writer: FunctionWriter,
    source: SSAValue,
    order: Sequence[int],
    inner: Sequence[int],
    panels: Panels,
) -> SSAValue | None:
    """`source`, whose dimensions lie in `order`, summed over `inner`, in panels; None where it is
    no constant, or it does not pay.
    """
    constant = source.owner
    if not isinstance(constant, mhlo.ConstantOp):
        return None
    value = constant.value
    if not is_dense(value) or is_splat(constant):
        return None
    element = value.get_element_type()
    if element not in DTYPES:
        return None
    key = value, tuple(order), tuple(inner)
    if key in writer.packed:
        return writer.packed[key]
    shape = [value.get_shape()[d] for d in order]
    free = [d for d in range(len(shape)) if d not in inner]
    rows, columns = (prod(shape[d] for d in dims) for dims in (inner, free))
    if not panels.pays(rows, columns):
        return None
    elements = np.frombuffer(value.data.data, DTYPES[element]).reshape(value.get_shape())
    matrix = elements.transpose([order[d] for d in (*inner, *free)]).reshape(rows, columns)
    line = panels.packed(matrix)
    if element == i8:
        line ^= TOP
    type_ = TensorType(element, [line.size])
    made = DenseIntOrFPElementsAttr(type_, BytesAttr(line.tobytes()))
    return writer.packed.setdefault(key, mhlo.ConstantOp(made).output)


def _reads_alike(user: Operation, place: int, op: mhlo.DotGeneralOp) -> bool:
    """Whether `user` has as its right side what `op` has, and sums it over the same dimensions."""
    if not isinstance(user, mhlo.DotGeneralOp) or place != 1:
        return False
    mine, numbers = op.dot_dimension_numbers.data, user.dot_dimension_numbers.data
    return (
        mine.rhs_contracting_dimensions == numbers.rhs_contracting_dimensions
        and mine.rhs_batching_dimensions == numbers.rhs_batching_dimensions
    )
