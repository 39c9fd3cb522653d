"""A sample of random JAX programs, and proof that they would notice what they are there for."""

from __future__ import annotations

import pytest
from tieshape.lowering.import_stablehlo.custom_calls import CONVERSIONS
from tieshape.lowering.import_stablehlo.dynamic_windows import _DynamicWindow
from xdsl.rewriter import Rewriter

pytest.importorskip("jax", reason="jax is not installed")

from . import random_jax
from .random_jax import fault_of


@pytest.mark.parametrize("seed", range(12))
def test_programs_compute_what_jax_computes(seed: int) -> None:
    assert fault_of(seed) is None


def test_notices_prefix_sums_from_the_wrong_end(monkeypatch: pytest.MonkeyPatch) -> None:
    folded = _DynamicWindow._folded
    monkeypatch.setattr(random_jax, "ENGINES", ("interpreter",))
    monkeypatch.setattr(
        _DynamicWindow,
        "_folded",
        lambda window, axis, *, reverse: folded(window, axis, reverse=not reverse),
    )
    faults = [fault_of(seed) for seed in (7, 16, 26, 34)]
    assert any("gives other numbers" in (fault or "") for fault in faults)


def test_notices_lost_guards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_jax, "ENGINES", ("interpreter",))
    monkeypatch.setitem(CONVERSIONS, "shape_assertion", Rewriter.erase_op)
    faults = [fault_of(seed) for seed in range(12)]
    assert any("takes what JAX refuses" in (fault or "") for fault in faults)
