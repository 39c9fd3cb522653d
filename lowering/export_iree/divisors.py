"""Divisors that are sizes of a run: none is 0, whatever IREE makes of the order of ops.

A wrong size may be 0, which an assertion refuses. But divisions have no effect for IREE, so that it
runs them when it likes: before the assertion such a one would end the process.
"""

from __future__ import annotations

from xdsl.dialects import arith, linalg
from xdsl.dialects.builtin import IndexType, ModuleOp
from xdsl.ir import Operation

from ...dialects.effects import DIVISIONS
from ...materialize.op_builder import OpBuilder
from .facts import constant_index


def make_divisors_safe(module: ModuleOp) -> set[Operation]:
    """Divides by 1 where the size is 0; the ops that choose, for which nothing may be assumed."""
    found = set[Operation]()
    for op in list(module.walk()):
        if not isinstance(op, DIVISIONS) or _is_inside_of_loops(op):
            continue
        if not isinstance(op.rhs.type, IndexType) or constant_index(op.rhs) is not None:
            continue
        builder = OpBuilder(op)
        is_zero = builder.value(arith.CmpiOp(op.rhs, builder.index(0), "eq"))
        chosen = builder.insert(arith.SelectOp(is_zero, builder.index(1), op.rhs))
        op.operands[1] = chosen.result
        found.add(chosen)
    return found


def _is_inside_of_loops(op: Operation) -> bool:
    """Whether `op` is in the body of a launch, which begins after the assertions."""
    parent = op.parent_op()
    while parent is not None and not isinstance(parent, linalg.GenericOp):
        parent = parent.parent_op()
    return parent is not None
