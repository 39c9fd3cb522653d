"""tf ops that pass their operands on or convert their element types."""

from __future__ import annotations

from xdsl.dialects.builtin import (
    AnyFloat,
    BFloat16Type,
    Float16Type,
    Float32Type,
    Float64Type,
    i1,
    i8,
)
from xdsl.ir import Attribute, Operation

from ...dialects import mhlo, tf
from ...dialects.types import COMPLEX, element_type_of, kind_of
from .builder import Builder, LoweringTable
from .complex_numbers import real
from .elementwise import Results, compare
from .formulas import Elements, where
from .value_checks import check_finite

MANTISSA_BITS: dict[type[Attribute], int] = {
    BFloat16Type: 7,
    Float16Type: 10,
    Float32Type: 23,
    Float64Type: 52,
}


def cast(op: tf.CastOp, b: Builder) -> Results:
    """Floats round towards zero to integers; non-zero is true; imaginary parts are dropped."""
    value, target = b.operand(op.operands[0]), b.type(op.results[0]).element_type
    for element_type in (element_type_of(value), target):
        if not kind_of(element_type):
            raise b.fail(f"{element_type} has no counterpart in mhlo")
    if kind_of(element_type_of(value)) == COMPLEX and kind_of(target) != COMPLEX:
        value = real(b, value)
    if target == i1:
        if element_type_of(value) == i1:
            return (value,)
        zero = b.splat(0, b.like(value, element_type_of(value)))
        return (compare(b, "NE", value, zero),)
    source = element_type_of(value)
    if op.Truncate and isinstance(source, AnyFloat) and isinstance(target, AnyFloat):
        return (truncate(Elements(b, value), target).value,)
    return (b.convert(value, target),)


def truncate(x: Elements, target: Attribute) -> Elements:
    """`x` with the bits of the mantissa dropped that `target` lacks.

    A conversion rounds to the nearest. Where that was away from zero, the number one step nearer
    to zero is the nearest to `rounded * (1 - half of the last bit)`.
    """
    bits, source_bits = (MANTISSA_BITS.get(type(t), 0) for t in (target, x.element_type))
    rounded = x.convert(target)
    if bits >= source_bits:
        return rounded
    wide = rounded.convert(x.element_type)
    nearer = (wide * (1 - 2.0 ** -(bits + 1))).convert(target)
    return where(abs(wide) > abs(x), nearer, rounded)


def forward(op: Operation, b: Builder) -> Results:
    """The operands are the results."""
    return tuple(map(b.operand, op.operands))


def check_numerics(op: tf.CheckNumericsOp, b: Builder) -> Results:
    """The operand, after a test that its elements are finite."""
    value = b.operand(op.operands[0])
    if b.value_checks:
        finite = b.create(mhlo.IsFiniteOp, [value], b.like(value, i1))
        check_finite(b.convert(finite, i8), op, b)
    return (value,)


def bitcast(op: tf.BitcastOp, b: Builder) -> Results:
    value, type = b.operand(op.operands[0]), b.type(op.results[0])
    kinds = {kind_of(t) == COMPLEX for t in (element_type_of(value), type.element_type)}
    if len(kinds) > 1:
        raise b.fail("bits of complex numbers as real ones, or back, are not supported")
    return (b.create(mhlo.BitcastConvertOp, [value], type),)


LOWERINGS: LoweringTable = {
    tf.BitcastOp: bitcast,
    tf.CastOp: cast,
    tf.CheckNumericsOp: check_numerics,
    tf.IdentityOp: forward,
    tf.IdentityNOp: forward,
    tf.StopGradientOp: forward,
    tf.PreventGradientOp: forward,
    tf.SnapshotOp: forward,
    tf.XlaShardingOp: forward,
}
