"""Special functions against mpmath at 30 digits, on numbers of every region and at the ends of each."""

import mpmath
import numpy as np
import pytest

from .harness import Argument, check_last, check_op

mpmath.mp.dps = 30
RNG = np.random.default_rng(7)


def spread(*ends, count=24):
    low, high = min(ends), max(ends)
    return np.concatenate([np.array(ends), RNG.uniform(low, high, count)])


def exactly(function, *operands, dtype="float32"):
    """`function` of each element, as an array of `dtype`."""

    def value(*numbers):
        result = function(*map(mpmath.mpf, map(float, numbers)))
        return float(mpmath.re(result))

    return np.vectorize(value, otypes=[dtype])(*operands)


def dawson(x):
    return mpmath.sqrt(mpmath.pi) / 2 * mpmath.exp(-x * x) * mpmath.erfi(x)


UNARY = {
    "Lgamma": (lambda x: mpmath.log(abs(mpmath.gamma(x))), spread(-9.7, 0.4, 0.5, 1, 2, 9.9, 50)),
    "Digamma": (mpmath.digamma, spread(-9.7, -0.5, 0.4, 1, 10, 40)),
    "Dawsn": (dawson, spread(-9.7, -0.21, -0.19, 0, 0.15, 0.25, 1, 6, 40)),
    "FresnelCos": (mpmath.fresnelc, spread(-9, -1.51, -1.49, 0, 1.4, 1.6, 5, 40)),
    "FresnelSin": (mpmath.fresnels, spread(-9, -1.51, -1.49, 0, 1.4, 1.6, 5, 40)),
    "Expint": (mpmath.ei, spread(0.01, 0.4, 1, 5, 49, 50, 51, 85)),
    "Spence": (lambda x: mpmath.polylog(2, 1 - x), spread(0.0, 0.4, 0.5, 1, 1.5, 2, 2.5, 9, 1e4)),
    "Ndtri": (lambda p: mpmath.sqrt(2) * mpmath.erfinv(2 * p - 1), spread(1e-6, 0.5, 0.9999)),
    "BesselI0": (lambda x: mpmath.besseli(0, x), spread(-20, 0, 15, 16)),
    "BesselI1": (lambda x: mpmath.besseli(1, x), spread(-20, 0, 15, 16)),
    "BesselI0e": (lambda x: mpmath.besseli(0, x) * mpmath.exp(-abs(x)), spread(-40, 0, 15, 40)),
    "BesselI1e": (lambda x: mpmath.besseli(1, x) * mpmath.exp(-abs(x)), spread(-40, 0, 15, 40)),
    "BesselJ0": (lambda x: mpmath.besselj(0, x), spread(-30, 0, 15, 30)),
    "BesselJ1": (lambda x: mpmath.besselj(1, x), spread(-30, 0, 15, 30)),
    "BesselY0": (lambda x: mpmath.bessely(0, x), spread(0.01, 15, 30)),
    "BesselY1": (lambda x: mpmath.bessely(1, x), spread(0.01, 15, 30)),
    "BesselK0": (lambda x: mpmath.besselk(0, x), spread(0.01, 8.5, 15)),
    "BesselK1": (lambda x: mpmath.besselk(1, x), spread(0.01, 8.5, 15)),
    "BesselK0e": (lambda x: mpmath.besselk(0, x) * mpmath.exp(x), spread(0.01, 8.5, 15)),
    "BesselK1e": (lambda x: mpmath.besselk(1, x) * mpmath.exp(x), spread(0.01, 8.5, 15)),
}


