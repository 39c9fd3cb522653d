"""ONNX's products of bytes, against numpy, on both engines."""

from itertools import product
from typing import Any

import numpy as np
import pytest

onnx: Any = pytest.importorskip(
    "onnx", reason="onnx is not installed; pip install 'tieshape[onnx]' brings it"
)

from onnx import helper  # noqa: E402
from tieshape.dialects import mhlo  # noqa: E402
from tieshape.interop.onnx.import_model import translated  # noqa: E402
from tieshape.interop.onnx.protobuf import of_proto  # noqa: E402

from .onnx_models import compiled, drawn, graph, operands, results  # noqa: E402

Array = np.ndarray[Any, Any]
SIGNED, UNSIGNED = np.dtype(np.int8), np.dtype(np.uint8)


def model(given: dict[str, Array], constants: dict[str, Array], node: str, dtype: Any) -> Any:
    """One node with all of `given` and `constants`, ordered by name."""
    names = sorted([*given, *constants])
    return graph(given, constants, [helper.make_node(node, names, ["z"])], dtype)


def wanted(a: Array, b: Array, u: Any, v: Any) -> Array:
    left, right = a.astype(np.int64), b.astype(np.int64)
    rows = np.asarray(u, np.int64)
    rows = rows.reshape(-1, 1) if rows.ndim == 1 and rows.size > 1 else rows
    return ((left - rows) @ (right - np.asarray(v, np.int64))).astype(np.int32)


@pytest.mark.parametrize(("left", "right"), list(product((SIGNED, UNSIGNED), repeat=2)))
@pytest.mark.parametrize("zeros", ["none", "left", "one", "vectors"])
@pytest.mark.parametrize("known", [True, False])
def test_products_less_zero_points(left: Any, right: Any, zeros: str, known: bool) -> None:
    """known: whether the right side and its zero point are constants"""
    a, b = drawn(left, 5, 9), drawn(right, 9, 4)
    given, constants = {"a": a}, dict[str, Array]()
    (constants if known else given)["b"] = b
    u, v = np.zeros((), left), np.zeros((), right)
    if zeros != "none":
        u = drawn(left, *((5,) if zeros == "vectors" else ()))
        given["c"] = u = np.asarray(u)
    if zeros in ("one", "vectors"):
        v = np.asarray(drawn(right, *((4,) if zeros == "vectors" else (1,))))
        (constants if known else given)["d"] = v
    proto = model(given, constants, "MatMulInteger", np.int32)
    assert operands(proto, mhlo.DotGeneralOp) == [["i8", "i8"]]
    for found in results(proto, list(given.values())):
        assert found.dtype == np.int32
        assert np.array_equal(found, wanted(a, b, u, v))


@pytest.mark.parametrize(
    "shapes", [((2, 3, 5), (5, 4)), ((2, 1, 3, 5), (6, 5, 2)), ((0, 5), (5, 3))]
)
def test_batches_of_products(shapes: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    a, b = drawn(UNSIGNED, *shapes[0]), drawn(SIGNED, *shapes[1])
    u, v = np.uint8(130), np.int8(-3)
    given = {"a": a, "b": b, "c": np.asarray(u), "d": np.asarray(v)}
    for found in results(model(given, {}, "MatMulInteger", np.int32), list(given.values())):
        assert np.array_equal(found, wanted(a, b, u, v))


@pytest.mark.parametrize("shapes", [((5,), (5, 4)), ((3, 5), (5,)), ((5,), (5,))])
def test_vectors_are_multiplied_in_i32(shapes: tuple[tuple[int, ...], ...]) -> None:
    """The twin: a zero point of a vector is not one of rows."""
    a, b = drawn(UNSIGNED, *shapes[0]), drawn(SIGNED, *shapes[1])
    u, v = np.uint8(130), np.int8(-3)
    given = {"a": a, "b": b, "c": np.asarray(u), "d": np.asarray(v)}
    for found in results(model(given, {}, "MatMulInteger", np.int32), list(given.values())):
        assert np.array_equal(found, wanted(a, b, u, v))


def test_a_weight_that_is_128_more_than_signed_bytes() -> None:
    """What is quantized with the zero point 128 in the middle has no sums of rows to take off."""
    a, b = drawn(UNSIGNED, 6, 40), drawn(UNSIGNED, 40, 8)
    given = {"a": a, "c": np.asarray(np.uint8(7))}
    proto = model(given, {"b": b, "d": np.asarray(np.uint8(128))}, "MatMulInteger", np.int32)
    module = compiled(translated(of_proto(proto), "model.onnx"))
    assert not any(isinstance(op, mhlo.ReduceOp) for op in module.walk())
    for found in results(proto, list(given.values())):
        assert np.array_equal(found, wanted(a, b, 7, 128))


@pytest.mark.parametrize("rows", [False, True])
def test_a_product_to_the_results_scale(rows: bool) -> None:
    """QLinearMatMul; with a scale and a zero point for each row of the left side."""
    a, b = drawn(UNSIGNED, 5, 9), drawn(SIGNED, 9, 4)
    scale = np.linspace(0.01, 0.03, 5, dtype=np.float32) if rows else np.float32(0.02)
    zero = drawn(UNSIGNED, 5) if rows else np.uint8(100)
    given = {"a": a, "b": np.asarray(scale), "c": np.asarray(zero), "d": b}
    given |= {"e": np.asarray(np.float32(0.03)), "f": np.asarray(np.int8(5))}
    given |= {"g": np.asarray(np.float32(1.7)), "h": np.asarray(np.uint8(120))}
    total = wanted(a, b, zero, np.int8(5)).astype(np.float32)
    factor = scale.reshape(-1, 1) if rows else scale
    exact = np.rint(total * (factor * np.float32(0.03) / np.float32(1.7))) + 120
    for found in results(model(given, {}, "QLinearMatMul", np.uint8), list(given.values())):
        assert found.dtype == np.uint8
        np.testing.assert_allclose(found, np.clip(exact, 0, 255), atol=1)
