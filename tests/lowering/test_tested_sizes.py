"""Sizes of the run that several ops make demands on: each demand is tested, by what is known there."""

import numpy as np
import pytest
from tieshape.dialects import sdim
from tieshape.interpreters import RunError
from tieshape.lowering.pipelines import TieshapePass
from tieshape.text.module import parse_module
from xdsl.context import Context

from .harness import check_refusals, check_text

FOUND = """
  %w{0} = "tf.Where"(%x{0}) : ({1}) -> tensor<?x1xi64>
  %y{0} = "tf.GatherNd"(%x{0}, %w{0}) : ({1}, tensor<?x1xi64>) -> tensor<?xf32>"""
TOLD_TWICE = f"""func.func @main(%x0: tensor<?xf32>, %a: tensor<?xf32>, %l: tensor<?xi32>, %b: tensor<?xi32>) -> (tensor<?xf32>, tensor<?xf32>) {{
  %zero = "tf.Const"() <{{value = dense<0> : tensor<i32>}}> : () -> tensor<i32>
  {FOUND.format(0, "tensor<?xf32>")}
  %j = "tf.ConcatV2"(%y0, %a, %zero) : (tensor<?xf32>, tensor<?xf32>, tensor<i32>) -> tensor<?xf32>
  %s = "tf.SegmentSum"(%j, %l) : (tensor<?xf32>, tensor<?xi32>) -> tensor<?xf32>
  %t = "tf.SegmentSum"(%y0, %b) : (tensor<?xf32>, tensor<?xi32>) -> tensor<?xf32>
  func.return %s, %t : tensor<?xf32>, tensor<?xf32>
}}
"""
TWO_FOUND = f"""func.func @main(%x0: tensor<?xf32>, %x1: tensor<5xf32>, %b: tensor<4xi32>) -> (tensor<?xf32>, tensor<?xf32>) {{
  {FOUND.format(0, "tensor<?xf32>")}
  {FOUND.format(1, "tensor<5xf32>")}
  %s = "tf.AddV2"(%y0, %y1) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %t = "tf.SegmentSum"(%y0, %b) : (tensor<?xf32>, tensor<4xi32>) -> tensor<?xf32>
  func.return %s, %t : tensor<?xf32>, tensor<?xf32>
}}
"""


@pytest.mark.parametrize("ids", [2, 4])
def test_a_size_that_one_test_tells_is_tested_by_the_next(ids):
    """After the first demand the size is one of arguments: the second one is a guard on these."""
    x, a = np.array([1, 0, 1, 1, 0], np.float32), np.ones(2, np.float32)
    segments, b = np.array([0, 0, 1, 1, 2], np.int32), np.zeros(3, np.int32)
    check_text(TOLD_TWICE, [x, a, segments, b], [np.float32([2, 2, 1]), np.float32([3])])
    words = r"tf\.SegmentSum at test\.mlir:8:3"
    check_refusals(TOLD_TWICE, [([x, a, segments, np.zeros(ids, np.int32)], words)])


@pytest.mark.parametrize("found", [1, 4])
def test_a_test_of_two_sizes_before_one_of_them_is_tested_again(found):
    x, ids = np.array([1, 0, 1, 1, 2, 0], np.float32), np.array([0, 0, 1, 1], np.int32)
    other = np.arange(5, dtype=np.float32) * (np.arange(5) < found) + (np.arange(5) == 0)
    kept, added = x[x != 0], other[other != 0]
    check_text(TWO_FOUND, [x, other, ids], [kept + added, np.float32([2, 3])])
    with pytest.raises(RunError, match=r"tf\.AddV2"):
        check_text(TWO_FOUND, [x, np.float32([1, 2, 0, 0, 3]), ids], [])
    with pytest.raises(RunError, match=r"tf\.SegmentSum"):
        check_text(TWO_FOUND, [x[:4], np.float32([1, 2, 0, 0, 3]), ids], [])


