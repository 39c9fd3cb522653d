"""Rules for tf functions of analysis, roundings and complex numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce as fold

from ...dialects import tf
from ...dialects.types import element_type_of, is_integer_or_index
from ...symbolic import Expr, as_expr, shapes
from ...symbolic.shapes import Shape
from ..element_demands import not_empty
from ..rule import ElementDemand, OpRule, RuleContext
from .element_values import elementwise, integers
from .elementwise import broadcasting, gradient_of_result, like_operand


def power(ctx: RuleContext, a: Expr, b: Expr) -> Expr | None:
    """`a` to a small constant exponent."""
    exponent = b.constant_value
    if exponent is None or not 0 <= exponent <= 8:
        return None
    return fold(lambda x, y: x * y, [a] * exponent, as_expr(1))


def exponent(op: tf.PowOp, ctx: RuleContext) -> Iterable[ElementDemand]:
    """An integer has no negative powers; where it has no elements none is taken."""
    if is_integer_or_index(element_type_of(op.operands[1])):
        some = not_empty(*ctx.shape(op.operands[0]))
        yield ElementDemand(op.operands[1], "exponent", as_expr(0), when=some)


def complex_number(op: tf.ComplexOp, ctx: RuleContext) -> Sequence[Shape | None]:
    return (shapes.broadcast(ctx, *map(ctx.shape, op.operands)),)


RULES = (
    OpRule(tf.Atan2Op, shape=broadcasting),
    OpRule(tf.PowOp, shape=broadcasting, value=elementwise(integers(power)), elements=exponent),
    OpRule(tf.XdivyOp, shape=broadcasting),
    OpRule(tf.XlogyOp, shape=broadcasting),
    OpRule(tf.Xlog1pyOp, shape=broadcasting),
    OpRule(tf.AngleOp, shape=like_operand),
    OpRule(tf.ComplexAbsOp, shape=like_operand),
    OpRule(tf.ConjOp, shape=like_operand),
    OpRule(tf.ImagOp, shape=like_operand),
    OpRule(tf.RealOp, shape=like_operand),
    OpRule(tf.AcosOp, shape=like_operand),
    OpRule(tf.AcoshOp, shape=like_operand),
    OpRule(tf.AsinOp, shape=like_operand),
    OpRule(tf.AsinhOp, shape=like_operand),
    OpRule(tf.AtanOp, shape=like_operand),
    OpRule(tf.AtanhOp, shape=like_operand),
    OpRule(tf.CeilOp, shape=like_operand),
    OpRule(tf.CosOp, shape=like_operand),
    OpRule(tf.CoshOp, shape=like_operand),
    OpRule(tf.ErfOp, shape=like_operand),
    OpRule(tf.ErfcOp, shape=like_operand),
    OpRule(tf.ErfinvOp, shape=like_operand),
    OpRule(tf.ExpOp, shape=like_operand),
    OpRule(tf.Expm1Op, shape=like_operand),
    OpRule(tf.FloorOp, shape=like_operand),
    OpRule(tf.Log1pOp, shape=like_operand),
    OpRule(tf.LogOp, shape=like_operand),
    OpRule(tf.RintOp, shape=like_operand),
    OpRule(tf.RoundOp, shape=like_operand),
    OpRule(tf.RsqrtOp, shape=like_operand),
    OpRule(tf.SinOp, shape=like_operand),
    OpRule(tf.SinhOp, shape=like_operand),
    OpRule(tf.SqrtOp, shape=like_operand),
    OpRule(tf.TanOp, shape=like_operand),
    OpRule(tf.TanhOp, shape=like_operand),
    OpRule(tf.ComplexOp, shape=complex_number),
    OpRule(tf.TanhGradOp, shape=gradient_of_result),
    OpRule(tf.ReciprocalGradOp, shape=gradient_of_result),
    OpRule(tf.InvGradOp, shape=gradient_of_result),
    OpRule(tf.RsqrtGradOp, shape=gradient_of_result),
    OpRule(tf.SqrtGradOp, shape=gradient_of_result),
)
