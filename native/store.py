"""A folder of results that can be had again: content by key, for this user alone.

A file is trusted only as far as the operating system says whose it is: the folder and the file
belong to this user, nobody else may enter or write, neither is a link, and the content has the
checksum that is written before it. Whatever is not so counts as not there. Files are written under
a name of their own and renamed, so that nobody meets half of one.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import re
import stat
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, TypeAlias

PLACE = "TIESHAPE_CACHE"
"""The environment variable with the folder; `0` or nothing in it means that nothing is stored."""
LIMIT = 4 << 30
"""Bytes of all files; beyond it those go that were not used for longest."""
_MAGIC = b"tieshape cache 2"
_HEAD = 192
"""Bytes before a content, which begins at a line of the processor's cache where it is mapped."""
_KEPT = 0.8
_NAME = re.compile("[0-9a-f]{64}([.][0-9a-f]{16})?")
"""A key, or what is written before it is renamed to one."""

Bytes: TypeAlias = bytes | memoryview
"""A memoryview of bytes: its length is how many they are."""


def key_of(parts: Sequence[str]) -> str:
    """A name for what `parts` decide: two lists have the same one only if they are equal."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        digest.update(f"{len(data)}:".encode())
        digest.update(data)
    return digest.hexdigest()


def checksum_of(parts: Sequence[Bytes]) -> str:
    """The SHA-256, in hexadecimal digits, of `parts` one after another."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return digest.hexdigest()


def default_place() -> Path | None:
    """The folder that the environment names, else one in the user's folder of caches; None where
    nothing is to be stored.
    """
    named = os.environ.get(PLACE)
    if named is not None:
        return None if named in ("", "0") else Path(named).absolute()
    caches = os.environ.get("XDG_CACHE_HOME")
    try:
        base = Path(caches) if caches and os.path.isabs(caches) else Path.home() / ".cache"
    except RuntimeError:
        return None
    return base / "tieshape"


class CodeStore(NamedTuple):
    """Contents by key in the folder `place`, which is made when something is first stored.

    Nothing here raises for what the folder is or holds: what cannot be read is not there, what
    cannot be written is not stored.
    """

    place: Path
    limit: int = LIMIT

    def get(self, key: str) -> bytes | None:
        """What was stored under `key`, unchanged."""
        with suppress(OSError), self._file(key) as file, open(file, "rb", closefd=False) as opened:
            content = _content(opened.read(), key)
            return None if content is None else bytes(content)
        return None

    def has(self, key: str) -> bool:
        """Whether something is stored under `key`, which counts as used now."""
        with suppress(OSError), self._file(key):
            return True
        return False

    def mapped(self, key: str) -> memoryview | None:
        """As `get`, but the system has the bytes in memory once for all processes, as long as the
        view is in use. Files are not written once more, so it does not change.
        """
        with suppress(OSError, ValueError), self._file(key) as file:
            return _content(mmap.mmap(file, 0, access=mmap.ACCESS_READ), key)
        return None

    def put(self, key: str, *parts: Bytes, checksum: str | None = None) -> bool:
        """Whether `parts`, one after another, are stored under `key` now. They are not where they
        take more than half of what all files may, or more than a quarter of what the disk has left.

        checksum: theirs, where it is known
        """
        size = _HEAD + sum(map(len, parts))
        if size > self.limit // 2:
            return False
        with suppress(OSError):
            self.place.parent.mkdir(parents=True, exist_ok=True)
            with suppress(FileExistsError):
                self.place.mkdir(mode=0o700)
            with self._folder() as folder:
                if size > _free(folder) // 4:
                    return False
                head = _head(checksum or checksum_of(parts), key)
                _write(folder, key, (head, *parts))
                self._drop(folder, self.limit)
            return True
        return False

    def clear(self) -> int:
        """Removes everything that was stored; the number of files."""
        with suppress(OSError), self._folder() as folder:
            return self._drop(folder, -1)
        return 0

    def size(self) -> tuple[int, int]:
        """The number of files, and their bytes."""
        with suppress(OSError), self._folder() as folder:
            sizes = [size for _, size, _ in _files(folder)]
            return len(sizes), sum(sizes)
        return 0, 0

    def _drop(self, folder: int, limit: int) -> int:
        files = sorted(_files(folder))
        total, dropped = sum(size for _, size, _ in files), 0
        if total <= limit:
            return 0
        for _, size, name in files:
            if total <= limit * _KEPT:
                break
            with suppress(OSError):
                os.unlink(name, dir_fd=folder)
                dropped += 1
            total -= size
        return dropped

    @contextmanager
    def _folder(self) -> Generator[int]:
        """The folder, opened. OSError where it is not there, or not this user's alone."""
        if not hasattr(os, "geteuid") or os.open not in os.supports_dir_fd:
            raise OSError("the system does not tell whose a folder is")
        folder = os.open(self.place, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            if not _is_own(os.fstat(folder), stat.S_IFDIR):
                raise PermissionError(f"{self.place} is open to other users")
            yield folder
        finally:
            os.close(folder)

    @contextmanager
    def _file(self, key: str) -> Generator[int]:
        """The file of `key`, opened, which counts as used now. OSError where it is not there, or
        not this user's alone.
        """
        with self._folder() as folder:
            flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
            file = os.open(key, flags, dir_fd=folder)
        try:
            if not _is_own(os.fstat(file), stat.S_IFREG):
                raise PermissionError(f"{key} is open to other users")
            with suppress(OSError):
                os.utime(file)
            yield file
        finally:
            os.close(file)


def default_store() -> CodeStore | None:
    """The store in `default_place`."""
    place = default_place()
    return None if place is None else CodeStore(place)


def _is_own(found: os.stat_result, kind: int) -> bool:
    """Whether this user owns it, nobody else may use it, and it is of the kind."""
    mine = found.st_uid == os.geteuid() and not found.st_mode & 0o077
    return mine and stat.S_IFMT(found.st_mode) == kind


def _free(folder: int) -> int:
    """The bytes that the disk of a folder has for this user."""
    found = os.fstatvfs(folder)
    return found.f_bavail * found.f_frsize


def _head(checksum: str, key: str) -> bytes:
    words = b"\n".join((_MAGIC, key.encode(), checksum.encode()))
    return words.ljust(_HEAD - 1) + b"\n"


def _content(data: bytes | mmap.mmap, key: str) -> memoryview | None:
    """What follows the head, where it is what was stored."""
    content = memoryview(data)[_HEAD:]
    return content if data[:_HEAD] == _head(checksum_of((content,)), key) else None


def _write(folder: int, key: str, parts: Sequence[Bytes]) -> None:
    name = f"{key}.{os.urandom(8).hex()}"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
    try:
        with open(os.open(name, flags, 0o600, dir_fd=folder), "wb") as file:
            file.writelines(parts)
        os.replace(name, key, src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        with suppress(OSError):
            os.unlink(name, dir_fd=folder)
        raise


def _files(folder: int) -> list[tuple[int, int, str]]:
    """When each file of a store was last used, its bytes and its name; no others, which may be in a
    folder that was there before.
    """
    found = list[tuple[int, int, str]]()
    for name in filter(_NAME.fullmatch, os.listdir(folder)):
        with suppress(OSError):
            entry = os.stat(name, dir_fd=folder, follow_symlinks=False)
            if stat.S_ISREG(entry.st_mode):
                found.append((entry.st_mtime_ns, entry.st_size, name))
    return found
