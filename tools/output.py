"""Where commands write their text: a file, or standard output."""

from __future__ import annotations

import sys

from ..text.usage_error import UsageError


def write_text(path: str | None, text: str) -> None:
    """Writes `text` to the file at `path`, to standard output for None and `-`.

    Raises UsageError where the file cannot be written.
    """
    if path is None or path == "-":
        sys.stdout.write(text)
        return
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from error
