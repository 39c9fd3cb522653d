"""Machine code of the IR of an artifact, from the store where it is there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..native.errors import NativeUnavailableError
from ..native.runner import NativeRunner
from ..native.store import default_store
from ..native.stored_programs import program_of
from ..runtime.code import ArtifactCode
from ..runtime.execution import NATIVE, Engine, Executor
from .on_demand import OnDemand


def native_or_interpreter(
    code: ArtifactCode,
    read: Callable[[], Any],
    function: str,
    interpreter: OnDemand,
    value_checks: bool,
    engine: str,
) -> Executor:
    """Machine code for `code`, of which `read` makes a ModuleOp; the caller holds the lock.

    Raises NativeUnavailableError for the native engine where there can be none.
    """

    def read_both() -> tuple[Any, Any]:
        from ..interpreters.entry import entry_function

        module = read()
        return module, entry_function(module, function)

    text = f"{function}\n{code.identity}"
    try:
        program = program_of(
            text,
            read_both,
            value_checks=value_checks,
            store=default_store(),
            threads=engine.threads if isinstance(engine, Engine) else 1,
        )
    except NativeUnavailableError:
        if engine == NATIVE:
            raise
        return interpreter
    return NativeRunner(program, interpreter.run)
