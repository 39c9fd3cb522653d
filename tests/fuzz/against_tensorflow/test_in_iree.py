"""The comparison of IREE with the interpreter notices what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

from . import in_iree
from .in_iree import iree_faults
from .test_natively import INPUTS, SUM

pytest.importorskip("iree.compiler", reason="iree-base-compiler is not installed")
pytest.importorskip("iree.runtime", reason="iree-base-runtime is not installed")
compiled = in_iree.compiled_by_iree


def test_nothing_is_wrong() -> None:
    assert iree_faults(SUM, INPUTS) == [None] * 3


@pytest.mark.parametrize(
    ("call", "kinds"),
    [
        (lambda run, a, b: np.asarray(run(a, b)) + 1, ["wrong numbers", None, None]),
        (lambda run, a, b: a, ["wrong numbers", "missed reject: sizes", None]),
        (lambda run, a, b: [][0], ["false reject", None, "false reject"]),
    ],
)
def test_a_fault_is_noticed(
    call: Callable[..., Any], kinds: list[str | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def other(module: ModuleOp, name: str) -> Callable[..., Any]:
        run = compiled(module, name)
        return lambda *arrays: call(run, *arrays)

    monkeypatch.setattr(in_iree, "compiled_by_iree", other)
    assert [fault and fault.kind for fault in iree_faults(SUM, INPUTS) or []] == kinds


def test_what_does_not_compile_is_a_fault_at_each_input(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(module: ModuleOp, name: str) -> Callable[..., Any]:
        raise RuntimeError("error: no")

    monkeypatch.setattr(in_iree, "compiled_by_iree", broken)
    assert [fault and str(fault) for fault in iree_faults(SUM, INPUTS) or []] == [
        "refused by the compiler, iree: error: no"
    ] * 3
