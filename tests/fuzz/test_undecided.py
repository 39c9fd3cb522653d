"""Random graphs with many undecided broadcasts: the numbers of every stage, and of all versions."""

from __future__ import annotations

import random

import pytest
from tieshape.dialects import mhlo
from tieshape.passes.version_broadcasts import function_version
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from .checking import fault_of
from .generator import random_case
from .shrinking import report, shrink
from .steps import UNDECIDED
from .test_versions import check, grouped, tell, versions

SEEDS = range(24)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_stage_agrees_with_numpy(seed: int) -> None:
    case = random_case(seed, UNDECIDED)
    fault = fault_of(case)
    assert fault is None, report(*shrink(case, fault))


@pytest.mark.parametrize("seed", SEEDS[::2])
def test_versions_of_whole_functions_agree_with_numpy(seed: int) -> None:
    case, rng = random_case(seed, UNDECIDED), random.Random(seed)
    for per_group in (2, 3):
        module = grouped(case)
        if per_group == 3:
            tell(module, rng)
        versions(module, per_group)
        check(case, module)


def inner_broadcasts(module: ModuleOp) -> int:
    """Broadcasts of what the same group computes."""
    return sum(
        isinstance(op, mhlo.DynamicBroadcastInDimOp)
        and isinstance(op.parent_op(), mhlo.FusionOp)
        and isinstance(op.operand.owner, Operation)
        for op in module.walk()
    )


def test_groups_hold_broadcasts_of_what_they_compute_and_functions_have_versions() -> None:
    modules = [grouped(random_case(seed, UNDECIDED)) for seed in SEEDS]
    assert sum(map(inner_broadcasts, modules)) >= 10
    assert sum(versions(module, 2)[0] for module in modules) >= 8


def test_a_version_of_the_wrong_sizes_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The guard compares nothing: the body without broadcasts runs at all sizes."""
    made = function_version.FunctionVersion.install

    def unguarded(version: function_version.FunctionVersion):
        choice = made(version)
        truth = version._sizes.truth(True)
        choice.operands[0] = truth
        return choice

    monkeypatch.setattr(function_version.FunctionVersion, "install", unguarded)
    found = 0
    for seed in SEEDS:
        case = random_case(seed, UNDECIDED)
        module = grouped(case)
        try:
            versions(module, 2)
            check(case, module)
        except Exception:
            found += 1
    assert found
