"""Dead code elimination."""

from xdsl.ir import Block, Operation, Region
from xdsl.rewriter import Rewriter
from xdsl.traits import IsTerminator

from ..dialects.effects import has_no_effects


def erase_dead(root: Operation) -> None:
    """Erases every unused op without side effects below `root`, in one pass from the end."""
    for region in root.regions:
        _erase_in(region)


def _erase_in(region: Region) -> None:
    for block in reversed(region.blocks):
        _erase_in_block(block)


def _erase_in_block(block: Block) -> None:
    op = block.last_op
    while op is not None:
        previous = op.prev_op
        if op.results and _is_dead(op):
            Rewriter.erase_op(op)
        else:
            for region in op.regions:
                _erase_in(region)
        op = previous


def _is_dead(op: Operation) -> bool:
    for result in op.results:
        if result.first_use is not None:
            return False
    return not op.has_trait(IsTerminator, value_if_unregistered=False) and has_no_effects(op)
