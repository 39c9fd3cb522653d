"""Rows of a tensor that a reshape groups anew, with a size that was computed in other words."""

from __future__ import annotations

import numpy as np
import pytest
from tieshape.lowering.convert_fusions_to_loops import lowered
from tieshape.native.engine import is_available
from tieshape.native.session import Refused
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


def rows(kernel: str, results: str, types: str) -> str:
    """`x` in rows of what is left, in other words where there are no rows, and more on them."""
    x, g = "tensor<?x?x?xf32, [@b, @h, @w]>", "tensor<?x?xf32, [@b, @s]>"
    return f"""
sdim.symbol @b
sdim.symbol @h
sdim.symbol @w
sdim.symbol @s
func.func @main(%x: {x}) -> ({types}) {{
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %2 = arith.constant 2 : index
  %b = tensor.dim %x, %0 : {x}
  %h = tensor.dim %x, %1 : {x}
  %w = tensor.dim %x, %2 : {x}
  %hw = arith.muli %h, %w : index
  %none = arith.cmpi eq, %b, %0 : index
  %more = arith.addi %hw, %2 : index
  %s = arith.select %none, %more, %hw : index
  %to = tensor.from_elements %b, %s : tensor<2xindex>
  {kernel.replace("X", x).replace("G", g)}
  func.return {results} : {types}
}}
"""


ROW = "tensor<?x?xf32, [@b, @s]>"
CENTRED = """%r, %q = "mhlo.fusion"(%x, %to) <{fusion_kind = #mhlo<fusion_kind kCustom>}> ({
  ^bb0(%a: X, %p: tensor<2xindex>):
    %e = mhlo.exponential %a : X
    %k = mhlo.dynamic_reshape %e, %p : (X, tensor<2xindex>) -> G
    %zero = mhlo.constant dense<0.000000e+00> : tensor<f32>
    %t = mhlo.reduce(%k init: %zero) applies mhlo.add across dimensions = [1]
        : (G, tensor<f32>) -> tensor<?xf32, [@b]>
    %u = "mhlo.dynamic_broadcast_in_dim"(%t, %p)
        <{broadcast_dimensions = dense<[0]> : tensor<1xi64>}>
        : (tensor<?xf32, [@b]>, tensor<2xindex>) -> G
    %v = mhlo.divide %k, %u : G
    mhlo.return %v, %t : G, tensor<?xf32, [@b]>
  }) : (X, tensor<2xindex>) -> (G, tensor<?xf32, [@b]>)"""
EMPTY = ((0, 3, 4), (0, 0, 4), (0, 0, 0), (2, 3, 5), (2, 0, 3), (1, 1, 1), (3, 2, 17))


def test_rows_of_another_size_where_there_are_none() -> None:
    """The result is as large as it was said; loops divide by nothing."""
    text = rows(CENTRED, "%r, %q", f"{ROW}, tensor<?xf32, [@b]>")
    runner, program = both(text)
    apart = [fenced(text, at_end=side) for side in (False, True)]
    for sizes in EMPTY:
        x = np.random.default_rng(1).normal(size=sizes).astype(np.float32)
        assert all(agree(runner, each, [x]) for each in (program, *apart))
    assert program.run([np.ones((0, 3, 4), np.float32)])[0].shape == (0, 14)
    assert "divui" not in kernels(text) and "remui" not in kernels(text)


COLUMNS = """%r = "mhlo.fusion"(%x, %to) <{fusion_kind = #mhlo<fusion_kind kCustom>}> ({
  ^bb0(%a: X, %p: tensor<2xindex>):
    %e = mhlo.exponential %a : X
    %k = mhlo.dynamic_reshape %e, %p : (X, tensor<2xindex>) -> G
    %one = mhlo.constant dense<1.000000e+00> : tensor<f32>
    %t = mhlo.reduce(%k init: %one) applies mhlo.add across dimensions = [0]
        : (G, tensor<f32>) -> tensor<?xf32, [@s]>
    mhlo.return %t : tensor<?xf32, [@s]>
  }) : (X, tensor<2xindex>) -> tensor<?xf32, [@s]>"""


def test_columns_of_no_rows_are_as_many_as_was_said() -> None:
    """A kernel with a tensor of that size alone rests on it; the interpreter does the rest."""
    runner, program = both(rows(COLUMNS, "%r", "tensor<?xf32, [@s]>"))
    for sizes in EMPTY:
        x = np.ones(sizes, np.float32)
        if sizes[0]:
            assert agree(runner, program, [x])
        else:
            (wanted,) = runner.run([x])
            assert wanted.shape == (sizes[1] * sizes[2] + 2,)
            with pytest.raises(Refused):
                program.run([x])


FIRST = """%until = tensor.from_elements %b, %2 : tensor<2xindex>
  %r = "mhlo.fusion"(%x, %to, %until) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a: X, %p: tensor<2xindex>, %e: tensor<2xindex>):
    %k = mhlo.dynamic_reshape %a, %p : (X, tensor<2xindex>) -> G
    %i = mhlo.constant dense<0> : tensor<2xindex>
    %j = mhlo.constant dense<1> : tensor<2xindex>
    %t = "mhlo.real_dynamic_slice"(%k, %i, %e, %j)
        : (G, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x2xf32, [@b, 2]>
    %v = mhlo.negate %t : tensor<?x2xf32, [@b, 2]>
    mhlo.return %v : tensor<?x2xf32, [@b, 2]>
  }) : (X, tensor<2xindex>, tensor<2xindex>) -> tensor<?x2xf32, [@b, 2]>"""


def test_a_slice_is_inside_of_what_was_said_where_there_are_no_rows() -> None:
    """Two columns of none: of as many as were said, and refused where there are rows."""
    runner, program = both(rows(FIRST, "%r", "tensor<?x2xf32, [@b, 2]>"))
    taken = [agree(runner, program, [np.ones(sizes, np.float32)]) for sizes in EMPTY]
    assert taken == [sizes[0] == 0 or sizes[1] * sizes[2] >= 2 for sizes in EMPTY]
