"""Groups whose steps each read two elements of the step before."""

from __future__ import annotations

import numpy as np
import pytest
from tieshape.native.engine import is_available

from .programs import agree, both

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")


def doubling(steps: int) -> str:
    """One group in which step i adds what is 2**i places before."""
    x = "tensor<?xf32, [@n]>"
    index = "tensor<1xindex>"
    lines = [f"%p{i} = arith.constant {2**i} : index" for i in range(steps)]
    lines += [
        f"""%l{i} = tensor.from_elements %p{i} : {index}
  %m{i} = arith.subi %0, %p{i} : index
  %h{i} = tensor.from_elements %m{i} : {index}"""
        for i in range(steps)
    ]
    inside = [
        f"""%s{i} = mhlo.dynamic_pad %x{i}, %c, %a{i}, %b{i}, %z : ({x}, tensor<f32>, {index}, {index}, {index}) -> {x}
    %x{i + 1} = mhlo.add %x{i}, %s{i} : {x}"""
        for i in range(steps)
    ]
    before, body = "\n  ".join(lines), "\n    ".join(inside)
    given = ", ".join(f"%l{i}, %h{i}" for i in range(steps))
    taken = ", ".join(f"%a{i}: {index}, %b{i}: {index}" for i in range(steps))
    types = ", ".join([index] * (2 * steps))
    return f"""
sdim.symbol @n
func.func @main(%x: {x}) -> {x} {{
  %0 = arith.constant 0 : index
  %none = tensor.from_elements %0 : {index}
  {before}
  %r = "mhlo.fusion"(%x, %none, {given}) <{{fusion_kind = #mhlo<fusion_kind kLoop>}}> ({{
  ^bb0(%x0: {x}, %z: {index}, {taken}):
    %c = mhlo.constant dense<0.0> : tensor<f32>
    {body}
    mhlo.return %x{steps} : {x}
  }}) : ({x}, {index}, {types}) -> {x}
  func.return %r : {x}
}}
"""


@pytest.mark.parametrize(("steps", "is_loop"), [(3, True), (12, False), (40, False)])
def test_many_steps_are_left_to_the_interpreter(steps: int, is_loop: bool) -> None:
    """As one loop they would read 2**steps elements for each."""
    runner, program = both(doubling(steps))
    assert (not program.callbacks) == is_loop
    for n in (0, 1, 20):
        assert agree(runner, program, [np.arange(n, dtype=np.float32)])
