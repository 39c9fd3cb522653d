"""The entry points of the commands; each tunes Python's cyclic garbage collector.

Collection is off while modules are imported and runs in larger steps afterwards: what is imported
lives as long as the process, and IR is freed by counting references but for its cycles. Traversing
all of it again and again takes a fifth of a short run.
"""

import gc
import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import NoReturn

THRESHOLDS = (10_000, 10, 10)
"""The thresholds of the collector's three generations."""


@contextmanager
def importing() -> Generator[None]:
    """Imports without collections, and exempts what was imported from all later ones."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(*THRESHOLDS)
        gc.enable()


def opt() -> NoReturn:
    """`tieshape-opt`; what needs no module is answered without what reads one."""
    words = sys.argv[1:]
    with importing():
        from .questions import is_question
    leave(questions(words) if is_question(words) else _opt(words))


def questions(words: list[str]) -> int:
    """Answers what needs no module."""
    with importing():
        from .questions import main
    return main(words)


def _opt(words: list[str]) -> int:
    with importing():
        from .opt import main
    return main(words)


def leave(code: int) -> NoReturn:
    """Ends the process without finalizing the interpreter, which takes as long as printing."""
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:  # the reader closed the pipe
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
