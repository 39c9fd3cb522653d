"""Machine code of a function in a store, with its constants and what its caller must know.

What is in a store was written by this user, as the store says: it is run as it is.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable, Sequence
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING, Any

import numpy as np

from ..lowering.fusions_to_loops.frame import Frame, Words
from .engine import MachineCode
from .image import Image, LoadedImage, address_of
from .known_functions import known_functions
from .loaded import NativeCode
from .store import Bytes, CodeStore, checksum_of, key_of
from .views import Array

if TYPE_CHECKING:
    from ..lowering.convert_fusions_to_loops import NativeFunction

ALIGNMENT = 64
LARGE = 1 << 20
"""Bytes of constants that are stored by themselves."""
STORING = "tieshape-storing"
"""The name of threads that store constants."""


def put(store: CodeStore, key: str, made: NativeCode) -> bool:
    """Whether `made` is in `store` now; not every kind of code is stored."""
    image = _image_of(made)
    if image is None or any(np.dtype(array.dtype.str) != array.dtype for array in made.constants):
        return False
    apart = sum(array.nbytes for array in made.constants) > LARGE
    frame = made.frame
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
        "callbacks": bool(frame.callbacks),
        "constants": [[array.dtype.str, array.shape] for array in made.constants],
        "apart": _put_constants(store, made.constants) if apart else None,
        "image": image.to_json(),
    }
    stored = [] if apart else made.constants
    parts = (json.dumps(head).encode(), image.data, *map(_bytes_of, stored))
    return store.put(key, *_records(parts))


def get(store: CodeStore, key: str, lowered: Callable[[], NativeFunction]) -> NativeCode | None:
    """What was put there; None where it is not there or cannot be loaded here.

    lowered: makes the loops of which this code was made, which have the ops that the interpreter
        runs, and the constants; asked for only where there are such ops, or large constants are
        not in the store
    """
    stored = store.mapped(key)
    if stored is None:
        return None
    first, data, *blobs = _parts(stored)
    head = json.loads(bytes(first))
    image = Image.of_json(head["image"], bytes(data))
    try:
        code = LoadedImage(image, known_functions([name for _, name, _ in image.outside]))
    except (KeyError, OSError):
        return None

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
    if head["apart"] is not None:
        constants = store.mapped(head["apart"])
        blobs = None if constants is None else list(_parts(constants))
    again = lowered() if head["callbacks"] or blobs is None else None
    if again is not None:
        frame.callbacks.extend(again.frame.callbacks)
    if again is not None and blobs is None:
        from .program import elements

        arrays = [elements(op) for op in again.constants]
        _put_constants(store, arrays)
    else:
        arrays = [
            np.frombuffer(blob, np.dtype(dtype)).reshape(shape)
            for blob, (dtype, shape) in zip(blobs or (), head["constants"], strict=True)
        ]
    return NativeCode(head["name"], frame, arrays, code)


def _image_of(made: NativeCode) -> Image | None:
    """The code as bytes; None where there is no such form of it."""
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
    return image


def _put_constants(store: CodeStore, constants: Sequence[Array]) -> str:
    """The key of an entry with these constants, which all code that has them shares. It is written
    in a thread, for which the process waits at its end: the first results need not wait for it.
    """
    parts = list(_records(map(_bytes_of, constants)))
    checksum = checksum_of(parts)
    key = key_of(("constants", checksum))
    if not store.has(key):
        put = partial(store.put, key, *parts, checksum=checksum)
        Thread(target=put, name=STORING).start()
    return key


def _bytes_of(array: Array) -> memoryview:
    content: Any = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
    return memoryview(content)


def _records(parts: Iterable[Bytes]) -> Generator[Bytes]:
    """How many bytes each part has, and the part, each from a multiple of ALIGNMENT on."""
    for part in parts:
        yield len(part).to_bytes(ALIGNMENT, "little")
        yield part
        yield bytes(-len(part) % ALIGNMENT)


def _parts(records: memoryview) -> Generator[memoryview]:
    """The parts of `_records`."""
    while records:
        end = ALIGNMENT + int.from_bytes(records[:ALIGNMENT], "little")
        yield records[ALIGNMENT:end]
        records = records[end + -end % ALIGNMENT :]


def _words(words: Words) -> list[Any]:
    return [words.element, words.start, words.kind, words.rank]
