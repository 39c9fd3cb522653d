"""Which sizes get another name where a demand on them is tested: those of which it says anything new."""

import numpy as np
import pytest
from tieshape.dialects import sdim
from tieshape.interpreters.errors import GuardFailed
from tieshape.interpreters.runner import Runner
from tieshape.lowering.pipelines import TieshapePass
from tieshape.passes.infer_shapes.infer_shapes import InferShapesPass
from tieshape.passes.symbolize import SymbolizePass
from tieshape.text.module import parse_module
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

V, N = "tensor<?xf32>", "tensor<i32>"


def split_again_and_again(steps: int) -> str:
    """What is left of `x` after parts of given sizes were taken, one after the other."""
    lines = [f'%minus = "tf.Const"() <{{value = dense<-1> : {N}}}> : () -> {N}']
    lines.append(f'%axis = "tf.Const"() <{{value = dense<0> : {N}}}> : () -> {N}')
    rest = "%x"
    for i in range(steps):
        lines.append(
            f'%s{i} = "tf.Pack"(%n{i}, %minus) <{{axis = 0 : i64}}> : ({N}, {N}) -> tensor<2xi32>'
        )
        lines.append(
            f'%p{i}:2 = "tf.SplitV"({rest}, %s{i}, %axis) : ({V}, tensor<2xi32>, {N}) -> ({V}, {V})'
        )
        rest = f"%p{i}#1"
    sizes = "".join(f", %n{i}: {N}" for i in range(steps))
    body = "\n  ".join(lines)
    return f"func.func @main(%x: {V}{sizes}) -> {V} {{\n  {body}\n  func.return {rest} : {V}\n}}\n"


TWO_MASKS = f"""
func.func @main(%x: {V}, %y: {V}) -> tensor<2x?x1xi64> {{
  %a = "tf.Where"(%x) : ({V}) -> tensor<?x1xi64>
  %b = "tf.Where"(%y) : ({V}) -> tensor<?x1xi64>
  %r = "tf.Pack"(%a, %b) <{{axis = 0 : i64}}> : (tensor<?x1xi64>, tensor<?x1xi64>) -> tensor<2x?x1xi64>
  func.return %r : tensor<2x?x1xi64>
}}
"""  # fmt: skip


def integers(*numbers: int) -> list[np.ndarray]:
    return [np.array(number, np.int32) for number in numbers]


def inferred(text: str) -> ModuleOp:
    module = parse_module(text, "test.mlir")
    for step in (SymbolizePass(), InferShapesPass()):
        step.apply(Context(), module)
    return module


def compiled(text: str) -> ModuleOp:
    module = parse_module(text, "test.mlir")
    TieshapePass().apply(Context(), module)
    return module


@pytest.mark.parametrize("steps", [2, 5, 20])
def test_older_sizes_keep_their_names_where_the_newest_could_satisfy_the_claim(steps: int) -> None:
    module = inferred(split_again_and_again(steps))
    ops = list(module.walk())
    assert sum(isinstance(op, sdim.SymbolOp) for op in ops) == 1 + 2 * steps
    assert not any(isinstance(op, sdim.TieShapeOp) for op in ops)
    assert sum(op.name == "arith.addi" for op in ops) <= 4 * steps


def test_older_sizes_get_other_names_where_the_claim_says_something_new_of_them() -> None:
    ties = [op for op in inferred(TWO_MASKS).walk() if isinstance(op, sdim.TieShapeOp)]
    assert len(ties) == 2
    for tie in ties:
        assert sdim.encoding_of(tie.operands[0].type) != sdim.encoding_of(tie.result.type)
    assert len({sdim.encoding_of(tie.operands[0].type) for tie in ties}) == 2


def test_the_tests_stay() -> None:
    runner = Runner(compiled(split_again_and_again(3)))
    x = np.arange(6, dtype=np.float32)
    np.testing.assert_array_equal(runner.run([x, *integers(1, 0, 3)])[0], [4, 5])
    np.testing.assert_array_equal(runner.run([x, *integers(1, 2, 3)])[0], [])
    for wrong in ((7, 0, 0), (1, 6, 0), (1, 2, 4), (-2, 1, 1), (1, 1, -3)):
        with pytest.raises(GuardFailed, match=r"tf\.SplitV"):
            runner.run([x, *integers(*wrong)])


def test_a_size_of_which_a_test_says_something_is_tested() -> None:
    runner = Runner(compiled(TWO_MASKS))
    one, two = np.array([0, 1, 0], np.float32), np.array([1, 1], np.float32)
    assert runner.run([one, one])[0].shape == (2, 1, 1)
    with pytest.raises(GuardFailed, match=r"tf\.Pack"):
        runner.run([one, two])


def rows_of_a_mask(rows: str) -> str:
    """The places of what is not 0, in rows of `n`."""
    return f"""
func.func @main(%x: {V}, %n: {N}) -> tensor<{rows}xi64> {{
  %minus = "tf.Const"() <{{value = dense<-1> : {N}}}> : () -> {N}
  %sizes = "tf.Pack"(%minus, %n) <{{axis = 0 : i64}}> : ({N}, {N}) -> tensor<2xi32>
  %a = "tf.Where"(%x) : ({V}) -> tensor<?x1xi64>
  %r = "tf.Reshape"(%a, %sizes) : (tensor<?x1xi64>, tensor<2xi32>) -> tensor<{rows}xi64>
  func.return %r : tensor<{rows}xi64>
}}
"""


def test_a_size_with_its_name_that_is_a_product_of_later_ones_is_tested() -> None:
    assert not any(isinstance(op, sdim.TieShapeOp) for op in inferred(rows_of_a_mask("?x?")).walk())
    runner = Runner(compiled(rows_of_a_mask("?x?")))
    x = np.array([1, 0, 1, 1, 0, 1], np.float32)
    np.testing.assert_array_equal(runner.run([x, *integers(2)])[0], [[0, 2], [3, 5]])
    assert runner.run([x * 0, *integers(3)])[0].shape == (0, 3)
    for n in (0, 3, -1, -2):
        with pytest.raises(GuardFailed, match=r"tf\.Reshape"):
            runner.run([x, *integers(n)])


def test_a_size_that_the_types_after_it_say_is_tested_where_it_is_made() -> None:
    runner = Runner(compiled(rows_of_a_mask("2x2")))
    x = np.array([1, 0, 1, 1, 0, 1], np.float32)
    np.testing.assert_array_equal(runner.run([x, *integers(2)])[0], [[0, 2], [3, 5]])
    with pytest.raises(GuardFailed, match=r"tf\.Reshape"):
        runner.run([x, *integers(3)])
    with pytest.raises(GuardFailed, match=r"tf\.Where.*: a size of the result must be 4"):
        runner.run([x[:5], *integers(3)])