def chained(steps: int) -> str:
    """What is not zero, beside a new argument of that size, again and again."""
    lines, value = list[str](), "%a"
    for i in range(steps):
        lines.append(f'%w{i} = "tf.Where"({value}) : (tensor<?xf32>) -> tensor<?x1xi64>')
        types = "(tensor<?xf32>, tensor<?x1xi64>) -> tensor<?xf32>"
        lines.append(f'%y{i} = "tf.GatherNd"({value}, %w{i}) : {types}')
        types = "(tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>"
        lines.append(f'%v{i} = "tf.AddV2"(%y{i}, %b{i}) : {types}')
        value = f"%v{i}"
    arguments = ", ".join(["%a: tensor<?xf32>", *(f"%b{i}: tensor<?xf32>" for i in range(steps))])
    body = "\n".join([*lines, f"func.return {value} : tensor<?xf32>"])
    return f"func.func @main({arguments}) -> tensor<?xf32> {{\n{body}\n}}\n"


def test_sizes_that_nothing_needs_any_more_are_not_named_again():
    """Each test is about all sizes before it, of which nothing but the last is read again."""
    counts = list[int]()
    for steps in (6, 12, 18):
        module = parse_module(chained(steps), "test.mlir")
        for step in TieshapePass().pipeline():
            step.apply(Context(), module)
        counts.append(sum(isinstance(op, sdim.SymbolOp) for op in module.walk()))
    assert counts[2] - counts[1] == counts[1] - counts[0]


@pytest.mark.parametrize("sizes", [(3, 3), (1, 3), (3, 1)])
def test_each_of_a_chain_of_tests_is_kept(sizes):
    x, one, two = np.float32([1, 0, 2, 3]), np.ones(sizes[0], np.float32), np.ones(sizes[1])
    inputs = [x, one, two.astype(np.float32)]
    check_text(chained(2), inputs, [x[x != 0] + 1 + two])
    bad = [[x, one, np.ones(2, np.float32)], [x, np.ones(2, np.float32), inputs[2]]]
    check_refusals(chained(2), [(wrong, r"tf\.AddV2") for wrong in bad])


BROADCAST_BEFORE_A_TEST = """
func.func @main(%x: tensor<?x5xf32>, %b: tensor<?x?xf32>, %c: tensor<i1>, %d: tensor<?x5xf32>) -> tensor<?x5xf32> {
  %shape = "tf.Shape"(%x) : (tensor<?x5xf32>) -> tensor<2xi32>
  %0 = "tf.IfRegion"(%c) ({
    %1 = "tf.AddV2"(%x, %b) : (tensor<?x5xf32>, tensor<?x?xf32>) -> tensor<?x5xf32>
    "tf.Yield"(%1) : (tensor<?x5xf32>) -> ()
  }, {
    %like = "tf.Shape"(%b) : (tensor<?x?xf32>) -> tensor<2xi32>
    %1 = "tf.Reshape"(%x, %like) : (tensor<?x5xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    "tf.Yield"(%1) : (tensor<?x?xf32>) -> ()
  }) {is_stateless = true} : (tensor<i1>) -> tensor<*xf32>
  %2 = "tf.Mul"(%0, %d) : (tensor<*xf32>, tensor<?x5xf32>) -> tensor<*xf32>
  %3 = "tf.Reshape"(%2, %shape) : (tensor<*xf32>, tensor<2xi32>) -> tensor<?x5xf32>
  func.return %3 : tensor<?x5xf32>
}
"""


@pytest.mark.parametrize("taken", [True, False])
@pytest.mark.parametrize("rows", [(3, 1, 1), (3, 3, 1), (1, 1, 1), (3, 3, 3)])
def test_a_branch_whose_size_is_one_of_an_argument_by_a_later_test(taken, rows):
    """Known is then that `%x` has as many rows as the product, which the branch cannot speak of."""
    n, m, k = rows
    x, d = np.arange(n * 5, dtype=np.float32).reshape(n, 5), np.ones((k, 5), np.float32)
    b = np.full((m if taken else n, 5), 2, np.float32)
    inputs = [x, b, np.array(taken), d]
    check_text(BROADCAST_BEFORE_A_TEST, inputs, [x + b if taken else x])


