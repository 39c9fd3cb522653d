"""`tieshape-run`: runs a module on stored arrays, compares its results, checks its shape facts."""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from xdsl.context import Context

from ..interpreters import RunError, Runner
from ..interpreters.arrays import Array
from ..lowering.import_stablehlo.import_stablehlo import ImportStablehloPass
from ..runtime import ArgumentError, Artifact, ArtifactError, GuardError, load
from ..runtime.execution import MOST_THREADS
from ..runtime.file import FAMILY
from ..text.context import new_context
from ..text.diagnostics import one_line
from ..text.reporting import run_reporting_errors
from ..text.usage_error import UsageError
from .compare_results import Tolerance, matches_stored
from .import_model import read_model
from .import_sources import source_of
from .npz import StoredArrays, numbered, read_npz, write_results
from .options import CommandLine
from .timed_calls import medians

Calls = Callable[[Sequence[Array], Sequence[str]], list[Array]]


def main() -> None:
    """The command; its exit code is 1 when anything went wrong."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Runs the command line `arguments` and returns the exit code."""
    debug = "--debug" in arguments
    return run_reporting_errors(lambda: _run(_parser().parse_args(arguments)), debug=debug)


def _parser() -> argparse.ArgumentParser:
    parser = CommandLine(prog="tieshape-run", description=__doc__)
    parser.add_version()
    parser.add_completion()
    add = parser.add_argument
    add(
        "module",
        metavar="MODULE",
        help="a module, a model of another framework or a .tie artifact, - for a module on standard input",
    )
    add(
        "--inputs",
        action="append",
        required=True,
        type=Path,
        metavar="FILE.npz",
        help="the arguments in_0, in_1, … and for --check the results out_0, …; may be repeated",
    )
    add("--weights", type=Path, metavar="FILE.npz", help="further arguments w_0, w_1, …")
    add("--outputs", type=Path, metavar="FILE.npz", help="where to store the results out_0, …")
    add("--check", action="store_true", help="compare the results with those in the inputs file")
    add("--rtol", type=float, default=1e-4, help="relative tolerance for floats (1e-4)")
    add("--atol", type=float, default=1e-5, help="absolute tolerance for floats (1e-5)")
    add("--function", metavar="NAME", help="the function to run if there are several public ones")
    add(
        "--no-check-facts",
        action="store_true",
        help="do not hold values against types, symbols, constraints and guards",
    )
    add(
        "--no-value-checks",
        action="store_true",
        help="do not check elements of tensors: indices inside, divisors not 0 and the like",
    )
    _add_native(parser)
    return parser


