"""Canonical forms of mhlo ops: dynamic ones made static, identities removed."""

from __future__ import annotations

from xdsl.dialects import func, tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import SSAValue
from xdsl.rewriter import Rewriter

from ...analysis.module_parts import ops_below
from ...analysis.shape_analysis import ShapeAnalysis
from ...dialects import mhlo
from ...dialects.mhlo.dense import dense_i64, int_values
from ...dialects.types import is_tensor
from ...materialize.op_builder import OpBuilder
from ...materialize.types import narrowed
from ...symbolic import Expr, eq
from . import data_movement, dots, value_algebra
from .data_movement import slice_
from .rewriting import Rewrites, is_static


def make_static(function: func.FuncOp, analysis: ShapeAnalysis) -> None:
    """Rewrites each op of `function` to its simplest form, in program order."""
    for op in ops_below(function):
        rewrite = REWRITES.get(type(op))
        if rewrite is None:
            continue
        replacement = rewrite(op, analysis)
        if replacement is not None:
            replacement = narrowed(OpBuilder(op), replacement, op.results[0].type)
            op.results[0].replace_all_uses_with(replacement)
            Rewriter.erase_op(op)


def cast(op: tensor.CastOp, analysis: ShapeAnalysis) -> SSAValue | None:
    """A cast to the type that the operand has by now goes."""
    return op.source if op.source.type == op.dest.type else None


def broadcast(op: mhlo.DynamicBroadcastInDimOp, analysis: ShapeAnalysis) -> SSAValue | None:
    if not is_static(op.operand, op.result):
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
    if not is_static(op.operand, op.result):
        return None
    rank = len(analysis.shape(op.operand))
    dimensions = dense_i64(range(len(sizes), len(sizes) + rank))
    return OpBuilder(op).create(
        mhlo.BroadcastInDimOp, [op.operand], op.result.type, broadcast_dimensions=dimensions
    )


def iota(op: mhlo.DynamicIotaOp, analysis: ShapeAnalysis) -> SSAValue | None:
    if not is_static(op.results[0]):
        return None
    return OpBuilder(op).create(
        mhlo.IotaOp, [], op.results[0].type, iota_dimension=op.iota_dimension
    )


def dynamic_slice(op: mhlo.RealDynamicSliceOp, analysis: ShapeAnalysis) -> SSAValue | None:
    """Constant bounds of a static operand are those of `mhlo.slice`."""
    operand = op.operands[0]
    if (whole := slice_(op, analysis)) is not None:
        return whole
    bounds = [analysis.constants(bound) for bound in op.operands[1:]]
    if None in bounds or not is_static(operand, op.results[0]):
        return None
    names = ("start_indices", "limit_indices", "strides")
    properties = {n: dense_i64(b) for n, b in zip(names, bounds, strict=True) if b is not None}
    return OpBuilder(op).create(mhlo.SliceOp, [operand], op.results[0].type, **properties)


def dynamic_gather(op: mhlo.DynamicGatherOp, analysis: ShapeAnalysis) -> SSAValue | None:
    """Slice sizes that are constants are those of `mhlo.gather`."""
    sizes, type = analysis.constants(op.slice_sizes), op.operand.type
    if sizes is None or not is_tensor(type):
        return None
    numbers = op.dimension_numbers.data
    gone = (*numbers.collapsed_slice_dims, *numbers.operand_batching_dims)
    whole = zip(sizes, type.get_shape(), strict=True)
    if any(size > n != DYNAMIC_INDEX for size, n in whole) or any(sizes[d] > 1 for d in gone):
        return None
    properties = {n: p for n, p in op.properties.items() if n != "slice_sizes"}
    return OpBuilder(op).create(
        mhlo.GatherOp,
        [op.operand, op.start_indices],
        op.result.type,
        slice_sizes=dense_i64(sizes),
        **properties,
    )


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
    if None in bounds or not is_static(op.operand, op.result):
        return None
    properties = {
        n: dense_i64(b) for n, b in zip(PAD_AMOUNTS, bounds, strict=True) if b is not None
    }
    return OpBuilder(op).create(mhlo.PadOp, op.operands[:2], op.result.type, **properties)


def _is_zero(amount: Expr, analysis: ShapeAnalysis) -> bool:
    return analysis.facts.proves(eq(amount, 0))


REWRITES: Rewrites = {
    **data_movement.REWRITES,
    **value_algebra.REWRITES,
    **dots.REWRITES,
    mhlo.BroadcastOp: leading_broadcast,
    mhlo.DynamicBroadcastInDimOp: broadcast,
    mhlo.DynamicIotaOp: iota,
    mhlo.SliceOp: slice_,
    mhlo.RealDynamicSliceOp: dynamic_slice,
    mhlo.DynamicGatherOp: dynamic_gather,
    mhlo.PadOp: pad,
    mhlo.DynamicPadOp: dynamic_pad,
    tensor.CastOp: cast,
}
