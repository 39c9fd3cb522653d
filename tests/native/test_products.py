"""Products of matrices: by what code does them fast, and which operands are read where they lie."""

from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pytest
from tieshape.interpreters.arrays import Array
from tieshape.lowering.fusions_to_loops.products.words import PRODUCT
from tieshape.native import known_functions as known
from tieshape.native import processor, product_code
from tieshape.native.engine import (
    INLINING,
    MachineCode,
    functions_of,
    is_available,
    lowered_module,
)
from tieshape.native.known_functions import begin, known_functions
from tieshape.native.processor import features
from tieshape.native.product_code import NARROW, TALL, WIDE, linked, product_text, tiles
from tieshape.native.product_tiles import Tiles
from tieshape.native.program import on_buffers
from tieshape.text.module import parse_module
from xdsl.dialects import func

from .programs import agree, both, call_product, tensor

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")
KINDS = [
    pytest.param(
        sizes, marks=pytest.mark.skipif(not needed <= features(), reason=f"needs {sorted(needed)}")
    )
    for sizes, needed in ((TALL, {"avx512f"}), (WIDE, {"avx512f"}), (NARROW, {"avx2", "fma"}))
]


def multiplied(
    tiles: Tiles,
    a: Array,
    b: Array,
    parts: int = 1,
    packed: Array | None = None,
    written: list[Array] | None = None,
) -> Array:
    """a @ b of `[batch, rows, columns]`, with any strides, in parts.

    packed: b in panels
    written: gets after each part what is not 7 any more
    """
    address, code = linked(tiles)
    (count, m, k), n = a.shape, b.shape[2]
    c = np.full((count, m, n), np.float32(7))
    a_b, a_m, a_k = (stride // 4 for stride in a.strides)
    b_b, b_k, b_n = (stride // 4 for stride in b.strides)
    words = {"outer": 1, "batches": count, "m": m, "n": n, "k": k, "c_b": m * n, "c_m": n}
    words |= {"a_b": a_b, "a_m": a_m, "a_k": a_k, "b_b": b_b, "b_k": b_k, "b_n": b_n}
    words["packed"] = packed is not None
    kept = [] if written is None else written
    operands = [a, b if packed is None else packed, c]
    call_product(address, operands, words, parts, lambda: kept.append(c != 7))
    assert code
    return c


def drawn(*shape: int) -> Array:
    """Numbers around 0."""
    return np.random.default_rng(sum(shape)).normal(0, 1, shape).astype(np.float32)


@pytest.mark.parametrize("tiles", KINDS)
@pytest.mark.parametrize("m", [0, 1, 2, 3, 5, 7, 8, 9, 13, 16, 26, 33, 40])
def test_a_product_of_any_sizes(tiles: Tiles, m: int) -> None:
    """Whole tiles and their rests, b in order of rows and of columns, in one part and in three."""
    sizes = product((0, 1, 5, 16, 17, 32, 49, 77, 130, 300), (1, 3, 16, 40, 257), (False, True))
    for n, k, turned in sizes:
        a = drawn(1, m, k)
        b = drawn(1, n, k).transpose(0, 2, 1) if turned else drawn(1, k, n)
        found = multiplied(tiles, a, b)
        wanted = a.astype(np.float64) @ b.astype(np.float64)
        np.testing.assert_allclose(found, wanted, 1e-4, 1e-4, err_msg=f"{m} {n} {k} {turned}")
        assert np.array_equal(found, multiplied(tiles, a, b, 3))


@pytest.mark.parametrize("tiles", KINDS)
@pytest.mark.parametrize(
    ("count", "m", "n", "parts"),
    [
        (1, 200, 49, 3),
        (1, 200, 49, 5),
        (1, 200, 100, 3),
        (3, 20, 128, 2),
        (5, 20, 128, 4),
        (1, 9, 900, 4),
    ],
)
def test_parts_are_nearly_equal(tiles: Tiles, count: int, m: int, n: int, parts: int) -> None:
    """Rows of one matrix with few panels, else panels of all matrices."""
    a, b, written = drawn(count, m, 20), drawn(count, 20, n), list[Array]()
    found = multiplied(tiles, a, b, parts, written=written)
    assert np.array_equal(found, multiplied(tiles, a, b))
    sums = [0, *(int(each.sum()) for each in written)]
    shares = [after - before for before, after in pairwise(sums)]
    assert sum(shares) == found.size
    assert max(shares) <= 1.25 * found.size / parts


TILES_OF = """
func.func @divided(%at: i64) attributes {llvm.emit_c_interface} {
  %p = llvm.inttoptr %at : i64 to !llvm.ptr
  %q = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %m = llvm.load %p : !llvm.ptr -> i64
  %step = llvm.load %q : !llvm.ptr -> i64
  %blocks, %low, %high = func.call @tiles_of(%m, %step) : (i64, i64) -> (i64, i64, i64)
  %r = llvm.getelementptr %p[2] : (!llvm.ptr) -> !llvm.ptr, i64
  llvm.store %blocks, %p : i64, !llvm.ptr
  llvm.store %low, %q : i64, !llvm.ptr
  llvm.store %high, %r : i64, !llvm.ptr
  return
}
"""


def test_rows_are_divided_equally() -> None:
    """16 rows are tiles of 6, 5 and 5, not of 6, 6 and 4; no tile has more than `step`."""
    code = MachineCode(product_text(NARROW) + TILES_OF)
    call, words = functions_of(code.address("divided"))[0], np.zeros(3, np.int64)
    at = np.array([words.ctypes.data], np.int64)
    cell = np.array([at.ctypes.data], np.int64)

    def divided(m: int, step: int) -> list[int]:
        words[:2] = m, step
        call(cell.ctypes.data)
        return words.tolist()

    assert divided(16, 6) == [3, 5, 1]
    for m, step in product(range(60), range(1, 9)):
        blocks, low, high = divided(m, step)
        assert blocks == -(-m // step)
        assert blocks * low + high == m
        assert 0 <= high < max(blocks, 1)
        assert low + (high > 0) <= step


@pytest.mark.parametrize("tiles", KINDS)
def test_many_columns_and_sums(tiles: Tiles) -> None:
    """More than are laid out at a time; every part of the columns is the same."""
    a, b = drawn(1, 70, 600), drawn(1, 600, 1100)
    found = multiplied(tiles, a, b)
    np.testing.assert_allclose(found, a.astype(np.float64) @ b.astype(np.float64), 1e-3, 1e-3)
    for parts in (2, 5, 64):
        assert np.array_equal(found, multiplied(tiles, a, b, parts))


@pytest.mark.parametrize("tiles", KINDS)
def test_batches_and_strides(tiles: Tiles) -> None:
    """Heads are read where they lie: no dimension is in order of memory."""
    whole = drawn(9, 4, 24)
    q, k = whole.transpose(1, 0, 2), whole.transpose(1, 2, 0)
    wanted = q.astype(np.float64) @ k.astype(np.float64)
    for parts in (1, 2, 3, 7):
        np.testing.assert_allclose(multiplied(tiles, q, k, parts), wanted, 1e-4, 1e-4)
    every = drawn(2, 10, 22)[:, ::2, ::2]
    second = drawn(2, 44, 15)[:, ::4, ::3]
    wanted = every.astype(np.float64) @ second.astype(np.float64)
    np.testing.assert_allclose(multiplied(tiles, every, second), wanted, 1e-4, 1e-4)


@pytest.mark.parametrize("tiles", KINDS)
def test_special_values_spread_to_their_rows_only(tiles: Tiles) -> None:
    """The zeros that fill a panel meet no infinity that is stored."""
    a, b = drawn(1, 9, 21), drawn(1, 21, 37)
    a[0, 3, 4], a[0, 5, 6] = np.nan, np.inf
    with np.errstate(invalid="ignore"):
        wanted = a @ b
    found = multiplied(tiles, a, b)
    assert np.array_equal(np.isnan(found), np.isnan(wanted))
    assert np.isfinite(found[0, [0, 1, 2, 4, 6, 7, 8]]).all()


HEADS, TURNED = tensor("b s 4 16"), tensor("b 4 s 16")
ATTENTION = f"""
sdim.symbol @b
sdim.symbol @s
func.func @main(%x: {HEADS}, %y: {HEADS}) -> (RESULTS) {{
  %q, %k = "mhlo.fusion"(%x, %y) ({{
  ^bb0(%a: {HEADS}, %c: {HEADS}):
    %d = mhlo.add %a, %c : {HEADS}
    %0 = "mhlo.transpose"(%d) <{{permutation = dense<[0, 2, 1, 3]> : tensor<4xi64>}}> : ({HEADS}) -> {TURNED}
    %1 = "mhlo.transpose"(%c) <{{permutation = dense<[0, 2, 1, 3]> : tensor<4xi64>}}> : ({HEADS}) -> {TURNED}
    mhlo.return %0, %1 : {TURNED}, {TURNED}
  }}) : ({HEADS}, {HEADS}) -> ({TURNED}, {TURNED})
  %r = "mhlo.dot_general"(%q, %k) <{{dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [3]>}}> : ({TURNED}, {TURNED}) -> {tensor("b 4 s s")}
  func.return ENDS
}}
"""
ALONE = ATTENTION.replace("RESULTS", tensor("b 4 s s")).replace("ENDS", f"%r : {tensor('b 4 s s')}")
SEEN = ATTENTION.replace("RESULTS", f"{tensor('b 4 s s')}, {TURNED}, {TURNED}").replace(
    "ENDS", f"%r, %q, %k : {tensor('b 4 s s')}, {TURNED}, {TURNED}"
)


def allocated(text: str) -> int:
    """How many buffers the lowered program has besides its arguments and results."""
    module = parse_module(text, "heads.mlir")
    function = next(op for op in module.body.ops if isinstance(op, func.FuncOp))
    lowered = on_buffers(function).function
    return sum(op.name == "memref.alloc" for op in lowered.walk())


def test_turned_operands_of_products_are_read_where_they_lie() -> None:
    """The sum is stored as it lies; the other operand is an argument."""
    assert allocated(ALONE) == 1


def test_turned_operands_that_others_read_are_stored() -> None:
    """Both are results."""
    lowered_alone, lowered_seen = allocated(ALONE), allocated(SEEN)
    assert (lowered_alone, lowered_seen) == (1, 0)
    runner, program = both(SEEN)
    for sizes in ((1, 1), (2, 3), (0, 2), (3, 0), (2, 40)):
        assert agree(runner, program, [drawn(*sizes, 4, 16), drawn(*sizes, 4, 16) + 1])


def test_heads_as_on_the_interpreter() -> None:
    """Sizes of rests, of one and of none."""
    runner, program = both(ALONE)
    for sizes in ((1, 1), (2, 3), (1, 17), (0, 2), (3, 0), (2, 40)):
        assert agree(runner, program, [drawn(*sizes, 4, 16), drawn(*sizes, 4, 16) + 1])
    assert not program.callbacks


def test_another_thread_may_make_the_product_meanwhile() -> None:
    """Whoever wants it waits for that thread; one that failed leaves the work to him."""
    if tiles() is None:
        pytest.skip("the product needs wide vectors")
    for _ in range(2):
        begin(known.MLIR, PRODUCT)
    assert known_functions((PRODUCT,))[PRODUCT] == product_code.routines()[PRODUCT]


@pytest.mark.parametrize("sizes", [TALL, WIDE, NARROW])
def test_tiles_are_not_copied_for_each_call(sizes: Tiles) -> None:
    """Code of copies took four times as long to make; small functions are taken in."""
    text = product_text(sizes)
    inlined = str(lowered_module(text, INLINING))
    assert "math.fma" in text
    assert inlined.count("math.fma") <= 1.5 * text.count("math.fma")
    assert "call @panel(" not in inlined


def test_a_thread_that_fails_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = list[int]()

    def fails_once() -> dict[str, int]:
        calls.append(1)
        if len(calls) == 1:
            raise MemoryError
        return {PRODUCT: 7}

    monkeypatch.setattr(known, "_BEGUN", {})
    monkeypatch.setattr(product_code, "routines", fails_once)
    begin(PRODUCT)
    assert known_functions((PRODUCT,))[PRODUCT] == 7
    assert len(calls) == 2


def test_tiles_have_no_more_rows_than_the_nearest_cache_keeps(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Rows that are pages apart would push each other out of it."""
    monkeypatch.setattr(processor, "CACHES", tmp_path)
    assert processor.first_cache_ways.__wrapped__() == 0
    for place, (kind, ways) in enumerate((("Instruction", 16), ("Data", 12))):
        index = tmp_path / f"index{place}"
        index.mkdir()
        for name, text in {"type": kind, "level": 1, "ways_of_associativity": ways}.items():
            (index / name).write_text(f"{text}\n")
    assert processor.first_cache_ways.__wrapped__() == 12
    monkeypatch.setattr(product_code, "features", lambda: frozenset({"avx512f"}))
    for count, fitting in ((0, WIDE), (8, WIDE), (12, TALL)):
        monkeypatch.setattr(product_code, "first_cache_ways", lambda count=count: count)
        assert tiles() == fitting
