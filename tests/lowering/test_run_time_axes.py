"""Dimensions that are numbers of the run: gradients of broadcasts, axes that are arguments."""

import numpy as np
import pytest
from tieshape.interpreters import RunError

from .harness import Argument, Constant, check_op, check_text, run_stages, tf_text

GRADIENT = """
func.func @main(%x: tensor<{x}xf32>, %y: tensor<{y}xf32>) -> (tensor<*xf32>, tensor<*xf32>) {{
  %s0 = "tf.Shape"(%x) : (tensor<{x}xf32>) -> tensor<{p}xi32>
  %s1 = "tf.Shape"(%y) : (tensor<{y}xf32>) -> tensor<{q}xi32>
  %m = "tf.Mul"(%x, %y) : (tensor<{x}xf32>, tensor<{y}xf32>) -> tensor<*xf32>
  %r0, %r1 = "tf.BroadcastGradientArgs"(%s0, %s1)
    : (tensor<{p}xi32>, tensor<{q}xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  %a = "tf.Sum"(%m, %r0) <{{keep_dims = {keep}}}> : (tensor<*xf32>, tensor<?xi32>) -> tensor<*xf32>
  %b = "tf.Sum"(%m, %r1) <{{keep_dims = {keep}}}> : (tensor<*xf32>, tensor<?xi32>) -> tensor<*xf32>
  %gx = "tf.Reshape"(%a, %s0) : (tensor<*xf32>, tensor<{p}xi32>) -> tensor<*xf32>
  %gy = "tf.Reshape"(%b, %s1) : (tensor<*xf32>, tensor<{q}xi32>) -> tensor<*xf32>
  func.return %gx, %gy : tensor<*xf32>, tensor<*xf32>
}}
"""
PAIRS = [
    *(((2, 3), (2, 3)), ((1, 3), (2, 3)), ((2, 1), (1, 3)), ((2, 3), (3,)), ((3,), (2, 1))),
    *(((1, 1), (1, 1)), ((1, 3), (3,)), ((0, 3), (1, 1)), ((0, 1), (0, 4)), ((4, 1, 2), (3, 1))),
]


