"""Arithmetic, math, comparison, conversion and selection, element by element."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tensorflow as tf

from ..catalog import enter, op
from ..draw import ANY, FLOATS, INTS, NUMBERS, Draw, Tensor

raw = tf.raw_ops


def _unary(function: Callable[[Tensor], Tensor], *dtypes: str) -> Callable[[Draw], Tensor]:
    return lambda d: function(d.tensor(*dtypes))


UNARY_OF_FLOATS = {
    "Acos", "Acosh", "Asin", "Asinh", "Atan", "Atanh", "Ceil", "Cos", "Cosh", "Erf", "Erfc",
    "Exp", "Expm1", "Floor", "IsFinite", "IsInf", "IsNan", "Log", "Log1p", "Reciprocal", "Rint",
    "Rsqrt", "Sigmoid", "Sin", "Sinh", "Sqrt", "Tan", "Tanh", "Inv",
}  # fmt: skip
UNARY_OF_NUMBERS = {"Abs", "Neg", "Round", "Sign", "Square"}
ACTIVATIONS = {
    "elu": tf.nn.elu, "relu": tf.nn.relu, "relu6": tf.nn.relu6, "selu": tf.nn.selu,
    "softplus": tf.nn.softplus, "softsign": tf.nn.softsign, "silu": tf.nn.silu,
    "gelu": tf.nn.gelu, "erfinv": lambda x: tf.math.erfinv(tf.tanh(x) * 0.99),
    "leaky_relu": lambda x: tf.nn.leaky_relu(x, 0.125),
    "clip": lambda x: tf.clip_by_value(x, -1.0, 1.5), "l2_loss": tf.nn.l2_loss,
}  # fmt: skip
RARE = {
    "Lgamma": raw.Lgamma, "Digamma": raw.Digamma, "BesselI0e": raw.BesselI0e,
    "BesselI1e": raw.BesselI1e, "Expint": raw.Expint, "Spence": raw.Spence, "Ndtri": lambda x: raw.Ndtri(x=tf.sigmoid(x)),
}  # fmt: skip

for _name in sorted(UNARY_OF_FLOATS):
    _function = getattr(raw, _name)
    enter(_name, _unary(lambda x, f=_function: f(x=x), *FLOATS), 0.25)
for _name in sorted(UNARY_OF_NUMBERS):
    _function = getattr(raw, _name)
    # Of integers TensorFlow's Round gives 0.
    _dtypes = FLOATS if _name == "Round" else NUMBERS
    enter(_name, _unary(lambda x, f=_function: f(x=x), *_dtypes), 0.4)
for _name, _function in ACTIVATIONS.items():
    enter(_name, _unary(_function, "float32"), 0.3)
for _name, _function in RARE.items():
    _call = (lambda x, f=_function: f(x=x)) if _name != "Ndtri" else _function
    enter(_name, _unary(_call, "float32"), 0.05)
enter("LogicalNot", _unary(tf.logical_not, "bool"), 0.5)
enter("Invert", _unary(tf.bitwise.invert, *INTS), 0.3)
enter("zeros_like", _unary(tf.zeros_like, *ANY), 0.4)
enter("ones_like", _unary(tf.ones_like, *NUMBERS), 0.4)
enter("identity", _unary(tf.identity, *ANY), 0.3)
enter("stop_gradient", _unary(tf.stop_gradient, *ANY), 0.2)
enter("check_numerics", _unary(lambda x: tf.debugging.check_numerics(x, "nan"), "float32"), 0.1)


def partner(d: Draw, a: Tensor, dtype: Callable[[], str] | None = None) -> Tensor:
    """A value that broadcasts with `a`: of its shape, of a part of it, or larger."""
    how = d.one_of("same", "same", "same", "suffix", "ones", "scalar", "larger")

    def shape() -> list[int]:
        sizes = list(a.shape)
        match how:
            case "suffix":
                return sizes[1:]
            case "ones":
                return [1 if i % 2 == 0 else size for i, size in enumerate(sizes)]
            case "scalar":
                return []
            case "larger":
                return [2, *sizes] if len(sizes) < 4 else sizes
            case _:
                return sizes

    return d.shaped(dtype or (lambda: a.dtype.name), shape)


def _binary(function: Callable[[Any, Any], Tensor], *dtypes: str) -> Callable[[Draw], Tensor]:
    def apply(d: Draw) -> Tensor:
        a = d.tensor(*dtypes)
        b = partner(d, a)
        return function(a, b) if d.one_of(True, False) else function(b, a)

    return apply


BINARY_OF_NUMBERS = {
    "Add": raw.AddV2, "Sub": raw.Sub, "Mul": raw.Mul, "Maximum": raw.Maximum,
    "Minimum": raw.Minimum, "SquaredDifference": raw.SquaredDifference, "Less": raw.Less,
    "LessEqual": raw.LessEqual, "Greater": raw.Greater, "GreaterEqual": raw.GreaterEqual,
    "Equal": raw.Equal, "NotEqual": raw.NotEqual, "FloorDiv": raw.FloorDiv,
    "FloorMod": raw.FloorMod,
}  # fmt: skip
BINARY_OF_FLOATS = {
    "RealDiv": raw.RealDiv, "DivNoNan": raw.DivNoNan, "Atan2": raw.Atan2, "Pow": raw.Pow,
    "MulNoNan": raw.MulNoNan, "Xdivy": raw.Xdivy, "Xlogy": raw.Xlogy, "Xlog1py": raw.Xlog1py,
    "NextAfter": raw.NextAfter,
}  # fmt: skip
BINARY_OF_INTS = {
    "TruncateDiv": raw.TruncateDiv, "TruncateMod": raw.TruncateMod,
    "BitwiseAnd": raw.BitwiseAnd, "BitwiseOr": raw.BitwiseOr, "BitwiseXor": raw.BitwiseXor,
}  # fmt: skip
_KEYS = {"Atan2": ("y", "x")}


def _called(function: Callable[..., Tensor], name: str) -> Callable[[Any, Any], Tensor]:
    x, y = _KEYS.get(name, ("x", "y"))
    return lambda a, b: function(**{x: a, y: b})


for _name, _function in BINARY_OF_NUMBERS.items():
    enter(_name, _binary(_called(_function, _name), *NUMBERS), 0.7)
for _name, _function in BINARY_OF_FLOATS.items():
    _weight = 0.05 if _name in ("NextAfter", "Xlog1py") else 0.3
    enter(_name, _binary(_called(_function, _name), *FLOATS), _weight)
for _name, _function in BINARY_OF_INTS.items():
    enter(_name, _binary(_called(_function, _name), *INTS), 0.2)
for _name in ("LogicalAnd", "LogicalOr"):
    enter(_name, _binary(_called(getattr(raw, _name), _name), "bool"), 0.5)


@op(0.2)
def shifts(d: Draw) -> Tensor:
    a = d.tensor("int32")
    by = d.shaped(lambda: "int32", lambda: a.shape, low=0, high=4)
    return tf.bitwise.left_shift(a, by) if d.one_of(True, False) else tf.bitwise.right_shift(a, by)


@op(1.5)
def cast(d: Draw) -> Tensor:
    x = d.tensor(*ANY, "float64", "uint8")
    to = d.one_of("float32", "float32", "int32", "int64", "float64", "bool")
    return tf.cast(x, to)


@op(0.2)
def cast_small(d: Draw) -> Tensor:
    x = tf.clip_by_value(d.tensor("int32"), 0, 100)
    return tf.cast(x, d.one_of("uint8", "int8", "int16"))


@op(1.0)
def where(d: Draw) -> Tensor:
    a = d.tensor(*NUMBERS)
    b = partner(d, a)
    return tf.where(partner(d, a, lambda: "bool"), a, b)


@op(0.4)
def select_v1(d: Draw) -> Tensor:
    a = d.tensor(*NUMBERS, ranks=(1, 2, 3))
    b = d.shaped(lambda: a.dtype.name, lambda: a.shape)
    rows = d.one_of(True, False)
    condition = d.shaped(lambda: "bool", lambda: a.shape[:1] if rows else a.shape)
    return raw.Select(condition=condition, x=a, y=b)


@op(0.6)
def clip_between(d: Draw) -> Tensor:
    a = d.tensor("float32", "int32")
    low = d.shaped(lambda: a.dtype.name, lambda: ())
    return raw.ClipByValue(t=a, clip_value_min=low, clip_value_max=low + tf.cast(2, low.dtype))


@op(0.6)
def add_n(d: Draw) -> Tensor:
    a = d.tensor("float32", "int32")
    rest = [d.shaped(lambda: a.dtype.name, lambda: a.shape) for _ in range(d.one_of(1, 2, 3))]
    return tf.add_n([a, *rest])


@op(0.6)
def bias_add(d: Draw) -> Tensor:
    a = d.tensor("float32", ranks=(2, 3, 4))
    return tf.nn.bias_add(a, d.shaped(lambda: "float32", lambda: a.shape[-1:]))


@op(0.3)
def polyval(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(0, 1, 2))
    return tf.math.polyval([partner(d, x), x, partner(d, x)], x)


@op(0.3)
def gradients(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1, 2, 3))
    g = d.shaped(lambda: "float32", lambda: x.shape)
    name = d.one_of("TanhGrad", "SigmoidGrad", "SqrtGrad", "RsqrtGrad", "ReciprocalGrad")
    return getattr(raw, name)(y=x, dy=g)


@op(0.3)
def activation_gradients(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1, 2, 3))
    g = d.shaped(lambda: "float32", lambda: x.shape)
    name = d.one_of("ReluGrad", "Relu6Grad")
    return getattr(raw, name)(gradients=g, features=x)


@op(0.05)
def activation_gradients_rare(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1, 2, 3))
    g = d.shaped(lambda: "float32", lambda: x.shape)
    name = d.one_of("SoftplusGrad", "SoftsignGrad", "LeakyReluGrad")
    return getattr(raw, name)(gradients=g, features=x)


@op(0.05)
def elu_gradients(d: Draw) -> Tensor:
    x = d.tensor("float32", ranks=(1, 2, 3))
    g = d.shaped(lambda: "float32", lambda: x.shape)
    return d.one_of(raw.EluGrad, raw.SeluGrad)(gradients=g, outputs=x)


@op(0.1)
def simulated_quantization(d: Draw) -> Tensor:
    x = d.tensor("float32", "float64", ranks=(1, 2, 3))
    given, bits = d.one_of(True, False), d.one_of(2, 4, 8)
    axis = -1 if given else d.one_of(-1, 0)
    low, high = (d.shaped(lambda: x.dtype.name, lambda: ()) for _ in range(2))
    common = {"input": x, "input_min": tf.minimum(low, high), "input_max": high, "axis": axis}
    common |= {"signed_input": d.one_of(True, False), "narrow_range": d.one_of(True, False)}
    name = d.one_of("V2", "V3", "V4")
    if name != "V3":
        common["round_mode"] = d.one_of("HALF_TO_EVEN", "HALF_UP")
    function = getattr(raw, f"QuantizeAndDequantize{name}")
    return function(num_bits=bits, range_given=given, **common)
