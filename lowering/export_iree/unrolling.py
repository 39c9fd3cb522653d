"""Writes out loops that make few trips, a known number, such as the rounds of a random generator.

IREE 3.13 confuses the memory of what such a loop carries: constants that the trips exchange are
written over, and scalars are read before they are made.

```mlir
%r:2 = mhlo.while(%i = %zero, %x = %start) cond { %go = mhlo.compare LT, %i, %five … } do { … }
```
becomes the body five times.
"""

from __future__ import annotations

from typing import Final

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialects import mhlo
from ...dialects.mhlo.dense import int_values
from ...dialects.mhlo.enums import ComparisonDirection
from ...dialects.types import is_dense, is_integer, tensor_type

MOST_TRIPS: Final = 8
MOST_OPS: Final = 800
"""A loop that would become more ops stays one."""


def unroll_short_loops(module: ModuleOp) -> None:
    """Writes out the loops that count from one constant to another, inner ones first."""
    for op in reversed(list(module.walk())):
        if isinstance(op, mhlo.WhileOp):
            trips = trips_of(op)
            if trips is not None and trips <= MOST_TRIPS and trips * _ops(op) <= MOST_OPS:
                _unroll(op, trips)


def trips_of(op: mhlo.WhileOp) -> int | None:
    """How many trips `op` makes, if it counts by ones and does nothing else to tell its end."""
    cond, body = op.cond.block, op.body.block
    types = zip(op.operand.types, cond.arg_types, body.arg_types, op.outputs.types, strict=True)
    if any(len(set(each)) > 1 for each in types):
        return None
    *steps, end = cond.ops
    test = end.operands[0].owner
    if not isinstance(test, mhlo.CompareOp) or test.parent is not cond:
        return None
    if any(not isinstance(step, mhlo.ConstantOp) for step in steps if step is not test):
        return None
    if test.comparison_direction.data is not ComparisonDirection.LT or test.lhs not in cond.args:
        return None
    number = cond.args.index(test.lhs)
    start, limit = _integer(op.operand[number]), _integer(test.rhs)
    if start is None or limit is None or min(start, limit) < 0 or not _counts(body, number):
        return None  # a negative number may be a large one without a sign
    return max(limit - start, 0)


def _counts(body: Block, number: int) -> bool:
    """Whether each trip adds 1 to what is carried as `number`."""
    last = body.last_op
    assert last is not None
    step = last.operands[number].owner
    if not isinstance(step, mhlo.AddOp):
        return False
    pair = (step.lhs, step.rhs), (step.rhs, step.lhs)
    return any(old is body.args[number] and _integer(one) == 1 for old, one in pair)


def _integer(value: SSAValue) -> int | None:
    """The signed integer that a scalar is."""
    op, type_ = value.owner, tensor_type(value)
    if not isinstance(op, mhlo.ConstantOp) or not is_dense(op.value) or type_.get_shape():
        return None
    return int_values(op.value)[0] if is_integer(type_.element_type) else None


def _ops(op: mhlo.WhileOp) -> int:
    return sum(1 for _ in op.body.walk())


def _unroll(op: mhlo.WhileOp, trips: int) -> None:
    *steps, last = op.body.block.ops
    values = list(op.operand)
    for _ in range(trips):
        known = dict[SSAValue, SSAValue](zip(op.body.block.args, values, strict=True))
        for step in steps:
            new: Operation = step.clone(known)
            Rewriter.insert_op(new, InsertPoint.before(op))
        values = [known.get(value, value) for value in last.operands]
    Rewriter.replace_op(op, [], values)
