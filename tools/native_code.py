"""Machine code on the command line: made ahead of the first run, and where it is kept."""

from __future__ import annotations

import argparse
import sys

from ..native.errors import NativeUnavailableError
from ..native.store import LIMIT, PLACE, default_store
from ..runtime.artifact import load
from ..runtime.execution import NATIVE, executor
from ..text.usage_error import UsageError


def make_native(path: str) -> None:
    """Makes the machine code of the artifact in `path`, so that its first run finds it.

    Raises UsageError where there can be none, or nothing is kept.
    """
    from ..native.runner import NativeRunner

    artifact = load(path)
    store = default_store()
    if store is None:
        raise UsageError(f"--native: nothing is kept, because {PLACE} is 0 or empty")
    try:
        made = executor(artifact.code, artifact.header.function, (), True, NATIVE)
    except NativeUnavailableError as error:
        raise UsageError(f"--native: {error}") from error
    assert isinstance(made, NativeRunner)
    for words in made.callbacks():
        print(f"on the interpreter: {words}", file=sys.stderr)
    if not made.is_stored:
        why = f"{store.place} must be a folder that only you may enter"
        raise UsageError(f"--native: the machine code cannot be kept; {why}")


def add_cache(parser: argparse.ArgumentParser) -> None:
    """The options of `tieshape cache`."""
    parser.add_argument("--clear", action="store_true", help="remove everything that is kept")
    parser.set_defaults(action=_cache)


def _cache(options: argparse.Namespace) -> int:
    store = default_store()
    if store is None:
        print(f"nothing is kept, because {PLACE} is 0 or empty")
        return 0
    if options.clear:
        count = store.clear()
        print(f"{store.place}: {count} files removed")
        return 0
    count, size = store.size()
    print(f"{store.place}: {count} files, {size / 1e6:.1f} of at most {LIMIT / 1e6:.0f} MB")
    print(f"the place: {PLACE}=FOLDER, nothing is kept with {PLACE}=0; remove it: --clear")
    return 0
