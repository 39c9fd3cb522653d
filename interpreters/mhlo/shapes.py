"""mhlo operations that move elements or make them up: broadcasts, reshapes, iota, concatenation."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from xdsl.dialects.builtin import DYNAMIC_INDEX, TensorType
from xdsl.ir import Attribute

from ...dialects import mhlo
from ..arrays import Array, dtype_of, element_of
from ..errors import Contradiction
from ..kernels import table, tensor_op
from .attributes import integers
from .windows import pad


def element_dtype(type_: Attribute) -> "np.dtype[Any]":
    """The numpy type of the elements of a tensor type."""
    return dtype_of(element_of(type_))


def static_shape(type_: Attribute) -> tuple[int, ...]:
    """The sizes of a tensor type; ValueError when one of them is unknown."""
    assert isinstance(type_, TensorType)
    shape = type_.get_shape()
    if DYNAMIC_INDEX in shape:
        raise ValueError(f"the result type {type_} has an unknown size, no operand gives it")
    return shape


def sizes_of(operand: Array) -> tuple[int, ...]:
    """The elements of a 1-D shape operand; ValueError for a negative one."""
    sizes = tuple(int(size) for size in operand)
    if any(size < 0 for size in sizes):
        raise ValueError(f"the shape operand is {list(sizes)}, a size cannot be negative")
    return sizes


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
            raise Contradiction(
                f"{op.name}: size {operand.shape[axis]} in dimension {axis} becomes "
                f"{shape[dimensions[axis]]}, which contradicts known_nonexpanding_dimensions",
                op,
            )
    for axis in integers(op.known_expanding_dimensions):
        if operand.shape[axis] != 1:
            raise Contradiction(
                f"{op.name}: size {operand.shape[axis]} in dimension {axis} "
                "contradicts known_expanding_dimensions",
                op,
            )
    return broadcast_in_dim(operand, shape, dimensions)


def _broadcast(op: mhlo.BroadcastOp, operand: Array) -> Array:
    return np.broadcast_to(operand, (*integers(op.broadcast_sizes), *operand.shape))


def _reshape(op: mhlo.ReshapeOp, operand: Array) -> Array:
    return operand.reshape(static_shape(op.results[0].type))


def _dynamic_reshape(_op: mhlo.DynamicReshapeOp, operand: Array, shape: Array) -> Array:
    return operand.reshape(sizes_of(shape))


def iota(shape: Sequence[int], dimension: int, dtype: "np.dtype[Any]") -> Array:
    """0, 1, … along `dimension`, the same along the others."""
    numbers = np.arange(shape[dimension]).astype(dtype)
    aligned = [1] * len(shape)
    aligned[dimension] = -1 if numbers.size else 0
    return np.broadcast_to(numbers.reshape(aligned), shape)


def _iota(op: mhlo.IotaOp) -> Array:
    type_ = op.results[0].type
    return iota(static_shape(type_), op.iota_dimension.value.data, element_dtype(type_))


def _dynamic_iota(op: mhlo.DynamicIotaOp, shape: Array) -> Array:
    dtype = element_dtype(op.results[0].type)
    return iota(sizes_of(shape), op.iota_dimension.value.data, dtype)


def _transpose(op: mhlo.TransposeOp, operand: Array) -> Array:
    return operand.transpose(integers(op.permutation))


def _concatenate(op: mhlo.ConcatenateOp, *operands: Array) -> Array:
    return np.concatenate(operands, axis=op.dimension.value.data)


def _reverse(op: mhlo.ReverseOp, operand: Array) -> Array:
    return np.flip(operand, tuple(integers(op.dimensions)))


def _pad(op: mhlo.PadOp, operand: Array, value: Array) -> Array:
    low, high = integers(op.edge_padding_low), integers(op.edge_padding_high)
    return pad(operand, value, low, high, integers(op.interior_padding))


def _dynamic_pad(
    _op: mhlo.DynamicPadOp, operand: Array, value: Array, low: Array, high: Array, between: Array
) -> Array:
    return pad(operand, value, low.tolist(), high.tolist(), between.tolist())


def _bitcast_convert(op: mhlo.BitcastConvertOp, operand: Array) -> Array:
    """The same bits as other elements: a narrower type adds a last dimension, a wider one drops it."""
    dtype = element_dtype(op.results[0].type)
    old, new = operand.dtype.itemsize, dtype.itemsize
    dense = np.ascontiguousarray(operand).reshape(operand.shape)
    if old == new:
        return dense.view(dtype).reshape(operand.shape)
    if old > new:
        return dense.reshape(*operand.shape, 1).view(dtype).reshape(*operand.shape, old // new)
    return dense.view(dtype).reshape(operand.shape[:-1])


def _bitcast(op: mhlo.BitcastOp, operand: Array) -> Array:
    """The same bytes, in row-major order, as elements and in the shape of the result type."""
    type_ = op.results[0].type
    return (
        np.ascontiguousarray(operand)
        .ravel()
        .view(element_dtype(type_))
        .reshape(static_shape(type_))
    )


SHAPE_KERNELS = table(
    tensor_op(mhlo.BroadcastInDimOp, _broadcast_in_dim),
    tensor_op(mhlo.DynamicBroadcastInDimOp, _dynamic_broadcast_in_dim),
    tensor_op(mhlo.BroadcastOp, _broadcast),
    tensor_op(mhlo.ReshapeOp, _reshape),
    tensor_op(mhlo.DynamicReshapeOp, _dynamic_reshape),
    tensor_op(mhlo.IotaOp, _iota),
    tensor_op(mhlo.DynamicIotaOp, _dynamic_iota),
    tensor_op(mhlo.TransposeOp, _transpose),
    tensor_op(mhlo.ConcatenateOp, _concatenate),
    tensor_op(mhlo.ReverseOp, _reverse),
    tensor_op(mhlo.PadOp, _pad),
    tensor_op(mhlo.DynamicPadOp, _dynamic_pad),
    tensor_op(mhlo.BitcastConvertOp, _bitcast_convert),
    tensor_op(mhlo.BitcastOp, _bitcast),
)
