"""A sample of ONNX models with small faults, and proof that they would notice what they are there for."""

from __future__ import annotations

import pytest

pytest.importorskip("onnx", reason="onnx is not installed; pip install 'tieshape[onnx]' brings it")

from tieshape.interop.onnx import translate

from .random_onnx import fault_of


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_models_are_compiled_or_refused_in_words(first: int) -> None:
    faults = [fault_of(seed) for seed in range(first, first + 50)]
    assert not [fault for fault in faults if fault is not None]


def test_notices_internal_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(translate, "refusal", lambda *given: {}["of no operator"])
    assert any("internal: KeyError" in (fault_of(seed) or "") for seed in range(10))
