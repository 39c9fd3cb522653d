"""Example shapes from the command line: `--hints 'x=2x3,1=5x2'` or `--hints FILE.npz`."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable
from dataclasses import fields, replace

import numpy as np
from xdsl.passes import ModulePass

from ..text.diagnostics import UsageError

FORM = "NAME=2x3,… (a name or a position) or FILE.npz (in_0, in_1, …, w_0, …, or names)"


def hints_text(words: str) -> str:
    """`words`, or the shapes of the arrays in the file that they name, in the form that passes take."""
    return _of_file(words) if words.endswith(".npz") else words


def with_hints(
    passes: Iterable[ModulePass], hints: str | None, undecided: str | None
) -> tuple[ModulePass, ...]:
    """`passes` with these options where they have them. Raises UsageError where none has."""
    wanted = {"hints": hints, "undecided": undecided}
    given = {name: value for name, value in wanted.items() if value is not None}
    result, used = list[ModulePass](), set[str]()
    for step in passes:
        known = {field.name for field in fields(step)} & given.keys()
        used |= known
        result.append(replace(step, **{name: given[name] for name in known}) if known else step)
    for name in sorted(given.keys() - used):
        raise UsageError(f"--{name} needs a pass that takes it; add one with -p, as in -p tieshape")
    return tuple(result)


def _of_file(path: str) -> str:
    try:
        archive = np.load(path, allow_pickle=False)
        if isinstance(archive, np.ndarray):
            raise UsageError(f"{path} holds a single array, an .npz archive is needed")
        with archive:
            shapes = {name: archive[name].shape for name in archive.files}
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror or error}") from error
    except (ValueError, EOFError, zipfile.BadZipFile) as error:
        raise UsageError(f"{path} is not an .npz archive of arrays: {error}") from error
    inputs = sum(_number(name, "in_") is not None for name in shapes)
    items = list[str]()
    for name, shape in shapes.items():
        if _number(name, "out_") is not None:
            continue
        position = _number(name, "in_")
        if position is None and (weight := _number(name, "w_")) is not None:
            position = inputs + weight
        items.append(f"{name if position is None else position}={'x'.join(map(str, shape))}")
    return ",".join(items)


def _number(name: str, prefix: str) -> int | None:
    digits = name.removeprefix(prefix)
    return int(digits) if name.startswith(prefix) and digits.isdecimal() else None
