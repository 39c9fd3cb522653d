"""Rules for tf ops that make tensors from numbers: constants, ranges, fills, one-hot vectors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, prod
from typing import cast

from xdsl.dialects.builtin import AnyFloat, DenseIntOrFPElementsAttr, TensorType, f32, f64
from xdsl.ir import Attribute, SSAValue

from ...dialects import tf
from ...dialects.types import element_type_of, is_dense
from ...symbolic import Expr, as_expr, ge, le
from ...symbolic.shapes import Shape, ceil_div
from ..arith import dense_value
from ..element_demands import at_least
from ..errors import ShapeError
from ..rule import MAX_ELEMENTS, ElementDemand, OpRule, RuleContext, Value
from .elementwise import like_operand
from .ranks import check_least
from .sizes import element_size, element_sizes, listed_sizes, size_of

SIGNIFICANDS: dict[Attribute, int] = {f32: 24, f64: 53}


def range_size(op: tf.RangeOp, ctx: RuleContext) -> Expr | None:
    """The number of elements of the range, where start, limit and step are known."""
    if isinstance(element_type_of(op.operands[0]), AnyFloat):
        numbers = [float_of(value) for value in op.operands]
        known = [n for n in numbers if n is not None]
        if len(known) == 3 and known[2]:
            return as_expr(max(ceil((known[1] - known[0]) / known[2]), 0))
        start, limit, delta = (whole_number(value, ctx) for value in op.operands)
    else:
        start, limit, delta = map(ctx.scalar, op.operands)
    if delta == as_expr(0):
        raise ShapeError(op, "delta is 0, needed another step")
    if start is None or limit is None or delta is None:
        return None
    if ctx.facts.proves(ge(delta, 0)):
        ctx.require(ge(delta, 1), f"delta: {delta} must not be 0")
    if ctx.facts.proves(ge(delta, 1)):
        length, step = limit - start, delta
    elif ctx.facts.proves(le(delta, -1)):
        length, step = start - limit, -delta
    else:
        return None
    count = ceil_div(length, step if step.constant_value is None else step.constant_value)
    ctx.require(ge(length, 0), f"a step of {delta} must lead from {start} to {limit}")
    return count


def whole_number(value: SSAValue, ctx: RuleContext) -> Expr | None:
    """The integer that a float is: a constant, or a size that was cast.

    A float holds each integer up to 2 to the bits of its significand exactly; a size must not
    exceed it.
    """
    number = float_of(value)
    if number is not None:
        return as_expr(int(number)) if number.is_integer() else None
    owner = value.owner
    type = element_type_of(value)
    bits = SIGNIFICANDS.get(type)
    if not isinstance(owner, tf.CastOp) or bits is None:
        return None
    size = ctx.scalar(owner.operands[0])
    if size is not None:
        ctx.require(
            le(size, 2**bits), f"{size} must be at most {2**bits}, beyond which {type} skips"
        )
        ctx.require(ge(size, -(2**bits)), f"{size} must be at least {-(2**bits)}")
    return size


def float_of(value: SSAValue) -> float | None:
    """The number that a scalar constant is."""
    owner = value.owner
    if not isinstance(owner, tf.ConstOp) or not isinstance(owner.value, DenseIntOrFPElementsAttr):
        return None
    numbers = list(cast("DenseIntOrFPElementsAttr", owner.value).get_values())
    number = numbers[0] if numbers else None
    return float(number) if isinstance(number, int | float) else None


def range_(op: tf.RangeOp, ctx: RuleContext) -> Sequence[Shape | None]:
    size = range_size(op, ctx)
    return ((ctx.fresh() if size is None else ctx.facts.simplify(size),),)


def direction(op: tf.RangeOp, ctx: RuleContext) -> int:
    """The sign of the step; 0 where it is not known."""
    if isinstance(element_type_of(op.operands[2]), AnyFloat):
        number = float_of(op.operands[2]) or 0
        return (number > 0) - (number < 0)
    delta = ctx.scalar(op.operands[2])
    if delta is None:
        return 0
    return int(ctx.facts.proves(ge(delta, 1))) - int(ctx.facts.proves(le(delta, -1)))


def steps(op: tf.RangeOp, ctx: RuleContext) -> Iterable[ElementDemand]:
    """The step is not 0 and leads from start to limit: what it cannot tell of the latter, the code
    that counts the steps does."""
    sign = direction(op, ctx)
    if not sign:
        yield ElementDemand(op.operands[2], "delta", non_zero=True)
    elif not isinstance(element_type_of(op.operands[0]), AnyFloat):
        start, limit, _ = op.operands
        least, most = (start, limit) if sign > 0 else (limit, start)
        what = "limit" if sign > 0 else "start"
        yield ElementDemand(most, what, (least, 0))


def range_value(op: tf.RangeOp, ctx: RuleContext) -> Sequence[Value | None]:
    if isinstance(element_type_of(op.operands[0]), AnyFloat):
        return (None,)
    size = range_size(op, ctx)
    start, delta = ctx.scalar(op.operands[0]), ctx.scalar(op.operands[2])
    count = None if size is None else size.constant_value
    if count is None or start is None or delta is None or count > MAX_ELEMENTS:
        return (None,)
    return (tuple(start + delta * i for i in range(count)),)


def lin_space(op: tf.LinSpaceOp, ctx: RuleContext) -> Sequence[Shape | None]:
    return ((size_of(ctx, op.operands[2], 1, "the number of points"),),)


def one_hot(op: tf.OneHotOp, ctx: RuleContext) -> Sequence[Shape | None]:
    indices, depth = ctx.shape(op.operands[0]), ctx.scalar(op.operands[1])
    if op.axis > len(indices):
        raise ShapeError(op, f"axis is {op.axis}, needed -1 to {len(indices)}")
    check_least(op, (depth,), 0, "depth")
    axis = op.axis % (len(indices) + 1)
    size = element_size(ctx, depth, op.operands[1])
    return ((*indices[:axis], size, *indices[axis:]),)


def constant(op: tf.ConstOp, ctx: RuleContext) -> Sequence[Value | None]:
    value = op.value
    return (dense_value(value) if is_dense(value) else None,)


def constant_shape(op: tf.ConstOp, ctx: RuleContext) -> Sequence[Shape | None]:
    type = getattr(op.value, "type", None)
    return (tuple(map(as_expr, type.get_shape())) if isinstance(type, TensorType) else None,)


def fill(op: tf.FillOp | tf.EmptyOp, ctx: RuleContext) -> Sequence[Shape | None]:
    dims = listed_sizes(ctx, op.operands[0])
    check_least(op, dims or (), 0, "a size")
    return (None if dims is None else tuple(element_sizes(ctx, dims, op.operands[0])),)


def fill_value(op: tf.FillOp, ctx: RuleContext) -> Sequence[Value | None]:
    dims, value = ctx.constants(op.operands[0]), ctx.value(op.operands[1])
    if dims is None or value is None or min(dims, default=0) < 0 or prod(dims) > MAX_ELEMENTS:
        return (None,)
    return (value * prod(dims),)


RULES = (
    OpRule(tf.RangeOp, shape=range_, value=range_value, elements=steps),
    OpRule(tf.LinSpaceOp, shape=lin_space, elements=at_least(2, 1, "num")),
    OpRule(tf.OneHotOp, shape=one_hot, elements=at_least(1, 0, "depth")),
    OpRule(tf.ConstOp, shape=constant_shape, value=constant),
    OpRule(tf.ZerosLikeOp, shape=like_operand),
    OpRule(tf.OnesLikeOp, shape=like_operand),
    OpRule(tf.EmptyOp, shape=fill, elements=at_least(0, 0, "shape")),
    OpRule(tf.FillOp, shape=fill, value=fill_value, elements=at_least(0, 0, "dims")),
)
