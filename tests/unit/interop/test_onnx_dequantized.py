"""Products and convolutions of what DequantizeLinear gives: of the bytes, where that is the same."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

onnx: Any = pytest.importorskip(
    "onnx", reason="onnx is not installed; pip install 'tieshape[onnx]' brings it"
)

from onnx import helper  # noqa: E402
from onnx.reference import ReferenceEvaluator  # noqa: E402
from tieshape.dialects import mhlo  # noqa: E402
from tieshape.interop.onnx.import_model import translated  # noqa: E402
from tieshape.interop.onnx.protobuf import of_proto  # noqa: E402
from tieshape.interpreters import RunError, Runner  # noqa: E402
from tieshape.text.diagnostics import LocatedError  # noqa: E402

from .onnx_models import compiled, drawn, graph, imported, operands, results  # noqa: E402

Array = np.ndarray[Any, Any]


def linear(name: str, **attributes: Any) -> Any:
    """The node that makes floats `name` of the bytes `name_q`."""
    given = [f"{name}_q", f"{name}_scale", f"{name}_zero"]
    return helper.make_node("DequantizeLinear", given, [name], **attributes)


def constants_of(name: str, scale: Any, zero: Any) -> dict[str, Array]:
    return {f"{name}_scale": np.asarray(scale, np.float32), f"{name}_zero": np.asarray(zero)}


def agrees(proto: Any, given: dict[str, Array], *, rtol: float = 1e-5) -> None:
    """On both engines with onnx's reference, which computes in floats."""
    wanted = ReferenceEvaluator(proto).run(None, given)[0]
    size = np.abs(wanted).max(initial=0)
    for found in results(proto, list(given.values())):
        assert found.dtype == np.float32
        np.testing.assert_allclose(found, wanted, rtol=rtol, atol=rtol * size)


SCALES = np.linspace(0.01, 0.07, 5, dtype=np.float32)


@pytest.mark.parametrize(
    ("left", "right", "axis", "kinds"),
    [
        ("one", "one", 1, ["i8", "i8"]),
        ("one", "columns", 1, ["i8", "i8"]),
        ("one", "columns", -1, ["i8", "i8"]),
        ("one", "rows", 0, ["f32", "f32"]),
        ("rows", "one", 0, ["f32", "f32"]),
    ],
)
@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("node", ["MatMul", "Gemm"])
def test_a_product(
    left: str, right: str, axis: int, kinds: list[str], known: bool, node: str
) -> None:
    """A scale for each of the rows that are summed, and the twin: one for each column."""
    x, y = drawn(np.uint8, 4, 5), drawn(np.int8, 5, 5)
    x_scale, x_zero = (SCALES[:4], drawn(np.uint8, 4)) if left == "rows" else (0.3, np.uint8(77))
    y_scale, y_zero = (0.02, np.int8(-3)) if right == "one" else (SCALES, drawn(np.int8, 5))
    more = {"axis": axis} if right != "one" else {}
    nodes = [linear("x", axis=0) if left == "rows" else linear("x"), linear("y", **more)]
    nodes.append(helper.make_node(node, ["x", "y"], ["z"]))
    weights = {"y_q": y}
    given = {"x_q": x} | ({} if known else weights)
    constants = constants_of("x", x_scale, x_zero) | constants_of("y", y_scale, y_zero)
    constants |= weights if known else {}
    proto = graph(given, constants, nodes, np.float32)
    # Sizes of arguments are unknown: of how many products the sum is, the constant tells.
    wanted = kinds if known else ["f32", "f32"]
    assert operands(proto, mhlo.DotGeneralOp) == [wanted]
    agrees(proto, given)


