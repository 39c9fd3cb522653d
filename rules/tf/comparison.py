"""Rules for tf comparisons, logic and tests of floats."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...dialects import tf
from ...dialects.types import is_tensor
from ...symbolic import Expr, Predicate, all_of, any_of, broadcastable, eq, ge, gt, le, lt, ne
from ...symbolic.shapes import Shape
from ..arith import exclusive_or
from ..rule import Element, OpRule, RuleContext, Value
from .element_values import Compute, elementwise
from .elementwise import broadcasting, like_operand


def comparison(compare: Callable[[Expr, Expr], Predicate]) -> Compute:
    def on_elements(ctx: RuleContext, a: Element, b: Element) -> Element:
        return compare(a, b) if isinstance(a, Expr) and isinstance(b, Expr) else None

    return on_elements


def booleans(combine: Callable[[Predicate, Predicate], Predicate]) -> Compute:
    def on_elements(ctx: RuleContext, a: Element, b: Element) -> Element:
        return combine(a, b) if isinstance(a, Predicate) and isinstance(b, Predicate) else None

    return on_elements


def equal(ctx: RuleContext, a: Element, b: Element) -> Predicate | None:
    """Whether two integers or two truth values are equal."""
    if isinstance(a, Expr) and isinstance(b, Expr):
        return eq(a, b)
    if isinstance(a, Predicate) and isinstance(b, Predicate):
        return exclusive_or(a, b).negate()
    return None


def not_equal(ctx: RuleContext, a: Element, b: Element) -> Element:
    same = equal(ctx, a, b)
    return None if same is None else same.negate()


def negation(ctx: RuleContext, a: Element) -> Element:
    return a.negate() if isinstance(a, Predicate) else None


def equality(op: tf.EqualOp | tf.NotEqualOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """Operands broadcast, or make one scalar where they never can and the op allows that.

    Where that is open the hints choose: other calls are compiled anew.
    """
    if never_broadcasts(op, ctx):
        return ((),)
    type = op.results[0].type
    if not op.incompatible_shape_error and not (is_tensor(type) and type.get_num_dims()):
        a, b = map(ctx.shape, op.operands)
        for x, y in zip(reversed(a), reversed(b), strict=False):
            fits, differs = broadcastable(x, y), all_of(ne(x, 1), ne(y, 1), ne(x, y))
            if not ctx.facts.proves(fits) and ctx.expect(fits, differs) == differs:
                return ((),)
    return broadcasting(op, ctx)


def never_broadcasts(op: tf.EqualOp | tf.NotEqualOp, ctx: RuleContext) -> bool:
    """Whether the op compares tensors that broadcast in no run, and gives a scalar for that."""
    if op.incompatible_shape_error:
        return False
    a, b = map(ctx.shape, op.operands)
    return any(
        ctx.facts.refutes(any_of(eq(x, 1), eq(y, 1), eq(x, y)))
        for x, y in zip(reversed(a), reversed(b), strict=False)
    )


def equality_value(op: tf.EqualOp | tf.NotEqualOp, ctx: RuleContext) -> Sequence[Value | None]:
    is_equal = isinstance(op, tf.EqualOp)
    if never_broadcasts(op, ctx):
        return ((eq(0, 1) if is_equal else eq(0, 0),),)
    return elementwise(equal if is_equal else not_equal)(op, ctx)


RULES = (
    OpRule(tf.GreaterEqualOp, shape=broadcasting, value=elementwise(comparison(ge))),
    OpRule(tf.GreaterOp, shape=broadcasting, value=elementwise(comparison(gt))),
    OpRule(tf.LessEqualOp, shape=broadcasting, value=elementwise(comparison(le))),
    OpRule(tf.LessOp, shape=broadcasting, value=elementwise(comparison(lt))),
    OpRule(tf.LogicalAndOp, shape=broadcasting, value=elementwise(booleans(all_of))),
    OpRule(tf.LogicalOrOp, shape=broadcasting, value=elementwise(booleans(any_of))),
    OpRule(tf.IsFiniteOp, shape=like_operand),
    OpRule(tf.IsInfOp, shape=like_operand),
    OpRule(tf.IsNanOp, shape=like_operand),
    OpRule(tf.LogicalNotOp, shape=like_operand, value=elementwise(negation)),
    OpRule(tf.EqualOp, shape=equality, value=equality_value),
    OpRule(tf.NotEqualOp, shape=equality, value=equality_value),
)
