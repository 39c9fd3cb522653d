"""The comparison of machine code with the interpreter notices what is wrong."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from tieshape.native.engine import is_available
from tieshape.native.program import NativeProgram

from .natively import native_faults
from .program import Array

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")

SUM = """
func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "tf.AddV2"(%a, %b) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
"""
INPUTS = [[np.ones(n, np.float32) for n in sizes] for sizes in ((3, 1), (2, 3), (0, 0))]
run = NativeProgram.run


def test_nothing_is_wrong() -> None:
    assert native_faults(SUM, INPUTS) == [None, None, None]


def test_other_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    def other(self: NativeProgram, arrays: Sequence[Array]) -> list[Array]:
        return [array + 1 for array in run(self, arrays)]

    monkeypatch.setattr(NativeProgram, "run", other)
    assert _kinds() == ["wrong numbers", None, None]


def test_a_refusal_that_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NativeProgram, "run", lambda _, arrays: [arrays[0]])
    assert _kinds() == ["wrong numbers", "missed reject: sizes", None]


def test_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: NativeProgram, arrays: Sequence[Array]) -> list[Array]:
        raise IndexError

    monkeypatch.setattr(NativeProgram, "run", broken)
    assert _kinds() == ["internal error in a run"] * 3


def _kinds() -> list[str | None]:
    return [fault and fault.kind for fault in native_faults(SUM, INPUTS) or []]
