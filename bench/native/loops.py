"""Loops of JAX over any number of trips as machine code, beside JAX, which compiles for each number.

    python bench/native/loops.py [NAME ...]

Microseconds of a trip, medians in turn in one process, for 100 and 2,000 trips over rows of 64
numbers. A loop that copied what it gathers would show twenty times as much in the second column.
Needs the extras `[jax]` and `[native]`.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import export, lax
from tieshape.runtime import Model

TRIPS = (100, 2000)
CALLS = 9


def scan(step: Callable[[Any, Any], Any], **more: bool) -> Callable[[Any], Any]:
    return lambda x: lax.scan(step, x[0], x, **more)[1]


def two_states(x: Any) -> Any:
    def step(carry: Any, row: Any) -> Any:
        h = jnp.tanh(carry[0] + row)
        return (h, carry[1] + h), (h, carry[1])

    return lax.scan(step, (x[0], x[0]), x)[1]


def gradient(x: Any) -> Any:
    def last(y: Any) -> Any:
        return lax.scan(lambda c, v: (jnp.tanh(c + v), c), y[0], y)[0].sum()

    return jax.grad(last)(x)


def steps(change: Callable[[Any, Any], Any]) -> Callable[[Any], Any]:
    return lambda x: lax.fori_loop(1, x.shape[0], change, x)


LOOPS: Mapping[str, Callable[[Any], Any]] = {
    "scan": scan(lambda c, v: (c * 0.9 + v * 0.1,) * 2),
    "scan, reverse": scan(lambda c, v: (c * 0.9 + v * 0.1,) * 2, reverse=True),
    "scan of two results": scan(lambda c, v: (c * 0.9 + v, (c, v * c))),
    "scan of two states": two_states,
    "scan with a branch": scan(
        lambda c, v: (lax.cond(v[0] > 0, lambda a: a + v, lambda a: a * 0.5, c), c)
    ),
    "scan of loops": scan(lambda c, v: (c, lax.fori_loop(0, 3, lambda i, a: a * c + i, v))),
    "gradient of a scan": gradient,
    "map": lambda x: lax.map(lambda v: jnp.tanh(v) @ jnp.ones((64, 8)), x),
    "x.at[i].set(f(x[i]))": steps(lambda i, a: a.at[i].set(a[i] * 2 + 1)),
    "x.at[i].set(f(x[i - 1]))": steps(lambda i, a: a.at[i].set(a[i - 1] * 0.5 + a[i])),
    "x.at[i, 0].add(1)": steps(lambda i, a: a.at[i, 0].add(1.0)),
    "while": lambda x: lax.while_loop(
        lambda s: s[0] < x.shape[0], lambda s: (s[0] + 1, s[1] * 0.99 + x[s[0]]), (0, x[0])
    )[1],
}


def main() -> int:
    wrong, names = 0, sys.argv[1:]
    heads = " | ".join(f"{trips} trips | JAX" for trips in TRIPS)
    print(f"| loop | {heads} |\n|---|---|---|---|---|")
    for name, function in LOOPS.items():
        if names and not any(each in name for each in names):
            continue
        cells = list[str]()
        for ours, theirs, same in _times(function):
            wrong += not same
            cells += [f"{ours:.3f}" if same else "wrong", f"{theirs:.3f}"]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)
    return int(wrong > 0)


def _times(function: Callable[[Any], Any]) -> list[tuple[float, float, bool]]:
    """For each number of trips: ours, theirs, and whether the results are the same."""
    jitted = jax.jit(function)
    rows = jax.ShapeDtypeStruct(export.symbolic_shape("T, 64"), np.float32)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "loop.jax"
        path.write_bytes(export.export(jitted)(rows).serialize())
        model = Model(path, engine="native")
        return [_time(model, jitted, trips) for trips in TRIPS]


def _time(model: Model, jitted: Any, trips: int) -> tuple[float, float, bool]:
    x = np.random.default_rng(0).normal(size=(trips, 64)).astype(np.float32)
    pairs = zip(model(x), jax.tree_util.tree_leaves(jitted(x)), strict=True)
    same = all(np.allclose(found, expected, 1e-3, 1e-3) for found, expected in pairs)
    ours, theirs = list[float](), list[float]()
    for _ in range(CALLS):
        for times, call in ((ours, model), (theirs, jitted)):
            start = perf_counter()
            jax.block_until_ready(call(x))
            times.append(perf_counter() - start)
    return median(ours) * 1e6 / trips, median(theirs) * 1e6 / trips, same


if __name__ == "__main__":
    sys.exit(main())
