"""The facts of a module as a list, and a small set of facts that entails all of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from xdsl.dialects import arith
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.rewriter import Rewriter

from ..dialects import sdim
from ..symbolic import And, Eq, Expr, Facts, Le, Ne, Or, Predicate, all_of, any_of, eq, le, ne
from .constraints import predicate_of
from .emit import constraint
from .names import ConstraintWriter, constraints_of
from .shape_analysis import ShapeAnalysis, cases

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
            symbol.substitute(sizes),
            substitute(condition, sizes),
            then.substitute(sizes),
            otherwise.substitute(sizes),
        )
        return replace(self, predicate=cases(*definition), definition=definition)


@dataclass(frozen=True, slots=True)
class LikelySizes:
    """Sizes that are likely for an expression; never a fact."""

    size: Expr
    values: tuple[int, ...]


def substitute(predicate: Predicate, sizes: Mapping[str, Expr]) -> Predicate:
    """`predicate` with symbols replaced by expressions."""
    if isinstance(predicate, And):
        return all_of(*(substitute(arg, sizes) for arg in predicate.args))
    if isinstance(predicate, Or):
        return any_of(*(substitute(arg, sizes) for arg in predicate.args))
    if isinstance(predicate, Eq | Ne | Le):
        compare = {Eq: eq, Ne: ne, Le: le}[type(predicate)]
        return compare(predicate.expr.substitute(sizes), 0)
    return predicate


def stated_facts(module: ModuleOp, analysis: ShapeAnalysis) -> list[StatedFact]:
    """Every fact in the `sdim.constraints` of `module`, in order."""
    result = list[StatedFact]()
    for op in _constraint_ops(module):
        if isinstance(op, sdim.LikelyOp):
            continue
        why = op.attributes.get("why")
        strength = op.strength.value if isinstance(op, sdim.GuardedConstraintOp) else "assume"
        predicate = predicate_of(analysis, op)
        definition = None
        if isinstance(op, sdim.EqualOp) and predicate is not None:
            definition = _definition(op, analysis)
            if definition is not None:
                predicate = cases(*definition)
        if predicate is not None:
            words = why.data if isinstance(why, StringAttr) else None
            result.append(StatedFact(predicate, strength, words, definition))
    return result


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


def basis(facts: Iterable[StatedFact], minimums: Sequence[str]) -> list[StatedFact]:
    """Those of `facts` that the ones before them do not entail; what is assumed comes first."""
    known = Facts()
    for name in minimums:
        known.symbol(name)
    kept = list[StatedFact]()
    for fact in sorted(facts, key=lambda fact: STRENGTHS.index(fact.strength)):
        if not known.proves(fact.predicate):
            known.learn(fact.predicate)
            kept.append(fact)
    return kept


def rewrite_constraints(
    module: ModuleOp,
    facts: Facts,
    kept: Sequence[StatedFact],
    likely: Sequence[LikelySizes],
) -> None:
    """Makes `kept` and `likely` all that the `sdim.constraints` of `module` states."""
    for op in reversed(list(constraints_of(module).body.block.ops)):
        Rewriter.erase_op(op)
    writer = ConstraintWriter(module, facts)
    for fact in kept:
        if fact.definition is not None:
            symbol, condition, then, otherwise = fact.definition
            select = writer.emitter.select(condition, then, otherwise)
            writer.block.add_op(sdim.EqualOp(writer.emitter.index(symbol), select))
        else:
            constraint(writer.emitter, fact.predicate, fact.strength, fact.why)
    for entry in likely:
        writer.block.add_op(sdim.LikelyOp(writer.emitter.index(entry.size), entry.values))
    writer.declare_used()
