"""The BLAS of the wheel `scipy-openblas32`: the only file that imports it."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

WHEEL = "scipy_openblas32"
ROUTINES = ("cblas_sgemm", "cblas_dgemm")


@cache
def routines() -> Mapping[str, int]:
    """The address of each routine; none where the wheel is missing."""
    if find_spec(WHEEL) is None:
        return {}
    wheel = cast("Any", import_module(WHEEL))
    folder = Path(wheel.get_lib_dir())
    files = sorted(path for path in folder.glob("*openblas*") if path.suffix != ".a")
    if not files:
        return {}
    library = ctypes.CDLL(str(files[0]), mode=ctypes.RTLD_GLOBAL)
    found = {name: getattr(library, f"scipy_{name}") for name in ROUTINES}
    return {name: cast("int", ctypes.cast(f, ctypes.c_void_p).value) for name, f in found.items()}
