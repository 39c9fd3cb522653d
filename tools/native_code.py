"""Machine code on the command line: made ahead of the first run, and where it is kept."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp

from ..interpreters import RunError
from ..interpreters.arrays import Array
from ..native.errors import NativeUnavailableError
from ..native.fences import FencedMemory, FenceError
from ..native.program import NativeProgram, native_code
from ..native.runner import NativeRunner
from ..native.store import LIMIT, PLACE, default_store
from ..runtime.artifact import Artifact, load
from ..runtime.execution import NATIVE, Engine, executor
from ..text.usage_error import UsageError

Run = Callable[[Sequence[Array]], list[Array]]


def native_function(
    module: ModuleOp,
    function: func.FuncOp,
    interpreter: Run,
    *,
    value_checks: bool = True,
    only: bool = False,
    fences: bool = False,
    threads: int = 1,
) -> Run:
    """Machine code for `function`, which `interpreter` runs too; says on stderr what has none.

    only: an op without a native form is an error
    threads: how many share large loops
    fences: buffers end at pages that may not be touched, and in a second run begin at one
    Raises UsageError where there can be no machine code.
    """
    try:
        if not fences:
            program = NativeProgram(module, function, value_checks=value_checks, threads=threads)
            return saying(NativeRunner(program, interpreter, only=only)).run
        shared = threads > 1
        code = native_code(function, value_checks=value_checks, apart=True, shared=shared)
        memories = [FencedMemory(at_end=side) for side in (False, True)]
        runs = [
            NativeProgram(module, code, value_checks=value_checks, memory=memory, threads=threads)
            for memory in memories
        ]
        first, last = (NativeRunner(program, interpreter, only=only) for program in runs)
    except (NativeUnavailableError, OSError) as error:
        raise UsageError(str(error)) from error
    run = saying(last).run

    def fenced(arrays: Sequence[Array]) -> list[Array]:
        try:
            first.run(arrays)
            return run(arrays)
        except FenceError as error:
            raise RunError(str(error)) from error

    return fenced


def native_executor(
    artifact: Artifact, *, value_checks: bool, only: bool, threads: int = 1
) -> Speaking:
    """As `native_function`, for the code of an artifact."""
    try:
        header = artifact.header
        engine = Engine(NATIVE, threads)
        native = executor(artifact.parts, header.function, (), value_checks, engine)
    except NativeUnavailableError as error:
        raise UsageError(str(error)) from error
    assert isinstance(native, NativeRunner)
    if only and native.callbacks():
        raise UsageError(f"some ops have no native form: {'; '.join(native.callbacks())}")
    return saying(native)


class Speaking:
    """Runs natively, and says on stderr what does not."""

    def __init__(self, native: NativeRunner):
        self._native = native

    def run(self, arrays: Sequence[Array]) -> list[Array]:
        """As the runner's."""
        native = self._native
        refusals = native.refusals
        results = native.run(arrays)
        if native.refusals > refusals:
            print("native code refused this call, the interpreter ran it", file=sys.stderr)
        return results


def saying(native: NativeRunner) -> Speaking:
    """Says on stderr which ops the interpreter runs in the midst of native code, and why."""
    for words in native.callbacks():
        print(f"on the interpreter: {words}", file=sys.stderr)
    return Speaking(native)


def make_native(path: str) -> None:
    """Makes the machine code of the artifact in `path`, so that its first run finds it.

    Raises UsageError where there can be none, or nothing is kept.
    """
    artifact = load(path)
    store = default_store()
    if store is None:
        raise UsageError(f"--native: nothing is kept, because {PLACE} is 0 or empty")
    try:
        made = executor(artifact.parts, artifact.header.function, (), True, NATIVE)
    except NativeUnavailableError as error:
        raise UsageError(f"--native: {error}") from error
    assert isinstance(made, NativeRunner)
    saying(made)
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
