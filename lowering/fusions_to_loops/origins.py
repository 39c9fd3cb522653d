"""What values are, seen through groups: where they are made, and the numbers that they hold."""

from __future__ import annotations

from typing import cast

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import IntegerAttr, IntegerType
from xdsl.ir import Block, OpResult, SSAValue

from ...dialects import mhlo
from ...dialects.types import is_dense, is_uniform


def origin(value: SSAValue) -> SSAValue:
    """What `value` is, outside and inside of groups."""
    while True:
        owner = value.owner
        if isinstance(owner, Block):
            group = owner.parent_op()
            if not isinstance(group, mhlo.FusionOp):
                return value
            value = group.operands[owner.args.index(value)]  # pyright: ignore[reportArgumentType]
        elif isinstance(owner, mhlo.FusionOp):
            last = owner.fused_computation.block.last_op
            assert last is not None
            value = last.operands[cast("OpResult", value).index]
        else:
            return value


def number_of(value: SSAValue) -> float | None:
    """The number that a scalar, or each element of a tensor, is known to be."""
    owner = origin(value).owner
    if isinstance(owner, arith.ConstantOp) and isinstance(owner.value, IntegerAttr):
        return cast("IntegerAttr[IntegerType]", owner.value).value.data
    if isinstance(owner, mhlo.ConstantOp) and is_dense(owner.value) and is_uniform(owner.value):
        return cast("float", owner.value.get_values()[0])
    if isinstance(owner, tensor.FromElementsOp) and owner.elements:
        numbers = {number_of(element) for element in owner.elements}
        return numbers.pop() if len(numbers) == 1 else None
    return None
