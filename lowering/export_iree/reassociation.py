"""Reshapes that merge or split dimensions, found by facts while types still name sizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xdsl.dialects.builtin import ArrayAttr, ModuleOp

from ...analysis.shape_analysis import ShapeAnalysis
from ...dialects import mhlo
from ...dialects.mhlo.dense import dense_i64
from ...dialects.types import tensor_type
from ...symbolic import Expr, eq
from ...symbolic.shapes import product

REASSOCIATION: Final = "tieshape.reassociation"
"""On a reshape: for each dimension of the lower rank those of the higher one."""


def mark_reshapes(module: ModuleOp, analysis: ShapeAnalysis) -> None:
    """States for every reshape that merges or splits neighbouring dimensions which they are."""
    for op in module.walk():
        if not isinstance(op, mhlo.DynamicReshapeOp):
            continue
        source, result = tensor_type(op.operand), tensor_type(op.result)
        shapes = [
            (analysis.shape(value), type_.get_shape())
            for value, type_ in ((op.operand, source), (op.result, result))
        ]
        (low, low_type), (high, high_type) = sorted(shapes, key=lambda shape: len(shape[1]))
        groups = grouping(low, high, analysis) if len(low) < len(high) else None
        if groups is not None and all(
            _agree(size, [high_type[d] for d in group])
            for size, group in zip(low_type, groups, strict=True)
        ):
            op.attributes[REASSOCIATION] = ArrayAttr([dense_i64(group) for group in groups])


def grouping(
    low: Sequence[Expr], high: Sequence[Expr], analysis: ShapeAnalysis
) -> list[list[int]] | None:
    """For each size of `low` the neighbouring dimensions of `high` whose product it is.

    None where facts do not say that there are such. A size of 1 is alone where it can be.
    """
    groups, d = list[list[int]](), 0
    for number, size in enumerate(low):
        left = len(high) - (len(low) - number - 1)
        group = _group(size, high, d, left, analysis)
        if group is None:
            return None
        groups.append(group)
        d = group[-1] + 1
    one = [eq(size, 1) for size in high[d:]]
    if not groups or not all(map(analysis.facts.proves, one)):
        return None
    groups[-1] += range(d, len(high))
    return groups


def _group(
    size: Expr, high: Sequence[Expr], first: int, end: int, analysis: ShapeAnalysis
) -> list[int] | None:
    """The fewest dimensions of `high` from `first` whose product is `size`."""
    for last in range(first, end):
        if analysis.facts.proves(eq(product(high[first : last + 1]), size)):
            return list(range(first, last + 1))
    return None


def _agree(low: int, high: Sequence[int]) -> bool:
    """Whether the types say of both sides whether the size is known, as the ops demand."""
    return (low < 0) == any(size < 0 for size in high)
