"""Random programs of row sums, totals and products: no launch waits for itself, none computes else."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest
from tieshape.analysis.module_parts import ops_below
from tieshape.analysis.traffic import launched
from tieshape.dialects import mhlo
from tieshape.interpreters import Runner
from tieshape.passes.fuse.fuse import FusePass
from tieshape.passes.merge_launches import MergeLaunchesPass, is_launch, split_launches
from tieshape.text.module import parse_module
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

MATRIX, VECTOR, SCALAR = "tensor<4x4xf32>", "tensor<4xf32>", "tensor<f32>"
DOT = "<{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}>"


def program(rng: random.Random, count: int) -> str:
    """`count` ops of values drawn at random, and the last ones as results."""
    values = {MATRIX: ["%x"], VECTOR: ["%v"], SCALAR: ["%zero", "%s"]}
    lines = list[str]()

    def reduced(axis: str, source: str, result: str) -> tuple[str, str]:
        value = rng.choice(values[source])
        types = f"({source}, {SCALAR}) -> {result}"
        return (
            f"mhlo.reduce({value} init: %zero) applies mhlo.add across dimensions = [{axis}] : {types}",
            result,
        )

    def spread(source: str, dimensions: str, result: str) -> tuple[str, str]:
        value = rng.choice(values[source])
        at = f"dense<{dimensions}> : tensor<{int(source == VECTOR)}xi64>"
        return (
            f'"mhlo.broadcast_in_dim"({value}) <{{broadcast_dimensions = {at}}}> : ({source}) -> {result}',
            result,
        )

    def drawn() -> tuple[str, str]:
        match rng.randrange(7):
            case 0:
                return reduced(rng.choice("01"), MATRIX, VECTOR)
            case 1 | 2:
                return reduced("0", VECTOR, SCALAR)
            case 3:
                a, b = rng.choice(values[MATRIX]), rng.choice(values[VECTOR])
                return (
                    f'"mhlo.dot_general"({a}, {b}) {DOT} : ({MATRIX}, {VECTOR}) -> {VECTOR}',
                    VECTOR,
                )
            case 4:
                return (
                    spread(SCALAR, "", VECTOR)
                    if rng.random() < 0.5
                    else spread(VECTOR, "0", MATRIX)
                )
            case _:
                kind = rng.choice((MATRIX, VECTOR, VECTOR, SCALAR))
                a, b = (rng.choice(values[kind][-4:]) for _ in "ab")
                return f"mhlo.{rng.choice(('add', 'maximum'))} {a}, {b} : {kind}", kind

    for i in range(count):
        text, kind = drawn()
        lines.append(f"%r{i} = {text}")
        values[kind].append(f"%r{i}")
    results = [(found[-1], kind) for kind, found in values.items()]
    names, types = (", ".join(part) for part in zip(*results, strict=True))
    return "\n".join(
        [
            f"func.func @main(%x: {MATRIX}, %v: {VECTOR}, %s: {SCALAR}) -> ({types}) {{",
            f"%zero = mhlo.constant dense<0.0> : {SCALAR}",
            *lines,
            f"func.return {names} : {types}",
            "}",
        ]
    )


def launches(module: ModuleOp) -> Iterator[mhlo.FusionOp]:
    """Those of several groups."""
    return (op for op in ops_below(module) if isinstance(op, mhlo.FusionOp) and is_launch(op))


@pytest.mark.parametrize("first", range(0, 120, 20))
def test_launches_compute_what_their_parts_do(first: int) -> None:
    in_turn = 0
    arguments = [
        np.arange(n, dtype=np.float32).reshape(s) / 8 for n, s in ((16, (4, 4)), (4, (4,)), (1, ()))
    ]
    for seed in range(first, first + 20):
        rng = random.Random(seed)
        module = parse_module(program(rng, rng.randrange(6, 30)), "text")
        expected = Runner(module).run(arguments)
        FusePass().apply(Context(), module)
        before = sum(1 for _ in launched(module))
        MergeLaunchesPass().apply(Context(), module)
        module.verify()
        assert sum(1 for _ in launched(module)) <= before
        for launch in launches(module):
            parts = set(launch.fused_computation.block.ops)
            in_turn += any(
                v.owner in parts and not isinstance(each, mhlo.ReturnOp)
                for each in parts
                for v in each.operands
            )
        for stage in range(2):
            found = Runner(module).run(arguments)
            for a, b in zip(expected, found, strict=True):
                np.testing.assert_allclose(a, b, rtol=1e-4)
            if not stage:
                split_launches(module)
                module.verify()
    assert in_turn, "no total is in the launch of its rows"
