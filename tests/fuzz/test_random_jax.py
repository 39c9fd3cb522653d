"""A sample of random JAX programs, and proof that they would notice what they are there for."""

from __future__ import annotations

import pytest
from tieshape.lowering.import_stablehlo.custom_calls import CONVERSIONS
from tieshape.lowering.import_stablehlo.dynamic_windows import _DynamicWindow
from xdsl.rewriter import Rewriter

pytest.importorskip("jax", reason="jax is not installed")

from . import random_jax
from .random_jax import fault_of

SEEDS = (4, 5, 9, 15, 17, 23, 30, 31, 38)
"""Which draw each step that there is; every third program is a gradient."""


@pytest.mark.parametrize("seed", SEEDS)
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
    assert any("gives other numbers" in (fault_of(seed) or "") for seed in (16, 26, 34, 7))


def test_notices_lost_guards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_jax, "ENGINES", ("interpreter",))
    monkeypatch.setitem(CONVERSIONS, "shape_assertion", Rewriter.erase_op)
    assert any("takes what JAX refuses" in (fault_of(seed) or "") for seed in range(2, 12))
