"""The comparison of JAX with the interpreter notices what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tieshape.interop.jax import export_of

from . import exported
from .exported import exported_faults
from .program import Array

pytest.importorskip("jax", reason="jax is not installed")
SUM = """
func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "tf.AddV2"(%a, %b) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
"""
OF_DATA = """
func.func @main(%a: tensor<?xi1>) -> tensor<?x1xi64> {
  %0 = "tf.Where"(%a) : (tensor<?xi1>) -> tensor<?x1xi64>
  func.return %0 : tensor<?x1xi64>
}
"""
INPUTS = [[np.ones(n, np.float32) for n in sizes] for sizes in ((3, 1), (2, 3), (0, 0))]
NOT_TAKEN = "a size 0, which JAX does not take"


def test_nothing_is_wrong() -> None:
    assert exported_faults(SUM, INPUTS) == [None, None, NOT_TAKEN]


def test_what_jax_has_no_types_for_has_no_such_form() -> None:
    assert exported_faults(OF_DATA, [[np.ones(3, np.bool_)]]) is None


@pytest.mark.parametrize(
    ("call", "kinds"),
    [
        (lambda exported, a, b: [exported(a, b)[0] + 1], ["wrong numbers", None, NOT_TAKEN]),
        (lambda exported, a, b: [a + b[0]], [None, "missed reject: sizes", NOT_TAKEN]),
        (lambda exported, a, b: 1 / 0, ["false reject", "refused in other words", NOT_TAKEN]),
    ],
)
def test_a_fault_is_noticed(
    call: Callable[..., Any], kinds: list[str | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Other:
        def __init__(self, artifact: Any):
            self.exported = export_of(artifact)

        def call(self, *arrays: Array) -> Any:
            return call(self.exported.call, *arrays)

    monkeypatch.setattr(exported, "export_of", Other)
    found = exported_faults(SUM, INPUTS) or []
    assert [getattr(fault, "kind", fault) for fault in found] == kinds
