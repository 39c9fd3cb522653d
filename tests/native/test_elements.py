"""Facts about the elements of tensors in machine code, against the interpreter."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from tieshape.native.engine import is_available

from .programs import agree, both

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")


def stating(fact: str, type_: str, element: str = "i32") -> str:
    """A program that states `fact` of its argument."""
    tensor = f"tensor<{type_}x{element}, [{type_.replace('?', '@n').replace('x', ', ')}]>"
    return f"""
sdim.symbol @n
func.func @main(%x: {tensor}) -> {tensor} {{
  %zero = arith.constant 0 : index
  %four = arith.constant 4 : index
  %nine = arith.constant 9 : index
  sdim.elements assert %x {fact} {{why = "a test"}} : {tensor}
  %r = mhlo.negate %x : {tensor}
  func.return %r : {tensor}
}}
"""


FACTS = {
    "from and below": ("from %zero below %nine", "?", [([0, 8, 3], True), ([9], False), ([0, -1], False)]),
    "a bound for each place": (
        "from %zero below %four, %nine",
        "?x2",
        [([[3, 8], [0, 4]], True), ([[4, 3]], False), ([[1, 2], [3, 9]], False), ([[-1, 0]], False)],
    ),
    "ascending": (
        "ascending",
        "?",
        [([], True), ([5], True), ([-2, -2, 7], True), ([1, 2, 1], False), ([1, 0], False)],
    ),
    "ascending below": ("ascending below %nine", "?", [([1, 8], True), ([1, 9], False)]),
    "not 0": ("non_zero", "?", [([1, -1], True), ([1, 0], False)]),
}  # fmt: skip


@pytest.mark.parametrize("element", ["i32", "i64"])
@pytest.mark.parametrize("name", FACTS)
def test_what_does_not_hold_is_refused(name: str, element: str) -> None:
    fact, type_, examples = FACTS[name]
    runner, program = both(stating(fact, type_, element))
    assert not program.callbacks
    values: Sequence[object]
    for values, holds in examples:
        array = np.array(values, np.int32 if element == "i32" else np.int64)
        assert agree(runner, program, [array]) is holds


def test_distinct_elements_are_left_to_the_interpreter() -> None:
    _, program = both(stating("distinct", "?"))
    assert [callback.op.name for callback in program.callbacks] == ["sdim.elements"]
