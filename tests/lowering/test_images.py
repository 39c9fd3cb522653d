"""Pixels moved and resized, against the definitions."""

from math import ceil, floor, prod

import numpy as np
import pytest
from tieshape.analysis.analyze import analyze
from tieshape.interpreters import RunError, run_function
from tieshape.text.module import parse_module
from xdsl.utils.exceptions import DiagnosticException

from .harness import Argument, Constant, check_last, check_op, check_text, stages, tf_text


def last(array):
    """Channels first to channels last."""
    return np.moveaxis(array, 1, -1)


def first(array):
    return np.ascontiguousarray(np.moveaxis(array, -1, 1))


def space_to_depth(x, block):
    n, height, width, channels = x.shape
    result = np.empty((n, height // block, width // block, block * block * channels), x.dtype)
    for i in range(block):
        for j in range(block):
            at = (i * block + j) * channels
            result[..., at : at + channels] = x[:, i::block, j::block]
    return result


def depth_to_space(x, block):
    n, height, width, channels = x.shape
    depth = channels // block**2
    result = np.empty((n, height * block, width * block, depth), x.dtype)
    for i in range(block):
        for j in range(block):
            at = (i * block + j) * depth
            result[:, i::block, j::block] = x[..., at : at + depth]
    return result


@pytest.mark.parametrize("data_format", ["NHWC", "NCHW"])
@pytest.mark.parametrize("block", [2, 3])
def test_blocks_and_channels(data_format, block):
    rng = np.random.default_rng(block)
    n, height, width, channels = (int(v) for v in rng.integers(0, 3, 4))
    attributes = f'block_size = {block} : i64, data_format = "{data_format}"'
    x = rng.standard_normal((n + 1, height * block, width * block + block, channels + 1))
    y = rng.standard_normal((n + 1, height, width + 1, (channels + 1) * block**2))
    down, up = space_to_depth(x, block), depth_to_space(y, block)
    if data_format == "NCHW":
        x, y, down, up = map(first, (x, y, down, up))
    check_op("tf.SpaceToDepth", [Argument(x)], [down], attributes)
    check_op("tf.DepthToSpace", [Argument(y)], [up], attributes)


def space_to_batch(x, block, paddings):
    """Each place of a block, in rows, is a batch of its own."""
    count = len(block)
    rest = [(0, 0)] * (x.ndim - count - 1)
    padded = np.pad(x, [(0, 0), *map(tuple, paddings), *rest])
    parts = [
        padded[(slice(None), *(slice(i, None, by) for i, by in zip(at, block, strict=True)))]
        for at in np.ndindex(*block)
    ]
    return np.concatenate(parts)


@pytest.mark.parametrize("seed", range(5))
def test_blocks_and_batch(seed):
    rng = np.random.default_rng(seed)
    count = 1 + seed % 2
    block = rng.integers(1, 4, count).astype(np.int64 if seed % 2 else np.int32)
    paddings = rng.integers(0, 3, (count, 2)).astype(np.int32)
    grown = block * rng.integers(2, 4, count)
    sizes = [max(int(g - p.sum()), 0) for g, p in zip(grown, paddings, strict=True)]
    paddings[:, 1] += (-(sizes + paddings.sum(axis=1)) % block).astype(np.int32)
    x = rng.standard_normal((seed % 3, *sizes, *([2] if seed else []))).astype(np.float32)
    y = space_to_batch(x, block, paddings)
    check_op("tf.SpaceToBatchND", [Argument(x), Constant(block), Constant(paddings)], [y])
    check_op("tf.BatchToSpaceND", [Argument(y), Constant(block), Constant(paddings)], [x])
    assert y.size >= x.size and prod(block) * x.shape[0] == y.shape[0]


def neighbours(i, size, target, align, half):
    """Lower and upper neighbour, and the fraction between them, as TensorFlow's kernel has them."""
    scale = np.float32((size - 1) / (target - 1) if align and target > 1 else size / target)
    at = (np.float32(i) + np.float32(0.5)) * scale - np.float32(0.5) if half else i * scale
    return max(floor(at), 0), min(ceil(at), size - 1), np.float32(at - floor(at))


def bilinear(x, height, width, align, half):
    result = np.empty((x.shape[0], height, width, x.shape[3]), np.float32)
    for i in range(height):
        top, bottom, down = neighbours(i, x.shape[1], height, align, half)
        for j in range(width):
            left, right, along = neighbours(j, x.shape[2], width, align, half)
            upper = x[:, top, left] + (x[:, top, right] - x[:, top, left]) * along
            lower = x[:, bottom, left] + (x[:, bottom, right] - x[:, bottom, left]) * along
            result[:, i, j] = upper + (lower - upper) * down
    return result


def nearest(x, height, width, align, half):
    def index(i, size, target):
        scale = np.float32((size - 1) / (target - 1) if align and target > 1 else size / target)
        at = (i + np.float32(0.5)) * scale if half else i * scale
        return max(min(floor(at + 0.5) if align else floor(at), size - 1), 0)

    rows = [index(i, x.shape[1], height) for i in range(height)]
    columns = [index(j, x.shape[2], width) for j in range(width)]
    return x[:, rows][:, :, columns]


MODES = [(False, False), (True, False), (False, True)]


@pytest.mark.parametrize("align, half", MODES)
@pytest.mark.parametrize("seed", range(2))
def test_resize(align, half, seed):
    rng = np.random.default_rng(seed + 10 * align + 20 * half)
    n, height, width, channels = (int(v) for v in rng.integers(1, 6, 4))
    target = rng.integers(1, 8, 2).astype(np.int32)
    x = rng.standard_normal((n - 1, height, width, channels)).astype(np.float32)
    attributes = f"align_corners = {str(align).lower()}, half_pixel_centers = {str(half).lower()}"
    known = (1, 2) if seed else ()
    size = [int(t) for t in target]
    operands = [Argument(x, known), Constant(target)]
    check_op("tf.ResizeBilinear", operands, [bilinear(x, *size, align, half)], attributes)
    check_op("tf.ResizeNearestNeighbor", operands, [nearest(x, *size, align, half)], attributes)


TWICE = """func.func @main(%x: tensor<?x?x?x?x{kind}>) -> tensor<*x{result}> {{
  %shape = "tf.Shape"(%x) : (tensor<?x?x?x?x{kind}>) -> tensor<4xi32>
  %one = "tf.Const"() <{{value = dense<1> : tensor<1xi32>}}> : () -> tensor<1xi32>
  %two = "tf.Const"() <{{value = dense<2> : tensor<1xi32>}}> : () -> tensor<1xi32>
  %three = "tf.Const"() <{{value = dense<3> : tensor<1xi32>}}> : () -> tensor<1xi32>
  %inner = "tf.StridedSlice"(%shape, %one, %three, %one) : (tensor<4xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %size = "tf.Mul"(%inner, %two) : (tensor<2xi32>, tensor<1xi32>) -> tensor<2xi32>
  %r = "{op}"(%x, %size) <{{align_corners = {align}, half_pixel_centers = {half}}}> : (tensor<?x?x?x?x{kind}>, tensor<2xi32>) -> tensor<*x{result}>
  func.return %r : tensor<*x{result}>
}}
"""


@pytest.mark.parametrize("align, half", MODES)
def test_resize_to_twice_the_size(align, half):
    rng = np.random.default_rng(7)
    x = rng.integers(0, 100, (2, 1, 3, 2)).astype(np.int32)
    words = {"align": str(align).lower(), "half": str(half).lower(), "kind": "i32"}
    text = TWICE.format(op="tf.ResizeNearestNeighbor", result="i32", **words)
    check_text(text, [x], [nearest(x, 2, 6, align, half)])
    text = TWICE.format(op="tf.ResizeBilinear", result="f32", **words)
    check_text(text, [x], [bilinear(x.astype(np.float32), 2, 6, align, half)])


def sizes_of(text):
    """The facts of the lowered `text` and the shapes of its argument and its result."""
    module = parse_module(stages(text)["convert-tf-to-mhlo"], "lowered.mlir")
    analysis = analyze(module)
    block = module.body.block.last_op.body.block
    return analysis.facts, analysis.shape(block.args[0]), analysis.shape(block.last_op.operands[0])


def test_facts_of_blocks_survive():
    x = Argument(np.zeros((1, 4, 4, 4), np.float32))
    result = ["tensor<*xf32>"]
    facts, before, after = sizes_of(tf_text("tf.SpaceToDepth", [x], result, "block_size = 2 : i64"))
    assert facts.proves(f"{before[1]} % 2 == 0")
    assert facts.proves(f"{before[1]} == 2*{after[1]}")
    assert facts.proves(f"{after[3]} == 4*{before[3]}")
    facts, before, after = sizes_of(tf_text("tf.DepthToSpace", [x], result, "block_size = 2 : i64"))
    assert facts.proves(f"{before[3]} % 4 == 0")
    assert facts.proves(f"{after[1]} == 2*{before[1]}")


def test_facts_of_batches_survive():
    amounts = [Constant(np.array([2], np.int32)), Constant(np.array([[1, 2]], np.int32))]
    x = Argument(np.zeros((2, 3, 1), np.float32))
    facts, before, after = sizes_of(tf_text("tf.SpaceToBatchND", [x, *amounts], ["tensor<*xf32>"]))
    assert facts.proves(f"({before[1]} + 3) % 2 == 0")
    assert facts.proves(f"{after[0]} == 2*{before[0]}")
    facts, before, after = sizes_of(tf_text("tf.BatchToSpaceND", [x, *amounts], ["tensor<*xf32>"]))
    assert facts.proves(f"{before[0]} % 2 == 0")
    assert facts.proves(f"{after[1]} + 3 == 2*{before[1]}")


def test_resized_images_are_not_empty():
    size = Constant(np.array([2, 3], np.int32))
    x = Argument(np.zeros((1, 2, 2, 1), np.float32))
    facts, before, after = sizes_of(tf_text("tf.ResizeBilinear", [x, size], ["tensor<*xf32>"]))
    assert facts.proves(f"{before[1]} >= 1") and facts.proves(f"{before[2]} >= 1")
    assert [size.constant_value for size in after[1:3]] == [2, 3]


@pytest.mark.parametrize(
    "op, attributes, shape, words",
    [
        ("tf.SpaceToDepth", "block_size = 2 : i64", (1, 3, 4, 1), "height"),
        ("tf.DepthToSpace", "block_size = 2 : i64", (1, 4, 4, 3), "channels"),
    ],
)
def test_sizes_that_blocks_do_not_divide(op, attributes, shape, words):
    unknown = Argument(np.zeros(shape, np.float32))
    text = stages(tf_text(op, [unknown], ["tensor<*xf32>"], attributes))["convert-tf-to-mhlo"]
    with pytest.raises(RunError, match=rf"{op}.*{words}"):
        run_function(parse_module(text, "lowered.mlir"), "main", [unknown.value])
    known = Argument(unknown.value, (1, 2, 3))
    with pytest.raises(DiagnosticException, match=rf"{op}.*{words}"):
        stages(tf_text(op, [known], ["tensor<*xf32>"], attributes))


def test_an_empty_image_cannot_be_resized():
    x, size = Argument(np.zeros((1, 0, 2, 1), np.float32)), Constant(np.array([2, 2], np.int32))
    text = stages(tf_text("tf.ResizeBilinear", [x, size], ["tensor<*xf32>"]))["convert-tf-to-mhlo"]
    with pytest.raises(RunError, match=r"tf\.ResizeBilinear.*empty"):
        run_function(parse_module(text, "lowered.mlir"), "main", [x.value])


@pytest.mark.parametrize("size", [(1, 1), (3, 5)])
def test_resize_to_a_size_that_is_an_argument(size):
    x = np.random.default_rng(3).standard_normal((2, 2, 3, 1)).astype(np.float32)
    operands = [Argument(x), Argument(np.array(size, np.int32), (0,))]
    check_op("tf.ResizeBilinear", operands, [bilinear(x, *size, False, False)])
    check_op("tf.ResizeNearestNeighbor", operands, [nearest(x, *size, False, False)])


def test_an_empty_result_stops_the_run():
    x, size = (
        Argument(np.zeros((1, 2, 2, 1), np.float32)),
        Argument(np.array([1, 1], np.int32), (0,)),
    )
    text = stages(tf_text("tf.ResizeBilinear", [x, size], ["tensor<*xf32>"]))["convert-tf-to-mhlo"]
    with pytest.raises(RunError, match=r"tf\.ResizeBilinear.*at least 1"):
        run_function(
            parse_module(text, "lowered.mlir"), "main", [x.value, np.array([0, 1], np.int32)]
        )


def test_blocks_of_one_side():
    x = np.arange(2 * 3 * 3 * 2, dtype=np.float32).reshape(2, 3, 3, 2)
    paddings = np.array([[1, 0], [0, 1]], np.int32)
    y, words = space_to_batch(x, (2, 2), paddings), "block_size = 2 : i64"
    check_last("tf.SpaceToBatch", [Argument(x), Constant(paddings)], [([x], [y])], words)
    check_last("tf.BatchToSpace", [Argument(y), Constant(paddings)], [([y], [x])], words)


@pytest.mark.parametrize("padding", ["VALID", "SAME"])
def test_patches_of_volumes(padding):
    cases = list[tuple[list[np.ndarray], list[np.ndarray]]]()
    sizes, strides = (2, 1, 3), (1, 2, 2)
    for shape in ((2, 3, 3, 5, 2), (1, 2, 1, 3, 1), (0, 3, 3, 3, 2)):
        x = np.random.default_rng(2).standard_normal(shape).astype(np.float32)
        counts = [
            ceil(n / s) if padding == "SAME" else (n - k) // s + 1
            for n, k, s in zip(shape[1:4], sizes, strides, strict=True)
        ]
        missing = [
            max((c - 1) * s + k - n, 0)
            for c, s, k, n in zip(counts, strides, sizes, shape[1:4], strict=True)
        ]
        padded = np.pad(x, [(0, 0), *((m // 2, m - m // 2) for m in missing), (0, 0)])
        y = np.zeros((shape[0], *counts, prod(sizes) * shape[4]), np.float32)
        for at in np.ndindex(*counts):
            part = (slice(i * s, i * s + k) for i, s, k in zip(at, strides, sizes, strict=True))
            y[(slice(None), *at)] = padded[(slice(None), *part)].reshape(
                shape[0], prod(sizes) * shape[4]
            )
        cases.append(([x], [y]))
    words = f'ksizes = [1, 2, 1, 3, 1], strides = [1, 1, 2, 2, 1], padding = "{padding}"'
    check_last("tf.ExtractVolumePatches", [Argument(cases[0][0][0])], cases, words)
