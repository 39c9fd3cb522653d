"""Which functions an op calls, or runs as its regions."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import func
from xdsl.dialects.builtin import SymbolRefAttr
from xdsl.ir import Operation

from ..dialects import tf

TF_CALLS = (tf.LegacyCallOp, tf.PartitionedCallOp, tf.StatefulPartitionedCallOp)

CALLS = (*TF_CALLS, func.CallOp)

CALLERS = (*CALLS, tf.IfOp, tf.CaseOp, tf.WhileOp)
"""Ops to whose place a copy of the functions that they name is put."""


def callees_of(op: Operation) -> Sequence[SymbolRefAttr]:
    """The functions that `op` calls, in the order in which its copies take their place."""
    if isinstance(op, func.CallOp):
        return (op.callee,)
    if isinstance(op, TF_CALLS):
        return (op.f,)
    if isinstance(op, tf.IfOp):
        return (op.then_branch, op.else_branch)
    if isinstance(op, tf.CaseOp):
        return op.branches
    if isinstance(op, tf.WhileOp):
        return (op.cond, op.body)
    return ()
