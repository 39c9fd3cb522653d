"""Functions of the chlo dialect, compiled and run, against mpmath at 30 digits and numpy."""

import mpmath
import numpy as np
import pytest
from tieshape.interpreters import Runner
from tieshape.interpreters.arrays import Array
from tieshape.lowering.pipelines import TieshapePass
from tieshape.text.context import new_context
from tieshape.text.module import parse_module

mpmath.mp.dps = 30
X = np.array([-3.7, -0.5, 0.3, 1, 2, 4.5, 30], np.float32)
ABOVE = np.array([0.3, 1, 2, 4.5, 30], np.float32)
ELEMENTS = {"float16": "f16", "float32": "f32", "float64": "f64"}


def run(op: str, *arrays: Array, sizes: tuple[str, ...] = ()) -> Array:
    """The result of `op` on vectors of unknown sizes, or of `sizes`."""
    element = ELEMENTS[arrays[0].dtype.name]
    types = [f"tensor<{s}{element}>" for s in sizes or ["?x"] * len(arrays)]
    names = [f"%a{i}" for i in range(len(arrays))]
    arguments = ", ".join(f"{n}: {t}" for n, t in zip(names, types, strict=True))
    signature = f"({', '.join(types)}) -> tensor<?x{element}>"
    module = parse_module(
        f"""func.func @main({arguments}) -> tensor<?x{element}> {{
          %r = "chlo.{op}"({", ".join(names)}) : {signature}
          return %r : tensor<?x{element}>
        }}"""
    )
    TieshapePass().apply(new_context(), module)
    (result,) = Runner(module).run(list(arrays))
    return result


UNARY = {
    "lgamma": (lambda x: mpmath.log(abs(mpmath.gamma(x))), X),
    "digamma": (mpmath.digamma, X),
    "bessel_i1e": (lambda x: mpmath.besseli(1, x) * mpmath.exp(-abs(x)), X),
}


@pytest.mark.parametrize("op", UNARY)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_functions_of_one_number(op: str, dtype: str):
    function, x = UNARY[op][0], UNARY[op][1].astype(dtype)
    expected = np.array([float(function(mpmath.mpf(float(v)))) for v in x], dtype)
    tolerance = 1e-6 if dtype == "float32" else 1e-11
    np.testing.assert_allclose(run(op, x), expected, rtol=tolerance, atol=tolerance)


BINARY = {
    "polygamma": (lambda n, x: mpmath.psi(int(n), x), np.array([0, 1, 2, 3, 1], np.float32)),
    "zeta": (mpmath.zeta, np.array([1.5, 2, 3, 7.5, 4], np.float32)),
}


@pytest.mark.parametrize("op", BINARY)
def test_functions_of_two_numbers(op: str):
    function, first = BINARY[op]
    pairs = zip(first, ABOVE, strict=True)
    expected = [float(function(mpmath.mpf(float(a)), mpmath.mpf(float(b)))) for a, b in pairs]
    np.testing.assert_allclose(run(op, first, ABOVE), np.float32(expected), rtol=1e-6)
    one = run(f"broadcast_{op}", first, np.float32([2.5]), sizes=("?x", "1x"))
    expected = [float(function(mpmath.mpf(float(a)), mpmath.mpf(2.5))) for a in first]
    np.testing.assert_allclose(one, np.float32(expected), rtol=1e-6)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_next_numbers(dtype: str):
    x = np.array([0, -0.0, 1, -1, 2.5, np.inf, np.nan, np.finfo(dtype).max], dtype)
    y = np.array([1, -1, np.inf, 0, 2.5, 0, 1, np.inf], dtype)
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(run("next_after", x, y), np.nextafter(x, y))
