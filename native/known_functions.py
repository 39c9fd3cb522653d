"""The functions that machine code is linked with."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from threading import Thread

from ..lowering.fusions_to_loops.frame import PARALLEL
from ..lowering.fusions_to_loops.product_words import PRODUCT
from . import blas, callbacks, pool, product_code

_BEGUN = list[Thread]()


def begin(names: Collection[str]) -> None:
    """Has those of `names` that are compiled here made by another thread, until they are wanted."""
    if PRODUCT in names and not _BEGUN:
        _BEGUN.append(Thread(target=_make, name="tieshape-product"))
        _BEGUN[0].start()


def _make() -> None:
    with suppress(Exception):  # it comes again where the result is wanted
        product_code.routines()


def known_functions(names: Collection[str]) -> dict[str, int]:
    """The addresses of functions, among them those of `names` that are made here."""
    known = {**callbacks.addresses(), **blas.routines()}
    if PRODUCT in names:
        for thread in _BEGUN:
            thread.join()
        known |= product_code.routines()
    if PARALLEL in names:
        known[PARALLEL] = pool.run_address()
    return known
