"""Arithmetic on floats and on the integers that their bits are, one by one or in vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from xdsl.dialects import arith, llvm, math, scf, vector
from xdsl.dialects.builtin import (
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    IntegerAttr,
    StringAttr,
    VectorType,
    f64,
    i1,
    i16,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from .fusions_to_loops.builder import NO_FAST_MATH, PREDICATES, LoopBuilder
from .fusions_to_loops.elements import CONTRACTED, FLOAT_PREDICATES, float_op


def element_in(type_: Attribute) -> Attribute:
    """The element of a vector type; another type itself."""
    if isinstance(type_, VectorType):
        return cast("VectorType[Attribute]", type_).element_type
    return type_


class Floats:
    """Arithmetic on f32 and i32, f64 and i64, or on vectors of them."""

    def __init__(self, builder: LoopBuilder, type_: Attribute, scalef: bool):
        self._builder = builder
        self.element = element_in(type_)
        self._whole = i64 if self.element == f64 else i32
        self._shape = type_.get_shape() if isinstance(type_, VectorType) else None
        self.has_scalef = scalef

    def _of(self, element: Attribute) -> Attribute:
        return element if self._shape is None else VectorType(element, self._shape)

    def number(self, value: float) -> SSAValue:
        return self._constant(value, self.element)

    def _constant(self, value: float, element: Attribute) -> SSAValue:
        if self._shape is None:
            return self._builder.constant(value, element)
        type_ = cast("VectorType[Any]", VectorType(element, self._shape))
        splat: Attribute = DenseIntOrFPElementsAttr.from_list(type_, [value])
        return self._builder.pure(arith.ConstantOp, (), type_, {"value": splat})

    def add(self, a: SSAValue, b: SSAValue | float) -> SSAValue:
        return float_op(self._builder, arith.AddfOp, (a, self._value(b)))

    def subtract(self, a: SSAValue, b: SSAValue | float) -> SSAValue:
        return float_op(self._builder, arith.SubfOp, (a, self._value(b)))

    def times(self, a: SSAValue, b: SSAValue | float) -> SSAValue:
        return float_op(self._builder, arith.MulfOp, (a, self._value(b)))

    def over(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return float_op(self._builder, arith.DivfOp, (a, b))

    def fma(self, a: SSAValue, b: SSAValue | float, c: SSAValue | float) -> SSAValue:
        """`a * b + c`, rounded once."""
        operands = (a, self._value(b), self._value(c))
        return self._builder.pure(math.FmaOp, operands, a.type, {"fastmath": CONTRACTED})

    def polynomial(self, x: SSAValue, coefficients: Sequence[float]) -> SSAValue:
        """The polynomial with these coefficients, that of the highest power first."""
        result = self.number(coefficients[0])
        for coefficient in coefficients[1:]:
            result = self.fma(result, x, coefficient)
        return result

    def where(
        self, order: str, a: SSAValue, b: SSAValue | float, then: SSAValue | float, other: SSAValue
    ) -> SSAValue:
        """`then` where `a` and `b` are in `order`, else `other`."""
        return self._builder.select(self.test(order, a, b), self._value(then), other)

    def test(self, order: str, a: SSAValue, b: SSAValue | float) -> SSAValue:
        """Whether `a` and `b` are in `order`."""
        properties = {
            "predicate": IntegerAttr(FLOAT_PREDICATES[order], i64),
            "fastmath": NO_FAST_MATH,
        }
        return self._builder.pure(arith.CmpfOp, (a, self._value(b)), self._of(i1), properties)

    def where_bit(self, bits: SSAValue, bit: int, then: SSAValue, other: SSAValue) -> SSAValue:
        """`then` where `bits` have that `bit`, else `other`."""
        found = self.integer(arith.AndIOp, bits, bit)
        unequal = {"predicate": IntegerAttr(PREDICATES["ne"], i64)}
        zero = self._constant(0, self._whole)
        test = self._builder.pure(arith.CmpiOp, (found, zero), self._of(i1), unequal)
        return self._builder.select(test, then, other)

    def with_sign_of_bit(self, x: SSAValue, bits: SSAValue, bit: int) -> SSAValue:
        """`-x` where `bits` have that `bit`, one of the last, else `x`."""
        distance = self._whole.width.data - bit.bit_length()
        sign = self.integer(arith.ShLIOp, self.integer(arith.AndIOp, bits, bit), distance)
        return self.bits(self.integer(arith.XOrIOp, self.bits(x), sign))

    def size(self, x: SSAValue) -> SSAValue:
        """The absolute value."""
        return float_op(self._builder, math.AbsFOp, (x,), NO_FAST_MATH)

    def signed_as(self, x: SSAValue, y: SSAValue) -> SSAValue:
        """`x` with the sign of `y`."""
        return float_op(self._builder, math.CopySignOp, (x, y), NO_FAST_MATH)

    def clamped(self, x: SSAValue, low: float, high: float) -> SSAValue:
        """`x` between the bounds; NaN stays."""
        # In this order the processor has an instruction for each.
        bounds = self.number(low), self.number(high)
        below = self.where("olt", bounds[1], x, bounds[1], x)
        return self.where("ogt", bounds[0], below, bounds[0], below)

    def float_of(self, x: SSAValue) -> SSAValue:
        return self._builder.pure(arith.SIToFPOp, (x,), self._of(self.element))

    def wider(self) -> Floats:
        """The same in f64."""
        return Floats(self._builder, self._of(f64), False)

    def extended(self, x: SSAValue) -> SSAValue:
        """A number of fewer digits as one of these."""
        return self._builder.pure(
            arith.ExtFOp, (x,), self._of(self.element), {"fastmath": NO_FAST_MATH}
        )

    def truncated(self, x: SSAValue, element: Attribute) -> SSAValue:
        """The nearest number of fewer digits."""
        return self._builder.pure(
            arith.TruncFOp, (x,), self._of(element), {"fastmath": NO_FAST_MATH}
        )

    def whole(self, x: SSAValue) -> SSAValue:
        """`x` rounded towards 0."""
        return float_op(self._builder, math.TruncOp, (x,), NO_FAST_MATH)

    def integer(self, kind: type[Operation], a: SSAValue, b: SSAValue | int) -> SSAValue:
        other = self._constant(b, self._whole) if isinstance(b, int) else b
        return self._builder.pure(kind, (a, other), a.type)

    def bits(self, x: SSAValue) -> SSAValue:
        """Floats as integers of as many bits, or the other way."""
        to = self._whole if element_in(x.type) == self.element else self.element
        return self._builder.pure(arith.BitcastOp, (x,), self._of(to))

    def scaled(self, x: SSAValue, n: SSAValue) -> SSAValue:
        """`x * 2^n` for whole `n`, in f32, by `vscalefps`."""
        every, rounding = IntegerAttr(-1, i16), IntegerAttr(4, i32)
        mask, current = (
            self._builder.pure(arith.ConstantOp, (), attribute.type, {"value": attribute})
            for attribute in (every, rounding)
        )
        properties: dict[str, Attribute] = {
            "intrin": StringAttr("llvm.x86.avx512.mask.scalef.ps.512"),
            "op_bundle_sizes": DenseArrayBase.from_list(i32, []),
            "operandSegmentSizes": DenseArrayBase.from_list(i32, [5, 0]),
        }
        operands = (x, n, x, mask, current)
        return self._builder.pure(llvm.CallIntrinsicOp, operands, x.type, properties)

    def library_where(
        self, test: SSAValue, kind: type[Operation], x: SSAValue, other: SSAValue
    ) -> SSAValue:
        """What a library computes of `x`, of all lanes where `test` holds of some; else `other`."""
        builder = self._builder
        if self._shape is not None:
            either = {"kind": vector.CombiningKindAttr(vector.CombiningKindFlag("or"))}
            test = builder.pure(vector.ReductionOp, (test,), i1, either)
        regions = list[Region]()
        for end in (None, other):
            builder.open(Block())
            if end is None:
                properties: dict[str, Attribute] = {"fastmath": CONTRACTED}
                call = kind.create(operands=[x], result_types=[x.type], properties=properties)
                end = builder.here(call).results[0]
            builder.here(scf.YieldOp.create(operands=[end]))
            regions.append(Region(builder.close()))
        branch = scf.IfOp.create(operands=[test], result_types=[x.type], regions=regions)
        return builder.here(branch).results[0]

    def _value(self, value: SSAValue | float) -> SSAValue:
        return value if isinstance(value, SSAValue) else self.number(value)
