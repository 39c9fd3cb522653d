"""Values by cases in the constraints: no symbol names them, and they may be negative."""

import numpy as np
import pytest
from tieshape.analysis.analyze import analyze, infer
from tieshape.analysis.module_facts import facts_of_module
from tieshape.analysis.read_constraints import read_module
from tieshape.analysis.shape_analysis import ShapeAnalysis
from tieshape.dialects import sdim
from tieshape.interpreters import Runner
from tieshape.lowering.pipelines import TieshapePass
from tieshape.materialize.arguments import assumed_facts
from tieshape.passes.infer_shapes.infer_shapes import InferShapesPass
from tieshape.passes.optimize_shapes.optimize_shapes import OptimizeShapesPass
from tieshape.rules.table import RULES
from tieshape.symbolic import Symbol
from tieshape.text.module import parse_module, print_module
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

# @S2 is one more than -1 or 2 where @S0 and @S1 are equal, else one more than @S0.
TEXT = """
sdim.symbol @S0
sdim.symbol @S1
sdim.symbol @S2
sdim.constraints {
  %a = sdim.size @S0
  %b = sdim.size @S1
  %c = sdim.size @S2
  %one = arith.constant 1 : index
  %m = arith.constant CHOSEN : index
  %e = arith.cmpi eq, %a, %b : index
  %s = arith.select %e, %m, %a : index
  %x = arith.addi %s, %one : index
  sdim.equal %c, %x
}
func.func @main(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>, %z: tensor<?xf32, [@S2]>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : index
  %m = arith.constant CHOSEN : index
  %a = tensor.dim %x, %c0 : tensor<?xf32, [@S0]>
  %b = tensor.dim %y, %c0 : tensor<?xf32, [@S1]>
  %e = arith.cmpi eq, %a, %b : index
  %s = arith.select %e, %m, %a : index
  %two = arith.constant 2 : index
  %n = arith.addi %s, %two : index
  %shape = tensor.from_elements %n : tensor<1xindex>
  %r = "mhlo.dynamic_iota"(%shape) <{iota_dimension = 0 : i64}> : (tensor<1xindex>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}
"""


def vector(size: int) -> np.ndarray:
    return np.zeros(size, np.float32)


def modules(chosen: int) -> list[ModuleOp]:
    """The module after shape inference, after optimization, and both again."""
    module = parse_module(TEXT.replace("CHOSEN", str(chosen)), "cases.mlir")
    found = list[ModuleOp]()
    for step in (InferShapesPass(), OptimizeShapesPass(), InferShapesPass(), OptimizeShapesPass()):
        step.apply(Context(), module)
        found.append(parse_module(print_module(module), "again.mlir"))
    return found


@pytest.mark.parametrize("chosen", [-1, 2])
def test_every_stage_takes_both_cases(chosen: int) -> None:
    for module in modules(chosen):
        runner = Runner(module)
        for first, second in ((3, 3), (3, 2)):
            size = 1 + (chosen if first == second else first)
            (result,) = runner.run([vector(first), vector(second), vector(size)])
            assert result.shape == (size + 1,)


@pytest.mark.parametrize("chosen", [-1, 2])
def test_no_stage_declares_a_symbol_for_such_a_value(chosen: int) -> None:
    for module in modules(chosen):
        facts = analyze(module).facts
        names = [op.sym_name.data for op in module.body.block.ops if isinstance(op, sdim.SymbolOp)]
        assert all(name.startswith("S") for name in names)
        assert facts.proves(f"S0 != S1 or S2 == {chosen + 1}")
        assert facts.proves("S0 == S1 or S2 == S0 + 1")
        assert not facts.proves("S2 == S0 + 1")
        assert not facts.proves("S2 >= 1") or chosen == 2


def test_inference_names_none_like_a_symbol_of_the_module() -> None:
    module = parse_module(TEXT.replace("CHOSEN", "2"), "cases.mlir")
    inference = infer(module)
    assert not inference.facts.proves("S0 != S1 or S0 == 2")
    assert inference.facts.simplify("S0") == Symbol("S0")


def test_what_is_assumed_knows_the_cases() -> None:
    module = parse_module(TEXT.replace("CHOSEN", "-1"), "cases.mlir")
    analysis = ShapeAnalysis(RULES)
    read_module(analysis, module)
    assumed = assumed_facts(module, analysis)
    assert not assumed.proves("S2 >= 1")
    assert assumed.proves("S0 != S1 or S2 == 0")


def test_what_is_stated_is_about_symbols_alone() -> None:
    for module in modules(-1):
        names = {op.sym_name.data for op in module.body.block.ops if isinstance(op, sdim.SymbolOp)}
        stated = facts_of_module(module, analyze(module))
        assert stated
        assert all(fact.symbols() <= names for fact in stated)


BACKWARDS = """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %last = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %size = "tf.Size"(%x) : (tensor<?xf32>) -> tensor<i32>
  %stop = "tf.Sub"(%size, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %end = "tf.Pack"(%stop) <{axis = 0 : i64}> : (tensor<i32>) -> tensor<1xi32>
  %0 = "tf.StridedSlice"(%x, %last, %end, %last) <{begin_mask = 0 : i64, end_mask = 0 : i64, ellipsis_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 0 : i64}> : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %1 = "tf.Maximum"(%y, %0) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  func.return %1 : tensor<?xf32>
}
"""


def test_a_size_is_computed_from_a_value_by_cases_that_a_fact_relates_it_to() -> None:
    module = parse_module(BACKWARDS, "backwards.mlir")
    TieshapePass().apply(Context(), module)
    (result,) = Runner(module).run([vector(3), vector(1)])
    assert result.shape == vector(3)[-1:2:-1].shape
