"""Versions of random graphs, chosen by random hints and likely sizes, agree with numpy and keep every fact."""

from __future__ import annotations

import random

import numpy as np
import pytest
from tieshape.analysis.broadcasts import BROADCASTS
from tieshape.analysis.survival import Snapshot
from tieshape.dialects import sdim
from tieshape.interpreters import Runner
from tieshape.lowering.pipelines import TieshapePass
from tieshape.materialize.symbols import constraints_of
from tieshape.passes.version_broadcasts.version_broadcasts import VersionBroadcastsPass
from tieshape.text.module import parse_module, print_module, verify_module
from xdsl.context import Context
from xdsl.dialects import scf
from xdsl.dialects.builtin import IntegerAttr, ModuleOp, i64

from .generator import Case, random_case

SEEDS = (0, 5, 17, 18, 19, 22, 23, 26, 27, 39, 50, 56)
"""Graphs that have groups with undecided broadcasts."""


def grouped(case: Case) -> ModuleOp:
    """The graph of `case` after all passes but the last."""
    module = parse_module(case.graph.text(), "graph.mlir")
    for step in TieshapePass(undecided="version").pipeline():
        if isinstance(step, VersionBroadcastsPass):
            break
        step.apply(Context(), module)
    return module


def tell(module: ModuleOp, rng: random.Random) -> None:
    """Gives some symbols of `module` hints and likely sizes."""
    for op in list(module.body.block.ops):
        if isinstance(op, sdim.SymbolOp):
            if rng.random() < 0.6:
                op.properties["hint"] = IntegerAttr(rng.choice([1, 1, 3, 3, 5]), i64)
            if rng.random() < 0.4:
                size = sdim.SizeOp(op.sym_name.data)
                likely = sdim.LikelyOp(size.result, rng.choice([[1], [3], [1, 3], [3, 5]]))
                constraints_of(module).body.block.add_ops([size, likely])


def versions(module: ModuleOp, per_group: int) -> tuple[int, int]:
    """How many versions `module` gets, and how many of them have a broadcast left."""
    before = Snapshot.of(module)
    VersionBroadcastsPass(per_group=per_group, saving=0).apply(Context(), module)
    verify_module(module)
    assert not before.lost_in(Snapshot.of(module))
    again = module.clone()
    VersionBroadcastsPass(per_group=per_group, saving=0).apply(Context(), again)
    assert print_module(again) == print_module(module), "a second run adds nothing"
    choices = [op for op in module.walk() if isinstance(op, scf.IfOp)]
    partial = [c for c in choices if any(isinstance(o, BROADCASTS) for o in c.true_region.walk())]
    return len(choices), len(partial)


def check(case: Case, module: ModuleOp) -> None:
    runner = Runner(parse_module(print_module(module), "versions.mlir"))
    order = [argument.value for argument in case.graph.arguments]
    for inputs in case.accepted:
        values = case.graph.values(inputs)
        found = runner.run([inputs[value] for value in order])
        for result, name in zip(found, case.graph.results, strict=True):
            wanted = values[name]
            assert result.shape == wanted.shape
            scale = max(
                1.0, float(np.abs(wanted[np.isfinite(wanted)].astype(float)).max(initial=0))
            )
            np.testing.assert_allclose(result, wanted, 1e-3, 1e-4 * scale)


@pytest.mark.parametrize("seed", SEEDS)
def test_versions_agree_with_numpy(seed: int) -> None:
    case, rng = random_case(seed), random.Random(seed)
    module = grouped(case)
    for per_group in (3, 2, 9):
        told = module.clone()
        tell(told, rng)
        versions(told, per_group)
        check(case, told)


def test_versions_are_made_and_some_are_partial() -> None:
    made = partial = 0
    for seed in SEEDS:
        module = grouped(random_case(seed))
        tell(module, random.Random(seed))
        counts = versions(module, 3)
        made, partial = made + counts[0], partial + counts[1]
    assert made >= 10
    assert partial >= 5
