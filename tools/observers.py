"""What watches a run of passes: the one place for reports, checks and progress to hook in."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from time import perf_counter

from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ..text.module import print_module


class PassObserver:
    """Is called at each step of a run; a subclass overrides what it needs.

    The module is verified at each call, where the observer reads it, unless the user switched
    verification off. The observer must leave it unchanged, and raises a DiagnosticException to end
    the run with an error. With `--split-input-file` the calls come once for each module.
    """

    reads_module = True
    """Whether it looks into the module, which must be right IR for that."""

    def started(self, module: ModuleOp, passes: tuple[ModulePass, ...]) -> None:
        """`module` was read; `passes` will run on it."""

    def before_pass(self, pass_: ModulePass, module: ModuleOp) -> None:
        """`pass_` is about to run."""

    def after_pass(self, pass_: ModulePass, module: ModuleOp) -> None:
        """`pass_` has run."""

    def finished(self, module: ModuleOp) -> None:
        """All passes have run; the module is printed next."""

    def close(self) -> None:
        """The run is over or failed; may come more than once."""


class PrintAfterEachPass(PassObserver):
    """Shows the module after each pass on standard error."""

    def after_pass(self, pass_: ModulePass, module: ModuleOp) -> None:
        print(f"// IR after {pass_.name}:\n{print_module(module)}", file=sys.stderr)


class PrintAfterChange(PassObserver):
    """Shows the module on standard error after each pass that changed its text."""

    def __init__(self) -> None:
        self._before = ""

    def started(self, module: ModuleOp, passes: tuple[ModulePass, ...]) -> None:
        self._before = print_module(module)

    def after_pass(self, pass_: ModulePass, module: ModuleOp) -> None:
        text = print_module(module)
        if text != self._before:
            print(f"// IR after {pass_.name}:\n{text}", file=sys.stderr)
        self._before = text


class Timings:
    """Seconds spent in each step of a run; steps of one name add up."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def measure(self, step: str) -> Generator[None]:
        start = perf_counter()
        try:
            yield
        finally:
            self.seconds[step] = self.seconds.get(step, 0.0) + perf_counter() - start

    def table(self) -> str:
        """A line for each step, in the order of the run, and the sum."""
        rows = [*self.seconds.items(), ("total", sum(self.seconds.values()))]
        return "\n".join(f"{seconds:9.3f} s  {step}" for step, seconds in rows)
