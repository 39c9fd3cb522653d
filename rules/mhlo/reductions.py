"""Rules for mhlo.reduce."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce as fold

from xdsl.ir import Operation

from ...dialects import mhlo
from ...dialects.mhlo import int_values
from ...symbolic import Expr, Predicate, all_of, any_of, maximum, minimum, shapes
from ...symbolic.shapes import Shape
from ..errors import ShapeError
from ..rule import Element, OpRule, RuleContext, RuleTable, Value, table
from .result_shapes import common_shape

OF_INTEGERS: dict[type[Operation], Callable[[Expr, Expr], Expr]] = {
    mhlo.AddOp: lambda a, b: a + b,
    mhlo.MultiplyOp: lambda a, b: a * b,
    mhlo.MaximumOp: lambda a, b: maximum(a, b),
    mhlo.MinimumOp: lambda a, b: minimum(a, b),
}


OF_BOOLEANS: dict[type[Operation], Callable[[Predicate, Predicate], Predicate]] = {
    mhlo.AndOp: lambda a, b: all_of(a, b),
    mhlo.OrOp: lambda a, b: any_of(a, b),
}


def reduce(op: mhlo.ReduceOp, ctx: RuleContext) -> Sequence[Shape | None]:
    if op.folds_tensors:
        raise ShapeError(op, "a start value that is no scalar is not supported")
    shape = common_shape(ctx, op.inputs, "reduced tensors")
    result = None if shape is None else shapes.reduce(shape, int_values(op.dimensions))
    return (result,) * len(op.results)


def reduce_value(op: mhlo.ReduceOp, ctx: RuleContext) -> Sequence[Value | None]:
    """All elements of a vector, combined with the initial value by one op."""
    unknown: Sequence[Value | None] = (None,) * len(op.results)
    first = op.body.block.first_op
    if len(op.inputs) != 1 or first is None or not _is_plain(op) or not int_values(op.dimensions):
        return unknown
    value, init = ctx.value(op.inputs[0]), ctx.value(op.init_values[0])
    shape = ctx.shape(op.inputs[0])
    if len(shape) == 1 and shape[0].constant_value == 0:
        value = ()
    if value is None or init is None or len(shape) != 1:
        return unknown
    return (_combined(type(first), [*init, *value]),)


def _combined(by: type[Operation], elements: Sequence[Element]) -> Value | None:
    integers = [e for e in elements if isinstance(e, Expr)]
    booleans = [e for e in elements if isinstance(e, Predicate)]
    if len(integers) == len(elements) and by in OF_INTEGERS:
        return (fold(OF_INTEGERS[by], integers),)
    if len(booleans) == len(elements) and by in OF_BOOLEANS:
        return (fold(OF_BOOLEANS[by], booleans),)
    return None


def _is_plain(op: mhlo.ReduceOp) -> bool:
    """Whether the body combines its two arguments with one op."""
    block = op.body.block
    first, last = block.first_op, block.last_op
    if first is None or last is None or first.next_op is not last or len(first.operands) != 2:
        return False
    return set(first.operands) == set(block.args) and tuple(last.operands) == tuple(first.results)


RULES: RuleTable = table(
    OpRule(mhlo.ReduceOp, shape=reduce, value=reduce_value),
)
