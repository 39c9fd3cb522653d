"""Constant right sides of products lie in panels; all others are read where they lie."""

from itertools import product

import numpy as np
import pytest
from tieshape.interpreters import Runner
from tieshape.interpreters.arrays import Array
from tieshape.lowering.fusions_to_loops.products.panels import Panels
from tieshape.native import product_code
from tieshape.native.engine import is_available
from tieshape.native.product_code import DEPTH, NARROW, WIDE
from tieshape.native.product_tiles import Tiles
from tieshape.native.program import NativeProgram, on_buffers
from tieshape.text.module import parse_module
from xdsl.dialects import func

from .programs import agree, both, fenced, tensor
from .test_products import KINDS, drawn, multiplied

pytestmark = [
    pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed"),
    pytest.mark.skipif(product_code.tiles() is None, reason="no product of its own here"),
]
ROWS, COLUMNS = 300, 77
"""More rows than are summed at a time, and columns that are no whole panels."""
SIZES = ((1, 1), (2, 3), (1, 9), (0, 2), (3, 0), (2, 40))


def test_panels_hold_each_element_once() -> None:
    """Two depths, the second one of fewer rows; columns beyond the last one are 0."""
    matrix = np.arange(1, 36, dtype=np.float32).reshape(5, 7)
    found = Panels(4, 3).packed(matrix)
    assert found.size == 5 * 8
    assert found[:12].tolist() == [1, 2, 3, 4, 8, 9, 10, 11, 15, 16, 17, 18]
    assert found[12:24].tolist() == [5, 6, 7, 0, 12, 13, 14, 0, 19, 20, 21, 0]
    assert found[24:32].tolist() == [22, 23, 24, 25, 29, 30, 31, 32]
    assert np.count_nonzero(found) == 35


@pytest.mark.parametrize("tiles", KINDS)
@pytest.mark.parametrize("m", [0, 1, 2, 3, 7, 9, 16, 40])
def test_the_same_sums_as_of_what_lies_by_rows(tiles: Tiles, m: int) -> None:
    """Bit by bit, in one part and in three."""
    panels = Panels(2 * tiles.lanes, DEPTH)
    for n, k in product((1, 16, 17, 49, 130, 600), (1, 3, 40, 257, 600)):
        a, b = drawn(1, m, k), drawn(1, k, n)
        wanted = multiplied(tiles, a, b)
        line = panels.packed(b[0])
        for parts in (1, 3):
            assert np.array_equal(multiplied(tiles, a, b, parts, packed=line), wanted)


def dense(weights: Array) -> str:
    """As the text of a constant."""
    shape = "x".join(map(str, weights.shape))
    return f'dense<"0x{weights.tobytes().hex().upper()}"> : tensor<{shape}xf32>'


def program(weights: Array, inner: int = 0, rest: str = "", results: str = "") -> str:
    """Rows of arguments times a constant that is summed over its dimension `inner`."""
    left = tensor(f"b s {weights.shape[inner]}")
    made = tensor(f"b s {weights.shape[1 - inner]}")
    type_ = f"tensor<{weights.shape[0]}x{weights.shape[1]}xf32>"
    numbers = f"lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [{inner}]"
    return f"""
sdim.symbol @b
sdim.symbol @s
func.func @main(%x: {left}) -> ({made}{results}) {{
  %w = mhlo.constant {dense(weights)}
  %y = "mhlo.dot_general"(%x, %w) <{{dot_dimension_numbers = #mhlo.dot<{numbers}>}}> : ({left}, {type_}) -> {made}
  {rest or f"func.return %y : {made}"}
}}"""


def calls(text: str) -> list[str]:
    """What the lowered program calls."""
    module = parse_module(text, "program.mlir")
    function = next(op for op in module.body.ops if isinstance(op, func.FuncOp))
    lowered = on_buffers(function).function
    found = [op for op in lowered.walk() if isinstance(op, func.CallOp)]
    return [op.callee.root_reference.data for op in found]


@pytest.mark.parametrize("inner", [0, 1])
def test_a_constant_is_packed_once(inner: int) -> None:
    """It is there in panels only, by whatever dimension it is summed."""
    weights = drawn(ROWS, COLUMNS) if inner == 0 else drawn(COLUMNS, ROWS)
    text = program(weights, inner)
    assert calls(text) == ["matmul_panels_f32"]
    runner, native = both(text)
    assert [array.ndim for array in native.constants] == [1]
    assert native.constants[0].nbytes < 1.25 * weights.nbytes
    for sizes in SIZES:
        assert agree(runner, native, [drawn(*sizes, ROWS)])


