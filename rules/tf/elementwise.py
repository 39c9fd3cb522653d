"""Rules for tf ops that work on each element alone: operands broadcast, results keep the shape."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Operation

from ...dialects import tf
from ...dialects.tensors import is_dense
from ...dialects.tf.binary import Binary
from ...dialects.tf.unary import Elementwise
from ...symbolic import any_of, as_expr, eq, shapes
from ...symbolic.shapes import Shape
from ..arith import dense_value
from ..errors import ShapeError
from ..rule import OpRule, RuleContext, RuleTable, Value, family, table
from .element_values import VALUES, cast, choose, elementwise, equal, not_equal


def broadcasting(op: Operation, ctx: RuleContext) -> Sequence[Shape | None]:
    """All operands broadcast to the result."""
    return (shapes.broadcast(ctx, *map(ctx.shape, op.operands)),)


def like_operand(op: Operation, ctx: RuleContext) -> Sequence[Shape | None]:
    """The result has the first operand's shape."""
    return (ctx.shape(op.operands[0]),)


def like_operands(op: Operation, ctx: RuleContext) -> Sequence[Shape | None]:
    """Each result has the shape of the operand at its place."""
    return tuple(ctx.shape(o) if ctx.has_rank(o) else None for o in op.operands)


def forward(op: Operation, ctx: RuleContext) -> Sequence[Value | None]:
    """Each result is the operand at its place."""
    return tuple(map(ctx.value, op.operands))


def equality(op: tf.EqualOp | tf.NotEqualOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """Operands broadcast, or make one scalar where they never can and the op allows that."""
    if never_broadcasts(op, ctx):
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


def add_n(op: tf.AddNOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """All operands have one shape; what one of them lacks the others may tell."""
    known = [ctx.shape(o) for o in op.operands if ctx.has_rank(o)]
    if not known:
        return (None,)
    first, *others = known
    for other in others:
        if len(other) != len(first):
            raise ShapeError(op, f"operands have ranks {len(first)} and {len(other)}")
        first = shapes.same_shape(ctx, first, other, "added tensors")
    return (first,)


def select_rows(op: tf.SelectOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """Both branches have one shape; the condition has it too, or is a scalar or a vector over the rows."""
    condition, then, otherwise = map(ctx.shape, op.operands)
    if len(then) != len(otherwise):
        raise ShapeError(op, f"the branches have ranks {len(then)} and {len(otherwise)}")
    result = shapes.same_shape(ctx, then, otherwise, "the branches")
    if len(condition) not in (0, 1, len(result)) or len(condition) > len(result):
        raise ShapeError(
            op, f"the condition has rank {len(condition)}, the branches have rank {len(result)}"
        )
    for size, row in zip(condition, result, strict=False):
        shapes.same_size(ctx, size, row, "condition and branches")
    return (result,)


def select_rows_value(op: tf.SelectOp, ctx: RuleContext) -> Sequence[Value | None]:
    """Where the condition is no vector over the rows of something larger."""
    ranks = [len(ctx.shape(o)) for o in op.operands]
    return elementwise(choose)(op, ctx) if ranks[0] in (0, ranks[1]) else (None,)


def clipped(op: tf.ClipByValueOp, ctx: RuleContext) -> Sequence[Shape | None]:
    """The bounds are scalars or have the shape of what is clipped."""
    shape, *bounds = map(ctx.shape, op.operands)
    for bound, what in zip(bounds, ("the lower bound", "the upper bound"), strict=True):
        if len(bound) not in (0, len(shape)):
            raise ShapeError(op, f"{what} has rank {len(bound)}, needed 0 or {len(shape)}")
        if bound:
            shapes.same_shape(ctx, shape, bound, what)
    return (shape,)


def constant(op: tf.ConstOp, ctx: RuleContext) -> Sequence[Value | None]:
    value = op.value
    return (dense_value(value) if is_dense(value) else None,)


def constant_shape(op: tf.ConstOp, ctx: RuleContext) -> Sequence[Shape | None]:
    type = getattr(op.value, "type", None)
    return (tuple(map(as_expr, type.get_shape())) if isinstance(type, TensorType) else None,)


FORWARDING = (tf.IdentityOp, tf.StopGradientOp, tf.PreventGradientOp, tf.SnapshotOp)
EQUALITIES = (tf.EqualOp, tf.NotEqualOp)


def _family(base: type[Operation]) -> list[type[Operation]]:
    return [op for op in family(tf.TF.operations, base) if op not in EQUALITIES]


ELEMENTWISE_RULES: RuleTable = table(
    *(OpRule(op, shape=broadcasting, value=VALUES.get(op)) for op in _family(Binary)),
    *(OpRule(op, shape=like_operand, value=VALUES.get(op)) for op in _family(Elementwise)),
    *(OpRule(op, shape=like_operand, value=forward) for op in FORWARDING),
    *(OpRule(op, shape=equality, value=equality_value) for op in EQUALITIES),
    OpRule(tf.ConstOp, shape=constant_shape, value=constant),
    OpRule(tf.CastOp, shape=like_operand, value=cast),
    OpRule(tf.CheckNumericsOp, shape=like_operand),
    OpRule(tf.IdentityNOp, shape=like_operands, value=forward),
    OpRule(tf.AddNOp, shape=add_n, value=VALUES[tf.AddNOp]),
    OpRule(tf.SelectV2Op, shape=broadcasting, value=VALUES[tf.SelectV2Op]),
    OpRule(tf.SelectOp, shape=select_rows, value=select_rows_value),
    OpRule(tf.ClipByValueOp, shape=clipped, value=VALUES[tf.ClipByValueOp]),
    OpRule(tf.ZerosLikeOp, shape=like_operand),
    OpRule(tf.OnesLikeOp, shape=like_operand),
)
