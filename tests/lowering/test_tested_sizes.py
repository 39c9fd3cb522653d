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
    x, b, d = (np.ones((n, 5), np.float32) for n in (1, 3, 1))
    check_refusals(BROADCAST_BEFORE_A_TEST, [([x, b, np.array(True), d], "number of elements")])
