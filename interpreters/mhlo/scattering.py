"""mhlo.scatter on arrays."""

from collections.abc import Sequence

import numpy as np
from xdsl.interpreter import Interpreter, PythonValues

from ...dialects import mhlo
from ..arrays import Array
from ..kernels import general_op, table
from .accumulation import accumulate
from .bodies import body_of
from .indexing import Indexing


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


KERNELS = table(
    general_op(mhlo.ScatterOp, _scatter),
)
