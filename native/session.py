"""One call at a time of a native function: its words, its arena, the pointers that it takes."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from math import prod
from typing import Any, NamedTuple, Protocol

import numpy as np

from ..lowering.fusions_to_loops.frame import ARENA, SIZES, STATUS, Callback, Frame
from .engine import Pointers, functions_of
from .memory import Memory, PlainMemory
from .views import Array, address_of, aligned_bytes, dtype_named, in_order, view

GREATEST_ARENA = 1 << 40
SHORT = 1 << 16
"""Bytes up to which a call keeps the lock of the Python interpreter."""
GREATEST_PLANS = 256


Call = Callable[..., "list[Array] | None"]
"""A call that is made directly, where it can be."""


class Refused(Exception):
    """A test failed, the interpreter can say which; or an op failed that it was asked for."""


class Code(Protocol):
    """What a session needs of a program."""

    frame: Frame
    constants: list[Array]
    threads: int
    main: int
    plan: int

    @property
    def callbacks(self) -> Sequence[Callback]: ...

    def interpreter(self) -> Any: ...


class Plan(NamedTuple):
    """What the shapes of the arguments decide."""

    header: Array
    words: tuple[int, int]
    """The address of `header` and its bytes."""
    arena: int
    counts: tuple[int, ...]
    outputs: tuple[tuple[tuple[int, ...], Any, int] | None, ...]
    short: bool


class Layout(NamedTuple):
    """The arena of a call, in bytes, and where the buffers in it begin and how large they are."""

    arena: int
    places: tuple[int, ...]
    sizes: tuple[int, ...]


class Session:
    """The memory of calls that follow one another."""

    def __init__(self, code: Code, memory: Memory | None = None):
        """memory: what makes buffers, each by itself; None: as numpy makes them"""
        frame, self._code = code.frame, code
        self._memory = PlainMemory() if memory is None else memory
        self.results = frame.results
        self._words = np.zeros(max(frame.length, SIZES), np.int64)
        self.words_address = address_of(self._words)
        self._arena, self._old = aligned_bytes(64), list[Array]()
        self._arguments, self._results = len(frame.arguments), len(frame.results)
        count = self._arguments + len(code.constants) + self._results + 2
        self._cells = (ctypes.c_int64 * (5 * count))()
        """Descriptors of memrefs: address, aligned address, offset, size, stride."""
        for place in range(count):
            self._cells[5 * place + 4] = 1
        self._constants = [np.ascontiguousarray(constant) for constant in code.constants]
        for place, constant in enumerate(self._constants, self._arguments):
            self._point(place, address_of(constant), constant.size)
        self.held_address = 0 if frame.held is None else self.words_address + 8 * frame.held
        """Of the word that leads to the memory that a run holds; 0 where there is none."""
        self.first_result = self._arguments + len(self._constants)
        self._point(count - 2, address_of(self._words), self._words.size)
        self._point(count - 1, address_of(self._arena), self._arena.size)
        self.cells_address = base = ctypes.addressof(self._cells)
        self.pointers = Pointers(base, count)
        self._locked, self._unlocked = functions_of(code.main)
        self._make_plan = functions_of(code.plan)[0]
        self._plan_pointers = Pointers(base + 40 * (count - 2), 1)
        self._dtypes = [dtype_named(words.element) for words in frame.arguments]
        self._plans = dict[tuple[tuple[int, ...], ...], Plan]()
        self._asked = None
        if code.callbacks or memory is not None:
            from .callbacks import Asked

            interpreter = code.interpreter() if code.callbacks else None
            self._asked = Asked(self._words, code.callbacks, interpreter, self._memory.bytes)

    def __del__(self) -> None:
        if self._asked is not None:
            self._asked.forget()

    def _point(self, place: int, address: int, count: int) -> None:
        self._cells[5 * place : 5 * place + 4] = (address, address, 0, count)

    def run(self, arrays: Sequence[Array]) -> list[Array]:
        """The results; Refused where a test fails."""
        plan = self.plan_of(arrays)
        cells, kept = self._cells, None
        cell = 0
        for array, dtype, count in zip(arrays, self._dtypes, plan.counts, strict=True):
            plain = in_order(array, dtype)
            if plain is None:
                raise Refused(f"elements of type {array.dtype} are given, not {dtype}")
            plain = self._memory.lent(plain)
            if plain is not array:
                array, kept = plain, (kept, plain)
            cells[cell] = cells[cell + 1] = address_of(array)
            cells[cell + 3] = count
            cell += 5
        cell = 5 * self.first_result
        outputs = list[Any]()
        for output in plan.outputs:
            if output is None:
                outputs.append(None)
            else:
                shape, dtype, count = output
                made = self._memory.array(shape, dtype)
                cells[cell] = cells[cell + 1] = address_of(made)
                cells[cell + 3] = count
                outputs.append(made)
            cell += 5
        ctypes.memmove(self.words_address, *plan.words)
        self.reserve(plan.arena)
        self._lend_constants()
        try:
            self._call(plan)
            return self._finished(outputs)
        finally:
            self._release()

    def reserve(self, count: int, *, in_use: bool = False) -> None:
        """Makes the arena at least `count` bytes large.

        in_use: whether a call may be under way; the old arena stays then, until this object goes
        """
        if count > self._arena.size:
            if in_use:
                self._old.append(self._arena)
                count = max(count, 2 * self._arena.size)
            self._arena = aligned_bytes(count)
            self._point(len(self._cells) // 5 - 1, address_of(self._arena), self._arena.size)

    def plan_of(self, arrays: Sequence[Array]) -> Plan:
        """The plan of the call for arrays of these shapes. Refused where a test fails."""
        key = tuple([array.shape for array in arrays])
        return self._plans.get(key) or self._planned(key, arrays)

    def layout_of(self, arrays: Sequence[Array]) -> Layout:
        """Where the buffers of such a call lie. Refused where a test fails."""
        plan = self._planned(tuple(array.shape for array in arrays), arrays)
        frame, count = self._code.frame, self._code.frame.buffers
        end = frame.length if frame.held is None else frame.held  # which comes after them
        words: list[int] = self._words[end - 2 * count : end].tolist()
        return Layout(plan.arena, tuple(words[:count]), tuple(words[count:]))

    def _lend_constants(self) -> None:
        for place, constant in enumerate(self._constants, self._arguments):
            lent = self._memory.lent(constant)
            if lent is not constant:
                self._point(place, address_of(lent), lent.size)

    def call_address(self) -> tuple[int, int]:
        """The native function and what it takes, to run the last call again."""
        return self._code.main, self.pointers.address

    def _call(self, plan: Plan) -> None:
        asked = self._asked
        if asked is not None and asked.is_used:  # by a run that failed
            asked.begin()
        (self._locked if plan.short else self._unlocked)(self.pointers.address)
        if self._words[STATUS]:
            error = None if asked is None else asked.error
            if isinstance(error, KeyboardInterrupt | SystemExit):
                raise error
            raise Refused("a test failed" if error is None else str(error)) from error

    def _finished(self, outputs: list[Any]) -> list[Array]:
        for place, words in enumerate(self._code.frame.results):
            if outputs[place] is None:
                shape = self._words[words.start + 1 : words.start + 1 + words.rank].tolist()
                dtype = dtype_named(words.element)
                outputs[place] = view(int(self._words[words.start]), shape, dtype).copy()
        if self._asked is not None and self._asked.is_used:
            self._asked.begin()
        self._memory.finish()
        return [self._memory.returned(output) for output in outputs]

    def _release(self) -> None:
        """Ends the memory that the run has acquired."""
        if self.held_address:
            from .late_memory import release_all

            release_all()(self.held_address)

    def _planned(self, key: tuple[tuple[int, ...], ...], arrays: Sequence[Array]) -> Plan:
        frame = self._code.frame
        if len(arrays) != self._arguments:
            raise Refused("another number of arguments")
        words = self._words
        words[:SIZES] = 0
        if frame.threads is not None:
            words[frame.threads] = self._code.threads
        for argument, array in zip(frame.arguments, arrays, strict=True):
            if array.ndim != argument.rank:
                raise Refused("an argument has another rank")
            words[argument.start : argument.start + argument.rank] = array.shape
        self._make_plan(self._plan_pointers.address)
        arena = int(words[ARENA])
        if words[STATUS] or not 0 <= arena <= GREATEST_ARENA:
            raise Refused("a test of sizes failed")
        header = words[: frame.length - frame.buffers].copy()
        header[:SIZES] = 0
        outputs = list[tuple[tuple[int, ...], Any, int] | None]()
        total = arena
        for result, early in zip(frame.results, frame.early, strict=True):
            if not early:
                outputs.append(None)
                continue
            places = words[result.start + 1 : result.start + 1 + result.rank]
            shape = tuple(places.tolist())
            outputs.append((shape, dtype_named(result.element), prod(shape)))
            total += 8 * prod(shape)
        counts = tuple(array.size for array in arrays)
        is_known = not self._code.callbacks and not frame.late
        short = is_known and total + 8 * sum(counts) <= SHORT
        plan = Plan(
            header, (address_of(header), header.nbytes), arena, counts, tuple(outputs), short
        )
        if len(self._plans) >= GREATEST_PLANS:
            self._plans.clear()
        self._plans[key] = plan
        return plan
