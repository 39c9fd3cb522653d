"""The file of an artifact: a version, a checksum, a JSON header, IR text, constants.

See docs/artifact.md.
"""

from __future__ import annotations

import hashlib
import json
import re

from .errors import ArtifactError
from .header import Header
from .header_json import from_json, to_json

FAMILY = "tieshape artifact "
MAGIC = f"{FAMILY}1"
"""The first line; the number is the version of the format."""

_FIRST_LINE = re.compile(r"tieshape artifact (\d{1,9})")
_SUM = re.compile(r"sha256 ([0-9a-f]{64})")
_CODE = "--- code"
_CONSTANTS = "--- constants"
_LITERAL = re.compile(r'"0x([0-9A-F]{129,})"')
_REFERENCE = re.compile(r'"@constant (\d{1,9})"')


def encode(header: Header, code: str) -> bytes:
    """The bytes of the file."""
    constants = list[str]()
    if _REFERENCE.search(code) is None:
        code, constants = _apart(code)
    lines = [
        json.dumps(to_json(header), indent=1, ensure_ascii=False),
        f"{_CODE} {len(code.encode())}",
        code,
        f"{_CONSTANTS} {len(constants)}",
        *constants,
    ]
    body = ("\n".join(lines) + "\n").encode()
    return f"{MAGIC}\nsha256 {hashlib.sha256(body).hexdigest()}\n".encode() + body


def decode(data: bytes) -> tuple[Header, str]:
    """The header and the code.

    Raises ArtifactError where `data` is not a whole, unchanged artifact of this version.
    """
    magic, _, rest = data.partition(b"\n")
    if magic != MAGIC.encode():
        raise ArtifactError(_wrong_magic(magic))
    checksum, newline, body = rest.partition(b"\n")
    found = _SUM.fullmatch(checksum.decode("latin-1"))
    if found is None or not newline:
        raise ArtifactError("the checksum is missing or damaged: the file is truncated or altered")
    if hashlib.sha256(body).hexdigest() != found[1]:
        raise ArtifactError(
            "the contents do not match the checksum: the file is truncated or altered"
        )
    try:
        return _decode_body(body)
    except (ValueError, RecursionError) as error:
        if isinstance(error, ArtifactError):
            raise
        raise ArtifactError(f"the contents are not valid: {error}") from error


def _wrong_magic(line: bytes) -> str:
    version = _FIRST_LINE.fullmatch(line[:64].decode("latin-1"))
    if version is None:
        return "not an artifact of tieshape, or its first line is damaged"
    return f"version {version[1]} of the format, this tieshape reads version {MAGIC.split()[-1]}"


def _decode_body(body: bytes) -> tuple[Header, str]:
    head, code_mark, rest = body.partition(f"\n{_CODE} ".encode())
    length, newline, rest = rest.partition(b"\n")
    if not code_mark or not newline or not length.isdigit() or len(length) > 18:
        raise ArtifactError("the code is missing")
    size = int(length)
    code, tail = rest[:size], rest[size:]
    if len(code) != size:
        raise ArtifactError("the code is incomplete")
    mark, *constants = tail.decode().strip("\n").split("\n")
    if mark != f"{_CONSTANTS} {len(constants)}":
        raise ArtifactError("the constants are incomplete")
    header = from_json(json.loads(head))
    return header, _together(code.decode(), constants)


def _apart(code: str) -> tuple[str, list[str]]:
    """`code` with a reference for each long constant, and the constants, in hexadecimal."""
    constants = dict[str, int]()

    def reference(match: re.Match[str]) -> str:
        return f'"@constant {constants.setdefault(match[1], len(constants))}"'

    return _LITERAL.sub(reference, code), list(constants)


def _together(code: str, constants: list[str]) -> str:
    if not constants:
        return code

    def literal(match: re.Match[str]) -> str:
        number = int(match[1])
        if number >= len(constants):
            raise ArtifactError(f"constant {number} is missing")
        return f'"0x{constants[number]}"'

    return _REFERENCE.sub(literal, code)
