"""Counters of loops that XLA would count wrong.

XLA looks for a constant step in an addition to a loop's counter. In jaxlib 0.10.2 it ends the
process where a counter is added to itself, and makes no trip from 0 to 1 by steps of 2, or one from
1 to 0: the number of trips is rounded towards zero.
"""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, BlockArgument, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialects import mhlo
from ...dialects.mhlo.dense import int_values
from ...dialects.types import is_dense, is_integer, is_tensor, tensor_type
from .scalar_builder import ScalarBuilder


def multiply_doubled_counters(module: ModuleOp) -> None:
    """Makes a counter added to itself twice the counter."""
    for op in list(module.walk()):
        if isinstance(op, mhlo.AddOp) and op.lhs is op.rhs and _is_counter(op.lhs):
            type_ = tensor_type(op.lhs)
            two = ScalarBuilder(op).number(2, type_.element_type)
            Rewriter.replace_op(
                op, mhlo.MultiplyOp.create(operands=[op.lhs, two], result_types=[type_])
            )


def hide_steps(module: ModuleOp) -> None:
    """Has no counter of a loop go on by more than 1 in sight of XLA.

    To be called where no op of `scf` is left.
    """
    for op in [op for op in module.walk() if isinstance(op, mhlo.WhileOp)]:
        last = op.body.block.last_op
        assert last is not None
        for number, (argument, next_) in enumerate(
            zip(op.body.block.args, last.operands, strict=True)
        ):
            if _is_counter(argument) and _is_stepped(argument, next_, op.body.block):
                barrier = mhlo.OptimizationBarrierOp.create(
                    operands=[next_], result_types=[next_.type]
                )
                Rewriter.insert_op(barrier, InsertPoint.before(last))
                last.operands[number] = barrier.results[0]


def _is_counter(value: SSAValue) -> bool:
    if not is_tensor(value.type):
        return False
    type_ = tensor_type(value)
    return type_.get_shape() == () and is_integer(type_.element_type)


def _is_stepped(argument: BlockArgument, next_: SSAValue, body: Block) -> bool:
    """Whether `next_` is `argument` and constants, other than a single 1 or -1."""
    steps = list[int]()
    while next_ is not argument:
        op = next_.owner
        if not isinstance(op, mhlo.AddOp | mhlo.SubtractOp) or op.parent is not body:
            return False
        step, next_ = _constant(op.rhs), op.lhs
        if step is None and isinstance(op, mhlo.AddOp):
            step, next_ = _constant(op.lhs), op.rhs
        if step is None:
            return False
        steps.append(step)
    return steps not in ([], [1], [-1])


def _constant(value: SSAValue) -> int | None:
    op = value.owner
    if isinstance(op, mhlo.ConstantOp) and is_dense(op.value):
        return int_values(op.value)[0]
    return None
