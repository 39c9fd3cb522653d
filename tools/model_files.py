"""What is in the files of a model of another framework, so that it can be known again."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from typing import NamedTuple

from tieshape.version import installed_version

from ..native.store import CodeStore, key_of
from .import_sources import ImportSource

State = tuple[int, int, int, int]
"""Device, number, size and time of change: what differs where a file has been written again."""


class ModelFiles(NamedTuple):
    """The files of a model, as they were when they were read for `words`."""

    words: tuple[str, ...]
    """They decide what is made of the model: versions, and a checksum of each file."""
    states: dict[str, State | None]

    def are_unchanged(self) -> bool:
        """Whether none of them has been written since."""
        return all(_state(path) == state for path, state in self.states.items())


def model_files(path: str, source: ImportSource, store: CodeStore) -> ModelFiles:
    """The files of the model at `path`, which `source` imports.

    store: where it is looked up which other files a file names
    Raises OSError where a file cannot be read, and what `source` raises for what is no such model.
    """
    versions = tuple(f"{name} {installed_version(name)}" for name in source.packages)
    paths = _inside(path) if os.path.isdir(path) else [path]
    states = {name: _state(name) for name in paths}
    checksums = {name: _checksum(name) for name in paths}
    if source.refers_to_files:
        key = key_of(("files that a model names", *versions, checksums[path]))
        for name in _named(path, source, store, key):
            other = os.path.join(os.path.dirname(path), name)
            states[other], checksums[other] = _state(other), _checksum(other)
    contents = (f"{checksum} {name}" for name, checksum in checksums.items())
    return ModelFiles((*versions, path, *contents), states)


def _inside(folder: str) -> list[str]:
    """All files under a folder."""
    found = os.walk(folder, followlinks=True)
    return sorted(os.path.join(where, name) for where, _, names in found for name in names)


def _named(path: str, source: ImportSource, store: CodeStore, key: str) -> Sequence[str]:
    stored = store.get(key)
    if stored is not None:
        found: list[str] = json.loads(stored)
        return found
    names = source.other_files(path)
    store.put(key, json.dumps(names).encode())
    return names


def _state(path: str) -> State | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def _checksum(path: str) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
