"""Machine code of a fixed text, which is the same in each process."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress

from .engine import MachineCode
from .fingerprint import fingerprint
from .image import Image, Linked, LoadedImage
from .object_file import UnsupportedObjectError, image_of
from .store import CodeStore, key_of


def stored(
    text: str, store: CodeStore | None, known: Mapping[str, int] | None = None, *, level: int = 0
) -> Linked:
    """The code of `text`, which has a function `address`.

    known: what it refers to outside of itself and the C library, by name
    level: of LLVM's optimizations
    """
    if store is None:
        return MachineCode(text, known or {}, level)
    key = key_of(("fixed", *fingerprint(), str(level), text))
    if (found := store.get(key)) is not None:
        with suppress(KeyError, OSError):
            head, _, data = found.partition(b"\n")
            return LoadedImage(Image.of_json(json.loads(head), data), known or {})
    code = MachineCode(text, known or {}, level)
    with suppress(UnsupportedObjectError):
        image = image_of(code.object_file("address"))
        store.put(key, json.dumps(image.to_json()).encode() + b"\n" + image.data)
    return code
