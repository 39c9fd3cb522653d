"""Sizes that data give and guards demand: the guards are tested against the data."""

import numpy as np
import pytest
from tieshape.interpreters import RunError
from tieshape.runtime import Model
from tieshape.runtime.errors import GuardError

from .harness import check_text, run_stages

SEGMENTS = """func.func @main(%x: tensor<?xf32>, %i: tensor<?xi32>) -> tensor<?xf32> {
  %unique, %kind = "tf.Unique"(%i) : (tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  %r = "tf.SegmentSum"(%x, %unique) : (tensor<?xf32>, tensor<?xi32>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}
"""
SCATTERED = """func.func @main(%i: tensor<?x1xi32>, %n: tensor<i32>, %x: tensor<?x?xf32>) -> tensor<3x?xf32> {
  %three = "tf.Const"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %sizes = "tf.Pack"(%three, %n) <{axis = 0 : i64}> : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
  %r = "tf.ScatterNd"(%i, %x, %sizes) : (tensor<?x1xi32>, tensor<?x?xf32>, tensor<2xi32>) -> tensor<3x?xf32>
  func.return %r : tensor<3x?xf32>
}
"""
COUNTED = """func.func @main(%x: tensor<?xf32>, %n: tensor<i32>) -> (tensor<?x?xf32>, tensor<i32>) {
  %minus = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %size = "tf.Size"(%x) : (tensor<?xf32>) -> tensor<i32>
  %i = "tf.WhileRegion"(%zero) ({
  ^bb0(%a: tensor<i32>):
    %c = "tf.Less"(%a, %size) : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "tf.Yield"(%c) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<i32>):
    %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %0 = "tf.AddV2"(%a, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "tf.Yield"(%0) : (tensor<i32>) -> ()
  }) {is_stateless = true, parallel_iterations = 10 : i64} : (tensor<i32>) -> tensor<i32>
  %sizes = "tf.Pack"(%n, %minus) <{axis = 0 : i64}> : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
  %r = "tf.Reshape"(%x, %sizes) : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  func.return %r, %i : tensor<?x?xf32>, tensor<i32>
}
"""
ADDED = """func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>, %n: tensor<i32>) -> tensor<?x?xf32> {
  %minus = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.AddV2"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %sizes = "tf.Pack"(%n, %minus) <{axis = 0 : i64}> : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
  %r = "tf.Reshape"(%0, %sizes) : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  func.return %r : tensor<?x?xf32>
}
"""
TESTED = """func.func @main(%i: tensor<?xi32>, %x: tensor<?xi32>, %y: tensor<?xf32>) -> (tensor<2x?xi32>, tensor<2xi32>, tensor<?xf32>) {
  %one = "tf.Const"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %sizes = "tf.Const"() <{value = dense<[2, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %unique, %kind = "tf.Unique"(%i) : (tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  %n = "tf.Shape"(%unique) : (tensor<?xi32>) -> tensor<1xi32>
  %r = "tf.Reshape"(%unique, %sizes) : (tensor<?xi32>, tensor<2xi32>) -> tensor<2x?xi32>
  %rs = "tf.Shape"(%r) : (tensor<2x?xi32>) -> tensor<2xi32>
  %xs = "tf.Shape"(%x) : (tensor<?xi32>) -> tensor<1xi32>
  %a = "tf.BroadcastArgs"(%rs, %xs) : (tensor<2xi32>, tensor<1xi32>) -> tensor<2xi32>
  %s = "tf.StridedSlice"(%y, %one, %n, %one) <{begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 0 : i64}> : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  func.return %r, %a, %s : tensor<2x?xi32>, tensor<2xi32>, tensor<?xf32>
}
"""
REPEATED = """func.func @main(%i: tensor<?xi32>, %x: tensor<?xi32>, %w: tensor<?xf32>) -> tensor<?xi32> {
  %unique, %kind = "tf.Unique"(%i) : (tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  %times = "tf.Shape"(%w) : (tensor<?xf32>) -> tensor<1xi32>
  %t = "tf.Tile"(%unique, %times) : (tensor<?xi32>, tensor<1xi32>) -> tensor<?xi32>
  %a = "tf.AddV2"(%x, %t) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  func.return %a : tensor<?xi32>
}
"""
JOINED = """func.func @main(%i: tensor<?xi32>, %x: tensor<?x?xi32>, %z: tensor<?x?xi32>, %w: tensor<?xi32>) -> tensor<?x?xi32> {
  %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %unique, %kind = "tf.Unique"(%i) : (tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  %n = "tf.Shape"(%unique) : (tensor<?xi32>) -> tensor<1xi32>
  %m = "tf.Shape"(%w) : (tensor<?xi32>) -> tensor<1xi32>
  %nm = "tf.ConcatV2"(%n, %m, %axis) : (tensor<1xi32>, tensor<1xi32>, tensor<i32>) -> tensor<2xi32>
  %u = "tf.Fill"(%nm, %axis) : (tensor<2xi32>, tensor<i32>) -> tensor<?x?xi32>
  %c = "tf.ConcatV2"(%z, %u, %axis) : (tensor<?x?xi32>, tensor<?x?xi32>, tensor<i32>) -> tensor<?x?xi32>
  %d = "tf.AddV2"(%c, %w) : (tensor<?x?xi32>, tensor<?xi32>) -> tensor<?x?xi32>
  %a = "tf.AddV2"(%x, %d) : (tensor<?x?xi32>, tensor<?x?xi32>) -> tensor<?x?xi32>
  func.return %a : tensor<?x?xi32>
}
"""
X = np.array([1, 2], np.float32)
ROW, PLACE = np.array([[4]], np.float32), np.array([[1]], np.int32)


