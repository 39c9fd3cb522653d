"""Elements in memory and as values: types, comparisons of floats, conversions.

Elements are f32, f64, bf16, i1 and integers of 8 to 64 bits, with a sign or without; an i1 is kept
in memory as an i8, an index as an i64. A bf16 is an f32 whose last 16 bits are 0, in memory too, as
on the interpreter: it is rounded after every op, and where it is loaded, as an argument may be any
f32. An unsigned integer of 8 or 16 bits is an i32 as a value, one of 32 bits an i64, with no other
bits set. One of 64 bits is an i64, of which nothing is computed that depends on a sign.

Elements of f16 and complex types lie in memory, as integers of as many bits, to be handed to the
interpreter's kernels and back; nothing is computed with them here but conversions of f16, of which
the value is an f32 (`lowering/widen_halves.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, cast

from xdsl.dialects import arith, vector
from xdsl.dialects.builtin import (
    AnyFloat,
    BFloat16Type,
    ComplexType,
    DenseIntOrFPElementsAttr,
    Float16Type,
    Float32Type,
    Float64Type,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    Signedness,
    f16,
    f32,
    f64,
    i1,
    i16,
    i32,
    i64,
)
from xdsl.dialects.utils.fast_math import FastMathFlag
from xdsl.ir import Attribute, Operation, SSAValue

from ...dialects import mhlo
from ...dialects.types import (
    bit_width,
    element_type_of,
    is_dense,
    is_integer,
    is_memref,
    is_uniform,
    is_unsigned,
)
from .builder import NO_FAST_MATH, LoopBuilder

REASSOCIATED = arith.FastMathFlagsAttr([FastMathFlag.REASSOC, FastMathFlag.ALLOW_CONTRACT])
"""Of sums and products over elements: their order is open."""
CONTRACTED = arith.FastMathFlagsAttr([FastMathFlag.ALLOW_CONTRACT])
FLOAT_PREDICATES = {"oeq": 1, "ogt": 2, "oge": 3, "olt": 4, "ole": 5, "uno": 14, "une": 13}

WIDTHS = (8, 16, 32, 64)
"""Of integers that are no booleans."""
NARROW_UNSIGNED = {8: i32, 16: i32, 32: i64}
"""The types of the values that unsigned integers of fewer than 64 bits are, by their widths."""
UNSIGNED_64 = IntegerType(64, Signedness.UNSIGNED)
_COMPLEX_BITS: dict[Attribute, int] = {f32: 64, f64: 128}
"""By the type of the two parts."""

Scalars: TypeAlias = Sequence[SSAValue]


def is_native(type_: Attribute) -> bool:
    """Whether native code has elements of this type."""
    if is_unsigned(type_):
        return bit_width(type_) in WIDTHS
    if is_integer(type_):
        signless = type_.signedness.data is Signedness.SIGNLESS
        return signless and type_.width.data in (1, *WIDTHS)
    return isinstance(type_, Float32Type | Float64Type | BFloat16Type | IndexType)


def is_stored(type_: Attribute) -> bool:
    """Whether buffers have elements of this type; native code may only hand them on."""
    return is_native(type_) or _bits_in_memory(type_) is not None


def _bits_in_memory(type_: Attribute) -> int | None:
    """The width of elements that lie in memory as integers, of which their values are none or have
    more bits; None of other types.
    """
    if is_unsigned(type_):
        width = bit_width(type_)
        return width if width in WIDTHS else None
    if isinstance(type_, ComplexType):
        return _COMPLEX_BITS.get(cast("Attribute", type_.element_type))
    return 16 if isinstance(type_, Float16Type) else None


def have_same_bits(one: Attribute, other: Attribute) -> bool:
    """Whether values of both types have as many bits, which lie in memory as they are."""
    signs = (Signedness.SIGNLESS, Signedness.UNSIGNED)
    in_memory = {f32, f64, *(IntegerType(width, sign) for width in WIDTHS for sign in signs)}
    return {one, other} <= in_memory and bit_width(one) == bit_width(other)


def element_of_buffer(buffer: SSAValue) -> Attribute:
    """The type that the elements of a memref have."""
    assert is_memref(buffer.type)
    return buffer.type.element_type


def in_memory(type_: Attribute) -> Attribute:
    """The type that elements have in memory."""
    if isinstance(type_, IndexType):
        return i64
    if (width := _bits_in_memory(type_)) is not None:
        return IntegerType(width)
    return IntegerType(8) if type_ == i1 else as_value(type_)


def as_value(type_: Attribute) -> Attribute:
    """The type that elements have as values."""
    if is_unsigned(type_):
        return NARROW_UNSIGNED.get(bit_width(type_) or 0, i64)
    return f32 if isinstance(type_, BFloat16Type | Float16Type) else type_


def narrow_unsigned(type_: Attribute) -> int | None:
    """The width of an unsigned integer whose value has more bits; None of other types."""
    width = bit_width(type_) if is_unsigned(type_) else None
    return width if width in NARROW_UNSIGNED else None


def wrapped(builder: LoopBuilder, value: SSAValue, type_: Attribute) -> SSAValue:
    """`value` as one of `type_`: its low bits where that is unsigned and has fewer."""
    width = narrow_unsigned(type_)
    if width is None or value.type != as_value(type_):
        return value
    low = builder.constant(2**width - 1, value.type)
    return builder.pure(arith.AndIOp, (value, low), value.type)


def is_bf16(value: SSAValue) -> bool:
    """Whether `value` is a tensor of bf16."""
    return isinstance(element_type_of(value), BFloat16Type)


def rounded_to_bf16(builder: LoopBuilder, value: SSAValue) -> SSAValue:
    """The nearest bf16 to an f32, ties to even; NaN stays."""

    def integer(kind: type[Operation], a: SSAValue, b: SSAValue | int) -> SSAValue:
        other = builder.constant(b, i32) if isinstance(b, int) else b
        return builder.pure(kind, (a, other), i32)

    bits = builder.pure(arith.BitcastOp, (value,), i32)
    last = integer(arith.AndIOp, integer(arith.ShRUIOp, bits, 16), 1)
    half = integer(arith.AddiOp, last, 0x7FFF)
    cut = integer(arith.AndIOp, integer(arith.AddiOp, bits, half), -(1 << 16))
    nearest = builder.pure(arith.BitcastOp, (cut,), f32)
    return builder.select(compare_floats(builder, "uno", value, value), value, nearest)


def rounded_to_f16(builder: LoopBuilder, value: SSAValue) -> SSAValue:
    """The nearest f16 to an f32 or f64, ties to even, as f32."""
    if value.type == f64:
        value = _rounded_to_odd(builder, value)
    return builder.pure(arith.ExtFOp, (builder.pure(arith.TruncFOp, (value,), f16),), f32)


def _rounded_to_odd(builder: LoopBuilder, value: SSAValue) -> SSAValue:
    """An f32 that rounds to the same f16 as an f64: its last bit stands for those cut off."""
    bits = builder.pure(arith.BitcastOp, (value,), i64)
    rest = builder.pure(arith.AndIOp, (bits, builder.constant(2**29 - 1, i64)), i64)
    kept = builder.pure(arith.XOrIOp, (bits, rest), i64)
    zero, last = builder.constant(0, i64), builder.constant(2**29, i64)
    last = builder.select(builder.compare("ne", rest, zero), last, zero)
    odd = builder.pure(arith.OrIOp, (kept, last), i64)
    return builder.pure(arith.TruncFOp, (builder.pure(arith.BitcastOp, (odd,), f64),), f32)


def from_half(builder: LoopBuilder, bits: SSAValue) -> SSAValue:
    """The f32 that the bits of an f16 are."""
    return builder.pure(arith.ExtFOp, (builder.pure(arith.BitcastOp, (bits,), f16),), f32)


def to_half(builder: LoopBuilder, value: SSAValue) -> SSAValue:
    """The bits of the nearest f16 to an f32."""
    return builder.pure(arith.BitcastOp, (builder.pure(arith.TruncFOp, (value,), f16),), i16)


def float_op(
    builder: LoopBuilder,
    op_type: type[Operation],
    operands: Scalars,
    flags: arith.FastMathFlagsAttr = CONTRACTED,
) -> SSAValue:
    """An op on floats whose result has the operands' type."""
    return builder.pure(op_type, operands, operands[0].type, {"fastmath": flags})


