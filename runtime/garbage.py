"""Python's search for cycles of objects that nothing holds."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def not_collected() -> Generator[None]:
    """Lets no search begin while modules are imported, and the next ones pass over what was made:
    it stays, and each search through it takes as long as a tenth of the imports.

    What is alive counts as old afterwards, which the search of all objects goes through.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            if not gc.get_freeze_count():
                gc.freeze()  # both of them only join lists
                gc.unfreeze()
            gc.enable()
