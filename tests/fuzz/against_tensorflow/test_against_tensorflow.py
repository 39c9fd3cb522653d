"""A sample of programs against TensorFlow, and proof that the comparison notices faults."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("tensorflow", reason="TensorFlow is not installed")

from tieshape.analysis.late_sizes import LateSizes

from .catalog import CATALOG
from .compiled import Compiled
from .generator import random_case
from .judging import judge
from .ops import control, elementwise, indexing, making, reductions, reshaping, windows
from .program import Case
from .reducing import reduce_case
from .worker import Crash, Worker

SEEDS = range(24, 44)
NEVER = {"crash", "out of time", "internal error", "internal error in a run", "wrong numbers"}
"""Kinds of faults that no program of the sample may have."""


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    process = Worker()
    yield process
    process.close()


@pytest.mark.parametrize("seed", SEEDS)
def test_programs_compute_what_tensorflow_computes(seed: int, worker: Worker) -> None:
    case = worker.ask("case", seed)
    verdict = worker.ask("judge", case)
    if isinstance(verdict, Crash):
        assert isinstance(worker.ask("reference", case), Crash), verdict.message
        pytest.skip("TensorFlow itself ends the process")
    assert not [str(fault) for fault in verdict.faults if fault.kind in NEVER]


def test_a_seed_gives_one_program() -> None:
    assert str(random_case(7).program) == str(random_case(7).program)


def _right() -> Case:
    """A case in which all is well, with runs that TensorFlow refuses and runs that it does not."""
    for seed in range(100):
        case = random_case(seed)
        verdict = judge(case)
        if not verdict.faults and verdict.runs["equal"] and verdict.runs["both refuse, op named"]:
            return case
    raise AssertionError("no case of a hundred is right in every respect")


def test_notices_a_guard_that_is_spent_on_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a demand on a size teaches what the size is, nothing is left to test (seed 19 of plain
    ops: a reshape to `[n, 2]`).
    """
    plain = (control, elementwise, indexing, making, reductions, reshaping, windows)
    names = {family.__name__ for family in plain}
    others = [entry.name for entry in CATALOG.values() if entry.apply.__module__ not in names]
    case = random_case(19, others)
    assert not judge(case).faults
    monkeypatch.setattr(LateSizes, "among", lambda _self, _names: set[str]())
    assert "missed reject: sizes" in {fault.kind for fault in judge(case).faults}


def test_notices_wrong_results_and_lost_guards(monkeypatch: pytest.MonkeyPatch) -> None:
    case, run = _right(), Compiled.run

    def never_refuses(compiled: Compiled, arrays: Any) -> Any:
        results = run(compiled, arrays)
        return [] if isinstance(results, str) else results

    monkeypatch.setattr(Compiled, "run", never_refuses)
    kinds = {fault.kind for fault in judge(case).faults}
    assert kinds and all(kind.startswith("missed reject") for kind in kinds)

    def one_more(compiled: Compiled, arrays: Any) -> Any:
        results = run(compiled, arrays)
        return results if isinstance(results, str) else [~(r != r) + r + 1 for r in results]

    monkeypatch.setattr(Compiled, "run", one_more)
    assert {fault.kind for fault in judge(case).faults} == {"wrong numbers"}


def test_reduces_to_less_with_the_same_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    case = _right()
    monkeypatch.setattr(Compiled, "run", lambda *_: "refused")
    fault = next(fault for fault in judge(case).faults if fault.kind == "false reject")
    smaller, same = reduce_case(case, fault)
    assert len(smaller.program.steps) == 1
    assert (same.kind, same.stage) == (fault.kind, fault.stage)
