"""Branches and loop bodies that cannot run to their end: nothing else is refused for them."""

import numpy as np
import pytest
from tieshape.dialects import mhlo
from tieshape.interpreters import RunError, run_function

from .harness import compiled, run_stages

BRANCH = """
func.func @main(%p: tensor<i1>, %x: tensor<?x3xf32>, %y: tensor<{0}x2xf32>) -> tensor<f32> {{
  %axes = "tf.Const"() <{{value = dense<[0, 1]> : tensor<2xi32>}}> : () -> tensor<2xi32>
  %r = "tf.IfRegion"(%p) ({{
    %c = "tf.MatMul"(%x, %y) : (tensor<?x3xf32>, tensor<{0}x2xf32>) -> tensor<?x2xf32>
    %e = "tf.Exp"(%c) : (tensor<?x2xf32>) -> tensor<?x2xf32>
    %a = "tf.Sum"(%e, %axes) : (tensor<?x2xf32>, tensor<2xi32>) -> tensor<f32>
    "tf.Yield"(%a) : (tensor<f32>) -> ()
  }}, {{
    %a = "tf.Sum"(%x, %axes) : (tensor<?x3xf32>, tensor<2xi32>) -> tensor<f32>
    "tf.Yield"(%a) : (tensor<f32>) -> ()
  }}) {{is_stateless = true}} : (tensor<i1>) -> tensor<f32>
  func.return %r : tensor<f32>
}}
"""

LOOP = """
func.func @main(%n: tensor<i32>, %x: tensor<2x3xf32>) -> tensor<3xf32> {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %start = "tf.Const"() <{value = dense<0.5> : tensor<3xf32>}> : () -> tensor<3xf32>
  %r:2 = "tf.WhileRegion"(%zero, %start) ({
  ^bb0(%i: tensor<i32>, %s: tensor<3xf32>):
    %c = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "tf.Yield"(%c) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %s: tensor<3xf32>):
    %j = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %row = "tf.Squeeze"(%x) <{squeeze_dims = [0]}> : (tensor<2x3xf32>) -> tensor<3xf32>
    %t = "tf.AddV2"(%s, %row) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    "tf.Yield"(%j, %t) : (tensor<i32>, tensor<3xf32>) -> ()
  }) {is_stateless = true} : (tensor<i32>, tensor<3xf32>) -> (tensor<i32>, tensor<3xf32>)
  func.return %r#1 : tensor<3xf32>
}
"""


def arrays(take: bool, rows: int) -> list[np.ndarray]:
    x = np.arange(6, dtype=np.float32).reshape(2, 3) / 8
    return [np.array(take), x, np.full((rows, 2), 0.25, np.float32)]


def test_a_branch_whose_sizes_contradict_each_other_is_refused_where_it_runs():
    text = BRANCH.format(4)
    for name, (found,) in run_stages(text, arrays(False, 4)).items():
        assert found == arrays(False, 4)[1].sum(), name
    module = compiled(text)
    assert "sizes 3 and 4 must agree" in str(module)
    with pytest.raises(RunError, match=r"tf.MatMul.*sizes 3 and 4 must agree"):
        run_function(module, "main", arrays(True, 4))


@pytest.mark.parametrize("size", ["3", "?"])
def test_a_branch_that_can_run_is_lowered(size):
    text = BRANCH.format(size)
    assert not any(isinstance(op, mhlo.CustomCallOp) for op in compiled(text).walk())
    _, x, y = arrays(True, 3)
    for name, (found,) in run_stages(text, [np.array(True), x, y]).items():
        np.testing.assert_allclose(found, np.exp(x @ y).sum(), 1e-6, err_msg=name)


RANKS = """
func.func @main(%p: tensor<i1>, %x: tensor<?x3xf32>) -> tensor<f32> {{
  %axes = "tf.Const"() <{{value = dense<[0, 1]> : tensor<2xi32>}}> : () -> tensor<2xi32>
  %u = "tf.Identity"(%x) : (tensor<?x3xf32>) -> tensor<*xf32>
  %r = "tf.IfRegion"(%p) ({{
    %k = "tf.Const"() <{{value = dense<{0}> : tensor<{1}xi32>}}> : () -> tensor<{1}xi32>
    %c = "{2}"(%u, %k) : (tensor<*xf32>, tensor<{1}xi32>) -> tensor<*xf32>
    %a = "tf.Sum"(%c, %axes) : (tensor<*xf32>, tensor<2xi32>) -> tensor<f32>
    "tf.Yield"(%a) : (tensor<f32>) -> ()
  }}, {{
    %a = "tf.Sum"(%x, %axes) : (tensor<?x3xf32>, tensor<2xi32>) -> tensor<f32>
    "tf.Yield"(%a) : (tensor<f32>) -> ()
  }}) {{is_stateless = true}} : (tensor<i1>) -> tensor<f32>
  func.return %r : tensor<f32>
}}
"""


