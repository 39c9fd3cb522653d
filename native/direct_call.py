"""Calls of native code with as little between as can be: a builtin function for each program.

`call_code` holds the code of all of them; here are the words that each of them is given. A record
is written after a call that went well by the long way, with shapes that were tested then.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from math import prod
from typing import Any, cast

import numpy as np

from . import call_code, late_memory
from .call_code import ARRAY, MOST_SIZES, RECORD, SHARED, TENSOR_WORDS
from .engine import functions_of
from .memory import LARGE
from .session import Call, Plan, Session
from .views import Array, address_of, dtype_named

MOST_RECORDS = 16
_METH_FASTCALL = 0x80
_EMPTY = 184
"""The place of PyArray_Empty in numpy's table of functions, in all versions of its ABI."""


class _OwnedWords(np.ndarray):
    """`SHARED` of one program, and what it refers to: a call may outlive all users of a program."""

    owners: tuple[object, ...]


class DirectCall:
    """Calls one session. Nothing else may use the session but what is said here."""

    def __init__(self, session: Session, main: int):
        self._session = session
        self._records = list[tuple[Array, Array, Plan, tuple[Any, ...]]]()
        """What the words of each record refer to."""
        self._left = 16 * MOST_RECORDS
        self._shared = np.zeros(len(SHARED), np.int64).view(_OwnedWords)
        self._shared.owners = (session, self._records)
        values = _functions() | {
            "main": main,
            "packed": session.pointers.address,
            "words": session.words_address,
            "cells": session.cells_address,
            "result_cells": session.cells_address + 40 * session.first_result,
            "held": session.held_address,
        }
        if session.held_address:
            values["release_all"] = late_memory.release_all_address()
        for name, value in values.items():
            self._set(name, value)
        self.call: Call = _builtin(self._shared)
        """The results for arrays of shapes that were met before; None for all else, and where the
        call fails: the long way says why.
        """

    def _set(self, name: str, value: int) -> None:
        self._shared[SHARED.index(name)] = value

    def meet(self, plan: Plan, shapes: Sequence[Sequence[int]], dtypes: Sequence[Any]) -> bool:
        """Takes calls with arguments like these from now on; whether to be told of further ones.

        plan: of such a call
        """
        early = [(result[0], result[1]) for result in plan.outputs if result is not None]
        if any(prod(shape) * dtype.itemsize >= LARGE for shape, dtype in early):
            return True  # the long way makes them where they should begin
        given = [_tensor(shape, dtype) for shape, dtype in zip(shapes, dtypes, strict=True)]
        tensors = [*given, *(self._result(i, found) for i, found in enumerate(plan.outputs))]
        if None in tensors or self._left == 0:
            return False
        if self._shared[SHARED.index("busy")]:
            return True  # another time
        if len(self._records) == MOST_RECORDS:
            self._set("first", 0)
            self._records.clear()
        self._left -= 1
        rows = np.array(tensors, np.int64).reshape(-1, TENSOR_WORDS)
        record = np.zeros(len(RECORD), np.int64)
        record[:] = (
            self._shared[SHARED.index("first")],
            len(shapes),
            len(plan.outputs),
            plan.words[0],
            plan.words[1] // 8,
            not plan.short,
            address_of(rows),
        )
        self._session.reserve(plan.arena, in_use=True)
        self._records.append((record, rows, plan, tuple(dtypes)))
        self._set("first", address_of(record))
        return True

    def _result(
        self, place: int, known: tuple[tuple[int, ...], Any, int] | None
    ) -> list[int] | None:
        """The words of a result; `known` before the call, or not."""
        if known is not None:
            return _tensor(known[0], known[1])
        words = self._session.results[place]
        dtype = dtype_named(words.element)
        row = [id(dtype), words.rank, dtype.itemsize, words.start]
        return _filled(row)


def _tensor(shape: Sequence[int], dtype: Any) -> list[int] | None:
    """The words of a tensor whose sizes are known; None where there are too many."""
    return _filled([id(dtype), len(shape), prod(shape), 0, *shape])


def _filled(row: list[int]) -> list[int] | None:
    if row[1] > MOST_SIZES:
        return None
    return [*row, *[0] * (TENSOR_WORDS - len(row))]


@cache
def is_possible() -> bool:
    """Whether Python and numpy are those whose objects are read here."""
    has_plain_objects = object.__basicsize__ == 16  # it is more with free threads
    return sys.implementation.name == "cpython" and has_plain_objects and _fields_are_known()


def _fields_are_known() -> bool:
    """Whether the fields of an array lie where `ARRAY` says."""
    header = object.__basicsize__
    for array in (np.zeros((3, 5, 7), np.int32), np.arange(12.0)[4::2], np.array(1, np.uint8)):
        start = id(array) + header

        def word(name: str, start: int = start) -> int:
            return ctypes.c_int64.from_address(start + ARRAY[name]).value

        sizes = (ctypes.c_int64 * array.ndim).from_address(word("sizes")) if array.ndim else ()
        known = (
            word("data") == array.__array_interface__["data"][0]
            and word("rank") & 0xFFFFFFFF == array.ndim
            and tuple(sizes) == array.shape
            and word("type") == id(array.dtype)
            and word("flags") & 0xFFFFFFFF == array.flags.num
            and ctypes.c_int64.from_address(start - 8).value == id(np.ndarray)
        )
        if not known:
            return False
    return True


@cache
def _functions() -> dict[str, int]:
    """The words of `SHARED` that are the same for all programs."""
    names = [name for name in SHARED if name.startswith(("Py_", "PyList", "PyEval"))]
    python = {name: _address(getattr(ctypes.pythonapi, name)) for name in names}
    capsule = ctypes.pythonapi.PyCapsule_GetPointer
    capsule.restype, capsule.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
    package = "numpy._core" if hasattr(np, "_core") else "numpy.core"
    numpy = cast("Any", import_module(f"{package}._multiarray_umath"))
    table = capsule(numpy._ARRAY_API, None)
    empty = ctypes.c_int64.from_address(table + 8 * _EMPTY).value
    python["memmove"] = ctypes.cast(ctypes.memmove, ctypes.c_void_p).value or 0
    return {**python, "PyArray_Empty": empty, "none": id(None), "array_type": id(np.ndarray)}


def _address(function: Any) -> int:
    return ctypes.cast(function, ctypes.c_void_p).value or 0


class _Method(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("code", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


@cache
def _method() -> tuple[_Method, object]:
    """What all builtin functions are made of, and the code that they run."""
    code = call_code.linked(object.__basicsize__)
    found = ctypes.c_int64()
    cell = (ctypes.c_void_p * 1)(ctypes.addressof(found))
    functions_of(code.address("address"))[0](ctypes.addressof(cell))
    return _Method(b"call", found.value, _METH_FASTCALL, None), code


def _builtin(shared: Array) -> Call:
    make = ctypes.pythonapi.PyCFunction_NewEx
    make.restype = ctypes.py_object
    make.argtypes = (ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p)
    return make(ctypes.addressof(_method()[0]), shared, None)
