"""Products of i8 in i32: exact, by what code does them fast, and where they are asked for."""

from itertools import product

import numpy as np
import pytest
from tieshape.interpreters import Runner
from tieshape.interpreters.arrays import Array
from tieshape.lowering.fusions_to_loops.products.packed_weights import TOP
from tieshape.lowering.fusions_to_loops.products.panels import Panels
from tieshape.native import byte_products
from tieshape.native.byte_products import DEPTH, ByteTiles, linked, tiles
from tieshape.native.engine import is_available
from tieshape.native.processor import features
from tieshape.native.program import NativeProgram, on_buffers
from tieshape.text.module import parse_module
from xdsl.dialects import func

from .programs import agree, both, call_product, fenced

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")
KINDS = [
    pytest.param(
        sizes, marks=pytest.mark.skipif(not needed <= features(), reason=f"needs {sorted(needed)}")
    )
    for sizes, needed in byte_products.KINDS
]


def drawn(*shape: int) -> Array:
    """Bytes, among them the least and the greatest."""
    found = np.random.default_rng(sum(shape)).integers(-128, 128, shape, np.int8)
    found.flat[:2] = -128, 127
    return found


def exact(a: Array, b: Array) -> Array:
    return (a.astype(np.int64) @ b.astype(np.int64)).astype(np.int32)


def multiplied(
    sizes: ByteTiles, a: Array, b: Array, parts: int = 1, packed: Array | None = None
) -> Array:
    """a @ b of `[batch, rows, columns]`, whose columns of a are in order, in parts.

    packed: b in panels
    """
    address, code = linked(sizes)
    (count, m, k), n = a.shape, b.shape[2]
    c = np.full((count, m, n), np.int32(7))
    words = {"outer": 1, "batches": count, "m": m, "n": n, "k": k, "c_b": m * n, "c_m": n}
    words |= dict(zip(("a_b", "a_m", "a_k", "b_b", "b_k", "b_n"), a.strides + b.strides))  # noqa: B905
    words["packed"] = packed is not None
    call_product(address, [a, b if packed is None else packed, c], words, parts)
    assert code
    return c


@pytest.mark.parametrize("sizes", KINDS)
@pytest.mark.parametrize("m", [0, 1, 2, 3, 5, 8, 9, 13, 26, 33])
def test_a_product_of_any_sizes(sizes: ByteTiles, m: int) -> None:
    """b in order of rows, of columns and of neither, and in panels; in one part and in three."""
    for n, k in product((1, 5, 16, 17, 33, 100, 530), (1, 3, 4, 7, 64, 130, 1025)):
        a, lies = drawn(1, m, k), drawn(1, n, k)
        wide = np.zeros((1, k, 2 * n), np.int8)
        by_columns = lies.transpose(0, 2, 1)
        wide[:, :, ::2] = by_columns
        wanted = exact(a, by_columns)
        for b in (np.ascontiguousarray(by_columns), by_columns, wide[:, :, ::2]):
            for parts in (1, 3):
                found = multiplied(sizes, a, b, parts)
                assert np.array_equal(found, wanted), (m, n, k, b.strides, parts)
        panels = Panels(2 * sizes.lanes, DEPTH, 4).packed(by_columns[0]) ^ TOP
        assert np.array_equal(multiplied(sizes, a, by_columns, packed=panels), wanted), (m, n, k)


@pytest.mark.parametrize("sizes", KINDS)
def test_several_matrices_in_parts(sizes: ByteTiles) -> None:
    a, b = drawn(5, 9, 21), drawn(5, 21, 70)
    for parts in (1, 2, 4, 9):
        assert np.array_equal(multiplied(sizes, a, b, parts), exact(a, b))


@pytest.mark.parametrize("sizes", KINDS)
def test_the_greatest_sums(sizes: ByteTiles) -> None:
    """No sum of few products is cut off: of 128 by -128, and by 127."""
    for left, right in product((-128, 127), repeat=2):
        a, b = np.full((1, 2, 2050), np.int8(left)), np.full((1, 2050, 40), np.int8(right))
        assert np.array_equal(multiplied(sizes, a, b), exact(a, b))


def test_groups_of_rows_lie_side_by_side() -> None:
    matrix = np.arange(1, 16, dtype=np.int8).reshape(5, 3)
    found = Panels(2, 4, 4).packed(matrix)
    assert found[:16].tolist() == [1, 4, 7, 10, 2, 5, 8, 11, 3, 6, 9, 12, 0, 0, 0, 0]
    assert found[16:].tolist() == [13, 0, 0, 0, 14, 0, 0, 0, 15, 0, 0, 0, 0, 0, 0, 0]


def program(left: str, right: str, result: str, dims: str, constant: Array | None = None) -> str:
    """The product of two arguments, or of one and a constant."""
    head, given = "", f", %b: {right}"
    if constant is not None:
        given = ""
        head = f'%b = mhlo.constant dense<"0x{constant.tobytes().hex().upper()}"> : {right}'
    return f"""
func.func @main(%a: {left}{given}) -> {result} {{
  {head}
  %c = "mhlo.dot_general"(%a, %b) <{{dot_dimension_numbers = #mhlo.dot<{dims}>}}> : ({left}, {right}) -> {result}
  func.return %c : {result}
}}"""


