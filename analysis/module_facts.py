"""The facts of a module as a list, and a small set of facts that entails all of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from xdsl.dialects import arith
from xdsl.dialects.builtin import ModuleOp

from ..dialects import sdim
from ..symbolic import Expr, Predicate, all_of, any_of, with_sizes
from ..symbolic import substitute as substitute_size
from .definitions import Cases, cases
from .module_parts import constraint_ops, functions, symbol_ops
from .read_constraints import predicate_of
from .shape_analysis import ShapeAnalysis


@dataclass(frozen=True, slots=True)
class ModuleFact:
    """One fact of `sdim.constraints`. A definition by cases has its parts in `definition`."""

    predicate: Predicate
    strength: str
    why: str | None
    definition: tuple[Expr, Predicate, Expr, Expr] | None = None

    def symbols(self) -> frozenset[str]:
        return self.predicate.symbols()

    def substitute(self, sizes: Mapping[str, Expr]) -> ModuleFact:
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
    return with_sizes(predicate, lambda expr: substitute_size(expr, sizes))


def facts_of_module(module: ModuleOp, analysis: ShapeAnalysis) -> list[ModuleFact]:
    """Every fact in the `sdim.constraints` of `module`, in order, about its symbols alone."""
    stated = raw_facts(module, analysis)
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


def raw_facts(module: ModuleOp, analysis: ShapeAnalysis) -> list[ModuleFact]:
    """Every fact in the `sdim.constraints` of `module`, in order, `unnamed_values` included."""
    result = list[ModuleFact]()
    for op in constraint_ops(module):
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
            result.append(ModuleFact(predicate, strength, op.why, definition))
    return result


def unnamed_values(
    module: ModuleOp, stated: Iterable[ModuleFact | LikelySizes], analysis: ShapeAnalysis
) -> dict[str, Cases]:
    """The values by cases in `stated` that no symbol of `module` names. They may be negative."""
    declared = {op.sym_name.data for op in symbol_ops(module)}
    names = {name for entry in stated for name in entry.symbols()}
    return {
        name: analysis.definitions[name]
        for name in sorted(analysis.defining_symbols(names) - declared)
        if name in analysis.definitions
    }


def _definition(
    op: sdim.EqualOp, analysis: ShapeAnalysis
) -> tuple[Expr, Predicate, Expr, Expr] | None:
    symbol = analysis.scalar(op.lhs)
    if symbol is None or symbol.symbol_name is None or not isinstance(op.rhs.owner, arith.SelectOp):
        return None
    found = analysis.definitions.get(symbol.symbol_name)
    return None if found is None else (symbol, *found)


def symbols_of_arguments(module: ModuleOp, analysis: ShapeAnalysis) -> set[str]:
    """The symbols that arguments of functions carry, and those defined by cases over these."""
    found = {
        entry
        for function in functions(module)
        for arg in function.body.block.args
        for entry in sdim.encoding_of(arg.type) or ()
        if isinstance(entry, str)
    }
    for name in analysis.definitions:
        if analysis.defining_symbols([name]) - analysis.definitions.keys() <= found:
            found.add(name)
    return found


def likely_sizes(module: ModuleOp, analysis: ShapeAnalysis) -> list[LikelySizes]:
    """Every `sdim.likely` in the `sdim.constraints` of `module`."""
    return [
        LikelySizes(size, tuple(op.sizes.get_values()))
        for op in constraint_ops(module)
        if isinstance(op, sdim.LikelyOp) and (size := analysis.scalar(op.value)) is not None
    ]
