"""What a program tells of the rank of a tensor, and which ops do not need it."""

from __future__ import annotations

from xdsl.dialects import func
from xdsl.ir import SSAValue

from ..dialects import tf
from ..dialects.tf.constants import Like
from ..dialects.tf.conversion import SameTensor
from ..dialects.tf.elementwise import Binary, Elementwise, Gradient
from ..dialects.types import is_tensor
from .user_facts import argument_names

ONE_OPERAND = (Elementwise, SameTensor, Like, tf.CastOp, tf.CheckNumericsOp)
"""Ops whose result has the shape of their operand, which may be any."""

ELEMENTWISE = (*ONE_OPERAND, Binary, Gradient, tf.SelectV2Op)
"""Ops of which each element of the result follows from one element of each operand."""


def told_rank(value: SSAValue) -> int | None:
    """The rank that `value` must have for an op that always runs; None where no op tells it."""
    for use in value.uses:
        op = use.operation
        if not isinstance(op.parent_op(), func.FuncOp):
            continue
        if isinstance(op, tf.EnsureShapeOp) and op.demanded is not None:
            return len(op.demanded)
        if isinstance(op, (*ONE_OPERAND, tf.EnsureShapeOp)) and use.index == 0:
            type = op.results[0].type
            rank = type.get_num_dims() if is_tensor(type) else told_rank(op.results[0])
            if rank is not None:
                return rank
    return None


def refusal(operand: int, argument: int, function: func.FuncOp) -> str:
    """Why an op on the shape of `argument` cannot be compiled, and how to tell the rank."""
    name = {i: name for name, i in argument_names(function).items()}[argument]
    return (
        f"operand {operand} has the shape of argument `{name}`, whose rank is not known; "
        f'tell it by an example shape, --hints "{name}=2x3", or by rank = 2 in [arguments.{name}] '
        "of a facts file"
    )
