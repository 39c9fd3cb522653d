"""`exp`, `tanh` and `log` of f32 in `arith`, so that they are computed for many elements at once.

The polynomials are those of the Cephes library (S. Moshier) for `exp` and `log`, and the rational
function of Eigen for `tanh`. Errors are at most 5 units in the last place, of `exp` and `log` 1;
NaN, infinities, zeros and subnormal numbers are as of libm.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf, nan

from xdsl.context import Context
from xdsl.dialects import arith, math
from xdsl.dialects.builtin import ModuleOp, f32, i32
from xdsl.ir import Block, Operation, SSAValue
from xdsl.passes import ModulePass

from ..materialize.places import keeping_places
from .fusions_to_loops.builder import LoopBuilder
from .fusions_to_loops.elements import CONTRACTED, compare_floats, float_op


@dataclass(frozen=True)
class ExpandMathPass(ModulePass):
    """Every `math.exp`, `math.tanh` and `math.log` of f32."""

    name = "tieshape-expand-math"

    @keeping_places
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for inner in list(op.walk()):
            expand = EXPANSIONS.get(type(inner))
            if expand is not None and inner.results[0].type == f32:
                _replace(inner, expand)


def _replace(op: Operation, expand: Callable[[_Scalars, SSAValue], SSAValue]) -> None:
    builder, parent = LoopBuilder(), op.parent
    assert parent is not None
    builder.open(block := Block())
    result = expand(_Scalars(builder), op.operands[0])
    for made in list(block.ops):
        made.detach()
        parent.insert_op_before(made, op)
    op.results[0].replace_all_uses_with(result)
    op.detach()
    op.erase()


class _Scalars:
    """Arithmetic on f32 and i32."""

    def __init__(self, builder: LoopBuilder):
        self._builder = builder

    def number(self, value: float) -> SSAValue:
        return self._builder.constant(value, f32)

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
        return self._builder.pure(math.FmaOp, operands, f32, {"fastmath": CONTRACTED})

    def rounded(self, a: SSAValue) -> SSAValue:
        return float_op(self._builder, math.RoundEvenOp, (a,))

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
        test = compare_floats(self._builder, order, a, self._value(b))
        return self._builder.select(test, self._value(then), other)

    def clamped(self, x: SSAValue, low: float, high: float) -> SSAValue:
        """`x` between the bounds; NaN stays."""
        return self.where("olt", x, low, low, self.where("ogt", x, high, high, x))

    def whole(self, x: SSAValue) -> SSAValue:
        """`x`, a small whole number, as i32; 0 for NaN."""
        number = self.where("uno", x, x, 0.0, x)
        return self._builder.pure(arith.FPToSIOp, (number,), i32)

    def float_of(self, x: SSAValue) -> SSAValue:
        return self._builder.pure(arith.SIToFPOp, (x,), f32)

    def integer(self, kind: type[Operation], a: SSAValue, b: SSAValue | int) -> SSAValue:
        other = self._builder.constant(b, i32) if isinstance(b, int) else b
        return self._builder.pure(kind, (a, other), i32)

    def bits(self, x: SSAValue) -> SSAValue:
        """An f32 as i32, or the other way."""
        return self._builder.pure(arith.BitcastOp, (x,), i32 if x.type == f32 else f32)

    def power_of_two(self, n: SSAValue) -> SSAValue:
        """2 to a power in [-126, 127]."""
        biased = self.integer(arith.AddiOp, n, 127)
        return self.bits(self.integer(arith.ShLIOp, biased, 23))

    def _value(self, value: SSAValue | float) -> SSAValue:
        return value if isinstance(value, SSAValue) else self.number(value)


def _exp(m: _Scalars, x: SSAValue) -> SSAValue:
    """2^n * e^r with r in [-ln 2 / 2, ln 2 / 2]; 2^n in two factors, for subnormal results."""
    inside = m.clamped(x, -104.0, 89.0)
    n = m.rounded(m.times(inside, 1.44269504))
    r = m.fma(n, 2.12194440e-4, m.fma(n, -0.693359375, inside))
    p = m.polynomial(
        r,
        [1.9875691500e-4, 1.3981999507e-3, 8.3334519073e-3, 4.1665795894e-2, 1.6666665459e-1, 0.5],
    )
    y = m.add(m.fma(p, m.times(r, r), r), 1.0)
    whole = m.whole(n)
    half = m.integer(arith.ShRSIOp, whole, 1)
    rest = m.integer(arith.SubiOp, whole, half)
    return m.times(m.times(y, m.power_of_two(half)), m.power_of_two(rest))


def _tanh(m: _Scalars, x: SSAValue) -> SSAValue:
    """An odd rational function; beyond 7.9 the result is 1 to the last place or two."""
    inside = m.clamped(x, -7.90531110763549805, 7.90531110763549805)
    square = m.times(inside, inside)
    above = m.polynomial(
        square,
        [
            *(-2.76076847742355e-16, 2.00018790482477e-13, -8.60467152213735e-11),
            *(5.12229709037114e-08, 1.48572235717979e-05, 6.37261928875436e-04),
            4.89352455891786e-03,
        ],
    )
    below = m.polynomial(
        square,
        [1.19825839466702e-06, 1.18534705686654e-04, 2.26843463243900e-03, 4.89352518554385e-03],
    )
    quotient = m.over(m.times(inside, above), below)
    # Where x is so small that its square is 0 or rounds away, tanh x is x.
    return m.where("olt", m.times(x, x), 1.6e-7, x, quotient)


def _log(m: _Scalars, x: SSAValue) -> SSAValue:
    """log of the mantissa in [sqrt(1/2), sqrt(2)) and the exponent times log 2."""
    least = 1.17549435e-38
    scaled = m.where("olt", x, least, m.times(x, 8388608.0), x)
    bits = m.bits(scaled)
    exponent = m.float_of(m.integer(arith.SubiOp, m.integer(arith.ShRUIOp, bits, 23), 126))
    exponent = m.where("olt", x, least, m.subtract(exponent, 23.0), exponent)
    digits = m.integer(arith.AndIOp, bits, 0x7FFFFF)
    mantissa = m.bits(m.integer(arith.OrIOp, digits, 0x3F000000))
    root = 0.707106781
    e = m.where("olt", mantissa, root, m.subtract(exponent, 1.0), exponent)
    r = m.subtract(m.where("olt", mantissa, root, m.add(mantissa, mantissa), mantissa), 1.0)
    square = m.times(r, r)
    p = m.polynomial(
        r,
        [
            *(7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1),
            *(1.4249322787e-1, -1.6668057665e-1, 2.0000714765e-1, -2.4999993993e-1),
            3.3333331174e-1,
        ],
    )
    y = m.fma(e, -2.12194440e-4, m.times(m.times(p, r), square))
    y = m.add(r, m.fma(square, -0.5, y))
    y = m.fma(e, 0.693359375, y)
    y = m.where("oeq", x, 0.0, -inf, y)
    y = m.where("olt", x, 0.0, nan, y)
    y = m.where("oeq", x, inf, inf, y)
    return m.where("uno", x, x, x, y)


EXPANSIONS: dict[type[Operation], Callable[[_Scalars, SSAValue], SSAValue]] = {
    math.ExpOp: _exp,
    math.TanhOp: _tanh,
    math.LogOp: _log,
}
