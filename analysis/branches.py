"""What is known of sizes because a branch runs."""

from __future__ import annotations

from xdsl.dialects import scf
from xdsl.ir import Block

from ..dialects import mhlo
from ..symbolic import Predicate, eq
from .shape_analysis import ShapeAnalysis


def condition_of(block: Block, analysis: ShapeAnalysis) -> Predicate | None:
    """What holds wherever `block`, one of an op's regions, runs; None where nothing is known.

    An index of `mhlo.case` that is out of range runs the last branch.
    """
    region = block.parent
    op = None if region is None else region.parent
    if isinstance(op, scf.IfOp | mhlo.IfOp):
        condition = analysis.condition(op.operands[0])
        if condition is None:
            return None
        return condition if region is op.regions[0] else condition.negate()
    if isinstance(op, mhlo.CaseOp) and region is not op.regions[-1]:
        index = analysis.scalar(op.operands[0])
        return None if index is None else eq(index, op.regions.index(region))
    return None
