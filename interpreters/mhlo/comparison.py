"""How mhlo comparisons order elements."""

import numpy as np

from ...dialects import mhlo
from ..arrays import Array


def total_order_key(a: Array) -> Array:
    """Integers in the total order of floats: -NaN < -inf < … < -0 < +0 < … < inf < NaN."""
    bits = np.ascontiguousarray(a).view(f"i{a.dtype.itemsize}").reshape(a.shape)
    return np.where(bits < 0, ~bits ^ np.iinfo(bits.dtype).min, bits)


def direction_of(op: mhlo.CompareOp) -> str:
    """The comparison that `op` makes: `LT`, `EQ`, …"""
    return op.comparison_direction.data.value


def is_total_order(op: mhlo.CompareOp) -> bool:
    """Whether floats are compared in the total order, where NaN has its place too."""
    return op.compare_type is not None and op.compare_type.data.value == "TOTALORDER"
