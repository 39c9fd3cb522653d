"""Eigenvalues, roots and logarithms of any matrices, and of complex ones, put together again."""

import numpy as np
import pytest
from tieshape.interpreters import run_function

from .harness import ELEMENT_TYPES, Argument, Constant, check_refusals, compiled, tf_text

RNG = np.random.default_rng(46)
C64 = np.complex64


def normal(*shape, dtype=C64):
    parts = RNG.standard_normal((2, *shape))
    return (parts[0] + 1j * parts[1]).astype(dtype) if dtype == C64 else parts[0].astype(dtype)


def adjoint(x):
    return np.conj(np.swapaxes(x, -1, -2))


def close(found, wanted):
    np.testing.assert_allclose(found, wanted, 1e-3, 1e-3)


def run_op(name, words, like, results):
    types = [f"tensor<*x{ELEMENT_TYPES[np.dtype(each).name]}>" for each in results]
    module = compiled(tf_text(name, [Argument(v) for v in like], types, words))
    return lambda *given: run_function(module, "main", list(given))


@pytest.mark.parametrize("full", [True, False])
def test_rotations_and_triangles(full):
    run = run_op("tf.Qr", f"full_matrices = {str(full).lower()}", [normal(2, 3, 4)], [C64] * 2)
    for shape in ((2, 4, 3), (1, 3, 5), (2, 3, 3), (2, 1, 1), (0, 2, 2), (1, 0, 3), (1, 3, 0)):
        q, r = run(x := normal(*shape))
        close(q @ r, x)
        inner = q.shape[-1]
        close(adjoint(q) @ q, np.broadcast_to(np.eye(inner), (len(x), inner, inner)))
        assert (np.tril(r, -1) == 0).all()
        diagonal = np.diagonal(r, axis1=-2, axis2=-1)
        close(diagonal.imag, np.zeros_like(diagonal.imag))


def test_hermitian_eigenvalues():
    """Only the lower triangle is read, and of its diagonal the real part."""
    run = run_op("tf.SelfAdjointEigV2", "compute_v = true", [normal(2, 3, 3)], [C64] * 2)
    for n in (4, 1, 0, 5):
        x = normal(2, n, n)
        h = x + adjoint(x)
        values, vectors = run(np.tril(h) + np.triu(normal(2, n, n), 1) + 1j * np.eye(n, dtype=C64))
        close(values, np.linalg.eigvalsh(h))
        close((vectors * values[:, None]) @ adjoint(vectors), h)


@pytest.mark.parametrize("full", [True, False])
def test_complex_singular_values(full):
    words = f"compute_uv = true, full_matrices = {str(full).lower()}"
    run = run_op("tf.Svd", words, [normal(2, 3, 4)], [C64] * 3)
    singular = normal(1, 4, 2)
    given = [normal(*s) for s in ((2, 4, 3), (1, 3, 5), (1, 1, 1), (0, 2, 2), (1, 0, 3), (1, 3, 0))]
    for x in (*given, np.concatenate([singular, singular], -1)):
        values, u, v = run(x)
        least = values.shape[-1]
        close(values, np.linalg.svd(x, compute_uv=False))
        close((u[..., :least] * values[:, None]) @ adjoint(v[..., :least]), x)
        for part in (u, v):
            columns = part.shape[-1]
            close(
                adjoint(part) @ part, np.broadcast_to(np.eye(columns), (len(x), columns, columns))
            )


@pytest.mark.parametrize("dtype", [C64, np.float32])
def test_eigenvalues(dtype):
    run = run_op("tf.Eig", "compute_v = true", [normal(2, 3, 3, dtype=dtype)], [C64] * 2)
    for n in (1, 2, 4, 7, 0):
        values, vectors = run(x := normal(2, n, n, dtype=dtype))
        close(x @ vectors, vectors * values[:, None])
        close(np.linalg.norm(vectors, axis=1), np.ones((2, n)))
        if n:
            distances = abs(values[..., None] - np.linalg.eigvals(x)[:, None])
            close(distances.min(1), np.zeros((2, n)))
        if dtype == C64:
            assert (np.diff(abs(values)) >= -1e-4).all()


@pytest.mark.parametrize(
    ("matrix", "wanted"),
    [
        (np.diag([3, -1, 2]), [3, -1, 2]),
        (np.zeros((2, 2)), [0, 0]),
        (np.array([[0, -1], [1, 0]]), [1j, -1j]),
        (np.roll(np.eye(3), 1, 0), np.exp(2j * np.pi * np.arange(3) / 3)),
        (np.array([[2, 1], [0, 2]]), [2, 2]),
    ],
)
def test_eigenvalues_that_are_known(matrix, wanted):
    """Rotations, on which plain steps do not move, and matrices without enough vectors."""
    run = run_op("tf.Eig", "compute_v = false", [normal(2, 2, dtype=np.float32)], [C64] * 2)
    values, none = run(matrix.astype(np.float32))
    close(np.sort_complex(values.round(4)), np.sort_complex(np.asarray(wanted, C64).round(4)))
    assert none.shape == (0,)


def test_eigenvalues_of_no_number_are_refused():
    given = np.array([[np.nan, 1], [0, 1]], np.float32)
    text = tf_text("tf.Eig", [Argument(given)], ["tensor<*xcomplex<f32>>"] * 2)
    check_refusals(text, [([given], "eigenvalues of the matrix must be found")])


