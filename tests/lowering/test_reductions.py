"""tf ops that combine elements along dimensions, against numpy: any axes, empty tensors, every element type."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from tieshape.analysis.analyze import analyze
from tieshape.symbolic import ge, parse_predicate
from tieshape.text.diagnostics import LocatedError
from tieshape.text.module import parse_module
from xdsl.utils.exceptions import PassFailedException, VerifyException

from .harness import Argument, Constant, check_op, run_stages, stages, tf_text

RNG = np.random.default_rng(4711)
REFUSED = (PassFailedException, VerifyException, LocatedError)


def numbers(shape: tuple[int, ...], dtype: str) -> np.ndarray:
    if dtype == "bool":
        return RNG.integers(0, 2, shape) == 1
    if dtype.startswith("complex"):
        return (RNG.uniform(-2, 2, shape) + 1j * RNG.uniform(-2, 2, shape)).astype(dtype)
    low = 0 if dtype.startswith("u") else -4
    return np.asarray(
        RNG.integers(low, 5, shape) if "int" in dtype else RNG.uniform(low, 5, shape)
    ).astype(dtype)


def mean(x: np.ndarray, axis: tuple[int, ...], keepdims: bool) -> np.ndarray:
    """Integers are rounded towards zero."""
    if x.dtype.kind not in "iu":
        return np.mean(x, axis=axis, keepdims=keepdims)
    return np.trunc(np.mean(x.astype(np.float64), axis=axis, keepdims=keepdims))


def norm(x: np.ndarray, axis: tuple[int, ...], keepdims: bool) -> np.ndarray:
    """Integers are rounded down."""
    root = np.sqrt(np.sum(np.abs(x.astype(np.complex128)) ** 2, axis=axis, keepdims=keepdims))
    return np.trunc(root) if x.dtype.kind in "iu" else root


REDUCTIONS: dict[str, tuple[Callable[..., np.ndarray], tuple[str, ...]]] = {
    "Sum": (np.sum, ("float32", "int32", "complex64", "float16")),
    "Mean": (mean, ("float32", "int32", "int8", "float16", "complex64")),
    "Prod": (np.prod, ("float64", "int64")),
    "Max": (np.max, ("float32", "int32", "uint8")),
    "Min": (np.min, ("float64", "int8")),
    "EuclideanNorm": (norm, ("float32", "int32", "complex64")),
    "All": (np.all, ("bool",)),
    "Any": (np.any, ("bool",)),
}
AXES = [(0,), (-1,), (1, -3), (), (0, 1, 2), (2,)]


@pytest.mark.parametrize(
    ("op", "dtype"), [(op, d) for op, row in REDUCTIONS.items() for d in row[1]]
)
@pytest.mark.parametrize("keep", [False, True])
def test_reduction(op: str, dtype: str, keep: bool) -> None:
    x = numbers((3, 1, 4), dtype)
    axes = AXES[int(RNG.integers(len(AXES)))]
    expected = np.asarray(REDUCTIONS[op][0](x, axis=axes, keepdims=keep)).astype(dtype)
    check_op(
        f"tf.{op}",
        [Argument(x), Constant(np.array(axes, np.int32))],
        [expected],
        f"keep_dims = {str(keep).lower()}",
        rtol=1e-2 if dtype == "float16" else 1e-5,
    )


@pytest.mark.parametrize("axes", AXES)
def test_every_choice_of_axes(axes: tuple[int, ...]) -> None:
    x = numbers((2, 3, 4), "float32")
    check_op(
        "tf.Sum", [Argument(x), Constant(np.array(axes, np.int64))], [np.asarray(x.sum(axis=axes))]
    )


def test_an_axis_given_as_scalar_and_a_scalar_operand() -> None:
    x, s = numbers((2, 3), "float32"), numbers((), "float32")
    check_op("tf.Max", [Argument(x), Constant(np.asarray(-2, np.int32))], [x.max(axis=0)])
    check_op("tf.Sum", [Argument(s), Constant(np.zeros((0,), np.int32))], [s])


EMPTY = {"Sum": 0.0, "Prod": 1.0, "Max": -math.inf, "Min": math.inf, "Mean": math.nan}


@pytest.mark.parametrize("op", EMPTY)
def test_empty_tensors_give_the_identity(op: str) -> None:
    x = np.zeros((2, 0), np.float32)
    with np.errstate(all="ignore"):
        check_op(
            f"tf.{op}",
            [Argument(x), Constant(np.array([1], np.int32))],
            [np.full((2,), EMPTY[op], np.float32)],
        )
    check_op(
        f"tf.{op}", [Argument(x), Constant(np.array([0], np.int32))], [np.zeros((0,), np.float32)]
    )


@pytest.mark.parametrize(("op", "identity"), [("All", True), ("Any", False)])
def test_empty_truths(op: str, identity: bool) -> None:
    x = np.zeros((0, 3), bool)
    check_op(
        f"tf.{op}", [Argument(x), Constant(np.array([0], np.int32))], [np.full((3,), identity)]
    )


@pytest.mark.parametrize(("dtype", "op"), [("int32", "Max"), ("int8", "Min"), ("uint8", "Max")])
def test_empty_extremes_of_integers(dtype: str, op: str) -> None:
    limits = np.iinfo(dtype)
    expected = np.array([limits.min if op == "Max" else limits.max], dtype)
    x = np.zeros((1, 0), dtype)
    check_op(f"tf.{op}", [Argument(x), Constant(np.array([-1], np.int32))], [expected])


def test_half_floats_are_summed_with_more_bits() -> None:
    """The running sum would stop growing at 2048 with 16 bits; the count of a mean would be infinite."""
    x = np.ones((70000,), np.float16)
    check_op(
        "tf.Mean", [Argument(x), Constant(np.array([0], np.int32))], [np.asarray(1, np.float16)]
    )


def test_the_mean_of_small_integers_does_not_overflow() -> None:
    x = np.array([100, 100, 100, -7], np.int8)
    check_op("tf.Mean", [Argument(x), Constant(np.array([0], np.int32))], [np.asarray(73, np.int8)])


@pytest.mark.parametrize("op", ["ArgMax", "ArgMin"])
@pytest.mark.parametrize("dtype", ["float32", "int32", "uint8"])
@pytest.mark.parametrize("index", ["int32", "int64", "int16"])
def test_positions(op: str, dtype: str, index: str) -> None:
    """Ties go to the first."""
    x = np.asarray(numbers((4, 3, 5), dtype) // 2).astype(dtype)
    axis = int(RNG.integers(-3, 3))
    function = np.argmax if op == "ArgMax" else np.argmin
    expected = function(x, axis=axis).astype(index)
    check_op(f"tf.{op}", [Argument(x), Constant(np.asarray(axis, np.int32))], [expected])


def test_positions_leave_nan_out() -> None:
    nan, inf = math.nan, math.inf
    x = np.array(
        [[nan, 1, 2], [1, nan, 2], [3, nan, 2], [nan, nan, nan], [-inf, -inf, -inf]], np.float32
    )
    axis = Constant(np.asarray(1, np.int32))
    check_op("tf.ArgMax", [Argument(x), axis], [np.array([2, 2, 0, 0, 0], np.int64)])
    check_op("tf.ArgMin", [Argument(x), axis], [np.array([1, 0, 2, 0, 0], np.int64)])


def test_the_dimension_of_a_position_is_not_empty() -> None:
    """Refused where it is static, guarded where not."""
    axis = Constant(np.asarray(0, np.int32))
    empty = np.zeros((0, 2), np.float32)
    with pytest.raises(REFUSED, match=r"tf\.ArgMax.*must not be empty"):
        stages(tf_text("tf.ArgMax", [Argument(empty, (0,)), axis], ["tensor<*xi32>"]))
    open_text = tf_text("tf.ArgMax", [Argument(empty), axis], ["tensor<*xi32>"])
    for text in stages(open_text).values():
        facts = analyze(parse_module(text, "test.mlir")).facts
        assert facts.proves(parse_predicate("S0 >= 1"))
        assert not facts.proves(ge(facts.symbol("S1"), 1))
    with pytest.raises(Exception, match="must not be empty"):
        run_stages(open_text, [empty])


@pytest.mark.parametrize(
    ("axes", "words"), [((2,), "out of range"), ((-3,), "out of range"), ((0, -2), "distinct")]
)
def test_axes_that_do_not_exist_are_refused(axes: tuple[int, ...], words: str) -> None:
    """The operand's rank is found by inference only."""
    text = f"""
func.func @main(%x: tensor<?x?xf32>) -> tensor<*xf32> {{
  %u = "tf.Identity"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  %a = "tf.Const"() <{{value = dense<{list(axes)}> : tensor<{len(axes)}xi32>}}> : () -> tensor<{len(axes)}xi32>
  %r = "tf.Sum"(%u, %a) : (tensor<*xf32>, tensor<{len(axes)}xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}}
"""
    with pytest.raises(REFUSED, match=rf"tf\.Sum.*{words}"):
        stages(text)


