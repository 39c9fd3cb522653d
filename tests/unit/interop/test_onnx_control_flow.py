"""If, Loop and Scan of ONNX against onnx's evaluator, with sizes that change and empty loops."""

from collections.abc import Sequence

import numpy as np
import pytest

pytest.importorskip("onnx", reason="onnx is not installed; pip install 'tieshape[onnx]' brings it")

from tieshape.interop.onnx.import_model import translated
from tieshape.interop.onnx.nodes import GraphEnd, GraphValue
from tieshape.interop.onnx.protobuf import GraphNode, of_proto
from tieshape.interop.onnx.translate import GraphTranslator
from tieshape.interpreters.errors import RunError
from tieshape.text.diagnostics import LocatedError
from xdsl.dialects import func

from tieshape import Runner

from .onnx_models import check, compiled, imported, model, numbers

IF_ON_DATA = """
agraph (float[N, 4] x) => (float[M, 4] y) {
  zero = Constant <value_float = 0.0> ()
  total = ReduceSum <keepdims = 0> (x)
  big = Greater(total, zero)
  y = If (big) <
    then_branch = then_graph () => (float[A, 4] t) { t = Mul(x, x) },
    else_branch = else_graph () => (float[B, 4] e) {
      one = Constant <value_ints = [1]> ()
      none = Constant <value_ints = [0]> ()
      half = Slice(x, none, one)
      e = Concat <axis = 0> (half, x)
    }
  >
}
"""
IF_ON_SIZES = """
agraph (float[N, 4] x) => (float[N, 4] y) {
  shape = Shape <start = 1, end = 2> (x)
  four = Constant <value_ints = [4]> ()
  is_four = Equal(shape, four)
  y = If (is_four) <
    then_branch = a () => (float[N, 4] t) { t = Neg(x) },
    else_branch = b () => (float[N, 4] e) { e = Abs(x) }
  >
}
"""
IF_OR_AS_IT_IS = """
agraph (float[N, 4] x) => (float[N, 4] y) {
  zero = Constant <value_float = 0.0> ()
  total = ReduceSum <keepdims = 0> (x)
  big = Greater(total, zero)
  y = If (big) <
    then_branch = a () => (float[N, 4] t) { t = Neg(x) },
    else_branch = b () => (float[N, 4] e) { e = Identity(x) }
  >
}
"""
COUNTED = """
agraph (float[N] x, int64 m) => (float[N] y, float[M, N] ys, int64[M, 1] places) {
  yes = Constant <value = bool {1}> ()
  y, ys, places = Loop (m, yes, x) <
    body = b (int64 i, bool c, float[N] v) => (bool d, float[N] w, float[N] s, int64[1] j) {
      d = Identity(c)
      two = Constant <value_float = 2.0> ()
      w = Mul(v, two)
      s = Add(v, x)
      axis = Constant <value_ints = [0]> ()
      j = Unsqueeze(i, axis)
    }
  >
}
"""
WHILE = """
agraph (float[N] x) => (float[N] y, float[M, N] ys) {
  yes = Constant <value = bool {1}> ()
  y, ys = Loop ( , yes, x) <
    body = b (int64 i, bool c, float[N] v) => (bool d, float[N] w, float[N] s) {
      half = Constant <value_float = 0.5> ()
      one = Constant <value_float = 1.0> ()
      w = Mul(v, half)
      a = Abs(w)
      most = ReduceMax <keepdims = 0> (a)
      d = Greater(most, one)
      s = Identity(w)
    }
  >
}
"""
GROWING = """
agraph (float[N] x, int64 m) => (float[M] y) {
  yes = Constant <value = bool {1}> ()
  y = Loop (m, yes, x) <
    body = b (int64 i, bool c, float[K] v) => (bool d, float[L] w) {
      d = Identity(c)
      w = Concat <axis = 0> (v, x)
    }
  >
}
"""
NESTED = """
agraph (float[N] x, int64 m) => (float[N] y, float[M, N] ys) {
  yes = Constant <value = bool {1}> ()
  y, ys = Loop (m, yes, x) <
    body = b (int64 i, bool c, float[N] v) => (bool d, float[N] w, float[N] s) {
      d = Identity(c)
      zero = Constant <value = int64 {0}> ()
      two = Constant <value = int64 {2}> ()
      r = Mod(i, two)
      even = Equal(r, zero)
      w = If (even) <
        then_branch = t () => (float[N] p) { p = Add(v, x) },
        else_branch = e () => (float[N] q) { q = Neg(v) }
      >
      s = Sub(w, x)
    }
  >
}
"""
SCAN = """
agraph (float[B] h, float[T, B] x) => (float[B] last, float[T, B] all) {
  last, all = Scan <num_scan_inputs = 1,
    scan_input_directions = [1], scan_output_directions = [1],
    body = b (float[B] state, float[B] entry) => (float[B] next, float[B] seen) {
      next = Add(state, entry)
      seen = Mul(next, entry)
    }
  > (h, x)
}
"""