def test_a_number_of_distinct_elements_that_fits():
    check_text(SEGMENTS, [X, np.array([0, 1, 1], np.int32)], [X])


def test_a_number_of_distinct_elements_that_does_not_fit_stops_the_run():
    with pytest.raises(RunError, match=r"tf\.(Unique|SegmentSum)"):
        check_text(SEGMENTS, [X, np.array([0, 1, 2], np.int32)], [X])


def test_a_size_read_from_an_operand_that_fits():
    expected = np.array([[0], [4], [0]], np.float32)
    check_text(SCATTERED, [PLACE, np.array(1, np.int32), ROW], [expected])


def test_a_size_read_from_an_operand_that_does_not_fit_stops_the_run():
    with pytest.raises(RunError, match=r"tf\.ScatterNd"):
        check_text(SCATTERED, [PLACE, np.array(6, np.int32), ROW], [np.zeros((3, 1))])


def test_a_size_that_is_a_product_of_numbers_of_the_run_is_read_where_it_is_known():
    """The elements of x are n times the rest: a loop before the reshape counts them all the same."""
    x = np.arange(6, dtype=np.float32)
    check_text(COUNTED, [x, np.array(2, np.int32)], [x.reshape(2, 3), np.array(6, np.int32)])
    with pytest.raises(RunError, match=r"tf\.Reshape"):
        check_text(COUNTED, [x, np.array(4, np.int32)], [])


@pytest.mark.parametrize(("a", "b"), [(6, 1), (6, 6), (1, 6)])
def test_a_broadcast_size_that_is_a_product_of_numbers_of_the_run(a, b):
    x, y = np.arange(a, dtype=np.float32), np.ones(b, np.float32)
    check_text(ADDED, [x, y, np.array(3, np.int32)], [(x + y).reshape(3, 2)])


@pytest.mark.parametrize(("size", "width"), [(2, 3), (2, 6), (1, 2)])
def test_a_size_computed_from_one_that_was_tested_meanwhile(size, width):
    """No value has the size of the distinct elements any more when the slice is taken by it."""
    i, y = np.array([5, 7, 5, 8, 1], np.int32), np.arange(width, dtype=np.float32)
    unique, x = np.array([[5, 7], [8, 1]], np.int32), np.zeros(size, np.int32)
    expected = [unique, np.array([2, 2], np.int32), y[1:4]]
    check_text(TESTED, [i, x, y], expected)
    with pytest.raises(RunError, match=r"tf\.Reshape"):
        check_text(TESTED, [i[1:4], x, y], expected)
    with pytest.raises(RunError, match=r"tf\.BroadcastArgs"):
        check_text(TESTED, [i, np.zeros(3, np.int32), y], expected)


