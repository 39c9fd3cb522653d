"""Native programs by their text: made once, and had from the store after that.

The compiler is imported only where it is needed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tieshape.op_sets import in_use

from ..runtime.garbage import not_collected
from . import stored_code
from .engine import require
from .fingerprint import fingerprint_key
from .known_functions import MLIR, begin
from .loaded import LoadedProgram
from .store import CodeStore, key_of

Read = Callable[[], tuple[Any, Any]]
"""Gives the ModuleOp of a text and the FuncOp in it; both must not be in use elsewhere."""


def program_of(
    text: str,
    read: Read,
    *,
    value_checks: bool = True,
    store: CodeStore | None = None,
    threads: int = 1,
) -> LoadedProgram:
    """The program of the function that `read` gives.

    text: what `read` reads, with all that decides which function it is
    store: where the machine code may be, and is put; not asked where ops of other packages are in
        use, whose meaning the text does not say
    Raises NativeUnavailableError where the function has no native form, or MLIR is missing.
    """
    require()
    if store is None or in_use().by_name:
        begin(MLIR)
        with not_collected():
            from .program import NativeProgram

        module, function = read()
        return NativeProgram(module, function, value_checks=value_checks, threads=threads)
    shared = threads > 1
    key = key_of(("code", fingerprint_key(), str(value_checks), *(["shared"] * shared), text))
    restored = _restored(store, key, read, value_checks, threads)
    if restored is not None:
        return restored
    begin(MLIR)
    with not_collected():
        from .program import NativeProgram, native_code

    module, function = read()
    made = native_code(function, value_checks=value_checks, shared=shared)
    is_stored = stored_code.put(store, key, made)
    options: dict[str, Any] = {"value_checks": value_checks, "threads": threads}
    return NativeProgram(module, made, is_stored=is_stored, **options)


def _restored(
    store: CodeStore, key: str, read: Read, value_checks: bool, threads: int
) -> LoadedProgram | None:
    module: Any = None

    def lowered() -> Any:
        nonlocal module
        with not_collected():
            from .program import on_buffers

        module, function = read()
        return on_buffers(function, value_checks=value_checks)

    def interpreter() -> Any:
        from .program import interpreter_of

        return interpreter_of(module, value_checks=value_checks)

    code = stored_code.get(store, key, lowered)
    if code is None:
        return None
    return LoadedProgram(code, interpreter, is_stored=True, threads=threads)
