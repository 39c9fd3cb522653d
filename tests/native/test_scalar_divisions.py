"""Divisions of single integers as machine code, against the interpreter."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from tieshape.native.engine import is_available

from .programs import agree, both

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")

NUMBERS = (-(2**31), -7, -2, -1, 0, 1, 2, 7, 2**31 - 1)
NAMES = ("divsi", "divui", "remsi", "remui", "floordivsi", "ceildivsi", "ceildivui")
TEXT = """
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<1xi32> {{
  %a = tensor.extract %x[] : tensor<i32>
  %b = tensor.extract %y[] : tensor<i32>
  %q = arith.{name} %a, %b : i32
  %r = tensor.from_elements %q : tensor<1xi32>
  func.return %r : tensor<1xi32>
}}
"""


@pytest.mark.parametrize("name", NAMES)
def test_divisions_are_those_of_the_interpreter(name: str) -> None:
    runner, program = both(TEXT.format(name=name))
    assert not program.callbacks
    for a, b in product(NUMBERS, NUMBERS):
        if b and (a, b) != (-(2**31), -1):
            assert agree(runner, program, [np.array(a, np.int32), np.array(b, np.int32)])