@pytest.mark.parametrize("size", [6, 1])
def test_a_broadcast_size_of_a_product_that_was_tested(size):
    i, x = np.array([5, 7, 5, 8], np.int32), np.ones(size, np.int32)
    w = np.zeros(2, np.float32)
    check_text(REPEATED, [i, x, w], [x + np.array([5, 7, 8, 5, 7, 8], np.int32)])
    with pytest.raises(RunError, match=r"tf\.AddV2"):
        check_text(REPEATED, [i, np.ones(3, np.int32), w], [])


@pytest.mark.parametrize("size", [5, 1])
def test_versions_by_a_sum_that_was_tested(size):
    i, x = np.array([5, 7, 5, 8], np.int32), np.ones((size, 1), np.int32)
    z, w = np.zeros((2, 4), np.int32), np.arange(4, dtype=np.int32)
    sums = np.broadcast_to(x, (5, 4)) + w
    check_text(JOINED, [i, x, z, w], [sums])
    with pytest.raises(RunError, match=r"tf\.AddV2"):
        check_text(JOINED, [i, np.ones((3, 1), np.int32), z, w], [])


MASKED = """func.func @main(%m: tensor<?xi1>, %x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %0 = "tf.Where"(%m) : (tensor<?xi1>) -> tensor<?x1xi64>
  %1 = "tf.Squeeze"(%0) <{squeeze_dims = [1]}> : (tensor<?x1xi64>) -> tensor<?xi64>
  %2 = "tf.GatherV2"(%x, %1, %zero) <{batch_dims = 0 : i64}> : (tensor<?xf32>, tensor<?xi64>, tensor<i32>) -> tensor<?xf32>
  %3 = "tf.AddV2"(%2, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %4 = "tf.Mul"(%3, %z) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  func.return %4 : tensor<?xf32>
}
"""


@pytest.mark.parametrize(("some", "other"), [(2, 2), (1, 2), (2, 1), (1, 1)])
def test_a_broadcast_of_a_broadcast_that_was_tested_meanwhile(some, other):
    m, x = np.array([True, False, True]), np.array([1, 2, 3], np.float32)
    y, z = np.arange(some, dtype=np.float32), np.arange(3, 3 + other, dtype=np.float32)
    check_text(MASKED, [m, x, y, z], [(x[m] + y) * z])
    for bad in ([m, x, np.ones(3, np.float32), z], [m, x, y, np.ones(3, np.float32)]):
        with pytest.raises(RunError, match=r"tf\.(AddV2|Mul)"):
            check_text(MASKED, bad, [])


TWICE = """func.func @main(%x: tensor<?xi32>, %n: tensor<i32>, %y: tensor<3xi32>) -> (tensor<?xi32>, tensor<?xi32>) {
  %u, %i = "tf.Unique"(%x) : (tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.Range"(%zero, %n, %one) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<?xi32>
  %a = "tf.AddV2"(%u, %r) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  %b = "tf.Mul"(%u, %y) : (tensor<?xi32>, tensor<3xi32>) -> tensor<?xi32>
  func.return %a, %b : tensor<?xi32>, tensor<?xi32>
}
"""


def numbers(*values: int) -> np.ndarray:
    return np.array(values, np.int32)


def test_a_size_in_two_demands_of_which_the_second_says_more() -> None:
    """The first test has the name that the size had before the second one."""
    y = numbers(1, 2, 3)
    inputs = [numbers(5, 5, 7, 9), np.int32(3), y]
    check_text(TWICE, inputs, [numbers(5, 8, 11), numbers(5, 14, 27)])
    with pytest.raises(RunError, match=r"AddV2 at .*must be equal or one of them 1"):
        run_stages(TWICE, [inputs[0], np.int32(2), y])
    with pytest.raises(RunError, match=r"Mul at .*must be equal or one of them 1"):
        run_stages(TWICE, [numbers(5, 7), np.int32(2), y])


