"""mhlo operations that pad arrays."""

from ...dialects import mhlo
from ..arrays import Array
from ..kernels import table, tensor_op
from .attributes import integers
from .window_views import pad


def _pad(op: mhlo.PadOp, operand: Array, value: Array) -> Array:
    low, high = integers(op.edge_padding_low), integers(op.edge_padding_high)
    return pad(operand, value, low, high, integers(op.interior_padding))


def _dynamic_pad(
    _op: mhlo.DynamicPadOp, operand: Array, value: Array, low: Array, high: Array, between: Array
) -> Array:
    return pad(operand, value, low.tolist(), high.tolist(), between.tolist())


KERNELS = table(
    tensor_op(mhlo.PadOp, _pad),
    tensor_op(mhlo.DynamicPadOp, _dynamic_pad),
)
