"""Factorizations and solves on the last two dimensions, Fourier transforms over the last ones."""

import numpy as np

from ...dialects import mhlo
from ..arrays import Array
from ..kernels import table, tensor_op
from .attributes import integers
from .result_types import element_dtype


def _cholesky(op: mhlo.CholeskyOp, matrix: Array) -> Array:
    """L with `L Lᴴ = matrix`, or its transpose; only the named triangle is read.

    NaN for a matrix that is not positive definite, as XLA has it.
    """
    lower = bool(op.lower is not None and op.lower.value.data)
    triangle = np.tril(matrix) if lower else _adjoint(np.triu(matrix))
    diagonal = np.real(np.einsum("...ii->...i", triangle))
    full = triangle + _adjoint(np.tril(triangle, -1))
    np.einsum("...ii->...i", full)[...] = diagonal
    result = np.empty_like(full)
    for place in np.ndindex(full.shape[:-2]):
        try:
            result[place] = np.linalg.cholesky(full[place])
        except np.linalg.LinAlgError:
            result[place] = np.tril(np.full_like(full[place], np.nan))
    result = result.astype(matrix.dtype)
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
    lower = bool(op.lower.value.data) == (op.transpose_a.data.value == "NO_TRANSPOSE")
    if op.left_side.value.data:
        return _substituted(matrix, b, lower)
    turned = _substituted(np.swapaxes(matrix, -1, -2), np.swapaxes(b, -1, -2), not lower)
    return np.swapaxes(turned, -1, -2)


def _substituted(matrix: Array, b: Array, lower: bool) -> Array:
    """`x` with `matrix x = b` row by row; a 0 on the diagonal divides as floats do."""
    result = b.copy()
    size = matrix.shape[-1]
    with np.errstate(all="ignore"):
        for row in range(size) if lower else reversed(range(size)):
            known = slice(row) if lower else slice(row + 1, size)
            sums = np.einsum("...k,...kj->...j", matrix[..., row, known], result[..., known, :])
            result[..., row, :] = (b[..., row, :] - sums) / matrix[..., row, row, None]
    return result


def _result_shape(kind: str, shape: tuple[int, ...], lengths: list[int]) -> tuple[int, ...]:
    last = {"RFFT": lengths[-1] // 2 + 1, "IRFFT": lengths[-1]}.get(kind, shape[-1])
    return (*shape[:-1], last)


def _fft(op: mhlo.FftOp, operand: Array) -> Array:
    lengths = integers(op.fft_length)
    axes = range(operand.ndim - len(lengths), operand.ndim)
    dtype = element_dtype(op.results[0].type)
    kind = op.fft_type.data.value
    if kind != "IRFFT":
        found = [operand.shape[axis] for axis in axes]
        if found != lengths:
            raise ValueError(f"the last sizes are {found}, fft_length is {lengths}")
    if operand.size == 0 or 0 in lengths:
        return np.zeros(_result_shape(kind, operand.shape, lengths), dtype=dtype)
    match kind:
        case "FFT":
            result = np.fft.fftn(operand, axes=axes)
        case "IFFT":
            result = np.fft.ifftn(operand, axes=axes)
        case "RFFT":
            result = np.fft.rfftn(operand, s=lengths, axes=axes)
        case _:
            result = np.fft.irfftn(operand, s=lengths, axes=axes)
    return result.astype(dtype)


KERNELS = table(
    tensor_op(mhlo.FftOp, _fft),
    tensor_op(mhlo.CholeskyOp, _cholesky),
    tensor_op(mhlo.TriangularSolveOp, _triangular_solve),
)
