"""Operators of earlier operator sets against onnx's evaluator, and its stored models of them."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

onnx: Any = pytest.importorskip(
    "onnx", reason="onnx is not installed; pip install 'tieshape[onnx]' brings it"
)

from tieshape.interop.onnx.import_model import translated  # noqa: E402
from tieshape.interop.onnx.protobuf import of_proto  # noqa: E402
from tieshape.text.diagnostics import LocatedError  # noqa: E402

from tieshape import Runner  # noqa: E402

from .onnx_models import check, compiled, imported, numbers  # noqa: E402

MATRIX = "agraph (float[N, M] x) => (float[A, B] y)"
IMAGES = "agraph (float[N, 2, H, W] x) => (float[N, 2, A, B] y)"


@pytest.mark.parametrize(
    ("opset", "node"),
    [
        (6, "Clip <min = 0.0, max = 6.0> (x)"),
        (6, "Clip <max = 1.0> (x)"),
        (2, "Pad <pads = [1, 0, 2, 3], value = 1.5> (x)"),
        (2, 'Pad <pads = [1, 0, 1, 2], mode = "reflect"> (x)'),
        (1, "Slice <starts = [1, -2], ends = [3, 1000]> (x)"),
        (9, "Slice <starts = [-2], ends = [-1], axes = [1]> (x)"),
        (1, "ReduceMean <axes = [1]> (x)"),
        (1, "Flatten <axis = 1> (x)"),
        (6, "Selu (x)"),
        (9, "Shrink <lambd = 0.5> (x)"),
    ],
)
def test_what_was_an_attribute(opset: int, node: str) -> None:
    check(f"{MATRIX} {{ y = {node} }}", (numbers(4, 3),), (numbers(5, 6),), opset=opset)


def test_missing_bounds_are_the_greatest_numbers() -> None:
    body = "agraph (float[N] x) => (float[N] y) { y = Clip <min = 0.0> (x) }"
    (found,) = Runner(compiled(imported(body, 6))).run([np.array([np.inf, -1], np.float32)])
    assert found.tolist() == [float(np.finfo(np.float32).max), 0]


def test_the_greatest_by_an_attribute() -> None:
    body = "agraph (float[N, M] x) => (float[N, 2] y, int64[N, 2] i) { y, i = TopK <k = 2> (x) }"
    check(body, (numbers(3, 4),), (numbers(1, 2),), opset=9)


def test_the_new_shape_by_an_attribute() -> None:
    body = "agraph (float[N, M] x) => (float[A, 2] y) { y = Reshape <shape = [-1, 2]> (x) }"
    (found,) = Runner(compiled(imported(body, 1))).run([numbers(3, 4)])
    np.testing.assert_array_equal(found, numbers(3, 4).reshape(-1, 2))


def test_dimensions_of_one_operand_begin_at_an_axis_of_the_other() -> None:
    body = """agraph (float[N, C, W] x, float[C] c) => (float[N, C, W] y) {
      y = Mul <axis = 1, broadcast = 1> (x, c)
    }"""
    x, c = numbers(2, 3, 3), numbers(3)
    (found,) = Runner(compiled(imported(body, 6))).run([x, c])
    np.testing.assert_allclose(found, x * c[:, None])
    (found,) = Runner(compiled(imported(body.replace("axis = 1, ", ""), 6))).run([x, c])
    np.testing.assert_allclose(found, x * c)


@pytest.mark.parametrize("shape", ["1", "3"])
def test_slopes_of_channels(shape: str) -> None:
    body = (
        f"agraph (float[N, 3, W] x, float[{shape}] s) => (float[N, 3, W] y) {{ y = PRelu(x, s) }}"
    )
    x, slope = numbers(2, 3, 3), numbers(int(shape))
    (found,) = Runner(compiled(imported(body, 6))).run([x, slope])
    np.testing.assert_allclose(found, np.where(x < 0, x * slope[:, None], x), rtol=1e-6)


@pytest.mark.parametrize("opset", [7, 12, 20])
def test_slopes_broadcast_to_what_they_multiply(opset: int) -> None:
    body = "agraph (float[N, M] x, float[K] s) => (float[N, M] y) { y = PRelu(x, s) }"
    check(body, (numbers(2, 3), numbers(3)), (numbers(2, 3), numbers(1)), opset=opset)
    runner = Runner(compiled(imported(body, opset)))
    with pytest.raises(Exception, match="K"):
        runner.run([numbers(2, 1), numbers(3)])


def resized(node: str, opset: int, image: Any) -> Any:
    (found,) = Runner(compiled(imported(f"{IMAGES} {{ {node} }}", opset))).run([image])
    return found


def test_images_are_enlarged_by_an_attribute() -> None:
    image = numbers(1, 2, 3, 2)
    found = resized("y = Upsample <scales = [1.0, 1.0, 2.0, 3.0]> (x)", 7, image)
    np.testing.assert_array_equal(found, image.repeat(2, 2).repeat(3, 3))


def test_images_are_resized_by_scales_alone() -> None:
    scales = "s = Constant <value = float[4] {1.0, 1.0, %s, %s}> ()"
    node = "y = Resize (x, s)"
    image = np.arange(16, dtype=np.float32).reshape(1, 2, 2, 4)
    larger = resized(scales % (2.0, 2.0) + node, 10, image)
    np.testing.assert_array_equal(larger, image.repeat(2, 2).repeat(2, 3))
    smaller = resized(scales % (0.6, 0.6) + node, 10, image)
    np.testing.assert_array_equal(smaller, image[:, :, :1, [0, 2]])
    with pytest.raises(LocatedError, match="all at least or most 1"):
        imported(f"{IMAGES} {{ {scales % (0.5, 2.0)} {node} }}", 10)


@pytest.mark.parametrize(
    ("opset", "node", "words"),
    [
        (6, "Dropout (x)", "training is not supported before opset 7"),
        (12, "Hardmax (x)", "before opset 13 the axis must be the last one"),
        (1, "Upsample <height_scale = 2.0, width_scale = 2.0> (x)", "at least opset 7 is needed"),
        (10, 'ConvTranspose <auto_pad = "SAME_UPPER"> (x, x)', "SAME padding is not supported"),
    ],
)
def test_what_is_refused(opset: int, node: str, words: str) -> None:
    with pytest.raises(LocatedError, match=words):
        imported(f"{IMAGES} {{ y = {node} }}", opset)


def test_statistics_of_each_place_are_refused() -> None:
    inputs = "float[N, 2, W] x, float[2] s, float[2] b, float[2] m, float[2] v"
    node = "y = BatchNormalization <spatial = 0> (x, s, b, m, v)"
    with pytest.raises(LocatedError, match="statistics of each place are not supported"):
        imported(f"agraph ({inputs}) => (float[N, 2, W] y) {{ {node} }}", 8)


STORED = Path(onnx.__file__).parent / "backend" / "test" / "data"
MODELS = sorted([*STORED.glob("pytorch-converted/*"), *STORED.glob("pytorch-operator/*")])


def arrays(folder: Path, kind: str) -> list[Any]:
    """The stored inputs or outputs of a call, in order."""
    files = sorted(folder.glob(f"{kind}_*.pb"), key=lambda path: int(path.stem.split("_")[1]))
    protos = [onnx.TensorProto.FromString(file.read_bytes()) for file in files]
    return [onnx.numpy_helper.to_array(proto) for proto in protos]


@pytest.mark.parametrize("folder", MODELS, ids=lambda folder: folder.name)
def test_models_that_pytorch_exported_for_opset_6(folder: Path) -> None:
    module = compiled(translated(of_proto(onnx.load(folder / "model.onnx")), folder.name))
    call = folder / "test_data_set_0"
    expected = arrays(call, "output")
    found = Runner(module).run(arrays(call, "input"))
    assert len(found) == len(expected) > 0
    for own, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(own, other, rtol=1e-3, atol=1e-5)
