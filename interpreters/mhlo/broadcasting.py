"""mhlo operations that repeat elements along dimensions."""

from collections.abc import Sequence

import numpy as np

from ...dialects import mhlo
from ..arrays import Array
from ..errors import FactViolated
from ..kernels import table, tensor_op
from .attributes import integers
from .result_types import sizes_of, static_shape


def broadcast_in_dim(operand: Array, shape: Sequence[int], dimensions: Sequence[int]) -> Array:
    """`operand` with its dimensions at `dimensions` of a result of `shape`, size 1 repeated."""
    aligned = [1] * len(shape)
    for axis, (size, target) in enumerate(zip(operand.shape, dimensions, strict=True)):
        if size not in (1, shape[target]):
            raise ValueError(
                f"operand size {size} in dimension {axis} does not broadcast to "
                f"{shape[target]} in result dimension {target}"
            )
        aligned[target] = size
    order = np.argsort(np.asarray(dimensions, dtype=np.int64), kind="stable")
    return np.broadcast_to(operand.transpose(order).reshape(aligned), shape)


def _broadcast_in_dim(op: mhlo.BroadcastInDimOp, operand: Array) -> Array:
    shape = static_shape(op.results[0].type)
    return broadcast_in_dim(operand, shape, integers(op.broadcast_dimensions))


def _dynamic_broadcast_in_dim(
    op: mhlo.DynamicBroadcastInDimOp, operand: Array, output_dimensions: Array
) -> Array:
    shape, dimensions = sizes_of(output_dimensions), integers(op.broadcast_dimensions)
    for axis in integers(op.known_nonexpanding_dimensions):
        if operand.shape[axis] != shape[dimensions[axis]]:
            raise FactViolated(
                f"{op.name}: size {operand.shape[axis]} in dimension {axis} becomes "
                f"{shape[dimensions[axis]]}, which contradicts known_nonexpanding_dimensions",
                op,
            )
    for axis in integers(op.known_expanding_dimensions):
        if operand.shape[axis] != 1:
            raise FactViolated(
                f"{op.name}: size {operand.shape[axis]} in dimension {axis} "
                "contradicts known_expanding_dimensions",
                op,
            )
    return broadcast_in_dim(operand, shape, dimensions)


def _broadcast(op: mhlo.BroadcastOp, operand: Array) -> Array:
    return np.broadcast_to(operand, (*integers(op.broadcast_sizes), *operand.shape))


KERNELS = table(
    tensor_op(mhlo.BroadcastInDimOp, _broadcast_in_dim),
    tensor_op(mhlo.DynamicBroadcastInDimOp, _dynamic_broadcast_in_dim),
    tensor_op(mhlo.BroadcastOp, _broadcast),
)
