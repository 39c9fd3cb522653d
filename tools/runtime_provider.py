"""Models to artifacts, and artifacts to running code: `tieshape.runtime` imports this on first
use.

What is in the store runs without the compiler, which is imported only where it is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tieshape.op_sets import OpSet, in_use, using

from ..native.engine import is_available
from ..native.store import CodeStore, default_store
from ..runtime.code import ArtifactCode
from ..runtime.execution import INTERPRETER, Executor
from ..runtime.garbage import not_collected
from ..runtime.model import Program
from .native_executor import native_or_interpreter
from .on_demand import ONE_AT_A_TIME, OnDemand
from .stored_models import StoredProgram, contents

if TYPE_CHECKING:
    from .import_sources import Tell

PRODUCTS = ("MatMul", "dot_general", "mhlo.dot", "Einsum")
"""What ops of products of matrices are called."""


def program(
    text: str,
    name: str,
    facts: str | None = None,
    undecided: str = "guard",
    op_sets: Sequence[OpSet] = (),
    value_checks: bool = True,
    engine: str = INTERPRETER,
    function: str | None = None,
) -> Program:
    """The model in `text`, ready to be compiled.

    function: which to compile, where there are several
    """

    def opened(_: Tell | None = None) -> Program:
        if engine != INTERPRETER and is_available():
            _begin(text)
        with not_collected():
            from .model_program import ModelProgram, passes_for

        passes = passes_for(facts, undecided, value_checks)
        return ModelProgram(
            text, passes, name=name, op_sets=op_sets, engine=engine, function=function
        )

    store = _store_for(engine, op_sets)
    if store is None:
        return opened()
    settings = (contents(facts), undecided, str(value_checks), repr(function), name, text)
    return StoredProgram(store, settings, opened, engine)


def _store_for(engine: str, op_sets: Sequence[OpSet]) -> CodeStore | None:
    """Where compiled models are kept; the interpreter's are not, nor those with ops of others,
    whose meaning the model does not say.
    """
    if engine == INTERPRETER or op_sets or in_use().by_name or not is_available():
        return None
    return default_store()


def _begin(text: str) -> None:
    """Has other threads begin with what machine code of `text` is likely to need."""
    from ..native.known_functions import MLIR, PRODUCT, begin

    begin(MLIR, *([PRODUCT] if any(word in text for word in PRODUCTS) else []))


def program_of_file(
    path: str,
    facts: str | None = None,
    undecided: str = "guard",
    op_sets: Sequence[OpSet] = (),
    value_checks: bool = True,
    engine: str = INTERPRETER,
) -> Program:
    """The model of another framework in a file, ready to be compiled."""
    from .import_sources import print_warning, source_of

    def opened(tell: Tell = print_warning) -> Program:
        with not_collected():
            from .model_program import program_of_file

        return program_of_file(path, facts, undecided, op_sets, value_checks, engine, tell=tell)

    store, source = _store_for(engine, op_sets), source_of(path)
    if store is None or source is None:
        return opened()
    from .model_files import model_files

    try:
        if source.needs_own_code(path):
            return opened()
        files = model_files(path, source, store)
    except Exception:  # whatever is wrong with the model, to open it says so
        return opened()
    settings = (contents(facts), undecided, str(value_checks), *files.words)
    return StoredProgram(store, settings, opened, engine, files.are_unchanged)


def opener_of(
    model: object,
    facts: str | None = None,
    undecided: str = "guard",
    op_sets: Sequence[OpSet] = (),
    value_checks: bool = True,
    engine: str = INTERPRETER,
) -> Callable[[], Program] | None:
    """What reads a model that is at hand and makes it ready to be compiled; None where it is none.

    What reading raises is said in the modules of `interop`.
    """
    from .import_sources import reader_of

    read = reader_of(model)
    if read is None:
        return None

    def opened() -> Program:
        with not_collected():
            from .model_program import ModelProgram, passes_for

        passes = passes_for(facts, undecided, value_checks)
        return ModelProgram(read, passes, op_sets=op_sets, engine=engine)

    return opened


def is_imported(path: str) -> bool:
    """Whether `path` names a model of another framework, by its ending."""
    from .import_sources import source_of

    return source_of(path) is not None


def executor(
    code: ArtifactCode,
    function: str,
    op_sets: Sequence[OpSet] = (),
    value_checks: bool = True,
    engine: str = INTERPRETER,
) -> Executor:
    """What runs `function` of the IR in `code`.

    Raises ArtifactError where a weight is damaged, NativeUnavailableError for the native engine
    where there can be no machine code.
    """

    def interpreter() -> Executor:
        from .pooled_runner import PooledRunner

        return PooledRunner(read(), function, op_sets, value_checks)

    def read() -> Any:
        from .artifact_code import module_of

        return module_of(code, "<artifact>")

    with ONE_AT_A_TIME, using(*op_sets):
        if engine == INTERPRETER:
            return interpreter()
        on_demand = OnDemand(interpreter, op_sets)
        return native_or_interpreter(code, read, function, on_demand, value_checks, engine)
