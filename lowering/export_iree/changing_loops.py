"""Loops whose values change their sizes, for which IREE has no memory.

IREE 3.13 gives what a loop carries the memory of what it begins with, and writes past its end.
"""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue

from ...analysis.analyze import analyze
from ...analysis.shape_analysis import ShapeAnalysis
from ...dialects import mhlo
from ...rules.errors import ShapeError
from ...symbolic import eq

WORDS = (
    "cannot be exported for IREE: the loop hands on a value of another size than it was given; "
    "a buffer of the greatest size with a count works"
)


def refuse_changing_loops(module: ModuleOp) -> None:
    """Raises ShapeError for a loop in which a size changes, or may do so.

    To be called while types name sizes.
    """
    loops = [op for op in module.walk() if isinstance(op, mhlo.WhileOp)]
    analysis = analyze(module) if loops else None
    for op in loops:
        assert analysis is not None
        last = op.body.block.last_op
        assert last is not None
        for given, next_ in zip(op.body.block.args, last.operands, strict=True):
            if not _is_of_size(analysis, given, next_):
                raise ShapeError(op, WORDS)


def _is_of_size(analysis: ShapeAnalysis, given: SSAValue, next_: SSAValue) -> bool:
    if given is next_ or not (analysis.has_rank(given) and analysis.has_rank(next_)):
        return True
    return all(
        one == other or analysis.facts.proves(eq(one, other))
        for one, other in zip(analysis.shape(given), analysis.shape(next_), strict=True)
    )
