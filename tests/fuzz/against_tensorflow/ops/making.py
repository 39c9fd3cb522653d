"""Tensors made from sizes: fill, range, one-hot, linspace, diagonals, triangles, masks."""

from __future__ import annotations

import tensorflow as tf

from ..catalog import op
from ..draw import ANY, Draw, Tensor, rank, vector

raw = tf.raw_ops


@op(1.0)
def fill(d: Draw) -> Tensor:
    sizes = [d.size(lambda: 3), d.size(lambda: 4)][: d.one_of(1, 2)]
    return tf.fill(vector(sizes), d.shaped(lambda: "float32", lambda: ()))


@op(0.8)
def zeros(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1, 2, 3))
    return tf.zeros(tf.concat([tf.shape(x), [d.size(lambda: 2)]], 0), d.one_of("float32", "int32"))


@op(1.2)
def range_(d: Draw) -> Tensor:
    kind = d.one_of("limit", "start", "delta", "floats")
    match kind:
        case "limit":
            return tf.range(d.size(lambda: 4))
        case "start":
            return tf.range(d.size(lambda: 1), d.size(lambda: 5))
        case "delta":
            return tf.range(d.size(lambda: 0), d.size(lambda: 6), d.size(lambda: 2))
        case _:
            return tf.range(0.0, tf.cast(d.size(lambda: 3), tf.float32), 0.5)


@op(0.4)
def range_by_data(d: Draw) -> Tensor:
    low = d.shaped(lambda: "int32", lambda: (), low=0, high=2)
    return tf.range(low, d.shaped(lambda: "int32", lambda: (), low=2, high=6))


@op(0.3)
def range_by_delta(d: Draw) -> Tensor:
    delta = d.shaped(lambda: "int32", lambda: (), low=1, high=2)
    return tf.range(0, d.size(lambda: 5), delta)


@op(0.8)
def one_hot(d: Draw) -> Tensor:
    x = d.tensor("int32", "int64", ranks=(0, 1, 2))
    return tf.one_hot(x, d.size(lambda: 4), axis=d.one_of(-1, 0))


@op(0.6)
def linspace(d: Draw) -> Tensor:
    return raw.LinSpace(
        start=d.shaped(lambda: "float32", lambda: ()), stop=2.0, num=d.size(lambda: 4)
    )


@op(0.6)
def eye(d: Draw) -> Tensor:
    return tf.eye(d.size(lambda: 3), d.size(lambda: 4) if d.one_of(True, False) else None)


@op(0.6)
def sequence_mask(d: Draw) -> Tensor:
    lengths = d.shaped(lambda: "int32", lambda: (3,), low=0, high=4)
    return tf.sequence_mask(lengths, d.size(lambda: 4) if d.one_of(True, False) else None)


@op(0.5)
def diagonal(d: Draw) -> Tensor:
    return tf.linalg.diag(d.tensor("float32", "int32", ranks=(1, 2)))


@op(0.3)
def diagonal_k(d: Draw) -> Tensor:
    # The size is in the type: without, TensorFlow's own shape function gives the result size 0.
    rows = d.shaped(lambda: "float32", lambda: (2, 3), fixed=1)
    return tf.linalg.diag(rows, k=d.one_of(1, -1))


@op(0.5)
def diagonal_part(d: Draw) -> Tensor:
    x = d.tensor("float32", "int32", ranks=(2, 3))
    return tf.linalg.diag_part(x, k=d.one_of(0, 0, 1, -1))


@op(0.2)
def tensor_diagonal(d: Draw) -> Tensor:
    return tf.linalg.tensor_diag(d.tensor("float32", ranks=(1,)))


@op(0.2)
def tensor_diagonal_part(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(2,), where=lambda t: t.shape[0] == t.shape[1])
    return tf.linalg.tensor_diag_part(x)


@op(0.4)
def set_diagonal(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(2, 3))
    shape = lambda: (*x.shape[:-2], min(x.shape[-2:]))  # noqa: E731
    return tf.linalg.set_diag(x, d.shaped(lambda: "float32", shape))


@op(0.4)
def band_part(d: Draw) -> Tensor:
    x = d.tensor("float32", "int32", ranks=(2, 3))
    return tf.linalg.band_part(x, d.one_of(0, 1, -1), d.size(lambda: 1))


@op(0.3)
def trace(d: Draw) -> Tensor:
    return tf.linalg.trace(d.tensor("float32", ranks=(2, 3)))


@op(0.3)
def shape_arithmetic(d: Draw) -> Tensor:
    """Integer arithmetic on sizes, used as a size."""
    x = d.tensor(*ANY, ranks=(1, 2, 3))
    n = tf.shape(x)[0]
    how = d.one_of("double", "half", "plus", "max", "ceil", "square")
    match how:
        case "double":
            m = n * 2
        case "half":
            m = n // 2
        case "plus":
            m = n + d.size(lambda: 2)
        case "max":
            m = tf.maximum(n, d.size(lambda: 3))
        case "ceil":
            m = (n + 1) // 2
        case _:
            m = tf.minimum(n * n, 12)
    return tf.zeros([m, 2]) if d.one_of(True, False) else tf.range(m)


@op(0.5)
def full_like(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1, 2, 3))
    d.pick(lambda: rank(x))
    return tf.ones(tf.shape(x)) * x[..., :1]


@op(0.3)
def complex_parts(d: Draw) -> list[Tensor]:
    x = d.tensor("float32", ranks=(1, 2))
    z = tf.complex(x, d.shaped(lambda: "float32", lambda: x.shape))
    w = tf.math.conj(z) * z
    return [tf.math.real(w), tf.math.imag(z * z), tf.abs(z)]


@op(0.05)
def angle(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1, 2))
    return tf.math.angle(tf.complex(x, tf.ones_like(x)))


@op(0.4)
def fourier(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1, 2), where=lambda t: t.shape[-1] > 1)
    kind = d.one_of("fft", "ifft", "rfft", "irfft")
    match kind:
        case "fft":
            # Of a real tensor, TensorFlow's text has RFFT with the shape of FFT.
            return tf.abs(tf.signal.fft(tf.complex(x, x)))
        case "ifft":
            return tf.math.real(tf.signal.ifft(tf.complex(x, x)))
        case "rfft":
            return tf.abs(tf.signal.rfft(x))
        case _:
            return tf.signal.irfft(tf.signal.rfft(x))


@op(0.2)
def frames(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1, 2), where=lambda t: t.shape[-1] >= 4)
    return tf.signal.frame(x, 3, d.one_of(1, 2))
