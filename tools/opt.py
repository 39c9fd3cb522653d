"""`tieshape-opt`: reads a module, runs passes on it, and prints it.

It takes every option of xDSL's driver.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from itertools import accumulate, chain

from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import ParseError, ShrinkException

from ..text.context import new_context
from ..text.diagnostics import (
    EXPECTED_ERRORS,
    InternalError,
    LocatedError,
    UsageError,
    one_line,
    report,
    run_reporting_errors,
)
from ..text.module import read_bytes, verify_module
from ..text.parser import SourceParser
from .import_model import decode_model, source_of
from .observers import PassObserver, PrintAfterEachPass, Timings
from .options import opt_parser
from .pipeline import check_blocks, passes_of, with_hints
from .progress import Progress, installed_meter
from .registry import whole_universe
from .targets import check_target, text_of

_SEPARATOR = re.compile(rb"^// -----[ \t\r]*$", re.MULTILINE)


class TieshapeOpt:
    """One run of the driver: the constructor reads the command line, `run` does what it says."""

    def __init__(self, args: Sequence[str] | None = None):
        universe = whole_universe()
        self._targets = universe.all_targets
        self.args = opt_parser(universe.all_passes, universe.all_targets).parse_args(args)
        check_target(self.args.target, universe.all_targets)
        named = passes_of(",".join(filter(None, self.args.passes)), universe.all_passes)
        self._ends = frozenset(accumulate(map(len, named)))
        """The numbers of passes after which a name on the command line is done."""
        self._passes = tuple(chain.from_iterable(named))
        if self.args.hints is not None or self.args.undecided is not None or self.args.strict:
            self._passes = self._with_hints()
        self._context = new_context(self.args.allow_unregistered_dialect)
        self._timings = Timings()
        self.observers = observers_for(self.args)
        self.failed = False
        """Whether `run` reported an error."""

    def _with_hints(self) -> tuple[ModulePass, ...]:
        hints = self.args.hints
        if hints is not None:
            from .npz import hints_text

            hints = hints_text(hints)
        return with_hints(self._passes, hints, self.args.undecided, self.args.strict)

    def run(self) -> None:
        """Does what the command line says; what goes wrong is reported and sets `failed`."""
        path = self.args.output_file
        to_stdout = path in (None, "-")
        texts: list[str] = []
        try:
            for number, part in enumerate(self._parts()):
                text = "// -----\n" if number else ""
                text += self._process(part) or ""
                texts.append(text)
                if to_stdout:
                    sys.stdout.write(text)
                    sys.stdout.flush()
        finally:
            self._close_observers()
        if not to_stdout and not self.failed:
            _write(path, "".join(texts))
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
        for part in _SEPARATOR.split(data):
            parts.append(b"\n" * lines + part)
            lines += part.count(b"\n")
        return parts

    def _process(self, part: bytes) -> str | None:
        """The text that one module ends as; None where an error was reported instead."""
        try:
            with self._timings.measure("parse"):
                module = self._parse(part)
            self._verify(module, None)
            self._apply_all(module)
            with self._timings.measure("print"):
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
        name = "<stdin>" if path in (None, "-") else path
        parser = SourceParser(self._context, decode_model(part, name), name)
        return parser.parse_module(not self.args.no_implicit_module)

    def _report(self, error: Exception) -> None:
        self._close_observers()
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
            check_blocks(pass_, module)
            for observer in self.observers:
                observer.before_pass(pass_, module)
            with self._timings.measure(pass_.name):
                self._apply(pass_, module)
            if each or number in self._ends:
                self._verify(module, pass_)
            for observer in self.observers:
                observer.after_pass(pass_, module)
        for observer in self.observers:
            observer.finished(module)

    def _apply(self, pass_: ModulePass, module: ModuleOp) -> None:
        try:
            pass_.apply(self._context, module)
        except (*EXPECTED_ERRORS, ShrinkException):
            raise
        except Exception as error:
            raise InternalError(error, f"pass {pass_.name}") from error

    def _verify(self, module: ModuleOp, after: ModulePass | None) -> None:
        if self.args.disable_verify:
            return
        try:
            with self._timings.measure("verify"):
                verify_module(module)
        except LocatedError as error:
            if after is None:
                raise
            raise LocatedError(f"{error} (after pass {after.name})", error.place) from error

    def _close_observers(self) -> None:
        for observer in self.observers:
            observer.close()


def observers_for(args: argparse.Namespace) -> list[PassObserver]:
    """The observers that the command line asks for, in the order in which they are called."""
    observers: list[PassObserver] = []
    if not args.quiet and sys.stderr.isatty():
        observers.append(Progress(meter=installed_meter()))
    if args.print_between_passes:
        observers.append(PrintAfterEachPass())
    if args.verify_survival:
        from .survival import VerifySurvival

        observers.append(VerifySurvival())
    if args.report is not None or args.summary:
        from .report import Report

        if args.report == "-" and args.output_file in (None, "-"):
            raise UsageError("--report - needs -o FILE: the module is on standard output")
        observers.append(Report(args.report, args.summary, args.static_check))
    elif args.static_check:
        raise UsageError("--static-check needs --report or --summary to say its answer in")
    return observers


def _write(path: str, text: str) -> None:
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from error


def main(args: Sequence[str] | None = None) -> int:
    """Runs the driver with `args`, by default the command line's; the exit code."""
    words = list(sys.argv[1:] if args is None else args)

    def run() -> int:
        driver = TieshapeOpt(words)
        driver.run()
        return int(driver.failed)

    return run_reporting_errors(run, debug="--debug" in words)
