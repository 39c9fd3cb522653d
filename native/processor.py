"""What the processor of this machine can do."""

from __future__ import annotations

from functools import cache
from pathlib import Path

CPUINFO = Path("/proc/cpuinfo")


@cache
def features() -> frozenset[str]:
    """The names of what the processor can do; none where the system does not tell."""
    try:
        lines = CPUINFO.read_text().splitlines()
    except OSError:
        return frozenset()
    found = (line for line in lines if line.startswith(("flags", "Features")))
    return frozenset(next(found, "").partition(":")[2].split())


def has_avx512() -> bool:
    """Whether there are vectors of 16 floats; False where the system does not tell."""
    return "avx512f" in features()
