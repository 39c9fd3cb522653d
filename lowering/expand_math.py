"""`exp`, `tanh`, `log`, `erf`, `expm1` and `log1p` of f32 and of vectors of f32 in `arith`; `sin`,
`cos`, `tan` and `atan2` by `circular_functions`, `pow` by `powers`, f64 by `double_functions`.

The polynomials are those of the Cephes library (S. Moshier) for `exp` and `log`, and the rational
functions of Eigen and XLA for `tanh` and `erf`; `expm1` and `log1p`, of f64 too, are W. Kahan's.
Errors are at most 5 units in the last place, of `exp` and `log` 1; NaN, infinities, zeros and
subnormal numbers are as of libm.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import frexp, inf, nan
from typing import TypeAlias

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
from . import double_functions
from .circular_functions import arctangent2, cosine, sine, tangent
from .erf_coefficients import ERF_ABOVE, ERF_BELOW, ERF_END
from .float_arithmetic import Floats, element_in
from .fusions_to_loops.builder import LoopBuilder
from .fusions_to_loops.elements import splat_of
from .powers import power

EXP = (1.3863757485e-3, 8.3675095811e-3, 4.1667237878e-2, 1.6666534543e-1, 0.5, 1.0, 1.0)
"""The polynomial that is nearest to e^r there; its greatest error is 4e-9."""
LEAST, LEAST_BESIDE_ONE = -104.0, -86.5
"""Below it e^x is 0; below it 1 + e^x is 1, and above it e^x is no subnormal number."""
Expansion: TypeAlias = Callable[..., SSAValue]
"""Of the arithmetic and the operands of an op its result."""
SCALEF = VectorType(f32, [16])
"""What AVX-512 multiplies by powers of two at once."""


@dataclass(frozen=True)
class ExpandMathPass(ModulePass):
    """Every `math.exp`, `log`, `tanh`, `expm1` and `log1p` of f32 and f64; `erf`, `sin`, `cos`,
    `tan`, `atan2` and `powf` of f32.
    """

    name = "tieshape-expand-math"

    scalef: bool = False
    """Powers of two for vectors of 16 by the instruction `vscalefps` of AVX-512."""

    @keeping_places
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for inner in list(op.walk()):
            expand = EXPANSIONS.get(type(inner))
            if expand is None or element_in(inner.results[0].type) not in _elements(inner):
                continue
            more = ONE_MORE.get(type(inner)) if element_in(inner.results[0].type) == f32 else None
            if more is not None and (sum_ := _one_more(inner)) is not None:
                self._replace(sum_, inner.operands, more)
                inner.detach()
                inner.erase()
            else:
                self._replace(inner, inner.operands, expand)

    def _replace(self, op: Operation, operands: Sequence[SSAValue], expand: Expansion) -> None:
        builder, parent, type_ = LoopBuilder(), op.parent, operands[0].type
        assert parent is not None
        builder.open(block := Block())
        result = expand(Floats(builder, type_, self.scalef and type_ == SCALEF), *operands)
        for made in list(block.ops):
            made.detach()
            parent.insert_op_before(made, op)
        op.results[0].replace_all_uses_with(result)
        op.detach()
        op.erase()


def _elements(op: Operation) -> tuple[Attribute, ...]:
    """What an op of `EXPANSIONS` is arithmetic for."""
    return (f32, f64) if isinstance(op, OF_F64) else (f32,)


def _one_more(op: Operation) -> Operation | None:
    """The sum with 1 that is the only use of `op`."""
    (result,) = op.results
    if not result.has_one_use():
        return None
    (use,) = result.uses
    add = use.operation
    if isinstance(add, arith.AddfOp) and splat_of(add.operands[1 - use.index]) == 1:
        return add
    return None


def _exp(m: Floats, x: SSAValue) -> SSAValue:
    """Of a negative or of a product with a power of two the factor goes into the constants."""
    if m.element == f64:
        return double_functions.exp(m, x)
    return _exp_of(m, *_with_factor(x))


def _one_and_exp(m: Floats, x: SSAValue) -> SSAValue:
    return m.add(_exp_of(m, *_with_factor(x), least=LEAST_BESIDE_ONE), 1.0)


def _with_factor(x: SSAValue) -> tuple[SSAValue, float]:
    """A value and a power of two, or its negative, whose product `x` is; the latter may be 1."""
    factor = 1.0
    while (found := _factor(x)) is not None and 2**-8 <= abs(factor * found[1]) <= 2**8:
        x, factor = found[0], factor * found[1]
    return x, factor


def _factor(x: SSAValue) -> tuple[SSAValue, float] | None:
    """A value and a power of two or its negative, whose product `x` is."""
    match x.owner:
        case arith.NegfOp(operand=value):
            return value, -1.0
        case arith.MulfOp(lhs=a, rhs=b):
            for value, other in ((a, b), (b, a)):
                number = splat_of(other)
                if number is not None and abs(frexp(number)[0]) == 0.5:
                    return value, number
        case _:
            pass
    return None


def _one_and_tanh(m: Floats, x: SSAValue) -> SSAValue:
    """1 + tanh x is 2 / (1 + e^-2x), of which no digits are lost where it is near 0."""
    return m.over(m.number(2.0), m.add(_exp_of(m, x, -2.0, least=LEAST_BESIDE_ONE), 1.0))


def _exp_of(m: Floats, x: SSAValue, factor: float, *, least: float = LEAST) -> SSAValue:
    """e^(factor * x) as 2^n * e^r with r in [-ln 2 / 2, ln 2 / 2]; factor: 2^k or -2^k.

    least: what is less than that may count as it
    A sum with 1.5 * 2^23 has the nearest whole number in its last bits. 2^n is two factors, for
    n from -150 to 128: the halves of n, rounded down and up, as exponents. From -125 on it is
    2^(n - 1), one exponent, of a polynomial that has the other 2 in its coefficients.
    """
    magic, is_one_factor = 12582912.0, least >= LEAST_BESIDE_ONE and not m.has_scalef
    inside = m.clamped(x, *sorted((least / factor, 89.0 / factor)))
    sum_ = m.fma(inside, 1.44269504 * factor, magic)
    n = m.subtract(sum_, magic)
    r = m.fma(n, 2.12194440e-4 / factor, m.fma(n, -0.693359375 / factor, inside))
    powers = [c * factor**power for c, power in zip(EXP, range(len(EXP) - 1, -1, -1), strict=True)]
    y = m.polynomial(r, [2 * c for c in powers] if is_one_factor else powers)
    if m.has_scalef:
        return m.scaled(y, n)
    if is_one_factor:
        exponent = m.integer(arith.ShLIOp, m.bits(sum_), 23)
        return m.times(y, m.bits(m.integer(arith.AddiOp, exponent, 126 << 23)))
    twice = m.integer(arith.ShLIOp, m.bits(sum_), 22)
    for n_or_more in (twice, m.integer(arith.AddiOp, twice, 1 << 22)):
        half = m.integer(arith.AndIOp, n_or_more, -(1 << 23))
        y = m.times(y, m.bits(m.integer(arith.AddiOp, half, 127 << 23)))
    return y


def _tanh(m: Floats, x: SSAValue) -> SSAValue:
    """An odd rational function, held from 7.9 on; 1 from where that is the nearest number on."""
    if m.element == f64:
        return double_functions.tanh(m, x)
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
    size = m.times(x, x)
    one = m.where("olt", x, 0.0, -1.0, m.number(1.0))
    found = m.where("ogt", size, 81.2, one, quotient)  # (13 log 2)^2
    # Where x is so small that its square is 0 or rounds away, tanh x is x.
    return m.where("olt", size, 1.6e-7, x, found)


def _erf(m: Floats, x: SSAValue) -> SSAValue:
    """An odd rational function; beyond 3.83 the result is 1 to the last places."""
    inside = m.clamped(x, -ERF_END, ERF_END)
    square = m.times(inside, inside)
    above, below = m.polynomial(square, ERF_ABOVE), m.polynomial(square, ERF_BELOW)
    return m.over(m.times(inside, above), below)


def _log(m: Floats, x: SSAValue) -> SSAValue:
    """log of the mantissa in [sqrt(1/2), sqrt(2)) and the exponent times log 2."""
    if m.element == f64:
        return double_functions.log(m, x)
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
    u = _exp(m, x)
    less = m.subtract(u, 1.0)
    result = m.times(less, m.over(x, _log(m, u)))
    result = m.where("olt", u, 1e-16, -1.0, m.where("ogt", u, 1e17, less, result))
    return m.where("oeq", u, 1.0, x, result)


def _log1p(m: Floats, x: SSAValue) -> SSAValue:
    """log u * x / (u - 1) with u = 1 + x, where the errors of u cancel; x where u is 1."""
    u = m.add(x, 1.0)
    log = _log(m, u)
    result = m.times(log, m.over(x, m.subtract(u, 1.0)))
    result = m.where("ogt", u, 1e17, log, result)
    return m.where("oeq", u, 1.0, x, result)


EXPANSIONS: dict[type[Operation], Expansion] = {
    math.ExpOp: _exp,
    math.TanhOp: _tanh,
    math.LogOp: _log,
    math.ErfOp: _erf,
    math.ExpM1Op: _expm1,
    math.Log1pOp: _log1p,
    math.SinOp: sine,
    math.CosOp: cosine,
    math.TanOp: tangent,
    math.Atan2Op: arctangent2,
    math.PowFOp: power,
}
OF_F64 = math.ExpOp | math.LogOp | math.TanhOp | math.ExpM1Op | math.Log1pOp
"""Those that are arithmetic for f64 too."""
ONE_MORE: dict[type[Operation], Expansion] = {math.TanhOp: _one_and_tanh, math.ExpOp: _one_and_exp}
"""A sum with 1 that is the only use of an op."""
