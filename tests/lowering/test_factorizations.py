"""Matrices that are taken apart are put together again."""

import numpy as np
import pytest
from tieshape.interpreters import run_function

from .harness import Argument, check_last, check_op, check_refusals, compiled, tf_text

RNG = np.random.default_rng(43)
F = np.float32


def normal(*shape):
    return RNG.standard_normal(shape).astype(F)


def turned(x):
    return np.swapaxes(x, -1, -2)


def run_op(name, words, like, results):
    """What runs `name`, compiled once for operands as those in `like`."""
    text = tf_text(name, [Argument(v) for v in like], ["tensor<*xf32>"] * results, words)
    module = compiled(text)
    return lambda *given: run_function(module, "main", list(given))


def close(found, wanted):
    np.testing.assert_allclose(found, wanted, 1e-4, 1e-4)


def rows_of_product(lu):
    n = lu.shape[-1]
    return (np.tril(lu, -1) + np.eye(n)) @ np.triu(lu)


def test_triangles():
    name, results = "tf.Lu", ["tensor<*xf32>", "tensor<*xi32>"]
    module = compiled(tf_text(name, [Argument(normal(2, 4, 4))], results))
    for x in (normal(2, 5, 5), normal(0, 3, 3), normal(3, 1, 1), normal(1, 0, 0)):
        lu, order = run_function(module, "main", [x])
        assert order.shape == x.shape[:-1]
        close(rows_of_product(lu), np.take_along_axis(x, order[..., None], -2))
        assert (np.abs(np.tril(lu, -1)) <= 1).all()
    singular = np.array([[1, 2], [2, 4]], F)
    check_refusals(tf_text(name, [Argument(singular)], results), [([singular], "invertible")])


def test_logarithms_of_determinants():
    singular = np.array([[[1, 2], [2, 4]]], F)
    found = [np.zeros(1, F), np.full(1, -np.inf, F)]
    cases = [([singular], found)]
    for x in (normal(3, 4, 4), normal(2, 1, 1), normal(1, 0, 0), 1e20 * normal(1, 4, 4)):
        cases.append(([x], [part.astype(F) for part in np.linalg.slogdet(x)]))
    check_last("tf.LogMatrixDeterminant", [Argument(singular)], cases)
    check_op("tf.LogMatrixDeterminant", [Argument(singular)], found)


@pytest.mark.parametrize("full", [True, False])
def test_rotations_and_triangles(full):
    run = run_op("tf.Qr", f"full_matrices = {str(full).lower()}", [normal(2, 3, 4)], 2)
    for shape in ((2, 4, 3), (1, 3, 5), (2, 1, 1), (0, 2, 2), (1, 0, 3), (1, 3, 0)):
        x = normal(*shape)
        q, r = run(x)
        inner = shape[1] if full else min(shape[1:])
        assert q.shape == (*shape[:2], inner)
        assert r.shape == (shape[0], inner, shape[2])
        close(q @ r, x)
        close(turned(q) @ q, np.broadcast_to(np.eye(inner), (shape[0], inner, inner)))
        assert (np.tril(r, -1) == 0).all()
        if shape[1] > 1 and shape[2]:
            assert (r[:, 0, 0] * x[:, 0, 0] <= 0).all()


def test_rotations_of_half_precision():
    x = normal(4, 3).astype(np.float16)
    text = tf_text("tf.Qr", [Argument(x)], ["tensor<*xf16>"] * 2)
    q, r = run_function(compiled(text), "main", [x])
    assert q.dtype == r.dtype == np.float16
    np.testing.assert_allclose((q @ r).astype(F), x.astype(F), 0.01, 0.01)
    np.testing.assert_allclose((q.T @ q).astype(F), np.eye(3), 0.01, 0.01)


def test_eigenvalues():
    run = run_op("tf.SelfAdjointEigV2", "", [normal(2, 3, 3)], 2)
    equal = np.broadcast_to(np.eye(3, dtype=F), (1, 3, 3))
    for x in (normal(2, 5, 5), normal(1, 4, 4), normal(2, 1, 1), normal(1, 0, 0), equal, 0 * equal):
        lower = np.tril(x)
        whole = lower + turned(np.tril(x, -1))
        e, v = run(x)
        close(e, np.linalg.eigvalsh(whole))
        close(v @ (e[..., None] * turned(v)), whole)
        close(turned(v) @ v, np.broadcast_to(np.eye(x.shape[1]), x.shape))


