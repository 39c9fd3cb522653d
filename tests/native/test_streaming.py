"""Stores past the cache, and sums of many rows, against the interpreter."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from tieshape.interpreters import Runner
from tieshape.native import program
from tieshape.native.engine import is_available
from tieshape.native.fences import FencedMemory
from tieshape.native.memory import LARGE
from tieshape.native.program import NativeProgram, native_code
from tieshape.native.views import address_of
from tieshape.text.module import parse_module

from .programs import agree, both, fenced, tensor

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")

MAP = f"""
sdim.symbol @a
sdim.symbol @b
func.func @main(%x: {tensor("a b")}, %y: {tensor("a b")}) -> {tensor("a b")} {{
  %r = mhlo.add %x, %y : {tensor("a b")}
  func.return %r : {tensor("a b")}
}}
"""
ROWS = f"""
sdim.symbol @a
sdim.symbol @b
func.func @main(%x: {tensor("a b")}, %y: {tensor("b")}) -> {tensor("a b")} {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %x, %c0 : {tensor("a b")}
  %d1 = tensor.dim %x, %c1 : {tensor("a b")}
  %n = tensor.from_elements %d0, %d1 : tensor<2xindex>
  %r = "mhlo.fusion"(%x, %y, %n) <{{fusion_kind = #mhlo<fusion_kind kLoop>}}> ({{
  ^bb0(%p: {tensor("a b")}, %q: {tensor("b")}, %m: tensor<2xindex>):
    %w = "mhlo.dynamic_broadcast_in_dim"(%q, %m) <{{broadcast_dimensions = dense<1> : tensor<1xi64>}}>
        : ({tensor("b")}, tensor<2xindex>) -> {tensor("a b")}
    %s = mhlo.add %p, %w : {tensor("a b")}
    mhlo.return %s : {tensor("a b")}
  }}) {{tieshape.kind = "loop"}} : ({tensor("a b")}, {tensor("b")}, tensor<2xindex>) -> {tensor("a b")}
  func.return %r : {tensor("a b")}
}}
"""
SUM = f"""
sdim.symbol @a
sdim.symbol @b
func.func @main(%x: {tensor("a b")}) -> ({tensor("b")}, {tensor("b")}) {{
  %zero = mhlo.constant dense<0.0> : tensor<f32>
  %least = mhlo.constant dense<0xFF800000> : tensor<f32>
  %s = mhlo.reduce(%x init: %zero) applies mhlo.add across dimensions = [0]
      : ({tensor("a b")}, tensor<f32>) -> {tensor("b")}
  %m = mhlo.reduce(%x init: %least) applies mhlo.maximum across dimensions = [0]
      : ({tensor("a b")}, tensor<f32>) -> {tensor("b")}
  func.return %s, %m : {tensor("b")}, {tensor("b")}
}}
"""
SIZES = [(0, 3), (1, 1), (1, 15), (3, 16), (2, 17), (5, 32), (7, 77), (1, 640)]


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is stored past the cache."""
    monkeypatch.setattr(program, "streams_from", lambda: 1)


@pytest.mark.parametrize("text", [MAP, ROWS], ids=["map", "rows"])
@pytest.mark.parametrize("at_end", [True, False])
def test_stores_past_the_cache_stay_inside(always: None, text: str, at_end: bool) -> None:
    runner, native = Runner(parse_module(text, "p.mlir")), fenced(text, at_end=at_end)
    random = np.random.default_rng(0)
    for rows, width in SIZES:
        x = random.standard_normal((rows, width)).astype(np.float32)
        y = x if text is MAP else random.standard_normal(width).astype(np.float32)
        agree(runner, native, [x, y])


@pytest.mark.parametrize("text", [MAP, ROWS], ids=["map", "rows"])
def test_large_results_begin_at_a_line_of_the_cache(always: None, text: str) -> None:
    runner, native = both(text)
    width = 2048
    x = np.random.default_rng(0).standard_normal((LARGE // 4 // width, width)).astype(np.float32)
    arguments = [x, x if text is MAP else x[0]]
    assert agree(runner, native, arguments)
    for _ in range(3):
        (result,) = native.run(arguments)
        assert address_of(result) % 64 == 0
        assert native.direct(*arguments) is None


def test_functions_that_store_past_the_cache_say_when_they_are_done(always: None) -> None:
    module = parse_module(MAP, "p.mlir")
    made = program.on_buffers(Runner(module).function).module()
    text = program.vector_text(made)
    assert "nontemporal = true" in text
    assert "llvm.x86.sse.sfence" in text


@pytest.mark.parametrize("rows", [0, 1, 2, 31, 32, 33, 100])
@pytest.mark.parametrize("width", [1, 15, 16, 63, 64, 65, 77, 200])
def test_sums_of_columns(rows: int, width: int) -> None:
    runner, native = _sums()
    x = np.random.default_rng(rows).standard_normal((rows, width)).astype(np.float32)
    agree(runner, native, [x])
    if rows > 2:
        x[rows // 2, width // 2] = np.nan
        x[0, 0] = np.inf
        agree(runner, native, [x])


@cache
def _sums() -> tuple[Runner, NativeProgram]:
    return both(SUM)


def test_fenced_sums_of_columns() -> None:
    module = parse_module(SUM, "p.mlir")
    runner = Runner(module)
    code = native_code(runner.function, apart=True)
    for at_end in (True, False):
        native = NativeProgram(module, code, memory=FencedMemory(at_end=at_end))
        for rows, width in ((1, 1), (33, 65), (40, 7)):
            agree(runner, native, [np.ones((rows, width), np.float32)])
