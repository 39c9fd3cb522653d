"""The command line of `tieshape-opt`."""

import argparse
import textwrap
from collections.abc import Iterable
from typing import NoReturn

from ..text.diagnostics import UsageError
from .registry import PASSES


class CommandLine(argparse.ArgumentParser):
    """An argument parser whose errors are raised instead of printed with the usage."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(message)


def add_arguments(
    parser: argparse.ArgumentParser, frontends: Iterable[str], targets: Iterable[str]
) -> None:
    """Adds every option of xDSL's driver, under the same name, and tieshape's own."""
    parser.add_argument("input_file", nargs="?", metavar="FILE", help="default: standard input")
    _add_input(parser.add_argument_group("input"), frontends)
    _add_passes(parser.add_argument_group("passes"))
    _add_output(parser.add_argument_group("output"), targets)
    _add_diagnostics(parser.add_argument_group("diagnostics"))


def _add_input(group: argparse._ArgumentGroup, frontends: Iterable[str]) -> None:  # pyright: ignore[reportPrivateUsage]
    group.add_argument(
        "-f", "--frontend", choices=list(frontends), help="language; default: by FILE's ending"
    )
    _flag(group, "--allow-unregistered-dialect", "accept ops that no dialect defines")
    _flag(group, "--no-implicit-module", "the text must hold the module op itself")
    _flag(group, "--split-input-file", "treat the parts between `// -----` lines one by one")


def _add_passes(group: argparse._ArgumentGroup) -> None:  # pyright: ignore[reportPrivateUsage]
    group.add_argument(
        "-p",
        "--passes",
        default="",
        metavar="PASS,PASS{option=value}",
        help="passes to run, in this order; they are listed below",
    )
    group.add_argument(
        "--hints", metavar="HINTS", help="example shapes: NAME=2x3,… (or by position), or FILE.npz"
    )
    group.add_argument(
        "--undecided",
        choices=("guard", "version"),
        help="a broadcast that facts do not decide: guard (the default) goes by the hints, if there are "
        "any, and expects what they say; version makes a version with it and one without",
    )
    group.add_argument(
        "--static-check",
        action="append",
        default=[],
        metavar="CLAIM",
        help="with --report or --summary: whether 'S0 == S1' is known; may be repeated",
    )
    _flag(group, "--disable-verify", "do not check the IR before and after passes")
    _flag(
        group,
        "--verify-each",
        "check the IR after each pass of a sequence such as tieshape, not only behind it",
    )
    _flag(group, "--verify-survival", "prove after each pass what was stated before it")
    group.add_argument("--report", metavar="FILE", help="write what each pass did to FILE, as JSON")
    _flag(group, "--summary", "the same as a short table on standard error")
    _flag(group, "--print-between-passes", "show the IR after each pass on standard error")
    group.add_argument(
        "--timing",
        "--time-passes",
        action="store_true",
        help="seconds of each step on standard error",
    )


def _add_output(group: argparse._ArgumentGroup, targets: Iterable[str]) -> None:  # pyright: ignore[reportPrivateUsage]
    group.add_argument(
        "-o",
        "--output-file",
        metavar="FILE",
        help="default: standard output; written only if all went well",
    )
    group.add_argument(
        "-t", "--target", default="mlir", help=f"one of {', '.join(targets)}; default: mlir"
    )
    _flag(group, "--print-op-generic", "print every op in generic form")
    _flag(group, "--print-no-properties", "print properties among the attributes")
    _flag(group, "--print-debuginfo", "print the place of each op")
    _flag(group, "--syntax-highlight", "colours for a terminal")


def _add_diagnostics(group: argparse._ArgumentGroup) -> None:  # pyright: ignore[reportPrivateUsage]
    _flag(group, "--quiet", "no progress line")
    _flag(group, "--debug", "print the Python traceback of an error as well")
    _flag(group, "--parsing-diagnostics", "print syntax errors on standard output, exit with 0")
    _flag(group, "--verify-diagnostics", "print other errors on standard output, exit with 0")
    _flag(group, "--shrink", "exit with 0 exactly if a ShrinkException was raised")
    group.add_argument("-v", "--version", action="store_true", help="print the version and exit")


def _flag(group: argparse._ArgumentGroup, name: str, words: str) -> None:  # pyright: ignore[reportPrivateUsage]
    group.add_argument(name, action="store_true", help=words)


def list_of_passes(available: Iterable[str]) -> str:
    """tieshape's passes with a line on each, then the names of all others."""
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
