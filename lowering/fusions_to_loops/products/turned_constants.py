"""Constants with their dimensions in another order, which are laid out when they are compiled."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.dialects.builtin import BytesAttr, DenseIntOrFPElementsAttr, TensorType
from xdsl.ir import SSAValue

from ....dialects import mhlo
from ....dialects.types import bit_width, is_dense
from ..kernels.values import is_splat

FEW = 1 << 12
"""Bytes that may be there twice, where something else uses the constant as it is."""


def turned_constant(value: SSAValue, order: Sequence[int]) -> SSAValue | None:
    """`value` with its dimensions in `order`, a constant; None where it is none, or would be in
    memory twice.
    """
    constant = value.owner
    if not isinstance(constant, mhlo.ConstantOp) or is_splat(constant):
        return None
    dense = constant.value
    if not is_dense(dense) or (width := bit_width(dense.get_element_type())) not in (8, 16, 32, 64):
        return None
    elements, shape = dense.data.data, dense.get_shape()
    if len(elements) > FEW and len(list(value.uses)) > 1:
        return None
    whole = np.frombuffer(elements, np.dtype(f"<u{width // 8}")).reshape(shape)
    made = np.ascontiguousarray(whole.transpose(order))
    type_ = TensorType(dense.get_element_type(), made.shape)
    return mhlo.ConstantOp(DenseIntOrFPElementsAttr(type_, BytesAttr(made.tobytes()))).output
