"""gather and scatter: StableHLO's index arithmetic, for all elements at once."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from xdsl.interpreter import Interpreter, PythonValues

from ...dialects import mhlo
from ..arrays import Array
from ..kernels import general_op, table, tensor_op
from .attributes import integers
from .bodies import body_of
from .reduction import accumulate


@dataclass(frozen=True, slots=True)
class Indexing:
    """Which element of an operand belongs to which element of a result or update.

    Elements are laid out as batch dimensions, those of the indices, then window dimensions. An
    operand dimension is in the window unless it is `collapsed` or one of `operand_batching`.
    """

    index_vector_dim: int
    index_map: Sequence[int]
    collapsed: Sequence[int]
    operand_batching: Sequence[int]
    indices_batching: Sequence[int]

    def positions(
        self, shape: Sequence[int], indices: Array, window: Sequence[int], *, clamps: bool
    ) -> list[Array]:
        """For each operand dimension the position of every element, in arrays that broadcast.

        `window` has the window's size in every operand dimension. With `clamps`, windows that
        reach out of the operand's `shape` are moved inside.
        """
        indices = np.asarray(indices).astype(np.int64)
        if self.index_vector_dim == indices.ndim:
            vectors = indices[..., None]
        else:
            vectors = np.moveaxis(indices, self.index_vector_dim, -1)
        batch = vectors.shape[:-1]
        inside = [d for d in range(len(shape)) if d not in self._outside()]
        starts = dict(zip(self.index_map, range(len(self.index_map)), strict=True))
        result: list[Array] = []
        for dimension, size in enumerate(shape):
            position: Array = np.zeros((1,) * len(batch), dtype=np.int64)
            if (number := starts.get(dimension)) is not None:
                position = vectors[..., number]
                if clamps:
                    position = np.clip(position, 0, max(size - window[dimension], 0))
            elif dimension in self.operand_batching:
                position = self._batch_coordinate(dimension, batch)
            position = position.reshape((*position.shape, *(1,) * len(inside)))
            if dimension in inside:
                offset = np.arange(window[dimension], dtype=np.int64)
                after = len(inside) - 1 - inside.index(dimension)
                position = position + offset.reshape(-1, *(1,) * after)
            result.append(position)
        return result

    def _outside(self) -> tuple[int, ...]:
        return (*self.collapsed, *self.operand_batching)

    def _batch_coordinate(self, dimension: int, batch: tuple[int, ...]) -> Array:
        """The coordinate along the batch dimension that is tied to an operand dimension."""
        axis = self.indices_batching[list(self.operand_batching).index(dimension)]
        axis -= axis > self.index_vector_dim
        return np.arange(batch[axis], dtype=np.int64).reshape(-1, *(1,) * (len(batch) - 1 - axis))


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


def _scatter(interpreter: Interpreter, op: mhlo.ScatterOp, args: PythonValues) -> PythonValues:
    count = len(op.inputs)
    inputs, indices, updates = args[:count], args[count], args[count + 1 :]
    numbers = op.scatter_dimension_numbers.data
    indexing = Indexing(
        numbers.index_vector_dim,
        numbers.scatter_dims_to_operand_dims,
        numbers.inserted_window_dims,
        numbers.input_batching_dims,
        numbers.scatter_indices_batching_dims,
    )
    shape, rank = inputs[0].shape, updates[0].ndim
    window_dims = numbers.update_window_dims
    scatter_dims = [axis for axis in range(rank) if axis not in window_dims]
    laid_out = [update.transpose(*scatter_dims, *window_dims) for update in updates]
    sizes = _window_sizes(indexing, shape, [updates[0].shape[axis] for axis in window_dims])
    positions = indexing.positions(shape, indices, sizes, clamps=False)
    flat, inside = _flat_positions(positions, shape, laid_out[0].shape)
    results = [array.ravel().copy() for array in inputs]
    body = body_of(interpreter, op.update_computation)
    accumulate(
        interpreter, body, results, flat[inside], [update.ravel()[inside] for update in laid_out]
    )
    return tuple(result.reshape(shape) for result in results)


def _window_sizes(indexing: Indexing, shape: Sequence[int], sizes: Sequence[int]) -> list[int]:
    """The window's size in every operand dimension: 1 where the update has no such dimension."""
    outside = (*indexing.collapsed, *indexing.operand_batching)
    remaining = iter(sizes)
    return [1 if axis in outside else next(remaining) for axis in range(len(shape))]


def _flat_positions(
    positions: Sequence[Array], shape: Sequence[int], updates: tuple[int, ...]
) -> tuple[Array, Array]:
    """Row-major positions in an array of `shape`, and which of them lie inside it."""
    flat = np.zeros(updates, dtype=np.int64)
    inside = np.ones(updates, dtype=np.bool_)
    for position, size in zip(positions, shape, strict=True):
        inside &= (position >= 0) & (position < size)
        flat = flat * size + position
    return flat.ravel(), inside.ravel()


def _torch_index_select(op: mhlo.TorchIndexSelectOp, operand: Array, index: Array) -> Array:
    batch, axis = op.batch_dims.value.data, op.dim.value.data
    if batch == 0:
        return np.take(operand, index, axis=axis)
    lead = operand.shape[:batch]
    parts = [np.take(operand[at], index[at], axis=axis - batch) for at in np.ndindex(lead)]
    tail = (*operand.shape[batch:axis], *index.shape[batch:], *operand.shape[axis + 1 :])
    return np.array(parts, dtype=operand.dtype).reshape((*lead, *tail))


INDEXING_KERNELS = table(
    tensor_op(mhlo.GatherOp, _gather_op),
    tensor_op(mhlo.DynamicGatherOp, _dynamic_gather),
    tensor_op(mhlo.TorchIndexSelectOp, _torch_index_select),
    general_op(mhlo.ScatterOp, _scatter),
)