def test_a_branch_that_grows_is_no_reshape():
    """The sum of the branch counts on the test after it, and may be the first to notice."""
    x, b, d = (np.ones((n, 5), np.float32) for n in (1, 3, 1))
    words = "number of elements|must have one shape"
    check_refusals(BROADCAST_BEFORE_A_TEST, [([x, b, np.array(True), d], words)])


TESTED_IN_A_LOOP = """func.func @main(%x: tensor<?xf32>, %y: tensor<?x?xf32>, %n: tensor<i32>) -> tensor<f32> {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %start = "tf.Const"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %i, %r = "tf.WhileRegion"(%zero, %start) ({
  ^bb0(%a: tensor<i32>, %s: tensor<f32>):
    %c = "tf.Less"(%a, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "tf.Yield"(%c) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<i32>, %s: tensor<f32>):
    %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %minus = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
    %first = "tf.Const"() <{value = dense<0> : tensor<2xi32>}> : () -> tensor<2xi32>
    %second = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
    %both = "tf.Const"() <{value = dense<[0, 1]> : tensor<2xi32>}> : () -> tensor<2xi32>
    %ys = "tf.Shape"(%y) : (tensor<?x?xf32>) -> tensor<2xi32>
    %_, %m = "tf.Unpack"(%ys) <{axis = 0 : i64}> : (tensor<2xi32>) -> (tensor<i32>, tensor<i32>)
    %sizes = "tf.Pack"(%minus, %m) <{axis = 0 : i64}> : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
    %rows = "tf.Reshape"(%x, %sizes) : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    %corner = "tf.StridedSlice"(%y, %first, %second, %second) <{begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 3 : i64}>
      : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<f32>
    %same = "tf.Identity"(%rows) : (tensor<?x?xf32>) -> tensor<?x?xf32>
    %_v, %k = "tf.TopKV2"(%same, %m) <{sorted = true}> : (tensor<?x?xf32>, tensor<i32>) -> (tensor<?x?xf32>, tensor<?x?xi32>)
    %taken = "tf.GatherV2"(%same, %k, %one) <{batch_dims = 1 : i64}> : (tensor<?x?xf32>, tensor<?x?xi32>, tensor<i32>) -> tensor<?x?xf32>
    %sum = "tf.Sum"(%taken, %both) <{keep_dims = false}> : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<f32>
    %0 = "tf.AddV2"(%s, %corner) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %1 = "tf.AddV2"(%0, %sum) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %2 = "tf.AddV2"(%a, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "tf.Yield"(%2, %1) : (tensor<i32>, tensor<f32>) -> ()
  }) {is_stateless = true, parallel_iterations = 10 : i64} : (tensor<i32>, tensor<f32>) -> (tensor<i32>, tensor<f32>)
  func.return %r : tensor<f32>
}
"""


def test_sizes_that_a_test_in_a_loop_makes_known():
    """A reshape's size is a quotient once a test in the same trip says that its divisor is none
    of 0; the values before the test have it by another form.
    """
    x, y = np.arange(6, dtype=np.float32), np.arange(6, dtype=np.float32).reshape(2, 3) + 1
    check_text(TESTED_IN_A_LOOP, [x, y, np.array(2, np.int32)], [np.float32(2 * (1 + x.sum()))])
    check_text(TESTED_IN_A_LOOP, [x, y[:, :0], np.array(0, np.int32)], [np.float32(0)])


@pytest.mark.parametrize("count, rows, columns", [(7, 2, 3), (0, 2, 0), (6, 0, 3)])
def test_what_a_loop_tests_is_tested_still(count, rows, columns):
    x, y = np.ones(count, np.float32), np.ones((rows, columns), np.float32)
    words = "must divide|must be less than|needs non-zero"
    check_refusals(TESTED_IN_A_LOOP, [([x, y, np.array(1, np.int32)], words)])
