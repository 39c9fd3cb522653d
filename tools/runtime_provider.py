"""Models to artifacts, and artifacts to running code: `tieshape.runtime` imports this on first
use.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from threading import Lock

from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import PassFailedException

from tieshape.op_sets import OpSet, using

from ..dialects import sdim
from ..interpreters import GuardFailed, Runner
from ..interpreters.arrays import Array
from ..interpreters.runner import entry_function
from ..lowering.pipelines import TieshapePass
from ..passes.symbolize import SymbolizePass
from ..rules.errors import HintError
from ..runtime.artifact import Artifact
from ..runtime.errors import AssertGuardError, ExpectGuardError
from ..runtime.execution import INTERPRETER, NATIVE, Executor
from ..runtime.header import Argument
from ..text.context import new_context
from ..text.diagnostics import place_and_message
from ..text.module import parse_module, print_module, verify_module
from .artifact_header import HeaderWriter, arguments_of
from .called_functions import keep_called
from .import_model import read_model, source_of
from .pipeline import check_blocks

_ONE_AT_A_TIME = Lock()
"""Held while the compiler runs: all compilations of a process share its tables of interned values.
"""

PassesForHints = Callable[[str | None], Sequence[ModulePass]]
"""The passes for given hints."""


def program(
    source: str | Callable[[], ModuleOp],
    name: str,
    facts: str | None = None,
    undecided: str = "guard",
    op_sets: Sequence[OpSet] = (),
    value_checks: bool = True,
    engine: str = INTERPRETER,
    function: str | None = None,
) -> ModelProgram:
    """A model, ready to be compiled.

    source: its text, or what reads it
    name: of the file that the text is from
    function: which to compile, where there are several
    """

    def passes(hints: str | None) -> Sequence[ModulePass]:
        return TieshapePass(facts, hints, undecided, value_checks).pipeline()

    return ModelProgram(
        source, passes, name=name, op_sets=op_sets, engine=engine, function=function
    )


def reader(path: str) -> Callable[[], ModuleOp]:
    """What reads the model in a file, text or a model of another framework."""
    return lambda: read_model(path)


def is_imported(path: str) -> bool:
    """Whether `path` names a model of another framework, by its ending."""
    return source_of(path) is not None


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
    with _ONE_AT_A_TIME, using(*op_sets):
        module = parse_module(code, "<artifact>")
        return _executor(module, function, op_sets, value_checks, engine)


def _executor(
    module: ModuleOp, function: str, op_sets: Sequence[OpSet], value_checks: bool, engine: str
) -> Executor:
    runner = PooledRunner(module, function, op_sets, value_checks)
    if engine == INTERPRETER:
        return runner
    from ..native.runner import NativeRunner, NativeUnavailableError

    entry = entry_function(module, function)
    try:
        return NativeRunner(module, entry, runner.run, value_checks=value_checks)
    except NativeUnavailableError:
        if engine == NATIVE:
            raise
        return runner


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
        with _ONE_AT_A_TIME, using(*op_sets):
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
        with _ONE_AT_A_TIME, using(*self._op_sets):
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


class PooledRunner:
    """Runs one function from any number of threads: each call has a runner to itself."""

    def __init__(
        self,
        module: ModuleOp,
        function: str,
        op_sets: Sequence[OpSet] = (),
        value_checks: bool = True,
    ):
        self._module = module
        self._function = function
        self._op_sets = op_sets
        self._value_checks = value_checks
        self._idle = deque([self._new()])

    def run(self, arrays: Sequence[Array]) -> list[Array]:
        """Raises AssertGuardError or ExpectGuardError where a guard on the way fails."""
        try:
            runner = self._idle.pop()
        except IndexError:
            runner = self._new()
        try:
            return runner.run(arrays)
        except GuardFailed as error:
            place, message = place_and_message(error)
            words = f"{place}: {message}" if place else message
            kind = ExpectGuardError if error.strength == sdim.Strength.EXPECT else AssertGuardError
            raise kind(words) from error
        finally:
            self._idle.append(runner)

    def _new(self) -> Runner:
        with using(*self._op_sets):
            return Runner(self._module, self._function, value_checks=self._value_checks)


def artifact_of(
    module: ModuleOp,
    name: str | None = None,
    op_sets: Sequence[OpSet] = (),
    engine: str = INTERPRETER,
) -> Artifact:
    """The compiled `module` as an artifact. The module must not change afterwards."""
    function = entry_function(module, name)
    header = HeaderWriter(module, function).header()
    runner = _executor(module, function.sym_name.data, op_sets, True, engine)
    return Artifact(header, print_module(module), runner)
