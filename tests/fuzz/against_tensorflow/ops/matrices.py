"""Matrices that are taken apart: what is unique of the parts, and the whole made of them again."""

from __future__ import annotations

import tensorflow as tf

from ..catalog import op
from ..draw import Draw, Tensor

raw = tf.raw_ops


def _square(d: Draw) -> Tensor:
    """Symmetric, and away from what has no inverse."""
    x = d.tensor("float32", "float64", ranks=(2, 3), where=lambda t: min(t.shape) > 0)
    y = tf.tanh(x)
    return tf.matmul(y, y, transpose_b=True) + 3.0 * tf.eye(tf.shape(x)[-2], dtype=x.dtype)


@op(0.3)
def triangles(d: Draw) -> list[Tensor]:
    return list(raw.Lu(input=_square(d)))


@op(0.3)
def logarithm_of_determinant(d: Draw) -> list[Tensor]:
    x = d.tensor("float32", ranks=(2, 3))
    x = _square(d) if d.one_of(True, False) else x
    return list(tf.linalg.slogdet(x))


@op(0.3)
def rotation_and_triangle(d: Draw) -> list[Tensor]:
    """Numbers between which there are no ties, so that the parts are unique up to rounding."""
    x = d.tensor("float32", "float64", ranks=(2, 3))
    q, r = tf.linalg.qr(tf.tanh(x), full_matrices=d.one_of(True, False))
    return [q @ r, tf.linalg.adjoint(q) @ q, tf.shape(q)]


@op(0.3)
def eigenvalues(d: Draw) -> list[Tensor]:
    x = _square(d)
    if d.one_of(True, False):
        return [tf.linalg.eigvalsh(x)]
    e, v = tf.linalg.eigh(x)
    return [e, (v * e[..., None, :]) @ tf.linalg.adjoint(v)]


@op(0.3)
def singular_values(d: Draw) -> list[Tensor]:
    x = tf.tanh(d.tensor("float32", "float64", ranks=(2, 3)))
    full = d.one_of(True, False)
    s, u, v = tf.linalg.svd(x, full_matrices=full)
    if full:
        return [s, tf.linalg.adjoint(u) @ u, tf.shape(v)]
    return [s, (u * s[..., None, :]) @ tf.linalg.adjoint(v)]


@op(0.3)
def three_diagonals(d: Draw) -> Tensor:
    y = d.tensor("float32", ranks=(2,))
    above, main, below = (d.shaped(lambda: "float32", lambda: (1, y.shape[0])) for _ in range(3))
    if d.one_of(True, False):
        return raw.TridiagonalMatMul(superdiag=above, maindiag=main, subdiag=below, rhs=y)
    diagonals = tf.concat([tf.tanh(above), tf.abs(main) + 3.0, tf.tanh(below)], 0)
    pivoting = d.one_of(True, False)
    if d.one_of(True, False):
        diagonals = tf.complex(diagonals, tf.reverse(diagonals, [1]) / 4)
        y = tf.complex(y, 1 - y)
    found = raw.TridiagonalSolve(diagonals=diagonals, rhs=y, partial_pivoting=pivoting)
    return tf.stack([tf.math.real(found), tf.math.imag(found)])


def _complex(d: Draw, *ranks: int) -> Tensor:
    x = tf.tanh(d.tensor("float32", ranks=ranks))
    return tf.complex(x, tf.reverse(x, [-1]) * 0.5)


@op(0.2)
def complex_matrices(d: Draw) -> list[Tensor]:
    x = _complex(d, 2, 3)
    if d.one_of(True, False):
        q, r = tf.linalg.qr(x)
        return [tf.math.real(q @ r), tf.math.imag(q @ r), tf.shape(q)]
    s, u, v = tf.linalg.svd(x)
    whole = (u * tf.cast(s[..., None, :], x.dtype)) @ tf.linalg.adjoint(v)
    return [s, tf.math.real(whole), tf.math.imag(whole)]


@op(0.2)
def functions_of_matrices(d: Draw) -> list[Tensor]:
    """Eigenvalues by their sums, which have no order; roots and logarithms."""
    x = _square(d)
    match d.one_of("eigenvalues", "root", "logarithm", "hermitian"):
        case "eigenvalues":
            e = tf.linalg.eigvals(x)
            return [tf.math.real(tf.reduce_sum(e, -1)), tf.math.real(tf.reduce_sum(e * e, -1))]
        case "root":
            return [tf.linalg.sqrtm(x)]
        case "logarithm":
            found = tf.linalg.logm(tf.cast(x, tf.complex64))
            return [tf.math.real(found), tf.math.imag(found)]
        case _:
            z = tf.complex(x, tf.linalg.band_part(x, -1, 0) - tf.linalg.band_part(x, 0, -1))
            return [tf.math.real(tf.linalg.eigvalsh(z))]


@op(0.2)
def banded_systems(d: Draw) -> Tensor:
    y = d.tensor("float32", ranks=(2,), where=lambda t: min(t.shape) > 0)
    given = d.shaped(lambda: "float32", lambda: (2, y.shape[0]))
    main = tf.abs(given[:1]) + 3.0
    lower = d.one_of(True, False)
    rows = tf.concat([main, tf.tanh(given[1:])] if lower else [tf.tanh(given[1:]), main], 0)
    return tf.linalg.banded_triangular_solve(rows, y, lower, d.one_of(True, False))


@op(0.2)
def least_squares_of_rows(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(2,), where=lambda t: min(t.shape) > 0)
    x = tf.tanh(x) + tf.eye(tf.shape(x)[0], tf.shape(x)[1])
    y = tf.reduce_sum(x, -1, keepdims=True)
    fast = d.one_of(True, False)
    return raw.MatrixSolveLs(matrix=x, rhs=y, l2_regularizer=0.5, fast=fast)
