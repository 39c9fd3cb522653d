"""Upstream MLIR as a compiler in the process: the only file that imports `torch_mlir`."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from .errors import NativeUnavailableError

WHEEL = "torch_mlir"
_NAME = ctypes.c_char_p
LOWERING = (
    "convert-scf-to-cf",
    "convert-vector-to-llvm",
    "convert-math-to-llvm",
    "convert-math-to-libm",
    "finalize-memref-to-llvm",
    "convert-func-to-llvm",
    "convert-arith-to-llvm",
    "convert-cf-to-llvm",
    "reconcile-unrealized-casts",
)
"""The passes of upstream MLIR, in order."""
INLINING = ("inline{default-pipeline=}", "symbol-dce", "cse")
"""Passes before them for what is written in many small functions."""
FOLDING = "canonicalize{max-iterations=2 region-simplify=disabled}"
"""Takes descriptors of memrefs apart, of which most words are never read."""


@cache
def is_available() -> bool:
    """Whether the wheel of MLIR is installed."""
    return find_spec(WHEEL) is not None


def require() -> None:
    """Raises NativeUnavailableError, which says what to install, where MLIR is missing."""
    if not is_available():
        raise NativeUnavailableError(
            "native code needs MLIR, which is not installed; pip install 'tieshape[native]'"
        )


def _part(name: str) -> Any:
    """A module of the wheel, whose libraries find their own LLVM first.

    Another LLVM in the process, such as TensorFlow's, has the same symbols: what the wheel
    registers with that one is registered twice, which ends the process.
    """
    known = f"{WHEEL}.{name}"
    if known in sys.modules or not hasattr(os, "RTLD_DEEPBIND"):
        return import_module(known)
    before = sys.getdlopenflags()
    sys.setdlopenflags(before | os.RTLD_DEEPBIND)
    try:
        return import_module(known)
    finally:
        sys.setdlopenflags(before)


def lowered_module(text: str, passes: Sequence[str] = LOWERING) -> Any:
    """MLIR's module for `text`, in its LLVM dialect; it keeps its context alive.

    Raises NativeUnavailableError where MLIR is missing, or does not take the text.
    """
    require()
    ir, manager = map(_part, ("ir", "passmanager"))
    with ir.Context(load_on_create_dialects=[]):  # the others when they are met
        try:
            module = ir.Module.parse(text)
            steps = manager.PassManager.parse(f"builtin.module({','.join(passes)})")
            steps.enable_verifier(False)  # it takes longer than the passes; the text was verified
            if not _run_unlocked(steps, module.operation):
                steps.run(ir.Module.parse(text).operation)  # says in words what is wrong
        except ir.MLIRError as error:
            words = str(error).partition("error: ")[2].partition("\n")[0]
            message = f"MLIR does not take the lowered model: {words}"
            raise NativeUnavailableError(message) from error
    return module


class MachineCode:
    """A module of standard dialects, compiled for this machine.

    text: the module in generic form
    symbols: gives the addresses of functions that it declares; asked when it is lowered
    inline: whether it is written in many small functions
    LLVM optimizes nothing: loops come unrolled and in vectors, which it would only take apart.
    """

    def __init__(
        self,
        text: str,
        symbols: Callable[[], Mapping[str, int]] = dict[str, int],
        *,
        inline: bool = False,
    ):
        module = lowered_module(text, (*(INLINING if inline else ()), *LOWERING, FOLDING))
        ir, execution = map(_part, ("ir", "execution_engine"))
        from .private_functions import make_private

        with module.context:
            make_private(module, ir)
            self._engine = execution.ExecutionEngine(
                module, opt_level=0, shared_libs=[], enable_object_dump=True
            )
            for name, address in symbols().items():
                self._engine.raw_register_runtime(name, ctypes.c_void_p(address))
        self.module = module
        """What was compiled; it keeps its context alive."""

    def object_file(self, name: str) -> bytes:
        """The code as the compiler wrote it; `name` is any function with a C interface."""
        from tempfile import TemporaryDirectory  # it imports much

        self.address(name)  # the code is written when it is first looked up
        with TemporaryDirectory() as folder:
            path = Path(folder) / "code.o"
            self._engine.dump_to_object_file(str(path))
            return path.read_bytes()

    def address(self, name: str) -> int:
        """Of the packed form of a function with a C interface: it takes pointers to its arguments.

        KeyError where there is none of that name.
        """
        found = _looked_up(self._engine, f"_mlir_ciface_{name}")
        if not found:
            raise KeyError(name)
        return int(found)


def preload() -> None:
    """Loads MLIR's library while other threads run, which an import of it does not let them.

    Its own LLVM comes first, as in `_part`.
    """
    if hasattr(os, "RTLD_DEEPBIND") and (path := _library_path()) is not None:
        ctypes.CDLL(None).dlopen(str(path).encode(), os.RTLD_NOW | os.RTLD_DEEPBIND)


@cache
def _library_path() -> Path | None:
    found = find_spec(WHEEL)
    folders = [] if found is None else found.submodule_search_locations or []
    paths = (p for folder in folders for p in Path(folder, "_mlir_libs").glob("*AggregateCAPI.so"))
    return next(paths, None)


@cache
def _library() -> Any:
    """MLIR's functions for C, which run without the lock of the Python interpreter; None where
    they are not found.
    """
    if (path := _library_path()) is not None:
        library = ctypes.CDLL(str(path))
        library.mlirPassManagerRunOnOp.restype = ctypes.c_int8
        library.mlirExecutionEngineLookupPacked.restype = ctypes.c_void_p
        return library
    return None


def _pointer(owner: Any) -> ctypes.c_void_p:
    """What a Python object of MLIR stands for in C."""
    capsule, api = owner._CAPIPtr, ctypes.pythonapi  # pyright: ignore[reportPrivateUsage]
    api.PyCapsule_GetName.restype, api.PyCapsule_GetPointer.restype = _NAME, ctypes.c_void_p
    api.PyCapsule_GetName.argtypes = (ctypes.py_object,)
    api.PyCapsule_GetPointer.argtypes = (ctypes.py_object, _NAME)
    return ctypes.c_void_p(api.PyCapsule_GetPointer(capsule, api.PyCapsule_GetName(capsule)))


def _run_unlocked(passes: Any, operation: Any) -> bool:
    """Runs passes while other threads run; whether they succeed."""
    if (library := _library()) is None:
        passes.run(operation)
        return True
    return bool(library.mlirPassManagerRunOnOp(_pointer(passes), _pointer(operation)))


def _looked_up(engine: Any, name: str) -> int:
    """The address of a function, 0 where there is none. The first look compiles the module, while
    other threads run.
    """
    if (library := _library()) is None:
        return int(engine.raw_lookup(name) or 0)
    text = name.encode()
    found = library.mlirExecutionEngineLookupPacked(_pointer(engine), _StringRef(text, len(text)))
    return int(found or 0)


class _StringRef(ctypes.Structure):
    """MLIR's `MlirStringRef`."""

    _fields_ = (("data", ctypes.c_char_p), ("length", ctypes.c_size_t))


class Pointers:
    """Arguments of a packed call: memrefs of one dimension, each a descriptor of five words."""

    def __init__(self, base: int, count: int):
        """base: the address of `5 * count` words, which stay where they are"""
        self._descriptors = (ctypes.c_void_p * count)(*(base + 40 * i for i in range(count)))
        cells = ctypes.addressof(self._descriptors)
        self._packed = (ctypes.c_void_p * count)(*(cells + 8 * i for i in range(count)))
        self.address = ctypes.addressof(self._packed)


def functions_of(address: int) -> Sequence[Any]:
    """The code at `address` to be called with the lock of the Python interpreter, and without."""
    return [kind(None, ctypes.c_void_p)(address) for kind in (ctypes.PYFUNCTYPE, ctypes.CFUNCTYPE)]
