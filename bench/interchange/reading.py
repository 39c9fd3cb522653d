"""What reading text costs: microseconds of user CPU for an op, tf beside StableHLO.

    python bench/interchange/reading.py [--ops 12000] [--rounds 5]

All texts are read in turn in one process, so that what else the machine does falls on all.
"""

from __future__ import annotations

import argparse
import gc
import resource
from collections.abc import Callable
from statistics import median

from tieshape.text.module import parse_module

F32 = "tensor<?x8xf32>"


def program(body: list[str], extra: str = "") -> str:
    return (
        f"func.func @f(%v0: {F32}, %s: tensor<2xi32>{extra}) {{\n"
        + "\n".join(body)
        + "\n  return\n}\n"
    )


def tf_adds(count: int) -> str:
    types = f"({F32}, {F32}) -> {F32}"
    rows = [f'  %v{i + 1} = "tf.AddV2"(%v{i}, %v0) : {types}' for i in range(count)]
    return program(rows)


def stablehlo_adds(count: int, place: str = "") -> str:
    rows = [f"  %v{i + 1} = stablehlo.add %v{i}, %v0 : {F32}" for i in range(count)]
    if place:
        rows = [f'{row} loc("{place}":{i}:1)' for i, row in enumerate(rows)]
    return program(rows)


def tf_mix(count: int) -> str:
    kinds = (
        f'"tf.AddV2"(%v{{i}}, %v0) : ({F32}, {F32}) -> {F32}',
        f'"tf.BroadcastTo"(%v{{i}}, %s) : ({F32}, tensor<2xi32>) -> {F32}',
        f'"tf.Relu"(%v{{i}}) : ({F32}) -> {F32}',
    )
    return mixed(kinds, count)


def stablehlo_mix(count: int) -> str:
    kinds = (
        f"stablehlo.add %v{{i}}, %v0 : {F32}",
        f"stablehlo.dynamic_broadcast_in_dim %v{{i}}, %s, dims = [0, 1] : "
        f"({F32}, tensor<2xi32>) -> {F32}",
        "stablehlo.slice %a [0:4, 0:{n}] : (tensor<4x5000xf32>) -> tensor<4x{n}xf32>",
    )
    return mixed(kinds, count)


def mixed(kinds: tuple[str, ...], count: int) -> str:
    """Ops of these kinds in turn; each reads the last result of the first two kinds."""
    rows, last = list[str](), 0
    for i in range(count):
        kind = i % len(kinds)
        text = kinds[kind].format(i=last, n=i % 8 + 1)
        is_slice = "slice" in text
        rows.append(f"  %{'w' if is_slice else 'v'}{i + 1} = {text}")
        last = last if is_slice else i + 1
    return program(rows, ", %a: tensor<4x5000xf32>")


TEXTS: dict[str, Callable[[int], str]] = {
    "tf: `tf.AddV2`": tf_adds,
    "StableHLO: `stablehlo.add`": stablehlo_adds,
    "the same with a place on each line": lambda count: stablehlo_adds(count, "model.py"),
    "tf: `tf.AddV2`, `tf.BroadcastTo`, `tf.Relu`": tf_mix,
    "StableHLO: `add`, `dynamic_broadcast_in_dim`, `slice`": stablehlo_mix,
}


def user_seconds() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


def print_reading(ops: int, rounds: int) -> None:
    """Prints the table."""
    spent: dict[str, list[float]] = {name: [] for name in TEXTS}
    for _ in range(rounds):
        for name, make in TEXTS.items():
            text = make(ops)
            gc.collect()
            start = user_seconds()
            parse_module(text, "model.mlir")
            spent[name].append((user_seconds() - start) / ops * 1e6)
    print("## reading text\n")
    print(f"{ops:,} ops each, microseconds of user CPU per op, in turn in one process.\n")
    print(f"| text | median of {rounds} | least |\n| --- | --- | --- |")
    for name, values in spent.items():
        print(f"| {name} | {median(values):.0f} | {min(values):.0f} |")
    print(flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--ops", type=int, default=12000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    print_reading(options.ops, options.rounds)
