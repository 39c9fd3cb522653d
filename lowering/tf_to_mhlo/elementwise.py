"""How elementwise tf ops are lowered: explicit broadcasts, then the mhlo op of the same meaning."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import i1
from xdsl.ir import Operation, SSAValue

from ...dialects import mhlo, tf
from ...dialects.mhlo.enums import ComparisonDirection, ComparisonDirectionAttr
from ...dialects.tensors import element_type_of
from .builder import Builder, Lowering, LoweringTable

Values = Sequence[SSAValue]


def broadcast_operands(op: Operation, b: Builder) -> list[SSAValue]:
    """The operands, each broadcast to the result's shape."""
    type = b.type(op.results[0])
    return [b.broadcast(b.operand(operand), type) for operand in op.operands]


def direct(target: type[Operation]) -> Lowering:
    """The mhlo op that does the same on operands of one shape."""

    def lower(op: Operation, b: Builder) -> Values:
        return (b.create(target, broadcast_operands(op, b), b.type(op.results[0])),)

    return lower


def forward(op: Operation, b: Builder) -> Values:
    """The operands are the results."""
    return tuple(map(b.operand, op.operands))


def compare(b: Builder, direction: str, left: SSAValue, right: SSAValue) -> SSAValue:
    """`left (direction) right` elementwise, for operands of one shape."""
    attribute = ComparisonDirectionAttr(ComparisonDirection(direction))
    return b.create(mhlo.CompareOp, [left, right], b.like(left, i1), comparison_direction=attribute)


def comparison(direction: str) -> Lowering:
    def lower(op: Operation, b: Builder) -> Values:
        return (compare(b, direction, *broadcast_operands(op, b)),)

    return lower


def binary(b: Builder, op: type[Operation], left: SSAValue, right: SSAValue) -> SSAValue:
    """`op` on two values of one type."""
    return b.create(op, [left, right], left.type)


def with_number(b: Builder, op: type[Operation], value: SSAValue, number: float) -> SSAValue:
    """`op(value, number)`."""
    return binary(b, op, value, b.splat(number, b.like(value, element_type_of(value))))


def composed(build: Callable[[Builder, SSAValue], SSAValue]) -> Lowering:
    """A unary op as a composition."""

    def lower(op: Operation, b: Builder) -> Values:
        return (build(b, b.operand(op.operands[0])),)

    return lower


def square(b: Builder, x: SSAValue) -> SSAValue:
    return binary(b, mhlo.MultiplyOp, x, x)


def zeros_like(op: tf.ZerosLikeOp, b: Builder) -> Values:
    return (b.splat(0, b.type(op.results[0])),)


def ones_like(op: tf.OnesLikeOp, b: Builder) -> Values:
    return (b.splat(1, b.type(op.results[0])),)


ELEMENTWISE: LoweringTable = {
    tf.IdentityOp: forward,
    tf.IdentityNOp: forward,
    tf.StopGradientOp: forward,
    tf.PreventGradientOp: forward,
    tf.SnapshotOp: forward,
    tf.LogicalAndOp: direct(mhlo.AndOp),
    tf.LogicalOrOp: direct(mhlo.OrOp),
    tf.LogicalNotOp: direct(mhlo.NotOp),
    tf.EqualOp: comparison("EQ"),
    tf.NotEqualOp: comparison("NE"),
    tf.LessOp: comparison("LT"),
    tf.LessEqualOp: comparison("LE"),
    tf.GreaterOp: comparison("GT"),
    tf.GreaterEqualOp: comparison("GE"),
    tf.ZerosLikeOp: zeros_like,
    tf.OnesLikeOp: ones_like,
}
