"""What runs the code of an artifact, and what makes artifacts: found by name when first needed.

This package may not depend on the compiler, so that guards are checked without it. A user of `Model`, or who calls an
artifact, wants it nevertheless to work without handing anything in; hence the one import by name below.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol, TypeAlias, cast

from .errors import ArgumentError
from .header import Argument

Array: TypeAlias = Any
"""A numpy array: the runtime needs its `shape` and `dtype` only."""

PROVIDER = "tieshape.tools.compile"


class Executor(Protocol):
    """Runs one function. Calls may come from several threads at once."""

    def run(self, arrays: Sequence[Array]) -> list[Array]:
        """Raises AssertGuardError or ExpectGuardError where a guard on the way fails."""
        ...


def executor(code: str, function: str) -> Executor:
    """What runs `function` of the IR in `code`."""
    return cast("Any", import_module(PROVIDER)).executor(code, function)


def as_arrays(values: Sequence[object], arguments: Sequence[Argument]) -> list[Array]:
    """`values` as arrays. Raises ArgumentError where their number or an element type is not what `arguments` say."""
    if len(values) != len(arguments):
        raise ArgumentError(f"{len(arguments)} arguments are needed, {len(values)} given")
    arrays = list[Array]()
    for value, argument in zip(values, arguments, strict=True):
        array = cast("Array", value)
        if not hasattr(value, "dtype") or not isinstance(getattr(value, "shape", None), tuple):
            array = cast("Any", import_module("numpy")).asarray(value)
        if array.dtype.name != argument.dtype:
            words = f"elements of type {argument.dtype} are needed, {array.dtype.name} given"
            raise ArgumentError(f"{argument.name}: {words}")
        arrays.append(array)
    return arrays
