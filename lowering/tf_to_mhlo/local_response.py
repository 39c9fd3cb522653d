"""tf local response normalization and its gradient: sums in windows over the channels."""

from __future__ import annotations

from ...dialects import mhlo, tf
from ...dialects.tf.local_response import LocalResponse
from ...symbolic import as_expr
from ...symbolic.shapes.windows import Placement
from .builder import Builder, LoweringTable
from .elementwise import Results
from .formulas import Elements
from .pooling import reduce_window
from .reducers import wide_float


def around(op: LocalResponse, x: Elements) -> Elements:
    """The sum of `x` over the channels near each."""
    *others, channels = x.b.shape(x.value)
    one, none, radius = as_expr(1), as_expr(0), as_expr(op.depth_radius)
    windows = [Placement(size, one, 1, 1, none, none, size) for size in others]
    windows.append(Placement(channels, 2 * radius + 1, 1, 1, radius, radius, channels))
    return Elements(x.b, reduce_window(x.b, x.value, mhlo.AddOp, 0, windows))


def divisor(op: LocalResponse, x: Elements) -> Elements:
    """What is raised to `beta`."""
    return around(op, x * x) * op.alpha + op.bias


def operands_of(op: LocalResponse, b: Builder) -> list[Elements]:
    wide = wide_float(b.type(op.results[0]).element_type)
    return [Elements(b, b.convert(b.operand(operand), wide)) for operand in op.operands]


def local_response(op: tf.LRNOp, b: Builder) -> Results:
    (x,) = operands_of(op, b)
    result = x * divisor(op, x).power(-op.beta)
    return (b.convert(result.value, b.type(op.results[0]).element_type),)


def local_response_gradient(op: tf.LRNGradOp, b: Builder) -> Results:
    """By the element itself, and by all elements near whose divisors it is in."""
    arriving, x, y = operands_of(op, b)
    size = divisor(op, x)
    others = around(op, arriving * y / size) * x * (-2 * op.alpha * op.beta)
    result = arriving * size.power(-op.beta) + others
    return (b.convert(result.value, b.type(op.results[0]).element_type),)


LOWERINGS: LoweringTable = {
    tf.LRNOp: local_response,
    tf.LRNGradOp: local_response_gradient,
}
