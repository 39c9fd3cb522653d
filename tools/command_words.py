"""The words of a command line in the spelling of `tieshape-opt`: what mlir-opt writes is taken too.

`--canonicalize`, `--tieshape-fuse` and `--pass='option=value'` are passes, `--pass-pipeline=…` is
`-p …`, options have mlir-opt's names besides xDSL's, and one dash is as good as two.
"""

import argparse
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NoReturn

from ..text.usage_error import UsageError
from .pipeline import similar

ALIASES: Final[Mapping[str, str]] = {
    "--pass-pipeline": "--passes",
    "--list-passes": "--show-passes",
    "--print-ir-after-all": "--print-between-passes",
    "--mlir-print-ir-after-all": "--print-between-passes",
    "--mlir-print-ir-after-change": "--print-ir-after-change",
    "--mlir-print-debuginfo": "--print-debuginfo",
    "--mlir-print-op-generic": "--print-op-generic",
    "--mlir-timing": "--timing",
    "--mlir-pass-statistics": "--pass-statistics",
    "--mlir-pass-pipeline-crash-reproducer": "--crash-reproducer",
    "--no-verify": "--disable-verify",
}
"""mlir-opt's names (and what people try) for options of tieshape-opt."""

_WITHOUT_EFFECT: Final = frozenset(
    {"--mlir-disable-threading", "--mlir-print-local-scope", "--mlir-print-assume-verified"}
)
"""Options of mlir-opt that say what is so in any case."""

_WITH_OPTIONAL_VALUE: Final = {
    "--verify-diagnostics": "--diagnostics-to-verify",
    "--split-input-file": "--split-marker",
}
"""Flags that may have a value after `=`: the option that takes it."""


def current_words(
    words: Sequence[str], options: Collection[str], passes: Collection[str]
) -> list[str]:
    """`words` with the names of `options`, and with `-p` before passes."""
    result = list[str]()
    for position, word in enumerate(words):
        if word == "--":
            return [*result, *words[position:]]
        result += _current(word, options, passes)
    return result


def _current(word: str, options: Collection[str], passes: Collection[str]) -> list[str]:
    dashed, equals, value = word.partition("=")
    if not dashed.startswith("-") or len(dashed) < 3:
        return [word]
    name = dashed if dashed.startswith("--") else f"-{dashed}"
    name = ALIASES.get(name, name)
    if name in _WITHOUT_EFFECT:
        return []
    if name in options:
        if equals and name in _WITH_OPTIONAL_VALUE:
            return [name, f"{_WITH_OPTIONAL_VALUE[name]}={value}"]
        return [f"{name}{equals}{value}"]
    if (pass_name := name.removeprefix("--")) in passes:
        return ["-p", f"{pass_name}{{{value}}}" if value else pass_name]
    return [word]


def parsed(
    parser: argparse.ArgumentParser, words: Sequence[str], passes: Collection[str]
) -> argparse.Namespace:
    """What `parser` reads in `words`; raises UsageError for words that it does not know."""
    options = parser._option_string_actions  # pyright: ignore[reportPrivateUsage]
    found, unknown = parser.parse_known_args(current_words(words, options, passes))
    if unknown:
        _unknown(unknown, options, passes)
    return found


def _unknown(words: Iterable[str], options: Collection[str], passes: Iterable[str]) -> NoReturn:
    """Raises UsageError for `words`, which no option takes, with what they may have meant."""
    known = [*options, *ALIASES, *(f"--{name}" for name in passes)]
    listed = list(words)
    first = listed[0].partition("=")[0]
    hint = similar(first, known) if first.startswith("-") else ""
    raise UsageError(f"unrecognized arguments: {' '.join(listed)}{hint}")
