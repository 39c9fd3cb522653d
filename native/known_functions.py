"""The functions that machine code is linked with."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from threading import Lock, Thread

from ..lowering.fusions_to_loops.frame import PARALLEL
from ..lowering.fusions_to_loops.product_words import PRODUCT
from . import blas, callbacks, pool, product_code

_BEGUN, _ONE_AT_A_TIME = list[Thread](), Lock()


def begin(names: Collection[str]) -> None:
    """Has those of `names` that are compiled here made by another thread, until they are wanted."""
    if PRODUCT in names and not _BEGUN:
        thread = Thread(target=_make, name="tieshape-product")
        thread.start()
        _BEGUN.append(thread)


def _make() -> None:
    with suppress(Exception):  # it comes again where the result is wanted
        _product()


def _product() -> dict[str, int]:
    with _ONE_AT_A_TIME:
        return product_code.routines()


def known_functions(names: Collection[str]) -> dict[str, int]:
    """The addresses of functions, among them those of `names` that are made here."""
    known = {**callbacks.addresses(), **blas.routines()}
    if PRODUCT in names:
        for thread in _BEGUN:
            thread.join()
        known |= _product()
    if PARALLEL in names:
        known[PARALLEL] = pool.run_address()
    return known
