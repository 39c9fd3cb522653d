"""A sample of random networks of bytes, and proof that they would notice what they are there for."""

from __future__ import annotations

import pytest

pytest.importorskip("onnx", reason="onnx is not installed; pip install 'tieshape[onnx]' brings it")

from tieshape.interop.onnx import convolution, products
from tieshape.passes.move_features_last import move_features_last

from .random_quantized import fault_of


@pytest.mark.parametrize("first", range(0, 12, 3))
def test_networks_compute_the_same(first: int) -> None:
    faults = [fault_of(seed) for seed in range(first, first + 3)]
    assert not [fault for fault in faults if fault is not None]


def test_notices_zero_points_that_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    right = products.signed
    monkeypatch.setattr(convolution, "has_no_zero", lambda *given: True)
    monkeypatch.setattr(convolution, "signed", lambda *given: (right(*given)[0], None))
    assert any("is off by" in (fault_of(seed) or "") for seed in range(4))


def test_notices_features_that_are_not_moved_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(move_features_last, "inverse", lambda order: order)
    assert any(fault_of(seed) for seed in (6, 9))
