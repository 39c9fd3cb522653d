"""`tieshape-opt`: xDSL's driver with tieshape's dialects, passes, parser, printer and errors."""

import argparse
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from io import BytesIO
from itertools import accumulate, chain
from typing import IO

from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass, PassPipeline
from xdsl.utils.exceptions import ParseError, ShrinkException
from xdsl.xdsl_opt_main import xDSLOptMain

from ..text.context import TieshapeContext, readable_dialects
from ..text.diagnostics import (
    EXPECTED_ERRORS,
    LocatedError,
    UsageError,
    decode,
    one_line,
    place_and_message,
    report,
    run_reporting_errors,
)
from ..text.module import print_module, read_bytes, verify_module
from ..text.parser import SourceParser
from .blocks import check_blocks
from .observers import PassObserver, PrintAfterEachPass, Timings
from .options import CommandLine, add_arguments, list_of_passes
from .pipeline import check_target, passes_of
from .progress import Progress
from .registry import whole_universe

_SEPARATOR = re.compile(rb"^// -----[ \t\r]*$", re.MULTILINE)


class TieshapeOpt(xDSLOptMain):
    """One run of the driver: the constructor reads the command line, `run` does what it says."""

    observers: list[PassObserver]
    """Told of each step; `make_observers` puts in those that the command line asks for."""
    failed: bool
    """Whether `run` reported an error."""
    ends: frozenset[int]
    """After so many passes one that the command line names is done, a sequence of passes as a whole."""

    def __init__(
        self,
        description: str = "Reads a module, runs passes on it, and prints it.",
        args: Sequence[str] | None = None,
    ):
        self.available_frontends = {}
        self.available_passes = {}
        self.available_targets = {}
        self.ctx = TieshapeContext()
        self.register_all_dialects()
        self.register_all_frontends()
        self.register_all_passes()
        self.register_all_targets()
        parser = CommandLine(
            "tieshape-opt",
            usage="tieshape-opt [OPTION ...] [FILE]",
            description=description,
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        self.register_all_arguments(parser)
        self.args = parser.parse_args(args)
        self.ctx.allow_unregistered = self.args.allow_unregistered_dialect
        self.failed = False
        self.timings = Timings()
        self.setup_pipeline()
        self.observers = self.make_observers()

    def register_all_dialects(self) -> None:
        for name, dialect in readable_dialects().items():
            self.ctx.register_dialect(name, dialect)

    def register_all_passes(self) -> None:
        for name, load in whole_universe().all_passes.items():
            self.register_pass(name, load)

    def register_all_targets(self) -> None:
        self.available_targets.update(whole_universe().all_targets)

    def register_all_frontends(self) -> None:
        def parse_mlir(chunk: IO[bytes]) -> ModuleOp:
            name = self.get_input_name()
            text = decode(chunk.read(), name)
            return SourceParser(self.ctx, text, name).parse_module(not self.args.no_implicit_module)

        self.available_frontends["mlir"] = parse_mlir

    def register_all_arguments(self, arg_parser: argparse.ArgumentParser) -> None:
        add_arguments(arg_parser, self.available_frontends, self.available_targets)
        arg_parser.epilog = list_of_passes(self.available_passes)

    def setup_pipeline(self) -> None:
        check_target(self.args.target, self.available_targets)
        named = passes_of(self.args.passes, self.available_passes)
        self.ends = frozenset(accumulate(map(len, named)))
        passes = tuple(chain.from_iterable(named))
        if self.args.hints is not None or self.args.undecided is not None:
            from .hints import hints_text, with_hints

            hints = None if self.args.hints is None else hints_text(self.args.hints)
            passes = with_hints(passes, hints, self.args.undecided)
        self.pipeline = PassPipeline(passes)

    def make_observers(self) -> list[PassObserver]:
        """The observers that the command line asks for, in the order in which they are told."""
        observers: list[PassObserver] = []
        if not self.args.quiet and sys.stderr.isatty():
            observers.append(Progress())
        if self.args.print_between_passes:
            observers.append(PrintAfterEachPass())
        if self.args.verify_survival:
            from .survival import VerifySurvival

            observers.append(VerifySurvival())
        if self.args.report is not None or self.args.summary:
            from .report import Report

            observers.append(Report(self.args.report, self.args.summary, self.args.static_check))
        elif self.args.static_check:
            raise UsageError("--static-check needs --report or --summary to say its answer in")
        return observers

    def run(self) -> None:
        """Does what the command line says; what goes wrong is reported and sets `failed`."""
        if self.args.version:
            print(f"tieshape-opt {_version('tieshape')} on xdsl {_version('xdsl')}")
            return
        texts: list[str] = []
        try:
            chunks, extension = self.prepare_input()
            for number, (chunk, _) in enumerate(chunks):
                text = "// -----\n" if number else ""
                text += self._process(chunk, extension) or ""
                texts.append(text)
                if self._to_stdout():
                    sys.stdout.write(text)
                    sys.stdout.flush()
        finally:
            self._close_observers()
        if not self._to_stdout() and not self.failed:
            _write(self.args.output_file, "".join(texts))
        if self.args.timing:
            print(self.timings.table(), file=sys.stderr)
        if self.args.shrink:
            print("Failure, can't shrink")
            self.failed = True

    def _process(self, chunk: IO[bytes], extension: str) -> str | None:
        """The text that one module ends as; None where an error was reported instead."""
        try:
            with self.timings.measure("parse"):
                module = self.parse_chunk(chunk, extension)
            assert module is not None
            self._verify(module, None)
            self.apply_passes(module)
            with self.timings.measure("print"):
                return self.output_resulting_program(module)
        except ShrinkException:
            if not self.args.shrink:
                raise
            print("Success, can shrink")
            raise SystemExit(0) from None
        except Exception as error:
            self._report(error)
            return None

    def _report(self, error: Exception) -> None:
        self._close_observers()
        syntax = isinstance(error, ParseError)
        if self.args.parsing_diagnostics if syntax else self.args.verify_diagnostics:
            print(one_line(error))
            return
        self.failed = True
        report(error, debug=self.args.debug)

    def prepare_input(self) -> tuple[list[tuple[IO[bytes], int]], str]:
        """The parts of the input and its language.

        Each part begins with as many empty lines as stand before it, so that its lines have the
        numbers of the whole input; no further offset is needed.
        """
        path = self.args.input_file
        data = read_bytes(path)
        extension = self.args.frontend or (path or "").rpartition(".")[2]
        if extension not in self.available_frontends:
            extension = "mlir"
        if not self.args.split_input_file:
            return [(BytesIO(data), 0)], extension
        chunks: list[tuple[IO[bytes], int]] = []
        lines = 0
        for part in _SEPARATOR.split(data):
            chunks.append((BytesIO(b"\n" * lines + part), 0))
            lines += part.count(b"\n")
        return chunks, extension

    def get_input_name(self) -> str:
        path = self.args.input_file
        return "<stdin>" if path in (None, "-") else path

    def apply_passes(self, prog: ModuleOp) -> None:
        passes = self.pipeline.passes
        for observer in self.observers:
            observer.started(prog, passes)
        each = self.args.verify_each or any(o.reads_module for o in self.observers)
        for number, pass_ in enumerate(passes, 1):
            for observer in self.observers:
                observer.before_pass(pass_, prog)
            with self.timings.measure(pass_.name):
                self._apply(pass_, prog)
            if each or number in self.ends:
                self._verify(prog, pass_)
            for observer in self.observers:
                observer.after_pass(pass_, prog)
        for observer in self.observers:
            observer.finished(prog)

    def _apply(self, pass_: ModulePass, module: ModuleOp) -> None:
        check_blocks(pass_, module)
        try:
            pass_.apply(self.ctx, module)
        except (*EXPECTED_ERRORS, ShrinkException):
            raise
        except Exception as error:
            place, message = place_and_message(error)
            raise LocatedError(f"{message} (in pass {pass_.name})", place) from error

    def _verify(self, module: ModuleOp, after: ModulePass | None) -> None:
        if self.args.disable_verify:
            return
        try:
            with self.timings.measure("verify"):
                verify_module(module)
        except LocatedError as error:
            if after is None:
                raise
            raise LocatedError(f"{error} (after pass {after.name})", error.place) from error

    def output_resulting_program(self, prog: ModuleOp) -> str:
        args = self.args
        if args.target != "mlir" or args.syntax_highlight or args.print_no_properties:
            return super().output_resulting_program(prog)
        return print_module(
            prog,
            generic=args.print_op_generic,
            locations=args.print_debuginfo,
            dialects=self.ctx.loaded_dialects,
        )

    def _to_stdout(self) -> bool:
        return self.args.output_file in (None, "-")

    def _close_observers(self) -> None:
        for observer in self.observers:
            observer.close()


def _version(package: str) -> str:
    with suppress(PackageNotFoundError):
        return version(package)
    return "(not installed)"


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
        driver = TieshapeOpt(args=words)
        driver.run()
        return int(driver.failed)

    return run_reporting_errors(run, debug="--debug" in words)
