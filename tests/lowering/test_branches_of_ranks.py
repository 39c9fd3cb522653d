"""Branches that give one value different ranks: later ops choose, or run in each."""

import numpy as np
import pytest
from tieshape.interpreters import RunError, run_function
from tieshape.runtime import Model
from tieshape.text.module import parse_module

from .harness import check_text, stages

CHOICE = """func.func @main(%x: tensor<?xf32>, %y: tensor<?x4xf32>, %n: {type}) -> {result} {{
  %zero = "tf.Const"() <{{value = dense<0> : tensor<i32>}}> : () -> tensor<i32>
  %nought = "tf.Const"() <{{value = dense<0.0> : tensor<f32>}}> : () -> tensor<f32>
  {condition}
  %r = "tf.IfRegion"(%c) <{{is_stateless = true}}> ({{
    {then}
  }}, {{
    {otherwise}
  }}) : (tensor<i1>) -> tensor<*xf32>
  %i = "tf.Identity"(%r) : (tensor<*xf32>) -> tensor<*xf32>
  {use}
}}
"""
OF_SIZES = """%size = "tf.Size"(%n) : (tensor<?xf32>) -> tensor<i32>
  %c = "tf.NotEqual"(%size, %zero) <{incompatible_shape_error = true}> : (tensor<i32>, tensor<i32>) -> tensor<i1>"""
OF_DATA = '%c = "tf.Greater"(%n, %nought) : (tensor<f32>, tensor<f32>) -> tensor<i1>'
VECTOR = """%0 = "tf.Neg"(%x) : (tensor<?xf32>) -> tensor<?xf32>
    "tf.Yield"(%0) : (tensor<?xf32>) -> ()"""
MATRIX = '"tf.Yield"(%y) : (tensor<?x4xf32>) -> ()'
PRODUCT = """%w = "tf.Const"() <{value = dense<2.0> : tensor<4x3xf32>}> : () -> tensor<4x3xf32>
  %e = "tf.Einsum"(%i, %w) <{equation = "td,dn->tn"}> : (tensor<*xf32>, tensor<4x3xf32>) -> tensor<?x3xf32>
  func.return %e : tensor<?x3xf32>"""
SUMS = """%e = "tf.Sum"(%i, %zero) <{keep_dims = false}> : (tensor<*xf32>, tensor<i32>) -> tensor<*xf32>
  %s = "tf.Size"(%e) : (tensor<*xf32>) -> tensor<i32>
  func.return %s : tensor<i32>"""
IN_A_BRANCH = """%f = "tf.Less"(%nought, %n) : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %o = "tf.IfRegion"(%f) <{is_stateless = true}> ({
    %s = "tf.Size"(%i) : (tensor<*xf32>) -> tensor<i32>
    "tf.Yield"(%s) : (tensor<i32>) -> ()
  }, {
    %w = "tf.Const"() <{value = dense<2.0> : tensor<4x3xf32>}> : () -> tensor<4x3xf32>
    %e = "tf.MatMul"(%i, %w) <{transpose_a = false, transpose_b = false}> : (tensor<*xf32>, tensor<4x3xf32>) -> tensor<?x3xf32>
    %t = "tf.Size"(%e) : (tensor<?x3xf32>) -> tensor<i32>
    "tf.Yield"(%t) : (tensor<i32>) -> ()
  }) : (tensor<i1>) -> tensor<i32>
  func.return %o : tensor<i32>"""
X, Y = np.arange(3, dtype=np.float32), np.arange(8, dtype=np.float32).reshape(2, 4)


def choice(condition: str, use: str, *, turned: bool = False) -> str:
    kind = "tensor<f32>" if condition is OF_DATA else "tensor<?xf32>"
    result = "tensor<?x3xf32>" if use is PRODUCT else "tensor<i32>"
    then, otherwise = (MATRIX, VECTOR) if turned else (VECTOR, MATRIX)
    return CHOICE.format(
        condition=condition, use=use, type=kind, result=result, then=then, otherwise=otherwise
    )


def number(value: float) -> np.ndarray:
    return np.array(value, np.float32)


@pytest.mark.parametrize(
    ("condition", "right", "wrong"),
    [
        (OF_SIZES, np.zeros(0, np.float32), np.zeros(2, np.float32)),
        (OF_DATA, number(-1), number(1)),
    ],
    ids=["sizes", "data"],
)
@pytest.mark.parametrize("turned", [False, True])
def test_an_op_that_needs_one_rank_demands_its_branch(condition, right, wrong, turned):
    text = choice(condition, PRODUCT, turned=turned)
    right, wrong = (wrong, right) if turned else (right, wrong)
    check_text(text, [X, Y, right], [Y @ np.full((4, 3), 2, np.float32)])
    for name, stage in list(stages(text).items())[1:]:
        with pytest.raises(RunError, match=r"operand 0 has rank 1, 'td,dn->tn' needs 2"):
            run_function(parse_module(stage, name), "main", [X, Y, wrong])


@pytest.mark.parametrize("condition", [OF_SIZES, OF_DATA], ids=["sizes", "data"])
@pytest.mark.parametrize("turned", [False, True])
def test_an_op_that_takes_both_ranks_runs_in_both_branches(condition, turned):
    text = choice(condition, SUMS, turned=turned)
    ones = (number(1), number(-1)) if condition is OF_DATA else (np.ones(2, np.float32), X[:0])
    for n, size in zip(ones, (4, 1) if turned else (1, 4), strict=True):
        check_text(text, [X, Y, n], [np.array(size, np.int32)])


def test_an_op_in_a_branch_demands_no_other_branch_than_its_own():
    """The vector goes where its size is asked; only the matrix gets to the product."""
    text = choice(OF_DATA, IN_A_BRANCH)
    check_text(text, [X, Y, number(1)], [np.array(3, np.int32)])
    check_text(text, [X, Y, number(-1)], [np.array(6, np.int32)])


@pytest.mark.parametrize("use", [PRODUCT, SUMS, IN_A_BRANCH], ids=["product", "sums", "branch"])
def test_machine_code_has_no_value_of_unknown_rank(use, tmp_path):
    pytest.importorskip("torch_mlir")
    path = tmp_path / "choice.mlir"
    path.write_text(choice(OF_DATA, use))
    found = Model(path, engine="native")(X, Y, number(-1))
    wanted = {PRODUCT: Y @ np.full((4, 3), 2, np.float32), SUMS: 4, IN_A_BRANCH: 6}[use]
    np.testing.assert_allclose(np.asarray(found[0]), wanted)