@pytest.mark.parametrize(
    ("elements", "count", "op", "words"),
    [
        ("[1, 2, 0]", 3, "tf.Transpose", "the permutation has 3 entries, the operand has rank 2"),
        ("[1, 2, 1]", 3, "tf.Tile", "there are 3 multiples, the operand has rank 2"),
        ("[3]", 1, "tf.Sum", "reduction index 3 is out of range for rank 2"),
        ("[[1, 1], [1, 1], [1, 1]]", "3x2", "tf.Pad", "size 3 in dimension 0, needed 2"),
    ],
)
def test_a_rank_that_does_not_fit_is_refused_where_it_runs(elements, count, op, words):
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    text = RANKS.format(elements, count, op)
    for name, (found,) in run_stages(text, [np.array(False), x]).items():
        assert found == x.sum(), name
    with pytest.raises(RunError, match=f"{op}.*{words}"):
        run_function(compiled(text), "main", [np.array(True), x])


@pytest.mark.parametrize(
    ("elements", "count", "op", "factor"),
    [("[1, 0]", 2, "tf.Transpose", 1), ("[2, 3]", 2, "tf.Tile", 6)],
)
def test_a_rank_that_fits_is_lowered(elements, count, op, factor):
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    text = RANKS.format(elements, count, op)
    assert not any(isinstance(op, mhlo.CustomCallOp) for op in compiled(text).walk())
    for name, (found,) in run_stages(text, [np.array(True), x]).items():
        assert found == factor * x.sum(), name


def test_a_loop_body_that_fails_is_refused_on_its_first_trip():
    x = np.ones((2, 3), np.float32)
    for name, (found,) in run_stages(LOOP, [np.int32(0), x]).items():
        assert found.tolist() == [0.5] * 3, name
    with pytest.raises(RunError, match=r"dimension 0 of size 2 must be 1"):
        run_function(compiled(LOOP), "main", [np.int32(1), x])


AFTER = """
func.func @main(%p: tensor<i1>, %x: tensor<?x?xf32>) -> {2} {{
  %axes = "tf.Const"() <{{value = dense<[0, 1]> : tensor<2xi32>}}> : () -> tensor<2xi32>
  %k = "tf.Const"() <{{value = dense<{0}> : tensor<i32>}}> : () -> tensor<i32>
  %r = "tf.IfRegion"(%p) ({{
    %a = "tf.ExpandDims"(%x, %k) : (tensor<?x?xf32>, tensor<i32>) -> tensor<*xf32>
    "tf.Yield"(%a) : (tensor<*xf32>) -> ()
  }}, {{
    "tf.Yield"(%x) : (tensor<?x?xf32>) -> ()
  }}) {{is_stateless = true}} : (tensor<i1>) -> tensor<*xf32>
  {1}
  func.return %s : {2}
}}
"""
USES = [
    ('%s = "tf.Sum"(%r, %axes) : (tensor<*xf32>, tensor<2xi32>) -> tensor<*xf32>', "tensor<*xf32>"),
    ('%s = "tf.Rank"(%r) : (tensor<*xf32>) -> tensor<i32>', "tensor<i32>"),
    ('%s = "tf.Shape"(%r) : (tensor<*xf32>) -> tensor<?xi32>', "tensor<?xi32>"),
]


@pytest.mark.parametrize(("use", "expected"), list(zip(USES, [15, 2, [2, 3]], strict=True)))
def test_what_follows_has_the_rank_of_the_branch_that_can_run(use, expected):
    """Where nothing else of the result is used, the branch that fails is refused as well."""
    x, text = np.arange(6, dtype=np.float32).reshape(2, 3), AFTER.format(4, *use)
    for name, (found,) in run_stages(text, [np.array(False), x]).items():
        assert found.tolist() == expected, name
    with pytest.raises(RunError, match=r"tf.ExpandDims.*dimension 4"):
        run_function(compiled(text), "main", [np.array(True), x])


@pytest.mark.parametrize(("use", "expected"), list(zip(USES, [15, 3, [1, 2, 3]], strict=True)))
def test_what_follows_branches_that_can_run_has_the_rank_of_each(use, expected):
    """The sum is over the first two of three dimensions then, of which the first has size 1."""
    x, text = np.arange(6, dtype=np.float32).reshape(2, 3), AFTER.format(0, *use)
    for name, (found,) in run_stages(text, [np.array(True), x]).items():
        assert (found.sum() if expected == 15 else found).tolist() == expected, name


def test_sizes_of_a_branch_that_fails_say_nothing_of_the_other():
    text = """
func.func @main(%p: tensor<i1>, %x: tensor<?x?xf32>, %a: tensor<2x3xf32>, %b: tensor<4x5xf32>)
    -> tensor<?x?xf32> {
  %r = "tf.IfRegion"(%p) ({
    %m = "tf.MatMul"(%a, %b) : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
    "tf.Yield"(%m) : (tensor<2x5xf32>) -> ()
  }, {
    "tf.Yield"(%x) : (tensor<?x?xf32>) -> ()
  }) {is_stateless = true} : (tensor<i1>) -> tensor<?x?xf32>
  %s = "tf.AddV2"(%r, %x) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  func.return %s : tensor<?x?xf32>
}
"""
    a, b = np.ones((2, 3), np.float32), np.ones((4, 5), np.float32)
    for shape in ((3, 4), (2, 5), (1, 1), (0, 2)):
        x = np.full(shape, 0.5, np.float32)
        for name, (found,) in run_stages(text, [np.array(False), x, a, b]).items():
            assert found.shape == shape, name
            assert (found == 1).all(), name
        with pytest.raises(RunError, match=r"tf.MatMul.*sizes 3 and 4 must agree"):
            run_function(compiled(text), "main", [np.array(True), x, a, b])
