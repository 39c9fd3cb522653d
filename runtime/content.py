"""The bytes of an artifact, of which parts are read when they are needed."""

from __future__ import annotations

import os
import weakref
from os import PathLike
from threading import Lock
from typing import Protocol

MOST = 1 << 30
"""Bytes that are asked of the system at once."""


class Content(Protocol):
    """Bytes that are numbered from 0."""

    @property
    def size(self) -> int:
        """How many there were at first."""
        ...

    def read(self, first: int, end: int) -> bytes:
        """Those from `first` up to `end`; fewer where there are no more."""
        ...


class BytesContent:
    """Bytes in memory."""

    def __init__(self, data: bytes):
        self._data = data
        self.size = len(data)

    def read(self, first: int, end: int) -> bytes:
        return self._data[first:end]


class FileContent:
    """A file, which stays open as long as this object is. It is not mapped into memory: of a file
    that another program makes shorter less is read then, where memory would end the process.

    Several threads, and processes that are forked, may read.
    Raises OSError where the file cannot be read.
    """

    def __init__(self, path: str | PathLike[str]):
        self._file = open(path, "rb", buffering=0)  # noqa: SIM115
        weakref.finalize(self, self._file.close)
        self._meeting = Lock()
        self.size = os.fstat(self._file.fileno()).st_size

    def read(self, first: int, end: int) -> bytes:
        parts = list[bytes]()
        while first < end and (part := self._part(first, min(end - first, MOST))):
            parts.append(part)
            first += len(part)
        return b"".join(parts)

    def _part(self, first: int, count: int) -> bytes:
        if hasattr(os, "pread"):  # it has no place in the file that forked processes share
            return os.pread(self._file.fileno(), count, first)
        with self._meeting:
            self._file.seek(first)
            return self._file.read(count)
