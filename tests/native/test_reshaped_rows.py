"""Rows of a tensor that a reshape groups anew, with a size that was computed in other words."""

from __future__ import annotations

import numpy as np
import pytest
from tieshape.lowering.convert_fusions_to_loops import lowered
from tieshape.native.engine import is_available
from tieshape.text.module import parse_module
from xdsl.dialects import func

from .programs import agree, both, fenced

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")


def means(groups: int, size: str, channels: int = 8) -> str:
    """`x - mean(x)` over groups of channels, whose size is `size` of the sizes of an image."""
    x = f"tensor<?x{channels}x?x?xf32, [@b, {channels}, @h, @w]>"
    g, m = (
        f"tensor<?x{groups}x?xf32, [@b, {groups}, @s]>",
        f"tensor<?x{groups}xf32, [@b, {groups}]>",
    )
    return f"""
sdim.symbol @b
sdim.symbol @h
sdim.symbol @w
sdim.symbol @s
func.func @main(%x: {x}) -> {x} {{
  %0 = arith.constant 0 : index
  %2 = arith.constant 2 : index
  %3 = arith.constant 3 : index
  %groups = arith.constant {groups} : index
  %channels = arith.constant {channels} : index
  %b = tensor.dim %x, %0 : {x}
  %h = tensor.dim %x, %2 : {x}
  %w = tensor.dim %x, %3 : {x}
  %hw = arith.muli %h, %w : index
  %whole = arith.muli %hw, %channels : index
  {size}
  %to = tensor.from_elements %b, %groups, %s : tensor<3xindex>
  %back = tensor.from_elements %b, %channels, %h, %w : tensor<4xindex>
  %r = "mhlo.fusion"(%x, %to, %back) <{{fusion_kind = #mhlo<fusion_kind kCustom>}}> ({{
  ^bb0(%a: {x}, %p: tensor<3xindex>, %q: tensor<4xindex>):
    %k = mhlo.dynamic_reshape %a, %p : ({x}, tensor<3xindex>) -> {g}
    %zero = mhlo.constant dense<0.000000e+00> : tensor<f32>
    %t = mhlo.reduce(%k init: %zero) applies mhlo.add across dimensions = [2]
        : ({g}, tensor<f32>) -> {m}
    %u = "mhlo.dynamic_broadcast_in_dim"(%t, %p)
        <{{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}}> : ({m}, tensor<3xindex>) -> {g}
    %v = mhlo.subtract %k, %u : {g}
    %z = mhlo.dynamic_reshape %v, %q : ({g}, tensor<4xindex>) -> {x}
    mhlo.return %z : {x}
  }}) : ({x}, tensor<3xindex>, tensor<4xindex>) -> {x}
  func.return %r : {x}
}}
"""


QUOTIENT = "%s = arith.divui %whole, %groups : index"
OTHER_WORDS = """%none = arith.cmpi eq, %b, %0 : index
  %part = arith.divui %whole, %groups : index
  %s = arith.select %none, %whole, %part : index"""
SIZES = ((1, 4, 4), (3, 5, 7), (2, 1, 33), (2, 17, 16), (1, 1, 1), (2, 0, 3))


def kernels(text: str) -> str:
    """The loops of all groups."""
    (function,) = (op for op in parse_module(text, "p").walk() if isinstance(op, func.FuncOp))
    return "\n".join(map(str, lowered(function).kernels))


@pytest.mark.parametrize("size", [QUOTIENT, OTHER_WORDS])
@pytest.mark.parametrize("groups", [2, 8, 1])
def test_what_is_left_of_a_reshaped_tensor_is_a_size(groups: int, size: str) -> None:
    text = means(groups, size)
    runner, program = both(text)
    apart = [fenced(text, at_end=side) for side in (False, True)]
    random = np.random.default_rng(groups)
    for b, h, w in SIZES:
        x = random.normal(size=(b, 8, h, w)).astype(np.float32)
        for each in (program, *apart):
            assert agree(runner, each, [x])
    assert "divui" not in kernels(text) and "remui" not in kernels(text)


def test_a_size_that_does_not_divide_is_divided_by() -> None:
    text = means(3, QUOTIENT)
    runner, program = both(text)
    for b, h, w in ((1, 3, 4), (2, 6, 1), (2, 5, 7)):
        x = np.ones((b, 8, h, w), np.float32)
        assert agree(runner, program, [x]) == (h * w % 3 == 0)
    assert "divui" in kernels(text)


def test_a_size_that_is_another_one_is_refused() -> None:
    text = means(2, "%s = arith.muli %hw, %2 : index")
    runner, program = both(text)
    assert not agree(runner, program, [np.ones((2, 8, 3, 5), np.float32)])
    assert agree(runner, program, [np.ones((2, 8, 3, 0), np.float32)])
