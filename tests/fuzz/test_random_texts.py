"""A sample of programs with small faults, and proof that they would notice what they are there for."""

from __future__ import annotations

import pytest
from tieshape.dialects import mhlo, sdim
from tieshape.passes.fuse.fuse import FusePass
from tieshape.text import diagnostics
from xdsl.dialects.builtin import ModuleOp
from xdsl.rewriter import Rewriter

from .random_texts import fault_of


@pytest.mark.parametrize("first", range(0, 400, 50))
def test_programs_are_compiled_or_refused_with_a_place(first: int) -> None:
    faults = [fault_of(seed) for seed in range(first, first + 50)]
    assert not [fault for fault in faults if fault is not None]


def test_notices_internal_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mhlo.AbsOp, "verify_", lambda op: {}["an op that no pass knows"])
    assert any("internal: KeyError" in (fault_of(seed) or "") for seed in range(300))


def test_notices_errors_without_a_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagnostics, "place_of", lambda op: None)
    assert any((fault_of(seed) or "").startswith("error: ") for seed in range(100))


def test_notices_lost_guards(monkeypatch: pytest.MonkeyPatch) -> None:
    def erase(module: ModuleOp) -> None:
        for op in list(module.walk()):
            if isinstance(op, sdim.GuardedConstraintOp):
                Rewriter.erase_op(op)

    monkeypatch.setattr(FusePass, "apply", lambda self, ctx, op: erase(op))
    assert any(" lost " in (fault_of(seed) or "") for seed in range(300))
