"""The command lines: parsers that raise their errors, and the options of `tieshape-opt`."""

import argparse
import textwrap
from collections.abc import Iterable, Mapping
from typing import Any, Final, NoReturn

from ..text.usage_error import UsageError


class CommandLine(argparse.ArgumentParser):
    """An argument parser with `--version`; it raises errors instead of printing them."""

    def add_version(self, *names: str) -> None:
        """Adds the option `--version`."""
        self.add_argument(
            "--version", *names, action=_PrintVersions, help="print versions and exit"
        )

    def add_completion(self, passes: Iterable[str] = ()) -> None:
        """Adds the option `--print-completion`; `passes` are completed where passes are named."""
        help = "print a script that makes the shell complete this command, and exit"
        self.add_argument(
            "--print-completion",
            action=_PrintCompletion,
            choices=SHELLS,
            passes=tuple(passes),
            help=help,
        )

    def error(self, message: str) -> NoReturn:
        raise UsageError(message)


class _PrintCompletion(argparse.Action):
    """Prints a script for the completion of the command, and exits."""

    def __init__(self, passes: tuple[str, ...] = (), **kwargs: Any):
        super().__init__(**kwargs)
        self._passes = passes

    def __call__(
        self, parser: argparse.ArgumentParser, _: object, values: Any, *__: object
    ) -> None:
        from .completion import completion

        print(completion(parser, values, self._passes))
        parser.exit()


class _PrintVersions(argparse.Action):
    """Prints the versions of the command and of its libraries, and exits."""

    def __init__(self, **kwargs: Any):
        super().__init__(nargs=0, **kwargs)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from tieshape.version import version_line

        print(version_line(parser.prog))
        parser.exit()


SHELLS: Final = ("bash", "zsh", "tcsh")
HINTS_HELP = "example shapes, which tell unknown ranks: NAME=2x3,… (or by position), or FILE.npz"
FACTS_HELP = "names, ranks, hints and facts of the arguments' sizes"
_UNDECIDED = (
    "a broadcast that facts do not decide: guard (the default) goes by the hints, if there are "
    "any, and expects what they say; version makes a version with it and one without"
)

Options = Mapping[str, str | dict[str, Any]]
"""For the names of an option what it does, if it is a flag; else the arguments of `add_argument`.
"""

