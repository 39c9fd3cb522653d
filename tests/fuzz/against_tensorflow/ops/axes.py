"""Ops along inner dimensions, with attributes and types that are rarer."""

from __future__ import annotations

import tensorflow as tf

from ..catalog import enter, op
from ..draw import ANY, NUMBERS, Draw, Tensor, rank

raw = tf.raw_ops


def _deep(d: Draw, *dtypes: str) -> Tensor:
    return d.tensor(*(dtypes or ("float32", "int32")), ranks=(3, 4), where=lambda t: min(t.shape))


ALONG = {
    "sum": lambda x, a: tf.reduce_sum(x, a),
    "max_kept": lambda x, a: tf.reduce_max(x, a, keepdims=True),
    "two": lambda x, a: tf.reduce_mean(x, [a, -1]),
    "argmax": lambda x, a: tf.argmax(x, a),
    "cumsum": lambda x, a: tf.cumsum(x, a, exclusive=True, reverse=True),
    "cumprod": lambda x, a: tf.math.cumprod(x, a),
    "reverse": lambda x, a: tf.reverse(x, [a, 0]),
    "roll": lambda x, a: tf.roll(x, [1, -2], [a, 0]),
    "sort": lambda x, a: tf.sort(x, a, "DESCENDING"),
    "argsort": lambda x, a: tf.argsort(x, a, stable=True),
    "softmax": lambda x, a: tf.nn.softmax(x, a),
    "norm": lambda x, a: tf.norm(x, 1, a),
    "norm_inf": lambda x, a: tf.norm(x, float("inf"), a),
    "concat": lambda x, a: tf.concat([x, x[:, :1], x * 2], a),
    "stack": lambda x, a: tf.stack([x, x, x], a),
    "unstack": lambda x, a: tf.unstack(x[:, :1], axis=a, num=1)[0],
    "gather": lambda x, a: tf.gather(x, [0, 0, 0], axis=a),
    "gather_batch": lambda x, a: tf.gather(x, tf.zeros_like(x[:, :, 0], tf.int32), axis=2, batch_dims=a),
    "repeat": lambda x, a: tf.repeat(x, 2, a),
    "diff": lambda x, a: x[:, 1:] - x[:, :-1],
    "squeeze": lambda x, a: tf.squeeze(tf.expand_dims(x, a), [a]),
    "one": lambda x, a: tf.expand_dims(x, a) - tf.expand_dims(x, a + 1),
    "count": lambda x, a: tf.math.count_nonzero(x, a, keepdims=True),
    "moments": lambda x, a: tf.nn.moments(x, [a, 2])[1],
    "zero_fraction": lambda x, a: tf.nn.zero_fraction(x),
    "scan_back": lambda x, a: tf.math.cumulative_logsumexp(x, a, reverse=True),
    "top": lambda x, a: tf.math.top_k(tf.transpose(x), 1, sorted=False)[1],
    "split": lambda x, a: tf.split(tf.concat([x, x], a), 2, a)[1],
    "log_softmax": lambda x, a: tf.nn.log_softmax(x, a),
    "std": lambda x, a: tf.math.reduce_std(x, a),
    "einsum": lambda x, a: tf.einsum("...ij->...ji", x),
    "trace": lambda x, a: tf.linalg.trace(x),
    "diagonal": lambda x, a: tf.linalg.diag_part(x, k=(-1, 1)),
    "adjoint": lambda x, a: tf.linalg.adjoint(x),
    "cross": lambda x, a: tf.linalg.cross(tf.concat([x, x, x], -1)[..., :3], tf.concat([x, x, -x], -1)[..., :3]),
    "flatten_inner": lambda x, a: tf.reshape(x, [tf.shape(x)[0], tf.size(x) // tf.maximum(tf.shape(x)[0], 1)]),
    "middle_slice": lambda x, a: x[:, 1:-1],
    "ellipsis": lambda x, a: x[0, ..., tf.newaxis, -1],
    "step_back": lambda x, a: x[:, ::-2, :1],
    "mask_axis": lambda x, a: tf.boolean_mask(x, tf.ones_like(x[0, :, 0], tf.bool), axis=a),
    "broadcast": lambda x, a: x + x[:, :1] - x[:1, :, :1],
    "pad_inner": lambda x, a: tf.pad(x, [[0, 0], [1, 0]] + [[0, 2]] * (len(x.shape) - 2), constant_values=7),
    "tile_inner": lambda x, a: tf.tile(x, [1, 2] + [1] * (len(x.shape) - 2)),
    "meshgrid": lambda x, a: tf.meshgrid(x[0, :, 0], x[:, 0, 0], indexing="ij")[1],
    "matmul_adjoint": lambda x, a: tf.matmul(x, x, adjoint_b=True),
    "weighted": lambda x, a: tf.nn.weighted_moments(x, [0, a], tf.ones_like(x))[0],
    "histogram": lambda x, a: tf.histogram_fixed_width(x, [-1, 1], 5),
    "any_nan": lambda x, a: tf.reduce_any(x != x, a),
    "maximum3": lambda x, a: tf.reduce_max(tf.stack([x, -x]), 0),
    "confusion": lambda x, a: tf.math.confusion_matrix(tf.argmax(x, a)[:, 0], tf.argmin(x, a)[:, 0], 9),
    "unique_axis": lambda x, a: raw.UniqueV2(x=x, axis=[a])[0],
}  # fmt: skip
FLOATS_ONLY = {
    "softmax", "norm", "norm_inf", "two", "moments", "scan_back", "log_softmax", "std", "weighted",
    "histogram", "adjoint", "matmul_adjoint",
}  # fmt: skip

for _name, _function in ALONG.items():
    _dtypes = ("float32",) if _name in FLOATS_ONLY else ("float32", "int32")
    enter(f"along_{_name}", lambda d, f=_function, t=_dtypes: f(_deep(d, *t), 1), 0.1)

TYPES = ("float16", "bfloat16", "float64", "int64", "uint8", "int8", "int16", "uint16", "uint32")
IN_TYPE = {
    "add": lambda x: x + x,
    "multiply": lambda x: x * x,
    "sum": lambda x: tf.reduce_sum(x, -1),
    "mean": lambda x: tf.reduce_mean(x, 0),
    "max": lambda x: tf.reduce_max(x, 0),
    "prod": lambda x: tf.reduce_prod(x, -1),
    "argmin": lambda x: tf.argmin(x, -1),
    "compare": lambda x: x >= x[:1],
    "floor_divide": lambda x: x // tf.cast(2, x.dtype),
    "modulo": lambda x: x % tf.cast(3, x.dtype),
    "clip": lambda x: tf.clip_by_value(x, tf.cast(1, x.dtype), tf.cast(3, x.dtype)),
    "concat": lambda x: tf.concat([x, x], 0),
    "gather": lambda x: tf.gather(x, [0]),
    "pad": lambda x: tf.pad(x, [[1, 1]] + [[0, 0]] * (len(x.shape) - 1)),
    "where": lambda x: tf.where(x > tf.cast(1, x.dtype), x, tf.zeros_like(x)),
    "cumsum": lambda x: tf.cumsum(x, -1),
    "square": lambda x: tf.square(x) - x,
    "sort": lambda x: tf.sort(x, -1),
    "matmul": lambda x: tf.matmul(tf.reshape(x, [1, -1]), tf.reshape(x, [-1, 1])),
    "unique": lambda x: tf.unique(tf.reshape(x, [-1]))[0],
    "range": lambda x: tf.range(tf.cast(0, x.dtype), tf.cast(5, x.dtype), tf.cast(2, x.dtype)),
    "one_hot": lambda x: tf.one_hot(tf.cast(x, tf.int32), 3, tf.cast(2, x.dtype), tf.cast(1, x.dtype)),
    "segments": lambda x: tf.math.unsorted_segment_sum(x, tf.zeros_like(x[..., 0], tf.int32), 2),
    "scatter": lambda x: tf.tensor_scatter_nd_max(x, [[0]], x[:1]),
    "negate": lambda x: -x,
    "sign": lambda x: tf.sign(x),
    "power": lambda x: tf.pow(x, tf.cast(2, x.dtype)),
}  # fmt: skip


def _in_type(name: str):
    def apply(d: Draw) -> Tensor:
        x = d.tensor("int32", "float32", ranks=(2, 3), where=lambda t: min(t.shape) > 0)
        x = tf.clip_by_value(x, tf.cast(0, x.dtype), tf.cast(50, x.dtype))
        y = IN_TYPE[name](tf.cast(x, d.one_of(*TYPES)))
        return y if y.dtype in (tf.bool, tf.int64, tf.int32) else tf.cast(y, tf.float32)

    return apply


for _name in IN_TYPE:
    enter(f"typed_{_name}", _in_type(_name), 0.1)


@op(0.6)
def slice_of_several(d: Draw) -> Tensor:
    """Slices of several dimensions with bounds known at run time only."""
    x = d.tensor(*ANY, ranks=(2, 3), where=lambda t: min(t.shape) >= 2)
    a, b = d.size(lambda: 1), d.size(lambda: 2)
    match d.one_of("corner", "inner", "index", "ends", "past"):
        case "corner":
            return x[a:, :b]
        case "inner":
            return x[:-1, a:b]
        case "index":
            return x[a, :b]
        case "ends":
            return x[-b:, ::a]
        case _:
            return x[: a + 9, -a:]


@op(0.4)
def slice_from_values(d: Draw) -> Tensor:
    x = d.tensor(*NUMBERS, ranks=(2,), where=lambda t: min(t.shape) >= 2)
    begin = d.shaped(lambda: "int32", lambda: (2,), low=0, high=1, fixed=1)
    size = d.shaped(lambda: "int32", lambda: (2,), low=0, high=1, fixed=1)
    return tf.slice(x, begin, size)


@op(0.3)
def repeat_by_values(d: Draw) -> Tensor:
    x = d.tensor("float32", "int32", ranks=(1, 2))
    return tf.repeat(x, d.shaped(lambda: "int32", lambda: x.shape[:1], low=0, high=2), 0)


@op(0.3)
def tile_by_values(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(2,), where=lambda t: t.shape.num_elements() <= 60)
    return tf.tile(x, d.shaped(lambda: "int32", lambda: (2,), low=0, high=2, fixed=1))


@op(0.3)
def gather_by_data(d: Draw) -> Tensor:
    x = d.tensor(*NUMBERS, ranks=(2, 3), where=lambda t: min(t.shape) > 0)
    order = tf.argsort(tf.reduce_sum(x, list(range(1, d.pick(lambda: rank(x))))))
    return tf.gather(x, order)


@op(0.2)
def searched(d: Draw) -> Tensor:
    x = tf.sort(d.tensor("float32", "int32", ranks=(2,)))
    y = d.shaped(lambda: x.dtype.name, lambda: (x.shape[0], 3))
    return tf.searchsorted(x, y, d.one_of("left", "right"))


@op(0.2)
def pieces(d: Draw) -> list[Tensor]:
    x = d.tensor("float32", "int32", ranks=(2, 3), where=lambda t: t.shape[1] >= 4)
    sizes = d.shaped(lambda: "int32", lambda: (3,), low=1, high=1, fixed=1)
    rest = tf.concat([sizes[:2], [tf.shape(x)[1] - sizes[0] - sizes[1]]], 0)
    return tf.split(x, rest, 1, num=3)


@op(0.2)
def products(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(2, 3), where=lambda t: min(t.shape) > 0)
    match d.one_of("outer", "gram", "bilinear", "double", "kron", "batch"):
        case "outer":
            return tf.einsum("...i,...j->...ij", x, x)
        case "gram":
            return tf.matmul(x, x, transpose_a=True)
        case "bilinear":
            return tf.einsum("...i,...i->...", x, x)
        case "double":
            return tf.tensordot(x, x, [[0], [0]])
        case "kron":
            return tf.reshape(x[..., tf.newaxis] * x[:1, ..., tf.newaxis, :], [-1])
        case _:
            return tf.einsum("ij...,kj...->ik...", x, x)


@op(0.2)
def integers(d: Draw) -> Tensor:
    x = d.tensor("int32", "int64")
    two = tf.cast(2, x.dtype)
    match d.one_of("floor", "mod", "truncated", "power", "bits", "population", "abs", "ceil"):
        case "floor":
            return x // two - x // -two
        case "mod":
            return x % -two + x % two
        case "truncated":
            return tf.truncatediv(x, two) * tf.truncatemod(x, two)
        case "power":
            return tf.pow(x, two)
        case "bits":
            return tf.bitwise.bitwise_xor(x, tf.bitwise.left_shift(x, two))
        case "population":
            return tf.cast(raw.PopulationCount(x=x), tf.int32)
        case "abs":
            return tf.abs(x) - tf.sign(x)
        case _:
            return -(-x // two)


@op(0.2)
def complex_math(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1, 2))
    z = tf.complex(x, d.shaped(lambda: "float32", lambda: x.shape))
    match d.one_of("exp", "multiply", "divide", "sum", "angle", "matmul", "sqrt", "power"):
        case "exp":
            w = tf.exp(z * 0.5)
        case "multiply":
            w = z * tf.math.conj(z[::-1]) + z
        case "divide":
            w = z / (tf.cast(tf.abs(z), z.dtype) + 1.0)
        case "sum":
            w = tf.reduce_sum(z, 0, keepdims=True)
        case "angle":
            return tf.math.angle(z + 9.0)
        case "matmul":
            w = tf.matmul(tf.reshape(z, [1, -1]), tf.reshape(z, [-1, 1]))
        case "sqrt":
            w = tf.sqrt(z + 9.0)
        case _:
            w = tf.square(z) - z
    return tf.math.real(w) + tf.math.imag(w)


@op(0.3)
def spectra(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1, 2), where=lambda t: t.shape[-1] >= 4)
    match d.one_of("stft", "mel", "dct", "rfft2", "back", "shift", "overlap"):
        case "stft":
            return tf.abs(tf.signal.stft(x, 4, 2))
        case "mel":
            power = tf.square(tf.abs(tf.signal.stft(x, 4, 1)))
            weights = tf.signal.linear_to_mel_weight_matrix(2, 3, 8000, 80.0, 3000.0)
            return tf.math.log(tf.tensordot(power, weights, 1) + 1e-3)
        case "dct":
            return tf.signal.dct(x, 2)
        case "rfft2":
            return tf.abs(tf.signal.rfft2d(tf.reshape(x, [-1, 2])))
        case "back":
            return tf.signal.irfft(tf.signal.rfft(x), [tf.shape(x)[-1]])
        case "shift":
            return tf.signal.fftshift(x)
        case _:
            return tf.signal.overlap_and_add(tf.signal.frame(x, 3, 2), 2)
