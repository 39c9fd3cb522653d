"""The functions that machine code is linked with."""

from __future__ import annotations

from collections.abc import Collection

from ..lowering.fusions_to_loops.frame import PARALLEL
from ..lowering.fusions_to_loops.product_words import PRODUCT
from . import blas, callbacks, pool, product_code


def known_functions(names: Collection[str]) -> dict[str, int]:
    """The addresses of functions, among them those of `names` that are made here."""
    known = {**callbacks.addresses(), **blas.routines()}
    if PRODUCT in names:
        known |= product_code.routines()
    if PARALLEL in names:
        known[PARALLEL] = pool.run_address()
    return known
