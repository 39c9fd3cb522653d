"""The facts of a module as a list, and a small set of facts that entails all of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from xdsl.dialects import arith
from xdsl.dialects.builtin import ModuleOp

from ..dialects import sdim
from ..symbolic import (
    And,
    Eq,
    Expr,
    Facts,
    Le,
    Ne,
    Or,
    Predicate,
    Symbol,
    all_of,
    any_of,
    eq,
    le,
    ne,
)
from ..symbolic import substitute as substitute_size
from .read_constraints import predicate_of
from .shape_analysis import LEAST_INTEGER, Cases, ShapeAnalysis, cases

STRENGTHS = ("assume", "expect", "assert")


@dataclass(frozen=True, slots=True)
class StatedFact:
    """One fact of `sdim.constraints`. A definition by cases has its parts in `definition`."""

    predicate: Predicate
    strength: str
    why: str | None
    definition: tuple[Expr, Predicate, Expr, Expr] | None = None

    def symbols(self) -> frozenset[str]:
        return self.predicate.symbols()

    def substitute(self, sizes: Mapping[str, Expr]) -> StatedFact:
        """The fact with symbols replaced by what they are."""
        if self.definition is None:
            return replace(self, predicate=substitute(self.predicate, sizes))
        symbol, condition, then, otherwise = self.definition
        definition = (
            substitute_size(symbol, sizes),
            substitute(condition, sizes),
            substitute_size(then, sizes),
            substitute_size(otherwise, sizes),
        )
        return replace(self, predicate=cases(*definition), definition=definition)


@dataclass(frozen=True, slots=True)
class LikelySizes:
    """Sizes that are likely for an expression; never a fact."""

    size: Expr
    values: tuple[int, ...]

    def symbols(self) -> frozenset[str]:
        return self.size.symbols()


def substitute(predicate: Predicate, sizes: Mapping[str, Expr]) -> Predicate:
    """`predicate` with symbols replaced by expressions."""
    if isinstance(predicate, And):
        return all_of(*(substitute(arg, sizes) for arg in predicate.args))
    if isinstance(predicate, Or):
        return any_of(*(substitute(arg, sizes) for arg in predicate.args))
    if isinstance(predicate, Eq | Ne | Le):
        compare = {Eq: eq, Ne: ne, Le: le}[type(predicate)]
        return compare(substitute_size(predicate.expr, sizes), 0)
    return predicate


def stated_facts(module: ModuleOp, analysis: ShapeAnalysis) -> list[StatedFact]:
    """Every fact in the `sdim.constraints` of `module`, in order, about its symbols alone."""
    stated = facts_as_they_stand(module, analysis)
    unnamed = unnamed_values(module, stated, analysis)
    if not unnamed:
        return stated
    return [replace(fact, predicate=_written_out(fact.predicate, unnamed)) for fact in stated]


def _written_out(claim: Predicate, unnamed: Mapping[str, Cases]) -> Predicate:
    """`claim` by the cases of the values in it that are no symbols."""
    name = min(claim.symbols() & unnamed.keys(), default=None)
    if name is None:
        return claim
    condition, then, otherwise = unnamed[name]
    first, second = (substitute(claim, {name: size}) for size in (then, otherwise))
    by_cases = any_of(all_of(condition, first), all_of(condition.negate(), second))
    return _written_out(by_cases, unnamed)


def facts_as_they_stand(module: ModuleOp, analysis: ShapeAnalysis) -> list[StatedFact]:
    """Every fact in the `sdim.constraints` of `module`, in order; they may be about `unnamed_values`."""
    result = list[StatedFact]()
    for op in _constraint_ops(module):
        if isinstance(op, sdim.LikelyOp):
            continue
        strength = op.strength.value if isinstance(op, sdim.GuardedConstraintOp) else "assume"
        predicate = predicate_of(analysis, op)
        definition = None
        if isinstance(op, sdim.EqualOp) and predicate is not None:
            definition = _definition(op, analysis)
            if definition is not None:
                predicate = cases(*definition)
        if predicate is not None:
            result.append(StatedFact(predicate, strength, op.why, definition))
    return result


def unnamed_values(
    module: ModuleOp, stated: Iterable[StatedFact | LikelySizes], analysis: ShapeAnalysis
) -> dict[str, Cases]:
    """The values by cases that `stated` rests on and no symbol of `module` stands for. They may be negative."""
    declared = {op.sym_name.data for op in module.body.block.ops if isinstance(op, sdim.SymbolOp)}
    names = {name for entry in stated for name in entry.symbols()}
    return {
        name: analysis.definitions[name]
        for name in sorted(analysis.defining_symbols(names) - declared)
        if name in analysis.definitions
    }


def _learn_unnamed(facts: Facts, unnamed: Mapping[str, Cases]) -> None:
    """Makes known what the values of `unnamed` are."""
    for name in unnamed:
        facts.symbol(name, LEAST_INTEGER)
    for name, parts in unnamed.items():
        facts.learn(cases(Symbol(name), *parts))


def _definition(
    op: sdim.EqualOp, analysis: ShapeAnalysis
) -> tuple[Expr, Predicate, Expr, Expr] | None:
    symbol = analysis.scalar(op.lhs)
    if symbol is None or symbol.symbol_name is None or not isinstance(op.rhs.owner, arith.SelectOp):
        return None
    found = analysis.definitions.get(symbol.symbol_name)
    return None if found is None else (symbol, *found)


def likely_sizes(module: ModuleOp, analysis: ShapeAnalysis) -> list[LikelySizes]:
    """Every `sdim.likely` in the `sdim.constraints` of `module`."""
    return [
        LikelySizes(size, tuple(op.sizes.get_values()))
        for op in _constraint_ops(module)
        if isinstance(op, sdim.LikelyOp) and (size := analysis.scalar(op.value)) is not None
    ]


def _constraint_ops(module: ModuleOp) -> Iterable[sdim.ConstraintOp]:
    for op in module.body.block.ops:
        if isinstance(op, sdim.ConstraintsOp):
            yield from (c for c in op.body.block.ops if isinstance(c, sdim.ConstraintOp))


def basis(
    facts: Sequence[StatedFact],
    names: Sequence[str],
    arguments: Collection[str],
    unnamed: Mapping[str, Cases] | None = None,
) -> list[StatedFact]:
    """A part of `facts` that entails all of them: what is assumed first, then a least set of guards, cheapest first.

    names: the symbols, in their order
    arguments: those that arguments carry; they are no sizes by a guard's grace, and so at least 0 before any is checked
    unnamed: values in the facts that are no symbols
    """
    known = Facts()
    for name in names:
        known.symbol(name)
    _learn_unnamed(known, unnamed or {})
    kept = list[StatedFact]()
    by_strength = {
        strength: [fact for fact in facts if fact.strength == strength] for strength in STRENGTHS
    }
    for fact in by_strength["assume"]:
        if not known.proves(fact.predicate):
            known.learn(fact.predicate)
            kept.append(fact)
    known = Facts()
    for name in names:
        known.symbol(name, 0 if name in arguments else LEAST_INTEGER)
    _learn_unnamed(known, unnamed or {})
    for fact in kept:
        known.learn(fact.predicate)
    guards = list[StatedFact]()
    # An expectation is never dropped for a demand: the demand may exist for the branch that was expected only.
    for strength in ("expect", "assert"):
        candidates = sorted(by_strength[strength], key=lambda f: cost(f.predicate), reverse=True)
        found = least(candidates, known)
        for fact in found:
            known.learn(fact.predicate)
        guards += found
    guards += _not_proved_again([f for f in facts if f.strength != "assume"], guards, known)
    return kept + sorted(guards, key=lambda fact: cost(fact.predicate))


def _not_proved_again(
    facts: Sequence[StatedFact], guards: Sequence[StatedFact], known: Facts
) -> list[StatedFact]:
    """The facts that only followed with the help of others that were dropped after them; `known` learns them."""
    found = list[StatedFact]()
    for fact in sorted(facts, key=lambda fact: cost(fact.predicate)):
        if fact not in guards and not known.proves(fact.predicate):
            known.learn(fact.predicate)
            found.append(fact)
    return found


def least(candidates: Sequence[StatedFact], known: Facts) -> list[StatedFact]:
    """A part of `candidates` of which none follows from the others and `known`; earlier ones are dropped first."""
    if len(candidates) <= 1:
        return [fact for fact in candidates if not known.proves(fact.predicate)]
    middle = len(candidates) // 2
    first, second = candidates[:middle], candidates[middle:]
    kept = _least_beside(first, second, known)
    return kept + _least_beside(second, kept, known)


def _least_beside(
    candidates: Sequence[StatedFact], others: Sequence[StatedFact], known: Facts
) -> list[StatedFact]:
    with known.scope():
        for fact in others:
            known.learn(fact.predicate)
        return least(candidates, known)


def cost(claim: Predicate) -> int:
    """About how much work it is to check `claim`: the operations in it, divisions counted more."""
    if isinstance(claim, And | Or):
        return sum(map(cost, claim.args))
    return 1 + sum(map(_cost_of_size, _parts(claim)))


def _parts(claim: Predicate) -> list[Expr]:
    return [claim.expr] if isinstance(claim, Eq | Ne | Le) else []


def _cost_of_size(size: Expr) -> int:
    total = 0
    for monomial in size.polynomial:
        total += len(monomial)
        for atom in monomial:
            total += sum(3 + _cost_of_size(arg) for arg in atom.args)
    return total
