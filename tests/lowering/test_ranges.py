"""Ranges, one-hot rows and shapes of broadcasts, against numpy."""

import numpy as np
import pytest
from tieshape.analysis.analyze import analyze
from tieshape.interpreters import RunError, run_function
from tieshape.symbolic import eq
from tieshape.text.module import parse_module
from xdsl.dialects import func
from xdsl.utils.exceptions import DiagnosticException

from .harness import Argument, Constant, check_op, check_text, stages, tf_text


@pytest.mark.parametrize("dtype", [np.int32, np.int64, np.float32, np.float64])
@pytest.mark.parametrize("known", [(0, 1, 2), (0, 2), (2,), ()])
def test_range(dtype, known):
    rng = np.random.default_rng(len(known))
    start = rng.integers(-3, 4)
    delta = rng.choice([-2, -1, 1, 3])
    limit = start + delta * rng.integers(0, 5) + (np.sign(delta) if rng.random() < 0.5 else 0)
    numbers = [np.array(n, dtype) for n in (start, limit, delta)]
    if numbers[0].dtype.kind == "f":
        numbers[0] += dtype(0.25)
        numbers[1] += dtype(0.25)
    operands = [Constant(n) if i in known else Argument(n) for i, n in enumerate(numbers)]
    check_op("tf.Range", operands, [np.arange(*numbers, dtype=dtype)])


def test_empty_range_of_a_size():
    text = """func.func @main(%x: tensor<?x2xf32>) -> tensor<*xi32> {
  %s = "tf.Shape"(%x) : (tensor<?x2xf32>) -> tensor<2xi32>
  %b = "tf.Const"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %e = "tf.Const"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %n = "tf.StridedSlice"(%s, %b, %e, %e) <{shrink_axis_mask = 1 : i64}>
      : (tensor<2xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<*xi32>
  %r = "tf.Range"(%zero, %n, %one) : (tensor<i32>, tensor<*xi32>, tensor<i32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}
"""
    for size in (0, 3):
        x = np.zeros((size, 2), np.float32)
        check_text(text, [x], [np.arange(size, dtype=np.int32)])
    module = parse_module(list(stages(text).values())[-1], "test.mlir")
    analysis = analyze(module)
    main = next(op for op in module.body.block.ops if isinstance(op, func.FuncOp))
    block = main.body.block
    size = analysis.shape(block.last_op.operands[0])[0]
    assert analysis.facts.proves(eq(size, analysis.shape(block.args[0])[0]))


def test_range_away_from_its_limit_is_refused():
    numbers = [Constant(np.array(n, np.int32)) for n in (0, -1, 1)]
    with pytest.raises(DiagnosticException, match=r"tf\.Range"):
        stages(tf_text("tf.Range", numbers, ["tensor<*xi32>"]))


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("count", [1, 2, 5])
def test_lin_space(count, known):
    ends = np.array(-1.5, np.float32), np.array(2, np.float32)
    number = np.array(count, np.int32)
    operands = [*map(Argument, ends), Constant(number) if known else Argument(number)]
    check_op("tf.LinSpace", operands, [np.linspace(*ends, count, dtype=np.float32)])


@pytest.mark.parametrize(
    ("start", "stop", "expected"),
    [
        (-np.inf, 2, [-np.inf, np.nan, np.nan, 2]),
        (2, np.inf, [2, np.inf, np.inf, np.inf]),
        (np.nan, 1, [np.nan, np.nan, np.nan, 1]),
        (np.inf, 1, [np.inf]),
    ],
)
def test_the_ends_of_lin_space_are_what_is_given(start, stop, expected):
    ends = [Argument(np.array(end, np.float32)) for end in (start, stop)]
    number = Argument(np.array(len(expected), np.int32))
    check_op("tf.LinSpace", [*ends, number], [np.array(expected, np.float32)])


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize(
    ("shape", "axis", "dtype"),
    [((2, 3), -1, np.int32), ((2, 3), 1, np.int64), ((0,), 0, np.uint8), ((), -1, np.int32)],
)
def test_one_hot(shape, axis, dtype, known):
    indices = np.random.default_rng(0).integers(0, 6, shape).astype(dtype)
    at = len(shape) if axis == -1 else axis
    hit = np.expand_dims(indices, at) == np.arange(4).reshape(-1, *[1] * (len(shape) - at))
    expected = np.where(hit, np.float32(2), np.float32(-1))
    depth = np.array(4, np.int32)
    values = [Argument(np.array(v, np.float32)) for v in (2, -1)]
    operands = [Argument(indices), Constant(depth) if known else Argument(depth), *values]
    check_op("tf.OneHot", operands, [expected], f"axis = {axis} : i64")


