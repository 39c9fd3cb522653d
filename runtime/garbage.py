"""Python's search for cycles of objects that nothing holds."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def not_collected() -> Generator[None]:
    """Lets no search begin while modules are imported: what they make stays, and each search goes
    through all of it again, a fifth of the time that the compiler's own modules take.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
