"""The file of an artifact: a version, a checksum, a JSON header, IR text, and weights as raw bytes.

What a check of shapes needs comes first; the weights after it are read when the model first runs.
Version 1, which has its constants as text, is read too. See docs/artifact.md.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from os import PathLike

from .code import REFERENCE, ArtifactCode, Weight
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


def encode(header: Header, code: ArtifactCode) -> bytes:
    """The bytes of the file. Raises ArtifactError where a weight is damaged."""
    return b"".join(parts(header, code))


def parts(header: Header, code: ArtifactCode) -> list[bytes]:
    """The bytes of the file, in parts. Raises ArtifactError where a weight is damaged."""
    weights = [(weight.read(), weight.checksum) for weight in code.weights]
    lines = [
        json.dumps(to_json(header), indent=1, ensure_ascii=False),
        f"{_CODE} {len(code.text.encode())}",
        code.text,
        f"{_WEIGHTS} {len(weights)}",
        *(f"{len(content)} {checksum}" for content, checksum in weights),
    ]
    text = ("\n".join(lines) + "\n").encode()
    sizes = f"text {len(text)} weights {sum(len(content) for content, _ in weights)}"
    first = f"{MAGIC}\nsha256 {hashlib.sha256(text).hexdigest()} {sizes}\n"
    return [first.encode(), text, *(content for content, _ in weights)]


def read(path: str | PathLike[str]) -> tuple[Header, ArtifactCode]:
    """The header of the file, and its code, whose weights are read when it is asked for.

    Raises ArtifactError as `decode`, OSError where the file cannot be read.
    """
    return _decoded(FileContent(path))


def decode(data: bytes) -> tuple[Header, ArtifactCode]:
    """The header, and the code, whose weights are tested when it is asked for.

    Raises ArtifactError where `data` is not a whole, unchanged artifact, but for its weights.
    """
    return _decoded(BytesContent(data))


def _decoded(data: Content) -> tuple[Header, ArtifactCode]:
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


def _decode_body(body: bytes, region: tuple[Content, int] | None) -> tuple[Header, ArtifactCode]:
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
        return header, _first_version(code, constants)
    data, start = region
    weights = list[Weight]()
    for number, line in enumerate(constants):
        if (found := _WEIGHT.fullmatch(line)) is None:
            raise ArtifactError("the constants are incomplete")
        end = start + int(found[1])
        weights.append(_weight(data, number, start, end, found[2]))
        start = end
    if start != data.size:
        raise ArtifactError("the constants are incomplete")
    return header, ArtifactCode(code, weights)


def _weight(data: Content, number: int, start: int, end: int, checksum: str) -> Weight:
    """The bytes of `data` from `start` up to `end`, where they have this checksum."""

    def read() -> bytes:
        content = data.read(start, end)
        if len(content) < end - start:
            raise ArtifactError(f"weight {number} is incomplete: the file has been truncated")
        if hashlib.sha256(content).hexdigest() != checksum:
            raise ArtifactError(f"weight {number} does not match its checksum: it is altered")
        return content

    return Weight(read, checksum)


def _first_version(code: str, constants: Sequence[str]) -> ArtifactCode:
    """The code with the hexadecimal digits of its constants in it."""

    def literal(match: re.Match[str]) -> str:
        number = int(match[1])
        if number >= len(constants):
            raise ArtifactError(f"constant {number} is missing")
        return f'"0x{constants[number]}"'

    return ArtifactCode.of_text(REFERENCE.sub(literal, code) if constants else code)
