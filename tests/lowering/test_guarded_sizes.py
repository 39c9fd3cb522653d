"""Sizes that data give and guards demand: the guards are tested against the data."""

import numpy as np
import pytest
from tieshape.interpreters import RunError

from .harness import check_text

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
