"""Rules for tf ops that combine elements along dimensions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce as fold

from ...dialects import tf
from ...dialects.tf.reductions import PositionOfExtreme, Reduction, Scan
from ...symbolic import Expr, Predicate, all_of, any_of, maximum, minimum, shapes
from ...symbolic.shapes import Shape
from ..rules import OpRule, RuleTable, Value, table
from ..shape_analysis import ShapeAnalysis


def reduction(op: Reduction, ctx: ShapeAnalysis) -> Sequence[Shape | None]:
    shape, axes = ctx.shape(op.operands[0]), ctx.constants(op.operands[1])
    if axes is None:
        return (tuple(ctx.fresh() for _ in shape) if op.keep_dims else None,)
    return (shapes.reduce(shape, axes, op.keep_dims),)


def of_integers(combine: Callable[[Expr, Expr], Expr]):
    """The value rule of a reduction over all elements of a vector."""

    def rule(op: Reduction, ctx: ShapeAnalysis) -> Sequence[Value | None]:
        value, axes = ctx.value(op.operands[0]), ctx.constants(op.operands[1])
        if value is None or axes is None:
            return (None,)
        if not axes or len(ctx.shape(op.operands[0])) == 0:
            return (value,)
        numbers = [e for e in value if isinstance(e, Expr)]
        if len(numbers) != len(value) or not numbers:
            return (None,)
        return ((fold(combine, numbers),),)

    return rule


def of_booleans(combine: Callable[..., Predicate]):
    def rule(op: Reduction, ctx: ShapeAnalysis) -> Sequence[Value | None]:
        value, axes = ctx.value(op.operands[0]), ctx.constants(op.operands[1])
        if value is None or axes is None:
            return (None,)
        if not axes or len(ctx.shape(op.operands[0])) == 0:
            return (value,)
        truths = [e for e in value if isinstance(e, Predicate)]
        return ((combine(*truths),) if len(truths) == len(value) else None,)

    return rule


def position(op: PositionOfExtreme, ctx: ShapeAnalysis) -> Sequence[Shape | None]:
    shape, axes = ctx.shape(op.operands[0]), ctx.constants(op.operands[1])
    if axes is None:
        return (tuple(ctx.fresh() for _ in shape[1:]),)
    return (shapes.reduce(shape, axes),)


def scan(op: Scan, ctx: ShapeAnalysis) -> Sequence[Shape | None]:
    return (ctx.shape(op.operands[0]),)


VALUES = {
    tf.ProdOp: of_integers(lambda a, b: a * b),
    tf.SumOp: of_integers(lambda a, b: a + b),
    tf.MaxOp: of_integers(lambda a, b: maximum(a, b)),
    tf.MinOp: of_integers(lambda a, b: minimum(a, b)),
    tf.AllOp: of_booleans(all_of),
    tf.AnyOp: of_booleans(any_of),
}


REDUCTION_RULES: RuleTable = table(
    *(
        OpRule(op, shape=reduction, value=VALUES.get(op))
        for op in tf.TF.operations
        if issubclass(op, Reduction)
    ),
    *(OpRule(op, shape=position) for op in tf.TF.operations if issubclass(op, PositionOfExtreme)),
    *(OpRule(op, shape=scan) for op in tf.TF.operations if issubclass(op, Scan)),
)
