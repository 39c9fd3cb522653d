"""States in `sdim.constraints` no more than the rest does not entail, and drops unused symbols."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.rewriter import Rewriter

from ...analysis.constraint_cache import read_next_like
from ...analysis.entailing_subset import entailing_subset
from ...analysis.module_facts import (
    ModuleFact,
    facts_of_module,
    likely_sizes,
    symbols_of_arguments,
)
from ...analysis.module_parts import argument_symbols, functions, symbol_ops
from ...analysis.read_constraints import conflict_message, is_test
from ...analysis.shape_analysis import ShapeAnalysis
from ...analysis.symbol_names import symbols_below
from ...dialects import sdim
from ...materialize.arguments import assumed_facts
from ...materialize.constraints import rewrite_constraints
from ...materialize.readable_sizes import compared
from ...rules.errors import ShapeError
from ...symbolic import Broadcast, Broadcastable, Contradiction, Expr, Facts, Symbol, SymbolAtom
from .inlined_sums import inline_sums


def minimize_facts(module: ModuleOp, analysis: ShapeAnalysis) -> None:
    """Drops unused symbols and states only what the rest does not entail."""
    facts = analysis.facts
    stated, likely = facts_of_module(module, analysis), likely_sizes(module, analysis)
    declared = list(symbol_ops(module))
    # What only a guard says of a symbol must not replace it: the guard would then say nothing.
    guarded = any(fact.strength != "assume" for fact in stated)
    assumed = assumed_facts(module, analysis, stated=stated) if guarded else facts
    in_code = _symbols_in_code(module)
    used = in_code | _named_broadcasts(stated, assumed)
    replaced = {
        name: size
        for op in declared
        if (name := op.sym_name.data) not in used
        and name not in (size := assumed.simplify(Symbol(name))).symbols()
    }
    before_tests = symbols_before_tests(module, analysis)
    kept = _substituted(stated, replaced, before_tests)
    names = [op.sym_name.data for op in declared if op.sym_name.data not in replaced]
    try:
        least = entailing_subset(kept, names, argument_symbols(module), before_tests, facts)
    except Contradiction as error:
        place = next(op for op in module.body.block.ops if isinstance(op, sdim.ConstraintsOp))
        raise ShapeError(place, conflict_message(error)) from error
    if before_tests is None:
        told = in_code.union(*(sizes.symbols() for sizes in likely))
        least = inline_sums(least, told)
    remaining = rewrite_constraints(module, facts, least, likely, in_code)
    read_next_like(module, facts)
    for op in declared:
        if op.sym_name.data not in remaining:
            Rewriter.erase_op(op)


def _named_broadcasts(stated: Sequence[ModuleFact], facts: Facts) -> set[str]:
    """The symbols of broadcasts that facts compare or multiply: written out, these are arithmetic.

    Where a fact is just which sizes broadcast, or what they broadcast to, they are its operands.
    """
    names = set[str]()
    for fact in stated:
        is_fit = isinstance(fact.predicate, Broadcastable)
        for size in () if is_fit else compared(fact.predicate):
            atoms = [monomial[0] for monomial in size.polynomial if len(monomial) == 1]
            is_definition = any(isinstance(atom, Broadcast) for atom in atoms)
            if not is_definition or fact.strength != "assume":
                names |= {atom.name for atom in size.atoms() if isinstance(atom, SymbolAtom)}
    return {n for n in names if isinstance(facts.simplify(Symbol(n)).single_atom, Broadcast)}


def _substituted(
    stated: Sequence[ModuleFact], sizes: Mapping[str, Expr], before_tests: frozenset[str] | None
) -> list[ModuleFact]:
    """The facts with symbols replaced by `sizes`.

    What tests say of the arguments beyond that does not hold before them, and is left out.
    """
    found = [(fact, fact.substitute(sizes)) for fact in stated]
    if before_tests is None:
        return [new for _, new in found]
    return [
        new
        for old, new in found
        if new.strength != "assume"
        or old.symbols() <= before_tests
        or not new.symbols() <= before_tests
    ]


def symbols_before_tests(module: ModuleOp, analysis: ShapeAnalysis) -> frozenset[str] | None:
    """The symbols of which everything holds before any test in the code; None where it has none."""
    if not any(isinstance(op, sdim.ConstraintOp) and is_test(op) for op in _code(module)):
        return None
    return frozenset(symbols_of_arguments(module, analysis))


def _code(module: ModuleOp) -> Iterator[Operation]:
    for function in functions(module):
        yield from function.body.block.ops


def _symbols_in_code(module: ModuleOp) -> set[str]:
    """Symbols that types, and `sdim.size` outside the constraints, name."""
    used = set[str]()
    for op in module.body.block.ops:
        if (op.regions or op.results) and not isinstance(op, sdim.ConstraintsOp):
            used |= symbols_below(op)
    return used
