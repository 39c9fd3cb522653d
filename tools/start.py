"""Where the commands start: Python's cyclic collector waits while modules are imported, and works in larger steps behind.

What is imported lives as long as the process, and IR is freed by counting references but for its cycles; looking through
all of it again and again is a fifth of a short run.
"""

import gc
from collections.abc import Generator
from contextlib import contextmanager

THRESHOLDS = (100_000, 20, 50)
"""How many new objects make the collector look at the young ones, and so on for the older ones."""


@contextmanager
def importing() -> Generator[None]:
    """No collection inside; behind it what was imported is not looked at any more."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(*THRESHOLDS)
        gc.enable()


def opt() -> int:
    """`tieshape-opt`."""
    with importing():
        from .opt import main
    return main()


def run() -> None:
    """`tieshape-run`."""
    with importing():
        from .run import main
    main()


def tieshape() -> None:
    """`tieshape`."""
    with importing():
        from .tieshape import main
    main()
