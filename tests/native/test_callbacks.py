"""What native code is handed by the interpreter."""

import numpy as np
import pytest
from tieshape.interpreters.interpreter import CheckingInterpreter
from tieshape.interpreters.runner import known_kernels
from tieshape.lowering.fusions_to_loops.frame import SIZES, Callback, Words
from tieshape.native.callbacks import Asked
from tieshape.native.engine import is_available
from tieshape.text.module import parse_module

from .programs import agree, both

TEXT = """
func.func @main(%x: tensor<4xf32>) -> tensor<2xf32> {
  %r = "mhlo.slice"(%x) <{start_indices = dense<1> : tensor<1xi64>, limit_indices = dense<3> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>}> : (tensor<4xf32>) -> tensor<2xf32>
  func.return %r : tensor<2xf32>
}
"""


def test_a_late_result_is_not_a_part_of_an_operand() -> None:
    module = parse_module(TEXT, "slice.mlir")
    op = next(op for op in module.walk() if op.name == "mhlo.slice")
    words, x = np.zeros(SIZES + 4, np.int64), np.arange(4, dtype=np.float32)
    words[SIZES : SIZES + 2] = x.ctypes.data, 4
    arguments = (Words("f32", SIZES, "tensor", 1),)
    results = (Words("f32", SIZES + 2, "late", 1),)
    callback = Callback(op, "a test", (), arguments, results)
    asked = Asked(words, [callback], CheckingInterpreter(module, known_kernels()))
    asked.run(0)
    found = asked.late(0, 0)
    x[:] = 0  # the operand's place is used again
    assert found.tolist() == [1, 2]
    assert words[SIZES + 3] == 2


def test_an_element_of_rank_0_is_handed_over_as_one() -> None:
    words = np.array([7], np.int64)
    asked = Asked(words, [], None)
    found = asked._argument(Words("i64", 0, "element"))
    assert (np.shape(found), found.dtype, int(found)) == ((), np.int64, 7)


@pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")
def test_a_call_without_results_is_asked_for_too() -> None:
    """What it does is outside of the module, so the run is refused as on the interpreter."""
    text = """
      func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
        mhlo.custom_call @seen(%x) {has_side_effect = true} : (tensor<4xf32>) -> ()
        %r = mhlo.abs %x : tensor<4xf32>
        func.return %r : tensor<4xf32>
      }"""
    runner, program = both(text)
    assert [callback.op.name for callback in program.callbacks] == ["mhlo.custom_call"]
    assert not agree(runner, program, [np.ones(4, np.float32)])
