"""How near products of matrices come to the multiplications that the processor can do.

    python bench/native/products.py [--rounds 40]

Needs the extra `native`, gcc, and AVX-512 or AVX2 and FMA. A loop of fused multiplications and additions on registers
alone is run right before each product, for about as long, on one thread; both are timed in time of
the processor. A figure is what the product reaches of that loop's operations a second, the first
tenth of all rounds of each: with the right side in the cache, and with another one each time.
"""

from __future__ import annotations

import argparse
import ctypes
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import CLOCK_THREAD_CPUTIME_ID, clock_gettime
from typing import Any

import numpy as np
from tieshape.lowering.fusions_to_loops.products.words import PRODUCT, WORDS
from tieshape.native.processor import has_avx512
from tieshape.native.product_code import routines

SIDES = ((256, 256), (1024, 256), (256, 1024), (768, 768), (3072, 768), (768, 3072))
"""Columns, and how many products are summed."""
WHOLE = [(rows, *side) for side in SIDES for rows in (16, 128, 1024)]
HEADS = [(128, 128, 32), (128, 32, 128), (128, 128, 96), (128, 96, 128)]
BATCHES = 8
SECONDS, FLOPS = 4e-4, 1e11
"""Of a measurement, about, and what a processor does a second, about."""
MEMORY = 80e6
"""Bytes of all right sides: more than any cache."""
SUMS = range(12)
LANES = 16 if has_avx512() else 8
BITS = 32 * LANES
SOURCE = "\n".join(
    [
        "#include <immintrin.h>",
        "void peak(long count) {",
        f"  __m{BITS} x = _mm{BITS}_set1_ps(1.0001f), y = _mm{BITS}_set1_ps(0.5f);",
        *(f"  __m{BITS} s{i} = _mm{BITS}_set1_ps({i});" for i in SUMS),
        "  for (long n = 0; n < count; n++) {",
        *(
            f'    asm volatile("vfmadd231ps %2, %1, %0" : "+v"(s{i}) : "v"(x), "v"(y));'
            for i in SUMS
        ),
        "  }",
        "}",
        "",
    ]
)
PEAK = len(SUMS) * LANES * 2
"""Operations of one count of `peak`."""


def peak() -> Callable[[int], object]:
    """So many times a dozen vectors of multiplications and additions."""
    folder = Path(tempfile.mkdtemp())
    (folder / "peak.c").write_text(SOURCE)
    flags = ["-O3", "-march=native", "-shared", "-fPIC"]
    subprocess.run(["gcc", *flags, "peak.c", "-o", "peak.so"], cwd=folder, check=True)
    function = ctypes.CDLL(str(folder / "peak.so")).peak
    function.argtypes = [ctypes.c_long]
    return function


class Products:
    """Products of one shape with many right sides."""

    def __init__(self, shape: tuple[int, int, int], batches: int, *, turned: bool):
        """turned: whether the right side lies by columns"""
        m, n, k = shape
        self.operations = 2 * m * n * k * batches
        count = max(2, int(MEMORY / (4 * n * k * batches)))
        random = np.random.default_rng(0)
        left = random.standard_normal((batches, m, k), np.float32)
        result = np.zeros((batches, m, n), np.float32)
        sides = [random.standard_normal((batches, k, n), np.float32) for _ in range(count)]
        strides = {"b_k": 1, "b_n": k} if turned else {"b_k": n, "b_n": 1}
        given = {
            "batches": batches,
            "m": m,
            "n": n,
            "k": k,
            "outer": 1,
            "a_m": k,
            "a_k": 1,
            "c_m": n,
        }
        given |= {"a_b": m * k, "b_b": n * k, "c_b": m * n, **strides}
        self.arrays = [left, result, *sides]
        self.words = list[Any]()
        for side in self.arrays[2:]:
            given |= {"a": left.ctypes.data, "b": side.ctypes.data, "c": result.ctypes.data}
            self.words.append((ctypes.c_int64 * len(WORDS))(*(given.get(w, 0) for w in WORDS)))


def fraction(made: Products, loop: Callable[[int], object], rounds: int, *, near: bool) -> float:
    """What is reached of the loop's operations a second.

    near: whether the right side is the same each time
    """
    call = ctypes.CFUNCTYPE(None, *[ctypes.c_int64] * 3)(routines()[PRODUCT])
    calls = max(1, int(SECONDS * FLOPS / made.operations))
    count, at = made.operations * calls // PEAK, 0
    times: tuple[list[float], list[float]] = [], []
    for _ in range(rounds):
        places = [0 if near else (at + i) % len(made.words) for i in range(calls)]
        at += calls
        words = [ctypes.addressof(made.words[place]) for place in places]
        if near:
            call(words[0], 0, 1)
        start = clock_gettime(CLOCK_THREAD_CPUTIME_ID)
        loop(count)
        middle = clock_gettime(CLOCK_THREAD_CPUTIME_ID)
        for word in words:
            call(word, 0, 1)
        times[0].append(middle - start)
        times[1].append(clock_gettime(CLOCK_THREAD_CPUTIME_ID) - middle)
    least, own = (float(np.quantile(found, 0.1)) for found in times)
    return least / own


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=40)
    options, loop = parser.parse_args(), peak()
    print("| rows, columns, summed | in the cache | from memory |\n|---|---|---|")
    cases = [(shape, 1, False) for shape in WHOLE]
    cases += [(shape, BATCHES, shape[1] == shape[0]) for shape in HEADS]
    for shape, batches, turned in cases:
        made = Products(shape, batches, turned=turned)
        found = [fraction(made, loop, options.rounds, near=near) for near in (True, False)]
        name = ", ".join(map(str, shape)) + (f" ({batches} times)" if batches > 1 else "")
        print(f"| {name} |", " | ".join(f"{part:.2f}" for part in found), "|", flush=True)


if __name__ == "__main__":
    main()
