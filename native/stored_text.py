"""Machine code of a fixed text, which is the same in each process."""

from __future__ import annotations

import ctypes
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from .engine import MachineCode
from .fingerprint import fingerprint_key
from .image import Image, Linked, LoadedImage
from .store import CodeStore, key_of


def stored(
    name: str,
    text: Callable[[], str],
    store: CodeStore | None,
    known: Mapping[str, int] | None = None,
    *,
    inline: bool = False,
) -> Linked:
    """The code of what `text` gives, which has a function `address`.

    name: what decides the text, besides tieshape's own files
    known: what it refers to outside of itself and the C library, by name
    inline: whether it is written in many small functions
    """
    if store is None:
        return MachineCode(text(), lambda: known or {}, inline=inline)
    key = key_of(("fixed", fingerprint_key(), name))
    if (found := store.get(key)) is not None:
        with suppress(KeyError, OSError):
            head, _, data = found.partition(b"\n")
            return LoadedImage(Image.of_json(json.loads(head), data), known or {})
    from .object_file import UnsupportedObjectError, image_of

    code = MachineCode(text(), lambda: known or {}, inline=inline)
    with suppress(UnsupportedObjectError):
        image = image_of(code.object_file("address"))
        store.put(key, json.dumps(image.to_json()).encode() + b"\n" + image.data)
    return code


def addresses(code: Linked, count: int) -> Sequence[int]:
    """Where the functions of a text are that its function `address` knows by number."""
    number, found = ctypes.c_int64(), ctypes.c_int64()
    cells = (ctypes.c_void_p * 2)(ctypes.addressof(number), ctypes.addressof(found))
    call = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)(code.address("address"))
    places = list[int]()
    for number.value in range(count):
        call(ctypes.addressof(cells))
        places.append(found.value)
    return places
