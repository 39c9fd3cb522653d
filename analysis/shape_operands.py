"""Shape operands that nothing else tells, read from the results that have the shape."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp

from ..dialects.types import is_tensor
from ..rules.mhlo.shape_operands import SHAPE_OPERANDS, suppose_shape
from .module_parts import functions, ops_of
from .shape_analysis import ShapeAnalysis


def suppose_shape_operands(analysis: ShapeAnalysis, module: ModuleOp) -> None:
    """Reads every shape operand of unknown elements from the result that has the shape."""
    for function in functions(module):
        for op in (op for block in function.body.blocks for op in ops_of(block)):
            number = SHAPE_OPERANDS.get(type(op))
            if number is not None and is_tensor((result := op.results[0]).type):
                suppose_shape(analysis, op.operands[number], analysis.shape(result), op)
