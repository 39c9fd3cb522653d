"""Where the commands start: Python's cyclic collector waits while modules are imported, and works in larger steps behind.

What is imported lives as long as the process, and IR is freed by counting references but for its cycles; looking through
all of it again and again is a fifth of a short run.
"""

import gc
import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import NoReturn

THRESHOLDS = (10_000, 10, 10)
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


def opt() -> NoReturn:
    """`tieshape-opt`."""
    with importing():
        from .opt import main
    leave(main())


def leave(code: int) -> NoReturn:
    """Ends the process as it stands: to take its modules apart first takes as long as to print them."""
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:  # who reads has seen enough
        code = code or 1
    os._exit(code)


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
