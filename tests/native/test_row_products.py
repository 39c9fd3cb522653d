"""Products along dimensions, in lanes, against the interpreter."""

import numpy as np
import pytest
from tieshape.native.engine import is_available

from .programs import all_agree, fenced, interpreted

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")

DTYPES = {"f32": np.float32, "f64": np.float64, "i32": np.int32, "ui32": np.uint32}
ONE = {"f32": "1.0", "f64": "1.0", "i32": "1", "ui32": "1"}


def text_of(element: str, axis: int) -> str:
    x, r = f"tensor<?x?x{element}, [@n, @m]>", f"tensor<?x{element}, [@{'mn'[axis]}]>"
    return f"""
sdim.symbol @n
sdim.symbol @m
func.func @main(%x: {x}) -> {r} {{
  %one = mhlo.constant dense<{ONE[element]}> : tensor<{element}>
  %r = mhlo.reduce(%x init: %one) applies mhlo.multiply across dimensions = [{axis}]
    : ({x}, tensor<{element}>) -> {r}
  func.return %r : {r}
}}
"""


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("element", DTYPES)
def test_products_are_those_of_the_interpreter(element: str, axis: int) -> None:
    text, draw = text_of(element, axis), np.random.default_rng(axis)
    runner = interpreted(text)
    programs = [fenced(text, at_end=end) for end in (True, False)]
    for shape in ((0, 3), (3, 0), (1, 1), (3, 5), (2, 16), (4, 77), (77, 4), (5, 200)):
        x = draw.uniform(0.9, 1.1, shape) if "f" in element else draw.integers(1, 9, shape)
        assert all_agree(runner, programs, [x.astype(DTYPES[element])])


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 0.0, -0.0])
def test_special_values_stay_in_their_rows(value: float) -> None:
    text = text_of("f32", 1)
    x = np.random.default_rng(0).uniform(0.9, 1.1, (4, 77)).astype(np.float32)
    x[2, 60] = value
    assert all_agree(interpreted(text), [fenced(text, at_end=True)], [x])
