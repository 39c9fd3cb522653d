"""Completion of command lines by the shell, with `tieshape[completion]`."""

import argparse
from collections.abc import Iterable
from importlib import import_module
from typing import Any

from ..text.usage_error import UsageError

_BASH = """
_tieshape_passes() {{
  local head=""
  case "$1" in *,*) head="${{1%,*}},";; esac
  compgen -P "$head" -W "{passes}" -- "${{1##*,}}"
}}
"""


def completion(parser: argparse.ArgumentParser, shell: str, passes: Iterable[str] = ()) -> str:
    """A script that makes `shell` complete the command of `parser`.

    passes: the names that the option `--passes` takes

    Raises UsageError where the library for it is missing.
    """
    try:
        shtab: Any = import_module("shtab")
    except ImportError as error:
        raise UsageError(
            "--print-completion needs shtab: pip install 'tieshape[completion]'"
        ) from error
    preamble = _BASH.format(passes=" ".join(passes)) if shell == "bash" else ""
    for action in parser._actions:  # pyright: ignore[reportPrivateUsage]
        marked: Any = action
        if action.dest == "passes":
            marked.complete = {"bash": "_tieshape_passes"}
        elif action.metavar in ("FILE", "MODEL", "MODEL.tie", "FILE.toml", "FILE.npz"):
            marked.complete = shtab.FILE
    try:
        script: str = shtab.complete(parser, shell, preamble=preamble)
    except NotImplementedError as error:
        raise UsageError(f"--print-completion: {error}") from error
    return script