@pytest.mark.parametrize("dtype", [C64, np.float32])
def test_square_roots(dtype):
    run = run_op("tf.MatrixSquareRoot", "", [normal(2, 3, 3, dtype=dtype)], [dtype])
    for n in (1, 2, 5, 0):
        x = normal(2, n, n, dtype=dtype)
        x = x @ adjoint(x) + np.eye(n, dtype=dtype) + 0.1 * normal(2, n, n, dtype=dtype)
        (root,) = run(x)
        close(root @ root, x)
        assert (np.linalg.eigvals(root).real > 0).all()
    quarter = np.array([[[0, -1], [1, 0]]], dtype)
    (root,) = run(quarter)
    close(root, np.sqrt(0.5) * np.array([[[1, -1], [1, 1]]]))


def test_no_real_square_root():
    run = run_op("tf.MatrixSquareRoot", "", [normal(2, 3, 3, dtype=np.float32)], [np.float32])
    (root,) = run(np.array([[[-1, 0], [0, 4]], [[4, 0], [0, 9]]], np.float32))
    assert np.isnan(root[0]).all()
    close(root[1], np.diag([2, 3]))


def test_logarithms():
    run = run_op("tf.MatrixLogarithm", "", [normal(2, 3, 3)], [C64])
    for n in (1, 2, 5, 0):
        x = 0.4 * normal(2, n, n)
        power, exponential = np.broadcast_to(np.eye(n), x.shape), np.zeros(x.shape, complex)
        for i in range(1, 30):
            exponential, power = exponential + power, power @ x / i
        close(run(exponential.astype(C64))[0], x)
    known = np.array([[[2, 1], [0, 3]], [[-1, 0], [0, 1]], [[0, 1], [0, 3]]], C64)
    (found,) = run(known)
    close(found[0], [[np.log(2), np.log(1.5)], [0, np.log(3)]])
    close(found[1], [[np.pi * 1j, 0], [0, 0]])
    assert np.isnan(found[2]).all()


@pytest.mark.parametrize("lower", [True, False])
@pytest.mark.parametrize("turned", [True, False])
@pytest.mark.parametrize("dtype", [C64, np.float32])
def test_bands(lower, turned, dtype):
    words = f"lower = {str(lower).lower()}, adjoint = {str(turned).lower()}"
    like = [normal(1, 2, 4, dtype=dtype), normal(2, 4, 2, dtype=dtype)]
    run = run_op("tf.BandedTriangularSolve", words, like, [dtype])
    for bands, n in ((1, 1), (2, 5), (3, 4), (6, 4)):
        given, rhs = normal(1, bands, n, dtype=dtype), normal(2, n, 2, dtype=dtype)
        given[:, 0 if lower else bands - 1] += 4
        matrix = np.zeros((n, n), dtype)
        for row in range(n):
            for k in range(bands):
                column = row - k if lower else row + bands - 1 - k
                if 0 <= column < n:
                    matrix[row, column] = given[0, k, row]
        (found,) = run(given, rhs)
        close((adjoint(matrix) if turned else matrix) @ found, rhs)


def test_bands_that_are_refused():
    like = [normal(2, 4, dtype=np.float32), normal(4, 2, dtype=np.float32)]
    text = tf_text("tf.BandedTriangularSolve", [Argument(v) for v in like], ["tensor<*xf32>"])
    singular = like[0].copy()
    singular[0, 2] = 0
    runs = [
        ([singular, like[1]], "no diagonal may have a 0"),
        ([like[0][:0], like[1]], "must be at least 1"),
        ([like[0], like[1][:3]], "rows of rhs"),
        ([like[0], like[1][:, :0]], "rhs must be at least 1"),
    ]
    check_refusals(text, runs)


@pytest.mark.parametrize("dtype", [C64, np.float32])
@pytest.mark.parametrize("fast", [True, False])
def test_least_squares(dtype, fast):
    like = [normal(2, 3, 4, dtype=dtype), normal(2, 3, 4, dtype=dtype), np.array(0.5)]
    run = run_op("tf.MatrixSolveLs", f"fast = {str(fast).lower()}", like, [dtype])
    for rows, columns, count in ((5, 3, 2), (3, 5, 2), (4, 4, 1), (0, 3, 2), (3, 0, 2), (1, 1, 0)):
        a, y = normal(2, rows, columns, dtype=dtype), normal(2, rows, count, dtype=dtype)
        close(run(a, y, np.array(0.0))[0], np.linalg.pinv(a) @ y)
        regular = adjoint(a) @ a + 0.5 * np.eye(columns) if fast else None
        wanted = (
            np.linalg.pinv(a) @ y if regular is None else np.linalg.solve(regular, adjoint(a) @ y)
        )
        close(run(a, y, np.array(0.5))[0], wanted)


def test_least_squares_without_full_rank():
    """Of all solutions the least one; refused where `fast` and nothing is added."""
    a, y = np.ones((4, 3), np.float32), np.arange(8, dtype=np.float32).reshape(4, 2)
    run = run_op("tf.MatrixSolveLs", "fast = false", [a, y, np.array(0.0)], [np.float32])
    close(run(a, y, np.array(0.0))[0], np.linalg.pinv(a) @ y)
    zero = Constant(np.array(0.0))
    text = tf_text("tf.MatrixSolveLs", [Argument(a), Argument(y), zero], ["tensor<*xf32>"])
    check_refusals(text, [([a, y], "the matrix must have full rank")])