def test_a_branch_on_data_may_change_sizes() -> None:
    check(IF_ON_DATA, (numbers(3, 4),), (-np.abs(numbers(3, 4)),), (-np.abs(numbers(1, 4)),))


def test_a_branch_may_give_an_input() -> None:
    some = np.abs(numbers(3, 4))
    check(IF_OR_AS_IT_IS, (some,), (-some,), (some[:0],))


def test_a_branch_that_facts_decide_is_the_only_one() -> None:
    text = str(imported(IF_ON_SIZES))
    assert "tf.Neg" in text
    assert "tf.IfRegion" not in text
    assert "tf.Abs" not in text
    check(IF_ON_SIZES, (numbers(2, 4),))


def test_a_branch_that_facts_do_not_decide_stays() -> None:
    text = str(imported(IF_ON_SIZES.replace("start = 1, end = 2", "start = 0, end = 1")))
    assert "tf.IfRegion" in text
    assert "tf.Abs" in text


def test_a_counted_loop_gathers() -> None:
    check(COUNTED, (numbers(3), np.int64(4)), (numbers(2), np.int64(1)))


def test_a_loop_ends_by_its_condition() -> None:
    check(WHILE, (numbers(3) * 10,), (numbers(1),))


def test_what_a_loop_carries_may_grow() -> None:
    check(GROWING, (numbers(3), np.int64(2)), (numbers(3), np.int64(0)), (numbers(1), np.int64(5)))


def test_branches_in_loops() -> None:
    check(NESTED, (numbers(3), np.int64(5)))


def test_a_scan_forwards() -> None:
    forwards = SCAN.replace("scan_input_directions = [1], scan_output_directions = [1],", "")
    check(forwards, (numbers(2), numbers(3, 2)), (numbers(1), numbers(1, 1)))


def test_a_scan_backwards() -> None:
    state, entries = numbers(2), numbers(3, 2)
    seen = list[np.ndarray[tuple[int], np.dtype[np.float32]]]()
    for entry in entries[::-1]:
        state = state + entry
        seen.insert(0, state * entry)
    last, gathered = Runner(compiled(imported(SCAN))).run([numbers(2), entries])
    np.testing.assert_allclose(last, state, rtol=1e-6)
    np.testing.assert_allclose(gathered, seen, rtol=1e-6)


def sizes_of_results(body: str) -> list[list[str]]:
    """The sizes of the model's outputs, as the importer knows them at its end."""
    seen = list[GraphTranslator]()

    class Watcher(GraphTranslator):
        def node(self, node: GraphNode) -> Sequence[GraphValue | None] | GraphEnd:
            seen[:] = [self]
            return super().node(node)

    module = translated(of_proto(model(body)), "model.onnx", translator_of=Watcher)
    outputs = next(op for op in module.walk() if isinstance(op, func.ReturnOp)).operands
    return [[str(size) for size in seen[0].sizes(value)] for value in outputs]


SCANNED = """
agraph (float[T, B, 3] x, bool[T, B, 1] m) => (float[B, 3] y, float[B, T, 3] ys, float[T] zs) {
  b = Shape <start = 1, end = 2> (x)
  three = Constant <value_ints = [3]> ()
  sizes = Concat <axis = 0> (b, three)
  zeros = ConstantOfShape (sizes)
  y, ys, zs = Scan <num_scan_inputs = 2, scan_output_axes = [1, 0],
    body = c (float[B, 3] h, float[B, 3] r, bool[B, 1] n)
        => (float[B, 3] g, float[B, 3] k, float s) {
      sum = Add(h, r)
      g = Where(n, sum, h)
      k = Neg(g)
      s = ReduceSum <keepdims = 0> (g)
    }
  > (zeros, x, m)
}
"""


