"""Classifies broadcasts: identity, expanding, undecided."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import TypeGuard

from xdsl.ir import Operation

from ..dialects import mhlo
from ..dialects.mhlo.dense import int_values
from ..dialects.types import is_tensor
from ..symbolic import Expr, eq
from ..symbolic.shapes import ONE
from .shape_analysis import ShapeAnalysis

BroadcastOp = mhlo.BroadcastInDimOp | mhlo.DynamicBroadcastInDimOp
BROADCASTS = (mhlo.BroadcastInDimOp, mhlo.DynamicBroadcastInDimOp)


def is_broadcast(op: Operation) -> TypeGuard[BroadcastOp]:
    """Whether `op` is one of BROADCASTS."""
    return type(op) in BROADCASTS


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
    return int_values(op.broadcast_dimensions)


def is_kept(size: Expr, target: Expr, analysis: ShapeAnalysis) -> bool:
    """Whether a dimension of `size` that becomes `target` is not repeated in any run.

    An operand size is 1 or the result's: one that is never 1 is the result's.
    """
    facts = analysis.facts
    return size == target or facts.proves(eq(size, target)) or facts.refutes(eq(size, 1))


def is_repeated(size: Expr, target: Expr, analysis: ShapeAnalysis) -> bool:
    """Whether a dimension of `size` that becomes `target` is 1 in every run that reaches it."""
    facts = analysis.facts
    return facts.proves(eq(size, 1)) or facts.refutes(eq(size, target))


def undecided_pairs(op: BroadcastOp, analysis: ShapeAnalysis) -> Iterator[tuple[Expr, Expr]]:
    """(operand size, result size) where it is undecided whether the dimension is repeated."""
    for size, target in _pairs(op, analysis):
        if size == ONE or is_kept(size, target, analysis):
            continue
        if not is_repeated(size, target, analysis):
            yield size, target


def open_pairs(op: BroadcastOp, analysis: ShapeAnalysis) -> Iterator[tuple[Expr, Expr]]:
    """(operand size, result size) where the two are neither one form nor 1 or constants."""
    simplify = analysis.facts.simplify
    for size, target in _pairs(op, analysis):
        if size != ONE and size != target:
            a, b = simplify(size), simplify(target)
            known = a.constant_value is not None and b.constant_value is not None
            if not (a in (b, ONE) or known):
                yield a, b


def _pairs(op: BroadcastOp, analysis: ShapeAnalysis) -> list[tuple[Expr, Expr]]:
    """(operand size, result size) of each dimension that the operand has; none where a rank is not
    known.
    """
    if not _has_ranks(op):
        return []
    shape, result = analysis.shape(op.operands[0]), analysis.shape(op.results[0])
    return [(size, result[d]) for size, d in zip(shape, dimensions_of(op), strict=True)]


def _has_ranks(op: BroadcastOp) -> bool:
    return is_tensor(op.operands[0].type) and is_tensor(op.results[0].type)


def classify(op: BroadcastOp, analysis: ShapeAnalysis) -> BroadcastClass:
    """What is known of `op`."""
    if not _has_ranks(op):
        return BroadcastClass.UNDECIDED
    if next(undecided_pairs(op, analysis), None) is not None:
        return BroadcastClass.UNDECIDED
    return BroadcastClass.IDENTITY if is_identity(op, analysis) else BroadcastClass.REAL


def is_identity(op: BroadcastOp, analysis: ShapeAnalysis) -> bool:
    """Whether `op` returns its operand in every run."""
    if not _has_ranks(op):
        return False
    shape, result = analysis.shape(op.operands[0]), analysis.shape(op.results[0])
    if list(dimensions_of(op)) != list(range(len(result))):
        return False
    return all(is_kept(a, b, analysis) for a, b in zip(shape, result, strict=True))


def is_named(size: Expr) -> bool:
    """Whether `size` is a constant or a symbol of the IR, as types hold them."""
    name = size.symbol_name
    return size.constant_value is not None or (name is not None and not name.startswith("_"))
