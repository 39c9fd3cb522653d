"""mhlo operations that read slices at computed indices."""

from collections.abc import Sequence

import numpy as np

from ...dialects import mhlo
from ..arrays import Array
from ..kernels import table, tensor_op
from .attributes import integers
from .indexing import Indexing


def gather(
    operand: Array, indices: Array, sizes: Sequence[int], indexing: Indexing, offset: Sequence[int]
) -> Array:
    """Windows of `sizes` out of `operand`, their dimensions put at `offset` in the result."""
    positions = indexing.positions(operand.shape, indices, sizes, clamps=True)
    if any(size > whole or size < 0 for size, whole in zip(sizes, operand.shape, strict=True)):
        raise ValueError(f"slices of sizes {list(sizes)} do not fit shape {operand.shape}")
    batch = _batch_shape(indices, indexing.index_vector_dim)
    picked = operand[tuple(np.broadcast_arrays(*positions))]
    picked = np.broadcast_to(picked, batch + picked.shape[len(batch) :])
    return np.moveaxis(picked, range(len(batch), picked.ndim), sorted(offset))


def _batch_shape(indices: Array, vector_dim: int) -> tuple[int, ...]:
    return tuple(size for axis, size in enumerate(indices.shape) if axis != vector_dim)


def _gather_op(op: mhlo.GatherOp, operand: Array, indices: Array) -> Array:
    return _gather_by(op, operand, indices, integers(op.slice_sizes))


def _dynamic_gather(
    op: mhlo.DynamicGatherOp, operand: Array, indices: Array, sizes: Array
) -> Array:
    return _gather_by(op, operand, indices, sizes.tolist())


def _gather_by(
    op: mhlo.GatherOp | mhlo.DynamicGatherOp, operand: Array, indices: Array, sizes: list[int]
) -> Array:
    numbers = op.dimension_numbers.data
    indexing = Indexing(
        numbers.index_vector_dim,
        numbers.start_index_map,
        numbers.collapsed_slice_dims,
        numbers.operand_batching_dims,
        numbers.start_indices_batching_dims,
    )
    return gather(operand, indices, sizes, indexing, numbers.offset_dims)


def _torch_index_select(op: mhlo.TorchIndexSelectOp, operand: Array, index: Array) -> Array:
    axis, batch = op.places(operand.ndim, index.ndim)
    if batch == 0:
        return np.take(operand, index, axis=axis)
    lead = operand.shape[:batch]
    parts = [np.take(operand[at], index[at], axis=axis - batch) for at in np.ndindex(lead)]
    tail = (*operand.shape[batch:axis], *index.shape[batch:], *operand.shape[axis + 1 :])
    return np.array(parts, dtype=operand.dtype).reshape((*lead, *tail))


KERNELS = table(
    tensor_op(mhlo.GatherOp, _gather_op),
    tensor_op(mhlo.DynamicGatherOp, _dynamic_gather),
    tensor_op(mhlo.TorchIndexSelectOp, _torch_index_select),
)
