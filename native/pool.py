"""Threads that do parts of large loops: one pool in a process, which grows as it is asked for.

A task is given out by one call at a time; a call that finds the pool in use does its parts itself,
as does a process that was forked. Parts are the same whoever does them.
"""

from __future__ import annotations

import ctypes
import os
import platform
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from threading import Lock, Thread
from typing import Any

import numpy as np

from .image import Linked
from .store import default_store
from .stored_text import addresses, stored

MOST = 256
"""Threads of a pool, at most; more are given parts one after the other."""
SPINS, SEMAPHORES = 5, 16
"""The word that says how often a semaphore is looked at, and the word of the first one."""
FEW, MANY = 100, 4000
"""How often it is looked at before a thread sleeps: where threads share processors, 3 us, and else
130 us (on an EPYC), longer than most of what a model does by one thread. To wake one takes longer
than many kernels, and a core that waits is free for nobody else.
"""
_TEXT = Path(__file__).with_suffix(".mlir")
_WORDS = np.zeros(SEMAPHORES + 8 * (MOST + 2), np.int64)
_growing = Lock()


def address() -> int:
    """Of the words of the pool."""
    return int(_WORDS.__array_interface__["data"][0])


def _text() -> str:
    text = _TEXT.read_text(encoding="utf-8")
    pause = 'llvm.call_intrinsic "llvm.x86.sse2.pause"() : () -> ()' if _is_x86() else ""
    return text.replace("SEMAPHORES", str(SEMAPHORES)).replace("PAUSE", pause)


def _is_x86() -> bool:
    return platform.machine().lower() in ("x86_64", "amd64")


@cache
def _code() -> tuple[Linked, Sequence[int]]:
    """The code, and where `run`, `work` and `begin` are in it."""
    known = {"tieshape_pool": address()}
    code = stored("pool", _text, default_store(), known, inline=True)
    return code, addresses(code, 3)


def run_address() -> int:
    """Of the function that runs a task: it takes the task, its argument, and how many parts."""
    return _code()[1][0]


def grow(threads: int) -> None:
    """There are threads for `threads` parts at once from now on, this one among them.

    None are added outside of Linux: not every system has the semaphores that they sleep at.
    """
    if sys.platform != "linux":
        return
    _, (_, work, begin) = _code()
    take: Any = ctypes.CFUNCTYPE(None, ctypes.c_int64, ctypes.c_int64)
    with _growing:
        count = int(_WORDS[0])
        if count == 0 and threads > 1:
            take(begin)(address(), MOST)
        wanted = min(threads - 1, MOST)
        for number in range(count + 1, wanted + 1):
            Thread(target=take(work), args=(address(), number), daemon=True).start()
        _WORDS[0] = max(count, wanted)
        _WORDS[SPINS] = MANY if _WORDS[0] < len(os.sched_getaffinity(0)) else FEW


def _forget() -> None:
    """In a child that was forked there are no threads but one."""
    global _growing
    _growing = Lock()
    _WORDS[0] = 0


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
