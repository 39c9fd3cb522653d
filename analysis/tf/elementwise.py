"""Rules for elementwise tf ops: operands broadcast, small integer tensors are computed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, IntegerType, TensorType
from xdsl.ir import Operation

from ...dialects import tf
from ...dialects.tf.binary import Binary
from ...dialects.tf.unary import Elementwise
from ...symbolic import (
    Expr,
    Predicate,
    all_of,
    any_of,
    as_expr,
    eq,
    ge,
    gt,
    le,
    lt,
    maximum,
    minimum,
    ne,
    shapes,
)
from ...symbolic.shapes import Shape
from ..index_rules import (
    Binary as Compute,
)
from ..index_rules import dense_value, floor_quotient, truncating_quotient, truncating_remainder
from ..rules import Element, OpRule, RuleTable, Value, table
from ..shape_analysis import ShapeAnalysis


def broadcasting(op: Operation, ctx: ShapeAnalysis) -> Sequence[Shape | None]:
    """All operands broadcast to the result."""
    return (shapes.broadcast(ctx, *map(ctx.shape, op.operands)),)


def like_operand(op: Operation, ctx: ShapeAnalysis) -> Sequence[Shape | None]:
    """The result has the first operand's shape."""
    return (ctx.shape(op.operands[0]),)


def like_operands(op: Operation, ctx: ShapeAnalysis) -> Sequence[Shape | None]:
    """Each result has the shape of the operand at its place."""
    return tuple(ctx.shape(o) if ctx.has_rank(o) else None for o in op.operands)


def forward(op: Operation, ctx: ShapeAnalysis) -> Sequence[Value | None]:
    """Each result is the operand at its place."""
    return tuple(map(ctx.value, op.operands))


