"""Errors of the elementwise functions of machine code in units of the last place.

    python bench/native/math_errors.py [--step 997] > math_errors.md

Every `--step`th f32 by its bits, against numpy's float64. A row for a function and a way to compute it:
the greatest error and where, and the share of results that are the nearest f32.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
from tieshape.interpreters.arrays import Array
from tieshape.interpreters.runner import entry_function
from tieshape.native import program
from tieshape.native.processor import has_avx512
from tieshape.text.module import parse_module

sys.path.append(str(Path(__file__).parents[1]))
from shared.tables import table

TEXT = """
sdim.symbol @a
func.func @main(%x: tensor<?xf32, [@a]>) -> tensor<?xf32, [@a]> {
  %r = mhlo.OP %x : tensor<?xf32, [@a]>
  func.return %r : tensor<?xf32, [@a]>
}
"""
FUNCTIONS: dict[str, Callable[[Array], Array]] = {
    "exponential": np.exp,
    "log": np.log,
    "tanh": np.tanh,
    "logistic": lambda x: 1 / (1 + np.exp(-x)),
    "erf": np.vectorize(math.erf, otypes=[float]),
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "exponential_minus_one": np.expm1,
    "log_plus_one": np.log1p,
    "sine": np.sin,
    "cosine": np.cos,
    "tan": np.tan,
}


def row(op: str, way: str, x: Array) -> list[str]:
    """The errors of one function."""
    module = parse_module(TEXT.replace("OP", op), "op.mlir")
    native = program.NativeProgram(module, entry_function(module))
    (found,) = native.run([x])
    with np.errstate(all="ignore"):
        exact = FUNCTIONS[op](x.astype(np.float64))
        rounded = exact.astype(np.float32)
    finite = np.isfinite(rounded) & (np.abs(rounded) >= np.finfo(np.float32).tiny)
    other = np.isfinite(rounded) & ~finite
    same = (found == rounded) | (np.isnan(found) & np.isnan(rounded))
    wrong = int((~same & ~finite & ~other).sum())
    error = np.abs(found[finite].astype(np.float64) - exact[finite])
    units = error / np.spacing(np.abs(rounded[finite])).astype(np.float64)
    small = np.abs(found[other].astype(np.float64) - exact[other]).max(initial=0) / 2.0**-149
    worst = int(np.argmax(units))
    place = f"{x[finite][worst]:.9g}"
    share = f"{100 * np.mean(same[finite]):.1f} %"
    return [op, way, f"{units[worst]:.2f}", place, share, f"{small:.2f}", str(wrong)]


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--step", type=int, default=997)
    step = parser.parse_args().step
    x = np.arange(0, 2**32, step, dtype=np.uint64).astype(np.uint32).view(np.float32)
    print(
        f"# Errors of elementwise functions\n\n{x.size} numbers, every {step}th f32. Units in the"
    )
    print("last place of results that are normal; of others in units of 2^-149; how many results")
    print("of nan and infinity are others than float64's.\n")
    rows = list[list[str]]()
    ways = {"polynomials": False} | ({"AVX-512's scale": True} if has_avx512() else {})
    for op in FUNCTIONS:
        for way, scale in ways.items():
            if scale and op not in ("exponential", "tanh", "logistic", "erf"):
                continue
            program.has_avx512 = lambda scale=scale: scale
            rows.append(row(op, way, x))
    head = ("function", "by", "greatest error", "at", "nearest", "subnormal", "nan, inf")
    table(head, rows)


if __name__ == "__main__":
    main()
