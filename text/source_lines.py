"""The line of a source text that an error is about, with a caret under its column."""

import os
from itertools import islice

_WIDTH = 100
"""How much of a line is shown; lines of models hold whole constants."""

_standard_input: list[bytes] = []
"""What was read from standard input, which can be read once only."""


def remember_standard_input(data: bytes) -> None:
    """Keeps `data`, all that standard input had, for `excerpt`."""
    _standard_input[:] = [data]


def excerpt(place: str | None) -> str:
    """The line at `file:line:col` and a line with a caret; empty where the text is not at hand."""
    name, line, column = parts_of(place)
    text = _line(name, line) if line > 0 else ""
    if not text.strip() or not 0 < column <= len(text) + 1:
        return ""
    start = max(0, column - 1 - _WIDTH // 2) if len(text) > _WIDTH else 0
    shown = text[start : start + _WIDTH]
    before = "".join("\t" if each == "\t" else " " for each in shown[: column - 1 - start])
    return f"{shown}\n{before}^"


def parts_of(place: str | None) -> tuple[str, int, int]:
    """The file, line and column of `file:line:col`; zeros where `place` is none."""
    words = (place or "").rsplit(":", 2)
    if len(words) < 3 or not (words[1].isdecimal() and words[2].isdecimal()):
        return place or "", 0, 0
    return words[0], int(words[1]), int(words[2])


def _line(name: str, number: int) -> str:
    if name == "<stdin>":
        lines = b"".join(_standard_input).split(b"\n")
        found = lines[number - 1] if number <= len(lines) else b""
    else:
        if not os.path.isfile(name):
            return ""
        try:
            with open(name, "rb") as file:
                found = next(islice(file, number - 1, number), b"")
        except OSError:
            return ""
    try:
        return found.decode("utf-8").rstrip("\r\n")
    except UnicodeDecodeError:
        return ""
