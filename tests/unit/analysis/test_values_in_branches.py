"""What an op needs is no fact: not for the branch around it, and not for its own guard."""

from tieshape.analysis.analyze import analyze
from tieshape.text.module import parse_module
from xdsl.dialects.builtin import ModuleOp

INDEX = """
  %t = "tf.Const"() <{value = dense<[2, 3, 4]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %one = "tf.Const"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tf.Shape"(%y) : (tensor<?xf32, [@S0]>) -> tensor<1xi32>
  %e = "tf.AddV2"(%s, %one) : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  %i = "tf.StridedSlice"(%t, %s, %e, %one) <{begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 1 : i64}> : (tensor<3xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<i32>
"""
BRANCH = f"""
sdim.symbol @S0
func.func @main(%c: tensor<i1>, %y: tensor<?xf32, [@S0]>) -> tensor<i32> {{
  %r = "tf.IfRegion"(%c) <{{is_stateless = true}}> ({{
    {INDEX}
    "tf.Yield"(%i) : (tensor<i32>) -> ()
  }}, {{
    %z = "tf.Const"() <{{value = dense<0> : tensor<i32>}}> : () -> tensor<i32>
    "tf.Yield"(%z) : (tensor<i32>) -> ()
  }}) : (tensor<i1>) -> tensor<i32>
  func.return %r : tensor<i32>
}}
"""
STRAIGHT = f"""
sdim.symbol @S0
func.func @main(%y: tensor<?xf32, [@S0]>) -> tensor<i32> {{
  {INDEX}
  func.return %i : tensor<i32>
}}
"""


def values(module: ModuleOp):
    """The analysis, after it was asked for every value."""
    analysis = analyze(module)
    for op in module.walk():
        for result in op.results:
            analysis.value(result)
    return analysis


def test_an_index_in_a_branch_says_nothing_of_the_size():
    analysis = values(parse_module(BRANCH, "test.mlir"))
    assert not analysis.facts.proves("S0 < 3")
    assert analysis.facts.bounds("S0") == (0, None)


def test_an_index_does_not_prove_its_own_guard():
    assert not values(parse_module(STRAIGHT, "test.mlir")).facts.proves("S0 < 3")


def test_an_index_that_is_never_inside_is_no_contradiction():
    text = BRANCH.replace("dense<[2, 3, 4]> : tensor<3xi32>", "dense<[]> : tensor<0xi32>")
    values(parse_module(text.replace("tensor<3xi32>", "tensor<0xi32>"), "test.mlir"))
