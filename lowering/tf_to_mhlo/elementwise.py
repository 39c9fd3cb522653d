"""Elementwise tf ops: explicit broadcasts, then the mhlo op of the same meaning or a composition."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import i1
from xdsl.ir import Operation, SSAValue

from ...dialects import mhlo, tf
from ...dialects.mhlo.enums import ComparisonDirection, ComparisonDirectionAttr
from ...dialects.tensors import element_type_of, is_integer
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


def select(op: tf.SelectV2Op, b: Builder) -> Values:
    type = b.type(op.results[0])
    operands = [b.operand(o) for o in op.operands]
    condition = operands[0] if not b.shape(operands[0]) else b.broadcast(operands[0], type)
    return (
        b.create(mhlo.SelectOp, [condition, *(b.broadcast(o, type) for o in operands[1:])], type),
    )


def cast(op: tf.CastOp, b: Builder) -> Values:
    value, type = b.operand(op.operands[0]), b.type(op.results[0])
    if type.element_type == i1:
        zero = b.splat(0, b.like(value, element_type_of(value)))
        return (compare(b, "NE", value, zero),)
    return (b.convert(value, type.element_type),)


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


def composed_binary(build: Callable[[Builder, SSAValue, SSAValue], SSAValue]) -> Lowering:
    """A binary op as a composition over operands of one shape."""

    def lower(op: Operation, b: Builder) -> Values:
        left, right = broadcast_operands(op, b)
        return (build(b, left, right),)

    return lower


def square(b: Builder, x: SSAValue) -> SSAValue:
    return binary(b, mhlo.MultiplyOp, x, x)


def squared_difference(b: Builder, x: SSAValue, y: SSAValue) -> SSAValue:
    return square(b, binary(b, mhlo.SubtractOp, x, y))


def reciprocal(b: Builder, x: SSAValue) -> SSAValue:
    return binary(b, mhlo.DivideOp, b.splat(1, b.like(x, element_type_of(x))), x)


def relu(b: Builder, x: SSAValue) -> SSAValue:
    return with_number(b, mhlo.MaximumOp, x, 0)


def relu6(b: Builder, x: SSAValue) -> SSAValue:
    return with_number(b, mhlo.MinimumOp, relu(b, x), 6)


def floor_divide(b: Builder, x: SSAValue, y: SSAValue) -> SSAValue:
    """The quotient rounded down."""
    if not is_integer(element_type_of(x)):
        return b.create(mhlo.FloorOp, [binary(b, mhlo.DivideOp, x, y)], x.type)
    quotient = binary(b, mhlo.DivideOp, x, y)
    return b.create(
        mhlo.SelectOp,
        [_rounds_up(b, x, y), with_number(b, mhlo.SubtractOp, quotient, 1), quotient],
        x.type,
    )


def floor_remainder(b: Builder, x: SSAValue, y: SSAValue) -> SSAValue:
    """The remainder with the sign of the divisor."""
    remainder = binary(b, mhlo.RemainderOp, x, y)
    return b.create(
        mhlo.SelectOp,
        [_rounds_up(b, x, y), binary(b, mhlo.AddOp, remainder, y), remainder],
        x.type,
    )


def _rounds_up(b: Builder, x: SSAValue, y: SSAValue) -> SSAValue:
    """Whether truncating `x / y` rounds up: there is a remainder and its sign is not the divisor's."""
    remainder = binary(b, mhlo.RemainderOp, x, y)
    zero = b.splat(0, b.like(x, element_type_of(x)))
    uneven = compare(b, "NE", remainder, zero)
    differ = compare(b, "NE", compare(b, "LT", remainder, zero), compare(b, "LT", y, zero))
    return binary(b, mhlo.AndOp, uneven, differ)


def divide_no_nan(b: Builder, x: SSAValue, y: SSAValue) -> SSAValue:
    """The quotient, 0 where the divisor is 0."""
    zero = b.splat(0, b.like(x, element_type_of(x)))
    quotient = binary(b, mhlo.DivideOp, x, y)
    return b.create(mhlo.SelectOp, [compare(b, "EQ", y, zero), zero, quotient], x.type)


def complementary_erf(b: Builder, x: SSAValue) -> SSAValue:
    """1 - erf(x)."""
    one = b.splat(1, b.like(x, element_type_of(x)))
    return binary(b, mhlo.SubtractOp, one, b.create(mhlo.ErfOp, [x], x.type))


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
    tf.AddOp: direct(mhlo.AddOp),
    tf.AddV2Op: direct(mhlo.AddOp),
    tf.SubOp: direct(mhlo.SubtractOp),
    tf.MulOp: direct(mhlo.MultiplyOp),
    tf.DivOp: direct(mhlo.DivideOp),
    tf.RealDivOp: direct(mhlo.DivideOp),
    tf.TruncateDivOp: direct(mhlo.DivideOp),
    tf.DivNoNanOp: composed_binary(divide_no_nan),
    tf.FloorDivOp: composed_binary(floor_divide),
    tf.FloorModOp: composed_binary(floor_remainder),
    tf.ModOp: direct(mhlo.RemainderOp),
    tf.TruncateModOp: direct(mhlo.RemainderOp),
    tf.MinimumOp: direct(mhlo.MinimumOp),
    tf.MaximumOp: direct(mhlo.MaximumOp),
    tf.PowOp: direct(mhlo.PowerOp),
    tf.SquaredDifferenceOp: composed_binary(squared_difference),
    tf.LogicalAndOp: direct(mhlo.AndOp),
    tf.LogicalOrOp: direct(mhlo.OrOp),
    tf.LogicalNotOp: direct(mhlo.NotOp),
    tf.EqualOp: comparison("EQ"),
    tf.NotEqualOp: comparison("NE"),
    tf.LessOp: comparison("LT"),
    tf.LessEqualOp: comparison("LE"),
    tf.GreaterOp: comparison("GT"),
    tf.GreaterEqualOp: comparison("GE"),
    tf.SelectV2Op: select,
    tf.CastOp: cast,
    tf.NegOp: direct(mhlo.NegateOp),
    tf.AbsOp: direct(mhlo.AbsOp),
    tf.SignOp: direct(mhlo.SignOp),
    tf.SquareOp: composed(square),
    tf.SqrtOp: direct(mhlo.SqrtOp),
    tf.RsqrtOp: direct(mhlo.RsqrtOp),
    tf.ReciprocalOp: composed(reciprocal),
    tf.InvOp: composed(reciprocal),
    tf.ExpOp: direct(mhlo.ExponentialOp),
    tf.Expm1Op: direct(mhlo.ExponentialMinusOneOp),
    tf.LogOp: direct(mhlo.LogOp),
    tf.Log1pOp: direct(mhlo.LogPlusOneOp),
    tf.SinOp: direct(mhlo.SineOp),
    tf.CosOp: direct(mhlo.CosineOp),
    tf.TanhOp: direct(mhlo.TanhOp),
    tf.SigmoidOp: direct(mhlo.LogisticOp),
    tf.ErfOp: direct(mhlo.ErfOp),
    tf.ErfcOp: composed(complementary_erf),
    tf.CeilOp: direct(mhlo.CeilOp),
    tf.FloorOp: direct(mhlo.FloorOp),
    tf.RoundOp: direct(mhlo.RoundNearestEvenOp),
    tf.RintOp: direct(mhlo.RoundNearestEvenOp),
    tf.IsFiniteOp: direct(mhlo.IsFiniteOp),
    tf.ReluOp: composed(relu),
    tf.Relu6Op: composed(relu6),
    tf.ZerosLikeOp: zeros_like,
    tf.OnesLikeOp: ones_like,
}
