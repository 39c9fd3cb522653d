"""Models to artifacts, by the compiler."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import PassFailedException

from tieshape.op_sets import OpSet, using

from ..interpreters.entry import entry_function
from ..lowering.pipelines import TieshapePass
from ..passes.symbolize import SymbolizePass
from ..rules.errors import HINTS_ARE, HintError
from ..runtime.artifact import Artifact
from ..runtime.checks import bound_sizes
from ..runtime.errors import AssertGuardError
from ..runtime.execution import INTERPRETER, Executor
from ..runtime.header import Argument
from ..text.context import new_context
from ..text.diagnostics import place_and_message
from ..text.module import parse_module, verify_module
from .artifact_code import code_of
from .artifact_header import HeaderWriter, arguments_of
from .called_functions import keep_called
from .import_model import read_model
from .import_sources import Tell, print_warning
from .native_executor import native_or_interpreter
from .on_demand import ONE_AT_A_TIME, OnDemand

PassesForHints = Callable[[str | None], Sequence[ModulePass]]
"""The passes for given hints."""


def program_of_file(
    path: str,
    facts: str | None = None,
    undecided: str = "guard",
    op_sets: Sequence[OpSet] = (),
    value_checks: bool = True,
    engine: str = INTERPRETER,
    function: str | None = None,
    tell: Tell = print_warning,
) -> ModelProgram:
    """The model in a file, text or a model of another framework, ready to be compiled.

    function: which to compile, where there are several
    tell: what is called for each warning about the model
    """
    passes = passes_for(facts, undecided, value_checks)

    def read() -> ModuleOp:
        return read_model(path, tell=tell)

    return ModelProgram(read, passes, op_sets=op_sets, engine=engine, function=function)


def passes_for(facts: str | None, undecided: str, value_checks: bool) -> PassesForHints:
    """The whole pipeline, with the facts of a file."""

    def passes(hints: str | None) -> Sequence[ModulePass]:
        return TieshapePass(facts, hints, undecided, value_checks).pipeline()

    return passes


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
            entry = entry_function(self._module, function)
            keep_called(self._module, entry)
            self._function = entry.sym_name.data
            self._done, naming = _around_naming(passes(None))
            self._run(self._module, self._done)
            named = self._module.clone()
            self._run(named, naming)
            self.arguments = tuple(arguments_of(entry_function(named, function)))

    def compile(self, shapes: Sequence[Sequence[int]] | None = None) -> Artifact:
        """The artifact for arguments of `shapes`; without `shapes`, for arguments of any.

        Raises AssertGuardError where no artifact can accept them.
        """
        if shapes is None:
            return self.compile_with(None)
        if isinstance(words := bound_sizes(self.arguments, shapes), str):
            raise AssertGuardError(words)
        return self.compile_with(_hints(shapes, self.arguments), for_call=True)

    def compile_with(self, hints: str | None, *, for_call: bool = False) -> Artifact:
        """The artifact for hints in text form.

        for_call: the hints are the shapes of a call, so that a refusal is a failed guard
        """
        with ONE_AT_A_TIME, using(*self._op_sets):
            module = self._module.clone()
            try:
                self._run(module, self._left(self._passes(hints)))
                verify_module(module)
            except (HintError, NamingError) as error:
                if not for_call:
                    raise
                place, message = place_and_message(error)
                message = message.replace(HINTS_ARE, "the sizes are")
                raise AssertGuardError(f"{place}: {message}" if place else message) from error
            return artifact_of(module, self._function, self._op_sets, self._engine)

    def _left(self, passes: Sequence[ModulePass]) -> Sequence[ModulePass]:
        """Those of `passes` that were not done for all hints."""
        count = len(self._done)
        return passes[count:] if list(passes[:count]) == self._done else passes

    def _run(self, module: ModuleOp, passes: Sequence[ModulePass]) -> None:
        context = new_context()
        for step in passes:
            try:
                step.apply(context, module)
            except PassFailedException as error:
                if isinstance(step, SymbolizePass):
                    raise NamingError(str(error)) from error
                raise


class NamingError(PassFailedException):
    """Hints or facts that do not go with the arguments."""


def _around_naming(passes: Sequence[ModulePass]) -> tuple[list[ModulePass], list[ModulePass]]:
    """The passes before those that name the sizes of arguments, and these: after them the arguments
    are what they will be.
    """
    places = [i for i, step in enumerate(passes) if isinstance(step, SymbolizePass)]
    if not places:
        return [], []
    return list(passes[: places[0]]), list(passes[places[0] : places[-1] + 1])


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
    name = function.sym_name.data

    def interpreter() -> Executor:
        from .pooled_runner import PooledRunner

        return PooledRunner(module, name, op_sets)

    if engine == INTERPRETER:
        return Artifact(header, lambda: code_of(module), interpreter())
    made = code_of(module)
    on_demand = OnDemand(interpreter, op_sets)
    runs = native_or_interpreter(made, module.clone, name, on_demand, True, engine)
    return Artifact(header, made, runs)
