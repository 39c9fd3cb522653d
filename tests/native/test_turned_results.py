"""Results of products that only transposes read: products write them where these would."""

from collections.abc import Sequence

import numpy as np
import pytest
from tieshape.interpreters.arrays import Array
from tieshape.native.engine import is_available
from tieshape.native.program import on_buffers
from tieshape.text.module import parse_module
from xdsl.dialects import func

from .programs import agree, both, fenced, tensor

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")
SIZES = ((1, 1), (2, 3), (1, 17), (0, 2), (3, 0), (2, 40))


def turned(order: Sequence[int], result: str, element: str = "f32") -> str:
    """A transpose in `order` of `%r`, of heads of rows."""
    source = tensor(f"b 4 s 16:{element}")
    words = ", ".join(map(str, order))
    permutation = f"permutation = dense<[{words}]> : tensor<4xi64>"
    return f'"mhlo.transpose"(%r) <{{{permutation}}}> : ({source}) -> {result}'


def mixed(rest: str, results: Sequence[str], element: str = "f32") -> str:
    """`rest` of a program whose `%r` are sums of rows, one for each head and row."""
    weights, values = tensor(f"b 4 s s:{element}"), tensor(f"b s 4 16:{element}")
    heads, permutation = tensor(f"b 4 s 16:{element}"), "dense<[0, 2, 1, 3]> : tensor<4xi64>"
    numbers = "lhs_batching_dimensions = [0, 1], rhs_batching_dimensions = [0, 1]"
    numbers += ", lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [2]"
    return f"""
sdim.symbol @b
sdim.symbol @s
func.func @main(%w: {weights}, %x: {values}) -> ({", ".join(results)}) {{
  %v = "mhlo.transpose"(%x) <{{permutation = {permutation}}}> : ({values}) -> {heads}
  %r = "mhlo.dot_general"(%w, %v) <{{dot_dimension_numbers = #mhlo.dot<{numbers}>}}> : ({weights}, {heads}) -> {heads}
  {rest}
}}"""


def in_a_group(element: str = "f32") -> str:
    """Rows of all heads and a sum over them, in one group."""
    heads, rows = tensor(f"b 4 s 16:{element}"), tensor(f"b s 4 16:{element}")
    flat, total = tensor(f"b s 64:{element}"), tensor(f"b s:{element}")
    shape, scalar = "tensor<3xi64>", f"tensor<{element}>"
    rest = f"""%c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %b = tensor.dim %r, %c0 : {heads}
  %s = tensor.dim %r, %c2 : {heads}
  %bi = arith.index_cast %b : index to i64
  %si = arith.index_cast %s : index to i64
  %k = arith.constant 64 : i64
  %sizes = tensor.from_elements %bi, %si, %k : {shape}
  %y, %z = "mhlo.fusion"(%r, %sizes) ({{
  ^bb0(%h: {heads}, %n: {shape}):
    %t = {turned((0, 2, 1, 3), rows, element).replace("%r", "%h")}
    %f = mhlo.dynamic_reshape %t, %n : ({rows}, {shape}) -> {flat}
    %e = mhlo.exponential %f : {flat}
    %i = mhlo.constant dense<0.0> : {scalar}
    %u = mhlo.reduce(%e init: %i) applies mhlo.add across dimensions = [2] : ({flat}, {scalar}) -> {total}
    mhlo.return %e, %u : {flat}, {total}
  }}) : ({heads}, {shape}) -> ({flat}, {total})
  func.return %y, %z : {flat}, {total}"""
    return mixed(rest, (flat, total), element)


def alone(order: Sequence[int], result: str) -> str:
    """One transpose, which is the result."""
    type_ = tensor(result)
    rest = f"%y = {turned(order, type_)}\n  func.return %y : {type_}"
    return mixed(rest, [type_])


def twice(first: Sequence[int], second: Sequence[int], results: Sequence[str]) -> str:
    """Two transposes."""
    types = [tensor(result) for result in results]
    rest = f"%y = {turned(first, types[0])}\n  %z = {turned(second, types[1])}"
    return mixed(f"{rest}\n  func.return %y, %z : {', '.join(types)}", types)


def drawn(batch: int, rows: int, element: str = "f32") -> list[Array]:
    """Weights and values."""
    random = np.random.default_rng(rows)
    shapes = (batch, 4, rows, rows), (batch, rows, 4, 16)
    return [random.normal(0, 1, shape).astype(f"float{element[1:]}") for shape in shapes]


