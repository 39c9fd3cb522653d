"""Machine code of a function to bytes and back, with what its caller must know.

The bytes are those of a store, which says that this user wrote them: they are run as they are.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..lowering.fusions_to_loops.frame import Callback, Frame, Words
from .engine import MachineCode
from .image import Image, LoadedImage, address_of
from .known_functions import known_functions
from .loaded import NativeCode
from .views import Array

if TYPE_CHECKING:
    from xdsl.ir import Operation

ALIGNMENT = 64


def to_bytes(made: NativeCode, function: Operation) -> bytes | None:
    """`made`, which was compiled from `function`; None where this kind of code is not stored."""
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
    order = {op: number for number, op in enumerate(function.walk())}
    frame, blobs = made.frame, [image.data, *(array.tobytes() for array in made.constants)]
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
        "callbacks": [
            [
                order[c.op],
                c.reason,
                [_words(w) for w in c.arguments],
                [_words(w) for w in c.results],
            ]
            for c in frame.callbacks
        ],
        "constants": [[array.dtype.str, array.shape] for array in made.constants],
        "image": image.to_json(),
        "blobs": list(map(len, blobs)),
    }
    parts = [json.dumps(head).encode(), *blobs]
    return b"".join(part + bytes(-len(part) % ALIGNMENT) for part in (_length(parts[0]), *parts))


def of_bytes(data: bytes, function: Callable[[], Operation]) -> NativeCode:
    """What `to_bytes` wrote.

    function: that it was compiled from, asked for only where the interpreter runs some of its ops
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
    if head["callbacks"]:
        from ..passes.merge_launches import split_launches

        old = function()
        split_launches(old)
        ops = list(old.walk())
        for number, reason, arguments, results in head["callbacks"]:
            frame.callbacks.append(
                _callback(ops[int(number)], reason, words(arguments), words(results))
            )
    return NativeCode(head["name"], frame, constants, code)


def _callback(
    op: Operation, reason: str, arguments: Sequence[Words], results: Sequence[Words]
) -> Callback:
    from ..lowering.fusions_to_loops.callbacks import captured_by

    return Callback(op, reason, captured_by(op), tuple(arguments), tuple(results))


def _length(part: bytes) -> bytes:
    return len(part).to_bytes(8, "little")


def _aligned(place: int) -> int:
    return -(-place // ALIGNMENT) * ALIGNMENT


def _words(words: Words) -> list[Any]:
    return [words.element, words.start, words.kind, words.rank]
