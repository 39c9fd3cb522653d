"""Factorizations as LAPACK gives them: put together again, they are the matrix."""

import numpy as np
import pytest
from tieshape.interpreters import RunError, run_function

from .harness import check_refusals, compiled

RNG = np.random.default_rng(44)


def normal(*shape):
    return RNG.standard_normal(shape).astype(np.float32)


def text(op, operands, results):
    """A function of the op alone."""
    names = [f"%a{i}" for i in range(len(operands))]
    arguments = ", ".join(f"{n}: {t}" for n, t in zip(names, operands, strict=True))
    types = ", ".join(results)
    values = ", ".join(f"%r{i}" for i in range(len(results)))
    return (
        f"func.func @main({arguments}) -> ({types}) {{\n"
        f"  {values} = lapack.{op} {', '.join(names)} : ({', '.join(operands)}) -> ({types})\n"
        f"  func.return {values} : {types}\n}}"
    )


TRIANGLES = text(
    "getrf", ["tensor<?x?x?xf32>"], ["tensor<*xf32>", "tensor<*xi32>", "tensor<*xi32>"]
)
REFLECTIONS = text("geqrf", ["tensor<?x?x?xf32>"], ["tensor<*xf32>", "tensor<*xf32>"])
COLUMNS = text("orgqr", ["tensor<?x?x?xf32>", "tensor<?x?xf32>"], ["tensor<*xf32>"])


def close(found, wanted):
    np.testing.assert_allclose(found, wanted, 1e-4, 1e-4)


def product_of_triangles(lu):
    *_, m, n = lu.shape
    k = min(m, n)
    return (np.tril(lu[..., :k], -1) + np.eye(m, k)) @ np.triu(lu[..., :k, :])


def exchanged(matrix, pivots):
    rows = matrix.copy()
    for i, j in enumerate(pivots - 1):
        rows[[i, j]] = rows[[j, i]]
    return rows


@pytest.mark.parametrize(
    "shape", [(2, 4, 4), (1, 5, 3), (3, 2, 6), (1, 1, 1), (0, 3, 3), (2, 0, 0)]
)
def test_triangles(shape):
    matrices = normal(*shape)
    lu, pivots, info = run_function(compiled(TRIANGLES), "main", [matrices])
    assert pivots.shape == (shape[0], min(shape[1:]))
    assert info.tolist() == [0] * shape[0]
    assert (np.abs(np.tril(lu, -1)) <= 1).all()
    for matrix, triangles, order in zip(matrices, lu, pivots, strict=True):
        close(product_of_triangles(triangles), exchanged(matrix, order))


def test_triangles_of_singular_matrices():
    """Elimination goes on behind a column of zeros, the first of which is told."""
    matrix = np.array(
        [[[0, 2, 1], [0, 4, 3], [0, 6, 9]], [[1, 2, 3], [2, 4, 6], [1, 0, 0]]], np.float32
    )
    lu, pivots, info = run_function(compiled(TRIANGLES), "main", [matrix])
    assert info.tolist() == [1, 3]
    assert pivots.tolist() == [[1, 3, 3], [2, 3, 3]]
    for one, triangles, order in zip(matrix, lu, pivots, strict=True):
        close(product_of_triangles(triangles), exchanged(one, order))


def test_triangles_of_complex_matrices():
    matrix = (normal(1, 3, 3) + 1j * normal(1, 3, 3)).astype(np.complex64)
    module = compiled(TRIANGLES.replace("xf32", "xcomplex<f32>"))
    lu, pivots, _ = run_function(module, "main", [matrix])
    close(product_of_triangles(lu[0]), exchanged(matrix[0], pivots[0]))


def test_the_pivot_is_where_both_parts_add_up_to_most():
    """As LAPACK compares complex numbers, not by their magnitudes: 3 + 3i before 5."""
    matrix = np.array([[[5, 1], [3 + 3j, 2]]], np.complex64)
    module = compiled(TRIANGLES.replace("xf32", "xcomplex<f32>"))
    lu, pivots, _ = run_function(module, "main", [matrix])
    assert pivots.tolist() == [[2, 2]]
    close(product_of_triangles(lu[0]), exchanged(matrix[0], pivots[0]))


@pytest.mark.parametrize("shape", [(2, 4, 3), (1, 3, 5), (1, 1, 1)])
def test_complex_reflections(shape):
    matrices = (normal(*shape) + 1j * normal(*shape)).astype(np.complex64)
    factors, tau = run_function(
        compiled(REFLECTIONS.replace("xf32", "xcomplex<f32>")), "main", [matrices]
    )
    wanted = [np.linalg.qr(matrix, mode="raw") for matrix in matrices]
    close(factors, np.array([h.T for h, _ in wanted]).reshape(shape))
    close(tau, np.array([t for _, t in wanted]).reshape(tau.shape))
    k = min(shape[1:])
    first = np.ascontiguousarray(factors[..., :k])
    (q,) = run_function(compiled(COLUMNS.replace("xf32", "xcomplex<f32>")), "main", [first, tau])
    close(q @ np.triu(factors[:, :k]), matrices)


@pytest.mark.parametrize(
    "shape", [(2, 4, 3), (1, 3, 5), (1, 2, 2), (1, 1, 1), (0, 3, 2), (2, 3, 0)]
)
def test_reflections(shape):
    matrices = normal(*shape)
    factors, tau = run_function(compiled(REFLECTIONS), "main", [matrices])
    assert tau.shape == (shape[0], min(shape[1:]))
    wanted = [np.linalg.qr(matrix, mode="raw") for matrix in matrices]
    close(factors, np.array([h.T for h, _ in wanted]).reshape(shape))
    close(tau, np.array([t for _, t in wanted]).reshape(tau.shape))


@pytest.mark.parametrize("shape", [(2, 4, 3), (1, 2, 2), (1, 5, 1), (0, 3, 2)])
def test_columns_of_reflections(shape):
    factors, tau = run_function(compiled(REFLECTIONS), "main", [matrices := normal(*shape)])
    (q,) = run_function(compiled(COLUMNS), "main", [factors, tau])
    close(q @ np.triu(factors[:, : shape[2]]), matrices)
    identity = np.broadcast_to(np.eye(shape[2]), (shape[0], shape[2], shape[2]))
    close(np.swapaxes(q, 1, 2) @ q, identity)


def test_fewer_reflections_than_columns():
    matrix = normal(1, 4, 3)
    h, tau = np.linalg.qr(matrix[0, :, :1], mode="raw")
    vector = np.concatenate([[1], h[0, 1:]])
    factors = matrix.copy()
    factors[0, :, 0] = h[0]
    first = (np.eye(4) - tau[0] * np.outer(vector, vector))[:, :3]
    (q,) = run_function(compiled(COLUMNS), "main", [factors, tau[None]])
    close(q, first[None])


def test_what_does_not_fit():
    runs = [
        ([normal(1, 2, 3), normal(1, 2)], "3 columns of 2 rows|needed at most"),
        ([normal(1, 3, 2), normal(1, 3)], "elements of tau"),
        ([normal(2, 3, 2), normal(1, 2)], "batches of a and tau"),
    ]
    check_refusals(COLUMNS, runs)
    with pytest.raises(RunError):
        run_function(compiled(REFLECTIONS), "main", [normal(3, 2)])
