"""The code of an artifact: IR text, and the bytes of its long constants apart from it.

In the text the constant with the number 3 is `"@constant 3"`, where hexadecimal digits would be.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence

from .errors import ArtifactError

REFERENCE = re.compile(r'"@constant (\d{1,9})"')
SHORTEST = 65
"""Bytes of the shortest constant that stands apart."""
_OPENING = '"0x'


class Weight:
    """The bytes of a long constant.

    read: gives them; raises ArtifactError where they are damaged
    checksum: their SHA-256 in hexadecimal digits, where it is known
    """

    def __init__(self, read: Callable[[], bytes], checksum: str | None = None):
        self.read = read
        self._checksum = checksum

    @property
    def checksum(self) -> str:
        """Their SHA-256 in hexadecimal digits."""
        if self._checksum is None:
            self._checksum = hashlib.sha256(self.read()).hexdigest()
        return self._checksum


class ArtifactCode:
    """IR text with a reference for each of `weights`.

    Raises ArtifactError where the text refers to more of them than there are.
    """

    def __init__(self, text: str, weights: Sequence[Weight] = ()):
        self.text = text
        self.weights = weights
        if weights:
            for match in REFERENCE.finditer(text):
                if int(match[1]) >= len(weights):
                    raise ArtifactError(f"constant {match[1]} is missing")

    @staticmethod
    def of_text(text: str) -> ArtifactCode:
        """Of IR text with all constants in it; those stay there where it has references already."""
        return ArtifactCode(text) if REFERENCE.search(text) else ArtifactCode(*_apart(text))

    @staticmethod
    def of_parts(text: str, weights: Sequence[bytes]) -> ArtifactCode:
        """Of a text that refers to `weights`."""
        return ArtifactCode(text, [_weight(content) for content in weights])

    @property
    def whole(self) -> str:
        """IR text with all constants in it. Raises ArtifactError where a weight is damaged."""
        if not self.weights:
            return self.text
        digits = [f'"0x{weight.read().hex().upper()}"' for weight in self.weights]
        return REFERENCE.sub(lambda match: digits[int(match[1])], self.text)

    @property
    def identity(self) -> str:
        """The same for the same code, and another one for other code."""
        return "\n".join([self.text, *(weight.checksum for weight in self.weights)])


def _weight(content: bytes) -> Weight:
    return Weight(lambda: content)


def _apart(text: str) -> tuple[str, list[Weight]]:
    """`text` with a reference for each long constant, and the constants."""
    constants = dict[bytes, int]()
    parts, done = list[str](), 0
    start = text.find(_OPENING)
    while start >= 0:
        first = start + len(_OPENING)
        end = text.find('"', first)
        if (content := _bytes_of(text[first:end]) if end >= 0 else None) is not None:
            number = constants.setdefault(content, len(constants))
            parts += [text[done:start], f'"@constant {number}"']
            done = first = end + 1
        start = text.find(_OPENING, first)
    parts.append(text[done:])
    return "".join(parts), [_weight(content) for content in constants]


def _bytes_of(digits: str) -> bytes | None:
    """What `digits` mean, where they are many and written as they are printed."""
    if len(digits) < 2 * SHORTEST or digits != digits.upper():
        return None
    try:
        content = bytes.fromhex(digits)
    except ValueError:
        return None
    return content if 2 * len(content) == len(digits) else None  # no spaces between them