REGROUPED = """
func.func @main(%x: tensor<?xf32>, %k: tensor<i32>) -> tensor<?x?xf32> {
  %c = "tf.Const"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  %m = "tf.Greater"(%x, %c) : (tensor<?xf32>, tensor<f32>) -> tensor<?xi1>
  %w = "tf.Where"(%m) : (tensor<?xi1>) -> tensor<?x1xi64>
  %g = "tf.GatherNd"(%x, %w) : (tensor<?xf32>, tensor<?x1xi64>) -> tensor<?xf32>
  %two = "tf.Const"() {value = dense<2> : tensor<i32>} : () -> tensor<i32>
  %s = "tf.Pack"(%k, %two) : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
  %y = "tf.Reshape"(%g, %s) : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %t = "tf.Pack"(%two, %k) : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
  %z = "tf.Reshape"(%y, %t) : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  func.return %z : tensor<?x?xf32>
}
"""


@pytest.mark.parametrize(
    ("numbers", "rows", "shape"),
    [
        ([1, 2, -1, 3, 4], 2, (2, 2)),
        ([-1], 0, (2, 0)),
        ([1, 2, -1, 3, 4], 3, None),
        ([1, 2, 3], 1, None),
    ],
)
def test_an_equation_does_not_spell_what_it_is_tested_by(numbers, rows, shape):
    """The sizes of both sides are of the run: neither may be computed as the other."""
    arguments = np.array(numbers, np.float32), np.array(rows, np.int32)
    if shape is None:
        with pytest.raises(GuardError, match="number of elements must not change"):
            Model(REGROUPED, engine="interpreter")(*arguments)
    else:
        (result,) = Model(REGROUPED, engine="interpreter")(*arguments)
        assert result.shape == shape


REFUTED = """
func.func @main(%x: tensor<?x?x?xi1>, %y: tensor<?x?x?x?x4xi1>) -> (tensor<?x?x?x?x?xi1>, tensor<?x?xi1>) {
  %zero = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %two = "tf.Const"() {value = dense<2> : tensor<i32>} : () -> tensor<i32>
  %rest = "tf.Const"() {value = dense<-1> : tensor<i32>} : () -> tensor<i32>
  %order = "tf.Const"() {value = dense<[2, 0, 1, 3]> : tensor<4xi32>} : () -> tensor<4xi32>
  %shape = "tf.Shape"(%x) : (tensor<?x?x?xi1>) -> tensor<3xi32>
  %b, %h, %w = "tf.Unpack"(%shape) {axis = 0 : i64} : (tensor<3xi32>) -> (tensor<i32>, tensor<i32>, tensor<i32>)
  %rows = "tf.Mul"(%b, %h) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %half = "tf.FloorDiv"(%w, %two) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %sizes = "tf.Pack"(%rest, %rows, %two, %half) {axis = 0 : i64} : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4xi32>
  %0 = "tf.Reshape"(%x, %sizes) : (tensor<?x?x?xi1>, tensor<4xi32>) -> tensor<?x?x?x?xi1>
  %1 = "tf.Transpose"(%0, %order) : (tensor<?x?x?x?xi1>, tensor<4xi32>) -> tensor<?x?x?x?xi1>
  %2 = "tf.Squeeze"(%1) {squeeze_dims = [1, 2]} : (tensor<?x?x?x?xi1>) -> tensor<?x?xi1>
  %3 = "tf.ExpandDims"(%1, %zero) : (tensor<?x?x?x?xi1>, tensor<i32>) -> tensor<?x?x?x?x?xi1>
  %4 = "tf.ConcatV2"(%3, %y, %3, %zero) : (tensor<?x?x?x?x?xi1>, tensor<?x?x?x?x4xi1>, tensor<?x?x?x?x?xi1>, tensor<i32>) -> tensor<?x?x?x?x?xi1>
  func.return %4, %2 : tensor<?x?x?x?x?xi1>, tensor<?x?xi1>
}
"""


def test_a_condition_that_facts_refute_is_used_no_more():
    """By the concatenation no size is 0; the one that -1 stands for has a case where one is."""
    random = np.random.default_rng(0)
    x, y = random.random((1, 1, 8)) < 0.5, random.random((3, 2, 1, 1, 4)) < 0.5
    halves = x.reshape(2, 4)
    shown = halves.reshape(1, 2, 1, 1, 4)
    check_text(REFUTED, [x, y], [np.concatenate([shown, y, shown]), halves])
    with pytest.raises(RunError, match="ConcatV2"):
        run_stages(REFUTED, [x[:, :, :0], y])