def summed(full: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """`full` summed to `shape`, which broadcasts to its shape."""
    padded = (1,) * (full.ndim - len(shape)) + shape
    axes = tuple(i for i, size in enumerate(padded) if size == 1 and full.shape[i] != 1)
    return full.sum(axes, keepdims=True).reshape(shape)


@pytest.mark.parametrize("keep", [True, False])
@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_a_gradient_has_the_shape_of_what_was_broadcast(first, second, keep):
    rng = np.random.default_rng(len(first))
    x, y = (rng.standard_normal(s).astype(np.float32) for s in (first, second))
    p, q = len(first), len(second)
    text = GRADIENT.format(
        x="x".join("?" * p), y="x".join("?" * q), p=p, q=q, keep=str(keep).lower()
    )
    check_text(text, [x, y], [summed(x * y, first), summed(x * y, second)])


PRODUCT_GRADIENT = """
func.func @main(%x: tensor<{x}xf32>, %y: tensor<{y}xf32>) -> (tensor<*xf32>, tensor<*xf32>) {{
  %b = "tf.Const"() <{{value = dense<0> : tensor<1xi32>}}> : () -> tensor<1xi32>
  %e = "tf.Const"() <{{value = dense<-2> : tensor<1xi32>}}> : () -> tensor<1xi32>
  %one = "tf.Const"() <{{value = dense<1> : tensor<1xi32>}}> : () -> tensor<1xi32>
  %s0 = "tf.Shape"(%x) : (tensor<{x}xf32>) -> tensor<{p}xi32>
  %s1 = "tf.Shape"(%y) : (tensor<{y}xf32>) -> tensor<{q}xi32>
  %b0 = "tf.StridedSlice"(%s0, %b, %e, %one) <{{begin_mask = 1}}> : (tensor<{p}xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xi32>
  %b1 = "tf.StridedSlice"(%s1, %b, %e, %one) <{{begin_mask = 1}}> : (tensor<{q}xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xi32>
  %m = "tf.BatchMatMulV2"(%x, %y) : (tensor<{x}xf32>, tensor<{y}xf32>) -> tensor<*xf32>
  %dx = "tf.BatchMatMulV2"(%m, %y) <{{adj_y = true}}> : (tensor<*xf32>, tensor<{y}xf32>) -> tensor<*xf32>
  %dy = "tf.BatchMatMulV2"(%x, %m) <{{adj_x = true}}> : (tensor<{x}xf32>, tensor<*xf32>) -> tensor<*xf32>
  %r0, %r1 = "tf.BroadcastGradientArgs"(%b0, %b1) : (tensor<?xi32>, tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  %sx = "tf.Sum"(%dx, %r0) <{{keep_dims = false}}> : (tensor<*xf32>, tensor<?xi32>) -> tensor<*xf32>
  %sy = "tf.Sum"(%dy, %r1) <{{keep_dims = false}}> : (tensor<*xf32>, tensor<?xi32>) -> tensor<*xf32>
  %gx = "tf.Reshape"(%sx, %s0) : (tensor<*xf32>, tensor<{p}xi32>) -> tensor<*xf32>
  %gy = "tf.Reshape"(%sy, %s1) : (tensor<*xf32>, tensor<{q}xi32>) -> tensor<*xf32>
  func.return %gx, %gy : tensor<*xf32>, tensor<*xf32>
}}
"""
BATCHES = [
    ((2,), ()),
    ((1,), ()),
    ((), (3,)),
    ((2,), (2,)),
    ((1,), (3,)),
    ((4, 1), (3,)),
    ((2, 3), (1, 3)),
]


@pytest.mark.parametrize(("first", "second"), BATCHES)
def test_a_gradient_of_a_product_is_summed_over_batches(first, second):
    rng = np.random.default_rng(len(first))
    x = rng.standard_normal((*first, 2, 3)).astype(np.float32)
    y = rng.standard_normal((*second, 3, 4)).astype(np.float32)
    full = x @ y
    dx, dy = full @ np.swapaxes(y, -1, -2), np.swapaxes(x, -1, -2) @ full
    text = PRODUCT_GRADIENT.format(
        x="x".join("?" * x.ndim), y="x".join("?" * y.ndim), p=x.ndim, q=y.ndim
    )
    check_text(text, [x, y], [summed(dx, x.shape), summed(dy, y.shape)])


def gradient_args(first, second):
    """The dimensions of size 1 of both, unless the shapes are the same."""
    rank = max(len(first), len(second))
    padded = [[1] * (rank - len(s)) + list(s) for s in (first, second)]
    return [[i for i, n in enumerate(s) if n == 1 and first != second] for s in padded]


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize(("first", "second"), [*PAIRS, ((), (1,)), ((1,), (1,))])
def test_broadcast_gradient_args(first, second, known):
    arrays = [np.array(s, np.int32) for s in (first, second)]
    operands = [Constant(a) if known else Argument(a, (0,)) for a in arrays]
    expected = [np.array(f, np.int32) for f in gradient_args(first, second)]
    check_op("tf.BroadcastGradientArgs", operands, expected)


REDUCTIONS = {"Sum": np.sum, "Mean": np.mean, "Max": np.max, "Min": np.min, "Prod": np.prod}


AXES = [
    *(("Sum", axes) for axes in (0, -1, [1], [-1, 1], [0, 1, 2], [])),
    *((n, [2, 0]) for n in REDUCTIONS),
]


@pytest.mark.parametrize("keep", [True, False])
@pytest.mark.parametrize(("name", "axes"), AXES)
def test_axes_to_reduce(name, axes, keep):
    x = np.random.default_rng(3).standard_normal((2, 3, 4)).astype(np.float32)
    given = np.array(axes, np.int32)
    expected = REDUCTIONS[name](x, tuple(np.atleast_1d(given)), keepdims=keep)
    operands = [Argument(x), Argument(given, (0,) if given.ndim else ())]
    check_op(f"tf.{name}", operands, [expected], f"keep_dims = {str(keep).lower()}")


@pytest.mark.parametrize("count", [0, 1, 2])
def test_as_many_axes_as_the_run_has(count):
    x = np.random.default_rng(3).standard_normal((2, 3)).astype(np.float32)
    axes = np.arange(count, dtype=np.int64)
    expected = x.sum(tuple(axes), keepdims=True)
    check_op("tf.Sum", [Argument(x), Argument(axes)], [expected], "keep_dims = true")


@pytest.mark.parametrize("axis", [0, 1, 2, -1, -3])
@pytest.mark.parametrize("shape", [(2, 3, 4), (1, 1, 2)])
def test_positions_and_scans(shape, axis):
    x = np.random.default_rng(5).standard_normal(shape).astype(np.float32)
    operands = [Argument(x), Argument(np.array(axis, np.int32))]
    check_op("tf.ArgMax", operands, [x.argmax(axis)])
    check_op("tf.Cumsum", operands, [x.cumsum(axis)])
    backwards = np.flip(np.flip(x, axis).cumprod(axis), axis)
    check_op("tf.Cumprod", operands, [backwards], "reverse = true")


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (-1, 1, 0), (1, -3, 2)])
@pytest.mark.parametrize("shape", [(2, 3, 4), (1, 0, 3)])
def test_transpose(shape, order):
    x = np.arange(np.prod(shape), dtype=np.float32).reshape(shape)
    operands = [Argument(x), Argument(np.array(order, np.int32), (0,))]
    check_op("tf.Transpose", operands, [x.transpose(order)])


