"""Rows of a size that a run gives, and flat again: as many elements as before, or an error."""

import numpy as np
import pytest
from tieshape.analysis.module_parts import functions, returned_values
from tieshape.dialects.sdim.encoding import encoding_of
from tieshape.interpreters import RunError
from tieshape.text.module import parse_module

from .harness import check_text, run_stages, stages

TEXT = """func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  %rest = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %flat = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  FIRST
  %n = "tf.Size"(%y) : (tensor<?xf32>) -> tensor<i32>
  %m = "tf.Size"(%z) : (tensor<?xf32>) -> tensor<i32>
  %sizes = "tf.Pack"(%rest, %n) <{axis = 0 : i64}> : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
  %rows = "tf.Reshape"(%v, %sizes) : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %e = "tf.Neg"(%rows) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %one = "tf.Reshape"(%e, %flat) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %others = "tf.Pack"(%rest, %m) <{axis = 0 : i64}> : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
  %again = "tf.Reshape"(%one, %others) : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %f = "tf.Neg"(%again) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = "tf.Reshape"(%f, %flat) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}
"""
GIVEN = TEXT.replace("FIRST", '%v = "tf.Identity"(%x) : (tensor<?xf32>) -> tensor<?xf32>')
OF_DATA = TEXT.replace(
    "FIRST", '%v, %k = "tf.Unique"(%x) : (tensor<?xf32>) -> (tensor<?xf32>, tensor<?xi32>)'
)


@pytest.mark.parametrize("text", [GIVEN, OF_DATA])
@pytest.mark.parametrize("sizes", [(12, 4, 6), (12, 12, 1), (0, 3, 5), (0, 0, 0), (0, 0, 2)])
def test_numbers(text: str, sizes: tuple[int, int, int]):
    x, y, z = (np.arange(size, dtype=np.float32) for size in sizes)
    check_text(text, [x, y, z], [x])


@pytest.mark.parametrize("text", [GIVEN, OF_DATA])
@pytest.mark.parametrize("sizes", [(12, 5, 6), (12, 4, 7), (3, 0, 1), (3, 3, 0)])
def test_what_does_not_divide_is_refused(text: str, sizes: tuple[int, int, int]):
    with pytest.raises(RunError, match=r"Reshape at .* elements must divide by"):
        run_stages(text, [np.arange(size, dtype=np.float32) for size in sizes])


def test_as_many_elements_have_one_size():
    """However often they are cut into rows; but not distinct ones, which may be fewer."""
    for text, same in ((GIVEN, True), (OF_DATA, False)):
        module = parse_module(list(stages(text).values())[-1], "test.mlir")
        (function,) = functions(module)
        taken, returned = function.body.block.args[0].type, returned_values(function)[0].type
        assert (encoding_of(taken) == encoding_of(returned)) is same
