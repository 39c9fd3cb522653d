"""Models to artifacts, and artifacts to running code: `tieshape.runtime` imports this on first
use.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import PassFailedException

from tieshape.op_sets import OpSet, in_use, using

from ..interpreters.runner import entry_function
from ..lowering.pipelines import TieshapePass
from ..native.engine import is_available
from ..native.store import default_store
from ..passes.symbolize import SymbolizePass
from ..rules.errors import HintError
from ..runtime.artifact import Artifact
from ..runtime.errors import AssertGuardError
from ..runtime.execution import INTERPRETER, NATIVE, Executor
from ..runtime.header import Argument
from ..runtime.model import Program
from ..text.context import new_context
from ..text.diagnostics import place_and_message
from ..text.module import parse_module, print_module, verify_module
from .artifact_header import HeaderWriter, arguments_of
from .called_functions import keep_called
from .import_model import read_model, source_of
from .pipeline import check_blocks
from .pooled_runner import ONE_AT_A_TIME, OnDemand, PooledRunner
from .stored_models import StoredProgram, contents

PassesForHints = Callable[[str | None], Sequence[ModulePass]]
"""The passes for given hints."""


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

    def opened() -> ModelProgram:
        passes = _passes(facts, undecided, value_checks)
        return ModelProgram(
            text, passes, name=name, op_sets=op_sets, engine=engine, function=function
        )

    if engine == INTERPRETER or op_sets or in_use().by_name or not is_available():
        return opened()
    store = default_store()
    if store is None:
        return opened()
    settings = (contents(facts), undecided, str(value_checks), repr(function), name, text)
    return StoredProgram(store, settings, opened, engine)


def program_of_file(
    path: str,
    facts: str | None = None,
    undecided: str = "guard",
    op_sets: Sequence[OpSet] = (),
    value_checks: bool = True,
    engine: str = INTERPRETER,
    function: str | None = None,
) -> ModelProgram:
    """The model in a file, text or a model of another framework, ready to be compiled.

    function: which to compile, where there are several
    """
    passes = _passes(facts, undecided, value_checks)
    return ModelProgram(
        lambda: read_model(path), passes, op_sets=op_sets, engine=engine, function=function
    )


def is_imported(path: str) -> bool:
    """Whether `path` names a model of another framework, by its ending."""
    return source_of(path) is not None


def _passes(facts: str | None, undecided: str, value_checks: bool) -> PassesForHints:
    def passes(hints: str | None) -> Sequence[ModulePass]:
        return TieshapePass(facts, hints, undecided, value_checks).pipeline()

    return passes


def executor(
    code: str,
    function: str,
    op_sets: Sequence[OpSet] = (),
    value_checks: bool = True,
    engine: str = INTERPRETER,
) -> Executor:
    """What runs `function` of the IR in `code`.

    Raises NativeUnavailableError for the native engine where there can be no machine code.
    """

    def interpreter() -> PooledRunner:
        module = parse_module(code, "<artifact>")
        return PooledRunner(module, function, op_sets, value_checks)

    def read() -> ModuleOp:
        return parse_module(code, "<artifact>")

    with ONE_AT_A_TIME, using(*op_sets):
        if engine == INTERPRETER:
            return interpreter()
        on_demand = OnDemand(interpreter, op_sets)
        return _native(code, read, function, on_demand, value_checks, engine)


def _native(
    code: str,
    read: Callable[[], ModuleOp],
    function: str,
    interpreter: OnDemand,
    value_checks: bool,
    engine: str,
) -> Executor:
    """Machine code for `code`, which `read` reads; the caller holds the lock."""
    from ..native.runner import NativeRunner, NativeUnavailableError
    from ..native.stored_programs import program_of

    def read_both() -> tuple[ModuleOp, func.FuncOp]:
        module = read()
        return module, entry_function(module, function)

    text = f"{function}\n{code}"
    try:
        program = program_of(text, read_both, value_checks=value_checks, store=default_store())
    except NativeUnavailableError:
        if engine == NATIVE:
            raise
        return interpreter
    return NativeRunner(program, interpreter.run)


class ModelProgram:
    """A model that can be compiled again and again."""

    def __init__(
        self,
        source: str | Callable[[], ModuleOp],
        passes: PassesForHints,
        *,
        name: str = "<text>",
        op_sets: Sequence[OpSet] = (),
        engine: str = INTERPRETER,
        function: str | None = None,
    ):
        self._engine = engine
        self._passes = passes
        self._op_sets = op_sets
        with ONE_AT_A_TIME, using(*op_sets):
            self._module = parse_module(source, name) if isinstance(source, str) else source()
            if function is not None:
                keep_called(self._module, entry_function(self._module, function))
            named = self._module.clone()
            self._run(named, _up_to_naming(passes(None)))
            self._function = entry_function(self._module, function)
            self.arguments = tuple(arguments_of(entry_function(named, function)))

    def compile(self, shapes: Sequence[Sequence[int]] | None = None) -> Artifact:
        """The artifact for arguments of `shapes`; without `shapes`, for arguments of any.

        Raises AssertGuardError where no artifact can accept them.
        """
        hints = None if shapes is None else _hints(shapes, self.arguments)
        return self.compile_with(hints, for_call=shapes is not None)

    def compile_with(self, hints: str | None, *, for_call: bool = False) -> Artifact:
        """The artifact for hints in text form.

        for_call: the hints are the shapes of a call, so that a refusal is a failed guard
        """
        with ONE_AT_A_TIME, using(*self._op_sets):
            module = self._module.clone()
            try:
                self._run(module, self._passes(hints))
            except (HintError, NamingError) as error:
                if not for_call:
                    raise
                place, message = place_and_message(error)
                raise AssertGuardError(f"{place}: {message}" if place else message) from error
            name = self._function.sym_name.data
            return artifact_of(module, name, self._op_sets, self._engine)

    def _run(self, module: ModuleOp, passes: Sequence[ModulePass]) -> None:
        context = new_context()
        for step in passes:
            try:
                check_blocks(step, module)
                step.apply(context, module)
            except PassFailedException as error:
                if isinstance(step, SymbolizePass):
                    raise NamingError(str(error)) from error
                raise
        verify_module(module)


class NamingError(PassFailedException):
    """Hints or facts that do not go with the arguments."""


def _up_to_naming(passes: Sequence[ModulePass]) -> list[ModulePass]:
    """The passes after which the arguments are what they will be, and have names for their
    sizes.
    """
    last = max((i for i, step in enumerate(passes) if isinstance(step, SymbolizePass)), default=-1)
    return list(passes[: last + 1])


def _hints(shapes: Sequence[Sequence[int]], arguments: Sequence[Argument]) -> str:
    """The shapes of arguments, but for scalars, in the form that `symbolize` reads."""
    items = [
        f"{i}={'x'.join(map(str, shape))}"
        for i, (shape, argument) in enumerate(zip(shapes, arguments, strict=True))
        if argument.shape != ()
    ]
    return ",".join(items)


def artifact_of(
    module: ModuleOp,
    name: str | None = None,
    op_sets: Sequence[OpSet] = (),
    engine: str = INTERPRETER,
) -> Artifact:
    """The compiled `module` as an artifact. The module must not change afterwards."""
    function = entry_function(module, name)
    header = HeaderWriter(module, function).header()
    code, name = print_module(module), function.sym_name.data
    if engine == INTERPRETER:
        return Artifact(header, code, PooledRunner(module, name, op_sets))
    interpreter = OnDemand(lambda: PooledRunner(module, name, op_sets), op_sets)
    return Artifact(header, code, _native(code, module.clone, name, interpreter, True, engine))
