"""The five input sets of a program: other sizes, and other integers for indices and sizes."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from .program import Argument, Array, Inputs, Sizes

BASE_SIZES: Sizes = {"A": 2, "B": 3, "C": 4, "D": 5, "E": 6}
"""Sizes while choices are drawn: pairwise different, so that each size names its symbol."""

SETS = ("base", "ones", "zero", "odd", "unequal")


def input_sets(arguments: Sequence[Argument], rng: random.Random) -> list[tuple[str, Inputs]]:
    """The arrays of each of `SETS`."""
    return [(name, _inputs(name, arguments, rng)) for name in SETS]


def _inputs(name: str, arguments: Sequence[Argument], rng: random.Random) -> Inputs:
    sizes = dict(BASE_SIZES)
    if name == "ones":
        sizes = dict.fromkeys(sizes, 1)
    elif name == "zero":
        used = [s for a in arguments for s in a.shape if isinstance(s, str)]
        if used:
            sizes[rng.choice(used)] = 0
    elif name == "odd":
        sizes = {symbol: rng.choice((1, 3, 5, 7)) for symbol in sizes}
    arrays = dict[int, Array]()
    for argument in arguments:
        arrays[argument.value] = sample(argument, sizes, rng, wide=name == "unequal")
    free = [
        (argument, axis)
        for argument in arguments
        for axis, shown in enumerate(argument.shown)
        if not shown
    ]
    if name == "unequal" and free:
        argument, axis = rng.choice(free)
        shape = list(argument.sizes(sizes))
        shape[axis] = rng.choice(
            [s for s in (1, shape[axis] + 1, shape[axis] + 2) if s != shape[axis]]
        )
        arrays[argument.value] = _array(argument, shape, rng, wide=False)
    return arrays


def sample(argument: Argument, sizes: Sizes, rng: random.Random, wide: bool = False) -> Array:
    """An array for `argument`; `wide`: its integers may be outside of what is meant."""
    shape = [
        BASE_SIZES[size] if shown and isinstance(size, str) else actual
        for size, shown, actual in zip(
            argument.shape, argument.shown, argument.sizes(sizes), strict=True
        )
    ]
    return _array(argument, shape, rng, wide)


def _array(argument: Argument, shape: Sequence[int], rng: random.Random, wide: bool) -> Array:
    draw = np.random.default_rng(rng.getrandbits(32))
    match argument.dtype:
        case "bool":
            return draw.integers(0, 2, shape).astype(bool)
        case "float32" | "float64":
            if draw.integers(2):
                return (draw.integers(-8, 9, shape) / 4).astype(argument.dtype)
            return draw.standard_normal(shape).astype(argument.dtype)
        case _:
            low, high = argument.low, argument.high
            if wide and draw.integers(3) == 0:
                low, high = low - 1, high + 2
            return draw.integers(low, high + 1, shape).astype(argument.dtype)
