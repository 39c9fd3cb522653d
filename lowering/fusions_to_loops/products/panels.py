"""Panels: how the right side of a product lies where its code reads it in one line.

`depth` rows at a time, panels of `width` columns follow each other, each row after row; columns
beyond the last one are 0.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

LEAST = 1 << 10
"""How many elements are worth it."""


class Panels(NamedTuple):
    """What the product's code reads at a time."""

    width: int
    depth: int

    def packed(self, matrix: NDArray[np.float32]) -> NDArray[np.float32]:
        """A matrix of f32 in panels, as one line."""
        rows, columns = matrix.shape
        count = -(-columns // self.width)
        whole = np.zeros((rows, count * self.width), np.float32)
        whole[:, :columns] = matrix
        parts = [
            whole[row : row + self.depth].reshape(-1, count, self.width).transpose(1, 0, 2).ravel()
            for row in range(0, rows, self.depth)
        ]
        return np.concatenate(parts)

    def pays(self, rows: int, columns: int) -> bool:
        """Whether a matrix is large enough, and hardly grows."""
        grown = -(-columns // self.width) * self.width
        return rows * columns >= LEAST and 4 * grown <= 5 * columns
