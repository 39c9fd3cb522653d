"""The functions that machine code is linked with."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from threading import Lock, Thread

from ..lowering.fusions_to_loops.frame import PARALLEL
from ..lowering.fusions_to_loops.product_words import PRODUCT
from . import blas, callbacks, engine, pool, product_code

MLIR = "mlir"
"""Stands for the library that compiles."""
_BEGUN, _ONE_AT_A_TIME = dict[str, Thread](), Lock()


def begin(*names: str) -> None:
    """Has MLIR loaded, and what is compiled here made, by other threads until it is wanted."""
    for name in names:
        if name in _AHEAD and name not in _BEGUN:
            thread = Thread(target=_make, args=(name,), name=f"tieshape-{name}")
            _BEGUN[name] = thread
            thread.start()


def _make(name: str) -> None:
    with suppress(Exception):  # it comes again where the result is wanted
        _AHEAD[name]()


def _product() -> dict[str, int]:
    with _ONE_AT_A_TIME:
        return product_code.routines()


_AHEAD: dict[str, Callable[[], object]] = {MLIR: engine.preload, PRODUCT: _product}


def known_functions(names: Collection[str]) -> dict[str, int]:
    """The addresses of functions, among them those of `names` that are made or loaded here."""
    known = dict(callbacks.addresses())
    if any(name in blas.ROUTINES for name in names):
        known |= blas.routines()
    if PRODUCT in names:
        if (thread := _BEGUN.get(PRODUCT)) is not None:
            thread.join()
        known |= _product()
    if PARALLEL in names:
        known[PARALLEL] = pool.run_address()
    return known
