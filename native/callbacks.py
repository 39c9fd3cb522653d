"""What native code asks of Python: an op to be run by the interpreter, memory."""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..lowering.fusions_to_loops.frame import ALLOCATE, CALLBACK, LATE, STATUS, Callback, Words
from .views import Array, address_of, aligned_bytes, dtype_named, view

if TYPE_CHECKING:
    from xdsl.ir import Operation, SSAValue


class Asked:
    """What one run may be asked for, and what it holds until its end."""

    def __init__(
        self,
        words: Array,
        callbacks: Sequence[Callback],
        interpreter: Any,
        make: Callable[[int], Array] = aligned_bytes,
    ):
        """interpreter: a CheckingInterpreter; None where there are no callbacks"""
        self._make = make
        self._words = words
        self._callbacks = callbacks
        self._interpreter = interpreter
        self._late = dict[tuple[int, int], Array]()
        self._held = list[Array]()
        self.error: BaseException | None = None
        self.is_used = False
        """Whether it was asked since it began."""
        _RUNS[address_of(words)] = self

    def forget(self) -> None:
        """There are no more runs."""
        _RUNS.pop(address_of(self._words), None)

    def begin(self) -> None:
        """A new run: nothing is held for the last one."""
        self.is_used = False
        self._late.clear()
        self._held.clear()
        self.error = None

    def run(self, number: int) -> None:
        """The op of a callback, from the words of its arguments to those of its results.

        Raises MemoryError where a buffer was refused: an argument may have no address then.
        """
        self.is_used = True
        if self._words[STATUS]:
            raise MemoryError("a buffer was refused")
        callback = self._callbacks[number]
        arguments = [self._argument(words) for words in callback.arguments]
        results = self._results(callback, arguments)
        for place, (words, result) in enumerate(zip(callback.results, results, strict=True)):
            array = np.asarray(result)
            start = words.start + 1
            if words.kind == "late":
                self._words[start : start + words.rank] = array.shape
                # A kernel may return a part of its operand, whose place is soon used again.
                self._late[number, place] = np.array(array, order="C")
                continue
            target = self._argument(words)
            if target.shape != array.shape:
                raise ValueError(f"a result has shape {array.shape}, not {target.shape}")
            target[...] = array

    def _argument(self, words: Words) -> Any:
        if words.kind == "scalar":
            value = int(self._words[words.start])
            return bool(value) if words.element == "i1" else value
        dtype = dtype_named(words.element)
        if words.kind == "element":
            return self._words[words.start].astype(dtype)
        if words.kind == "elements":
            return self._words[words.start : words.start + words.rank].astype(dtype)
        shape = self._words[words.start + 1 : words.start + 1 + words.rank].tolist()
        return view(int(self._words[words.start]), shape, dtype)

    def _results(self, callback: Callback, arguments: Sequence[Any]) -> Sequence[Any]:
        op, interpreter = callback.op, self._interpreter
        assert interpreter is not None
        count = len(op.operands)
        interpreter.push_scope("callback")
        try:
            return run_op(interpreter, op, arguments[:count], callback.captured, arguments[count:])
        finally:
            interpreter.pop_scope()

    def late(self, number: int, place: int) -> Array:
        """The memory of a result whose size was not known before."""
        return self._late[number, place]

    def allocate(self, count: int) -> Array:
        """Memory until the end of the run."""
        self.is_used = True
        self._held.append(self._make(count))
        return self._held[-1]


def run_op(
    interpreter: Any,
    op: Operation,
    operands: Sequence[Any],
    captured: Sequence[SSAValue],
    values: Sequence[Any],
) -> Sequence[Any]:
    """The results of one op, with the values of what its regions use from outside; raises what it
    raises where a fact or a guard in it does not hold.
    """
    interpreter.facts.begin()
    interpreter.facts.sizes.checking = True
    interpreter.set_values(zip(captured, values, strict=True))
    with np.errstate(all="ignore"):
        return interpreter.run_op(op, tuple(operands))


def in_words(callbacks: Sequence[Callback]) -> list[str]:
    """Which ops the interpreter runs in the midst of native code, how often, and why."""
    found = Counter((_name(callback.op), callback.reason) for callback in callbacks)
    return [f"{count} {name} ({reason})" for (name, reason), count in sorted(found.items())]


def _name(op: Operation) -> str:
    """The name of `op`, with that of what a call by name calls."""
    target = getattr(op.properties.get("call_target_name"), "data", None)
    return op.name if target is None else f"{op.name} @{target}"


class _Descriptor(ctypes.Structure):
    _fields_ = (
        ("base", ctypes.c_void_p),
        ("start", ctypes.c_void_p),
        ("offset", ctypes.c_int64),
        ("size", ctypes.c_int64),
        ("stride", ctypes.c_int64),
    )


_RUNS = dict[int, Asked]()
"""The runs that are under way or may be, by the address of their words."""


def _call_back(handle: int, number: int) -> int:
    asked = _RUNS[handle]
    try:
        asked.run(number)
    except BaseException as error:  # native code cannot pass it on
        asked.error = error
        return 1
    return 0


def _fill(result: Any, memory: Array) -> None:
    descriptor = result[0]
    descriptor.base = descriptor.start = address_of(memory)
    descriptor.offset, descriptor.size, descriptor.stride = 0, memory.nbytes, 1


def _late_result(result: Any, handle: int, number: int, place: int) -> None:
    _fill(result, _RUNS[handle].late(number, place))


def _allocate(result: Any, handle: int, count: int) -> None:
    _fill(result, _RUNS[handle].allocate(count))


_WORD, _RESULT = ctypes.c_int64, ctypes.POINTER(_Descriptor)
_POINTERS = {
    CALLBACK: ctypes.CFUNCTYPE(_WORD, _WORD, _WORD)(_call_back),
    LATE: ctypes.CFUNCTYPE(None, _RESULT, _WORD, _WORD, _WORD)(_late_result),
    ALLOCATE: ctypes.CFUNCTYPE(None, _RESULT, _WORD, _WORD)(_allocate),
}


def addresses() -> dict[str, int]:
    """What native code is linked with."""
    return {
        f"_mlir_ciface_{name}": ctypes.cast(pointer, ctypes.c_void_p).value or 0
        for name, pointer in _POINTERS.items()
    }
