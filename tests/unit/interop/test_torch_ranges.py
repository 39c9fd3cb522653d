"""Ranges of sizes as torch.export states them, without torch: an end may be infinite."""

from types import SimpleNamespace
from typing import Any

import pytest
import sympy
from tieshape.interop.onnx.dimensions import SizeRange
from tieshape.interop.torch_guards import ranges_of


class IntInfinity:
    """Fails to be converted as torch's own infinity of integers does."""

    def __int__(self) -> int:
        raise AttributeError("'IntInfinity' object has no attribute '_mpf_'")


@pytest.mark.parametrize(
    "infinite", [IntInfinity(), sympy.oo, sympy.Integer(2) ** 63 - 1, float("inf"), None, object()]
)
def test_an_end_that_is_infinite_is_no_fact(infinite: Any) -> None:
    limits = SimpleNamespace(lower=sympy.Integer(2), upper=infinite)
    assert ranges_of({sympy.Symbol("s0"): limits}) == [SizeRange("s0", 2, None)]


def test_ends_that_are_numbers_stay() -> None:
    limits = SimpleNamespace(lower=-sympy.oo, upper=sympy.Integer(512))
    assert ranges_of({2 * sympy.Symbol("s0"): limits}) == [SizeRange("2*s0", None, 512)]
