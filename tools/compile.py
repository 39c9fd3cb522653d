"""Models to artifacts, and artifacts to running code: what `tieshape.runtime` finds here when it is first needed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from threading import Lock

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, SSAValue
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import PassFailedException

from ..analysis.arguments import assumed_facts
from ..analysis.errors import HintError
from ..analysis.hints import hints_of
from ..analysis.shape_analysis import ShapeAnalysis
from ..analysis.stated import StatedFact, stated_facts
from ..analysis.user_facts import argument_names
from ..dialects import sdim
from ..dialects.tensors import is_memref, is_tensor, is_unranked
from ..interpreters import GuardFailed, Runner
from ..interpreters.arrays import Array, dtype_of
from ..interpreters.runner import entry_function
from ..lowering.pipelines import TieshapePass
from ..passes.symbolize import SymbolizePass
from ..runtime.artifact import Artifact
from ..runtime.errors import AssertGuardError, ExpectGuardError
from ..runtime.header import Argument, Guard, Header, Result, Size
from ..symbolic import Expr, Facts, Le, Symbol
from .context import new_context
from .diagnostics import LocatedError, place_and_message
from .text import parse_module, print_module, verify_module

_ONE_AT_A_TIME = Lock()
"""Held while the compiler runs: its tables of interned values are shared by all compilations of the process."""

Passes = Callable[[str | None], Sequence[ModulePass]]
"""The passes for given hints."""


def program(text: str, name: str, facts: str | None, undecided: str) -> ModelProgram:
    """The model in `text`, ready to be compiled."""

    def passes(hints: str | None) -> Sequence[ModulePass]:
        return TieshapePass(facts, hints, undecided).pipeline()

    return ModelProgram(text, passes, name=name)


def executor(code: str, function: str) -> PooledRunner:
    """What runs `function` of the IR in `code`."""
    with _ONE_AT_A_TIME:
        return PooledRunner(parse_module(code, "<artifact>"), function)


class ModelProgram:
    """A model that can be compiled again and again."""

    def __init__(self, text: str, passes: Passes, *, name: str = "<text>"):
        self._passes = passes
        with _ONE_AT_A_TIME:
            self._module = parse_module(text, name)
            named = self._module.clone()
            self._run(named, _up_to_naming(passes(None)))
            self._function = entry_function(self._module)
            self.arguments = tuple(_arguments(entry_function(named), ShapeAnalysis.of(named)))

    def compile(self, shapes: Sequence[Sequence[int]] | None = None) -> Artifact:
        """The artifact for arguments of `shapes`, for any without. Raises AssertGuardError where there can be none."""
        hints = None if shapes is None else _hints(shapes, self.arguments)
        return self.compile_with(hints, for_call=shapes is not None)

    def compile_with(self, hints: str | None, *, for_call: bool = False) -> Artifact:
        """The artifact for hints in text form.

        for_call: the hints are a call's own shapes, so what refuses them is a guard and no mistake of the user's
        """
        with _ONE_AT_A_TIME:
            module = self._module.clone()
            try:
                self._run(module, self._passes(hints))
            except (HintError, NamingError) as error:
                if not for_call:
                    raise
                place, message = place_and_message(error)
                raise AssertGuardError(f"{place}: {message}" if place else message) from error
            return artifact_of(module, self._function.sym_name.data)

    def _run(self, module: ModuleOp, passes: Sequence[ModulePass]) -> None:
        context = new_context()
        for step in passes:
            try:
                step.apply(context, module)
            except PassFailedException as error:
                if isinstance(step, SymbolizePass):
                    raise NamingError(str(error)) from error
                raise
        verify_module(module)


class NamingError(PassFailedException):
    """Hints or facts that do not go with the arguments."""


def _up_to_naming(passes: Sequence[ModulePass]) -> list[ModulePass]:
    """The passes after which the arguments are what they will be, and have names for their sizes."""
    last = max((i for i, step in enumerate(passes) if isinstance(step, SymbolizePass)), default=-1)
    return list(passes[: last + 1])


def _hints(shapes: Sequence[Sequence[int]], arguments: Sequence[Argument]) -> str:
    """The shapes of arguments of known rank in the form that `symbolize` reads."""
    items = [
        f"{i}={'x'.join(map(str, shape))}"
        for i, (shape, argument) in enumerate(zip(shapes, arguments, strict=True))
        if argument.shape
    ]
    return ",".join(items)


class PooledRunner:
    """Runs one function from any number of threads: each call has a runner to itself."""

    def __init__(self, module: ModuleOp, function: str):
        self._module = module
        self._function = function
        self._idle = deque([Runner(module, function)])

    def run(self, arrays: Sequence[Array]) -> list[Array]:
        """Raises AssertGuardError or ExpectGuardError where a guard on the way fails."""
        try:
            runner = self._idle.pop()
        except IndexError:
            runner = Runner(self._module, self._function)
        try:
            return runner.run(arrays)
        except GuardFailed as error:
            place, message = place_and_message(error)
            words = f"{place}: {message}" if place else message
            kind = ExpectGuardError if error.strength == sdim.Strength.EXPECT else AssertGuardError
            raise kind(words) from error
        finally:
            self._idle.append(runner)


def artifact_of(module: ModuleOp, name: str | None = None) -> Artifact:
    """The compiled `module` as an artifact. The module must not change afterwards."""
    function = entry_function(module, name)
    header = HeaderWriter(module, function).header()
    runner = PooledRunner(module, function.sym_name.data)
    return Artifact(header, print_module(module), runner)


class HeaderWriter:
    """Collects what an artifact says of one function."""

    def __init__(self, module: ModuleOp, function: func.FuncOp):
        self.module = module
        self.function = function
        self.analysis = ShapeAnalysis.of(module)
        self.arguments = tuple(_arguments(function, self.analysis))
        self.stated = stated_facts(module, self.analysis)
        self.assumed = assumed_facts(module, self.analysis)
        bound = {e for a in self.arguments for e in a.shape or () if isinstance(e, str)}
        self.symbols = list(self._symbols(bound))
        self.known = bound | {s.name for s in self.symbols if (s.cases or s.value) is not None}

    def header(self) -> Header:
        guards = [
            Guard(fact.predicate, fact.strength, fact.why, not fact.symbols() <= self.known)
            for fact in self.stated
            if fact.definition is None and not self._is_definition(fact)
        ]
        checked = [g for g in guards if g.strength != "assume" or not g.at_run_time]
        facts = [g for g in guards if g not in checked]
        return Header(
            self.function.sym_name.data,
            self.arguments,
            tuple(self.symbols),
            tuple(checked),
            tuple((g.claim, g.why) for g in facts),
            tuple(self._results()),
            f"tieshape {_version()}",
        )

    def _symbols(self, bound: set[str]) -> Iterator[Size]:
        """Every symbol of the module, each after those that it is computed from."""
        hints = hints_of(self.module)
        names = [
            op.sym_name.data for op in self.module.body.block.ops if isinstance(op, sdim.SymbolOp)
        ]
        known = set(bound)
        for name in names:
            if name in bound:
                yield Size(name, hints.get(name))
        left = [name for name in names if name not in bound]
        found = True
        while found:
            found = False
            for name in list(left):
                size = self._computed(name, known, hints.get(name))
                if size is not None:
                    found = True
                    left.remove(name)
                    known.add(name)
                    yield size
        for name in left:
            yield Size(name, hints.get(name), at_most=self._at_most(name, known))

    def _computed(self, name: str, known: set[str], hint: int | None) -> Size | None:
        """`name` from `known` symbols, by what is assumed alone: guards are checked after it."""
        size = self.assumed.simplify(Symbol(name))
        if name not in size.symbols() and size.symbols() <= known:
            return Size(name, hint, value=size)
        cases = self.analysis.definitions.get(name)
        if cases is not None and all(part.symbols() <= known for part in cases):
            return Size(name, hint, cases=cases)
        return None

    def _at_most(self, name: str, known: set[str]) -> Expr | None:
        """An upper bound of the symbol `name` over `known` ones, where a fact states one."""
        symbol = Symbol(name)
        for fact in self.stated:
            if isinstance(fact.predicate, Le):
                bound = symbol - fact.predicate.expr
                if name not in bound.symbols() and bound.symbols() <= known:
                    return bound
        return None

    def _is_definition(self, fact: StatedFact) -> bool:
        """Whether an assumed fact only says how symbols are computed, so that no run can break it."""
        return fact.strength == "assume" and self._definitions.proves(fact.predicate)

    @cached_property
    def _definitions(self) -> Facts:
        """What the header itself says of computed sizes."""
        facts = Facts()
        for size in self.symbols:
            facts.symbol(size.name)
        for size in self.symbols:
            if (definition := size.definition()) is not None:
                facts.learn(definition)
        return facts

    def _results(self) -> Iterator[Result]:
        facts = self.analysis.facts
        for i, type in enumerate(self.function.function_type.outputs):
            dtype = _dtype(type, f"result {i}")
            shape = _shape(type)
            if shape is None:
                yield Result(dtype, None)
                continue
            sizes = [self._size(entry) for entry in shape]
            bounds = [facts.bounds(size) for size in sizes]
            least, greatest = ([b[k] for b in bounds] for k in (0, 1))
            yield Result(dtype, tuple(sizes), tuple(least), tuple(greatest))

    def _size(self, entry: int | str) -> Expr:
        """The size in its simplest form that can be computed before running."""
        simple = self.analysis.facts.simplify(entry)
        if isinstance(entry, str) and not simple.symbols() <= self.known:
            return Symbol(entry)
        return simple


def _arguments(function: func.FuncOp, analysis: ShapeAnalysis) -> Iterator[Argument]:
    names = {
        position: name
        for name, position in argument_names(function).items()
        if not name.isdecimal()
    }
    for i, arg in enumerate(function.body.block.args):
        name = names.get(i) or arg.name_hint or f"argument {i}"
        yield Argument(name, _dtype(arg.type, name), _argument_shape(arg, analysis))


def _argument_shape(arg: SSAValue, analysis: ShapeAnalysis) -> tuple[int | str, ...] | None:
    shape = _shape(arg.type)
    if shape is not None and -1 in shape:
        raise LocatedError(f"argument {arg.name_hint or '?'} has sizes without names", None)
    return shape


def _shape(type: Attribute) -> tuple[int | str, ...] | None:
    """Sizes and symbols of a type; () for a scalar, None for an unknown rank."""
    if is_unranked(type):
        return None
    if not is_tensor(type) and not is_memref(type):
        return ()
    return tuple(sdim.encoding_of(type) or type.get_shape())


def _dtype(type: Attribute, what: str) -> str:
    element = type.element_type if is_tensor(type) or is_memref(type) or is_unranked(type) else type
    try:
        return dtype_of(element).name
    except ValueError as error:
        raise PassFailedException(f"{what}: {error}") from error


def _version() -> str:
    try:
        return version("tieshape")
    except PackageNotFoundError:
        return "(not installed)"
