"""The ways in: what is known of a module as a snapshot, and what its op rules find."""

from xdsl.dialects.builtin import ModuleOp

from ..dialects import mhlo
from ..rules.rule import RuleTable
from ..rules.table import known_rules
from .constraint_cache import read_cached
from .control_flow import ControlFlowInference
from .hindsight import Hindsight
from .hints import Hints, hints_of
from .inference import Inference
from .module_parts import functions, ops_of, require_one_block
from .read_constraints import read_module
from .run_time_numbers import shared_numbers
from .shape_analysis import ShapeAnalysis
from .shape_operands import suppose_shape_operands
from .symbol_names import SymbolNames

WITHOUT_FACTS = (mhlo.ReduceOp, mhlo.FusionOp)
"""Ops whose regions compute elements alone."""


def analyze(module: ModuleOp, rules: RuleTable | None = None) -> ShapeAnalysis:
    """The facts of `module`. Raises ShapeError where they contradict each other.

    rules: by default tieshape's and those of the op sets in use
    """
    analysis = read_cached(module, known_rules() if rules is None else rules)
    suppose_shape_operands(analysis, module)
    return analysis


def analyze_sizes(module: ModuleOp) -> ShapeAnalysis:
    """`analyze` for those who ask of no values: these matter only where regions state facts."""
    analysis = read_cached(module, known_rules())
    for function in functions(module):
        for op in (op for block in function.body.blocks for op in ops_of(block)):
            if op.regions and type(op) not in WITHOUT_FACTS:
                suppose_shape_operands(analysis, module)
                return analysis
    return analysis


def infer(
    module: ModuleOp,
    rules: RuleTable | None = None,
    *,
    guard: bool = False,
    allow_misfits: bool = False,
) -> Inference:
    """Infers the shapes of all values of `module`. Raises ShapeError at an op that cannot succeed.

    guard: where a rule must choose and hints decide, take that branch and expect it to hold
    rules: by default tieshape's and those of the op sets in use
    allow_misfits: raise nothing where lists have items that do not fit, which errors may rest on
    """
    require_one_block(module, "tieshape-infer-shapes")
    hindsight = Hindsight()
    refused: Inference | None = None
    while True:
        inference = _infer(module, known_rules() if rules is None else rules, guard, hindsight)
        if inference.errors and not (allow_misfits and inference.misfits):
            refused = refused or inference
            if not inference.learn_of_lists():
                refused.raise_errors()
        elif inference.errors or not inference.learn_from():
            return inference


def _infer(
    module: ModuleOp, rules: RuleTable, guard: bool, hindsight: Hindsight
) -> ControlFlowInference:
    inference = ControlFlowInference(rules, hindsight)
    inference.guard = guard
    inference.hints = Hints(hints_of(module), inference.facts)
    inference.names = SymbolNames.of(module)
    read_module(inference, module)
    for op in functions(module):
        inference.number_symbols(shared_numbers(op, rules))
        inference.block(op.body.block)
    return inference
