"""Sequences that a loop carries and appends to, one tensor in each trip."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("onnx", reason="onnx is not installed; pip install 'tieshape[onnx]' brings it")

from tieshape.interpreters import RunError
from tieshape.text.diagnostics import LocatedError

from tieshape import Runner

from .onnx_models import check, compiled, imported, numbers

LOOP = """agraph (float[N, 4] x) => (%RESULT%) {
  size = Shape <start = 0, end = 1> (x)
  axes = Constant <value_ints = [0]> ()
  count = Squeeze (size, axes)
  true = Constant <value = bool {1}> ()
  zero = Constant <value = int64 {0}> ()
  first = %FIRST%
  all = Loop (count, true, first) <body = trip (int64 i, bool c, seq(float[]) before) => (bool d, seq(float[]) after) {
    one = Constant <value_ints = [1]> ()
    axis = Constant <value_ints = [0]> ()
    begin = Unsqueeze (i, axis)
    end = Add (begin, one)
    row = Slice (x, begin, end%AXIS%)
    twice = Add (row, row)
    after = %INSERT%
    d = Identity (c)
  }>
  %USE%
}"""
INSERT = "SequenceInsert (before, twice)"


def model(
    use: str,
    result: str = "float[M, K] y",
    first: str = "SequenceEmpty ()",
    insert: str = INSERT,
    axis: str = "",
) -> str:
    parts = {"USE": use, "RESULT": result, "FIRST": first, "INSERT": insert, "AXIS": axis}
    text = LOOP
    for name, part in parts.items():
        text = text.replace(f"%{name}%", part)
    return text


CALLS = (numbers(3, 4),), (numbers(1, 4),)
USES = {
    "joined": ("y = ConcatFromSequence <axis = 0> (all)", "float[M, 4] y"),
    "joined along another axis": ("y = ConcatFromSequence <axis = 1> (all)", "float[1, K] y"),
    "stacked": ("y = ConcatFromSequence <axis = 0, new_axis = 1> (all)", "float[M, 1, 4] y"),
    "stacked last": ("y = ConcatFromSequence <axis = -1, new_axis = 1> (all)", "float[1, 4, M] y"),
    "one": ("last = Constant <value = int64 {-1}> () y = SequenceAt (all, last)", "float[A, B] y"),
    "counted": ("y = SequenceLength (all)", "int64 y"),
}


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("axis", ["", ", axis"])
def test_what_a_loop_appended(use: str, axis: str) -> None:
    text, result = USES[use]
    check(model(text, result, axis=axis), *CALLS)


def test_items_of_different_sizes_are_joined() -> None:
    """The first i + 1 rows in trip i."""
    body = model("y = ConcatFromSequence <axis = 0> (all)").replace(
        "(x, begin, end)", "(x, axis, end)"
    )
    check(body, *CALLS)


def test_a_place_beyond_the_end() -> None:
    body = model("y = SequenceAt (all, place)", "float[A, B] y").replace(
        "] x)", "] x, int64 place)"
    )
    module = compiled(imported(body))
    rows = numbers(3, 4)
    for place in (0, 2, -3):
        (found,) = Runner(module).run([rows, np.array(place)])
        np.testing.assert_array_equal(found, 2 * rows[place % 3][None])
    for place in (3, -4):
        with pytest.raises(RunError, match="not so many tensors"):
            Runner(module).run([rows, np.array(place)])


REFUSED = {
    "must be empty at first": {"first": "SequenceConstruct (x)"},
    "takes tensors at its end only": {"insert": "SequenceInsert (before, twice, zero)"},
    "must append one tensor": {"insert": "Identity (before)"},
    "is no sequence of known length": {"insert": "SequenceErase (before)"},
}


@pytest.mark.parametrize("words", REFUSED)
def test_what_is_not_supported(words: str) -> None:
    with pytest.raises(LocatedError, match=words):
        imported(model("y = ConcatFromSequence <axis = 0> (all)", **REFUSED[words]))


def test_no_trip_gathers_tensors_of_sizes_from_before_the_loop() -> None:
    body = """agraph (float[N, M] x, int64 n) => (float[N, M] y, float[T, N, M] s) {
      true = Constant <value = bool {1}> ()
      y, s = Loop (n, true, x) <body = trip (int64 i, bool c, float[N, M] a) => (bool d, float[N, M] b, float[N, M] r) {
        d = Identity (c)
        b = Neg (a)
        r = Identity (b)
      }>
    }"""
    module = compiled(imported(body))
    x = numbers(2, 3)
    for n in (0, 1, 2):
        y, s = Runner(module).run([x, np.array(n)])
        np.testing.assert_array_equal(y, x * (-1) ** n)
        np.testing.assert_array_equal(
            s, np.array([x * (-1) ** (i + 1) for i in range(n)]).reshape(n, 2, 3)
        )