@pytest.mark.parametrize(("axis", "kind"), [(None, "i8"), (0, "i8"), (-2, "i8"), (1, "f32")])
def test_a_product_with_rows_for_columns(axis: int | None, kind: str) -> None:
    """As linear layers are written: one scale, one for each row of the weights, and the twin."""
    x, w = drawn(np.uint8, 4, 5), drawn(np.int8, 5, 5)
    scale, zero = (0.02, np.int8(-3)) if axis is None else (SCALES, drawn(np.int8, 5))
    nodes = [linear("x"), linear("w", **({} if axis is None else {"axis": axis}))]
    nodes.append(helper.make_node("Gemm", ["x", "w", "bias"], ["z"], transB=1))
    constants = constants_of("x", 0.3, np.uint8(77)) | constants_of("w", scale, zero)
    constants |= {"w_q": w, "bias": np.linspace(-3, 3, 5, dtype=np.float32)}
    proto = graph({"x_q": x}, constants, nodes, np.float32)
    assert operands(proto, mhlo.DotGeneralOp) == [[kind, kind]]
    agrees(proto, {"x_q": x})


@pytest.mark.parametrize("case", ["vector", "long", "turned", "blocks", "f16"])
def test_products_that_stay_in_floats(case: str) -> None:
    """The twins: a vector, sums that may leave i32, operands the other way round, blocks, halves."""
    depth = 33026 if case == "long" else 6
    x, y = drawn(np.uint8, 3, depth), drawn(np.int8, depth, 2)
    more, scale = dict[str, Any](), np.asarray(np.float32(0.02))
    if case == "blocks":
        more, scale = {"axis": 0, "block_size": 3}, np.linspace(0.1, 0.4, 4, dtype=np.float32)
        scale = scale.reshape(2, 2)
    constants = constants_of("x", 0.3, np.uint8(200))
    constants |= {"y_q": y}
    constants |= {"y_scale": scale, "y_zero": np.full(scale.shape, 4, np.int8)}
    if case == "f16":
        constants |= {name: constants[name].astype(np.float16) for name in ("x_scale", "y_scale")}
    x = x[0] if case == "vector" else x
    node = helper.make_node("MatMul", ["x", "y"], ["z"])
    if case == "turned":
        x = np.ascontiguousarray(x.T)
        node = helper.make_node("Gemm", ["x", "y"], ["z"], transA=1)
    nodes = [linear("x"), linear("y", **more), node]
    proto = graph({"x_q": x}, constants, nodes, np.float16 if case == "f16" else np.float32)
    assert ["i8", "i8"] not in operands(proto, mhlo.DotGeneralOp)
    if case != "f16":
        agrees(proto, {"x_q": x})


def test_as_long_as_sums_fit() -> None:
    """255 x 255 products 33,025 times are less than 2^31."""
    x, y = np.full((1, 33025), 255, np.uint8), np.full((33025, 1), 0, np.uint8)
    constants = constants_of("x", 0.5, np.uint8(0)) | constants_of("y", 0.5, np.uint8(255))
    nodes = [linear("x"), linear("y"), helper.make_node("MatMul", ["x", "y"], ["z"])]
    proto = graph({"x_q": x}, constants | {"y_q": y}, nodes, np.float32)
    assert operands(proto, mhlo.DotGeneralOp) == [["i8", "i8"]]
    agrees(proto, {"x_q": x})


@pytest.mark.parametrize(
    ("case", "kind"),
    [
        ("one", "i8"),
        ("filters", "i8"),
        ("middle", "i8"),
        ("zero point", "f32"),
        ("channels", "f32"),
        ("images", "f32"),
        ("groups", "f32"),
    ],
)
def test_a_convolution(case: str, kind: str) -> None:
    """Of filters without zero points, one scale for all or for each, and the twins."""
    x = drawn(np.uint8, 2, 4, 6, 7)
    w = drawn(np.uint8 if case == "middle" else np.int8, 4, 2 if case == "groups" else 4, 3, 2)
    zero = {"middle": np.uint8(128), "zero point": np.int8(3)}.get(case, np.int8(0))
    scale, more = 0.02, dict[str, Any]()
    if case in ("filters", "channels"):
        scale, zero = SCALES[:4], np.zeros(4, np.int8)
        more = {"axis": 0 if case == "filters" else 1}
    image = (SCALES[:4], drawn(np.uint8, 4)) if case == "images" else (0.3, np.uint8(77))
    constants = constants_of("x", *image) | {"w_q": w} | constants_of("w", scale, zero)
    moves = {"pads": [1, 0, 2, 1], "strides": [1, 2], "group": 2 if case == "groups" else 1}
    nodes = [
        linear("x", **({"axis": 1} if case == "images" else {})),
        linear("w", **more),
        helper.make_node("Conv", ["x", "w", "bias"], ["z"], **moves),
    ]
    constants["bias"] = np.linspace(-3, 3, 4, dtype=np.float32)
    proto = graph({"x_q": x}, constants, nodes, np.float32)
    assert operands(proto, mhlo.ConvolutionOp) == [[kind, kind]]
    agrees(proto, {"x_q": x})