@pytest.mark.parametrize(("first", "second"), [([2, 1, 3], [4, 1]), ([5], [1]), ([], [3])])
@pytest.mark.parametrize("known", [True, False])
def test_broadcast_args(first, second, known):
    expected = np.array(np.broadcast_shapes(tuple(first), tuple(second)), np.int32)
    operands = [np.array(s, np.int32) for s in (first, second)]
    wrapped = [Constant(s) if known else Argument(s, (0,)) for s in operands]
    check_op("tf.BroadcastArgs", wrapped, [expected])


@pytest.mark.parametrize(("first", "second"), [([2, 3], [2]), ([0], [3])])
@pytest.mark.parametrize("constant", [0, 1, None])
def test_sizes_that_do_not_broadcast(first, second, constant):
    """Also where an operand is known, and the result so seems to be."""
    operands = [np.array(s, np.int32) for s in (first, second)]
    wrapped = [Constant(s) if i == constant else Argument(s, (0,)) for i, s in enumerate(operands)]
    with pytest.raises(RunError, match=r"tf\.BroadcastArgs.*equal or one of them 1"):
        check_op("tf.BroadcastArgs", wrapped, [np.array(first, np.int32)])


def test_a_declared_size_is_no_excuse():
    """The result's type says 3: that what is broadcast to agrees is tested all the same."""
    text = """func.func @main(%x: tensor<3x1xf32>, %s: tensor<3xi64>) -> tensor<?x3x?xf32> {
  %0 = "tf.Shape"(%x) : (tensor<3x1xf32>) -> tensor<2xi64>
  %1 = "tf.BroadcastArgs"(%0, %s) : (tensor<2xi64>, tensor<3xi64>) -> tensor<3xi64>
  %2 = "tf.BroadcastTo"(%x, %1) : (tensor<3x1xf32>, tensor<3xi64>) -> tensor<?x3x?xf32>
  func.return %2 : tensor<?x3x?xf32>
}"""
    x = np.arange(3, dtype=np.float32).reshape(3, 1)
    for size in (1, 3):
        check_text(text, [x, np.array([2, size, 4])], [np.broadcast_to(x, (2, 3, 4))])
    with pytest.raises(RunError, match=r"tf\.BroadcastArgs"):
        check_text(text, [x, np.array([2, 2, 4])], [])


@pytest.mark.parametrize(
    ("first", "second", "found"),
    [([2, 3], [3], ([], [0])), ([2, 1], [2, 4], ([1], [])), ([3], [3], ([], []))],
)
def test_broadcast_gradient_args(first, second, found):
    operands = [Constant(np.array(s, np.int32)) for s in (first, second)]
    check_op("tf.BroadcastGradientArgs", operands, [np.array(f, np.int32) for f in found])


@pytest.mark.parametrize("constant", [0, 1, None])
def test_gradients_of_sizes_that_do_not_broadcast(constant):
    def wrapped(*sizes):
        arrays = [np.array(s, np.int32) for s in sizes]
        return [Constant(s) if i == constant else Argument(s, (0,)) for i, s in enumerate(arrays)]

    found = [np.array([], np.int32), np.array([0], np.int32)]
    check_op("tf.BroadcastGradientArgs", wrapped([2, 3], [3]), found)
    with pytest.raises(RunError, match=r"tf\.BroadcastGradientArgs.*equal or one of them 1"):
        check_op("tf.BroadcastGradientArgs", wrapped([2, 3], [2]), found)


@pytest.mark.parametrize("size", [0, 1, 5])
def test_a_range_of_floats_up_to_a_size_that_was_cast(size: int) -> None:
    """Its size is the size that was cast, not a new symbol."""
    text = """
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %shape = "tf.Shape"(%x) : (tensor<?xf32>) -> tensor<1xi32>
  %scalar = "tf.Const"() <{value = dense<> : tensor<0xi32>}> : () -> tensor<0xi32>
  %n = "tf.Reshape"(%shape, %scalar) : (tensor<1xi32>, tensor<0xi32>) -> tensor<i32>
  %limit = "tf.Cast"(%n) <{Truncate = false}> : (tensor<i32>) -> tensor<f32>
  %zero = "tf.Const"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %one = "tf.Const"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  %r = "tf.Range"(%zero, %limit, %one) : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}
"""
    check_text(text, [np.zeros(size, np.float32)], [np.arange(size, dtype=np.float32)])
    final = list(stages(text).values())[-1]
    assert "-> tensor<?xf32, [@S0]>" in final


