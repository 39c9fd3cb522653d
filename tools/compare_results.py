"""Results of a run against those that are stored."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..interpreters.arrays import Array
from .npz import StoredArrays, numbered


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How far a float may be from the expected one: `absolute + relative * |expected|`."""

    relative: float
    absolute: float

    def close(self, found: Array, expected: Array) -> Array:
        """Where two arrays of one shape agree; NaN agrees with NaN, other types must be equal."""
        if expected.dtype.kind not in "fc":
            return np.asarray(found == expected)
        with np.errstate(all="ignore"):
            bound = self.absolute + self.relative * np.abs(expected)
            near = np.asarray(np.abs(found - expected) <= bound) & np.isfinite(expected)
        return near | (found == expected) | (np.isnan(found) & np.isnan(expected))


def matches_stored(
    file: Path, stored: StoredArrays, results: Sequence[Array], tolerance: Tolerance
) -> bool:
    """Whether all results are as expected; says so, or what is not, on stderr."""
    expected = numbered(stored, "out_")
    if set(expected) != set(range(len(results))):
        names = ", ".join(f"out_{number}" for number in sorted(expected)) or "no out_0"
        complain(f"{file} holds {names}; the function has {len(results)} results")
        return False
    matches = True
    for number, found in enumerate(results):
        faults = list(_differences(found, expected[number], tolerance))
        for fault in faults:
            complain(f"{file}: out_{number}{fault}")
        if not faults:
            print(f"{file}: out_{number} ok, {_summary(found)}", file=sys.stderr)
        matches = matches and not faults
    return matches


def _summary(array: Array) -> str:
    return f"{array.dtype} {list(array.shape)}"


def _differences(found: Array, expected: Array, tolerance: Tolerance) -> Iterator[str]:
    """What distinguishes two arrays, in words that follow the name of the result."""
    if found.dtype != expected.dtype or found.shape != expected.shape:
        yield f" is {_summary(found)}, expected {_summary(expected)}"
        return
    wrong = np.argwhere(~tolerance.close(found, expected))
    if len(wrong):
        first = tuple(int(index) for index in wrong[0])
        yield (
            f"{list(first) if first else ''} is {found[first]}, expected {expected[first]}; "
            f"{len(wrong)} of {found.size} elements differ"
        )


def complain(message: str) -> None:
    """Prints an error."""
    print(f"error: {message}", file=sys.stderr)