def zipped(
    compute: Callable[[ShapeAnalysis, Element, Element], Element],
) -> Callable[[Operation, ShapeAnalysis], Sequence[Value | None]]:
    """The value rule of a binary op on scalars and vectors: a single element broadcasts."""

    def rule(op: Operation, ctx: ShapeAnalysis) -> Sequence[Value | None]:
        left, right = ctx.value(op.operands[0]), ctx.value(op.operands[1])
        if left is None or right is None:
            return (None,)
        count = max(len(left), len(right))
        if len(left) != len(right):
            if 1 not in (len(left), len(right)) or not left or not right:
                return (None,)
            left = left * (count // len(left))
            right = right * (count // len(right))
        return (tuple(compute(ctx, a, b) for a, b in zip(left, right, strict=True)),)

    return rule


def integers(compute: Compute) -> Callable[[ShapeAnalysis, Element, Element], Element]:
    def on_elements(ctx: ShapeAnalysis, a: Element, b: Element) -> Element:
        if isinstance(a, Expr) and isinstance(b, Expr):
            return compute(ctx, a, b)
        return None

    return on_elements


def comparison(
    compare: Callable[[Expr, Expr], Predicate],
) -> Callable[[ShapeAnalysis, Element, Element], Element]:
    return integers(lambda _, a, b: compare(a, b))  # pyright: ignore[reportArgumentType]


def booleans(
    combine: Callable[[Predicate, Predicate], Predicate],
) -> Callable[[ShapeAnalysis, Element, Element], Element]:
    def on_elements(ctx: ShapeAnalysis, a: Element, b: Element) -> Element:
        if isinstance(a, Predicate) and isinstance(b, Predicate):
            return combine(a, b)
        return None

    return on_elements


def mapped(
    compute: Callable[[Element], Element],
) -> Callable[[Operation, ShapeAnalysis], Sequence[Value | None]]:
    """The value rule of a unary op."""

    def rule(op: Operation, ctx: ShapeAnalysis) -> Sequence[Value | None]:
        value = ctx.value(op.operands[0])
        return (None if value is None else tuple(map(compute, value)),)

    return rule


def constant(op: tf.ConstOp, ctx: ShapeAnalysis) -> Sequence[Value | None]:
    value = op.value
    return (dense_value(value) if isinstance(value, DenseIntOrFPElementsAttr) else None,)


def constant_shape(op: tf.ConstOp, ctx: ShapeAnalysis) -> Sequence[Shape | None]:
    type = getattr(op.value, "type", None)
    return (tuple(map(as_expr, type.get_shape())) if isinstance(type, TensorType) else None,)


def cast(op: tf.CastOp, ctx: ShapeAnalysis) -> Sequence[Value | None]:
    """Casts between integer types wide enough for sizes keep the value."""
    types = [getattr(v.type, "element_type", None) for v in (op.operands[0], op.results[0])]
    wide = all(isinstance(t, IntegerType) and t.width.data >= 32 for t in types)
    return (ctx.value(op.operands[0]) if wide else None,)


def select(op: Operation, ctx: ShapeAnalysis) -> Sequence[Value | None]:
    condition, then, otherwise = map(ctx.value, op.operands)
    if condition is None or then is None or otherwise is None:
        return (None,)
    count = max(map(len, (condition, then, otherwise)))
    if any(len(value) not in (1, count) for value in (condition, then, otherwise)):
        return (None,)
    rows = [value * (count // len(value)) for value in (condition, then, otherwise)]
    return (tuple(_choose(ctx, *row) for row in zip(*rows, strict=True)),)


def _choose(ctx: ShapeAnalysis, condition: Element, then: Element, otherwise: Element) -> Element:
    if isinstance(condition, Predicate) and isinstance(then, Expr) and isinstance(otherwise, Expr):
        return ctx.select(condition, then, otherwise)
    return None


VALUES = {
    tf.AddOp: zipped(integers(lambda _, a, b: a + b)),
    tf.AddV2Op: zipped(integers(lambda _, a, b: a + b)),
    tf.SubOp: zipped(integers(lambda _, a, b: a - b)),
    tf.MulOp: zipped(integers(lambda _, a, b: a * b)),
    tf.FloorDivOp: zipped(integers(floor_quotient)),
    tf.DivOp: zipped(integers(truncating_quotient)),
    tf.TruncateDivOp: zipped(integers(truncating_quotient)),
    tf.FloorModOp: zipped(
        integers(lambda ctx, a, b: a % b if ctx.facts.proves(ne(b, 0)) else None)
    ),
    tf.ModOp: zipped(integers(truncating_remainder)),
    tf.TruncateModOp: zipped(integers(truncating_remainder)),
    tf.MaximumOp: zipped(integers(lambda _, a, b: maximum(a, b))),
    tf.MinimumOp: zipped(integers(lambda _, a, b: minimum(a, b))),
    tf.EqualOp: zipped(comparison(eq)),
    tf.NotEqualOp: zipped(comparison(ne)),
    tf.LessOp: zipped(comparison(lt)),
    tf.LessEqualOp: zipped(comparison(le)),
    tf.GreaterOp: zipped(comparison(gt)),
    tf.GreaterEqualOp: zipped(comparison(ge)),
    tf.LogicalAndOp: zipped(booleans(all_of)),
    tf.LogicalOrOp: zipped(booleans(any_of)),
    tf.NegOp: mapped(lambda a: -a if isinstance(a, Expr) else None),
    tf.SquareOp: mapped(lambda a: a * a if isinstance(a, Expr) else None),
    tf.AbsOp: mapped(lambda a: maximum(a, -a) if isinstance(a, Expr) else None),
    tf.LogicalNotOp: mapped(lambda a: a.negate() if isinstance(a, Predicate) else None),
}


def _family(base: type[Operation]) -> list[type[Operation]]:
    return [op for op in tf.TF.operations if issubclass(op, base)]


ELEMENTWISE_RULES: RuleTable = table(
    *(OpRule(op, shape=broadcasting, value=VALUES.get(op)) for op in _family(Binary)),
    *(OpRule(op, shape=like_operand, value=VALUES.get(op)) for op in _family(Elementwise)),
    OpRule(tf.ConstOp, shape=constant_shape, value=constant),
    OpRule(tf.CastOp, shape=like_operand, value=cast),
    OpRule(tf.IdentityOp, shape=like_operand, value=forward),
    OpRule(tf.StopGradientOp, shape=like_operand, value=forward),
    OpRule(tf.PreventGradientOp, shape=like_operand, value=forward),
    OpRule(tf.SnapshotOp, shape=like_operand, value=forward),
    OpRule(tf.IdentityNOp, shape=like_operands, value=forward),
    OpRule(tf.SelectV2Op, shape=broadcasting, value=select),
    OpRule(tf.ZerosLikeOp, shape=like_operand),
    OpRule(tf.OnesLikeOp, shape=like_operand),
)
