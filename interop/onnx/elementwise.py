"""Operators on each element, with numpy's broadcasting as TensorFlow has it."""

from __future__ import annotations

from functools import reduce
from typing import Any

from xdsl.dialects.builtin import f32, f64, i1
from xdsl.ir import Operation, SSAValue

from ...dialects import tf
from ...dialects.types import integer_width, is_float, is_integer
from .builder import GraphBuilder
from .element_types import element_numbered
from .nodes import NodeCall, NodeRefused, NodeTable, NodeTranslation


def same(kind: type[Operation]) -> NodeTranslation:
    """One tf op on all operands, with a result of the first one's element type."""
    return lambda n, b: b.op(kind, *n.given)


def truth(kind: type[Operation], **more: Any) -> NodeTranslation:
    return lambda n, b: b.op(kind, *n.given, element=i1, **more)


def absolute(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """Unsigned numbers are their own."""
    return n[0] if _is_unsigned(b, n[0]) else b.op(tf.AbsOp, n[0])


def _is_unsigned(b: GraphBuilder, value: SSAValue) -> bool:
    type = b.element(value)
    return is_integer(type) and "ui" in str(type)


def sign(n: NodeCall, b: GraphBuilder) -> SSAValue:
    if not _is_unsigned(b, n[0]):
        return b.op(tf.SignOp, n[0])
    return b.op(tf.CastOp, b.op(tf.NotEqualOp, n[0], 0, element=i1), element=b.element(n[0]))


def fold(kind: type[Operation]) -> NodeTranslation:
    """Any number of operands, two at a time from the left."""
    return lambda n, b: reduce(lambda x, y: b.op(kind, x, y), n.given)


def mean(n: NodeCall, b: GraphBuilder) -> SSAValue:
    total = reduce(lambda x, y: b.op(tf.AddV2Op, x, y), n.given)
    return b.op(tf.RealDivOp, total, len(n.given))


def divide(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """Integers are divided towards zero."""
    whole = is_integer(b.element(n[0]))
    return b.op(tf.TruncateDivOp if whole else tf.RealDivOp, n[0], n[1])


def modulo(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """`fmod` has the sign of the dividend, else it is the divisor's."""
    if n.flag("fmod"):
        return b.op(tf.TruncateModOp, n[0], n[1])
    if is_float(b.element(n[0])) and n.version < 28:
        raise NodeRefused("fmod must be 1 for floats before opset 28")
    return b.op(tf.FloorModOp, n[0], n[1])


def power(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """The result has the base's type; mixed types are computed in the float among them."""
    base, exponent = n[0], n[1]
    type, other = b.element(base), b.element(exponent)
    if is_integer(type) and is_float(other):
        found = b.op(tf.PowOp, b.op(tf.CastOp, base, element=other), exponent)
        return b.op(tf.CastOp, found, element=type)
    if type != other:
        exponent = b.op(tf.CastOp, exponent, element=type)
    return b.op(tf.PowOp, base, exponent)


def cast(b: GraphBuilder, value: SSAValue, element: Any) -> SSAValue:
    """`value` with elements of another type."""
    return value if b.element(value) == element else b.op(tf.CastOp, value, element=element)


def cast_to(n: NodeCall, b: GraphBuilder) -> SSAValue:
    return cast(b, n[0], element_numbered(n.int("to")))


def cast_like(n: NodeCall, b: GraphBuilder) -> SSAValue:
    return cast(b, n[0], b.element(n[1]))


def bit_cast(n: NodeCall, b: GraphBuilder) -> SSAValue:
    element = element_numbered(n.int("to"))
    if i1 in (element, b.element(n[0])):
        raise NodeRefused("truth values have no bits to reinterpret")
    return b.op(tf.BitcastOp, n[0], element=element)


def clip(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """First at least the lower bound, then at most the upper one, which wins."""
    value = n[0]
    if (low := n.get(1)) is not None:
        value = b.op(tf.MaximumOp, value, scalar_of(b, low))
    if (high := n.get(2)) is not None:
        value = b.op(tf.MinimumOp, value, scalar_of(b, high))
    return value


def scalar_of(b: GraphBuilder, value: SSAValue) -> SSAValue:
    """A tensor of one element as a scalar."""
    if b.has_rank(value) and b.rank(value) == 0:
        return value
    return b.op(tf.ReshapeOp, value, [])


def where(n: NodeCall, b: GraphBuilder) -> SSAValue:
    return b.op(tf.SelectV2Op, n[0], n[1], n[2], element=b.element(n[1]))


def is_infinite(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """Either sign may be left out."""
    high, low = n.flag("detect_positive", True), n.flag("detect_negative", True)
    found = b.op(tf.IsInfOp, n[0], element=i1)
    if high and low:
        return found
    if not high and not low:
        return b.op(tf.NotEqualOp, found, found, element=i1)
    kind = tf.GreaterOp if high else tf.LessOp
    return b.op(tf.LogicalAndOp, found, b.op(kind, n[0], 0, element=i1))


def shift(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """Where the distance is negative or too wide, nothing but copies of the sign is left."""
    value, distance = n[0], n[1]
    left = n.text("direction") == "LEFT"
    width = integer_width(b.element(value)) or 0
    wide = b.op(tf.GreaterEqualOp, distance, width, element=i1)
    rest = b.like(0, value)
    if not _is_unsigned(b, value):
        below = b.op(tf.LessOp, distance, 0, element=i1)
        wide = b.op(tf.LogicalOrOp, wide, below)
        if not left:
            rest = b.op(tf.RightShiftOp, value, width - 1)
    safe = b.op(tf.SelectV2Op, wide, b.like(0, distance), distance, element=b.element(distance))
    found = b.op(tf.LeftShiftOp if left else tf.RightShiftOp, value, safe)
    return b.op(tf.SelectV2Op, wide, rest, found, element=b.element(value))


def logical_xor(n: NodeCall, b: GraphBuilder) -> SSAValue:
    return b.op(tf.NotEqualOp, n[0], n[1], element=i1)


def rounded(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """Halves go to the even number, as in TensorFlow."""
    return b.op(tf.RoundOp, n[0])


def identity(n: NodeCall, b: GraphBuilder) -> Any:
    return n.any(0)


def erf(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """Integers are computed as floats."""
    type = b.element(n[0])
    if is_float(type):
        return b.op(tf.ErfOp, n[0])
    wide = f64 if (integer_width(type) or 0) > 32 else f32
    return cast(b, b.op(tf.ErfOp, cast(b, n[0], wide)), type)


NODES: NodeTable = {
    "Abs": absolute,
    "Neg": same(tf.NegOp),
    "Sign": sign,
    "Sqrt": same(tf.SqrtOp),
    "Reciprocal": same(tf.ReciprocalOp),
    "Exp": same(tf.ExpOp),
    "Log": same(tf.LogOp),
    "Ceil": same(tf.CeilOp),
    "Floor": same(tf.FloorOp),
    "Round": rounded,
    "Sin": same(tf.SinOp),
    "Cos": same(tf.CosOp),
    "Tan": same(tf.TanOp),
    "Asin": same(tf.AsinOp),
    "Acos": same(tf.AcosOp),
    "Atan": same(tf.AtanOp),
    "Sinh": same(tf.SinhOp),
    "Cosh": same(tf.CoshOp),
    "Tanh": same(tf.TanhOp),
    "Asinh": same(tf.AsinhOp),
    "Acosh": same(tf.AcoshOp),
    "Atanh": same(tf.AtanhOp),
    "Erf": erf,
    "Not": same(tf.LogicalNotOp),
    "Identity": identity,
    "Add": same(tf.AddV2Op),
    "Sub": same(tf.SubOp),
    "Mul": same(tf.MulOp),
    "Div": divide,
    "Mod": modulo,
    "Pow": power,
    "And": same(tf.LogicalAndOp),
    "Or": same(tf.LogicalOrOp),
    "Xor": logical_xor,
    "BitwiseAnd": same(tf.BitwiseAndOp),
    "BitwiseOr": same(tf.BitwiseOrOp),
    "BitwiseXor": same(tf.BitwiseXorOp),
    "BitwiseNot": same(tf.InvertOp),
    "BitShift": shift,
    "Max": fold(tf.MaximumOp),
    "Min": fold(tf.MinimumOp),
    "Sum": fold(tf.AddV2Op),
    "Mean": mean,
    "Equal": truth(tf.EqualOp),
    "Greater": truth(tf.GreaterOp),
    "Less": truth(tf.LessOp),
    "GreaterOrEqual": truth(tf.GreaterEqualOp),
    "LessOrEqual": truth(tf.LessEqualOp),
    "IsNaN": truth(tf.IsNanOp),
    "IsInf": is_infinite,
    "Where": where,
    "Clip": clip,
    "Cast": cast_to,
    "CastLike": cast_like,
    "BitCast": bit_cast,
}
