"""Whether guards survive a pass: each is still there, or follows from those that are.

What is assumed afterwards is no excuse: a pass that states as known what a guard was to find out
has lost the guard. A new assertion of another dialect with the words of a guard is that guard,
unless it asserts a constant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from xdsl.dialects import arith, cf, func, tensor
from xdsl.dialects.builtin import ModuleOp, StringAttr

from ..dialects import mhlo, sdim
from ..dialects.types import is_tensor
from ..rules.table import known_rules
from ..symbolic import TRUE, Contradiction, Facts, Predicate, Symbol, eq
from .constraint_cache import read_cached
from .module_facts import ModuleFact
from .module_parts import functions, values_below
from .narrow_proof import proves_narrowly
from .read_constraints import is_test, predicate_of
from .shape_analysis import ShapeAnalysis
from .symbol_names import symbol_order

WITHOUT_WORDS = "a size guard fails"
"""What an assertion says that a guard without words became."""
CONSTANTS = (arith.ConstantOp, mhlo.ConstantOp)
_SHAPE_ASSERTION = StringAttr("shape_assertion")
_WITHOUT_BRACES = str.maketrans("{}", "()")


@dataclass(frozen=True, slots=True)
class GuardInIR:
    """One guard. `claim` is None where it is about values that have no symbols.

    always: whether every run tests it
    """

    claim: Predicate | None
    why: str
    always: bool

    def words(self) -> str:
        """As an assertion says them; in one of StableHLO a brace is a place for a value."""
        return (self.why or WITHOUT_WORDS).translate(_WITHOUT_BRACES)


@dataclass(frozen=True, slots=True)
class Guards:
    """The guards of a module, and what it knows without them.

    ties: sizes that its code takes for equal, in every run
    asserted: the words of assertions of other dialects that every run comes to, and their numbers
    """

    guards: tuple[GuardInIR, ...]
    assumed: tuple[Predicate, ...]
    ties: tuple[Predicate, ...]
    symbols: frozenset[str]
    in_code: bool
    asserted: Counter[str]

    @staticmethod
    def of(module: ModuleOp, stated: Iterable[ModuleFact], symbols: frozenset[str]) -> Guards:
        stated = list(stated)
        analysis = read_cached(module, known_rules())
        counted = list(_counted(module, analysis))
        guards = [GuardInIR(f.predicate, f.why or "", True) for f in stated if not _is_known(f)]
        tests = list(_tests(module, symbols, analysis))
        assumed = [fact.predicate for fact in stated if _is_known(fact)]
        ties = tuple(_ties(module, symbols))
        known, asserted = (*assumed, *counted), Counter(_asserted(module))
        return Guards((*guards, *tests), known, ties, symbols, bool(tests), asserted)

    def lost_in(self, later: Guards) -> Iterator[GuardInIR]:
        """The guards that every run tests here, and not in `later`."""
        known, stated = self._known_with(later)
        tested = {guard.claim for guard in later.guards if guard.always} - {None}
        made = later.asserted - self.asserted
        for guard in self.guards:
            if not guard.always or guard.claim in tested:
                continue
            if made[guard.words()]:
                made[guard.words()] -= 1
                continue
            if guard.claim is not None and (
                known.proves(guard.claim) or proves_narrowly(known, stated, guard.claim)
            ):
                continue
            same = [other for other in later.guards if other.why == guard.why]
            if guard.claim is not None and later._tests_by_ties(guard.claim, same):
                continue
            if guard.claim is not None:
                same = [other for other in same if other.claim is None]
            if all(other.claim == TRUE for other in same):
                yield guard

    def _tests_by_ties(self, claim: Predicate, same: Sequence[GuardInIR]) -> bool:
        """Whether one of `same`, which have the words of the guard `claim`, tests it elsewhere.

        Ties rest on guards themselves: what follows from them alone is not tested.
        """
        facts = Facts()
        for tie in self.ties:
            with suppress(Contradiction):
                facts.learn(tie)
        if facts.proves(claim):
            return False
        for other in same:
            if other.always and other.claim is not None:
                with facts.scope(), suppress(Contradiction):
                    facts.learn(other.claim)
                    if facts.proves(claim):
                        return True
        return False

    def _known_with(self, later: Guards) -> tuple[Facts, list[Predicate]]:
        """What is assumed here and tested in `later`; and what `later` says of its new symbols.

        Once as a fact base, once as it is stated.
        """
        facts = Facts()
        for name in sorted(self.symbols | later.symbols, key=symbol_order):
            facts.symbol(name)
        tested = [guard.claim for guard in later.guards if guard.always and guard.claim is not None]
        about_new = [fact for fact in later.assumed if fact.symbols() - self.symbols]
        stated = [*self.assumed, *tested, *about_new]
        for fact in stated:
            with suppress(Contradiction):
                facts.learn(fact)
        return facts, stated


def _ties(module: ModuleOp, symbols: frozenset[str]) -> Iterator[Predicate]:
    """The sizes that a tie in the body of a function, which every run reaches, renames."""
    for function in functions(module):
        first = function.body.first_block
        for op in first.ops if first is not None else ():
            if isinstance(op, sdim.TieShapeOp):
                entries = (sdim.encoding_of(v.type) or () for v in (op.operands[0], op.results[0]))
                for old, new in zip(*entries, strict=False):
                    if old != new and {old, new} <= symbols:
                        yield eq(Symbol(str(old)), Symbol(str(new)))


def _is_known(fact: ModuleFact) -> bool:
    return fact.strength == sdim.Strength.ASSUME


def _has_all_symbols(function: func.FuncOp) -> bool:
    """Whether the types in `function` tell all sizes, as they do once shapes are inferred."""
    types = [value.type for value in values_below(function) if is_tensor(value.type)]
    return all(type.has_static_shape() or sdim.encoding_of(type) is not None for type in types)


def _counted(module: ModuleOp, analysis: ShapeAnalysis) -> Iterator[Predicate]:
    """Sizes of vectors that tests in the code look at and whose elements are known: their number.

    A pass may give such a vector its size as a number, so that its test has nothing to find out.
    """
    for op in module.walk():
        if isinstance(op, tensor.DimOp) and any(
            isinstance(use.operation, sdim.ConstraintOp) for use in op.results[0].uses
        ):
            elements = analysis.value(op.operands[0])
            if elements is not None and len(shape := analysis.shape(op.operands[0])) == 1:
                yield eq(shape[0], len(elements))


def _tests(
    module: ModuleOp, symbols: frozenset[str], analysis: ShapeAnalysis
) -> Iterator[GuardInIR]:
    """The guards in code, except on sizes that have no symbols yet.

    What they look at is not supposed to be what later ops need; it passed the tests before.
    """
    for function in functions(module):
        with analysis.local():
            for op in function.walk():
                if isinstance(op, sdim.ConstraintOp) and is_test(op):
                    claim = predicate_of(analysis, op)
                    if claim is not None and not claim.symbols() <= symbols:
                        claim = None
                    always = op.parent_op() is function
                    if claim is not None or _has_all_symbols(function):
                        yield GuardInIR(claim, op.why or "", always)
                    if claim is not None and always:
                        with suppress(Contradiction):
                            analysis.facts.learn(claim)
                        analysis.forget_unknown_values()


def _asserted(module: ModuleOp) -> Iterator[str]:
    """The words of `cf.assert` and of StableHLO's assertions of shapes, in every run."""
    for function in functions(module):
        for op in function.walk():
            if op.parent_op() is not function:
                continue
            if any(isinstance(o.owner, CONSTANTS) for o in op.operands):
                continue
            if isinstance(op, cf.AssertOp):
                yield op.msg.data.translate(_WITHOUT_BRACES)
            elif op.get_attr_or_prop("call_target_name") == _SHAPE_ASSERTION:
                words = op.attributes.get("error_message")
                if isinstance(words, StringAttr):
                    yield words.data
