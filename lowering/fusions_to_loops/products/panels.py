"""Panels: how the right side of a product lies where its code reads it in one line.

`depth` rows at a time, panels of `width` columns follow each other, each row after row, or `group`
rows after as many others, those of one column side by side; what is beyond the matrix is 0.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

LEAST = 1 << 10
"""How many elements are worth it."""


class Panels(NamedTuple):
    """What the product's code reads at a time."""

    width: int
    depth: int
    group: int = 1

    def packed(self, matrix: NDArray[Any]) -> NDArray[Any]:
        """A matrix in panels, as one line."""
        rows, columns = matrix.shape
        count, tall = -(-columns // self.width), -(-rows // self.group) * self.group
        whole = np.zeros((tall, count * self.width), matrix.dtype)
        whole[:rows, :columns] = matrix
        parts = [
            whole[row : row + self.depth]
            .reshape(-1, self.group, count, self.width)
            .transpose(2, 0, 3, 1)
            .ravel()
            for row in range(0, rows, self.depth)
        ]
        return np.concatenate(parts)

    def pays(self, rows: int, columns: int) -> bool:
        """Whether a matrix is large enough, and hardly grows."""
        grown = -(-columns // self.width) * self.width
        return rows * columns >= LEAST and 4 * grown <= 5 * columns
