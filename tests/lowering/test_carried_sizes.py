"""Sizes of the run that only values before a test carry, and that later sizes are computed from."""

import numpy as np
import pytest

from .harness import check_text

RNG = np.random.default_rng(3)


def floats(*shape: int) -> np.ndarray:
    return RNG.standard_normal(shape).astype(np.float32)


@pytest.mark.parametrize(("n", "k"), [(5, 2), (6, 2), (3, 1)])
def test_a_size_that_no_value_carries_after_its_test(n: int, k: int) -> None:
    """The convolution tests the image in its blocks; its crops are computed from the image."""
    text = """
    func.func @main(%x: tensor<?x?x?x?xf32>, %n: tensor<i32>, %w: tensor<?x2x?x?xf32>) -> tensor<?x?x?x?xf32> {
      %six = "tf.Const"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
      %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
      %two = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
      %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %none = "tf.Const"() <{value = dense<0> : tensor<2xi32>}> : () -> tensor<2xi32>
      %block = "tf.Const"() <{value = dense<[2, 1]> : tensor<2xi32>}> : () -> tensor<2xi32>
      %size = "tf.Pack"(%n, %six) <{axis = 0 : i64}> : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
      %y = "tf.ResizeNearestNeighbor"(%x, %size) <{align_corners = false, half_pixel_centers = true}> : (tensor<?x?x?x?xf32>, tensor<2xi32>) -> tensor<?x?x?x?xf32>
      %shape = "tf.Shape"(%y) : (tensor<?x?x?x?xf32>) -> tensor<4xi32>
      %h = "tf.GatherV2"(%shape, %one, %zero) : (tensor<4xi32>, tensor<i32>, tensor<i32>) -> tensor<i32>
      %odd = "tf.FloorMod"(%h, %two) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      %more = "tf.Pack"(%zero, %odd) <{axis = 0 : i64}> : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
      %pads = "tf.Pack"(%more, %none) <{axis = 0 : i64}> : (tensor<2xi32>, tensor<2xi32>) -> tensor<2x2xi32>
      %s = "tf.SpaceToBatchND"(%y, %block, %pads) : (tensor<?x?x?x?xf32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<?x?x?x?xf32>
      %c = "tf.Conv2D"(%s, %w) <{data_format = "NHWC", dilations = [1, 1, 1, 1], explicit_paddings = [], padding = "VALID", strides = [1, 1, 1, 1], use_cudnn_on_gpu = true}> : (tensor<?x?x?x?xf32>, tensor<?x2x?x?xf32>) -> tensor<?x?x?x?xf32>
      %r = "tf.BatchToSpaceND"(%c, %block, %pads) : (tensor<?x?x?x?xf32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<?x?x?x?xf32>
      func.return %r : tensor<?x?x?x?xf32>
    }"""
    x, w = floats(1, 2, 3, 1), floats(k, 2, 1, 1)
    rows = ((np.arange(n) + 0.5) * 2 / n).astype(int)
    y = x[0, rows][:, ((np.arange(6) + 0.5) * 3 / 6).astype(int), 0]
    expected = np.zeros((n - 2 * (k - 1), 5), np.float32)
    for i in range(k):
        for j in range(2):
            expected += y[2 * i : 2 * i + len(expected), j : j + 5] * w[i, j, 0, 0]
    check_text(text, [x, np.array(n, np.int32), w], [expected[None, :, :, None]])


@pytest.mark.parametrize(("n", "size"), [(3, 3), (1, 3), (3, 1)])
def test_a_loop_computes_with_a_tested_size(n: int, size: int) -> None:
    """What a test makes of `%n` is read from a value in the loop, not from the number again."""
    text = """
    func.func @main(%n: tensor<i32>, %b: tensor<?xf32>, %h: tensor<?xf32>) -> tensor<?xf32> {
      %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
      %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %two = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
      %f = "tf.Const"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
      %s = "tf.Pack"(%two, %n) <{axis = 0 : i64}> : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
      %x = "tf.Fill"(%s, %f) : (tensor<2xi32>, tensor<f32>) -> tensor<?x?xf32>
      %y = "tf.Mul"(%x, %b) : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
      %w:2 = "tf.WhileRegion"(%zero, %h) <{shape_invariant}> ({
      ^bb0(%i: tensor<i32>, %g: tensor<?xf32>):
        %p = "tf.Less"(%i, %two) : (tensor<i32>, tensor<i32>) -> tensor<i1>
        "tf.Yield"(%p) : (tensor<i1>) -> ()
      }, {
      ^bb0(%i: tensor<i32>, %g: tensor<?xf32>):
        %next = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
        %row = "tf.GatherV2"(%y, %i, %zero) : (tensor<?x?xf32>, tensor<i32>, tensor<i32>) -> tensor<?xf32>
        %sum = "tf.AddV2"(%g, %row) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
        "tf.Yield"(%next, %sum) : (tensor<i32>, tensor<?xf32>) -> ()
      }) : (tensor<i32>, tensor<?xf32>) -> (tensor<i32>, tensor<?xf32>)
      func.return %w#1 : tensor<?xf32>
    }"""
    b, h = floats(size), floats(1)
    y = np.ones((2, n), np.float32) * b
    check_text(text, [np.array(n, np.int32), b, h], [h + y[0] + y[1]])
