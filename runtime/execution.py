"""What runs the code of an artifact, and what makes artifacts: imported by name on first use.

The runtime does not depend on the compiler, so that guards are checked without it. Running an
artifact and compiling a `Model` need it; both find it by the one name below.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, cast

from .code import ArtifactCode
from .errors import ArgumentError
from .header import Argument

if TYPE_CHECKING:
    from tieshape.op_sets import OpSet

AnyArray: TypeAlias = Any
"""A numpy array: the runtime needs its `shape` and `dtype` only."""

PROVIDER = "tieshape.tools.runtime_provider"
_NAMES = dict[Any, str]()
"""Element types and their names, which numpy makes anew each time."""


INTERPRETER, NATIVE = "interpreter", "native"
ENGINES = (INTERPRETER, NATIVE, "auto")
"""What runs a model: numpy, machine code, or machine code where it can be had."""


BFLOAT16 = "bfloat16"
"""The name of an element type of other packages (ml_dtypes), which numpy has none of."""
MOST_THREADS = 256


class Engine(str):
    """The name of what runs a model, and how many threads share a large loop of machine code."""

    __slots__ = ("threads",)

    def __new__(cls, name: str, threads: int = 1) -> Engine:
        """Raises ValueError for a name that does not exist, or a number not from 1 to 256."""
        if name not in ENGINES:
            raise ValueError(f"engine must be one of {', '.join(ENGINES)}, got {name!r}")
        if not 1 <= threads <= MOST_THREADS:
            raise ValueError(f"threads must be from 1 to {MOST_THREADS}, got {threads}")
        made = super().__new__(cls, name)
        made.threads = threads
        return made


def engine_of(name: str, threads: int) -> Engine:
    """Raises ValueError as Engine does. An Engine stays as it is, where `threads` is 1."""
    return name if isinstance(name, Engine) and threads == 1 else Engine(name, threads)


class Executor(Protocol):
    """Runs one function. Calls may come from several threads at once."""

    def run(self, arrays: Sequence[AnyArray]) -> list[AnyArray]:
        """Raises AssertGuardError or ExpectGuardError where a guard on the way fails."""
        ...


def no_call(*_: AnyArray) -> list[AnyArray] | None:
    """The direct call of what has none."""
    return None


def executor(
    code: ArtifactCode,
    function: str,
    op_sets: Sequence[OpSet] = (),
    value_checks: bool = True,
    engine: str = INTERPRETER,
) -> Executor:
    """What runs `function` of the IR in `code`, whose ops tieshape or `op_sets` have kernels
    for. Raises what the engine raises where it cannot be had, ArtifactError where a weight is
    damaged.
    """
    provider = cast("Any", import_module(PROVIDER))
    return provider.executor(code, function, op_sets, value_checks, engine)


def as_arrays(values: Sequence[object], arguments: Sequence[Argument]) -> list[AnyArray]:
    """`values` as arrays in the machine's order of bytes; those of bfloat16, which are held in
    float32, become that.

    Raises ArgumentError where their number or an element type is not what `arguments` say.
    """
    if len(values) != len(arguments):
        raise ArgumentError(f"{len(arguments)} arguments are needed, {len(values)} given")
    arrays = list[AnyArray]()
    for value, argument in zip(values, arguments, strict=True):
        array = cast("AnyArray", value)
        if not hasattr(value, "dtype") or not isinstance(getattr(value, "shape", None), tuple):
            array = cast("Any", import_module("numpy")).asarray(value)
        dtype = array.dtype
        name = _NAMES.get(dtype)
        if name is None:
            if not hasattr(dtype, "isnative"):  # a tensor of torch
                array = cast("Any", import_module("numpy")).asarray(value)
                dtype = array.dtype
            name = _NAMES[dtype] = dtype.name
        if name == BFLOAT16 and argument.dtype == "float32":
            array = array.astype(argument.dtype)
        elif name != argument.dtype:
            words = f"elements of type {argument.dtype} are needed, {name} given"
            raise ArgumentError(f"{argument.name}: {words}")
        elif not dtype.isnative:
            array = array.astype(dtype.newbyteorder("="))
        arrays.append(array)
    return arrays
