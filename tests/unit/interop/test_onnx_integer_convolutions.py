"""ONNX's convolutions of bytes, against numpy, on both engines."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

onnx: Any = pytest.importorskip(
    "onnx", reason="onnx is not installed; pip install 'tieshape[onnx]' brings it"
)

from onnx import helper  # noqa: E402
from tieshape.dialects import mhlo  # noqa: E402

from .onnx_models import drawn, graph, operands, results  # noqa: E402

Array = np.ndarray[Any, Any]
SIGNED, UNSIGNED = np.dtype(np.int8), np.dtype(np.uint8)
MOVES: list[dict[str, Any]] = [
    {},
    {"pads": [1, 0, 2, 1], "strides": [2, 1]},
    {"pads": [2, 2, 2, 2], "dilations": [2, 1]},
    {"auto_pad": "SAME_UPPER"},
]


def convolved(
    x: Array, kernel: Array, zero: Any, kernel_zero: Any, moves: dict[str, Any], groups: int = 1
) -> Array:
    """In exact integers; what is beside the image is the zero point."""
    x = x.astype(np.int64) - int(zero)
    k = kernel.astype(np.int64) - np.asarray(kernel_zero, np.int64).reshape(-1, 1, 1, 1)
    sizes = kernel.shape[2:]
    strides, gaps = moves.get("strides", [1, 1]), moves.get("dilations", [1, 1])
    pads = moves.get("pads", [0, 0, 0, 0])
    if "auto_pad" in moves:
        low = [(size - 1) // 2 for size in sizes]
        pads = low + [size - 1 - less for size, less in zip(sizes, low, strict=True)]
    x = np.pad(x, ((0, 0), (0, 0), (pads[0], pads[2]), (pads[1], pads[3])))
    reach = [(size - 1) * gap + 1 for size, gap in zip(sizes, gaps, strict=True)]
    places = np.lib.stride_tricks.sliding_window_view(x, reach, (2, 3))
    places = places[:, :, :: strides[0], :: strides[1], :: gaps[0], :: gaps[1]]
    parts = zip(np.split(places, groups, 1), np.split(k, groups, 0), strict=True)
    return np.concatenate([np.einsum("nchwij,ocij->nohw", *pair) for pair in parts], 1)


TYPES = list(product((SIGNED, UNSIGNED), repeat=2))
ZEROS = ("none", "image", "both", "middle", "each")
CASES = [
    (*TYPES[i], zeros, (i + j + more) % len(MOVES))
    for (i, (j, zeros)), more in product(product(range(len(TYPES)), enumerate(ZEROS)), (0, 2))
]
"""Each two of types, zero points and moves are met together."""


@pytest.mark.parametrize(("image", "weights", "zeros", "moves"), CASES)
def test_a_convolution_less_zero_points(image: Any, weights: Any, zeros: str, moves: int) -> None:
    """Filters whose zero point is the middle of their type are multiplied as bytes, others in i32.

    each: a zero point for each filter
    """
    x, kernel = drawn(image, 2, 3, 7, 6), drawn(weights, 4, 3, 3, 2)
    given, constants = {"x": x}, {"w": kernel}
    u, v = np.zeros((), image), np.zeros((), weights)
    middle = 0 if weights == SIGNED else 128
    if zeros != "none":
        given["x_zero"] = u = np.asarray(drawn(image))
    if zeros in ("both", "middle"):
        constants["w_zero"] = v = np.asarray(middle + (zeros == "both"), weights)
    if zeros == "each":
        constants["w_zero"] = v = drawn(weights, 4)
    names = ["x", "w", "x_zero" if zeros != "none" else "", *["w_zero"] * ("w_zero" in constants)]
    node = helper.make_node("ConvInteger", names, ["z"], **MOVES[moves])
    proto = graph(given, constants, [node], np.int32)
    in_bytes = zeros == "middle" or (middle == 0 and zeros in ("none", "image"))
    element = "i8" if in_bytes else "i32"
    assert operands(proto, mhlo.ConvolutionOp) == [[element, element]]
    for found in results(proto, list(given.values())):
        assert found.dtype == np.int32
        assert np.array_equal(found, convolved(x, kernel, u, v, MOVES[moves]))


@pytest.mark.parametrize("case", ["groups", "unknown zero point"])
def test_convolutions_that_are_summed_in_i32(case: str) -> None:
    """The twins: in groups, and with filters less what is not known."""
    x, kernel = drawn(SIGNED, 2, 4, 7, 6), drawn(SIGNED, 6, 2 if case == "groups" else 4, 2, 2)
    u, v = np.asarray(drawn(SIGNED)), np.asarray(drawn(SIGNED))
    given, constants = {"x": x, "u": u}, {"w": kernel}
    groups = {"group": 2} if case == "groups" else {}
    names = ["x", "w", "u"]
    if case == "unknown zero point":
        given["v"] = v
        names.append("v")
    else:
        v = np.zeros((), SIGNED)
    node = helper.make_node("ConvInteger", names, ["z"], **groups)
    proto = graph(given, constants, [node], np.int32)
    assert operands(proto, mhlo.ConvolutionOp) == [["i32", "i32"]]
    for found in results(proto, list(given.values())):
        assert np.array_equal(found, convolved(x, kernel, u, v, {}, groups.get("group", 1)))


@pytest.mark.parametrize("each", [False, True])
@pytest.mark.parametrize("kind", [SIGNED, UNSIGNED])
def test_a_convolution_to_the_results_scale(kind: Any, each: bool) -> None:
    """QLinearConv, with one scale, or one for each filter, and a bias."""
    x, kernel = drawn(UNSIGNED, 2, 3, 8, 6), drawn(SIGNED, 4, 3, 3, 3)
    scales = np.linspace(0.01, 0.03, 4, dtype=np.float32) if each else np.float32(0.02)
    bias = drawn(np.int16, 4).astype(np.int32)
    constants = {
        "x_scale": np.asarray(np.float32(0.05)),
        "x_zero": np.asarray(np.uint8(131)),
        "w": kernel,
        "w_scale": np.asarray(scales),
        "w_zero": np.zeros(4 if each else (), SIGNED),
        "z_scale": np.asarray(np.float32(1.7)),
        "z_zero": np.asarray(kind.type(9)),
        "bias": bias,
    }
    node = helper.make_node("QLinearConv", ["x", *constants], ["z"], **MOVES[1])
    proto = graph({"x": x}, constants, [node], kind)
    assert operands(proto, mhlo.ConvolutionOp) == [["i8", "i8"]]
    total = convolved(x, kernel, 131, 0, MOVES[1]) + bias.reshape(1, 4, 1, 1)
    factor = np.float32(0.05) * np.asarray(scales).reshape(-1, 1, 1) / np.float32(1.7)
    limits = np.iinfo(kind)
    exact = np.clip(np.rint(total * factor) + 9, limits.min, limits.max)
    for found in results(proto, [x]):
        assert found.dtype == kind
        np.testing.assert_allclose(found, exact, atol=1)
