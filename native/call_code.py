"""A function that Python calls directly, with nothing of ctypes in between: its code, in MLIR.

It takes what CPython's METH_FASTCALL takes: an object, an array of arguments, their number. The
object is an array of words, `SHARED`; it names a chain of records, each the shapes of one call that
went well, as `RECORD` says, with `TENSOR`s for its arguments and results. Arguments that are as in
a record, arrays of numpy in order, need no more tests: their addresses are written down, results
are made, and native code is called. Otherwise the result is None.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from .image import Linked
from .store import default_store
from .stored_text import stored
from .views import IN_ORDER

SHARED = (
    *("first", "none", "busy", "array_type", "main", "packed", "words", "cells", "result_cells"),
    *("Py_IncRef", "Py_DecRef", "PyList_New", "PyList_SetItem", "PyEval_SaveThread"),
    *("PyEval_RestoreThread", "PyArray_Empty", "memmove", "release_all", "held"),
)
"""The words of the object: the first record, state, addresses, and functions of Python."""
RECORD = ("next", "arguments", "results", "header", "header_words", "unlocked", "tensors")
"""The words of a record: counts, what the words of a call begin with, whether others may run."""
TENSOR = ("type", "rank", "count", "late")
"""The words of a tensor before its sizes. `late` is 0, or the word of the call where the address of
a result is told when it is made, and its sizes after that; `count` is the bytes of an element then.
"""
MOST_SIZES = 9
_TEXT = Path(__file__).with_suffix(".mlir")
TENSOR_WORDS = len(TENSOR) + MOST_SIZES
ARRAY = {"data": 0, "rank": 8, "sizes": 16, "type": 40, "flags": 48}
"""Where the fields of numpy's array lie after the header of an object."""


def call_text(header: int) -> str:
    """The module, where every object of Python begins with `header` bytes."""
    values = {
        **{f"SHARED_{name}": place for place, name in enumerate(SHARED)},
        **{f"RECORD_{name}": place for place, name in enumerate(RECORD)},
        **{f"ARRAY_{name}": header + place for name, place in ARRAY.items()},
        **{f"TENSOR_{name}": place for place, name in enumerate(TENSOR)},
        "TENSOR_BYTES": 8 * TENSOR_WORDS,
        "TENSOR_SIZES": len(TENSOR),
        "TENSOR_HEAD": 8 * len(TENSOR),
        "BUSY_BYTES": 8 * SHARED.index("busy"),
        "HEAD_TYPE": header - 8,
        "IN_ORDER": IN_ORDER,
    }
    text = _TEXT.read_text(encoding="utf-8")
    for name in sorted(values, key=len, reverse=True):
        text = text.replace(name, str(values[name]))
    return text


def linked(header: int) -> Linked:
    """The code, whose function `address` gives that of what Python calls."""
    return stored(f"call {header}", partial(call_text, header), default_store(), inline=True)
