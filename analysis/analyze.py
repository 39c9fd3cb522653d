"""The way in: what is known of a module, as a snapshot."""

from xdsl.dialects.builtin import ModuleOp

from .mhlo.shape_operands import suppose_shape_operands
from .readings import read
from .rules import RuleTable
from .shape_analysis import ShapeAnalysis
from .table import RULES


def analyze(module: ModuleOp, rules: RuleTable = RULES) -> ShapeAnalysis:
    """The facts of `module`. Raises ShapeError where they contradict each other."""
    analysis = read(module, rules)
    suppose_shape_operands(analysis, module)
    return analysis