def softmax(x: np.ndarray) -> np.ndarray:
    power = np.exp(x - x.max(axis=-1, keepdims=True, initial=-math.inf))
    return power / power.sum(axis=-1, keepdims=True)


@pytest.mark.parametrize("shape", [(5,), (2, 3), (2, 0, 3), (2, 1, 3, 1), (3, 0)])
@pytest.mark.parametrize("dtype", ["float32", "float16"])
def test_softmax(shape: tuple[int, ...], dtype: str) -> None:
    x = (numbers(shape, "float64") * 20).astype(dtype)
    expected = softmax(x.astype(np.float64))
    rtol = 5e-3 if dtype == "float16" else 1e-4
    check_op("tf.Softmax", [Argument(x)], [expected.astype(dtype)], rtol=rtol)
    logarithm = x.astype(np.float64) - x.max(axis=-1, keepdims=True, initial=-math.inf)
    with np.errstate(all="ignore"):
        logarithm = logarithm - np.log(np.exp(logarithm).sum(axis=-1, keepdims=True))
    check_op("tf.LogSoftmax", [Argument(x)], [logarithm.astype(dtype)], rtol=rtol)


def test_reductions_of_shapes_are_sizes() -> None:
    """A product over parts of a shape, of a matrix of sizes and of nothing."""
    text = """
func.func @main(%x: tensor<?x?x?xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %s = "tf.Shape"(%x) : (tensor<?x?x?xf32>) -> tensor<3xi32>
  %b = "tf.Const"() <{value = dense<[1]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %e = "tf.Const"() <{value = dense<[2]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %o = "tf.Const"() <{value = dense<[1]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %m = "tf.Pack"(%s, %s) <{axis = 1 : i64}> : (tensor<3xi32>, tensor<3xi32>) -> tensor<3x2xi32>
  %rows = "tf.Max"(%m, %o) : (tensor<3x2xi32>, tensor<1xi32>) -> tensor<3xi32>
  %r = "tf.Reshape"(%x, %rows) : (tensor<?x?x?xf32>, tensor<3xi32>) -> tensor<*xf32>
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %n = "tf.Prod"(%s, %zero) <{keep_dims = true}> : (tensor<3xi32>, tensor<i32>) -> tensor<1xi32>
  %f = "tf.Reshape"(%x, %n) : (tensor<?x?x?xf32>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r, %f : tensor<*xf32>, tensor<*xf32>
}
"""
    x = numbers((2, 3, 4), "float32")
    for results in run_stages(text, [x]).values():
        np.testing.assert_array_equal(results[0], x)
        np.testing.assert_array_equal(results[1], x.reshape(24))
