"""Operators of onnxruntime's own set, against their formulas, and onnxruntime where it is."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

onnx: Any = pytest.importorskip(
    "onnx", reason="onnx is not installed; pip install 'tieshape[onnx]' brings it"
)

from onnx import parser  # noqa: E402
from tieshape.interop.onnx.import_model import translated  # noqa: E402
from tieshape.interop.onnx.protobuf import of_proto  # noqa: E402
from tieshape.text.diagnostics import LocatedError  # noqa: E402

from tieshape import Runner  # noqa: E402

from .onnx_models import compiled, numbers  # noqa: E402

X, Y, W = "float[N, M] x", "float[N, M] y", "float[M, K] w"
BYTES = "uint8[N, M] x, float p, uint8 q"
OTHER = "uint8[N, M] y, float r, uint8 s"
OUT = "float t, uint8 u"


def bytes_of(*shape: int) -> Any:
    return (np.arange(math.prod(shape)) * 37 % 256).astype(np.uint8).reshape(shape)


def number(value: Any, scale: Any, zero: Any) -> Any:
    return (value.astype(np.float32) - np.float32(zero)) * scale


def quantized(value: Any, scale: Any, zero: Any) -> Any:
    return np.clip(np.rint(value / scale) + zero, 0, 255).astype(np.uint8)


def gelu(x: Any) -> Any:
    return x * np.array([0.5 * (1 + math.erf(v / math.sqrt(2))) for v in x.flat]).reshape(x.shape)


def tanh_gelu(x: Any) -> Any:
    return x * 0.5 * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


def normalized(x: Any) -> Any:
    away = x - x.mean(-1, keepdims=True)
    return away / np.sqrt((away**2).mean(-1, keepdims=True) + 1e-5)


def by_range(x: Any) -> Any:
    low, high = min(x.min(), 0), max(x.max(), 0)
    scale = np.float32((high - low) / 255)
    zero = np.clip(np.rint(-low / scale), 0, 255)
    return number(quantized(x, scale, zero), scale, zero)


def leaky(x: Any, slope: float) -> Any:
    return np.where(x < 0, slope * x, x)


def pointwise(x: Any, w: Any) -> Any:
    return np.einsum("ncij,kc->nkij", x, w[:, :, 0, 0])


def sigmoid(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


P, Q, R, S, T, U = np.float32(0.1), np.uint8(12), np.float32(0.3), np.uint8(200), np.float32(2), 7
U = np.uint8(U)
x, y, w, v = numbers(3, 4), numbers(3, 4)[::-1].copy(), numbers(4, 2), numbers(4)
a, c, m = bytes_of(3, 4), bytes_of(3, 4)[::-1].copy(), bytes_of(4, 2)
image = bytes_of(2, 3, 4, 5)
Case = tuple[str, str, tuple[Any, ...], Callable[..., Any]]
CASES: dict[str, Case] = {
    "Gelu": (X, "Gelu (x)", (x,), gelu),
    "BiasGelu": (f"{X}, float[M] v", "BiasGelu (x, v)", (x, v), lambda x, v: gelu(x + v)),
    "FastGelu": (f"{X}, float[M] v", "FastGelu (x, v)", (x, v), lambda x, v: tanh_gelu(x + v)),
    "QuickGelu": (X, "QuickGelu <alpha = 1.5> (x)", (x,), lambda x: x * sigmoid(1.5 * x)),
    "FusedGemm": (
        f"{X}, float[K, M] w, float[K] v",
        'FusedGemm <activation = "LeakyRelu", activation_alpha = 0.3, alpha = 2.0, transB = 1> (x, w, v)',
        (x, w.T.copy(), v[:2]),
        lambda x, w, v: leaky(2 * x @ w.T + v, 0.3),
    ),
    "FusedConv": (
        "float[N, 2, H, W] x, float[3, 2, 1, 1] w, float[3] v, float[N, 3, H, W] y",
        'FusedConv <activation = "HardSigmoid", activation_params = [0.3, 0.4]> (x, w, v, y)',
        (numbers(2, 2, 3, 4), numbers(3, 2, 1, 1), v[:3], numbers(2, 3, 3, 4)),
        lambda x, w, v, y: np.clip(0.3 * (pointwise(x, w) + v[:, None, None] + y) + 0.4, 0, 1),
    ),
    "Inverse": (
        "float[N, M, M] x",
        "Inverse (x)",
        (np.eye(3, dtype=np.float32)[None] * 2 + numbers(2, 3, 3) / 40,),
        np.linalg.inv,
    ),
    "Trilu": ("float[N, M, M] x", "Trilu <upper = 0> (x)", (numbers(2, 3, 3),), np.tril),
    "FusedMatMul": (
        *(f"{X}, {Y}", "FusedMatMul <alpha = 0.5, transB = 1> (x, y)", (x, y)),
        lambda x, y: 0.5 * x @ y.T,
    ),
    "SkipLayerNormalization": (
        f"{X}, {Y}, float[M] v",
        "SkipLayerNormalization <epsilon = 0.00001> (x, y, v, v)",
        *((x[None], y[None], v), lambda x, y, v: normalized(x + y) * v + v),
    ),
    "SkipSimplifiedLayerNormalization": (
        f"{X}, {Y}, float[M] v",
        "SkipSimplifiedLayerNormalization <epsilon = 0.00001> (x, y, v)",
        (x[None], y[None], v),
        lambda x, y, v: (x + y) / np.sqrt(((x + y) ** 2).mean(-1, keepdims=True) + 1e-5) * v,
    ),
    "QLinearAdd": (
        *(f"{BYTES}, {OTHER}, {OUT}", "QLinearAdd (x, p, q, y, r, s, t, u)"),
        (a, P, Q, c, R, S, T, U),
        lambda a, p, q, c, r, s, t, u: quantized(number(a, p, q) + number(c, r, s), t, u),
    ),
    "QLinearMul": (
        *(f"{BYTES}, {OTHER}, {OUT}", "QLinearMul (x, p, q, y, r, s, t, u)"),
        (a, P, Q, c, R, S, T, U),
        lambda a, p, q, c, r, s, t, u: quantized(number(a, p, q) * number(c, r, s), t, u),
    ),
    "QLinearSigmoid": (
        *(f"{BYTES}, float r, uint8 s", "QLinearSigmoid (x, p, q, r, s)"),
        (a, P, Q, np.float32(0.004), np.uint8(0)),
        lambda a, p, q, r, s: quantized(sigmoid(number(a, p, q)), r, s),
    ),
    "QLinearLeakyRelu": (
        *(f"{BYTES}, float r, uint8 s", "QLinearLeakyRelu <alpha = 0.1> (x, p, q, r, s)"),
        (a, P, S, R, Q),
        lambda a, p, q, r, s: quantized(
            np.where(number(a, p, q) < 0, 0.1, 1) * number(a, p, q), r, s
        ),
    ),
    "QLinearGlobalAveragePool": (
        "uint8[N, C, H, W] x, float p, uint8 q, float r, uint8 s",
        "QLinearGlobalAveragePool (x, p, q, r, s)",
        (image, P, Q, R, S),
        lambda a, p, q, r, s: quantized(number(a, p, q).mean((2, 3), keepdims=True), r, s),
    ),
    "QLinearConcat": (
        *(f"{BYTES}, {OTHER}, {OUT}", "QLinearConcat <axis = 1> (t, u, x, p, q, y, r, s)"),
        (a, P, Q, c, R, S, T, U),
        lambda a, p, q, c, r, s, t, u: quantized(
            np.concatenate([number(a, p, q), number(c, r, s)], 1), t, u
        ),
    ),
    "QGemm": (
        f"{BYTES}, uint8[M, K] w, float r, uint8 s, int32[K] v",
        "QGemm (x, p, q, w, r, s, v)",
        (a, P, Q, m, R, S, np.array([5, -300], np.int32)),
        lambda a, p, q, m, r, s, v: number(a, p, q) @ number(m, r, s) + v * (p * r),
    ),
    "MatMulIntegerToFloat": (
        "uint8[N, M] x, uint8[M, K] w, float p, float r, uint8 q, uint8 s",
        "MatMulIntegerToFloat (x, w, p, r, q, s)",
        (a, m, P, R, Q, S),
        lambda a, m, p, r, q, s: number(a, p, q) @ number(m, r, s),
    ),
    "DynamicQuantizeMatMul": (
        f"{X}, uint8[M, K] w, float r, uint8 s",
        "DynamicQuantizeMatMul (x, w, r, s)",
        (x, m, R, S),
        lambda x, m, r, s: by_range(x) @ number(m, r, s),
    ),
}


def proto_of(inputs: str, node: str, element: str) -> Any:
    if node.startswith("Skip"):
        inputs = inputs.replace("[N, M]", "[B, N, M]")
    text = f"""<ir_version: 9, opset_import: ["" : 20, "com.microsoft" : 1]>
    agraph ({inputs}) => ({element}[] z) {{ z = com.microsoft.{node} }}"""
    proto = parser.parse_model(text)
    proto.graph.output[0].type.tensor_type.ClearField("shape")
    return proto


@pytest.mark.parametrize("name", CASES)
def test_operators_of_onnxruntime(name: str) -> None:
    inputs, node, arrays, formula = CASES[name]
    expected = formula(*arrays)
    element = "uint8" if expected.dtype == np.uint8 else "float"
    proto = proto_of(inputs, node, element)
    (found,) = Runner(compiled(translated(of_proto(proto), "model.onnx"))).run(list(arrays))
    assert found.dtype == (np.uint8 if element == "uint8" else np.float32)
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-5)
    onnxruntime = pytest.importorskip("onnxruntime", reason="onnxruntime is not installed")
    session = onnxruntime.InferenceSession(proto.SerializeToString())
    given = {
        value.name: np.asarray(array)
        for value, array in zip(proto.graph.input, arrays, strict=True)
    }
    (other,) = session.run(None, given)
    step = 1 if element == "uint8" else 1e-3  # where a quotient lies between two integers
    np.testing.assert_allclose(found.astype(np.float64), other, rtol=1e-3, atol=step)


def test_the_normalization_that_onnxruntime_has_among_onnxs_own() -> None:
    proto = proto_of("float[N, M] x, float[M] v", "S (x, v)", "float")
    proto.graph.node[0].op_type, proto.graph.node[0].domain = "SimplifiedLayerNormalization", ""
    (found,) = Runner(compiled(translated(of_proto(proto), "model.onnx"))).run([x, v])
    wanted = x / np.sqrt((x**2).mean(-1, keepdims=True) + 1e-5) * v
    np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-5)


def test_others_are_named() -> None:
    proto = proto_of(X, "Frobnicate (x)", "float")
    with pytest.raises(LocatedError, match=r"\(com\.microsoft\.Frobnicate, opset 1\)"):
        translated(of_proto(proto), "model.onnx")


@pytest.mark.parametrize(("node", "scale"), [("QLinearAdd", 0.5), ("QLinearMul", 0.125)])
def test_halves_are_even_with_the_zero_point(node: str, scale: float) -> None:
    """As onnxruntime rounds sums and products: 2.5 and the zero point 3 are 5.5, and so 6."""
    x = np.arange(0, 12, dtype=np.uint8)
    y = np.full(12, 1, np.uint8)
    arguments = "uint8[N] x, float p, uint8 q, uint8[N] y, float r, uint8 s, float t, uint8 u"
    proto = proto_of(arguments, f"{node} (x, p, q, y, r, s, t, u)", "uint8")
    each = np.float32(scale), np.uint8(0)
    whole = np.float32(2 * (scale if node == "QLinearAdd" else scale**2))
    arrays = [np.asarray(v) for v in (x, *each, y, *each, whole, np.uint8(3))]
    (found,) = Runner(compiled(translated(of_proto(proto), "model.onnx"))).run(arrays)
    total = (x + 1.0) / 2 if node == "QLinearAdd" else x / 2
    assert np.array_equal(found, np.rint(total + 3).astype(np.uint8))