def test_eigenvalues_alone():
    x = normal(3, 3)
    expected = [np.linalg.eigvalsh(x), np.zeros(0, F)]
    check_op("tf.SelfAdjointEigV2", [Argument(x)], expected, "compute_v = false")


EIGENVALUES = """
func.func @main(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %e, %v = "tf.SelfAdjointEigV2"(%x) {compute_v = false} : (tensor<?x?xf32>) -> (tensor<?xf32>, tensor<0xf32>)
  func.return %e : tensor<?xf32>
}
"""


@pytest.mark.parametrize("size", [2, 3])
@pytest.mark.parametrize("dtype", ["f32", "complex<f32>"])
def test_no_eigenvalues_of_what_is_no_number(size, dtype):
    """TensorFlow refuses NaN, and infinities beside the diagonal, in what it reads of the matrix."""
    text = EIGENVALUES.replace("f32", dtype)
    element_type = F if dtype == "f32" else np.complex64

    def identity_but(place, number):
        x = np.eye(size, dtype=element_type)
        x[place] = number
        return [x]

    last = size - 1
    wrong = [((0, 0), np.nan), ((last, 0), np.nan), ((last, 0), np.inf), ((last, 0), -np.inf)]
    check_refusals(text, [(identity_but(*each), "SelfAdjointEigV2.*finite") for each in wrong])
    module = compiled(text)
    for place, number in (((0, last), np.nan), ((0, last), np.inf), ((0, 0), 7)):
        (found,) = run_function(module, "main", identity_but(place, number))
        wanted = np.sort([number if place == (0, 0) else 1, *[1] * last]).astype(element_type)
        np.testing.assert_allclose(found, wanted, rtol=1e-6)
    (found,) = run_function(module, "main", [np.full((1, 1), np.nan, element_type)])
    assert np.isnan(found).all()


@pytest.mark.parametrize("full", [True, False])
def test_singular_values(full):
    run = run_op("tf.Svd", f"full_matrices = {str(full).lower()}", [normal(2, 3, 4)], 3)
    poor = np.ones((1, 4, 3), F)
    for x in (normal(2, 4, 3), normal(1, 2, 5), normal(2, 1, 1), poor, 0 * poor, normal(1, 0, 2)):
        s, u, v = run(x)
        _, rows, columns = x.shape
        least = min(rows, columns)
        close(s, np.linalg.svd(x, compute_uv=False))
        assert u.shape[1:] == (rows, rows if full else least)
        assert v.shape[1:] == (columns, columns if full else least)
        close((u[..., :least] * s[:, None]) @ turned(v[..., :least]), x)
        for part in (u, v):
            size = part.shape[-1]
            close(turned(part) @ part, np.broadcast_to(np.eye(size), (len(x), size, size)))


def test_singular_values_alone():
    x = normal(2, 3)
    expected = [np.linalg.svd(x, compute_uv=False), np.zeros(0, F), np.zeros(0, F)]
    check_last("tf.Svd", [Argument(x)], [([x], expected)], "compute_uv = false")


def test_singular_values_of_what_is_not_finite():
    """Nothing of such a matrix is known, and all of the one beside it, however large."""
    for wrong in (np.nan, np.inf, -np.inf):
        x = normal(2, 2, 3)
        x[0, 1, 2], x[1] = wrong, 1e38 * np.sign(x[1])
        run = run_op("tf.Svd", "", [x], 3)
        s, u, v = run(x)
        for part in (s, u, v):
            assert np.isnan(part[0]).all()
            assert np.isfinite(part[1]).all()
        close(s[1] / 1e38, np.linalg.svd(x[1] / 1e38, compute_uv=False))


def of_diagonals(above, main, below):
    return np.diag(main) + np.diag(above[:-1], 1) + np.diag(below[1:], -1)


