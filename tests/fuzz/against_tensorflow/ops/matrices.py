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
    return raw.TridiagonalSolve(diagonals=diagonals, rhs=y, partial_pivoting=d.one_of(True, False))