@pytest.mark.parametrize("op", UNARY)
def test_functions_of_one_number(op):
    function, numbers = UNARY[op]
    x = numbers.astype(np.float32)
    check_op(f"tf.{op}", [Argument(x)], [exactly(function, x)], rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize(
    "op", ["Lgamma", "Digamma", "Dawsn", "FresnelCos", "Expint", "Spence", "Ndtri", "BesselI1e"]
)
def test_with_64_bits(op):
    function, x = UNARY[op]
    expected = exactly(function, x, dtype="float64")
    check_op(f"tf.{op}", [Argument(x)], [expected], rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("op", ["Lgamma", "Expint", "Spence", "Ndtri", "BesselJ0"])
@pytest.mark.parametrize("shape", [(0, 3), (1,), ()])
def test_few_numbers(op, shape):
    x = np.full(shape, 0.25, np.float32)
    check_op(f"tf.{op}", [Argument(x)], [exactly(UNARY[op][0], x)])


POLES = {
    "Lgamma": ([0, -1, np.inf, -np.inf], [np.inf] * 4),
    "Digamma": ([0, -3, np.inf], [np.nan, np.nan, np.inf]),
    "Expint": ([0, -1, 1000], [-np.inf, np.nan, np.inf]),
    "Spence": ([0, 1, -1], [np.pi**2 / 6, 0, np.nan]),
    "Ndtri": ([0, 1, -0.5, 2], [-np.inf, np.inf, np.nan, np.nan]),
    "BesselK1": ([0, -1, np.inf], [np.inf, np.inf, 0]),
    "BesselY0": ([0, -1], [-np.inf, -np.inf]),
}


@pytest.mark.parametrize("op", POLES)
def test_poles_and_limits(op):
    x, expected = (np.array(part, np.float32) for part in POLES[op])
    check_op(f"tf.{op}", [Argument(x)], [expected])


def lower(a, x):
    return mpmath.gammainc(a, 0, x, regularized=True)


def upper(a, x):
    return mpmath.gammainc(a, x, mpmath.inf, regularized=True)


def lower_by_shape(a, x):
    return mpmath.diff(lambda t: lower(t, x), a)


def sample_by_shape(a, x):
    """Minus the derivative of the integral by the shape over the density."""
    return -lower_by_shape(a, x) * mpmath.gamma(a) * mpmath.exp(x) / x ** (a - 1)


BINARY = {
    "Igamma": (lower, (0.1, 20), (0, 30)),
    "Igammac": (upper, (0.1, 20), (0, 30)),
    "IgammaGradA": (lower_by_shape, (0.1, 20), (0.01, 30)),
    "RandomGammaGrad": (sample_by_shape, (0.1, 20), (0.01, 30)),
    "Zeta": (mpmath.zeta, (1.1, 9), (0.1, 20)),
    "Polygamma": (lambda n, x: mpmath.psi(int(n), x), (0, 4), (0.1, 20)),
}


@pytest.mark.parametrize("op", BINARY)
def test_functions_of_two_numbers(op):
    function, first, second = BINARY[op]
    a, x = RNG.uniform(*first, (4, 1)), RNG.uniform(*second, 5)
    a = (np.arange(4).reshape(4, 1) if op == "Polygamma" else a).astype(np.float32)
    x = x.astype(np.float32)
    check_op(f"tf.{op}", [Argument(a), Argument(x)], [exactly(function, a, x)], rtol=1e-5)


def test_gamma_integrals_at_the_ends():
    a, x = np.float32([[1], [0], [np.inf]]), np.float32([0, np.inf, -1])
    nan = np.nan
    low = np.float32([[0, 1, nan], [0, nan, nan], [0, 0, nan]])
    high = np.float32([[1, 0, nan], [nan, nan, nan], [1, 1, nan]])
    check_op("tf.Igamma", [Argument(a), Argument(x)], [low])
    check_op("tf.Igammac", [Argument(a), Argument(x)], [high])


def test_derivatives_of_gamma_integrals_of_small_and_large_shapes():
    a, x = np.array([1e-20, 1e-20, 300, 1e4]), np.array([0.5, 3, 0.5, 1e4])
    low = exactly(lower_by_shape, a, x, dtype="float64")
    moved = exactly(sample_by_shape, a, x, dtype="float64")
    check_op("tf.IgammaGradA", [Argument(a), Argument(x)], [low], rtol=1e-7, atol=1e-12)
    check_op("tf.RandomGammaGrad", [Argument(a), Argument(x)], [moved], rtol=1e-7, atol=1e-12)


@pytest.mark.parametrize("op", ["IgammaGradA", "RandomGammaGrad"])
def test_derivatives_of_gamma_integrals_at_the_ends(op):
    """At 0 nothing moves, whatever the shape is."""
    a, x = np.float32([[1], [0], [np.inf], [np.nan]]), np.float32([0, np.inf, -1, 2])
    nan = np.nan
    found = [[0, 0, nan], [0, nan, nan], [0, 0, nan], [0, nan, nan]]
    check_op(f"tf.{op}", [Argument(a), Argument(x[:3])], [np.float32(found)])
    check_op(f"tf.{op}", [Argument(a[1:]), Argument(x[3:])], [np.float32([[nan], [0], [nan]])])


@pytest.mark.parametrize("count", [0, 1, 9])
def test_beta_integral(count):
    a, b = (RNG.uniform(0.2, 9, count).astype(np.float32) for _ in range(2))
    x = RNG.uniform(0, 1, count).astype(np.float32)
    x[:2] = [0, 1][:count]

    def beta(a, b, x):
        return mpmath.betainc(a, b, 0, x, regularized=True)

    check_op("tf.Betainc", [Argument(a), Argument(b), Argument(x)], [exactly(beta, a, b, x)])
    scalar = np.float32(2.5)
    expected = exactly(beta, scalar, b, x)
    check_op("tf.Betainc", [Argument(scalar), Argument(b), Argument(x)], [expected])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_next_number(dtype):
    most, least = np.finfo(dtype).max, np.finfo(dtype).smallest_subnormal
    x = np.array([0, -0.0, 1, -1, np.inf, -np.inf, np.nan, most, least, -least, 2.5], dtype)
    cases = list[tuple[list[np.ndarray], list[np.ndarray]]]()
    for target in (0, 1, -1, np.inf, -np.inf, np.nan):
        y = np.full((2, 1), target, dtype)
        with np.errstate(over="ignore", under="ignore"):
            cases.append(([x, y], [np.nextafter(x, y)]))
    operands = [Argument(v) for v in cases[0][0]]
    check_last("tf.NextAfter", operands, cases, rtol=0, atol=0)