@pytest.mark.parametrize("pivoting", [True, False])
def test_systems_of_three_diagonals(pivoting):
    cases = list[tuple[list[np.ndarray], list[np.ndarray]]]()
    for size, columns in ((5, 2), (2, 1), (1, 3), (4, 0)):
        diagonals, y = normal(3, size), normal(size, columns)
        diagonals[1] += 0 if pivoting else 4
        cases.append(([diagonals, y], [np.linalg.solve(of_diagonals(*diagonals), y)]))
    nothing = [np.zeros((3, 0), F), np.zeros((0, 2), F)]
    cases.append((nothing, nothing[1:]))
    singular = np.array([[1, 1, 9], [0, 0, 0], [9, 0, 1]], F)
    cases.append(([singular, normal(3, 2)], [np.full((3, 2), np.nan, F)]))
    if pivoting:
        swapped = np.array([[1, 1, 9], [0, 1, 2], [9, 1, 1]], F)
        y = normal(3, 2)
        cases.append(([swapped, y], [np.linalg.solve(of_diagonals(*swapped), y)]))
    operands = [Argument(v) for v in cases[0][0]]
    words = f"partial_pivoting = {str(pivoting).lower()}"
    check_last("tf.TridiagonalSolve", operands, cases, words, 1e-3, 1e-4)


@pytest.mark.parametrize("pivoting", [True, False])
def test_complex_systems_of_three_diagonals(pivoting):
    """The larger magnitude is the pivot; TensorFlow gives 0 for a singular matrix."""
    cases = list[tuple[list[np.ndarray], list[np.ndarray]]]()
    for size, columns in ((5, 2), (1, 3)):
        parts = [normal(3, size), normal(3, size), normal(size, columns), normal(size, columns)]
        diagonals, y = parts[0] + 1j * parts[1], parts[2] + 1j * parts[3]
        diagonals[1] += 0 if pivoting else 4
        cases.append(([diagonals, y], [np.linalg.solve(of_diagonals(*diagonals), y)]))
    singular = np.array([[0, 0, 0], [1, 1, 0], [0, 0, 0]], np.complex64)
    cases.append(([singular, np.full((3, 2), 1 + 2j, np.complex64)], [np.zeros((3, 2), "c8")]))
    if pivoting:
        swapped = np.array([[1, 0], [3, 1], [0, 2 + 2.5j]], np.complex64)
        y = np.array([[1 - 1j], [2j]], np.complex64)
        cases.append(([swapped, y], [np.linalg.solve(of_diagonals(*swapped), y)]))
        swapped = np.array([[1, 1, 9], [0, 1j, 2], [9, 1j, 1]], np.complex64)
        y = np.array([[1], [1j], [2]], np.complex64)
        cases.append(([swapped, y], [np.linalg.solve(of_diagonals(*swapped), y)]))
    operands = [Argument(v) for v in cases[0][0]]
    words = f"partial_pivoting = {str(pivoting).lower()}"
    check_last("tf.TridiagonalSolve", operands, cases, words, 1e-3, 1e-4)


def test_other_numbers_of_diagonals_are_refused():
    given = [normal(2, 3), normal(3, 1)]
    text = tf_text("tf.TridiagonalSolve", [Argument(v) for v in given], ["tensor<*xf32>"])
    runs = [(given, "numbers of diagonals"), ([normal(3, 3), normal(2, 1)], "rows of diagonals")]
    check_refusals(text, runs)


def test_products_with_three_diagonals():
    cases = list[tuple[list[np.ndarray], list[np.ndarray]]]()
    for size, columns in ((4, 3), (1, 2), (0, 2), (2, 0)):
        above, main, below, y = *(normal(1, size) for _ in range(3)), normal(size, columns)
        product = of_diagonals(above[0], main[0], below[0]) @ y if size else y
        cases.append(([above, main, below, y], [product]))
    operands = [Argument(v) for v in cases[0][0]]
    check_op("tf.TridiagonalMatMul", operands, cases[0][1])
    check_last("tf.TridiagonalMatMul", operands, cases)
