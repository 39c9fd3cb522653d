"""`--verify-diagnostics`: the errors of a run are those that comments of the text expect.

```mlir
// expected-error@+1 {{sizes 3 and 5 must be equal}}
%0 = "tf.AddV2"(%a, %b) : …
```

The comments are mlir-opt's: `@+N` and `@-N` lines away, `@above`, `@below`, `@unknown` for an error
without a place, `-re` for words with regular expressions in `{{…}}`. An error whose message has the
words in it, on that line, is expected; each comment is for one error.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..text.diagnostics import place_and_message
from ..text.source_lines import parts_of

_COMMENT = re.compile(
    r"expected-(error|note|remark|warning)(-re)? *(@([+-][0-9]+|above|below|unknown))? *\{\{(.*)\}\}\s*$"
)


@dataclass(frozen=True, slots=True)
class Expectation:
    """One comment: `written` is its line, `line` the one that it is about, 0 for none."""

    kind: str
    words: re.Pattern[str]
    text: str
    line: int
    written: int


class ExpectedDiagnostics:
    """The expectations of one text, and what became of them."""

    def __init__(self, text: str, name: str):
        self._name = name
        self._open = expectations(text)
        self.problems: list[str] = []
        """What was not expected, as lines of errors."""

    def meet(self, error: BaseException) -> None:
        """Takes `error` as the one that a comment expects, or notes that none does."""
        place, message = place_and_message(error)
        line = parts_of(place)[1]
        for expected in self._open:
            here = expected.line == line and expected.kind == "error"
            if here and expected.words.search(message):
                self._open.remove(expected)
                return
        at = f"{place}: " if place else ""
        self.problems.append(f"{at}error: unexpected error: {message}")

    def finish(self) -> list[str]:
        """The lines of all that went otherwise than expected."""
        for expected in self._open:
            place = f"{self._name}:{expected.written}"
            words = f'expected {expected.kind} "{expected.text}" was not produced'
            self.problems.append(f"{place}: error: {words}")
        self._open = []
        return self.problems


def has_expectations(text: str) -> bool:
    """Whether a comment of `text` expects something."""
    return "expected-" in text and bool(expectations(text))


def expectations(text: str) -> list[Expectation]:
    """The expectations in the comments of `text`, in order."""
    lines = text.splitlines()
    matches = [_COMMENT.search(line) for line in lines]
    found = list[Expectation]()
    for number, match in enumerate(matches, 1):
        if match is None:
            continue
        kind, is_regex, _, where, words = match.groups()
        if where is None:
            line = number
        elif where == "unknown":
            line = 0
        elif where in ("above", "below"):
            line, step = number, 1 if where == "below" else -1
            while 0 < line <= len(lines) and matches[line - 1] is not None:
                line += step
        else:
            line = number + int(where)
        pattern = _pattern(words) if is_regex else re.escape(words)
        found.append(Expectation(kind, re.compile(pattern), words, line, number))
    return found


def _pattern(words: str) -> str:
    """The regular expression of words in which `{{…}}` are regular expressions."""
    parts = re.split(r"\{\{(.*?)\}\}", words)
    return "".join(f"(?:{p})" if i % 2 else re.escape(p) for i, p in enumerate(parts))
