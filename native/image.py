"""Machine code as bytes that can be stored, and put into memory again at any address."""

from __future__ import annotations

import ctypes
import mmap
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import starmap
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.int64]


class Linked(Protocol):
    """Machine code in memory."""

    def address(self, name: str) -> int:
        """Of the packed form of a function with a C interface. KeyError where there is none."""
        ...


class Image(NamedTuple):
    """Code and constants in one piece, and what depends on where it lies."""

    data: bytes
    absolute: Sequence[tuple[int, int]]
    """(place, offset): the word at `place` is the address of `offset` in the image."""
    outside: Sequence[tuple[int, str, int]]
    """(place, name, addend): the word at `place` is the address of a function elsewhere."""
    symbols: Mapping[str, int]
    """The offsets of functions by name."""

    def to_json(self) -> dict[str, Any]:
        """All but `data`, as values of JSON."""
        return {
            "absolute": list(self.absolute),
            "outside": list(self.outside),
            "symbols": dict(self.symbols),
        }

    @staticmethod
    def of_json(values: Mapping[str, Any], data: bytes) -> Image:
        """What `to_json` described."""
        outside = [(place, name, addend) for place, name, addend in values["outside"]]
        absolute = [(place, offset) for place, offset in values["absolute"]]
        return Image(data, absolute, outside, values["symbols"])


class LoadedImage:
    """An image in executable memory, as long as this object is.

    known: the addresses of functions elsewhere; others are looked for in the C library
    Raises KeyError for a function that is nowhere, OSError where memory cannot be made executable.
    """

    def __init__(self, image: Image, known: Mapping[str, int]):
        size = -(-max(len(image.data), 1) // mmap.PAGESIZE) * mmap.PAGESIZE
        self._memory = mmap.mmap(-1, size, prot=mmap.PROT_READ | mmap.PROT_WRITE)
        self._memory[: len(image.data)] = image.data
        words = np.frombuffer(self._memory, np.uint8)
        self._base = int(words.__array_interface__["data"][0])
        places = np.array(image.absolute, np.int64).reshape(-1, 2)
        _write(words, places[:, 0], places[:, 1] + self._base)
        if image.outside:
            where = np.array([place for place, _, _ in image.outside], np.int64)
            found = [address_of(name, known) + addend for _, name, addend in image.outside]
            _write(words, where, np.array(found, np.uint64).view(np.int64))
        protect(self._base, size, mmap.PROT_READ | mmap.PROT_EXEC)
        self._symbols = image.symbols

    def address(self, name: str) -> int:
        """Of the form of a function with a C interface. KeyError where there is none."""
        return self._base + self._symbols[f"_mlir__mlir_ciface_{name}"]


def is_protection_possible() -> bool:
    """Whether the system lets a process protect its pages in the way that is known here."""
    return hasattr(mmap, "PROT_EXEC") and hasattr(ctypes.CDLL(None), "mprotect")


def protect(address: int, count: int, allowed: int) -> None:
    """Sets what may be done with pages. OSError where the system refuses."""
    call = ctypes.CDLL(None, use_errno=True).mprotect
    call.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    if call(address, count, allowed):
        raise OSError(ctypes.get_errno(), "the protection of memory cannot be changed")


def _write(memory: npt.NDArray[np.uint8], places: Words, values: Words) -> None:
    """Puts each word at its place, which need not be aligned."""
    memory[places[:, None] + np.arange(8)] = values.astype("<i8").view(np.uint8).reshape(-1, 8)


def address_of(name: str, known: Mapping[str, int]) -> int:
    """Where a function is that is not in an image. KeyError where it is not found."""
    found = known.get(name)
    if found is None:
        found = next(
            filter(None, starmap(_symbol, ((library, name) for library in _libraries()))), None
        )
    if found is None:
        raise KeyError(name)
    return found


@cache
def _libraries() -> tuple[ctypes.CDLL, ...]:
    from ctypes.util import find_library  # it imports what runs other programs

    names = [None, find_library("m")]
    return tuple(ctypes.CDLL(name) for name in dict.fromkeys(names))


def _symbol(library: ctypes.CDLL, name: str) -> int | None:
    try:
        return ctypes.cast(getattr(library, name), ctypes.c_void_p).value
    except AttributeError:
        return None
