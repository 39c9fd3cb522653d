"""Elementwise formulas in Python's notation: what many tf ops are lowered to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import AnyFloat, ComplexType, f32, f64, i1
from xdsl.ir import Attribute, Operation, SSAValue

from ...dialects import mhlo
from ...dialects.mhlo.enums import ComparisonDirection, ComparisonDirectionAttr
from ...dialects.types import element_type_of, integer_width, real_part_type
from .builder import Builder, Lowering


@dataclass(frozen=True, slots=True)
class Elements:
    """A tensor in a formula; tensors combined have one shape, and a number is a splat of it."""

    b: Builder
    value: SSAValue

    @property
    def element_type(self) -> Attribute:
        return element_type_of(self.value)

    @property
    def is_integer(self) -> bool:
        """Whether the elements are integers (truth values not among them)."""
        return integer_width(self.element_type) not in (None, 1)

    def full(self, number: float) -> Elements:
        """A tensor of the same type full of `number`."""
        return Elements(self.b, self.b.splat(number, self.b.like(self.value, self.element_type)))

    def apply(self, op: type[Operation], *others: Elements | float) -> Elements:
        """`op` on this tensor and `others`, with a result of the same type."""
        operands = [self.value, *(self._same(other).value for other in others)]
        return Elements(self.b, self.b.create(op, operands, self.value.type))

    def compare(self, direction: str, other: Elements | float) -> Elements:
        attribute = ComparisonDirectionAttr(ComparisonDirection(direction))
        operands, type = [self.value, self._same(other).value], self.b.like(self.value, i1)
        new = self.b.create(mhlo.CompareOp, operands, type, comparison_direction=attribute)
        return Elements(self.b, new)

    def convert(self, element_type: Attribute) -> Elements:
        return Elements(self.b, self.b.convert(self.value, element_type))

    def _same(self, other: Elements | float) -> Elements:
        return other if isinstance(other, Elements) else self.full(other)

    def __add__(self, other: Elements | float) -> Elements:
        return self.apply(mhlo.AddOp, other)

    def __sub__(self, other: Elements | float) -> Elements:
        return self.apply(mhlo.SubtractOp, other)

    def __mul__(self, other: Elements | float) -> Elements:
        return self.apply(mhlo.MultiplyOp, other)

    def __truediv__(self, other: Elements | float) -> Elements:
        return self.apply(mhlo.DivideOp, other)

    def __mod__(self, other: Elements | float) -> Elements:
        """The remainder with the sign of the dividend."""
        return self.apply(mhlo.RemainderOp, other)

    def __radd__(self, other: float) -> Elements:
        return self.full(other) + self

    def __rsub__(self, other: float) -> Elements:
        return self.full(other) - self

    def __rmul__(self, other: float) -> Elements:
        return self.full(other) * self

    def __rtruediv__(self, other: float) -> Elements:
        return self.full(other) / self

    def __neg__(self) -> Elements:
        return self.apply(mhlo.NegateOp)

    def __abs__(self) -> Elements:
        """The magnitudes, real numbers."""
        type = self.b.like(self.value, real_part_type(self.element_type))
        return Elements(self.b, self.b.create(mhlo.AbsOp, [self.value], type))

    def __lt__(self, other: Elements | float) -> Elements:
        return self.compare("LT", other)

    def __gt__(self, other: Elements | float) -> Elements:
        return self.compare("GT", other)

    def __ge__(self, other: Elements | float) -> Elements:
        return self.compare("GE", other)

    def equals(self, other: Elements | float) -> Elements:
        return self.compare("EQ", other)

    def differs(self, other: Elements | float) -> Elements:
        return self.compare("NE", other)

    def __le__(self, other: Elements | float) -> Elements:
        return self.compare("LE", other)

    def __invert__(self) -> Elements:
        return self.apply(mhlo.NotOp)

    def __or__(self, other: Elements) -> Elements:
        return self.apply(mhlo.OrOp, other)

    def __and__(self, other: Elements) -> Elements:
        return self.apply(mhlo.AndOp, other)

    def exp(self) -> Elements:
        return self.apply(mhlo.ExponentialOp)

    def expm1(self) -> Elements:
        return self.apply(mhlo.ExponentialMinusOneOp)

    def log(self) -> Elements:
        return self.apply(mhlo.LogOp)

    def log1p(self) -> Elements:
        return self.apply(mhlo.LogPlusOneOp)

    def floor(self) -> Elements:
        return self.apply(mhlo.FloorOp)

    def power(self, exponent: Elements | float) -> Elements:
        return self.apply(mhlo.PowerOp, exponent)

    def sqrt(self) -> Elements:
        return self.apply(mhlo.SqrtOp)

    def at_least(self, other: Elements | float) -> Elements:
        return self.apply(mhlo.MaximumOp, other)

    def at_most(self, other: Elements | float) -> Elements:
        return self.apply(mhlo.MinimumOp, other)


def where(condition: Elements, then: Elements, otherwise: Elements | float) -> Elements:
    """`then` where `condition` holds, else `otherwise`."""
    if not isinstance(otherwise, Elements):
        otherwise = then.full(otherwise)
    operands = [condition.value, then.value, otherwise.value]
    return Elements(then.b, then.b.create(mhlo.SelectOp, operands, then.value.type))


def polynomial(x: Elements, coefficients: Sequence[float]) -> Elements:
    """The polynomial with these coefficients, the highest power first."""
    first, second, *others = coefficients
    result = x * first + second
    for coefficient in others:
        result = result * x + coefficient
    return result


Formula = Callable[..., Elements]
"""The result from the operands."""


def formula(build: Formula) -> Lowering:
    """A lowering that broadcasts the operands to the result's shape and applies `build`."""

    def lower(op: Operation, b: Builder) -> Sequence[SSAValue]:
        type = b.type(op.results[0])
        operands = [Elements(b, b.broadcast(b.operand(o), type)) for o in op.operands]
        return (build(*operands).value,)

    return lower


def of_reals(build: Formula, least: AnyFloat = f32) -> Formula:
    """`build` for real numbers only; those with fewer bits than `least` are converted."""

    def in_at_least(*operands: Elements) -> Elements:
        b, element_type = operands[0].b, operands[0].element_type
        if isinstance(element_type, ComplexType):
            raise b.fail("complex elements are not supported")
        if not isinstance(element_type, AnyFloat):
            raise b.fail(f"elements of type {element_type} are not supported")
        if element_type.bitwidth >= least.bitwidth:
            return build(*operands)
        return build(*(o.convert(least) for o in operands)).convert(element_type)

    return in_at_least


def real_formula(build: Formula, least: AnyFloat = f32) -> Lowering:
    """The `formula` of `of_reals`."""
    return formula(of_reals(build, least))


def formula_by_kind(real: Formula, of_complex: Formula) -> Lowering:
    """A `formula` for real and one for complex numbers."""

    def build(*operands: Elements) -> Elements:
        is_complex = isinstance(operands[0].element_type, ComplexType)
        return (of_complex if is_complex else of_reals(real))(*operands)

    return formula(build)


def wide_formula(build: Formula) -> Lowering:
    """A `formula` for real numbers only, computed with 64 bits."""
    return real_formula(build, f64)
