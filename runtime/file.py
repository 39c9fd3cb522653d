"""The file of an artifact: a version, a checksum, a JSON header, IR text, and weights as raw bytes.

What a check of shapes needs comes first; the weights after it are read when the model first runs.
Version 1, which has its constants as text, is read too. See docs/artifact.md.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from os import PathLike

from .content import BytesContent, Content, FileContent
from .errors import ArtifactError
from .header import Header
from .header_json import from_json, to_json

FAMILY = "tieshape artifact "
MAGIC = f"{FAMILY}2"
"""The first line; the number is the version of the format."""

_FIRST_LINE = re.compile(r"tieshape artifact (\d{1,9})")
_SUM = re.compile(r"sha256 ([0-9a-f]{64})(?: text (\d{1,18}) weights (\d{1,18}))?")
_CODE = "--- code"
_CONSTANTS = "--- constants"
_WEIGHTS = "--- weights"
HEAD = 512
"""Bytes at the begin of a file that hold its first two lines."""
_WEIGHT = re.compile(r"(\d{1,18}) ([0-9a-f]{64})")
_OPENING = '"0x'
_SHORTEST = 130
"""Hexadecimal digits of the shortest constant that stands apart."""
_REFERENCE = re.compile(r'"@constant (\d{1,9})"')

Code = Callable[[], str]
"""Gives the code of an artifact. Raises ArtifactError where its weights are damaged."""


def encode(header: Header, code: str) -> bytes:
    """The bytes of the file."""
    weights = list[bytes]()
    if _REFERENCE.search(code) is None:
        code, weights = _apart(code)
    region = b"".join(weights)
    lines = [
        json.dumps(to_json(header), indent=1, ensure_ascii=False),
        f"{_CODE} {len(code.encode())}",
        code,
        f"{_WEIGHTS} {len(weights)}",
        *(f"{len(weight)} {hashlib.sha256(weight).hexdigest()}" for weight in weights),
    ]
    text = ("\n".join(lines) + "\n").encode()
    sizes = f"text {len(text)} weights {len(region)}"
    first = f"{MAGIC}\nsha256 {hashlib.sha256(text).hexdigest()} {sizes}\n"
    return first.encode() + text + region


def read(path: str | PathLike[str]) -> tuple[Header, Code]:
    """The header of the file, and its code, whose weights are read when it is asked for.

    Raises ArtifactError as `decode`, OSError where the file cannot be read.
    """
    return _decoded(FileContent(path))


def decode(data: bytes) -> tuple[Header, Code]:
    """The header, and the code, whose weights are tested when it is asked for.

    Raises ArtifactError where `data` is not a whole, unchanged artifact, but for its weights.
    """
    return _decoded(BytesContent(data))


def _decoded(data: Content) -> tuple[Header, Code]:
    head = data.read(0, HEAD)
    end = head.find(b"\n", 0, 64)
    magic = head[: 64 if end < 0 else end]
    if magic not in (MAGIC.encode(), f"{FAMILY}1".encode()):
        raise ArtifactError(_wrong_magic(magic))
    start = head.find(b"\n", end + 1, end + 200) + 1
    found = _SUM.fullmatch(head[end + 1 : max(start - 1, 0)].decode("latin-1"))
    first_version = magic != MAGIC.encode()
    if found is None or not start or (found[2] is None) is not first_version:
        raise ArtifactError("the checksum is missing or damaged: the file is truncated or altered")
    stop = data.size if first_version else start + int(found[2])
    body = data.read(start, min(stop, data.size))
    whole = first_version or data.size == stop + int(found[3])
    if not whole or hashlib.sha256(body).hexdigest() != found[1]:
        raise ArtifactError(
            "the contents do not match the checksum: the file is truncated or altered"
        )
    try:
        return _decode_body(body, None if first_version else (data, stop))
    except (ValueError, RecursionError) as error:
        if isinstance(error, ArtifactError):
            raise
        raise ArtifactError(f"the contents are not valid: {error}") from error


def _wrong_magic(line: bytes) -> str:
    version = _FIRST_LINE.fullmatch(line[:64].decode("latin-1"))
    if version is None:
        return "not an artifact of tieshape, or its first line is damaged"
    return f"version {version[1]} of the format, this tieshape reads version {MAGIC.split()[-1]}"


def _decode_body(body: bytes, region: tuple[Content, int] | None) -> tuple[Header, Code]:
    """The header and code in `body`; its weights are in `region`: in what, from where on."""
    head, code_mark, rest = body.partition(f"\n{_CODE} ".encode())
    length, newline, rest = rest.partition(b"\n")
    if not code_mark or not newline or not length.isdigit() or len(length) > 18:
        raise ArtifactError("the code is missing")
    size = int(length)
    code, tail = rest[:size].decode(), rest[size:]
    if len(rest) < size:
        raise ArtifactError("the code is incomplete")
    mark, *constants = tail.decode().strip("\n").split("\n")
    if mark != f"{_CONSTANTS if region is None else _WEIGHTS} {len(constants)}":
        raise ArtifactError("the constants are incomplete")
    header = from_json(json.loads(head))
    if region is None:
        code = _together(code, constants.__getitem__, len(constants))
        return header, lambda: code
    data, start = region
    places = list[tuple[int, int, str]]()
    for line in constants:
        if (found := _WEIGHT.fullmatch(line)) is None:
            raise ArtifactError("the constants are incomplete")
        places.append((start, start := start + int(found[1]), found[2]))
    if start != data.size:
        raise ArtifactError("the constants are incomplete")

    def weight(number: int) -> str:
        first, end, checksum = places[number]
        content = data.read(first, end)
        if len(content) < end - first:
            raise ArtifactError(f"weight {number} is incomplete: the file has been truncated")
        if hashlib.sha256(content).hexdigest() != checksum:
            raise ArtifactError(f"weight {number} does not match its checksum: it is altered")
        return content.hex().upper()

    return header, lambda: _together(code, weight, len(places))


def _apart(code: str) -> tuple[str, list[bytes]]:
    """`code` with a reference for each long constant, and the constants."""
    constants = dict[bytes, int]()
    parts, done = list[str](), 0
    start = code.find(_OPENING)
    while start >= 0:
        first = start + len(_OPENING)
        end = code.find('"', first)
        if (content := _bytes_of(code[first:end]) if end >= 0 else None) is not None:
            number = constants.setdefault(content, len(constants))
            parts += [code[done:start], f'"@constant {number}"']
            done = first = end + 1
        start = code.find(_OPENING, first)
    parts.append(code[done:])
    return "".join(parts), list(constants)


def _bytes_of(digits: str) -> bytes | None:
    """What `digits` mean, where they are many and written as they are printed."""
    if len(digits) < _SHORTEST or digits != digits.upper():
        return None
    try:
        content = bytes.fromhex(digits)
    except ValueError:
        return None
    return content if 2 * len(content) == len(digits) else None  # no spaces between them


def _together(code: str, constant: Callable[[int], str], count: int) -> str:
    if not count:
        return code

    def literal(match: re.Match[str]) -> str:
        number = int(match[1])
        if number >= count:
            raise ArtifactError(f"constant {number} is missing")
        return f'"0x{constant(number)}"'

    return _REFERENCE.sub(literal, code)
