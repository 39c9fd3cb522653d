"""Memory between pages that may not be touched: finds what native code reads or writes outside."""

from __future__ import annotations

import mmap
from dataclasses import dataclass
from typing import Any

import numpy as np

from .image import is_protection_possible, protect
from .views import Array, address_of

PATTERN = 0xA5


class FenceError(AssertionError):
    """Native code wrote where it must not; says where."""


@dataclass(slots=True)
class _Fenced:
    """Memory between two pages that nobody may touch: with what surrounds it up to them."""

    array: Array
    around: Array
    start: int
    copy: Array | None = None
    """What must be in it at the end of the run."""


class FencedMemory:
    """Each piece of memory ends, or begins, at a page that may not be touched.

    An access beyond that end stops the process (SIGSEGV); a write beyond the other end, or into an
    argument or a constant, is a FenceError at the end of the run. What was never written is full of
    a pattern that is no number to be expected.
    """

    def __init__(self, *, at_end: bool = True):
        if not is_protection_possible():
            raise OSError("this system cannot protect pages, so that there are no fences")
        self._at_end = at_end
        self._pieces = list[_Fenced]()

    def bytes(self, count: int) -> Array:
        return self._piece(count).array

    def _piece(self, count: int) -> _Fenced:
        page = mmap.PAGESIZE
        inner = -(-count // page) * page
        whole = np.frombuffer(mmap.mmap(-1, inner + 2 * page), np.uint8)
        start = address_of(whole)
        for place in (start, start + page + inner):
            protect(place, page, 0)
        around = whole[page : page + inner]
        around[:] = PATTERN
        first = inner - count if self._at_end else 0
        piece = _Fenced(around[first : first + count], around, first)
        self._pieces.append(piece)
        return piece

    def array(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
        count = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
        return self.bytes(count).view(dtype).reshape(shape)

    def lent(self, array: Array) -> Array:
        piece = self._piece(array.nbytes)
        piece.array[:] = np.frombuffer(array.tobytes(), np.uint8)
        piece.copy = piece.array.copy()
        return piece.array.view(array.dtype).reshape(array.shape)

    def returned(self, array: Array) -> Array:
        return np.array(array)

    def finish(self) -> None:
        """Raises FenceError where something was written that must not be."""
        pieces, self._pieces = self._pieces, []
        for piece in pieces:
            before, count = piece.around[: piece.start], piece.array.size
            after = piece.around[piece.start + count :]
            if (before != PATTERN).any() or (after != PATTERN).any():
                raise FenceError(f"native code wrote outside of {count} bytes")
            if piece.copy is not None and (piece.array != piece.copy).any():
                raise FenceError(f"native code wrote into {count} bytes that it is only lent")
