"""What `tieshape-opt` answers without a module: `--help`, `--help PASS`, `--show-passes`.

Nothing here imports the parser or a dialect, so that an answer comes at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..text.reporting import run_reporting_errors
from ..text.usage_error import UsageError
from .options import opt_parser
from .registry import whole_universe

_HELP = ("-h", "-help", "--help")
_LISTS = ("--show-dialects", "--show-passes", "--list-passes")


def is_question(words: Sequence[str]) -> bool:
    """Whether the command line asks for something that needs no module."""
    return any(word in _HELP or f"--{word.lstrip('-')}" in _LISTS for word in words)


def answer(words: Sequence[str]) -> str:
    """What the command line `words`, a question, is answered with.

    Raises UsageError where it asks for a pass that does not exist.
    """
    universe = whole_universe()
    listed: Mapping[str, Callable[[], str]] = {
        "--show-dialects": _dialects,
        "--show-passes": _passes,
        "--list-passes": _passes,
    }
    for word, following in zip(words, [*words[1:], ""], strict=True):
        if (name := f"--{word.lstrip('-')}") in listed:
            return listed[name]()
        if word not in _HELP:
            continue
        asked = following.removeprefix("--")
        if asked and (asked in universe.all_passes or not following.startswith("-")):
            return _help_of(asked)
    return opt_parser(universe.all_passes, universe.all_targets).format_help().rstrip("\n")


def _help_of(name: str) -> str:
    from .listings import pass_help
    from .pipeline import similar

    passes = whole_universe().all_passes
    if name not in passes:
        raise UsageError(f"--help: no pass {name!r}{similar(name, passes)}")
    return pass_help(passes[name]())


def _dialects() -> str:
    from ..text.context import readable_dialects
    from .listings import dialect_list

    return dialect_list(readable_dialects())


def _passes() -> str:
    from .listings import pass_list

    return pass_list(whole_universe().all_passes)


def main(words: Sequence[str]) -> int:
    """Prints the answer to `words`; the exit code."""

    def run() -> int:
        print(answer(words))
        return 0

    return run_reporting_errors(run)
