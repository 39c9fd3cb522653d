"""Elementwise functions of machine code against float64, over the whole range of f32."""

import math

import numpy as np
import pytest
from tieshape.interpreters.runner import entry_function
from tieshape.native.engine import is_available
from tieshape.native.program import NativeProgram
from tieshape.text.module import parse_module

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")

TEXT = """
sdim.symbol @a
func.func @main(%x: tensor<?xf32, [@a]>) -> tensor<?xf32, [@a]> {
  %r = mhlo.OP %x : tensor<?xf32, [@a]>
  func.return %r : tensor<?xf32, [@a]>
}
"""


def _erf(x: np.ndarray) -> np.ndarray:
    return np.vectorize(math.erf, otypes=[float])(x)


FUNCTIONS = {"exponential": (np.exp, 2), "tanh": (np.tanh, 5), "log": (np.log, 2), "erf": (_erf, 5)}
FUNCTIONS |= {"exponential_minus_one": (np.expm1, 4), "log_plus_one": (np.log1p, 4)}
SPECIAL = [0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 1e-45, -1e-45, 1.1754944e-38, 3e38]


@pytest.mark.parametrize("op", FUNCTIONS)
def test_errors_in_units_of_the_last_place(op: str) -> None:
    function, most = FUNCTIONS[op]
    module = parse_module(TEXT.replace("OP", op), "op.mlir")
    program = NativeProgram(module, entry_function(module))
    bits = np.arange(0, 2**32, 99_991, dtype=np.uint64).astype(np.uint32)
    near = np.linspace(-20, 20, 20_001, dtype=np.float32)
    x = np.concatenate([bits.view(np.float32), near, np.array(SPECIAL, np.float32)])
    with np.errstate(all="ignore"):
        exact = function(x.astype(np.float64))
        rounded = exact.astype(np.float32)
    (found,) = program.run([x])
    finite = np.isfinite(rounded) & (rounded != 0)
    same = (found == rounded) | (np.isnan(found) & np.isnan(rounded))
    assert same[~finite].all()
    error = np.abs(found[finite].astype(np.float64) - exact[finite])
    assert (error / np.spacing(np.abs(rounded[finite])).astype(np.float64)).max() <= most


@pytest.mark.parametrize("op", ["exponential_minus_one", "log_plus_one"])
def test_f64_near_zero(op: str) -> None:
    """Where 1 + x and e^x round to 1 or close to it, the result is about x."""
    module = parse_module(TEXT.replace("OP", op).replace("f32", "f64"), "op.mlir")
    program = NativeProgram(module, entry_function(module))
    small = np.logspace(-300, -1, 600)
    x = np.concatenate(
        [small, -small, np.linspace(-0.99, 700, 4001), SPECIAL, [709.7, 1e300, -800]]
    )
    (found,) = program.run([x])
    with np.errstate(all="ignore"):
        wanted = FUNCTIONS[op][0](x)
    np.testing.assert_allclose(found, wanted, rtol=3e-15, atol=0)
