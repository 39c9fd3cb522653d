"""What only a whole inference can tell, for the next one to know from the start."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from xdsl.ir import Block, Operation, SSAValue

from ..dialects import tf


@dataclass(slots=True)
class Hindsight:
    """What earlier inferences of a module found."""

    ruled_out: dict[Block, str] = field(default_factory=dict[Block, str])
    """Branches that later ops contradict, each with what these need."""
    told_late: set[Operation] = field(default_factory=set[Operation])
    """Ops on lists whose element sizes no size older than the list tells."""


SAME_LIST = (
    tf.IdentityOp,
    tf.StopGradientOp,
    tf.TensorListSetItemOp,
    tf.TensorListPushBackOp,
    tf.TensorListPopBackOp,
    tf.TensorListResizeOp,
)
"""Ops whose first result is their first operand or grows out of it."""


def ops_on_list(maker: Operation) -> set[Operation]:
    """`maker` and every op that takes the list of `maker` or what becomes of it."""
    found, values, seen = {maker}, [maker.results[0]], set[SSAValue]()
    while values:
        value = values.pop()
        if value in seen:
            continue
        seen.add(value)
        for use in value.uses:
            found.add(use.operation)
            values += _becomes(use.operation, use.index)
    return found


def _becomes(op: Operation, index: int) -> Iterator[SSAValue]:
    """The values that operand `index` of `op` is handed on as."""
    if isinstance(op, SAME_LIST) and index == 0:
        yield op.results[0]
    loop = op.parent_op() if isinstance(op, tf.YieldOp) else op
    if isinstance(loop, tf.WhileRegionOp):
        if op.parent_block() is loop.regions[0].block:
            return
        yield loop.results[index]
        for region in loop.regions:
            yield region.block.args[index]
    elif loop is not None and isinstance(op, tf.YieldOp):
        yield loop.results[index]