STEPS = """
func.func @main(%x: tensor<?xf32>, %ids: tensor<3xi32>) -> (tensor<?x1xi32>, tensor<?xf32>) {{
  %shape = "tf.Shape"(%x) : (tensor<?xf32>) -> tensor<1xi32>
  %scalar = "tf.Const"() <{{value = dense<> : tensor<0xi32>}}> : () -> tensor<0xi32>
  %n = "tf.Reshape"(%shape, %scalar) : (tensor<1xi32>, tensor<0xi32>) -> tensor<i32>
  %less = "tf.Const"() <{{value = dense<{less}> : tensor<i32>}}> : () -> tensor<i32>
  %step = "tf.Sub"(%n, %less) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %two = "tf.Const"() <{{value = dense<2> : tensor<i32>}}> : () -> tensor<i32>
  %zero = "tf.Const"() <{{value = dense<0> : tensor<i32>}}> : () -> tensor<i32>
  %last = "tf.Const"() <{{value = dense<-1> : tensor<i32>}}> : () -> tensor<i32>
  %limit = "tf.Mul"(%two, %step) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %r = "tf.Range"(%zero, %limit, %step) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<?xi32>
  %column = "tf.ExpandDims"(%r, %last) : (tensor<?xi32>, tensor<i32>) -> tensor<?x1xi32>
  %sums = "tf.UnsortedSegmentSum"(%x, %ids, %n) : (tensor<?xf32>, tensor<3xi32>, tensor<i32>) -> tensor<?xf32>
  func.return %column, %sums : tensor<?x1xi32>, tensor<?xf32>
}}
"""


@pytest.mark.parametrize("less", [0, 1])
def test_a_step_that_a_later_op_tells(less: int) -> None:
    """Of a step that is a size the size of the range is known at once, of another one it gets a
    symbol, which then is the number of constants.
    """
    x, step = np.ones(3, np.float32), 3 - less
    expected = [np.array([[0], [step]], np.int32), np.array([3, 0, 0], np.float32)]
    text = STEPS.format(less=less)
    check_text(text, [x, np.zeros(3, np.int32)], expected)
    assert ("-> (tensor<2x1xi32>" in list(stages(text).values())[-1]) == (not less)


def test_a_step_that_is_a_size_is_not_0() -> None:
    lines = STEPS.format(less=0).splitlines()
    text = "\n".join(line for line in lines if "UnsortedSegmentSum" not in line)
    text = text.replace("%column, %sums", "%column, %x")
    ids = np.zeros(3, np.int32)
    x = np.zeros(5, np.float32)
    check_text(text, [x, ids], [np.array([[0], [5]], np.int32), x])
    for stage in stages(text).values():
        with pytest.raises(RunError, match="must not be 0"):
            run_function(parse_module(stage, "stage.mlir"), "main", [np.zeros(0, np.float32), ids])


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("axis", [0, 1, -1])
def test_concat_offset(axis: int, known: bool) -> None:
    shapes = [np.array([2, 3], np.int32) for _ in range(3)]
    for i, shape in enumerate(shapes):
        shape[axis] = i + 1
    expected = [np.zeros(2, np.int32) for _ in shapes]
    for i in (1, 2):
        expected[i][axis] = expected[i - 1][axis] + i
    given = np.array(axis, np.int32)
    operands = [Constant(given) if known else Argument(given)]
    operands += [Constant(s) if known else Argument(s, (0,)) for s in shapes]
    check_op("tf.ConcatOffset", operands, expected)


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("places", [[5, 3, 0], [], 4])
def test_unravel_index(places: object, known: bool) -> None:
    indices, sizes = np.array(places, np.int32), np.array([2, 1, 3], np.int32)
    expected = np.array(np.unravel_index(indices.astype(np.int64), (2, 1, 3)), np.int32)
    operands = [Argument(indices), Constant(sizes) if known else Argument(sizes, (0,))]
    check_op("tf.UnravelIndex", operands, [expected])
