"""Factors, solutions, inverses and determinants of matrices against numpy."""

import numpy as np
import pytest
from tieshape.interpreters import RunError

from .harness import Argument, Constant, check_op, run_stages, tf_text

RNG = np.random.default_rng(41)


def matrices(*shape: int) -> np.ndarray:
    return RNG.standard_normal(shape).astype(np.float32) + 3 * np.eye(shape[-1], dtype=np.float32)


@pytest.mark.parametrize("shape", [(3, 3), (2, 4, 4), (1, 1), (0, 2, 2)])
def test_inverse_determinant_and_factor(shape):
    a = matrices(*shape)
    check_op("tf.MatrixInverse", [Argument(a)], [np.linalg.inv(a)], "adjoint = false", 1e-3, 1e-4)
    turned = np.linalg.inv(np.swapaxes(a, -1, -2))
    check_op("tf.MatrixInverse", [Argument(a)], [turned], "adjoint = true", 1e-3, 1e-4)
    check_op("tf.MatrixDeterminant", [Argument(a)], [np.linalg.det(a)], "", 1e-3, 1e-4)
    square = a @ np.swapaxes(a, -1, -2)
    check_op("tf.Cholesky", [Argument(square)], [np.linalg.cholesky(square)], "", 1e-3, 1e-4)


def test_matrices_without_a_factor_are_refused() -> None:
    a = np.array([[[4, 2], [2, 3]], [[1, 2], [2, 1]]], np.float32)
    text = tf_text("tf.Cholesky", [Argument(a)], ["tensor<*xf32>"])
    with pytest.raises(RunError, match=r"Cholesky at .*: each matrix must be positive definite"):
        run_stages(text, [a])
    check_op("tf.Cholesky", [Argument(a[:1])], [np.linalg.cholesky(a[:1])])
    nan = np.nan
    unknown = np.array([[nan, 0], [0, 1]], np.float32)
    check_op("tf.Cholesky", [Argument(unknown)], [np.array([[nan, 0], [nan, nan]], np.float32)])


def test_pivots_are_looked_for_below():
    a = np.array([[0, 2, 1], [1, 0, 0], [0, 0, 3]], np.float32)
    y = np.array([[1, 2], [3, 4], [5, 6]], np.float32)
    check_op("tf.MatrixSolve", [Argument(a), Argument(y)], [np.linalg.solve(a, y)])
    check_op("tf.MatrixDeterminant", [Argument(a)], [np.float32(np.linalg.det(a))])


@pytest.mark.parametrize("adjoint", [False, True])
@pytest.mark.parametrize("lower", [False, True])
def test_triangular_systems_broadcast(lower, adjoint):
    a, y = matrices(3, 3), RNG.standard_normal((2, 3, 2)).astype(np.float32)
    part = np.tril(a) if lower else np.triu(a)
    expected = np.linalg.solve(part.T if adjoint else part, y)
    words = f"lower = {str(lower).lower()}, adjoint = {str(adjoint).lower()}"
    check_op("tf.MatrixTriangularSolve", [Argument(a), Argument(y)], [expected], words, 1e-3, 1e-4)


@pytest.mark.parametrize("name", ["MatrixSolve", "MatrixTriangularSolve"])
def test_singular_systems_are_refused(name):
    a, y = np.zeros((2, 2), np.float32), np.ones((2, 1), np.float32)
    text = tf_text(f"tf.{name}", [Argument(a), Argument(y)], ["tensor<*xf32>"])
    with pytest.raises(RunError, match=name):
        run_stages(text, [a, y])


def test_determinant_of_a_singular_matrix_is_zero():
    a = np.array([[1, 2], [2, 4]], np.float32)
    check_op("tf.MatrixDeterminant", [Argument(a)], [np.float32(0)])


def test_cross():
    x, y = (RNG.standard_normal((4, 3)).astype(np.float32) for _ in range(2))
    check_op("tf.Cross", [Argument(x), Argument(y)], [np.cross(x, y)])


