"""How long calls take, of two ways to run the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter

ROUNDS = 7
ROUND = 0.02
"""Seconds that a round takes of each, where one call is shorter."""


def medians(*calls: Callable[[], object]) -> list[float]:
    """Microseconds of each call: medians of rounds in turn, so that other load meets all alike."""
    return [median(times) for times in in_turn(calls, ROUNDS, ROUND)]


def in_turn(
    calls: Sequence[Callable[[], object]],
    rounds: int,
    seconds: float,
    clock: Callable[[], float] = perf_counter,
) -> list[tuple[float, ...]]:
    """For each call microseconds of one, in each of `rounds` of about `seconds` each."""
    counts = [max(1, round(seconds / max(_seconds(call, 1, clock), 1e-7))) for call in calls]
    times = [
        [1e6 * _seconds(call, count, clock) for call, count in zip(calls, counts, strict=True)]
        for _ in range(rounds)
    ]
    return list(zip(*times, strict=True))


def _seconds(call: Callable[[], object], count: int, clock: Callable[[], float]) -> float:
    start = clock()
    for _ in range(count):
        call()
    return (clock() - start) / count