@pytest.mark.parametrize("axis", [None, 0, 1])
@pytest.mark.parametrize("node", ["MatMul", "Conv"])
def test_constant_bytes_beside_floats_are_written_out(node: str, axis: int | None) -> None:
    """A product of floats with them computes nothing anew."""
    weights = drawn(np.int8, *((5, 5) if node == "MatMul" else (5, 5, 1, 1)))
    count = (5,) if axis is not None else ()
    scale, zero = np.full(count, 0.02) + np.arange(5 if count else 1) / 99, drawn(np.int8, *count)
    scale = scale if count else scale[0]
    x = np.linspace(-1, 1, 20, dtype=np.float32).reshape(4, 5, *((1, 1) if node == "Conv" else ()))
    more = {} if axis is None else {"axis": axis}
    nodes = [linear("y", **more), helper.make_node(node, ["x", "y"], ["z"])]
    proto = graph({"x": x}, constants_of("y", scale, zero) | {"y_q": weights}, nodes, np.float32)
    module = compiled(translated(of_proto(proto), "model.onnx"))
    assert not any(isinstance(op, mhlo.ConvertOp) for op in module.walk())
    agrees(proto, {"x": x})


def test_many_bytes_stay_bytes() -> None:
    """The twin: floats of 16 MiB are not kept."""
    weights, x = drawn(np.int8, 2048, 2048), np.linspace(-1, 1, 2048, dtype=np.float32)[None]
    nodes = [linear("y"), helper.make_node("MatMul", ["x", "y"], ["z"])]
    constants = constants_of("y", 0.02, np.int8(3)) | {"y_q": weights}
    proto = graph({"x": x}, constants, nodes, np.float32)
    module = compiled(translated(of_proto(proto), "model.onnx"))
    assert any(isinstance(op, mhlo.ConvertOp) for op in module.walk())
    agrees(proto, {"x": x}, rtol=1e-4)


@pytest.mark.parametrize("side", ["left", "right"])
def test_a_constant_vector(side: str) -> None:
    """The axis means nothing where there is one scale, and a vector has no axis 1."""
    vector, x = drawn(np.int8, 5), np.linspace(-1, 1, 25, dtype=np.float32).reshape(5, 5)
    names = ["y", "x"] if side == "left" else ["x", "y"]
    nodes = [linear("y"), helper.make_node("MatMul", names, ["z"])]
    constants = constants_of("y", 0.02, np.int8(3)) | {"y_q": vector}
    agrees(graph({"x": x}, constants, nodes, np.float32), {"x": x})


@pytest.mark.parametrize("scales", ["M", "3"])
def test_scales_that_are_not_one_for_each_block(scales: str) -> None:
    body = f"""agraph (int8[A, 3] w, float[{scales}, 3] s) => (float[A, 3] y) {{
      y = DequantizeLinear <axis = 0, block_size = 4> (w, s)
    }}"""
    module = compiled(imported(body, 21))
    for rows, count, fits in (
        (8, 2, True),
        (9, 3, True),
        (10, 3, True),
        (8, 3, False),
        (13, 3, False),
    ):
        if scales == "3" and count != 3:
            continue
        w, s = np.ones((rows, 3), np.int8), np.arange(count * 3, dtype=np.float32).reshape(count, 3)
        if fits:
            (found,) = Runner(module).run([w, s])
            np.testing.assert_array_equal(found, s[np.arange(rows) // 4])
        else:
            with pytest.raises(RunError, match="DequantizeLinear"):
                Runner(module).run([w, s])
    with pytest.raises(LocatedError, match="there are 3 scales along axis 0, 2 are needed"):
        imported(body.replace("[A, 3]", "[8, 3]").replace("[M, 3]", "[3, 3]"), 21)
