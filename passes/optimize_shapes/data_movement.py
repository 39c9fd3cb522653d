"""Ops that move elements: those that undo each other go, two in a row become one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Operation, SSAValue

from ...analysis.broadcasts import dimensions_of, is_kept
from ...analysis.shape_analysis import ShapeAnalysis
from ...dialects import mhlo
from ...dialects.mhlo import int_values
from ...dialects.mhlo.dense import dense_i64
from ...dialects.types import element_type_of
from ...materialize.op_builder import OpBuilder
from ...materialize.types import narrowed
from ...symbolic import Expr, as_expr, eq
from ...symbolic.shapes import Shape
from .constant_folding import folded_movement
from .rewriting import Rewrites, is_static, reshaped, same_shape, same_sizes

ZERO, ONE = as_expr(0), as_expr(1)


def reshape(op: mhlo.ReshapeOp | mhlo.DynamicReshapeOp, analysis: ShapeAnalysis) -> SSAValue | None:
    """A reshape of a reshape reads the first operand; one that changes nothing goes."""
    inner = op.operands[0].owner
    if isinstance(inner, mhlo.ReshapeOp | mhlo.DynamicReshapeOp) or _only_adds_ones(
        inner, analysis
    ):
        assert isinstance(inner, Operation)
        op.operands[0] = inner.operands[0]
    operand, result = op.operands[0], op.results[0]
    if same_shape(analysis, operand, result):
        return operand
    if (constant := folded_movement(op)) is not None:
        return constant
    if isinstance(op, mhlo.DynamicReshapeOp) and is_static(result):
        b = OpBuilder(op)
        known = _tied_to_static(b, operand, analysis)
        return None if known is None else b.create(mhlo.ReshapeOp, [known], result.type)
    return None


def _tied_to_static(b: OpBuilder, value: SSAValue, analysis: ShapeAnalysis) -> SSAValue | None:
    """`value` with the sizes in its type; None where one of them is not known."""
    if is_static(value) or not analysis.has_rank(value):
        return value if is_static(value) else None
    shape = analysis.shape(value)
    sizes = [1 if _is_one(size, analysis) else size.constant_value for size in shape]
    known = [size for size in sizes if size is not None]
    if len(known) < len(sizes):
        return None
    return narrowed(b, value, TensorType(element_type_of(value), known))


def _only_adds_ones(op: object, analysis: ShapeAnalysis) -> bool:
    """Whether `op` is a broadcast that repeats nothing, and keeps the order of the dimensions."""
    if not isinstance(op, mhlo.BroadcastInDimOp | mhlo.DynamicBroadcastInDimOp):
        return False
    if not analysis.has_rank(op.operands[0]) or not analysis.has_rank(op.results[0]):
        return False
    kept = dimensions_of(op)
    shape, result = analysis.shape(op.operands[0]), analysis.shape(op.results[0])
    return (
        all(a < b for a, b in pairwise(kept))
        and all(is_kept(size, result[d], analysis) for size, d in zip(shape, kept, strict=True))
        and all(_is_one(result[d], analysis) for d in range(len(result)) if d not in kept)
    )


def _is_one(size: Expr, analysis: ShapeAnalysis) -> bool:
    return size == ONE or analysis.facts.proves(eq(size, 1))


def transpose(op: mhlo.TransposeOp, analysis: ShapeAnalysis) -> SSAValue | None:
    """Two transposes are one; one that moves only dimensions of size 1 is a reshape, or nothing."""
    if isinstance(inner := op.operand.owner, mhlo.TransposeOp):
        first, second = int_values(inner.permutation), int_values(op.permutation)
        op.operands[0] = inner.operand
        op.properties["permutation"] = dense_i64([first[d] for d in second])
    permutation, operand, result = int_values(op.permutation), op.operand, op.results[0]
    if list(permutation) == list(range(len(permutation))):
        return operand if same_shape(analysis, operand, result) else None
    if (constant := folded_movement(op)) is not None:
        return constant
    if not analysis.has_rank(operand):
        return None
    shape = analysis.shape(operand)
    moved = [d for d in permutation if not _is_one(shape[d], analysis)]
    if moved != sorted(moved):
        return None
    return reshaped(OpBuilder(op), operand, [(operand, d) for d in permutation], result.type)


Bounds = tuple[SSAValue, Sequence[Expr], Sequence[Expr]]
"""A tensor and, for each dimension, where a part of it begins and ends."""


def part_bounds(value: SSAValue, analysis: ShapeAnalysis) -> Bounds | None:
    """What `value` is a part of, where it is a slice without gaps and its bounds are known."""
    op = value.owner
    if isinstance(op, mhlo.SliceOp):
        if any(stride != 1 for stride in int_values(op.strides)):
            return None
        starts, limits = map(int_values, (op.start_indices, op.limit_indices))
        return op.operand, [as_expr(n) for n in starts], [as_expr(n) for n in limits]
    if not isinstance(op, mhlo.RealDynamicSliceOp):
        return None
    starts, limits, strides = (analysis.elements(bound) for bound in op.operands[1:])
    if starts is None or limits is None or strides is None or any(s != ONE for s in strides):
        return None
    begin, end = ([e for e in bounds if e is not None] for bounds in (starts, limits))
    return (op.operands[0], begin, end) if len(begin) == len(end) == len(strides) else None


def slice_(op: mhlo.SliceOp | mhlo.RealDynamicSliceOp, analysis: ShapeAnalysis) -> SSAValue | None:
    """A slice of everything goes; one of exactly one operand of a concatenation is that operand."""
    found = part_bounds(op.results[0], analysis)
    if found is None or not analysis.has_rank(found[0]):
        return None
    whole, starts, limits = found
    if _covers(analysis, analysis.shape(whole), starts, limits) and same_shape(
        analysis, whole, op.results[0]
    ):
        return whole
    made = whole.owner
    if not isinstance(made, mhlo.ConcatenateOp) or not all(map(analysis.has_rank, made.val)):
        return None
    axis, before = made.dimension.value.data, ZERO
    for operand in made.val:
        shape = analysis.shape(operand)
        shifted = [start - before if d == axis else start for d, start in enumerate(starts)]
        ends = [limit - before if d == axis else limit for d, limit in enumerate(limits)]
        if _covers(analysis, shape, shifted, ends) and same_shape(analysis, operand, op.results[0]):
            return operand
        before = before + shape[axis]
    return None


def _covers(
    analysis: ShapeAnalysis, shape: Shape, starts: Sequence[Expr], limits: Sequence[Expr]
) -> bool:
    """Whether the bounds are those of all elements of a tensor of `shape`."""
    return same_sizes(analysis, tuple(starts), (ZERO,) * len(shape)) and same_sizes(
        analysis, tuple(limits), shape
    )


def concatenate(op: mhlo.ConcatenateOp, analysis: ShapeAnalysis) -> SSAValue | None:
    """Operands without elements go; joined parts of a tensor are the tensor; a concatenation in
    one along the same dimension gives its operands."""
    axis, result = op.dimension.value.data, op.results[0]
    if not all(map(analysis.has_rank, op.val)):
        return None
    if _is_joined(op):
        return None  # where its user is rewritten, all operands are looked at at once
    operands = [v for v in _joined(op, analysis) if not _is_zero(analysis.shape(v)[axis], analysis)]
    operands = list(_without_parts(operands, axis, analysis))
    if len(operands) == 1 and same_shape(analysis, operands[0], result):
        return operands[0]
    if operands and operands != list(op.val):
        return OpBuilder(op).create(
            mhlo.ConcatenateOp, operands, result.type, dimension=op.dimension
        )
    return None


def _joined(op: mhlo.ConcatenateOp, analysis: ShapeAnalysis) -> Iterator[SSAValue]:
    """What `op` joins, and what the concatenations join of which it alone joins the results."""
    waiting = list(reversed(op.val))
    while waiting:
        operand = waiting.pop()
        inner = operand.owner
        if (
            isinstance(inner, mhlo.ConcatenateOp)
            and inner.dimension.value.data == op.dimension.value.data
            and operand.has_one_use()
            and all(map(analysis.has_rank, inner.val))
        ):
            waiting += reversed(inner.val)
        else:
            yield operand


def _is_joined(op: mhlo.ConcatenateOp) -> bool:
    """Whether all that `op` makes is an operand of a concatenation along the same dimension."""
    use = op.results[0].get_user_of_unique_use()
    return isinstance(use, mhlo.ConcatenateOp) and use.dimension == op.dimension


def _without_parts(
    operands: Sequence[SSAValue], axis: int, analysis: ShapeAnalysis
) -> Iterator[SSAValue]:
    """`operands`, but a tensor in place of parts of it that follow each other and are all of it."""
    first = 0
    while first < len(operands):
        found = _whole(operands, first, axis, analysis)
        if found is None:
            yield operands[first]
            first += 1
        else:
            whole, first = found
            yield whole


def _whole(
    parts: Sequence[SSAValue], first: int, axis: int, analysis: ShapeAnalysis
) -> tuple[SSAValue, int] | None:
    """The tensor that parts from `first` on, along `axis`, are all of, and the place after them."""
    source, end = None, ZERO
    for i in range(first, len(parts)):
        found = part_bounds(parts[i], analysis)
        if found is None or source not in (None, found[0]) or not analysis.has_rank(found[0]):
            return None
        source, starts, limits = found
        shape = analysis.shape(source)
        expected = [size if d != axis else limits[axis] for d, size in enumerate(shape)]
        begin = [ZERO if d != axis else end for d in range(len(starts))]
        if not same_sizes(analysis, tuple(starts), tuple(begin)):
            return None
        if not same_sizes(analysis, tuple(limits), tuple(expected)):
            return None
        end = limits[axis]
        if same_sizes(analysis, (end,), (shape[axis],)):
            return source, i + 1
    return None


def _is_zero(size: Expr, analysis: ShapeAnalysis) -> bool:
    return size == ZERO or analysis.facts.proves(eq(size, 0))


REWRITES: Rewrites = {
    mhlo.ReshapeOp: reshape,
    mhlo.DynamicReshapeOp: reshape,
    mhlo.TransposeOp: transpose,
    mhlo.ConcatenateOp: concatenate,
}