def kernels(text: str) -> list[str]:
    """What the lowered program calls."""
    module = parse_module(text, "heads.mlir")
    function = next(op for op in module.body.ops if isinstance(op, func.FuncOp))
    lowered = on_buffers(function).function
    calls = [op for op in lowered.walk() if isinstance(op, func.CallOp)]
    return [op.callee.root_reference.data for op in calls]


ROWS, ACROSS, LAST = (
    ((0, 2, 1, 3), "b s 4 16"),
    ((2, 0, 1, 3), "s b 4 16"),
    ((0, 1, 3, 2), "b 4 16 s"),
)


@pytest.mark.parametrize("element", ["f32", "f64"])
def test_a_group_reads_rows_that_a_product_made(element: str) -> None:
    """Nothing is transposed, and the group goes over whole rows."""
    text = in_a_group(element)
    assert kernels(text) == [f"matmul_{element}", "fusion_0"]
    module = parse_module(text, "heads.mlir")
    function = next(op for op in module.body.ops if isinstance(op, func.FuncOp))
    group = on_buffers(function).kernels[-1]
    assert not [op for op in group.walk() if op.name in ("arith.divui", "arith.remui")]
    runner, program = both(text)
    for sizes in SIZES:
        assert agree(runner, program, drawn(*sizes, element))


@pytest.mark.parametrize("way", [ROWS, ACROSS])
def test_a_transpose_is_what_the_product_makes(way: tuple[Sequence[int], str]) -> None:
    """The rows of the product stay rows."""
    text = alone(*way)
    assert kernels(text) == ["matmul_f32"]
    runner, program = both(text)
    for sizes in SIZES:
        assert agree(runner, program, drawn(*sizes))


def test_rows_that_become_columns_are_transposed() -> None:
    """A product writes rows in line only."""
    text = alone(*LAST)
    assert kernels(text) == ["matmul_f32", "transpose_0"]
    runner, program = both(text)
    for sizes in SIZES:
        assert agree(runner, program, drawn(*sizes))


def test_a_result_that_is_transposed_twice() -> None:
    """The same way: one buffer is copied to the other result; two ways: both are kernels."""
    same = twice(ROWS[0], ROWS[0], (ROWS[1], ROWS[1]))
    other = twice(ROWS[0], ACROSS[0], (ROWS[1], ACROSS[1]))
    assert kernels(same) == ["matmul_f32"]
    assert len(kernels(other)) == 3
    for text in (same, other):
        runner, program = both(text)
        for sizes in SIZES:
            assert agree(runner, program, drawn(*sizes))


def test_a_result_that_others_read_is_transposed() -> None:
    """It is a result itself."""
    type_, heads = tensor(ROWS[1]), tensor("b 4 s 16")
    rest = f"%y = {turned(ROWS[0], type_)}\n  func.return %y, %r : {type_}, {heads}"
    text = mixed(rest, (type_, heads))
    assert kernels(text) == ["matmul_f32", "transpose_0"]
    runner, program = both(text)
    for sizes in SIZES:
        assert agree(runner, program, drawn(*sizes))


@pytest.mark.parametrize("at_end", [True, False])
@pytest.mark.parametrize(
    "text", [in_a_group(), alone(*ACROSS), twice(ROWS[0], ROWS[0], (ROWS[1],) * 2)]
)
def test_turned_results_stay_in_their_buffers(text: str, at_end: bool) -> None:
    """Buffers end, or begin, at a page that may not be touched."""
    runner, _ = both(text)
    program = fenced(text, at_end=at_end)
    for sizes in SIZES:
        assert agree(runner, program, drawn(*sizes))


def test_a_group_of_nothing_but_turned_results_is_no_kernel() -> None:
    """Its results are where products put them."""
    type_, heads = tensor(ROWS[1]), tensor("b 4 s 16")
    group = f"""%y = "mhlo.fusion"(%r) ({{
  ^bb0(%h: {heads}):
    %t = {turned(ROWS[0], type_).replace("%r", "%h")}
    mhlo.return %t : {type_}
  }}) : ({heads}) -> {type_}
  func.return %y : {type_}"""
    text = mixed(group, [type_])
    assert kernels(text) == ["matmul_f32"]
    runner, program = both(text)
    for sizes in SIZES:
        assert agree(runner, program, drawn(*sizes))
