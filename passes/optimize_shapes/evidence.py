"""What tests in code look at. It is computed as it stands.

The facts of a module hold in every run that passes the tests, so they say nothing about what a test
will find: `sdim.equal assert %n, %m` would become `%m == %m`, and tell nothing any more.
"""

from __future__ import annotations

from xdsl.dialects import func
from xdsl.ir import Operation, SSAValue

from ...analysis.module_parts import dialect_of, ops_below
from ...analysis.read_constraints import is_test
from ...dialects import sdim
from ...dialects.effects import DIVISIONS, has_no_effects
from ...dialects.sdim import constant_of
from ...materialize.sizes import SizeValues


def evidence(function: func.FuncOp) -> set[Operation]:
    """The scalar ops that the operands of the tests in `function` are computed by."""
    found, pending = set[Operation](), list[SSAValue]()
    for op in ops_below(function):
        if isinstance(op, sdim.ConstraintOp) and is_test(op):
            pending += op.operands
    while pending:
        op = pending.pop().owner
        if isinstance(op, Operation) and op not in found and _is_scalar_op(op):
            found.add(op)
            pending += op.operands
    return found


def _is_scalar_op(op: Operation) -> bool:
    return dialect_of(type(op)) in ("arith", "tensor") and has_no_effects(op)


class Evidence:
    """The evidence of one function, moved to its start where it rests on the arguments alone."""

    def __init__(self, function: func.FuncOp, sizes: SizeValues):
        self._sizes = sizes
        self._ops = evidence(function)
        self._at_start = set(sizes.ops_at_start()) & self._ops

    def __contains__(self, op: Operation) -> bool:
        return op in self._ops

    def move(self, op: Operation) -> None:
        """Moves `op` to the start, if it can be computed there. To be called in program order."""
        if op in self._at_start or not all(map(self._is_at_start, op.operands)):
            return
        if isinstance(op, DIVISIONS) and not constant_of(op.operands[1]):
            return
        op.detach()
        self._sizes.insert_at_start(op)
        self._at_start.add(op)

    def _is_at_start(self, value: SSAValue) -> bool:
        return value.owner is self._sizes.entry or value.owner in self._at_start
