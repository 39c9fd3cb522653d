"""Regions of mhlo ops in text of 2022 and before: a reducer of several values returns one tuple."""

from __future__ import annotations

from typing import Final

from xdsl.ir import Operation
from xdsl.rewriter import Rewriter

from ..control_flow import ReturnOp
from ..reductions import ReduceOp
from ..tuples import TupleOp
from ..windows import ReduceWindowOp

_REDUCERS: Final = (ReduceOp, ReduceWindowOp)


def untuple(op: Operation) -> None:
    """Makes a reducer that returns the result of an `mhlo.tuple` return the tuple's values."""
    block = op.body.first_block if isinstance(op, _REDUCERS) else None
    last = None if block is None else block.last_op
    if not isinstance(last, ReturnOp) or len(last.operands) != 1:
        return
    made = last.operands[0].owner
    if not isinstance(made, TupleOp) or made.parent is not block:
        return
    values = ReturnOp(*made.val)
    values.attributes.update(last.attributes)
    values.location = last.location
    Rewriter.replace_op(last, values)
    if not made.result.uses:
        Rewriter.erase_op(made)
