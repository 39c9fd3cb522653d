"""How the compiler is imported where it is wanted."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from ..runtime.garbage import not_collected


@contextmanager
def importing_compiler() -> Generator[None]:
    """Imports without searches for garbage; xDSL's ops are defined when they are first used."""
    with not_collected():
        from ..dialects.deferred import xdsl_deferred  # it imports xDSL

        with xdsl_deferred():
            yield
