"""What decides which machine code is made of a text, besides the text."""

from __future__ import annotations

import os
import platform
import sys
from functools import cache
from pathlib import Path

from tieshape.version import installed_version

from . import processor
from .engine import WHEEL
from .store import key_of

PACKAGES = ("tieshape", "xdsl", "numpy", "sympy", WHEEL.replace("_", "-"), "scipy-openblas32")
ROOT = Path(__file__).parents[1]


@cache
def fingerprint_key() -> str:
    """One word for all of `fingerprint`."""
    return key_of(fingerprint())


@cache
def fingerprint() -> tuple[str, ...]:
    """Versions, the state of tieshape's own files, and the processor."""
    return (
        *(f"{name} {installed_version(name)}" for name in PACKAGES),
        f"python {sys.version}",
        *_own_files(),
        f"machine {platform.machine()} {sys.platform} {' '.join(sorted(processor.features()))}",
        f"cache {processor.cache_bytes()}",
    )


def _own_files() -> list[str]:
    """Size and time of each source file: an edit in a working tree changes the compiler."""
    found, folders = list[str](), [str(path.parent) for path in ROOT.glob("*/__init__.py")]
    while folders:
        for entry in os.scandir(folders.pop()):
            if entry.name.endswith((".py", ".mlir")):
                state = entry.stat()
                found.append(f"{entry.path} {state.st_size} {state.st_mtime_ns}")
            elif entry.name != "__pycache__" and entry.is_dir(follow_symlinks=False):
                folders.append(entry.path)
    return sorted(found)
