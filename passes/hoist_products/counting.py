"""What a loop does with what it carries: what no trip changes, and how often it runs."""

from __future__ import annotations

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, IntegerAttr
from xdsl.ir import Block, BlockArgument, Operation, OpResult, SSAValue

from ...analysis.branches import terminator_of
from ...dialects import mhlo, sdim
from ...dialects.mhlo.dense import int_values
from ...dialects.types import is_dense, tensor_type


def given_to(loop: mhlo.WhileOp, value: SSAValue) -> SSAValue | None:
    """What `value` of the loop's body is before the loop; None where a trip may change it."""
    body = loop.body.block
    if isinstance(value, BlockArgument) and value.owner is body:
        before = loop.operands[value.index]
        stays = terminator_of(body).operands[value.index] is value and before.type == value.type
        return before if stays else None
    block = _block_of(value)
    return None if block is not None and loop.is_ancestor(block) else value


def _block_of(value: SSAValue) -> Block | None:
    return value.owner.parent if isinstance(value.owner, Operation) else value.owner


def maker_of(value: SSAValue) -> Operation | None:
    """The op that makes `value`, in a group if that is one."""
    op = value.owner
    if isinstance(value, OpResult) and isinstance(op, mhlo.FusionOp):
        op = terminator_of(op.fused_computation.block).operands[value.index].owner
    return op if isinstance(op, Operation) else None


def outside_of_group(value: SSAValue) -> SSAValue | None:
    """What `value` is outside of its group; None where the group makes it."""
    block = _block_of(value)
    group = None if block is None else block.parent_op()
    if not isinstance(group, mhlo.FusionOp):
        return value
    return group.operands[value.index] if isinstance(value, BlockArgument) else None


def entries_of(value: SSAValue) -> list[str | int | None]:
    """The size of each dimension: a number or a symbol; None where it has no name."""
    type_ = tensor_type(value)
    names = sdim.encoding_of(type_) or [None] * len(type_.get_shape())
    sizes = zip(type_.get_shape(), names, strict=True)
    return [size if size != DYNAMIC_INDEX else name for size, name in sizes]


def counts_to(loop: mhlo.WhileOp, size: str | int | None) -> bool:
    """Whether `loop` counts, by one, from 0 to `size`, as `entries_of` names it."""
    test = maker_of(terminator_of(loop.cond.block).operands[0])
    if not isinstance(test, mhlo.CompareOp) or test.comparison_direction.data != "LT":
        return False
    counter, limit = map(outside_of_group, test.operands)
    if not isinstance(counter, BlockArgument) or counter.owner is not loop.cond.block:
        return False
    place = counter.index
    body, start = loop.body.block, loop.operands[place].owner
    step = maker_of(terminator_of(body).operands[place])
    if not isinstance(step, mhlo.AddOp) or not _is_number(start, 0):
        return False
    steps = [outside_of_group(x) for x in step.operands]
    if body.args[place] not in steps or not any(_is_number(x.owner, 1) for x in step.operands):
        return False
    if isinstance(limit, BlockArgument) and limit.owner is loop.cond.block:
        limit = given_to(loop, body.args[limit.index])
    return limit is not None and size is not None and _number(limit) == size


def _is_number(op: object, number: int) -> bool:
    """Whether `op` is the constant `number`."""
    return (
        isinstance(op, mhlo.ConstantOp)
        and is_dense(op.value)
        and list(int_values(op.value)) == [number]
    )


def _number(value: SSAValue) -> str | int | None:
    """The size that a scalar is: a number or a symbol."""
    op = value.owner
    if isinstance(op, mhlo.ConstantOp) and is_dense(op.value):
        return int_values(op.value)[0]
    if isinstance(op, mhlo.GetDimensionSizeOp):
        return entries_of(op.operands[0])[op.dimension.value.data]
    if not isinstance(op, tensor.FromElementsOp) or len(op.elements) != 1:
        return None
    size = op.elements[0].owner
    size = size.input.owner if isinstance(size, arith.IndexCastOp) else size
    if not isinstance(size, tensor.DimOp) or not isinstance(size.index.owner, arith.ConstantOp):
        return None
    axis = size.index.owner.value
    return entries_of(size.source)[axis.value.data] if isinstance(axis, IntegerAttr) else None