def _add_native(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--native", action="store_true", help="run machine code; needs 'tieshape[native]'")
    add(
        "--native-only",
        action="store_true",
        help="as --native; an op that has no native form is an error",
    )
    add(
        "--threads",
        type=int,
        default=1,
        metavar="N",
        help="with --native: how many threads share large loops, 1 to 256 (1)",
    )
    add("--debug", action="store_true", help="print the traceback of an error as well")
    add(
        "--fences",
        action="store_true",
        help="with --native, for modules: an access outside of a buffer ends the process; slow",
    )
    add(
        "--time",
        action="store_true",
        help="with --native: microseconds of a call, natively and on the interpreter",
    )


def _run(options: argparse.Namespace) -> int:
    files: list[Path] = options.inputs
    if options.outputs is not None and len(files) > 1:
        raise UsageError("--outputs takes the results of one --inputs file, several are given")
    native = options.native or options.native_only
    if options.time and not native:
        raise UsageError("--time compares native code with the interpreter; give --native too")
    if options.threads != 1 and not native:
        raise UsageError("--threads is for native code; give --native too")
    if not 1 <= options.threads <= MOST_THREADS:
        raise UsageError(f"--threads must be from 1 to {MOST_THREADS}, got {options.threads}")
    if options.fences and (not native or is_artifact(options.module)):
        raise UsageError("--fences is for modules that run natively; give --native too")
    weights: StoredArrays = {} if options.weights is None else read_npz(options.weights)
    runner = _runner(options)
    tolerance = Tolerance(options.rtol, options.atol)
    matches = 0
    for file in files:
        stored = read_npz(file)
        names, arrays = _arguments(runner, file, stored, weights)
        try:
            results = runner.run(arrays, names)
        except RunError as error:
            if not options.check:
                raise
            print(f"{file}:", one_line(error), file=sys.stderr)
            continue
        if options.outputs is not None:
            write_results(options.outputs, results)
        if options.time:
            _time(file, runner, arrays)
        if options.check:
            matches += matches_stored(file, stored, results, tolerance)
        elif options.outputs is None:
            _show(results)
    if options.check:
        print(f"{matches}/{len(files)} references match")
    return 1 if options.check and matches < len(files) else 0


class ArtifactRunner:
    """An artifact with the interface of a runner."""

    def __init__(self, path: str, function: str | None, *, value_checks: bool):
        try:
            self.artifact = load(path, value_checks=value_checks)
        except ArtifactError as error:
            raise UsageError(str(error)) from error
        self.name = self.artifact.header.function
        if function not in (None, self.name):
            raise UsageError(f"{path} holds @{self.name}, not @{function}")
        self.arguments = [argument.name for argument in self.artifact.header.arguments]
        self.slow: Calls | None = None

    def run(self, arrays: Sequence[Array], names: Sequence[str] = ()) -> list[Array]:
        """The results; RunError where the arguments or a guard do not fit."""
        try:
            return self.artifact(*arrays)
        except (ArgumentError, GuardError) as error:
            raise RunError(str(error)) from error


class ModuleRunner:
    """A module's function, named and counted."""

    def __init__(self, runner: Runner):
        self.run: Calls = runner.run
        self.slow: Calls | None = None
        """The same on the interpreter, where `run` is native."""
        self.name = runner.function.sym_name.data
        body = runner.function.body.block
        self.arguments = [argument.name_hint or "" for argument in body.args]


def _runner(options: argparse.Namespace) -> ArtifactRunner | ModuleRunner:
    path = options.module
    value_checks = not options.no_value_checks
    native = options.native or options.native_only
    if path != "-" and is_artifact(path):
        if options.no_check_facts:
            raise UsageError(
                "--no-check-facts is for modules; an artifact's guards are always checked"
            )
        chosen = ArtifactRunner(path, options.function, value_checks=value_checks)
        if native:
            from .native_code import native_executor

            old = chosen.artifact
            chosen.slow = ArtifactRunner(path, options.function, value_checks=value_checks).run
            runs = native_executor(
                old,
                value_checks=value_checks,
                only=options.native_only,
                threads=options.threads,
            )
            chosen.artifact = Artifact(old.header, old.parts, runs)
        return chosen
    module = read_model(path)
    if source_of(path) is None:
        ImportStablehloPass().apply(Context(), module)
    else:
        from ..lowering.pipelines import TieshapePass

        TieshapePass(value_checks=value_checks).apply(new_context(), module)
    facts = not options.no_check_facts
    runner = Runner(module, options.function, check_facts=facts, value_checks=value_checks)
    chosen = ModuleRunner(runner)
    if native:
        if options.no_check_facts:
            raise UsageError("--no-check-facts is for the interpreter; native code tests facts")
        from .native_code import native_function

        runs = native_function(
            module,
            runner.function,
            runner.run,
            value_checks=value_checks,
            only=options.native_only,
            fences=options.fences,
            threads=options.threads,
        )
        chosen.run, chosen.slow = (lambda arrays, _: runs(arrays)), runner.run
    return chosen


def _time(file: Path, runner: ArtifactRunner | ModuleRunner, arrays: Sequence[Array]) -> None:
    """Says how long a call takes natively, and on the interpreter."""
    slow = runner.slow
    assert slow is not None
    fast, long = medians(lambda: runner.run(arrays, ()), lambda: slow(arrays, ()))
    words = f"native {fast:.1f} us, interpreter {long:.0f} us, {long / fast:.0f} times"
    print(f"{file}: {words}", file=sys.stderr)


def is_artifact(path: str) -> bool:
    """Whether the file begins as artifacts do, be it of another version."""
    try:
        with open(path, "rb") as file:
            return file.read(len(FAMILY)) == FAMILY.encode()
    except OSError:
        return False


def _arguments(
    runner: ArtifactRunner | ModuleRunner, file: Path, stored: StoredArrays, weights: StoredArrays
) -> tuple[list[str], list[Array]]:
    """The function's arguments, the inputs and then the weights, with their names."""
    given, tail = numbered(stored, "in_"), numbered(weights, "w_")
    called, function = runner.arguments, runner.name
    wanted = (total := len(called)) - len(tail)
    if wanted < 0:
        raise UsageError(f"there are {len(tail)} weights, @{function} takes {total} arguments")
    if extra := sorted(number for number in given if number >= wanted):
        rest = f" besides {len(tail)} weights" if tail else ""
        raise UsageError(f"{file} holds in_{extra[0]}, @{function} takes {wanted} inputs{rest}")
    names = [f"in_{n}" for n in range(wanted)] + [f"w_{n}" for n in range(len(tail))]
    names = [f"{name} ({own})" if own else name for name, own in zip(names, called, strict=True)]
    for count, offset, found, source in (
        (wanted, 0, given, str(file)),
        (len(tail), wanted, tail, "the weights file"),
    ):
        if missing := sorted(set(range(count)) - set(found)):
            name = names[offset + missing[0]]
            raise UsageError(f"{source} holds no {name}, which @{function} takes")
    arrays = [given[number] for number in range(wanted)]
    return names, arrays + [tail[number] for number in range(len(tail))]


def _show(results: Sequence[Array]) -> None:
    for number, array in enumerate(results):
        print(f"out_{number}: {array.dtype} {list(array.shape)}")
        print(np.array2string(array, threshold=64, precision=6))


if __name__ == "__main__":
    main()
