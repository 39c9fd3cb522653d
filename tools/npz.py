"""Arrays in .npz files: the inputs in_0, …, weights w_0, … and results out_0, … of a model."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TypeVar, cast

import numpy as np

from ..interpreters.arrays import Array
from ..text.usage_error import UsageError

StoredArrays = Mapping[str, Array]
Value = TypeVar("Value")


def read_npz(file: str | PathLike[str]) -> StoredArrays:
    """The arrays of an .npz file by name; UsageError when it cannot be read as one."""
    try:
        archive = np.load(file, allow_pickle=False)
        if isinstance(archive, np.ndarray):
            raise UsageError(f"{file} holds a single array, an .npz archive is needed")
        with archive:
            arrays = {name: archive[name] for name in archive.files}
            for name, array in arrays.items():
                if not isinstance(array, np.ndarray):  # a file of the archive that is no array
                    raise ValueError(f"{name} is no array")
            return cast("StoredArrays", arrays)
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror or error}") from error
    except (ValueError, EOFError, zipfile.BadZipFile, AttributeError) as error:
        raise UsageError(f"{file} is not an .npz archive of arrays: {error}") from error


def write_results(file: str | PathLike[str], results: Sequence[Array]) -> None:
    """Writes `results` as out_0, …; UsageError when the file cannot be written."""
    try:
        with zipfile.ZipFile(file, "w") as archive:
            for number, array in enumerate(results):
                with archive.open(f"out_{number}.npy", "w") as stream:
                    np.lib.format.write_array(stream, array, allow_pickle=False)
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror or error}") from error


def numbered(arrays: Mapping[str, Value], prefix: str) -> dict[int, Value]:
    """The entries `prefix0`, `prefix1`, … by number."""
    return {
        int(digits): array
        for name, array in arrays.items()
        if name.startswith(prefix) and (digits := name.removeprefix(prefix)).isdecimal()
    }


def hints_text(hints: str) -> str:
    """The value of `--hints` in the form that passes take: for FILE.npz the shapes of its arrays.

    `w_0` comes after the last `in_`; results are left out; any other name is an argument's own.
    """
    if not hints.endswith(".npz"):
        return hints
    shapes = {name: array.shape for name, array in read_npz(hints).items()}
    inputs, weights = numbered(shapes, "in_"), numbered(shapes, "w_")
    known = {f"in_{i}": str(i) for i in inputs} | {f"w_{i}": str(len(inputs) + i) for i in weights}
    results = {f"out_{i}" for i in numbered(shapes, "out_")}
    return ",".join(
        f"{known.get(name, name)}={'x'.join(map(str, shape))}"
        for name, shape in shapes.items()
        if name not in results
    )