def test_nan_spreads_over_determinants_and_solutions():
    """As in TensorFlow wherever it takes the matrix; without NaN nothing spreads."""
    y = np.ones((2, 1), np.float32)
    unknown = np.array([[[1, 2], [np.nan, 3]], [[1, 2], [3, np.nan]], [[0, 1], [1, 2]]], np.float32)
    check_op("tf.MatrixDeterminant", [Argument(unknown)], [np.float32([np.nan, np.nan, -1])])
    solved = [np.full((2, 1), np.nan), np.full((2, 1), np.nan), np.array([[-1], [1]])]
    right = Argument(np.stack([y] * 3))
    check_op("tf.MatrixSolve", [Argument(unknown), right], [np.float32(solved)])


def complex_matrices(*shape: int) -> np.ndarray:
    return (matrices(*shape) + 1j * RNG.standard_normal(shape)).astype(np.complex64)


@pytest.mark.parametrize("shape", [(3, 3), (2, 4, 4), (0, 2, 2)])
def test_complex_matrices(shape):
    a, y = complex_matrices(*shape), complex_matrices(*shape)[..., :2]
    y = np.ascontiguousarray(y)
    turned = np.conj(np.swapaxes(a, -1, -2))
    near = (1e-3, 1e-3)
    check_op("tf.MatrixInverse", [Argument(a)], [np.linalg.inv(a)], "adjoint = false", *near)
    check_op("tf.MatrixInverse", [Argument(a)], [np.linalg.inv(turned)], "adjoint = true", *near)
    operands = [Argument(a), Argument(y)]
    check_op("tf.MatrixSolve", operands, [np.linalg.solve(a, y)], "adjoint = false", *near)
    check_op("tf.MatrixSolve", operands, [np.linalg.solve(turned, y)], "adjoint = true", *near)
    check_op("tf.MatrixDeterminant", [Argument(a)], [np.linalg.det(a)], "", *near)
    sign, logarithm = np.linalg.slogdet(a)
    expected = [sign.astype(np.complex64), logarithm.astype(np.complex64)]
    check_op("tf.LogMatrixDeterminant", [Argument(a)], expected, "", *near)
    square = a @ turned
    check_op("tf.Cholesky", [Argument(square)], [np.linalg.cholesky(square)], "", *near)
    lower = np.tril(a)
    operands[0] = Argument(lower)
    check_op("tf.MatrixTriangularSolve", operands, [np.linalg.solve(lower, y)], "", *near)
    expected = [np.linalg.solve(np.conj(np.swapaxes(lower, -1, -2)), y)]
    check_op("tf.MatrixTriangularSolve", operands, expected, "adjoint = true", *near)


def test_a_pivot_is_the_complex_number_of_the_greatest_magnitude():
    a = np.array([[1 + 1j, 2], [-3j, 1]], np.complex64)
    factor = (1 + 1j) / -3j
    expected = [np.array([[-3j, 1], [factor, 2 - factor]], np.complex64), np.int32([1, 0])]
    check_op("tf.Lu", [Argument(a)], expected)
    zero = np.zeros((2, 2), np.complex64)
    text = tf_text("tf.MatrixSolve", [Argument(zero), Argument(a)], ["tensor<*xcomplex<f32>>"])
    with pytest.raises(RunError, match="the matrix must be invertible"):
        run_stages(text, [zero, a])


@pytest.mark.parametrize("dtype", [np.complex64, np.float32])
def test_conjugate_transpose(dtype):
    a = (RNG.standard_normal((2, 3, 4)) + 1j * RNG.standard_normal((2, 3, 4))).astype(np.complex64)
    a = a if dtype == np.complex64 else np.ascontiguousarray(a.real)
    expected = np.conj(np.transpose(a, (0, 2, 1)))
    order = np.int32([0, 2, 1])
    check_op("tf.ConjugateTranspose", [Argument(a), Constant(order)], [expected])
    check_op("tf.ConjugateTranspose", [Argument(a), Argument(order)], [expected])
