"""Choices among regions as machine code, against the interpreter."""

from __future__ import annotations

import numpy as np
import pytest
from tieshape.native.engine import is_available

from .programs import agree, both

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")


def case(element: str, count: int) -> str:
    """A program that takes one of `count` regions by an integer."""
    bodies = [
        "%t = mhlo.negate %x : T\n    mhlo.return %t, %y : T, T",
        "mhlo.return %y, %x : T, T",
        "%t = mhlo.add %x, %y : T\n    %u = mhlo.tanh %t : T\n    mhlo.return %t, %u : T, T",
        "%t = mhlo.multiply %x, %x : T\n    mhlo.return %t, %t : T, T",
    ]
    regions = ", ".join(f"{{\n    {body}\n  }}" for body in bodies[:count])
    return f"""
sdim.symbol @n
func.func @main(%i: tensor<{element}>, %x: T, %y: T) -> (T, T) {{
  %r:2 = "mhlo.case"(%i) ({regions}) : (tensor<{element}>) -> (T, T)
  %s = mhlo.subtract %r#0, %r#1 : T
  func.return %s, %r#1 : T, T
}}
""".replace("T", "tensor<?xf32, [@n]>")


@pytest.mark.parametrize("element", ["i32", "i64", "i8"])
@pytest.mark.parametrize("count", [1, 2, 4])
def test_the_last_region_is_taken_for_numbers_of_no_region(element: str, count: int) -> None:
    runner, program = both(case(element, count))
    assert not program.callbacks
    dtype = np.dtype({"i32": "i4", "i64": "i8", "i8": "i1"}[element])
    for size in (0, 1, 5, 17):
        x, y = np.random.default_rng(size).normal(size=(2, size)).astype(np.float32)
        for index in (0, 1, 2, 3, 4, -1, 100, -128):
            assert agree(runner, program, [np.array(index, dtype), x, y])
