"""What a broadcast does: nothing, a real expansion, or nobody knows before run time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

from xdsl.ir import Operation

from ..dialects import mhlo
from ..symbolic import Expr, eq
from ..symbolic.shapes import ONE
from .shape_analysis import ShapeAnalysis

BroadcastOp = mhlo.BroadcastInDimOp | mhlo.DynamicBroadcastInDimOp
BROADCASTS = (mhlo.BroadcastInDimOp, mhlo.DynamicBroadcastInDimOp)


class BroadcastClass(StrEnum):
    """What is known of a broadcast from the sizes alone."""

    IDENTITY = "identity"
    """Operand and result are the same tensor: equal sizes, every dimension in its place."""
    REAL = "real"
    """Every dimension that is repeated is known: it has size 1, or the operand lacks it."""
    UNDECIDED = "undecided"
    """Some dimension may or may not be repeated."""


def dimensions_of(op: BroadcastOp) -> tuple[int, ...]:
    """The result's dimension for each dimension of the operand."""
    return tuple(int(d) for d in op.broadcast_dimensions.get_values())


def undecided_pairs(op: BroadcastOp, analysis: ShapeAnalysis) -> Iterator[tuple[Expr, Expr]]:
    """(operand size, result size) where nobody can tell whether they are equal."""
    shape, result = analysis.shape(op.operands[0]), analysis.shape(op.results[0])
    for size, d in zip(shape, dimensions_of(op), strict=True):
        target = result[d]
        if size != target and size != ONE and not analysis.facts.proves(eq(size, target)):
            if not analysis.facts.proves(eq(size, 1)):
                yield size, target


def classify(op: BroadcastOp, analysis: ShapeAnalysis) -> BroadcastClass:
    """What is known of `op`."""
    if next(undecided_pairs(op, analysis), None) is not None:
        return BroadcastClass.UNDECIDED
    return BroadcastClass.IDENTITY if is_identity(op, analysis) else BroadcastClass.REAL


def is_identity(op: BroadcastOp, analysis: ShapeAnalysis) -> bool:
    """Whether `op` returns its operand in every run."""
    shape, result = analysis.shape(op.operands[0]), analysis.shape(op.results[0])
    in_place: Sequence[int] = range(len(result))
    if list(dimensions_of(op)) != list(in_place):
        return False
    return all(
        a == b or analysis.facts.proves(eq(a, b)) for a, b in zip(shape, result, strict=True)
    )


def is_broadcast(op: Operation) -> bool:
    return isinstance(op, BROADCASTS)
