"""Values of an ONNX model whose rank only a run knows: what follows has a branch for each."""

import numpy as np
import pytest

pytest.importorskip("onnx", reason="onnx is not installed; pip install 'tieshape[onnx]' brings it")

from tieshape.interpreters.errors import RunError
from tieshape.text.diagnostics import LocatedError

from tieshape import Runner, print_module

from .onnx_models import check, compiled, imported, numbers

SQUEEZE_IF_ONE = """
  at = Constant <value_ints = [-1]> ()
  one = Constant <value_ints = [1]> ()
  sizes = Shape (x)
  last = Gather (sizes, at)
  is_one = Equal (last, one)
  s = If (is_one) <
    then_branch = then_graph () => (float[A, B] t) { t = Squeeze (x, at) },
    else_branch = else_graph () => (float[A, B, C] e) { e = Identity (x) }
  >"""
"""What PyTorch exports of `x.squeeze(-1)`."""


def test_a_squeeze_where_the_size_is_one() -> None:
    body = f"agraph (float[N, 3, M] x) => (float y) {{ {SQUEEZE_IF_ONE} y = ReduceSum (s) }}"
    check(body, (numbers(2, 3, 1),), (numbers(2, 3, 4),), (numbers(1, 3, 1),))


def test_each_node_after_it_knows_the_rank() -> None:
    body = f"""agraph (float[N, 3, M] x) => (float[A, B] y) {{ {SQUEEZE_IF_ONE}
      two = Constant <value_int = 2> ()
      rank_of = Shape (s)
      rank = Size (rank_of)
      flat = Equal (rank, two)
      y = If (flat) <
        then_branch = then_rank () => (float[A, B] t2) {{ t2 = Transpose <perm = [1, 0]> (s) }},
        else_branch = else_rank () => (float[A, B] e2) {{
          e2 = ReduceMax <keepdims = 0> (s, at)
        }}
      >
    }}"""
    check(body, (numbers(2, 3, 1),), (numbers(2, 3, 4),))
    assert print_module(imported(body)).count("tf.IfRegion") == 1


def test_a_branch_in_which_a_node_cannot_be_is_not_entered() -> None:
    body = f"""agraph (float[N, 3, M] x) => (float[A, B] y) {{ {SQUEEZE_IF_ONE}
      y = Transpose <perm = [1, 0]> (s)
    }}"""
    runner = Runner(compiled(imported(body)))
    (found,) = runner.run([numbers(2, 3, 1)])
    np.testing.assert_array_equal(found, numbers(2, 3).T)
    with pytest.raises(RunError, match=r"Transpose"):
        runner.run([numbers(2, 3, 4)])


def test_a_node_that_cannot_be_in_either_branch_is_an_error() -> None:
    body = f"agraph (float[N, 3, M] x) => (float y) {{ {SQUEEZE_IF_ONE} y = Frobnicate (s) }}"
    with pytest.raises(LocatedError, match=r"node 7 \(Frobnicate"):
        imported(body)


def test_branches_of_one_rank_stay_apart_from_what_follows() -> None:
    body = """agraph (float[N] x, bool c) => (float[N] y) {
      b = If (c) <
        then_branch = then_graph () => (float[N] t) { t = Neg (x) },
        else_branch = else_graph () => (float[N] e) { e = Abs (x) }
      >
      y = Exp (b)
    }"""
    check(body, (numbers(3), np.True_), (numbers(3), np.False_))
    assert print_module(imported(body)).count("tf.Exp") == 1


def test_sizes_of_one_are_squeezed() -> None:
    body = """agraph (float[N, 1, M] x) => (float y) {
      s = Squeeze (x)
      b = Sigmoid (s)
      y = ReduceSum (b)
    }"""
    check(body, *((numbers(n, 1, m),) for n in (1, 2) for m in (1, 3)))


def test_the_rank_of_an_output_may_depend_on_the_run() -> None:
    body = "agraph (float[N, 1] x) => (float[A] y) { s = Squeeze (x)\n y = Neg (s) }"
    check(body.replace("float[A] y", "float y"), (numbers(1, 1),), (numbers(2, 1),))


def test_sizes_that_facts_decide_need_no_branch() -> None:
    body = "agraph (float[2, 1, M] x) => (float[A, B] y) { c = Concat <axis = -1> (x, x)\n %s }"
    decided = imported(body % "y = Squeeze (c)")
    assert "tf.IfRegion" not in print_module(decided)


def test_too_many_sizes_that_may_be_one() -> None:
    body = """agraph (float[A, B, C, D, E] x) => (float y) {
      s = Squeeze (x)
      y = ReduceSum (s)
    }"""
    with pytest.raises(LocatedError, match="axes are left out, and too many sizes may be 1"):
        imported(body)