def test_sizes_that_hold_on_every_trip_if_they_hold_before_it_are_named() -> None:
    assert sizes_of_results(SCANNED) == [["B", "3"], ["B", "T", "3"], ["T"]]
    x, mask = numbers(3, 2, 3), np.array([[[True], [False]]] * 3)
    y, ys, zs = Runner(compiled(imported(SCANNED))).run([x, mask])
    sums = np.cumsum(np.where(mask, x, 0), 0)
    np.testing.assert_allclose(y, sums[-1], rtol=1e-5)
    np.testing.assert_allclose(ys, -sums.transpose(1, 0, 2), rtol=1e-5)
    np.testing.assert_allclose(zs, sums.sum((1, 2)), rtol=1e-5)


TURNED = """
agraph (float[N, M] x, int64 m) => (float[A, B] y, float[C, D, E] ys) {
  yes = Constant <value = bool {1}> ()
  y, ys = Loop (m, yes, x) <
    body = b (int64 i, bool c, float[K, L] v) => (bool d, float[L, K] w, float[L, K] s) {
      d = Identity(c)
      w = Transpose(v)
      s = Neg(w)
    }
  >
}
"""


def test_sizes_that_trips_exchange_are_not_named() -> None:
    named = {"N", "M"}
    assert not any(size in named for sizes in sizes_of_results(TURNED) for size in sizes)
    y, ys = Runner(compiled(imported(TURNED))).run([numbers(2, 3), np.array(1)])
    np.testing.assert_array_equal(y, numbers(2, 3).T)
    np.testing.assert_array_equal(ys, -numbers(2, 3).T[None])


def test_sizes_that_both_outputs_of_a_loop_have_are_equal() -> None:
    _, ys, places = sizes_of_results(COUNTED)
    assert ys[0] == places[0] and ys[1:] == ["N"] and places[1:] == ["1"]


CHOSEN = """
agraph (float[N, 4] x) => (float[M, 4] y, float[N, 4] z) {
  n = Shape <start = 0, end = 1> (x)
  two = Constant <value_ints = [2]> ()
  many = Greater(n, two)
  y = If (many) <
    then_branch = a () => (float[1, 4] t) {
      axis = Constant <value_ints = [0]> ()
      t = ReduceMean <keepdims = 1> (x, axis)
    },
    else_branch = b () => (float[N, 4] e) { e = Neg(x) }
  >
  z = Add(x, y)
}
"""


def test_a_size_that_a_branch_on_sizes_chooses_is_named_by_cases() -> None:
    assert sizes_of_results(CHOSEN) == [["N if N <= 2 else 1", "4"], ["N", "4"]]
    check(CHOSEN, (numbers(2, 4),), (numbers(3, 4),), (numbers(0, 4),))


def test_a_size_that_a_branch_on_data_chooses_is_not_named() -> None:
    (sizes,) = sizes_of_results(IF_ON_DATA)
    assert sizes[0] not in ("N", "N + 1") and sizes[1] == "4"


def test_parts_of_a_tensor_whose_number_only_a_run_knows() -> None:
    body = """agraph (float[N, M] x, int64 k) => (float[N, A] y, float[N, B] z, int64 count) {
      parts = SplitToSequence <axis = 1> (x, k)
      first = Constant <value_int = 0> ()
      last = Constant <value_int = -1> ()
      y = SequenceAt(parts, first)
      z = SequenceAt(parts, last)
      count = SequenceLength(parts)
    }"""
    check(
        body,
        (numbers(2, 7), np.int64(3)),
        (numbers(1, 4), np.int64(2)),
        (numbers(3, 2), np.int64(5)),
    )
    with pytest.raises(RunError, match="not so many parts"):
        Runner(compiled(imported(body))).run([numbers(2, 0), np.int64(3)])
    with pytest.raises(RunError, match="must be positive"):
        Runner(compiled(imported(body))).run([numbers(2, 3), np.int64(0)])


@pytest.mark.parametrize("size", ["M", "4"])
def test_parts_of_no_size_are_refused(size: str) -> None:
    body = f"""agraph (float[N, {size}] x) => (float[N, A] y) {{
      k = Constant <value_int = 0> ()
      parts = SplitToSequence <axis = 1> (x, k)
      y = SequenceAt(parts, k)
    }}"""
    with pytest.raises(LocatedError):
        imported(body)


def test_such_parts_are_not_joined() -> None:
    body = """agraph (float[N, M] x, int64 k) => (float[N, M] y) {
      parts = SplitToSequence <axis = 1> (x, k)
      y = ConcatFromSequence <axis = 1> (parts)
    }"""
    with pytest.raises(LocatedError, match="no sequence of known length"):
        imported(body)
