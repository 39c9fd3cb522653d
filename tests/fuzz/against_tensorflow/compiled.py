"""What tieshape says of a program: results or refusals, at the end or after any pass."""

from __future__ import annotations

import resource
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from tieshape.analysis.survival import Snapshot
from tieshape.interpreters import RunError, Runner
from tieshape.lowering.pipelines import TieshapePass
from tieshape.materialize.errors import UnloweredError
from tieshape.text.diagnostics import EXPECTED_ERRORS, one_line
from tieshape.text.module import parse_module, verify_module
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from .program import Array

T = TypeVar("T")
SLOW = 2.0
"""Seconds of processor time that no program may take to compile."""

LIMIT = 40
"""Seconds of processor time after which a program is given up."""

UNSUPPORTED = ("not supported", "there is no lowering", "is not registered", "unregistered")


class Failure(Exception):
    """A program that does not compile, or a run that ends with neither results nor a refusal."""

    def __init__(self, kind: str, stage: str, message: str):
        super().__init__(f"{kind}, {stage}: {message}")
        self.kind, self.stage, self.message = kind, stage, message


class OutOfTime(BaseException):
    """The limit of processor time is reached; no `except Exception` stops it."""


@contextmanager
def time_limit(seconds: int) -> Iterator[None]:
    """Raises OutOfTime in the body after `seconds` of processor time."""

    def stop(*_: object) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def processor_time() -> float:
    """Seconds that this process has used."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


class Compiled:
    """A compiled program. Raises Failure where it does not compile.

    last: the pass after which to stop
    check_facts: whether to hold each pass against the facts before it; they are in `lost`
    """

    def __init__(self, text: str, last: str = "", *, check_facts: bool = True) -> None:
        self.lost = list[tuple[str, str]]()
        """Facts that a pass lost, each with the name of the pass."""
        self.seconds = 0.0
        """Processor time of the passes, without what checks them."""
        self._text = text
        self.module = self._compile(last, check_facts)
        self._runner: Runner | None = None

    def stages(self) -> Iterator[tuple[str, Compiled]]:
        """The program after each pass from the lowering on, compiled up to there."""
        names = [step.name for step in TieshapePass(strict=True).pipeline()]
        for name in names[names.index("convert-tf-to-mhlo") :]:
            yield name, Compiled(self._text, name, check_facts=False)

    def run(self, arrays: Sequence[Array]) -> list[Array] | str:
        """The results, or the words of the refusal. Raises Failure for an internal error."""
        try:
            self._runner = self._runner or Runner(self.module)
            return self._runner.run(list(arrays))
        except RunError as error:
            return one_line(error)
        except Exception as error:  # any other exception is a bug
            raise Failure("internal error in a run", "run", _words(error)) from error

    def _compile(self, last: str, check_facts: bool) -> ModuleOp:
        module = _stage("parse", lambda: parse_module(self._text, "program.mlir"))
        before = _stage("parse, facts", lambda: Snapshot.of(module)) if check_facts else None
        for step in TieshapePass().pipeline():
            start = processor_time()
            _stage(step.name, lambda s=step: s.apply(Context(), module))
            self.seconds += processor_time() - start
            if before is not None:
                after = _stage(f"{step.name}, facts", lambda: Snapshot.of(module))
                self.lost += [(step.name, str(fact)) for fact in before.lost_in(after)]
                before = after
            if step.name == last:
                break
        _stage("verify", lambda: verify_module(module))
        return module


def _stage(name: str, body: Callable[[], T]) -> T:
    try:
        return body()
    except Exception as error:
        words = _words(error)
        if not isinstance(error, EXPECTED_ERRORS):
            raise Failure("internal error", name, words) from error
        lacking = isinstance(error, UnloweredError) or any(w in words for w in UNSUPPORTED)
        kind = "unsupported" if lacking else "refused by the compiler"
        raise Failure(kind, name, words) from error


def _words(error: Exception) -> str:
    return one_line(error)[:400]
