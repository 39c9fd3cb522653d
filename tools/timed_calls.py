"""How long calls take, of two ways to run the same."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter

ROUNDS = 7
ROUND = 0.02
"""Seconds that a round takes of each, where one call is shorter."""


def medians(*calls: Callable[[], object]) -> list[float]:
    """Microseconds of each call: medians of rounds in turn, so that other load meets all alike."""
    counts = [max(1, round(ROUND / max(_seconds(call, 1), 1e-7))) for call in calls]
    rounds = [
        [_seconds(call, count) for call, count in zip(calls, counts, strict=True)]
        for _ in range(ROUNDS)
    ]
    return [1e6 * median(times) for times in zip(*rounds, strict=True)]


def _seconds(call: Callable[[], object], count: int) -> float:
    start = perf_counter()
    for _ in range(count):
        call()
    return (perf_counter() - start) / count
