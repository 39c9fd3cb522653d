"""What an artifact says of a compiled function, read from its module."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from xdsl.dialects import func
from xdsl.dialects.builtin import DYNAMIC_INDEX, ModuleOp
from xdsl.ir import Attribute, SSAValue
from xdsl.utils.exceptions import PassFailedException

from tieshape.version import __version__

from ..analysis.analyze import analyze
from ..analysis.hints import hints_of
from ..analysis.module_facts import ModuleFact, facts_of_module
from ..analysis.module_parts import symbol_ops
from ..analysis.read_constraints import is_test, predicate_of
from ..analysis.user_facts import argument_names
from ..dialects import sdim
from ..dialects.types import is_memref, is_tensor, is_unranked
from ..interpreters.arrays import dtype_of
from ..materialize.arguments import assumed_facts
from ..runtime.header import Argument, Guard, Header, Result, Size
from ..symbolic import Expr, Facts, Le, Symbol
from ..text.diagnostics import LocatedError


class HeaderWriter:
    """Collects what an artifact says of one function."""

    def __init__(self, module: ModuleOp, function: func.FuncOp):
        self.module = module
        self.function = function
        self.analysis = analyze(module)
        self.arguments = tuple(arguments_of(function))
        self.stated = facts_of_module(module, self.analysis)
        self.assumed = assumed_facts(module, self.analysis)
        bound = {e for a in self.arguments for e in a.shape or () if isinstance(e, str)}
        self.symbols = list(self._symbols(bound))
        self.known = bound | {s.name for s in self.symbols if s.value is not None}

    def header(self) -> Header:
        guards = [
            Guard(fact.predicate, fact.strength, fact.why, not fact.symbols() <= self.known)
            for fact in self.stated
            if not self._is_definition(fact)
        ]
        guards += self._tests()
        checked = [g for g in guards if g.strength != "assume" or not g.at_run_time]
        facts = [g for g in guards if g not in checked]
        return Header(
            self.function.sym_name.data,
            self.arguments,
            tuple(self.symbols),
            tuple(checked),
            tuple((g.claim, g.why) for g in facts),
            tuple(self._results()),
            f"tieshape {__version__}",
        )

    def _tests(self) -> Iterator[Guard]:
        """What the code tests of sizes that it makes."""
        named = {op.sym_name.data for op in symbol_ops(self.module)}
        for op in self.function.body.block.ops:
            if isinstance(op, sdim.GuardedConstraintOp) and is_test(op):
                claim = predicate_of(self.analysis, op)
                if claim is not None and claim.symbols() and claim.symbols() <= named:
                    yield Guard(claim, op.strength.value, op.why, True)

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
        for size in (self.assumed.simplify(Symbol(name)), *self.assumed.solutions(name)):
            if name not in size.symbols() and size.symbols() <= known:
                return Size(name, hint, value=size)
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

    def _is_definition(self, fact: ModuleFact) -> bool:
        """Whether an assumed fact only says how symbols are computed, so that no run can break
        it.
        """
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


def arguments_of(function: func.FuncOp) -> Iterator[Argument]:
    """The arguments of `function`, whose sizes have names.

    Raises an error where one has none, or cannot be run.
    """
    names = {
        position: name
        for name, position in argument_names(function).items()
        if not name.isdecimal()
    }
    for i, arg in enumerate(function.body.block.args):
        name = names.get(i) or arg.name_hint or f"argument {i}"
        yield Argument(name, _dtype(arg.type, name), _argument_shape(arg, name))


def _argument_shape(arg: SSAValue, name: str) -> tuple[int | str, ...] | None:
    shape = _shape(arg.type)
    if shape is not None and DYNAMIC_INDEX in shape:
        raise LocatedError(f"{name}: a size has no name; tieshape-symbolize gives names", None)
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
