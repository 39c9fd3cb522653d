"""Matrix factorisations and solves on the last two dimensions."""

import numpy as np

from ...dialects import mhlo
from ..arrays import Array
from ..kernels import table, tensor_op


def _cholesky(op: mhlo.CholeskyOp, matrix: Array) -> Array:
    """L with `L Lᴴ = matrix`, or its transpose; only the named triangle is read."""
    lower = bool(op.lower is not None and op.lower.value.data)
    triangle = np.tril(matrix) if lower else _adjoint(np.triu(matrix))
    diagonal = np.real(np.einsum("...ii->...i", triangle))
    full = triangle + _adjoint(np.tril(triangle, -1))
    np.einsum("...ii->...i", full)[...] = diagonal
    result = np.linalg.cholesky(full).astype(matrix.dtype)
    return result if lower else _adjoint(result)


def _adjoint(matrix: Array) -> Array:
    return np.conj(np.swapaxes(matrix, -1, -2))


def _triangular_solve(op: mhlo.TriangularSolveOp, a: Array, b: Array) -> Array:
    matrix = np.tril(a) if op.lower.value.data else np.triu(a)
    if op.unit_diagonal.value.data:
        np.einsum("...ii->...i", matrix)[...] = 1
    match op.transpose_a.data.value:
        case "TRANSPOSE":
            matrix = np.swapaxes(matrix, -1, -2)
        case "ADJOINT":
            matrix = _adjoint(matrix)
        case _:
            pass
    if op.left_side.value.data:
        return np.linalg.solve(matrix, b).astype(b.dtype)
    flipped = np.linalg.solve(np.swapaxes(matrix, -1, -2), np.swapaxes(b, -1, -2))
    return np.swapaxes(flipped, -1, -2).astype(b.dtype)


LINEAR_ALGEBRA_KERNELS = table(
    tensor_op(mhlo.CholeskyOp, _cholesky),
    tensor_op(mhlo.TriangularSolveOp, _triangular_solve),
)
