"""The functions that machine code is linked with."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from threading import Lock, Thread

from ..lowering.fusions_to_loops.frame import ACQUIRE, ALLOCATE, CALLBACK, LATE, PARALLEL
from ..lowering.fusions_to_loops.products.words import BYTE_PRODUCT, PRODUCT
from . import blas, engine

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
    from . import product_code

    with _ONE_AT_A_TIME:
        return product_code.routines()


def _byte_product() -> dict[str, int]:
    from . import byte_products

    with _ONE_AT_A_TIME:
        return byte_products.routines()


def _late_memory() -> dict[str, int]:
    from . import late_memory

    with _ONE_AT_A_TIME:
        return late_memory.routines()


_MADE = {PRODUCT: _product, BYTE_PRODUCT: _byte_product, ACQUIRE: _late_memory}
"""What compiles functions, by the name of one of them."""
_AHEAD: dict[str, Callable[[], object]] = {MLIR: engine.preload, **_MADE}


def known_functions(names: Collection[str]) -> dict[str, int]:
    """The addresses of functions, among them those of `names` that are made or loaded here. What is
    not needed is not imported: a process that only runs a stored program is to be quick.
    """
    known = dict[str, int]()
    if any(name.endswith((CALLBACK, LATE, ALLOCATE)) for name in names):
        from . import callbacks

        known |= callbacks.addresses()
    if any(name in blas.ROUTINES for name in names):
        known |= blas.routines()
    for name in _MADE.keys() & set(names):
        if (thread := _BEGUN.get(name)) is not None:
            thread.join()
        known |= _MADE[name]()
    if PARALLEL in names:
        from . import pool

        known[PARALLEL] = pool.run_address()
    return known
