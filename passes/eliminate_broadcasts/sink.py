"""Broadcasts sunk below the ops that use them, where that makes these ops smaller."""

from __future__ import annotations

from xdsl.dialects import func
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.broadcasts import BROADCASTS, BroadcastOp, dimensions_of
from ...analysis.module_parts import operands_of
from ...analysis.shape_analysis import ShapeAnalysis
from ...dialects import mhlo
from ...dialects.mhlo.elementwise import UniformTextOp
from ...dialects.mhlo.neutral_elements import IDEMPOTENT, is_neutral_start
from ...dialects.types import is_tensor
from ...materialize.types import is_wider, retype
from ...symbolic import eq, ge
from ...symbolic.shapes import Shape

ELEMENTWISE = (UniformTextOp, mhlo.CompareOp, mhlo.SelectOp)
TOLERANT = (*ELEMENTWISE, *BROADCASTS, func.ReturnOp)
"""Ops that accept operands of equal sizes under any symbols; signatures are refreshed later."""


def accept_sizes_of(value: SSAValue, result: SSAValue) -> bool:
    """Whether all users of `result` accept the type of `value`, of equal sizes, instead."""
    if is_wider(value.type, result.type):
        return False
    return all(isinstance(use.operation, TOLERANT) for use in result.uses)


def sink(op: Operation, analysis: ShapeAnalysis) -> bool:
    """`f(broadcast(x), broadcast(y))` as `broadcast(f(x, y))`, for equal shapes and dimensions.

    Returns whether `op` was replaced.
    """
    operands = operands_of(op)
    if len(op.results) != 1 or not operands or _source(operands[0]) is None:
        return False
    sources = [_source(operand) for operand in operands]
    broadcasts = [source for source in sources if source is not None]
    if len(broadcasts) != len(sources) or not isinstance(op, ELEMENTWISE):
        return False
    first, *others = broadcasts
    if not all(_alike(first, other, analysis) for other in others):
        return False
    result = op.results[0]
    small_type = _with_sizes_of(first.operands[0].type, result.type)
    if small_type is None or result.type == small_type:
        return False
    small = op.clone()
    small.operands = [broadcast.operands[0] for broadcast in broadcasts]
    retype(small.results[0], small_type)
    large = type(first).create(
        operands=[small.results[0], *first.operands[1:]],
        result_types=[result.type],
        properties=first.properties.copy(),
    )
    for new in (small, large):
        Rewriter.insert_op(new, InsertPoint.before(op))
    result.replace_all_uses_with(large.results[0])
    Rewriter.erase_op(op)
    return True


def _source(value: SSAValue) -> BroadcastOp | None:
    """The broadcast that makes `value`, of an operand of known rank."""
    owner = value.owner
    if type(owner) not in BROADCASTS or not isinstance(owner, BROADCASTS):
        return None
    return owner if is_tensor(owner.operands[0].type) else None


def _alike(a: BroadcastOp, b: BroadcastOp, analysis: ShapeAnalysis) -> bool:
    """Whether the two broadcast operands of one shape to the same places."""
    if a is b:
        return True
    if type(a) is not type(b) or dimensions_of(a) != dimensions_of(b):
        return False
    return _same(analysis.shape(a.operands[0]), analysis.shape(b.operands[0]), analysis)


def _same(a: Shape, b: Shape, analysis: ShapeAnalysis) -> bool:
    return len(a) == len(b) and all(
        x == y or analysis.facts.proves(eq(x, y)) for x, y in zip(a, b, strict=True)
    )


def _with_sizes_of(sizes: Attribute, elements: Attribute) -> Attribute | None:
    """The type with the sizes of one tensor type and the elements of another."""
    if not is_tensor(sizes) or not is_tensor(elements):
        return None
    return TensorType(elements.element_type, sizes.shape, sizes.encoding)


def reduce_away(op: Operation, analysis: ShapeAnalysis) -> bool:
    """Replaces a maximum (minimum, and, or) along repeated dimensions by the broadcast's operand.

    Only where these dimensions are not empty: the maximum of nothing is the start value, and only
    where the start value changes nothing. Returns whether `op` was replaced.
    """
    if type(op) is not mhlo.ReduceOp or len(op.results) != 1:
        return False
    broadcast = _source(op.operands[0])
    if broadcast is None or not _is_neutral(op):
        return False
    axes = {int(axis) for axis in op.dimensions.get_values()}  # pyright: ignore[reportArgumentType]
    dimensions = dimensions_of(broadcast)
    operand, wide = analysis.shape(broadcast.operands[0]), analysis.shape(op.operands[0])
    if any(d in axes for d in dimensions):
        return False
    if not all(analysis.facts.proves(ge(wide[axis], 1)) for axis in axes):
        return False
    left = [d for d in range(len(wide)) if d not in axes]
    if list(dimensions) != left or not _same(operand, tuple(wide[d] for d in left), analysis):
        return False
    result, same = op.results[0], broadcast.operands[0]
    if same.type != result.type and not accept_sizes_of(same, result):
        return False
    result.replace_all_uses_with(same)
    Rewriter.erase_op(op)
    return True


def _is_neutral(op: mhlo.ReduceOp) -> bool:
    """Whether `op` combines with an idempotent op and starts with its neutral element."""
    body = op.body.block
    combine, end = body.first_op, body.last_op
    if not isinstance(combine, IDEMPOTENT) or end is None or combine.next_op is not end:
        return False
    if set(combine.operands) != set(body.args) or end.operands[0] is not combine.results[0]:
        return False
    return is_neutral_start(type(combine), op.operands[1])
