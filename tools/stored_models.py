"""Compiled models by what decides them and what they are compiled for, had from the store again."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..native.fingerprint import fingerprint_key
from ..native.store import CodeStore, key_of
from ..runtime.artifact import Artifact
from ..runtime.code import ArtifactCode, Weight
from ..runtime.errors import ArtifactError
from ..runtime.execution import Engine
from ..runtime.file import decode, encode
from ..runtime.header import Argument, Header
from ..runtime.model import Program

if TYPE_CHECKING:
    from .import_sources import Tell  # a model in text needs nothing of it

LARGE = 64 << 20
"""Bytes of the weights of an artifact that is stored without them."""


class StoredProgram:
    """A model whose artifacts are kept in a store, those with large weights without them, where
    machine code has its own; the interpreter, if it is asked, is given those of the model.

    text: everything that decides what `open` makes
    open: makes the model, and tells warnings about it; called only for what the store does not have
    is_current: whether `open` still makes what `text` says; nothing is stored otherwise
    Raises what `open` raises, here or when something is compiled.
    """

    def __init__(
        self,
        store: CodeStore,
        text: Sequence[str],
        open: Callable[[Tell], Program],
        engine: str,
        is_current: Callable[[], bool] = lambda: True,
    ):
        self._store = store
        shared = isinstance(engine, Engine) and engine.threads > 1
        self._parts = ("model", fingerprint_key(), str(shared), *text)
        self._open = open
        self._engine = engine
        self._is_current = is_current
        self._program: Program | None = None
        self._warnings = list[str]()
        self.arguments = self._arguments()

    def compile(self, shapes: Sequence[Sequence[int]] | None = None) -> Artifact:
        """As `ModelProgram.compile`."""
        key = key_of((*self._parts, "artifact", repr(shapes and [tuple(s) for s in shapes])))

        def again() -> Sequence[Weight]:
            return self._opened().compile(shapes).parts.weights

        try:
            stored = _stored(self._store, key, again)
        except ArtifactError:  # of an older format
            stored = None
        if stored is not None:
            return Artifact(*stored, engine=self._engine)
        artifact = self._opened().compile(shapes)
        if self._is_current():
            _put(self._store, key, artifact)
        return artifact

    def _arguments(self) -> tuple[Argument, ...]:
        key = key_of((*self._parts, "arguments"))
        stored = self._store.get(key)
        if stored is not None:
            entries, warnings = json.loads(stored)
            for message in warnings:
                self._tell(message)
            return tuple(_argument(*entry) for entry in entries)
        arguments = self._opened().arguments
        entries = [(a.name, a.dtype, a.shape) for a in arguments]
        if self._is_current():
            self._store.put(key, json.dumps([entries, self._warnings]).encode())
        return arguments

    def _opened(self) -> Program:
        if self._program is None:
            self._program = self._open(self._tell)
        return self._program

    def _tell(self, message: str) -> None:
        """Once: the model may be opened after its warnings were had from the store."""
        if message not in self._warnings:
            from .import_sources import print_warning

            self._warnings.append(message)
            print_warning(message)


def _put(store: CodeStore, key: str, artifact: Artifact) -> None:
    """Stores the checksums of the weights that are left out, and the artifact without them."""
    code = artifact.parts
    sizes = [len(weight.read()) for weight in code.weights]
    apart = sum(sizes) > LARGE
    if apart and not artifact.stands_alone:
        return  # each process would make the weights first, and then begin again
    checksums = [weight.checksum for weight in code.weights] if apart else []
    kept = ArtifactCode(code.text) if apart else code
    store.put(key, json.dumps(checksums).encode() + b"\n" + encode(artifact.header, kept))


def _stored(
    store: CodeStore, key: str, again: Callable[[], Sequence[Weight]]
) -> tuple[Header, ArtifactCode] | None:
    """The artifact that was put there.

    again: makes the weights that were left out
    Raises ArtifactError where it cannot be read.
    """
    stored = store.get(key)
    if stored is None:
        return None
    first, _, data = stored.partition(b"\n")
    checksums: list[str] = json.loads(first)
    header, code = decode(data)
    if not checksums:
        return header, code
    made = cache(again)
    weights = [_weight(made, number, checksum) for number, checksum in enumerate(checksums)]
    return header, ArtifactCode(code.text, weights)


def _weight(made: Callable[[], Sequence[Weight]], number: int, checksum: str) -> Weight:
    def read() -> bytes:
        weights = made()
        if number >= len(weights) or weights[number].checksum != checksum:
            raise ArtifactError("the model has changed since it was compiled")
        return weights[number].read()

    return Weight(read, checksum)


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
