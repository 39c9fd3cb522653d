"""`tieshape-opt`: reads a module, runs passes on it, and prints it.

It takes every option of xDSL's driver.
"""

import re
import sys
from collections.abc import Iterable, Sequence
from itertools import accumulate, chain

from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import ParseError, ShrinkException

from ..text.context import new_context
from ..text.diagnostics import (
    EXPECTED_ERRORS,
    InternalError,
    LocatedError,
    all_of,
    one_line,
    report,
)
from ..text.module import parse_text, read_bytes, verify_module
from ..text.reporting import run_reporting_errors
from ..text.usage_error import UsageError
from .chosen_observers import observers_for
from .command_words import parsed
from .contradictions import telling_contradictions
from .emit import emitted
from .expected_diagnostics import ExpectedDiagnostics, has_expectations
from .import_model import decode_model
from .import_sources import source_of
from .observers import Timings
from .options import opt_parser
from .output import write_text
from .pipeline import passes_of, with_options
from .pipeline_text import pipeline_text
from .questions import is_question
from .questions import main as questions
from .registry import whole_universe
from .reproducer import split_reproducer, write_reproducer
from .targets import check_target, text_of

_SEPARATOR = re.compile(rb"^// -----[ \t\r]*$", re.MULTILINE)


class TieshapeOpt:
    """One run of the driver: the constructor reads the command line, `run` does what it says."""

    def __init__(self, args: Sequence[str] | None = None):
        universe = whole_universe()
        self._targets = universe.all_targets
        parser = opt_parser(universe.all_passes, universe.all_targets)
        words = sys.argv[1:] if args is None else args
        self.args = parsed(parser, words, universe.all_passes)
        check_target(self.args.target, universe.all_targets)
        self._available = universe.all_passes
        self._use(filter(None, self.args.passes))
        self._part = b""
        """The part of the input that is at hand."""
        self._expected: ExpectedDiagnostics | None = None
        self._context = new_context(self.args.allow_unregistered_dialect)
        self._timings = Timings()
        self.observers = observers_for(self.args)
        self.failed = False
        """Whether `run` reported an error."""

    def _use(self, specs: Iterable[str]) -> None:
        """Takes the passes of `specs`, in order, as those to run."""
        named = [each for spec in specs for each in passes_of(spec, self._available)]
        self._ends = frozenset(accumulate(map(len, named)))
        """The numbers of passes after which a name on the command line is done."""
        hints = self.args.hints
        if hints is not None:
            from .npz import hints_text

            hints = hints_text(hints)
        names = ("facts", "undecided", "strict")
        wanted = {"hints": hints, **{name: getattr(self.args, name) for name in names}}
        self._passes = with_options(chain.from_iterable(named), wanted)

    def run(self) -> None:
        """Does what the command line says; what goes wrong is reported and sets `failed`."""
        path = self.args.output_file
        to_stdout = path in (None, "-")
        texts: list[str] = []
        parts = self._parts()
        if self.args.run_reproducer:
            self._use_reproducer(parts)
        self._expect(parts)
        if self.args.dump_pass_pipeline:
            count = f"Pass Manager with {len(self._passes)} passes:"
            print(f"{count}\n{pipeline_text(self._passes)}", file=sys.stderr)
        try:
            for number, part in enumerate(parts):
                text = "// -----\n" if number else ""
                text += self._process(part) or ""
                texts.append(text)
                if to_stdout:
                    sys.stdout.write(text)
                    sys.stdout.flush()
        finally:
            self._close_observers()
        self._check_expectations()
        if not to_stdout and not self.failed:
            write_text(path, "".join(texts))
        if self.args.timing:
            print(self._timings.table(), file=sys.stderr)
        if self.args.shrink:
            print("Failure, can't shrink")
            self.failed = True

    def _parts(self) -> list[bytes]:
        """The parts of the input.

        Each begins with as many empty lines as precede it, so that its lines keep their numbers.
        """
        if source_of(self.args.input_file) is not None:
            return [b""]
        data = read_bytes(self.args.input_file)
        if not self.args.split_input_file:
            return [data]
        parts: list[bytes] = []
        lines = 0
        marker = self.args.split_marker
        separator = _SEPARATOR if marker is None else re.compile(re.escape(marker.encode()))
        for part in separator.split(data):
            parts.append(b"\n" * lines + part)
            lines += part.count(b"\n")
        return parts

    def _use_reproducer(self, parts: Sequence[bytes]) -> None:
        """Takes the pipeline of the reproducer that the input is."""
        pipelines = [split_reproducer(part.decode("utf-8", "replace"))[1] for part in parts]
        if not any(pipelines):
            raise UsageError("--run-reproducer: the input has no pipeline of a reproducer")
        self._use(filter(None, pipelines))

    def _expect(self, parts: Sequence[bytes]) -> None:
        """Reads the expectations of the input, where errors are held against them."""
        which = self.args.diagnostics_to_verify
        if not self.args.verify_diagnostics or source_of(self.args.input_file) is not None:
            return
        lines = dict[int, str]()
        for part in parts:
            shown = part.decode("utf-8", "replace").split("\n")
            lines |= {number: line for number, line in enumerate(shown) if line}
        text = "\n".join(lines.get(number, "") for number in range(max(lines, default=0) + 1))
        if which is not None or has_expectations(text):
            self._expected = ExpectedDiagnostics(text, self._name())

    def _check_expectations(self) -> None:
        for line in self._expected.finish() if self._expected is not None else ():
            print(line, file=sys.stderr)
            self.failed = True

    def _name(self) -> str:
        path = self.args.input_file
        return "<stdin>" if path in (None, "-") else path

    def _process(self, part: bytes) -> str | None:
        """The text that one module ends as; None where an error was reported instead."""
        self._part = part
        try:
            with self._timings.measure("parse"):
                module = self._parse(part)
            self._verify(module, None)
            self._apply_all(module)
            with self._timings.measure("print"):
                if (stage := self.args.emit) is not None:
                    return emitted(module, stage, generic=self.args.print_op_generic)
                return text_of(module, self.args, self._context, self._targets)
        except ShrinkException:
            if not self.args.shrink:
                raise
            print("Success, can shrink")
            raise SystemExit(0) from None
        except Exception as error:
            self._report(error)
            return None

    def _parse(self, part: bytes) -> ModuleOp:
        path = self.args.input_file
        if (source := source_of(path)) is not None:
            return source.import_model(path)
        name = self._name()
        text, _ = split_reproducer(decode_model(part, name))
        implicit = not self.args.no_implicit_module
        return parse_text(text, name, self._context, allow_implicit_module=implicit)

    def _report(self, error: Exception) -> None:
        self._close_observers()
        if self._expected is not None:
            for each in all_of(error):
                self._expected.meet(each)
            return
        syntax = isinstance(error, ParseError)
        if self.args.parsing_diagnostics if syntax else self.args.verify_diagnostics:
            print(one_line(error))
            return
        self.failed = True
        report(error, debug=self.args.debug)

    def _apply_all(self, module: ModuleOp) -> None:
        for observer in self.observers:
            observer.started(module, self._passes)
        each = self.args.verify_each or any(o.reads_module for o in self.observers)
        for number, pass_ in enumerate(self._passes, 1):
            for observer in self.observers:
                observer.before_pass(pass_, module)
            try:
                with self._timings.measure(pass_.name):
                    self._apply(pass_, module)
                if each or number in self._ends:
                    self._verify(module, pass_)
            except ShrinkException:
                raise
            except Exception:
                self._reproduce(number)
                raise
            for observer in self.observers:
                observer.after_pass(pass_, module)
        for observer in self.observers:
            observer.finished(module)

    def _apply(self, pass_: ModulePass, module: ModuleOp) -> None:
        try:
            with telling_contradictions(module):
                pass_.apply(self._context, module)
        except (*EXPECTED_ERRORS, ShrinkException):
            raise
        except Exception as error:
            raise InternalError(error, f"pass {pass_.name}") from error

    def _reproduce(self, number: int) -> None:
        """Writes the reproducer of what the first `number` passes failed at, where one is asked."""
        path = self.args.crash_reproducer
        if path is None:
            return

        def before(passes: Sequence[ModulePass]) -> ModuleOp:
            module = self._parse(self._part)
            for pass_ in passes:
                pass_.apply(self._context, module)
            return module

        text = self._part.decode("utf-8", "replace").lstrip("\n")
        write_reproducer(path, self._passes[:number], before, text)
        words = f"tieshape-opt --run-reproducer {path}"
        print(f"note: a reproducer is in {path}; it runs by {words}", file=sys.stderr)

    def _verify(self, module: ModuleOp, after: ModulePass | None) -> None:
        if self.args.disable_verify:
            return
        try:
            with self._timings.measure("verify"):
                verify_module(module)
        except LocatedError as error:
            if after is None:
                raise
            wrong = LocatedError(f"{error} (after pass {after.name})", error.place)
            wrong.others = error.others
            raise wrong from error

    def _close_observers(self) -> None:
        for observer in self.observers:
            observer.close()


def main(args: Sequence[str] | None = None) -> int:
    """Runs the driver with `args`, by default the command line's; the exit code."""
    words = list(sys.argv[1:] if args is None else args)

    if is_question(words):
        return questions(words)

    def run() -> int:
        driver = TieshapeOpt(words)
        driver.run()
        return int(driver.failed)

    return run_reporting_errors(run, debug="--debug" in words)
