"""The product of matrices of f32, in MLIR, for processors with vectors of 16 or 8 floats.

`@product(words, part, parts)` computes one part of what `words`, an array of i64, describes: the
addresses of a, b and c and then `SIZES` of `lowering.fusions_to_loops.products`. Tiles of up to
`ROWS` x 2 vectors are summed in registers, `DEPTH` products at a time, each element in the order of
k whatever the other sizes and parts are. A panel, the columns of b that a tile takes, is laid out
row after row by the first tile, unless few rows of a are to be multiplied with it. What comes next
is asked for a little at a time, by all tiles: the loads of b wait where too much is asked for at
once. Rows of a are divided among tiles as equally as can be: a tile of few rows waits for its sums.
"""

from __future__ import annotations

import ctypes
from functools import cache, partial
from pathlib import Path

from ..lowering.fusions_to_loops.products.panels import Panels
from ..lowering.fusions_to_loops.products.words import PRODUCT, WORDS
from .engine import functions_of
from .image import Linked
from .processor import features, first_cache_ways
from .product_prefetches import FIRST, SECOND
from .product_tiles import MANY, Tiles, tile_code, words_of
from .store import default_store
from .stored_text import stored

DEPTH = 256
"""How many products are summed before the next panel."""
FEWER_COLUMNS, MEDIUM = 256, 256
"""How many columns of b are laid out at once for up to MEDIUM rows of a: the next ones are brought
near meanwhile.
"""
FEW = 32
"""Up to how many rows of a one panel after another is read, where b lies in panels or is small."""
LIGHT = 1 << 14
"""How many elements a small b has at most, which stays near while it is used."""
CHUNK, FAST = 16, 4
"""After how many products more of what comes next is asked for, at most and at least."""
FAR = 8
"""How many rows of a panel ahead it is asked for."""
NEAR = 2
"""How many panels ahead b is asked for where it is read where it lies."""
_TEXT = Path(__file__).with_suffix(".mlir")


TALL = Tiles(16, 12, 3, in_place=32, columns=512, asked=32, beside=2, cache=FIRST)
WIDE = TALL._replace(rows=8, cache=SECOND)
"""Rows of a that are pages apart are at one place of the nearest cache, which has fewer ways."""
NARROW = Tiles(8, 6, 1, in_place=6, columns=256, asked=64, beside=0, cache=SECOND)


def tiles() -> Tiles | None:
    """Those of this machine; None where it has no wide vectors, or the system does not tell."""
    found = features()
    if "avx512f" in found:
        return TALL if first_cache_ways() >= TALL.rows else WIDE
    return NARROW if {"avx2", "fma"} <= found else None


def panels() -> Panels | None:
    """In which right sides of products are read in line, on this machine."""
    fitting = tiles()
    return None if fitting is None else Panels(2 * fitting.lanes, DEPTH)


@cache
def routines() -> dict[str, int]:
    """The address of the function by the name that code calls; none where there is none."""
    fitting = tiles()
    return {} if fitting is None else {PRODUCT: linked(fitting)[0]}


@cache
def linked(sizes: Tiles) -> tuple[int, Linked]:
    """The address of `@product`, and the code, which must be kept as long as it is called."""
    text, found = partial(product_text, sizes), ctypes.c_int64()
    code = stored(f"product {sizes}", text, default_store())
    cell = (ctypes.c_void_p * 1)(ctypes.addressof(found))
    functions_of(code.address("address"))[0](ctypes.addressof(cell))
    return found.value, code


def product_text(sizes: Tiles) -> str:
    """The module; `@address` gives that of `@product`."""
    values = {
        "LANES": sizes.lanes,
        "PANEL": 2 * sizes.lanes,
        "ROWS": sizes.rows,
        "DEPTH": DEPTH,
        "FEWER_COLUMNS": FEWER_COLUMNS,
        "COLUMNS": sizes.columns,
        "MEDIUM": MEDIUM,
        "FEW_IN_PLACE": sizes.in_place,
        "FEW": FEW,
        "LIGHT": LIGHT,
        "ASKED": sizes.asked,
        "BESIDE": sizes.beside * 2 * sizes.lanes,
        "FAST": FAST,
        "SINGLE": sizes.single,
        "CHUNK": CHUNK,
        "BROAD": MANY * sizes.lanes,
        "FAR": FAR,
        "NEAR": NEAR * 2 * sizes.lanes,
        "AHEAD": FAR * 2 * sizes.lanes,
        "WORDS": "\n".join(words_of(WORDS)),
    }
    comment, begin, text = _TEXT.read_text(encoding="utf-8").partition("\nfunc.func")
    for name, value in values.items():
        text = text.replace(name, str(value))
    return "\n".join([comment + begin + text, *tile_code(sizes)])
