"""Convolutions of i8 in i32: as products of bytes, exact."""

from __future__ import annotations

import numpy as np
import pytest
from tieshape.interpreters import Runner
from tieshape.interpreters.arrays import Array
from tieshape.lowering.fusions_to_loops.products.panels import Panels
from tieshape.native import byte_products
from tieshape.native.byte_products import DEPTH
from tieshape.native.engine import is_available
from tieshape.native.program import on_buffers
from tieshape.text.module import parse_module
from xdsl.dialects import func

from .programs import agree, both, fenced, interpreted

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")

LAST = "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]"
FIRST = "[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]"
SYMBOLS = "\n".join(f"sdim.symbol @{name}" for name in "bhwpq")
WINDOWS = {
    "one element": ((1, 1), ""),
    "one element in two": ((1, 1), "stride = [2, 2]"),
    "padding": ((3, 3), "pad = [[1, 1], [2, 0]]"),
    "padding and strides": ((3, 2), "stride = [2, 1], pad = [[1, 1], [1, 0]]"),
    "padding that cuts off": ((2, 2), "pad = [[-1, 2], [0, -1]]"),
    "holes": ((3, 2), "pad = [[2, 2], [1, 1]], rhs_dilate = [2, 3]"),
    "turned round": ((3, 2), "pad = [[1, 1], [1, 1]], reverse = [1, 0]"),
}


def drawn(*shape: int) -> Array:
    found = np.random.default_rng(sum(shape)).integers(-128, 128, shape, np.int8)
    found.flat[:2] = -128, 127
    return found


def program(
    layout: str,
    kernel: tuple[int, ...],
    window: str,
    constant: Array | None = None,
    groups: int = 1,
    element: str = "i32",
) -> str:
    """Of images whose channels alone are known and a kernel, which is given, or a constant."""
    first = layout is FIRST
    features, depth = (kernel[0], kernel[1]) if first else (kernel[-1], kernel[-2])

    def image(sizes: tuple[str, ...], depth: int, element: str) -> str:
        batch, *spatial = sizes
        order = [batch, str(depth), *spatial] if first else [batch, *spatial, str(depth)]
        shape = "x".join("?" if size.isalpha() else size for size in order)
        named = ", ".join(f"@{size}" if size.isalpha() else size for size in order)
        return f"tensor<{shape}x{element}, [{named}]>"

    x, r = image(("b", "h", "w"), depth * groups, "i8"), image(("b", "p", "q"), features, element)
    k = f"tensor<{'x'.join(map(str, kernel))}xi8>"
    head, given = "", f", %k: {k}"
    if constant is not None:
        given = ""
        head = f'%k = mhlo.constant dense<"0x{constant.tobytes().hex().upper()}"> : {k}'
    return f"""
{SYMBOLS}
func.func @main(%x: {x}{given}) -> {r} {{
  {head}
  %r = mhlo.convolution(%x, %k) dim_numbers = {layout}, window = {{{window}}}
      {{feature_group_count = {groups} : i64, batch_group_count = 1 : i64}}
      : ({x}, {k}) -> {r}
  func.return %r : {r}
}}"""


def shapes(layout: str) -> list[tuple[int, ...]]:
    """Of images: none, less than a window, and some."""
    found = [(0, 5, 5), (1, 3, 4), (2, 9, 8), (3, 20, 17)]
    return [(b, 6, h, w) if layout is FIRST else (b, h, w, 6) for b, h, w in found]


@pytest.mark.parametrize("fast", [True, False])
@pytest.mark.parametrize("layout", [LAST, FIRST], ids=["last", "first"])
@pytest.mark.parametrize("name", WINDOWS)
def test_a_convolution(name: str, layout: str, fast: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A constant kernel and a given one take turns.

    fast: by this processor's products of bytes; plain loops give the same
    """
    if not fast:
        panels = Panels(32, DEPTH, 4)
        monkeypatch.setattr(byte_products, "panels", lambda: panels)
        monkeypatch.setattr(byte_products, "tiles", lambda: None)
    (rows, columns), window = WINDOWS[name]
    for place, features in enumerate((1, 5, 40)):
        known = (place + fast + (layout is FIRST)) % 2 == 0
        kernel = drawn(rows, columns, 6, features)
        if layout is FIRST:
            kernel = np.ascontiguousarray(kernel.transpose(3, 2, 0, 1))
        text = program(layout, kernel.shape, window, kernel if known else None)
        runner, native = both(text)
        taken = [
            agree(runner, native, [drawn(*shape), *[kernel] * (not known)])
            for shape in shapes(layout)
        ]
        assert any(taken)


def products(text: str) -> list[str]:
    function = Runner(parse_module(text, "program.mlir")).function
    found = [op for op in on_buffers(function).function.walk() if isinstance(op, func.CallOp)]
    names = [op.callee.root_reference.data for op in found]
    return [name for name in names if name.startswith("matmul")]


@pytest.mark.parametrize("layout", [LAST, FIRST], ids=["last", "first"])
@pytest.mark.parametrize("window", [(1, 1), (3, 3)])
def test_constant_kernels_lie_in_panels(layout: str, window: tuple[int, int]) -> None:
    """But where features come first and places lie in line: there the kernel is the left side."""
    if byte_products.tiles() is None:
        pytest.skip("no product of its own here")
    shape = (62, 130, *window) if layout is FIRST else (*window, 130, 62)
    in_panels = layout is LAST or window != (1, 1)
    found = products(program(layout, shape, "", drawn(*shape)))
    assert found == ["matmul_panels_i8" if in_panels else "matmul_i8"]
    assert products(program(layout, shape, "", None)) == ["matmul_i8"]


@pytest.mark.parametrize("at_end", [True, False])
@pytest.mark.parametrize("layout", [LAST, FIRST], ids=["last", "first"])
def test_operands_are_read_inside(layout: str, at_end: bool) -> None:
    """They end, or begin, at a page that may not be touched."""
    for (rows, columns), window in WINDOWS.values():
        kernel = drawn(rows, columns, 6, 21)
        if layout is FIRST:
            kernel = np.ascontiguousarray(kernel.transpose(3, 2, 0, 1))
        text = program(layout, kernel.shape, window)
        runner, native = interpreted(text), fenced(text, at_end=at_end)
        assert all(agree(runner, native, [drawn(*s), kernel]) for s in shapes(layout)[2:])


@pytest.mark.parametrize(
    ("window", "groups", "element"),
    [
        ("", 2, "i32"),
        ("lhs_dilate = [2, 1]", 1, "i32"),
        ("", 1, "i8"),
    ],
)
def test_what_is_no_product_of_bytes(window: str, groups: int, element: str) -> None:
    """The twin: groups, elements that are apart and sums in i8 are left to the interpreter."""
    kernel = drawn(2, 2, 6 // groups, 8)
    text = program(LAST, kernel.shape, window, groups=groups, element=element)
    runner, native = both(text)
    assert not products(text)
    assert native.callbacks
    assert agree(runner, native, [drawn(2, 9, 8, 6), kernel])
