"""Machine code of a function to bytes and back, with what its caller must know.

The bytes are those of a store, which says that this user wrote them: they are run as they are.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..lowering.fusions_to_loops.frame import Frame, Words
from .engine import MachineCode
from .image import Image, LoadedImage, address_of
from .known_functions import known_functions
from .loaded import NativeCode
from .views import Array

if TYPE_CHECKING:
    from ..lowering.convert_fusions_to_loops import NativeFunction

ALIGNMENT = 64
LARGE = 64 << 20
"""Bytes of constants that are made again from the model's, not stored once more."""


def to_bytes(made: NativeCode) -> bytes | None:
    """`made`; None where this kind of code is not stored."""
    from .object_file import UnsupportedObjectError, image_of

    if not isinstance(made.code, MachineCode):
        return None
    try:
        image = image_of(made.code.object_file(made.name))
        known = known_functions([name for _, name, _ in image.outside])
        for _, name, _ in image.outside:
            address_of(name, known)
    except (UnsupportedObjectError, KeyError):
        return None
    if any(np.dtype(array.dtype.str) != array.dtype for array in made.constants):
        return None
    is_large = sum(array.nbytes for array in made.constants) > LARGE
    stored = [] if is_large else made.constants
    frame, blobs = made.frame, [image.data, *(array.tobytes() for array in stored)]
    head = {
        "name": made.name,
        "length": frame.length,
        "buffers": frame.buffers,
        "arguments": [_words(words) for words in frame.arguments],
        "results": [_words(words) for words in frame.results],
        "early": frame.early,
        "late": frame.late,
        "held": frame.held,
        "threads": frame.threads,
        "lowered_again": is_large or bool(frame.callbacks),
        "constants": [[array.dtype.str, array.shape] for array in stored],
        "image": image.to_json(),
        "blobs": list(map(len, blobs)),
    }
    parts = [json.dumps(head).encode(), *blobs]
    return b"".join(part + bytes(-len(part) % ALIGNMENT) for part in (_length(parts[0]), *parts))


def of_bytes(data: bytes, lowered: Callable[[], NativeFunction]) -> NativeCode:
    """What `to_bytes` wrote.

    lowered: makes the loops of which this code was made, which have the constants and the ops that
        the interpreter runs; asked for only where there are such ops, or the constants are large
    Raises KeyError or OSError where the code cannot be loaded here.
    """
    end = int.from_bytes(data[:8], "little") + ALIGNMENT
    head = json.loads(data[ALIGNMENT:end])
    blobs, start = list[bytes](), _aligned(end)
    for length in head["blobs"]:
        blobs.append(data[start : start + length])
        start = _aligned(start + length)
    image = Image.of_json(head["image"], blobs[0])
    code = LoadedImage(image, known_functions([name for _, name, _ in image.outside]))
    constants: list[Array] = [
        np.frombuffer(blob, np.dtype(dtype)).reshape(shape)
        for blob, (dtype, shape) in zip(blobs[1:], head["constants"], strict=True)
    ]

    def words(values: Sequence[Sequence[Any]]) -> list[Words]:
        return [Words(*value) for value in values]

    frame = Frame(
        words(head["arguments"]),
        words(head["results"]),
        head["early"],
        length=head["length"],
        late=head["late"],
        held=head["held"],
        buffers=head["buffers"],
        threads=head["threads"],
    )
    if head["lowered_again"]:
        from .program import elements

        again = lowered()
        frame.callbacks.extend(again.frame.callbacks)
        constants = [elements(op) for op in again.constants]
    return NativeCode(head["name"], frame, constants, code)


def _length(part: bytes) -> bytes:
    return len(part).to_bytes(8, "little")


def _aligned(place: int) -> int:
    return -(-place // ALIGNMENT) * ALIGNMENT


def _words(words: Words) -> list[Any]:
    return [words.element, words.start, words.kind, words.rank]