def test_a_constant_that_is_used_otherwise_is_not() -> None:
    """It would be there twice."""
    weights = drawn(32, 64)
    made, type_ = tensor("b s 64"), "tensor<32x64xf32>"
    text = program(weights, 0, f"func.return %y, %w : {made}, {type_}", f", {type_}")
    assert calls(text)[0] == "matmul_f32"
    runner, native = both(text)
    assert agree(runner, native, [drawn(2, 9, 32)])


def twice(weights: Array, inners: tuple[int, int]) -> str:
    """Two products of one square constant, which sum it over one dimension each."""
    made, type_ = tensor("b s 64"), "tensor<64x64xf32>"
    numbers = [
        f"#mhlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [{inner}]>"
        for inner in inners
    ]
    lines = [
        f'%{name} = "mhlo.dot_general"(%{of}, %w) <{{dot_dimension_numbers = {how}}}>'
        f" : ({made}, {type_}) -> {made}"
        for name, of, how in zip("yz", "xy", numbers, strict=True)
    ]
    return f"""
sdim.symbol @b
sdim.symbol @s
func.func @main(%x: {made}) -> {made} {{
  %w = mhlo.constant {dense(weights)}
  {lines[0]}
  {lines[1]}
  func.return %z : {made}
}}"""


@pytest.mark.parametrize("inners", [(0, 0), (1, 1), (0, 1), (1, 0)])
def test_a_constant_of_two_products(
    inners: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is packed once where both sum it over the same dimension, else read where it lies."""
    packed, pack = list[Array](), Panels.packed

    def counted(panels: Panels, matrix: Array) -> Array:
        packed.append(pack(panels, matrix))
        return packed[-1]

    monkeypatch.setattr(Panels, "packed", counted)
    text, alike = twice(drawn(64, 64), inners), inners[0] == inners[1]
    assert calls(text) == ["matmul_panels_f32" if alike else "matmul_f32"] * 2
    assert len(packed) == alike
    runner, native = both(text)
    assert [array.ndim for array in native.constants] == [1 if alike else 2]
    assert agree(runner, native, [drawn(2, 9, 64)])


@pytest.mark.parametrize("shape", [(16, 16), (2000, 3)])
def test_small_and_narrow_constants_stay(shape: tuple[int, int]) -> None:
    """They would grow, or are nothing to read."""
    text = program(drawn(*shape))
    assert calls(text) == ["matmul_f32"]
    runner, native = both(text)
    assert agree(runner, native, [drawn(2, 9, shape[0])])


def test_arguments_may_change_between_calls() -> None:
    """Nothing of an argument is kept."""
    left, weights = tensor("b 64"), "tensor<64x96xf32>"
    numbers = "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]"
    text = f"""
sdim.symbol @b
func.func @main(%x: {left}, %w: {weights}) -> {tensor("b 96")} {{
  %y = "mhlo.dot_general"(%x, %w) <{{dot_dimension_numbers = #mhlo.dot<{numbers}>}}> : ({left}, {weights}) -> {tensor("b 96")}
  func.return %y : {tensor("b 96")}
}}"""
    assert calls(text) == ["matmul_f32"]
    runner, native = both(text)
    x, w = drawn(16, 64), drawn(64, 96)
    assert agree(runner, native, [x, w])
    w[:] = drawn(64, 97)[:, 1:]
    assert agree(runner, native, [x, w])
    assert agree(runner, native, [x, drawn(64, 96) + 1])


def test_plain_loops_read_panels_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the product's own code is put in place of."""
    text = program(drawn(ROWS, COLUMNS))
    for tiles in (WIDE, NARROW):
        panels = Panels(2 * tiles.lanes, DEPTH)
        monkeypatch.setattr(product_code, "panels", lambda panels=panels: panels)
        monkeypatch.setattr(product_code, "tiles", lambda: None)
        module = parse_module(text, "program.mlir")
        runner = Runner(module.clone())
        assert agree(runner, NativeProgram(module, Runner(module).function), [drawn(2, 9, ROWS)])


@pytest.mark.parametrize("at_end", [True, False])
def test_panels_are_read_inside(at_end: bool) -> None:
    """The constant ends, or begins, at a page that may not be touched."""
    text = program(drawn(ROWS, COLUMNS))
    runner, _ = both(text)
    for sizes in SIZES:
        assert agree(runner, fenced(text, at_end=at_end), [drawn(*sizes, ROWS)])


def test_threads_do_not_change_a_bit() -> None:
    """Panels are shared, sums are not split."""
    module = parse_module(program(drawn(ROWS, 640)), "program.mlir")
    runner, x = Runner(module), drawn(2, 40, ROWS)
    alone, two = (NativeProgram(module, runner.function, threads=n) for n in (1, 2))
    assert np.array_equal(alone.run([x])[0], two.run([x])[0])
