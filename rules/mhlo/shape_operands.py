"""Shape operands that nothing else tells: their elements are the sizes of what they are the shape of."""

from __future__ import annotations

from xdsl.dialects import tensor
from xdsl.ir import Block, Operation, SSAValue

from ...dialects import mhlo
from ...dialects.tensors import is_tensor
from ...symbolic import Expr
from ...symbolic.shapes import Shape
from ..rule import RuleContext

SHAPE_OPERANDS: dict[type[Operation], int] = {
    mhlo.DynamicReshapeOp: 1,
    mhlo.DynamicBroadcastInDimOp: 1,
    mhlo.DynamicIotaOp: 0,
    mhlo.RngOp: 2,
}
"""For each op the operand that is its result's shape."""


def suppose_shape(analysis: RuleContext, operand: SSAValue, shape: Shape, op: Operation) -> None:
    """Makes the unknown elements of `operand` the sizes in `shape`, where `op`, which needs it, always runs with it."""
    if not _made_in(operand, op.parent):
        return
    elements = analysis.value(operand)
    if elements is None:
        if is_tensor(operand.type) and operand.type.get_shape() == (len(shape),):
            analysis.suppose_value(operand, shape)
    elif len(elements) == len(shape) and None in elements:
        known = tuple(e if e is not None else size for e, size in zip(elements, shape, strict=True))
        analysis.suppose_value(operand, known)
        made = operand.owner
        if isinstance(made, tensor.FromElementsOp):
            for element, size in zip(made.operands, shape, strict=True):
                _suppose_scalar(analysis, element, size, op)


def _suppose_scalar(analysis: RuleContext, value: SSAValue, size: Expr, op: Operation) -> None:
    if analysis.value(value) is None and _made_in(value, op.parent):
        analysis.suppose_value(value, (size,))


def _made_in(value: SSAValue, block: Block | None) -> bool:
    owner = value.owner
    return (owner.parent if isinstance(owner, Operation) else owner) is block
