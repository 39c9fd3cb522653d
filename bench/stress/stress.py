"""Processor seconds to compile programs of few ops that are long or wide in one kind of op.

`python bench/stress/stress.py [WORD ...]`: all programs, or those with a WORD in their names. Nothing
is remembered from one program to the next; garbage is collected as by the commands.
"""

from __future__ import annotations

import gc
import sys
from itertools import chain
from time import process_time

import arithmetic
import control_flow
import data_sizes
import gathers
import layers
import lists
import models
import reshapes
import size_arithmetic
import slices
from tieshape.analysis.constraint_cache import clear_constraint_cache
from tieshape.lowering.pipelines import TieshapePass
from tieshape.text.module import parse_module
from tieshape.tools.start import THRESHOLDS
from xdsl.context import Context

FAMILIES = (
    arithmetic,
    layers,
    models,
    slices,
    reshapes,
    gathers,
    data_sizes,
    size_arithmetic,
    control_flow,
    lists,
)
LIMIT = 2.0
"""Seconds of processor time that no program of under 500 ops may take."""


def main() -> int:
    wanted, slow = sys.argv[1:], 0
    print("| program | ops | seconds | slowest pass |\n|---|---|---|---|", flush=True)
    gc.set_threshold(*THRESHOLDS)
    for name, make in chain.from_iterable(family.PROGRAMS for family in FAMILIES):
        if wanted and not any(word in name for word in wanted):
            continue
        module = parse_module(make(), f"{name}.mlir")
        ops, times = sum(1 for _ in module.walk()), dict[str, float]()
        clear_constraint_cache()
        gc.collect()
        for step in TieshapePass().pipeline():
            start = process_time()
            step.apply(Context(), module)
            times[step.name] = times.get(step.name, 0) + process_time() - start
        total = sum(times.values())
        slow += total > LIMIT
        slowest = max(times, key=lambda key: times[key])
        print(f"| {name} | {ops} | {total:.2f} | {slowest} {times[slowest]:.2f} |", flush=True)
    print(f"\nOver {LIMIT:.0f} s: {slow}")
    return int(slow > 0)


if __name__ == "__main__":
    sys.exit(main())
