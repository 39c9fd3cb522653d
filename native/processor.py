"""What the processor of this machine can do."""

from __future__ import annotations

from functools import cache
from pathlib import Path

CPUINFO = Path("/proc/cpuinfo")
CACHES = Path("/sys/devices/system/cpu/cpu0/cache")


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


def registers() -> int:
    """How many registers of 64 bytes the processor has, or could make of those that it has."""
    return 32 if has_avx512() else 8


@cache
def first_cache_ways() -> int:
    """How many lines of one place the nearest cache of data keeps; 0 where nothing tells."""
    for path in CACHES.glob("index*"):
        try:
            kind, level, ways = (
                (path / name).read_text().strip()
                for name in ("type", "level", "ways_of_associativity")
            )
        except OSError:
            continue
        if (kind, level) == ("Data", "1") and ways.isdigit():
            return int(ways)
    return 0


@cache
def cache_bytes() -> int:
    """The size of the largest cache; 0 where the system does not tell."""
    sizes = [0]
    for path in CACHES.glob("index*/size"):
        try:
            text = path.read_text().strip()
        except OSError:
            continue
        unit = {"K": 1 << 10, "M": 1 << 20}.get(text[-1:], 0)
        if text[:-1].isdigit():
            sizes.append(int(text[:-1]) * unit)
    return max(sizes)


def streams_from() -> int:
    """From how many bytes on a kernel stores past the cache; 0: never."""
    return 2 * cache_bytes() // 3 if "sse2" in features() else 0
