"""compare, select and clamp on arrays."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ...dialects import mhlo
from ..arrays import Array
from .comparison import direction_of, is_total_order, total_order_key
from .elementwise import ArrayFunctions, elementwise_table, on_operands

_ORDERS: dict[str, Callable[[Any, Any], Array]] = {
    "EQ": np.equal,
    "NE": np.not_equal,
    "LT": np.less,
    "LE": np.less_equal,
    "GT": np.greater,
    "GE": np.greater_equal,
}


def clamp(low: Array, operand: Array, high: Array) -> Array:
    """`operand` within the bounds; NaN where any of the three is NaN."""
    return np.minimum(np.maximum(low, operand), high)


def _compare(op: mhlo.CompareOp, lhs: Array, rhs: Array) -> Array:
    if is_total_order(op) and lhs.dtype.kind == "f":
        lhs, rhs = total_order_key(lhs), total_order_key(rhs)
    return _ORDERS[direction_of(op)](lhs, rhs)


FUNCTIONS: ArrayFunctions = {
    **on_operands(
        {
            mhlo.ClampOp: clamp,
            mhlo.SelectOp: np.where,
        }
    ),
    mhlo.CompareOp: _compare,
}


KERNELS = elementwise_table(FUNCTIONS, mhlo.ClampOp, mhlo.SelectOp)
