"""Rules for tf arithmetic."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation

from ...dialects import tf
from ...symbolic import Expr, as_expr, eq, ge, le, maximum, minimum, ne, shapes
from ...symbolic.shapes import Shape
from ..arith import IntegerFunction, floor_quotient, truncating_quotient, truncating_remainder
from ..element_demands import divisor
from ..errors import ShapeError
from ..rule import Element, OpRule, RuleContext
from .element_values import elementwise, integer, integers
from .elementwise import broadcasting, like_operand
from .normalization import channel_axis
from .ranks import common_shape, shape_of_least_rank


def bias_add(op: tf.BiasAddOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """The bias has one element for each channel."""
    shape, bias = map(ctx.shape, op.operands)
    if len(bias) != 1 or len(shape) < 2:
        raise ShapeError(op, f"operands have ranks {len(shape)} and {len(bias)}")
    channel = 1 if op.data_format == "NCHW" else len(shape) - 1
    size = shapes.same_size(ctx, shape[channel], bias[0], "channels and bias")
    return ((*shape[:channel], size, *shape[channel + 1 :]),)


def floor_remainder(ctx: RuleContext, a: Expr, b: Expr) -> Expr | None:
    return a % b if ctx.facts.proves(ne(b, 0)) else None


def sign(ctx: RuleContext, a: Element) -> Element:
    if not isinstance(a, Expr):
        return None
    for claim, answer in ((ge(a, 1), 1), (le(a, -1), -1), (eq(a, 0), 0)):
        if ctx.facts.proves(claim):
            return as_expr(answer)
    return None


def clip(ctx: RuleContext, a: Element, low: Element, high: Element) -> Element:
    if isinstance(a, Expr) and isinstance(low, Expr) and isinstance(high, Expr):
        return maximum(minimum(a, high), low)
    return None


def total(ctx: RuleContext, *terms: Element) -> Element:
    numbers = [term for term in terms if isinstance(term, Expr)]
    return sum(numbers, start=as_expr(0)) if len(numbers) == len(terms) else None


def add_n(op: tf.AddNOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """All operands have one shape; a size unknown in one may be known in another."""
    return (common_shape(op, ctx, "added tensors"),)


def clipped(op: tf.ClipByValueOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """The bounds are scalars or have the shape of what is clipped."""
    shape, *bounds = map(ctx.shape, op.operands)
    for bound, what in zip(bounds, ("the lower bound", "the upper bound"), strict=True):
        if len(bound) not in (0, len(shape)):
            raise ShapeError(op, f"{what} has rank {len(bound)}, needed 0 or {len(shape)}")
        if bound:
            shapes.same_shape(ctx, shape, bound, what)
    return (shape,)


def bias_gradient(op: tf.BiasAddGradOp, ctx: RuleContext) -> Sequence[Shape | None]:
    shape = shape_of_least_rank(op, ctx, 0, 2)
    return ((shape[channel_axis(op.data_format, len(shape))],),)


def division(op: type[Operation], compute: IntegerFunction) -> OpRule:
    """The row of a division of broadcast operands, or of what it leaves."""
    value = elementwise(integers(compute))
    return OpRule(op, shape=broadcasting, value=value, elements=divisor)


RULES = (
    OpRule(tf.BiasAddOp, shape=bias_add),
    OpRule(tf.AddOp, shape=broadcasting, value=elementwise(integers(lambda _, a, b: a + b))),
    OpRule(tf.AddV2Op, shape=broadcasting, value=elementwise(integers(lambda _, a, b: a + b))),
    OpRule(tf.BitwiseAndOp, shape=broadcasting),
    OpRule(tf.BitwiseOrOp, shape=broadcasting),
    OpRule(tf.BitwiseXorOp, shape=broadcasting),
    OpRule(tf.DivNoNanOp, shape=broadcasting),
    division(tf.DivOp, truncating_quotient),
    division(tf.FloorDivOp, floor_quotient),
    division(tf.FloorModOp, floor_remainder),
    OpRule(tf.LeftShiftOp, shape=broadcasting),
    OpRule(
        tf.MaximumOp, shape=broadcasting, value=elementwise(integers(lambda _, a, b: maximum(a, b)))
    ),
    OpRule(
        tf.MinimumOp, shape=broadcasting, value=elementwise(integers(lambda _, a, b: minimum(a, b)))
    ),
    division(tf.ModOp, truncating_remainder),
    OpRule(tf.MulNoNanOp, shape=broadcasting),
    OpRule(tf.MulOp, shape=broadcasting, value=elementwise(integers(lambda _, a, b: a * b))),
    OpRule(tf.RealDivOp, shape=broadcasting),
    OpRule(tf.RightShiftOp, shape=broadcasting),
    OpRule(
        tf.SquaredDifferenceOp,
        shape=broadcasting,
        value=elementwise(integers(lambda _, a, b: (a - b) * (a - b))),
    ),
    OpRule(tf.SubOp, shape=broadcasting, value=elementwise(integers(lambda _, a, b: a - b))),
    division(tf.TruncateDivOp, truncating_quotient),
    division(tf.TruncateModOp, truncating_remainder),
    OpRule(tf.AbsOp, shape=like_operand, value=elementwise(integer(lambda a: maximum(a, -a)))),
    OpRule(tf.InvOp, shape=like_operand),
    OpRule(tf.InvertOp, shape=like_operand),
    OpRule(tf.NegOp, shape=like_operand, value=elementwise(integer(lambda a: -a))),
    OpRule(tf.PopulationCountOp, shape=like_operand),
    OpRule(tf.ReciprocalOp, shape=like_operand),
    OpRule(tf.SignOp, shape=like_operand, value=elementwise(sign)),
    OpRule(tf.SquareOp, shape=like_operand, value=elementwise(integer(lambda a: a * a))),
    OpRule(tf.AddNOp, shape=add_n, value=elementwise(total)),
    OpRule(tf.ClipByValueOp, shape=clipped, value=elementwise(clip)),
    OpRule(tf.BiasAddGradOp, shape=bias_gradient),
)
