"""What the constraints of a module say, read once as long as they stay as they are.

Passes follow each other and most of them leave the constraints alone: each starts from a copy of
what the last one read. A reading holds no IR; it is found again by what it was read from, whichever
module has it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from weakref import ref

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue

from ..rules.rule import RuleTable, Value
from ..symbolic import Facts
from ..symbolic.answers import clear_searches
from .module_parts import ops_in_constraints, symbol_ops
from .read_constraints import read_module
from .shape_analysis import AnalysisState, ShapeAnalysis

KEPT = 4
"""The number of sets of constraints that are kept."""

Key = list[object]


@dataclass(frozen=True, slots=True)
class CachedConstraints:
    """What one set of constraints says.

    key: all that it was read from
    values: the values of the results of the constraints' ops, in their order
    """

    key: Key
    rules: RuleTable
    state: AnalysisState
    values: list[Value | None]


_recent: deque[CachedConstraints] = deque(maxlen=KEPT)
_known = list[tuple[ref[ModuleOp], Facts]]()
"""A module and what was known of it before its constraints were written anew."""


def read_cached(module: ModuleOp, rules: RuleTable) -> ShapeAnalysis:
    """A new analysis that knows the constraints of `module`.

    Raises ShapeError where they contradict each other.
    """
    analysis = ShapeAnalysis(rules)
    key = _key_of(module)
    for reading in tuple(_recent):
        if reading.rules is rules and reading.key == key:
            analysis.adopt(reading.state.copy())
            for result, value in zip(_results(module), reading.values, strict=True):
                analysis.suppose_value(result, value)
            return analysis
    if _known and _known[0][0]() is module:
        analysis.adopt(AnalysisState(Facts(like=_known[0][1]), 0))
    read_module(analysis, module)
    values = [analysis.value(result) for result in _results(module)]
    _recent.appendleft(CachedConstraints(key, rules, analysis.state(), values))
    return analysis


def read_next_like(module: ModuleOp, facts: Facts) -> None:
    """Lets the next new constraints of `module` be learnt faster: `facts` know more than these."""
    _known[:] = [(ref(module), facts)]


def clear_constraint_cache() -> None:
    """Lets the next analysis of each module start from nothing, for those who measure."""
    _recent.clear()
    _known.clear()
    clear_searches()


def _results(module: ModuleOp) -> Iterator[SSAValue]:
    for op in ops_in_constraints(module):
        yield from op.results


def _key_of(module: ModuleOp) -> Key:
    """All inputs of the analysis: the symbols in order, and the ops of the constraints."""
    key: Key = [op.sym_name.data for op in symbol_ops(module)]
    numbers = dict[SSAValue, int]()
    for op in ops_in_constraints(module):
        key.append(type(op))
        key.append([numbers.get(operand) for operand in op.operands])
        key.append(
            [(result.type, numbers.setdefault(result, len(numbers))) for result in op.results]
        )
        key.append(op.properties.copy())
        key.append(op.attributes.copy())
    return key