INPUT: Options = {
    "-f --frontend": {"choices": ["mlir"], "help": "language; default: by FILE's ending"},
    "--allow-unregistered-dialect": "accept ops that no dialect defines",
    "--no-implicit-module": "the text must hold the module op itself",
    "--split-input-file": "treat the parts between `// -----` lines one by one; =MARK: between MARKs",
    "--split-marker": {"help": argparse.SUPPRESS},
    "--run-reproducer": "run the pipeline that --crash-reproducer wrote into FILE",
}
RUN: Options = {
    "-p --passes": {
        "action": "append",
        "default": [],
        "metavar": "PASS,PASS{option=value}",
        "help": "passes to run, in this order, listed below; may be repeated. --PASS and "
        "--PASS='OPTION=VALUE …' name one pass, --pass-pipeline='builtin.module(PASS,…)' several",
    },
    "--facts": {"metavar": "FILE.toml", "help": FACTS_HELP},
    "--hints": {"metavar": "HINTS", "help": HINTS_HELP},
    "--undecided": {"choices": ("guard", "version"), "help": _UNDECIDED},
    "--strict": "an op that cannot be lowered is an error, not a call that a run refuses",
    "--static-check": {
        "action": "append",
        "default": [],
        "metavar": "CLAIM",
        "help": "with --report or --summary: whether 'S0 == S1' is known; may be repeated",
    },
    "--disable-verify": "do not check the IR before and after passes",
    "--verify-each": "check the IR after each pass of a sequence too, such as those of tieshape",
    "--verify-survival": "prove after each pass what was stated before it",
    "--report": {"metavar": "FILE", "help": "write what each pass did to FILE, as JSON"},
    "--summary": "the same as a short table on standard error",
    "--print-between-passes": "show the IR after each pass on standard error",
    "--print-ir-after-change": "show the IR after each pass that changes it on standard error",
    "--dump-pass-pipeline": "show the passes that will run, as --pass-pipeline takes them",
    "--pass-statistics": "count what each pass makes and takes away, on standard error",
    "--timing --time-passes": "seconds of each step on standard error",
}
OUTPUT: Options = {
    "-o --output-file": {
        "metavar": "FILE",
        "help": "default: standard output; written only if all went well",
    },
    "-t --target": {"default": "mlir", "help": "one of {targets}; default: mlir"},
    "--emit": {
        "choices": ("loops", "vectors", "llvm"),
        "help": "print what machine code of the entry function is made of, after the passes: loops over "
        "buffers, vectors in one arena, or MLIR's LLVM dialect (needs 'tieshape[native]')",
    },
    "--print-op-generic": "print every op in generic form",
    "--print-no-properties": "print properties among the attributes",
    "--print-debuginfo": "print the place of each op",
    "--syntax-highlight": "colours for a terminal",
}
DIAGNOSTICS: Options = {
    "--quiet": "no progress line",
    "--debug": "print the Python traceback of an error as well",
    "--parsing-diagnostics": "print syntax errors on standard output, exit with 0",
    "--verify-diagnostics": "check the errors against `// expected-error {{…}}` comments; in a "
    "text without any print errors other than syntax errors on standard output, exit with 0",
    "--diagnostics-to-verify": {"choices": ("all", "only-expected"), "help": argparse.SUPPRESS},
    "--crash-reproducer": {
        "metavar": "FILE",
        "help": "where a pass fails, write the IR before it and the pass to FILE",
    },
    "--shrink": "exit with 0 exactly if a ShrinkException was raised",
}
_GROUPS = {"input": INPUT, "passes": RUN, "output": OUTPUT, "diagnostics": DIAGNOSTICS}


def opt_parser(passes: Iterable[str], targets: Iterable[str]) -> CommandLine:
    """The parser of `tieshape-opt`: every option of xDSL's driver by its name, and tieshape's
    own.
    """
    parser = CommandLine(
        "tieshape-opt",
        usage="tieshape-opt [OPTION ...] [FILE]",
        description="Reads a module, runs passes on it, and prints it.",
        epilog=list_of_passes(passes),
        allow_abbrev=False,
        add_help=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "-h", "--help", nargs="?", metavar="PASS", help="show this, or what a pass does; and exit"
    )
    for what in ("dialects", "passes"):
        words = f"show the known {what}, and exit"
        parser.add_argument(f"--show-{what}", action="store_true", help=words)
    parser.add_version("-v")
    parser.add_completion(passes)
    parser.add_argument("input_file", nargs="?", metavar="FILE", help="default: standard input")
    for title, options in _GROUPS.items():
        group = parser.add_argument_group(title)
        for names, how in options.items():
            flag: dict[str, Any] = {"action": "store_true", "help": how}
            settings = flag if isinstance(how, str) else dict(how)
            settings["help"] = settings["help"].replace("{targets}", ", ".join(targets))
            group.add_argument(*names.split(), **settings)
    return parser


def list_of_passes(available: Iterable[str]) -> str:
    """tieshape's passes with a line on each, then the names of all others."""
    from .registry import PASSES

    width = max((len(name) for name in PASSES), default=0)
    own = [f"  {name:{width}}  {entry.summary}" for name, entry in PASSES.items()]
    others = textwrap.wrap(
        ", ".join(name for name in available if name not in PASSES),
        width=96,
        initial_indent="  ",
        subsequent_indent="  ",
        break_on_hyphens=False,
    )
    lines = ["passes of tieshape:", *own, "", "passes of xDSL and of plug-ins:", *others]
    return "\n".join(lines).replace("%", "%%")
