"""Canonical forms of mhlo ops: dynamic ones made static, identities removed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from xdsl.dialects import func, tensor
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import Rewriter

from ...analysis.shape_analysis import ShapeAnalysis
from ...dialects import mhlo
from ...dialects.mhlo.dense import dense_i64, int_values
from ...dialects.types import is_tensor
from ...materialize.op_builder import OpBuilder
from ...materialize.types import narrowed
from ...symbolic import Expr, as_expr, eq


def make_static(function: func.FuncOp, analysis: ShapeAnalysis) -> None:
    """Rewrites each op of `function` to its simplest form, in program order."""
    for op in list(function.walk()):
        rewrite = REWRITES.get(type(op))
        if rewrite is None:
            continue
        replacement = rewrite(op, analysis)
        if replacement is not None:
            replacement = narrowed(OpBuilder(op), replacement, op.results[0].type)
            op.results[0].replace_all_uses_with(replacement)
            Rewriter.erase_op(op)


def _is_static(*values: SSAValue) -> bool:
    return all(is_tensor(v.type) and v.type.has_static_shape() for v in values)


def _same_shape(analysis: ShapeAnalysis, a: SSAValue, b: SSAValue) -> bool:
    if not analysis.has_rank(a) or not analysis.has_rank(b):
        return False
    first, second = analysis.shape(a), analysis.shape(b)
    return len(first) == len(second) and all(
        x == y or analysis.facts.proves(eq(x, y)) for x, y in zip(first, second, strict=True)
    )


def reshape(op: mhlo.ReshapeOp | mhlo.DynamicReshapeOp, analysis: ShapeAnalysis) -> SSAValue | None:
    """A reshape of a reshape reads the first operand; one that changes nothing goes."""
    inner = op.operands[0].owner
    if isinstance(inner, mhlo.ReshapeOp | mhlo.DynamicReshapeOp):
        op.operands[0] = inner.operands[0]
    operand, result = op.operands[0], op.results[0]
    if _same_shape(analysis, operand, result):
        return operand
    if isinstance(op, mhlo.DynamicReshapeOp) and _is_static(operand, result):
        return OpBuilder(op).create(mhlo.ReshapeOp, [operand], result.type)
    return None


def cast(op: tensor.CastOp, analysis: ShapeAnalysis) -> SSAValue | None:
    """A cast to the type that the operand has by now goes."""
    return op.source if op.source.type == op.dest.type else None


def broadcast(op: mhlo.DynamicBroadcastInDimOp, analysis: ShapeAnalysis) -> SSAValue | None:
    if not _is_static(op.operand, op.result):
        return None
    return OpBuilder(op).create(
        mhlo.BroadcastInDimOp,
        [op.operand],
        op.result.type,
        broadcast_dimensions=op.broadcast_dimensions,
    )


def leading_broadcast(op: mhlo.BroadcastOp, analysis: ShapeAnalysis) -> SSAValue | None:
    """An identity without new dimensions; `broadcast_in_dim` for static sizes."""
    sizes = int_values(op.broadcast_sizes)
    if not sizes and op.operand.type == op.result.type:
        return op.operand
    if not _is_static(op.operand, op.result):
        return None
    rank = len(analysis.shape(op.operand))
    dimensions = dense_i64(range(len(sizes), len(sizes) + rank))
    return OpBuilder(op).create(
        mhlo.BroadcastInDimOp, [op.operand], op.result.type, broadcast_dimensions=dimensions
    )


def iota(op: mhlo.DynamicIotaOp, analysis: ShapeAnalysis) -> SSAValue | None:
    if not _is_static(op.results[0]):
        return None
    return OpBuilder(op).create(
        mhlo.IotaOp, [], op.results[0].type, iota_dimension=op.iota_dimension
    )


def dynamic_slice(op: mhlo.RealDynamicSliceOp, analysis: ShapeAnalysis) -> SSAValue | None:
    """A slice of everything goes; one with constant bounds of a static operand is `mhlo.slice`."""
    operand = op.operands[0]
    starts, limits, strides = (analysis.value(bound) for bound in op.operands[1:])
    if starts is None or limits is None or strides is None:
        return None
    zero, one = as_expr(0), as_expr(1)
    if (
        all(start == zero for start in starts)
        and all(stride == one for stride in strides)
        and _same_shape(analysis, operand, op.results[0])
    ):
        return operand
    bounds = [analysis.constants(bound) for bound in op.operands[1:]]
    if None in bounds or not _is_static(operand, op.results[0]):
        return None
    names = ("start_indices", "limit_indices", "strides")
    properties = {n: dense_i64(b) for n, b in zip(names, bounds, strict=True) if b is not None}
    return OpBuilder(op).create(mhlo.SliceOp, [operand], op.results[0].type, **properties)


def static_slice(op: mhlo.SliceOp, analysis: ShapeAnalysis) -> SSAValue | None:
    """A slice of everything goes."""
    from_start = not any(int_values(op.start_indices))
    whole = from_start and all(stride == 1 for stride in int_values(op.strides))
    operand = op.operands[0]
    return operand if whole and _same_shape(analysis, operand, op.results[0]) else None


PAD_AMOUNTS = ("edge_padding_low", "edge_padding_high", "interior_padding")


def pad(op: mhlo.PadOp, analysis: ShapeAnalysis) -> SSAValue | None:
    """Padding by nothing goes."""
    amounts = (op.edge_padding_low, op.edge_padding_high, op.interior_padding)
    return None if any(map(any, map(int_values, amounts))) else op.operand


def dynamic_pad(op: mhlo.DynamicPadOp, analysis: ShapeAnalysis) -> SSAValue | None:
    """Padding by nothing goes; by constant amounts of a static operand it is `mhlo.pad`."""
    amounts = [analysis.value(operand) for operand in op.operands[2:]]
    if all(
        amount is not None and all(isinstance(e, Expr) and _is_zero(e, analysis) for e in amount)
        for amount in amounts
    ):
        return op.operand
    bounds = [analysis.constants(operand) for operand in op.operands[2:]]
    if None in bounds or not _is_static(op.operand, op.result):
        return None
    properties = {
        n: dense_i64(b) for n, b in zip(PAD_AMOUNTS, bounds, strict=True) if b is not None
    }
    return OpBuilder(op).create(mhlo.PadOp, op.operands[:2], op.result.type, **properties)


def _is_zero(amount: Expr, analysis: ShapeAnalysis) -> bool:
    return analysis.facts.proves(eq(amount, 0))


def transpose(op: mhlo.TransposeOp, analysis: ShapeAnalysis) -> SSAValue | None:
    """A transpose that leaves every dimension in its place goes."""
    permutation = int_values(op.permutation)
    return op.operand if list(permutation) == list(range(len(permutation))) else None


REWRITES: dict[type[Operation], Callable[[Any, ShapeAnalysis], SSAValue | None]] = {
    mhlo.ReshapeOp: reshape,
    mhlo.DynamicReshapeOp: reshape,
    mhlo.BroadcastOp: leading_broadcast,
    mhlo.DynamicBroadcastInDimOp: broadcast,
    mhlo.DynamicIotaOp: iota,
    mhlo.RealDynamicSliceOp: dynamic_slice,
    mhlo.SliceOp: static_slice,
    mhlo.PadOp: pad,
    mhlo.DynamicPadOp: dynamic_pad,
    mhlo.TransposeOp: transpose,
    tensor.CastOp: cast,
}