def kernels(text: str) -> list[str]:
    """What the lowered program calls."""
    module = parse_module(text, "program.mlir")
    function = next(op for op in module.body.ops if isinstance(op, func.FuncOp))
    found = [op for op in on_buffers(function).function.walk() if isinstance(op, func.CallOp)]
    return [op.callee.root_reference.data for op in found]


PLAIN = "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]"
TURNED = "lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [1]"
ROWS, COLUMNS = 130, 62
SYMBOLS = "\n".join(f"sdim.symbol @{name}" for name in "abcd")
LEFT, MADE = "tensor<?x130xi8, [@a, 130]>", "tensor<?x62xi32, [@a, 62]>"
WEIGHTS = SYMBOLS + program(LEFT, "tensor<130x62xi8>", MADE, PLAIN, drawn(ROWS, COLUMNS))


def test_constants_lie_in_panels() -> None:
    if tiles() is None:
        pytest.skip("no product of its own here")
    assert kernels(WEIGHTS) == ["matmul_panels_i8"]
    runner, native = both(WEIGHTS)
    assert [array.ndim for array in native.constants] == [1]
    for m in (0, 1, 9, 40):
        assert agree(runner, native, [drawn(m, ROWS)])


@pytest.mark.parametrize("at_end", [True, False])
def test_operands_are_read_inside(at_end: bool) -> None:
    """They end, or begin, at a page that may not be touched."""
    left, right = "tensor<?x?xi8, [@a, @b]>", "tensor<?x?xi8, [@b, @c]>"
    given = SYMBOLS + program(left, right, "tensor<?x?xi32, [@a, @c]>", PLAIN)
    for text, more in ((WEIGHTS, False), (given, True)):
        runner, _ = both(text)
        native = fenced(text, at_end=at_end)
        for m, k, n in ((1, ROWS, 3), (9, ROWS, 33), (13, 7 if more else ROWS, 70)):
            assert agree(runner, native, [drawn(m, k), *[drawn(k, n)] * more])


@pytest.mark.parametrize("fast", [True, False])
def test_any_layout(fast: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not in order is laid out; plain loops read it too, and panels."""
    if not fast:
        panels = Panels(32, DEPTH, 4)
        monkeypatch.setattr(byte_products, "panels", lambda: panels)
        monkeypatch.setattr(byte_products, "tiles", lambda: None)
    flat = SYMBOLS + program(
        "tensor<?x?xi8, [@b, @a]>", "tensor<?x?xi8, [@c, @b]>", "tensor<?x?xi32, [@a, @c]>", TURNED
    )
    heads = SYMBOLS + program(
        "tensor<?x?x4x?xi8, [@d, @a, 4, @b]>",
        "tensor<?x?x4x?xi8, [@d, @c, 4, @b]>",
        "tensor<?x4x?x?xi32, [@d, 4, @a, @c]>",
        "lhs_batching_dimensions = [0, 2], rhs_batching_dimensions = [0, 2],"
        " lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [3]",
    )
    for text, shapes in ((flat, ("ba", "cb")), (heads, ("da4b", "dc4b")), (WEIGHTS, None)):
        module = parse_module(text, "program.mlir")
        runner, native = Runner(module.clone()), NativeProgram(module, Runner(module).function)
        for a, b, c in ((0, 3, 2), (3, 0, 2), (1, 1, 1), (5, 70, 33)):
            named = {"a": a, "b": b, "c": c, "d": 2, "4": 4}
            sizes = [[named[x] for x in shape] for shape in shapes or ()] or [[a, ROWS]]
            assert agree(runner, native, [drawn(*shape) for shape in sizes])


def test_threads_share_a_product() -> None:
    text = SYMBOLS + program(
        "tensor<?x?xi8, [@a, @b]>", "tensor<?x?xi8, [@b, @c]>", "tensor<?x?xi32, [@a, @c]>", PLAIN
    )
    module = parse_module(text, "program.mlir")
    native = NativeProgram(module, Runner(module).function, threads=2)
    for m, k, n in ((600, 200, 150), (64, 700, 400), (3, 5, 7)):
        a, b = drawn(m, k), drawn(k, n)
        assert np.array_equal(native.run([a, b])[0], exact(a, b))


@pytest.mark.parametrize("types", [("i8", "i16"), ("i16", "i16"), ("ui8", "ui8")])
def test_other_integers_are_not_taken_as_bytes(types: tuple[str, str]) -> None:
    """The twin: these go to the interpreter, or are refused there."""
    element, result = types
    text = SYMBOLS + program(
        f"tensor<?x?x{element}, [@a, @b]>",
        f"tensor<?x?x{element}, [@b, @c]>",
        f"tensor<?x?x{result}, [@a, @c]>",
        PLAIN,
    )
    assert not any(name.startswith("matmul") for name in kernels(text))
