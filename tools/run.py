"""`tieshape-run`: runs a module on stored arrays, compares its results, checks its shape facts."""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from ..interpreters import RunError, Runner
from ..interpreters.arrays import Array
from ..lowering.import_stablehlo.import_stablehlo import ImportStablehloPass
from ..native.errors import NativeUnavailableError
from ..runtime import ArgumentError, ArtifactError, GuardError, load
from ..runtime.execution import INTERPRETER, NATIVE
from ..runtime.file import FAMILY
from ..text.context import new_context
from ..text.diagnostics import one_line
from ..text.reporting import run_reporting_errors
from ..text.usage_error import UsageError
from .import_model import read_model, source_of
from .npz import StoredArrays, numbered, read_npz, write_results
from .options import CommandLine


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How far a float may be from the expected one: `absolute + relative * |expected|`."""

    relative: float
    absolute: float

    def close(self, found: Array, expected: Array) -> Array:
        """Where two arrays of one shape agree; NaN agrees with NaN, other types must be equal."""
        if expected.dtype.kind not in "fc":
            return np.asarray(found == expected)
        with np.errstate(all="ignore"):
            bound = self.absolute + self.relative * np.abs(expected)
            near = np.asarray(np.abs(found - expected) <= bound) & np.isfinite(expected)
        return near | (found == expected) | (np.isnan(found) & np.isnan(expected))


def main() -> None:
    """The command; its exit code is 1 when anything went wrong."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Runs the command line `arguments` and returns the exit code."""
    return run_reporting_errors(lambda: _run(_parser().parse_args(arguments)))


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
    add("--native", action="store_true", help="run machine code; needs 'tieshape[native]'")
    add(
        "--native-only",
        action="store_true",
        help="as --native; an op that has no native form is an error",
    )
    return parser


def _run(options: argparse.Namespace) -> int:
    files: list[Path] = options.inputs
    if options.outputs is not None and len(files) > 1:
        raise UsageError("--outputs takes the results of one --inputs file, several are given")
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
        if options.check:
            matches += _check(file, stored, results, tolerance)
        elif options.outputs is None:
            _show(results)
    if options.check:
        print(f"{matches}/{len(files)} references match")
    return 1 if options.check and matches < len(files) else 0


class ArtifactRunner:
    """An artifact with the interface of a runner."""

    def __init__(self, path: str, function: str | None, *, value_checks: bool, engine: str):
        try:
            self._artifact = load(path, value_checks=value_checks, engine=engine)
        except ArtifactError as error:
            raise UsageError(str(error)) from error
        self.name = self._artifact.header.function
        if function not in (None, self.name):
            raise UsageError(f"{path} holds @{self.name}, not @{function}")
        self.arguments = [argument.name for argument in self._artifact.header.arguments]

    def run(self, arrays: Sequence[Array], names: Sequence[str] = ()) -> list[Array]:
        """The results; RunError where the arguments or a guard do not fit."""
        try:
            return self._artifact(*arrays)
        except (ArgumentError, GuardError) as error:
            raise RunError(str(error)) from error
        except NativeUnavailableError as error:
            raise UsageError(str(error)) from error


class ModuleRunner:
    """A module's function, named and counted."""

    def __init__(self, runner: Runner):
        self.run: Callable[[Sequence[Array], Sequence[str]], list[Array]] = runner.run
        self.name = runner.function.sym_name.data
        body = runner.function.body.block
        self.arguments = [argument.name_hint or "" for argument in body.args]


def _runner(options: argparse.Namespace) -> ArtifactRunner | ModuleRunner:
    path = options.module
    value_checks = not options.no_value_checks
    if path != "-" and is_artifact(path):
        if options.no_check_facts:
            raise UsageError(
                "--no-check-facts is for modules; an artifact's guards are always checked"
            )
        if options.native_only:
            raise UsageError("--native-only is for modules; for an artifact there is --native")
        engine = NATIVE if options.native else INTERPRETER
        return ArtifactRunner(path, options.function, value_checks=value_checks, engine=engine)
    module = read_model(path)
    if source_of(path) is None:
        ImportStablehloPass().apply(Context(), module)
    else:
        from ..lowering.pipelines import TieshapePass

        TieshapePass(value_checks=value_checks).apply(new_context(), module)
    check_facts = not options.no_check_facts
    runner = Runner(module, options.function, check_facts=check_facts, value_checks=value_checks)
    chosen = ModuleRunner(runner)
    if options.native or options.native_only:
        if options.no_check_facts:
            raise UsageError("--no-check-facts is for the interpreter; native code tests facts")
        chosen.run = _native(module, runner, value_checks, options.native_only)
    return chosen


def _native(
    module: ModuleOp, runner: Runner, value_checks: bool, only: bool
) -> Callable[[Sequence[Array], Sequence[str]], list[Array]]:
    """Machine code for what `runner` runs; says on stderr what has none."""
    from ..native.program import NativeProgram
    from ..native.runner import NativeRunner

    try:
        program = NativeProgram(module, runner.function, value_checks=value_checks)
        native = NativeRunner(program, runner.run, only=only)
    except NativeUnavailableError as error:
        raise UsageError(str(error)) from error
    for words in native.callbacks():
        print(f"on the interpreter: {words}", file=sys.stderr)

    def run(arrays: Sequence[Array], names: Sequence[str]) -> list[Array]:
        refusals = native.refusals
        results = native.run(arrays)
        if native.refusals > refusals:
            print("native code refused this call, the interpreter ran it", file=sys.stderr)
        return results

    return run


def is_artifact(path: str) -> bool:
    """Whether the file begins as artifacts do, be it of another version."""
    try:
        with open(path, "rb") as file:
            return file.read(len(FAMILY)) == FAMILY.encode()
    except OSError:
        return False


def _complain(message: str) -> None:
    print(f"error: {message}", file=sys.stderr)


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
    names = [f"in_{number}" for number in range(wanted)]
    names += [f"w_{number}" for number in range(len(tail))]
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


def _check(
    file: Path, stored: StoredArrays, results: Sequence[Array], tolerance: Tolerance
) -> bool:
    """Whether all results are as expected; says so, or what is not, on stderr."""
    expected = numbered(stored, "out_")
    if set(expected) != set(range(len(results))):
        names = ", ".join(f"out_{number}" for number in sorted(expected)) or "no out_0"
        _complain(f"{file} holds {names}; the function has {len(results)} results")
        return False
    matches = True
    for number, found in enumerate(results):
        faults = list(_differences(found, expected[number], tolerance))
        for fault in faults:
            _complain(f"{file}: out_{number}{fault}")
        if not faults:
            print(f"{file}: out_{number} ok, {_summary(found)}", file=sys.stderr)
        matches = matches and not faults
    return matches


def _summary(array: Array) -> str:
    return f"{array.dtype} {list(array.shape)}"


def _differences(found: Array, expected: Array, tolerance: Tolerance) -> Iterator[str]:
    """What distinguishes two arrays, in words that follow the name of the result."""
    if found.dtype != expected.dtype or found.shape != expected.shape:
        yield f" is {_summary(found)}, expected {_summary(expected)}"
        return
    wrong = np.argwhere(~tolerance.close(found, expected))
    if len(wrong):
        first = tuple(int(index) for index in wrong[0])
        yield (
            f"{list(first) if first else ''} is {found[first]}, expected {expected[first]}; "
            f"{len(wrong)} of {found.size} elements differ"
        )


if __name__ == "__main__":
    main()
