"""The runner itself: entry functions, arguments, what it refuses, operations from outside."""

import numpy as np
import pytest
from tieshape.dialects.mhlo import MHLO
from tieshape.interpreters import RunError, Runner, register_implementations, run_function
from tieshape.interpreters.mhlo import MHLO_KERNELS, NOT_RUN
from tieshape.text.context import new_context
from tieshape.text.module import parse_module
from xdsl.dialects import test as test_dialect
from xdsl.interpreter import Interpreter, InterpreterFunctions, impl, register_impls

TWO_FUNCTIONS = """
  func.func @first(%a: index) -> index {
    %r = func.call @second(%a) : (index) -> index
    func.return %r : index
  }
  func.func VISIBILITY @second(%a: index) -> index {
    %one = arith.constant 1 : index
    %r = arith.addi %a, %one : index
    func.return %r : index
  }"""


def test_the_only_public_function_is_the_entry():
    module = parse_module(TWO_FUNCTIONS.replace("VISIBILITY", "private"))
    assert run_function(module, None, [np.asarray(4)]) == [5]
    assert run_function(module, "second", [np.asarray(4)]) == [5]


def test_main_is_the_entry_among_several():
    module = parse_module(TWO_FUNCTIONS.replace("VISIBILITY", "").replace("@second", "@main"))
    assert Runner(module).function.sym_name.data == "main"


def test_without_an_entry_the_functions_are_listed():
    module = parse_module(TWO_FUNCTIONS.replace("VISIBILITY", ""))
    with pytest.raises(RunError, match=r"no @main; functions with a body: @first, @second"):
        Runner(module)
    with pytest.raises(RunError, match=r"function @third does not exist; .*@first, @second"):
        Runner(module, "third")
    with pytest.raises(RunError, match="functions with a body: none"):
        Runner(parse_module("func.func private @f()"))


@pytest.mark.parametrize(
    ("array", "words"),
    [
        (np.zeros((2, 3), np.float64), "argument 0 has elements of type float64"),
        (np.zeros(3, np.float32), "argument 0 has rank 1"),
        (np.zeros((2, 4), np.float32), "argument 0 has size 4 in dimension 1"),
    ],
)
def test_arguments_must_fit_their_types(run, array, words):
    text = """
      func.func @main(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
        func.return %x : tensor<?x3xf32>
      }"""
    assert run(text, np.zeros((2, 3), np.float32))[0].shape == (2, 3)
    with pytest.raises(RunError, match=words):
        run(text, array)
    with pytest.raises(RunError, match="takes 1 argument, 2 given"):
        run(text, array, array)


def test_names_of_arguments_stand_in_messages():
    module = parse_module("func.func @main(%x: tensor<2xf32>) { func.return }")
    with pytest.raises(RunError, match="in_0 has rank 2"):
        Runner(module).run([np.zeros((1, 1), np.float32)], ["in_0"])


def test_tensors_of_unknown_rank_and_odd_elements(run):
    text = """
      func.func @main(%x: tensor<*xf32>) -> tensor<*xf32> {
        func.return %x : tensor<*xf32>
      }"""
    assert run(text, np.zeros((2, 0), np.float32))[0].shape == (2, 0)
    odd = "func.func @main(%x: tensor<2xi7>) { func.return }"
    with pytest.raises(RunError, match="argument 0: elements of type i7 cannot be run"):
        run(odd, np.zeros(2, np.int8))


def test_an_operation_that_cannot_be_run_is_refused_before_the_run():
    text = """
      func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
        %c = arith.constant false
        %r = scf.if %c -> (tensor<2xf32>) {
          %s = "tf.Softmax"(%x) : (tensor<2xf32>) -> tensor<2xf32>
          scf.yield %s : tensor<2xf32>
        } else {
          scf.yield %x : tensor<2xf32>
        }
        func.return %r : tensor<2xf32>
      }"""
    with pytest.raises(RunError, match=r"tf\.Softmax cannot be run") as error:
        Runner(parse_module(text))
    assert error.value.op is not None
    text = """
      func.func @main() -> tensor<ui32> {
        %r = "mhlo.replica_id"() : () -> tensor<ui32>
        func.return %r : tensor<ui32>
      }"""
    with pytest.raises(RunError, match=r"mhlo\.replica_id cannot be run: it exchanges data"):
        Runner(parse_module(text))


def test_every_operation_of_mhlo_runs_or_has_a_reason_not_to():
    operations = set(MHLO.operations)
    assert set(MHLO_KERNELS) | set(NOT_RUN) == operations
    assert not set(MHLO_KERNELS) & set(NOT_RUN)


@register_impls
class Doubling(InterpreterFunctions):
    @impl(test_dialect.TestOp)
    def double(self, interpreter, op, args):
        return tuple(2 * value for value in args)


FOREIGN = """
  sdim.symbol @S0
  func.func @main(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]> {
    %r = "test.op"(%x) : (tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
    func.return %r : tensor<?xf32, [@S0]>
  }"""


def test_operations_from_outside_run_by_functions_from_outside():
    module = parse_module(FOREIGN)
    with pytest.raises(RunError, match=r"test\.op cannot be run"):
        Runner(module)
    (result,) = run_function(module, None, [np.float32([1, 2])], functions=[Doubling()])
    assert result.tolist() == [2, 4]


def test_a_plain_interpreter_can_run_the_same_operations():
    text = """
      sdim.symbol @S0
      sdim.constraints {
        %a = sdim.size @S0
        sdim.range %a in [1, 5]
      }
      func.func @main(%x: tensor<3xf32>, %n: index) -> tensor<3xf32> {
        sdim.range %n in [3, 3]
        %r = mhlo.add %x, %x : tensor<3xf32>
        func.return %r : tensor<3xf32>
      }"""
    interpreter = Interpreter(parse_module(text, context=new_context()))
    register_implementations(interpreter)
    (result,) = interpreter.call_op("main", (np.float32([1, 2, 3]), 3))
    assert result.tolist() == [2, 4, 6]


def test_a_runner_can_be_used_again_after_an_error():
    text = """
      func.func @main(%a: index, %b: index) -> index {
        %r = arith.divsi %a, %b : index
        func.return %r : index
      }"""
    runner = Runner(parse_module(text))
    for _ in range(3):
        with pytest.raises(RunError):
            runner.run([np.asarray(1), np.asarray(0)])
        assert runner.run([np.asarray(7), np.asarray(2)]) == [3]
