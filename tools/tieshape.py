"""`tieshape`: import models of other frameworks, compile a model to an artifact, run it, check
shapes, explain what is known of sizes, export it to other compilers.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence

from ..runtime import ArgumentError, Artifact, ArtifactError, GuardError, load
from ..text.reporting import run_reporting_errors
from ..text.usage_error import UsageError
from .options import FACTS_HELP, HINTS_HELP, CommandLine


def main() -> None:
    """The command; exit code 1 for an error, and where a check or an explanation is negative."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Runs the command line `arguments` and returns the exit code."""
    words = [word for word in arguments if word != "--debug"]
    debug = len(words) < len(arguments)
    if words[:1] == ["run"]:
        from . import run as runner

        return runner.run([*words[1:], *(["--debug"] if debug else [])])
    return run_reporting_errors(lambda: _run(words), debug=debug)


def _run(words: list[str]) -> int:
    options = _parser(words).parse_args(words)
    try:
        return options.action(options)
    except (ArgumentError, ArtifactError, GuardError) as error:
        raise UsageError(str(error)) from error


def _parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """The parser for `arguments`: where they name a command, only it has its options.

    The modules of the other commands are then not imported.
    """
    parser = CommandLine(prog="tieshape", description=__doc__)
    parser.add_version()
    parser.add_completion()
    parser.add_argument(
        "--debug", action="store_true", help="print the traceback of an error; may stand anywhere"
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    named = arguments[0] if arguments else ""
    for name, (words, add_options) in _COMMANDS.items():
        command = commands.add_parser(name, help=words)
        if named == name or named not in _COMMANDS:
            add_options(command)
    return parser


def _add_import(parser: argparse.ArgumentParser) -> None:
    from .import_model import add_import

    add_import(parser)


def _add_export(parser: argparse.ArgumentParser) -> None:
    from .export import add_export

    add_export(parser)


def _add_show(parser: argparse.ArgumentParser) -> None:
    from .show.command import add_show

    add_show(parser)


def _add_cache(parser: argparse.ArgumentParser) -> None:
    from .native_code import add_cache

    add_cache(parser)


def _add_run(parser: argparse.ArgumentParser) -> None:
    """Its options are those of tieshape-run, which is called before they are read."""


def _add_check(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("artifact", metavar="MODEL.tie")
    parser.add_argument(
        "shapes",
        nargs="*",
        metavar="SHAPE",
        help="for each argument 2x3, or scalar; by order, or all by name as in x=2x3",
    )
    parser.set_defaults(action=_check)


def _add_explain(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("artifact", metavar="MODEL.tie")
    parser.add_argument(
        "claims",
        nargs="*",
        metavar="CLAIM",
        help="'S3 == S0*S1', or by arguments 'x[0] == y[1]'; without: everything that is known",
    )
    parser.set_defaults(action=_explain)


def _add_compile(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("model", metavar="MODEL", help="the model, - for standard input")
    add("-o", "--output", metavar="MODEL.tie", required=True, help="where the artifact goes")
    add("--function", metavar="NAME", help="the function to compile, where there are several")
    add("--hints", metavar="HINTS", help=HINTS_HELP)
    add("--facts", metavar="FILE.toml", help=FACTS_HELP)
    add(
        "--undecided",
        choices=("guard", "version"),
        default="guard",
        help="a broadcast that facts do not decide: guard (the default) takes the branch that the "
        "hints satisfy and expects it to hold, without hints it stays open; version keeps it open "
        "in any case: code for both, and no expectations",
    )
    add(
        "--no-value-checks",
        action="store_true",
        help="compile no checks of elements of tensors: indices inside, divisors not 0 and the like",
    )
    add("--native", action="store_true", help="make the machine code too, and keep it in the cache")
    parser.set_defaults(action=_compile)


def _compile(options: argparse.Namespace) -> int:
    from .model_program import program_of_file
    from .npz import hints_text

    if options.output == "-":
        raise UsageError("-o -: an artifact goes to a file, standard output is for text")
    value_checks = not options.no_value_checks
    model = program_of_file(
        options.model,
        options.facts,
        options.undecided,
        value_checks=value_checks,
        function=options.function,
    )
    hints = None if options.hints is None else hints_text(options.hints)
    artifact = model.compile_with(hints)
    try:
        artifact.save(options.output)
    except OSError as error:
        raise UsageError(f"cannot write {options.output}: {error.strerror}") from error
    if options.native:
        from .native_code import make_native

        make_native(options.output)
    return 0


def _check(options: argparse.Namespace) -> int:
    artifact = load(options.artifact)
    shapes = _shapes(options.shapes, [argument.name for argument in artifact.header.arguments])
    check = artifact.check(shapes)
    if not check:
        print(f"{check.kind} fails: {check.guard}")
        return 1
    print("fits: " + ", ".join(f"{name} = {size}" for name, size in check.sizes.items()))
    for number, shape in enumerate(artifact.output_shapes(shapes)):
        words = "any shape" if shape is None else "x".join(map(_size, shape)) or "scalar"
        print(f"out_{number}: {words}")
    return 0


def _shapes(words: Sequence[str], arguments: Sequence[str]) -> list[tuple[int, ...]]:
    """The shapes that `words` give, in the order of `arguments`, which they may name."""
    if not any("=" in word for word in words):
        return [_shape(word) for word in words]
    given = dict[str, tuple[int, ...]]()
    for word in words:
        name, equals, shape = word.removeprefix("%").partition("=")
        if not equals or name not in arguments or name in given:
            what = "given twice" if name in given else "no argument"
            known = ", ".join(arguments)
            raise UsageError(f"{name!r} is {what}; expected NAME=2x3 for each of {known}")
        given[name] = _shape(shape)
    if missing := [name for name in arguments if name not in given]:
        raise UsageError(f"no shape for {', '.join(missing)}")
    return [given[name] for name in arguments]


def _shape(words: str) -> tuple[int, ...]:
    if words == "scalar":
        return ()
    sizes = words.split("x")
    if not all(size.isascii() and size.isdecimal() for size in sizes):
        raise UsageError(f"expected a shape as in 2x3, or scalar, got {words!r}")
    return tuple(map(int, sizes))


def _size(size: int | None) -> str:
    return "?" if size is None else str(size)


def _explain(options: argparse.Namespace) -> int:
    artifact = load(options.artifact)
    if not options.claims:
        print("\n".join(_everything(artifact)))
        return 0
    proved = True
    for claim in options.claims:
        try:
            verdict, facts = artifact.explain(claim)
        except ValueError as error:
            raise UsageError(str(error)) from error
        print(f"{claim}: {verdict}")
        for fact in facts:
            print(f"  {fact}")
        if verdict == "unknown" and (found := artifact.counterexample(claim)) is not None:
            sizes = ", ".join(f"{name} = {size}" for name, size in found.items())
            print(f"  false for {sizes}, which no fact forbids")
        proved = proved and verdict == "proved"
    return 0 if proved else 1


def _everything(artifact: Artifact) -> list[str]:
    header = artifact.header
    lines = [f"@{header.function}, compiled by {header.producer}"]
    for argument in header.arguments:
        shape = "?" if argument.shape is None else ", ".join(map(str, argument.shape))
        lines.append(f"argument {argument.name}: {argument.dtype} [{shape}]")
    for size in header.symbols:
        low, high = header.known.bounds(size.name)
        hint = "" if size.hint is None else f", hint {size.hint}"
        definition = size.definition()
        said = header.place_words(size.name) or definition
        where = "" if said is None else f": {said}"
        lines.append(f"size {size.name} in [{_size(low)}, {_size(high)}]{hint}{where}")
    for guard in header.guards:
        late = " (checked on the way)" if guard.at_run_time else ""
        lines.append(f"{guard.strength} {guard.words}{late}")
    lines += [f"known {claim}" + (f" ({why})" if why else "") for claim, why in header.facts]
    for number, result in enumerate(header.results):
        shape = "?" if result.shape is None else ", ".join(map(str, result.shape))
        lines.append(f"result {number}: {result.dtype} [{shape}]")
    return lines


_COMMANDS: Mapping[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "import": ("write a model of another framework as text", _add_import),
    "compile": ("make an artifact from a model", _add_compile),
    "export": ("write a model as StableHLO or plain mhlo", _add_export),
    "show": ("write a page to look at: graph, sizes, guards", _add_show),
    "run": ("run an artifact or a module on stored arrays; options as tieshape-run", _add_run),
    "check": ("hold argument shapes against the guards", _add_check),
    "cache": ("where machine code is kept, and how much; remove it", _add_cache),
    "explain": ("what is known of the sizes, and from where", _add_explain),
}
"""By the name of a command what it does, and what adds its options to a parser."""


if __name__ == "__main__":
    main()
