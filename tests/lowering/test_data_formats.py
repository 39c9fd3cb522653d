"""Numbers of dimensions and sizes in another order of dimensions."""

import numpy as np
import pytest
from tieshape.text.module import parse_module
from xdsl.utils.exceptions import DiagnosticException

from .harness import Argument, Constant, check_last, check_op, check_text, tf_text


def test_numbers_of_dimensions():
    x = np.array([0, 1, 2, 3, -1, -4], np.int32)
    check_op("tf.DataFormatDimMap", [Argument(x)], [np.array([0, 2, 3, 1, 1, 0], np.int32)])
    check_op("tf.DataFormatDimMap", [Constant(x)], [np.array([0, 2, 3, 1, 1, 0], np.int32)])


@pytest.mark.parametrize("shape", [(4,), (4, 2), (2,), (2, 2)])
def test_entries(shape):
    x = np.arange(np.prod(shape)).reshape(shape).astype(np.int32)
    order = [0, 3, 1, 2] if shape[0] == 4 else [0, 1]
    operands = [Argument(x, tuple(range(len(shape))))]
    check_last("tf.DataFormatVecPermute", operands, [([x], [x[order]])])


def test_sizes_in_another_order_stay_known():
    text = """func.func @main(%x: tensor<?x?x?x?xf32>) -> tensor<*xf32> {
      %s = "tf.Shape"(%x) : (tensor<?x?x?x?xf32>) -> tensor<4xi32>
      %p = "tf.DataFormatVecPermute"(%s) <{src_format = "NHWC", dst_format = "NCHW"}>
        : (tensor<4xi32>) -> tensor<4xi32>
      %r = "tf.Reshape"(%x, %p) : (tensor<?x?x?x?xf32>, tensor<4xi32>) -> tensor<*xf32>
      func.return %r : tensor<*xf32>
    }"""
    x = np.arange(24, dtype=np.float32).reshape(1, 2, 3, 4)
    check_text(text, [x], [x.reshape(1, 4, 2, 3)])


def test_other_letters_are_refused():
    x = np.arange(4, dtype=np.int32)
    text = tf_text(
        "tf.DataFormatVecPermute", [Argument(x, (0,))], ["tensor<*xi32>"], 'dst_format = "NCDH"'
    )
    with pytest.raises(DiagnosticException, match="the same letters"):
        parse_module(text, "test.mlir")
