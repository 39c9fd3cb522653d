"""Products of few rows with what bytes and scales tell: the same for every number of rows."""

import numpy as np
import pytest
from tieshape.dialects import mhlo
from tieshape.interpreters import Runner
from tieshape.interpreters.arrays import Array
from tieshape.native.engine import is_available
from tieshape.native.program import NativeProgram
from tieshape.passes import FusePass
from tieshape.text.module import parse_module
from xdsl.dialects import scf

from tieshape import new_context

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")
RNG = np.random.default_rng(2)
BLOCKS, SIZE, COLUMNS = 3, 8, 37


def program(numbers: Array, scales: Array, *, is_given: bool) -> str:
    """Rows times integers by blocks, which are constants or arguments."""
    w, s = f"tensor<{BLOCKS}x{SIZE}x{COLUMNS}xi8>", f"tensor<{BLOCKS}x{COLUMNS}xf32>"
    x = f"tensor<?x?x{BLOCKS}x{SIZE}xf32, [@b, @m, {BLOCKS}, {SIZE}]>"
    r, f = f"tensor<?x?x{COLUMNS}xf32, [@b, @m, {COLUMNS}]>", w.replace("i8", "f32")
    head = "" if is_given else "\n".join(
        f'  %{name} = mhlo.constant dense<"0x{array.tobytes().hex().upper()}"> : {type_}'
        for name, array, type_ in (("w", numbers, w), ("s", scales, s))
    )  # fmt: skip
    more = f", %w: {w}, %s: {s}" if is_given else ""
    return f"""
sdim.symbol @b
sdim.symbol @m
func.func @main(%x: {x}{more}) -> {r} {{
{head}
  %f = mhlo.convert %w : ({w}) -> {f}
  %all = "mhlo.broadcast_in_dim"(%s) <{{broadcast_dimensions = dense<[0, 2]> : tensor<2xi64>}}> : ({s}) -> {f}
  %p = mhlo.multiply %f, %all : {f}
  %y = "mhlo.dot_general"(%x, %p) <{{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [2, 3], rhs_contracting_dimensions = [0, 1]>}}> : ({x}, {f}) -> {r}
  func.return %y : {r}
}}"""


@pytest.mark.parametrize("is_given", [False, True])
def test_any_number_of_rows(is_given: bool) -> None:
    numbers = RNG.integers(-128, 128, (BLOCKS, SIZE, COLUMNS), np.int8)
    scales = RNG.standard_normal((BLOCKS, COLUMNS)).astype(np.float32)
    module = parse_module(program(numbers, scales, is_given=is_given), "program.mlir")
    FusePass().apply(new_context(), module)
    function = Runner(module).function
    native = NativeProgram(module, function)
    ops = list(function.walk())
    assert any(isinstance(op, scf.IfOp) for op in ops)
    assert any(isinstance(op, mhlo.DotGeneralOp) for op in ops)
    assert not native.callbacks
    more = [numbers, scales] if is_given else []
    for rows in ((0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (3, 1), (2, 5), (1, 40)):
        x = RNG.standard_normal((*rows, BLOCKS, SIZE)).astype(np.float32)
        exact = np.einsum("bmij,ijn,in->bmn", x.astype(np.float64), numbers, scales)
        np.testing.assert_allclose(native.run([x, *more])[0], exact, rtol=1e-4, atol=1e-2)


def test_right_sides_of_one_group() -> None:
    """They are computed apart, and what else the group gives is still given."""
    w = "tensor<24x9xi8>"
    f, x, r = w.replace("i8", "f32"), "tensor<?x24xf32, [@m, 24]>", "tensor<?x9xf32, [@m, 9]>"
    dot = "<{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}>"
    text = f"""
sdim.symbol @m
func.func @main(%x: {x}, %v: {w}, %w: {w}) -> ({r}, {r}, {f}) {{
  %a = mhlo.convert %v : ({w}) -> {f}
  %b = mhlo.convert %w : ({w}) -> {f}
  %c = mhlo.negate %b : {f}
  %d = mhlo.multiply %a, %c : {f}
  %y = "mhlo.dot_general"(%x, %a) {dot} : ({x}, {f}) -> {r}
  %z = "mhlo.dot_general"(%x, %c) {dot} : ({x}, {f}) -> {r}
  func.return %y, %z, %d : {r}, {r}, {f}
}}"""
    module = parse_module(text, "program.mlir")
    FusePass().apply(new_context(), module)
    native = NativeProgram(module, Runner(module).function)
    v, w_ = RNG.integers(-128, 128, (2, 24, 9), np.int8)
    for rows in (0, 1, 2, 3, 17):
        rows_ = RNG.standard_normal((rows, 24)).astype(np.float32)
        y, z, d = native.run([rows_, v, w_])
        np.testing.assert_allclose(y, rows_ @ v.astype(np.float32), rtol=1e-4, atol=1e-2)
        np.testing.assert_allclose(z, -rows_ @ w_.astype(np.float32), rtol=1e-4, atol=1e-2)
        assert np.array_equal(d, -v.astype(np.float32) * w_)


def test_constants_are_there_once() -> None:
    """Both branches read them."""
    numbers = RNG.integers(-128, 128, (BLOCKS, SIZE, COLUMNS), np.int8)
    scales = RNG.standard_normal((BLOCKS, COLUMNS)).astype(np.float32)
    module = parse_module(program(numbers, scales, is_given=False), "program.mlir")
    FusePass().apply(new_context(), module)
    native = NativeProgram(module, Runner(module).function)
    assert sorted(array.nbytes for array in native.constants) == sorted(
        (numbers.nbytes, scales.nbytes)
    )
