"""The BLAS of the wheel `scipy-openblas32`: the only file that looks for it.

The wheel's own module is not imported: it reads the metadata of the package first, which takes
longer than all else here.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import cast

WHEEL = "scipy_openblas32"
ROUTINES = ("cblas_sgemm", "cblas_dgemm")


@cache
def routines() -> Mapping[str, int]:
    """The address of each routine; none where the wheel is missing."""
    wheel = find_spec(WHEEL)
    folders = [] if wheel is None else wheel.submodule_search_locations or []
    found = (path for folder in folders for path in Path(folder, "lib").glob("*openblas*"))
    files = sorted(path for path in found if path.suffix != ".a")
    if not files:
        return {}
    library = ctypes.CDLL(str(files[0]), mode=ctypes.RTLD_GLOBAL)
    calls = {name: getattr(library, f"scipy_{name}") for name in ROUTINES}
    return {name: cast("int", ctypes.cast(f, ctypes.c_void_p).value) for name, f in calls.items()}
