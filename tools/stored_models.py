"""Compiled models by their text and what they are compiled for, had from the store again."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ..native.fingerprint import fingerprint_key
from ..native.store import CodeStore, key_of
from ..runtime.artifact import Artifact
from ..runtime.errors import ArtifactError
from ..runtime.file import decode, encode
from ..runtime.header import Argument
from ..runtime.model import Program


class StoredProgram:
    """A model in text whose artifacts are kept in a store.

    open: makes the model; called only for what the store does not have
    text: the text, with everything else that decides what `open` makes
    Raises what `open` raises, here or when something is compiled.
    """

    def __init__(
        self, store: CodeStore, text: Sequence[str], open: Callable[[], Program], engine: str
    ):
        self._store = store
        self._parts = ("model", fingerprint_key(), *text)
        self._open = open
        self._engine = engine
        self._program: Program | None = None
        self.arguments = self._arguments()

    def compile(self, shapes: Sequence[Sequence[int]] | None = None) -> Artifact:
        """As `ModelProgram.compile`."""
        key = key_of((*self._parts, "artifact", repr(shapes and [tuple(s) for s in shapes])))
        stored = self._store.get(key)
        if stored is not None:
            try:
                return Artifact(*decode(stored), engine=self._engine)
            except ArtifactError:  # of an older format
                pass
        artifact = self._opened().compile(shapes)
        self._store.put(key, encode(artifact.header, artifact.parts))
        return artifact

    def _arguments(self) -> tuple[Argument, ...]:
        key = key_of((*self._parts, "arguments"))
        stored = self._store.get(key)
        if stored is not None:
            return tuple(_argument(*entry) for entry in json.loads(stored))
        arguments = self._opened().arguments
        entries = [(a.name, a.dtype, a.shape) for a in arguments]
        self._store.put(key, json.dumps(entries).encode())
        return arguments

    def _opened(self) -> Program:
        if self._program is None:
            self._program = self._open()
        return self._program


def _argument(name: str, dtype: str, shape: list[Any] | None) -> Argument:
    return Argument(name, dtype, None if shape is None else tuple(shape))


def contents(path: str | None) -> str:
    """What a file of facts adds to the text of a model: its name and what is in it."""
    if path is None:
        return ""
    try:
        return f"{path}\n{Path(path).read_text(encoding='utf-8')}"
    except (OSError, UnicodeDecodeError):
        return path
