"""A sample of random graphs, and proof that they would notice what they are there for."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest
from tieshape.analysis.broadcasts import BroadcastOp
from tieshape.analysis.shape_analysis import ShapeAnalysis
from tieshape.passes.eliminate_broadcasts import eliminate_broadcasts
from tieshape.passes.fuse import fuse
from tieshape.passes.version_broadcasts import version_broadcasts
from tieshape.passes.version_broadcasts import version_profit as paying_versions
from tieshape.symbolic import Eq, Facts, Predicate

from .checking import Fault, fault_of
from .generator import random_case
from .shrinking import report, shrink

SEEDS = range(50)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_stage_agrees_with_numpy(seed: int) -> None:
    case = random_case(seed)
    fault = fault_of(case)
    assert fault is None, report(*shrink(case, fault))


def test_a_seed_gives_one_graph() -> None:
    first, second = random_case(7), random_case(7)
    assert first.graph.text() == second.graph.text()


def test_graphs_are_run_at_several_sizes_and_some_are_refused() -> None:
    cases = [random_case(seed) for seed in SEEDS]
    assert sum(len(case.accepted) >= 3 for case in cases) >= 40
    assert sum(len(case.refused) for case in cases) >= 10
    assert sum(bool(case.graph.where) for case in cases) >= 10


def first_fault(seeds: Iterable[int]) -> Fault | None:
    return next((fault for seed in seeds if (fault := fault_of(random_case(seed)))), None)


def test_notices_broadcasts_removed_whatever_their_dimensions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def same_sizes(op: BroadcastOp, analysis: ShapeAnalysis) -> bool:
        shape, result = analysis.shape(op.operands[0]), analysis.shape(op.results[0])
        return sorted(map(str, shape)) == sorted(map(str, result)) or not set(result) - set(shape)

    monkeypatch.setattr(eliminate_broadcasts, "is_identity", same_sizes)
    assert first_fault(SEEDS) is not None


def test_notices_a_wrong_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every equality of two symbols counts as proved."""
    proves = Facts.proves

    def proves_too_much(facts: Facts, claim: Predicate | str) -> bool:
        return (isinstance(claim, Eq) and len(claim.symbols()) == 2) or proves(facts, claim)

    monkeypatch.setattr(Facts, "proves", proves_too_much)
    fault = first_fault(SEEDS)
    assert fault is not None


def test_notices_a_version_that_is_chosen_wrongly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guards shrink to nothing but the first."""
    guards_for: Callable[..., list[Predicate]] = paying_versions.guards_for
    monkeypatch.setattr(paying_versions, "guards_for", lambda *args: guards_for(*args)[:1])
    fault = first_fault(range(35, 135))
    assert fault is not None
    assert fault.stage == version_broadcasts.VersionBroadcastsPass.name


def test_notices_groups_that_depend_on_the_order_of_ops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuse, "canonical_order", lambda block: list(block.ops))
    fault = first_fault(range(90, 190))
    assert fault is not None
    assert fault.kind == "groups depend on the order of ops"
