"""What the processor of this machine can do."""

from __future__ import annotations

from functools import cache
from pathlib import Path

CPUINFO = Path("/proc/cpuinfo")


@cache
def has_avx512() -> bool:
    """Whether there are vectors of 16 floats; False where the system does not tell."""
    try:
        lines = CPUINFO.read_text().splitlines()
    except OSError:
        return False
    return any(line.startswith("flags") and "avx512f" in line.split() for line in lines)
