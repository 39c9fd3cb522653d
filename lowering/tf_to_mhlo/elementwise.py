"""How elementwise tf ops are lowered: explicit broadcasts, then the mhlo op of the same meaning."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from xdsl.dialects.builtin import ComplexType, i1
from xdsl.ir import Operation, SSAValue

from ...dialects import mhlo
from ...dialects.mhlo.enums import ComparisonDirection, ComparisonDirectionAttr
from ...dialects.tf.elementwise import Gradient
from ...dialects.types import element_type_of, tensor_type
from .builder import Builder, Lowering
from .complex_numbers import conjugate

Results = Sequence[SSAValue]


def broadcast_operands(op: Operation, b: Builder) -> list[SSAValue]:
    """The operands, each broadcast to the result's shape."""
    type = b.type(op.results[0])
    return [b.broadcast(b.operand(operand), type) for operand in op.operands]


def direct(target: type[Operation]) -> Lowering:
    """The mhlo op that does the same on operands of one shape."""

    def lower(op: Operation, b: Builder) -> Results:
        return (b.create(target, broadcast_operands(op, b), b.type(op.results[0])),)

    return lower


def compare(b: Builder, direction: str, left: SSAValue, right: SSAValue) -> SSAValue:
    """`left (direction) right` elementwise, for operands of one shape."""
    attribute = ComparisonDirectionAttr(ComparisonDirection(direction))
    return b.create(mhlo.CompareOp, [left, right], b.like(left, i1), comparison_direction=attribute)


def binary(b: Builder, op: type[Operation], left: SSAValue, right: SSAValue) -> SSAValue:
    """`op` on two values of one type."""
    return b.create(op, [left, right], left.type)


def with_number(b: Builder, op: type[Operation], value: SSAValue, number: float) -> SSAValue:
    """`op(value, number)`."""
    return binary(b, op, value, b.splat(number, b.like(value, element_type_of(value))))


def composed(build: Callable[[Builder, SSAValue], SSAValue]) -> Lowering:
    """A unary op as a composition."""

    def lower(op: Operation, b: Builder) -> Results:
        return (build(b, b.operand(op.operands[0])),)

    return lower


def squared(b: Builder, x: SSAValue) -> SSAValue:
    return binary(b, mhlo.MultiplyOp, x, x)


def from_result(
    derivative: Callable[[Builder, SSAValue], SSAValue], zero_stays: bool = False
) -> Lowering:
    """The derivative, from the function's result, times the incoming gradient.

    zero_stays: whether a gradient of 0 stays 0 where the derivative is infinite
    """

    def lower(op: Gradient, b: Builder) -> Results:
        y, dy = map(b.operand, op.operands)
        if not all(map(b.equal, b.shape(y), b.shape(dy))) or len(b.shape(y)) != len(b.shape(dy)):
            dy = b.reshape(dy, b.like(y, element_type_of(dy)))
        slope = derivative(b, y)
        if isinstance(element_type_of(y), ComplexType):
            slope = conjugate(b, slope)
        result = binary(b, mhlo.MultiplyOp, dy, slope)
        if zero_stays:
            zero = b.splat(0, tensor_type(dy))
            is_zero = compare(b, "EQ", dy, zero)
            result = b.create(mhlo.SelectOp, [is_zero, zero, result], result.type)
        return (result,)

    return lower


@cache
def direction_of(name: str) -> mhlo.ComparisonDirectionAttr:
    return mhlo.ComparisonDirectionAttr(mhlo.ComparisonDirection(name))
