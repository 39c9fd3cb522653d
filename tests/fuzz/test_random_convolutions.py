"""A sample of random convolutions, and proof that they would notice what they are there for."""

from __future__ import annotations

import pytest
from tieshape.lowering.fusions_to_loops.convolutions import convolutions, phases
from tieshape.native.engine import is_available
from tieshape.symbolic import eq

from .random_convolutions import fault_of

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("followed", [False, True], ids=["alone", "followed"])
def test_machine_code_agrees_with_the_interpreter(seed: int, *, followed: bool) -> None:
    assert fault_of(seed, followed=followed) is None


def test_notices_wrong_weights_where_elements_are_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phases.Phases, "first_weights", lambda found: [(d, 0) for d in found.apart])
    faults = [fault_of(seed, followed=False) for seed in range(74, 80)]
    assert any("gives other numbers" in (fault or "") for fault in faults)


def test_notices_padding_that_may_cut_off_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    for room in (convolutions, phases):
        monkeypatch.setattr(room, "ge", lambda size, _: eq(size, size))
    faults = [fault_of(seed, followed=False) for seed in range(270, 275)]
    assert any("accepts what is refused" in (fault or "") for fault in faults)
