"""Which ops on the result of a convolution are done by its kernel: cheap ones, one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.ir import Operation, SSAValue

from ....dialects import mhlo
from ..kernels.rows import CHEAP

MOST_STEPS = 12
"""How many ops on the result are cheap: each is there for every place of a tile."""
SPREAD = (mhlo.BroadcastInDimOp, mhlo.DynamicBroadcastInDimOp, mhlo.ConstantOp)


@dataclass(frozen=True, slots=True)
class Epilogue:
    """The group of ops that alone uses the result of a convolution, as `seen`."""

    op: Operation
    ops: Sequence[Operation]
    results: Sequence[SSAValue]
    seen: SSAValue


def epilogue_of(convolution: Operation) -> Epilogue | None:
    """What can be done with each element of the result while it is in a register."""
    (result,) = convolution.results
    uses = list(result.uses)
    if len(uses) != 1 or uses[0].operation.parent is not convolution.parent:
        return None
    op = uses[0].operation
    if isinstance(op, mhlo.FusionOp):
        block = op.fused_computation.block
        *ops, end = block.ops
        found = Epilogue(op, ops, end.operands, block.args[uses[0].index])
    else:
        found = Epilogue(op, [op], op.results, result)
    return found if _is_cheap(found) else None


def _is_cheap(epilogue: Epilogue) -> bool:
    """Whether the elements of `seen` meet cheap ops only, on the way to results of its shape."""
    reached, steps = {epilogue.seen}, 0
    for op in epilogue.ops:
        if isinstance(op, CHEAP):
            steps += 1
            reached.update(op.results if reached.intersection(op.operands) else ())
        elif not isinstance(op, SPREAD) or reached.intersection(op.operands):
            return False
    made = reached - {epilogue.seen}
    return 0 < steps <= MOST_STEPS and all(result in made for result in epilogue.results)
