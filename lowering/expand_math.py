"""`exp`, `tanh`, `log`, `erf`, `expm1` and `log1p` of f32 and of vectors of f32 in `arith`.

The polynomials are those of the Cephes library (S. Moshier) for `exp` and `log`, and the rational
functions of Eigen and XLA for `tanh` and `erf`; `expm1` and `log1p`, of f64 too, are W. Kahan's.
Errors are at most 5 units in the last place, of `exp` and `log` 1; NaN, infinities, zeros and
subnormal numbers are as of libm.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, nan

from xdsl.context import Context
from xdsl.dialects import arith, math
from xdsl.dialects.builtin import (
    ModuleOp,
    VectorType,
    f32,
    f64,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.passes import ModulePass

from ..materialize.places import keeping_places
from .erf_coefficients import ERF_ABOVE, ERF_BELOW, ERF_END
from .float_arithmetic import Floats, element_in
from .fusions_to_loops.builder import LoopBuilder

SCALEF = VectorType(f32, [16])
"""What AVX-512 multiplies by powers of two at once."""


@dataclass(frozen=True)
class ExpandMathPass(ModulePass):
    """Every `math.exp`, `tanh`, `log` and `erf` of f32, `math.expm1` and `log1p` of f32 and f64."""

    name = "tieshape-expand-math"

    scalef: bool = False
    """Powers of two for vectors of 16 by the instruction `vscalefps` of AVX-512."""

    @keeping_places
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for inner in list(op.walk()):
            expand = EXPANSIONS.get(type(inner))
            if expand is not None and element_in(inner.results[0].type) in _elements(inner):
                self._replace(inner, expand)

    def _replace(self, op: Operation, expand: Callable[[Floats, SSAValue], SSAValue]) -> None:
        builder, parent = LoopBuilder(), op.parent
        assert parent is not None
        builder.open(block := Block())
        type_ = op.operands[0].type
        result = expand(Floats(builder, type_, self.scalef and type_ == SCALEF), op.operands[0])
        for made in list(block.ops):
            made.detach()
            parent.insert_op_before(made, op)
        op.results[0].replace_all_uses_with(result)
        op.detach()
        op.erase()


def _elements(op: Operation) -> tuple[Attribute, ...]:
    """What an op of `EXPANSIONS` is arithmetic for."""
    return (f32, f64) if isinstance(op, math.ExpM1Op | math.Log1pOp) else (f32,)


def _exp(m: Floats, x: SSAValue) -> SSAValue:
    """2^n * e^r with r in [-ln 2 / 2, ln 2 / 2].

    A sum with 1.5 * 2^23 has the nearest whole number in its last bits. 2^n is two factors, for
    n from -150 to 128: the halves of n, rounded down and up, as exponents.
    """
    magic = 12582912.0
    inside = m.clamped(x, -104.0, 89.0)
    sum_ = m.fma(inside, 1.44269504, magic)
    n = m.subtract(sum_, magic)
    r = m.fma(n, 2.12194440e-4, m.fma(n, -0.693359375, inside))
    p = m.polynomial(
        r,
        [1.9875691500e-4, 1.3981999507e-3, 8.3334519073e-3, 4.1665795894e-2, 1.6666665459e-1, 0.5],
    )
    y = m.add(m.fma(p, m.times(r, r), r), 1.0)
    if m.has_scalef:
        return m.scaled(y, n)
    twice = m.integer(arith.ShLIOp, m.bits(sum_), 22)
    for n_or_more in (twice, m.integer(arith.AddiOp, twice, 1 << 22)):
        half = m.integer(arith.AndIOp, n_or_more, -(1 << 23))
        y = m.times(y, m.bits(m.integer(arith.AddiOp, half, 127 << 23)))
    return y


def _tanh(m: Floats, x: SSAValue) -> SSAValue:
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


def _erf(m: Floats, x: SSAValue) -> SSAValue:
    """An odd rational function; beyond 3.83 the result is 1 to the last places."""
    inside = m.clamped(x, -ERF_END, ERF_END)
    square = m.times(inside, inside)
    above, below = m.polynomial(square, ERF_ABOVE), m.polynomial(square, ERF_BELOW)
    return m.over(m.times(inside, above), below)


def _log(m: Floats, x: SSAValue) -> SSAValue:
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


def _expm1(m: Floats, x: SSAValue) -> SSAValue:
    """(u - 1) * x / log u with u = e^x, where the errors of u cancel; x where u is 1."""
    u = _exp(m, x) if m.element == f32 else m.library(math.ExpOp, x)
    less = m.subtract(u, 1.0)
    result = m.times(less, m.over(x, _log_of(m, u)))
    result = m.where("olt", u, 1e-16, -1.0, m.where("ogt", u, 1e17, less, result))
    return m.where("oeq", u, 1.0, x, result)


def _log_of(m: Floats, x: SSAValue) -> SSAValue:
    return _log(m, x) if m.element == f32 else m.library(math.LogOp, x)


def _log1p(m: Floats, x: SSAValue) -> SSAValue:
    """log u * x / (u - 1) with u = 1 + x, where the errors of u cancel; x where u is 1."""
    u = m.add(x, 1.0)
    log = _log_of(m, u)
    result = m.times(log, m.over(x, m.subtract(u, 1.0)))
    result = m.where("ogt", u, 1e17, log, result)
    return m.where("oeq", u, 1.0, x, result)


EXPANSIONS: dict[type[Operation], Callable[[Floats, SSAValue], SSAValue]] = {
    math.ExpOp: _exp,
    math.TanhOp: _tanh,
    math.LogOp: _log,
    math.ErfOp: _erf,
    math.ExpM1Op: _expm1,
    math.Log1pOp: _log1p,
}