@pytest.mark.parametrize("axis", [0, 1, 2, -1])
def test_one_axis(axis):
    x = np.random.default_rng(5).standard_normal((2, 4, 2)).astype(np.float32)
    given = Argument(np.array(axis, np.int32))
    y = x[(slice(None),) * (axis % 3) + (slice(0, 1),)]
    places = np.array([[1, 0], [0, 1], [1, 1]], np.int32)
    check_op("tf.GatherV2", [Argument(x), Argument(places), given], [np.take(x, places, axis)])
    check_op("tf.ConcatV2", [Argument(x), Argument(y), given], [np.concatenate([x, y], axis)])
    check_op("tf.ExpandDims", [Argument(x), given], [np.expand_dims(x, axis)])
    check_op("tf.Split", [given, Argument(x)], np.split(x, 2, axis))
    check_op(
        "tf.Roll", [Argument(x), Argument(np.array(3, np.int32)), given], [np.roll(x, 3, axis)]
    )


@pytest.mark.parametrize("axis", [1, 2])
def test_gather_in_batches(axis):
    x = np.random.default_rng(5).standard_normal((2, 4, 3)).astype(np.float32)
    places = np.array([[2, 0], [1, 1]], np.int64)
    expected = np.stack([np.take(x[i], places[i], axis - 1) for i in range(2)])
    operands = [Argument(x), Argument(places), Argument(np.array(axis, np.int32))]
    check_op("tf.GatherV2", operands, [expected], "batch_dims = 1")


@pytest.mark.parametrize("axes", [[0], [-1, 0], []])
@pytest.mark.parametrize("shape", [(2, 3, 4), (0, 1, 2)])
def test_reverse(shape, axes):
    x = np.random.default_rng(5).standard_normal(shape).astype(np.float32)
    operands = [Argument(x), Argument(np.array(axes, np.int32), (0,))]
    check_op("tf.ReverseV2", operands, [np.flip(x, axes)])


OUT_OF_RANGE = [
    ("tf.Cumsum", 2),
    ("tf.ArgMax", -3),
    ("tf.Sum", 2),
    ("tf.ExpandDims", 3),
]


@pytest.mark.parametrize(("name", "axis"), OUT_OF_RANGE)
def test_a_dimension_out_of_range_stops_the_program(name, axis):
    x, given = np.ones((2, 3), np.float32), np.array(axis, np.int32)
    element = "i64" if name == "tf.ArgMax" else "f32"
    text = tf_text(name, [Argument(x), Argument(given)], [f"tensor<*x{element}>"])
    with pytest.raises(RunError, match=f"{name}.*in range"):
        run_stages(text, [x, given])
