"""StableHLO's index arithmetic of gather and scatter, for all elements at once."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Array


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
