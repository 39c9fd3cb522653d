"""The facts of a module as a list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from xdsl.dialects.builtin import ModuleOp

from ..dialects import sdim
from ..symbolic import Expr, Predicate, Symbol
from ..symbolic import substitute as substitute_size
from .module_parts import argument_symbols, constraint_ops, symbol_ops
from .read_constraints import predicate_of
from .shape_analysis import ShapeAnalysis


@dataclass(frozen=True, slots=True)
class ModuleFact:
    """One fact of `sdim.constraints`."""

    predicate: Predicate
    strength: str
    why: str | None

    def symbols(self) -> frozenset[str]:
        return self.predicate.symbols()

    def substitute(self, sizes: Mapping[str, Expr]) -> ModuleFact:
        """The fact with symbols replaced by what they are."""
        return replace(self, predicate=substitute(self.predicate, sizes))


@dataclass(frozen=True, slots=True)
class LikelySizes:
    """Sizes that are likely for an expression; never a fact."""

    size: Expr
    values: tuple[int, ...]

    def symbols(self) -> frozenset[str]:
        return self.size.symbols()


def substitute(predicate: Predicate, sizes: Mapping[str, Expr]) -> Predicate:
    """`predicate` with symbols replaced by expressions."""
    return predicate.rebuild(lambda size: substitute_size(size, sizes))


def facts_of_module(module: ModuleOp, analysis: ShapeAnalysis) -> list[ModuleFact]:
    """Every fact in the `sdim.constraints` of `module`, in order."""
    result = list[ModuleFact]()
    for op in constraint_ops(module):
        if isinstance(op, sdim.LikelyOp):
            continue
        strength = op.strength.value if isinstance(op, sdim.GuardedConstraintOp) else "assume"
        predicate = predicate_of(analysis, op)
        if predicate is not None:
            result.append(ModuleFact(predicate, strength, op.why))
    return result


def symbols_of_arguments(module: ModuleOp, analysis: ShapeAnalysis) -> set[str]:
    """The symbols that arguments of functions carry, and sizes by cases over these."""
    found = argument_symbols(module)
    for op in symbol_ops(module):
        size = analysis.facts.simplify(Symbol(op.sym_name.data))
        if size.depth and size.symbols() <= found:
            found.add(op.sym_name.data)
    return found


def likely_sizes(module: ModuleOp, analysis: ShapeAnalysis) -> list[LikelySizes]:
    """Every `sdim.likely` in the `sdim.constraints` of `module`."""
    return [
        LikelySizes(size, tuple(op.sizes.get_values()))
        for op in constraint_ops(module)
        if isinstance(op, sdim.LikelyOp) and (size := analysis.scalar(op.value)) is not None
    ]
