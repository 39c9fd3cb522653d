"""What only a whole inference can tell, for the next one to know from the start."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from xdsl.ir import Block, Operation, SSAValue

from ..dialects import tf
from .branches import handed_on


@dataclass(slots=True)
class Hindsight:
    """What earlier inferences of a module found."""

    ruled_out: dict[Block, str] = field(default_factory=dict[Block, str])
    """Branches that later ops contradict, each with what these need."""
    told_late: set[Operation] = field(default_factory=set[Operation])
    """Ops on lists whose element sizes no size older than the list tells."""
    item_ranks: dict[Operation, int] = field(default_factory=dict[Operation, int])
    """For each op that makes a list whose rank only an item tells that of the items."""
    negative: set[SSAValue] = field(default_factory=set[SSAValue])
    """Numbers that may be negative, and so are no sizes."""


SAME_LIST = (
    tf.IdentityOp,
    tf.StopGradientOp,
    tf.TensorListSetItemOp,
    tf.TensorListPushBackOp,
    tf.TensorListPopBackOp,
    tf.TensorListResizeOp,
)
"""Ops whose first result is their first operand or grows out of it."""


PUTS_ITEM = {tf.TensorListSetItemOp: 2, tf.TensorListPushBackOp: 1}
"""Ops that put an item into a list, and which of their operands it is."""


def items_of(maker: Operation) -> Iterator[SSAValue]:
    """The items that are put into the list of `maker`, one by one."""
    for op in ops_on_list(maker):
        if isinstance(op, tf.TensorListSetItemOp | tf.TensorListPushBackOp):
            yield op.operands[PUTS_ITEM[type(op)]]


def ops_on_list(maker: Operation) -> set[Operation]:
    """`maker` and every op that takes the list of `maker` or what becomes of it."""
    found, seen = {maker}, set[SSAValue]()
    values: list[SSAValue] = [maker.results[0]]
    while values:
        value = values.pop()
        if value in seen:
            continue
        seen.add(value)
        for use in value.uses:
            found.add(use.operation)
            values += handed_on(use.operation, use.index)
            if isinstance(use.operation, SAME_LIST) and use.index == 0:
                values.append(use.operation.results[0])
    return found
