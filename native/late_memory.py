"""Buffers whose sizes become known while native code runs: code that allocates them, in MLIR.

What a run holds is a chain of blocks that a word of its own leads to, so that all of it can go at
the end, however the run ended. Blocks come from Python's allocator, which needs no lock for this.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from ..lowering.fusions_to_loops.frame import ACQUIRE, ALIGNMENTS, GREATEST, RELEASE
from .image import Linked
from .store import default_store
from .stored_text import addresses, stored

_TEXT = Path(__file__).with_suffix(".mlir")
_ALLOCATOR = ("PyMem_RawMalloc", "PyMem_RawFree")


def _text() -> str:
    (_, narrow), (large, wide) = ALIGNMENTS
    values = {"GREATEST": GREATEST, "LARGE": large, "NARROW": narrow, "WIDE": wide}
    text = _TEXT.read_text(encoding="utf-8")
    for name, value in values.items():
        text = text.replace(name, str(value))
    return text


@cache
def _code() -> tuple[Linked, Sequence[int]]:
    """The code, and where `acquire`, `release` and `release_all` are in it."""
    python: Any = ctypes.pythonapi
    known = {
        name: ctypes.cast(getattr(python, name), ctypes.c_void_p).value or 0 for name in _ALLOCATOR
    }
    code = stored("late memory", _text, default_store(), known, inline=True)
    return code, addresses(code, 3)


def routines() -> dict[str, int]:
    """The addresses of what native code calls, by name."""
    _, (acquire, release, _) = _code()
    return {ACQUIRE: acquire, RELEASE: release}


def release_all_address() -> int:
    """Of the function that ends what a run holds: it takes the address of the word."""
    return _code()[1][2]


@cache
def release_all() -> Any:
    """The same, for Python to call."""
    return ctypes.PYFUNCTYPE(None, ctypes.c_int64)(release_all_address())
