"""Elements of constants are terms up to a number of them; of more, the range is known."""

import pytest
from tieshape.analysis.analyze import infer
from tieshape.rules.rule import MAX_ELEMENTS
from xdsl.dialects import func
from xdsl.ir import SSAValue

from tieshape import TieshapePass, new_context, parse_module, print_module

GATHER = """
func.func @main(%x: tensor<?x3xf32>) -> tensor<*xf32> {{
  %i = "tf.Const"() {{value = dense<[{values}]> : tensor<{n}xi32>}} : () -> tensor<{n}xi32>
  %axis = "tf.Const"() {{value = dense<0> : tensor<i32>}} : () -> tensor<i32>
  %r = "tf.GatherV2"(%x, %i, %axis) : (tensor<?x3xf32>, tensor<{n}xi32>, tensor<i32>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}}
"""


def gather(count: int) -> str:
    values = ", ".join(str(place % 5) for place in range(count))
    return GATHER.format(values=values, n=count)


@pytest.mark.parametrize(("count", "known"), [(MAX_ELEMENTS, True), (MAX_ELEMENTS + 1, False)])
def test_elements_of_large_constants_are_no_terms(count: int, known: bool) -> None:
    module = parse_module(gather(count), "gather.mlir")
    inference = infer(module)
    function = next(op for op in module.walk() if isinstance(op, func.FuncOp))
    first = function.body.block.first_op
    assert first is not None
    indices: SSAValue = first.results[0]
    assert (inference.elements(indices) is not None) is known


@pytest.mark.parametrize("count", [MAX_ELEMENTS, 40 * MAX_ELEMENTS])
def test_places_in_a_constant_are_tested_by_size(count: int) -> None:
    module = parse_module(gather(count), "gather.mlir")
    TieshapePass().apply(new_context(), module)
    printed = print_module(module)
    assert "sdim.range assert @S0 in [5, ?]" in printed
    assert "cf.assert" not in printed