def compare_floats(builder: LoopBuilder, predicate: str, a: SSAValue, b: SSAValue) -> SSAValue:
    number = IntegerAttr(FLOAT_PREDICATES[predicate], i64)
    return builder.pure(arith.CmpfOp, (a, b), i1, {"predicate": number, "fastmath": NO_FAST_MATH})


def total_order_key(builder: LoopBuilder, value: SSAValue) -> SSAValue:
    """An integer in the total order of floats: -NaN < -inf < .. < -0 < +0 < .. < inf < NaN."""
    width = 64 if value.type == f64 else 32
    type_ = IntegerType(width)
    bits = builder.pure(arith.BitcastOp, (value,), type_)
    shifted = builder.pure(arith.ShRSIOp, (bits, builder.constant(width - 1, type_)), type_)
    low = builder.constant(2 ** (width - 1) - 1, type_)
    return builder.pure(
        arith.XOrIOp, (bits, builder.pure(arith.AndIOp, (shifted, low), type_)), type_
    )


def is_float_value(value: SSAValue) -> bool:
    return isinstance(value.type, AnyFloat)


def constant_element(builder: LoopBuilder, op: mhlo.ConstantOp) -> SSAValue:
    """The element of a constant whose elements are all the same."""
    value, type_ = cast("DenseIntOrFPElementsAttr", op.value), element_type_of(op.output)
    first = next(iter(value.iter_values()))
    assert isinstance(first, int | float)
    if is_unsigned(type_):
        width = bit_width(type_) or 0
        first = int(first) % 2**width
        first -= 2**64 * (width == 64 and first >= 2**63)  # its bits as an i64
    return builder.constant(first, as_value(type_))


def splat_of(value: SSAValue) -> float | None:
    """The float that `value`, or each of its elements, is, if that is a constant."""
    owner = value.owner
    if isinstance(owner, vector.BroadcastOp):
        return splat_of(owner.source)
    if not isinstance(owner, arith.ConstantOp):
        return None
    constant = owner.value
    if isinstance(constant, FloatAttr):
        return constant.value.data
    if is_dense(constant) and is_uniform(constant):
        first = next(iter(constant.iter_values()), None)
        return first if isinstance(first, float) else None
    return None
