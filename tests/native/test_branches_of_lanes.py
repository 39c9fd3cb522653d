"""Branches on positions inside of loops, of which each lane of a vector takes one part."""

from __future__ import annotations

import numpy as np
import pytest
from tieshape.native.engine import is_available

from .programs import agree, both, fenced, interpreted, tensor

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")

SIZES = (0, 1, 2, 7, 8, 15, 16, 17, 31, 33, 64, 100)
STEPS = (-101, -17, -16, -3, -1, 0, 1, 2, 15, 16, 31, 100, 101)


def moved(element: str, use: str) -> str:
    """`use` of `%x` and `%p`, which is `%x` moved along its rows by `%by`."""
    x, amounts = tensor(f"m n:{element}"), "tensor<2xindex>"
    return f"""
sdim.symbol @m
sdim.symbol @n
func.func @main(%x: {x}, %by: tensor<i64>) -> {x} {{
  %zero = arith.constant 0 : index
  %number = tensor.extract %by[] : tensor<i64>
  %step = arith.index_cast %number : i64 to index
  %back = arith.subi %zero, %step : index
  %low = tensor.from_elements %zero, %step : {amounts}
  %high = tensor.from_elements %zero, %back : {amounts}
  %none = tensor.from_elements %zero, %zero : {amounts}
  %r = "mhlo.fusion"(%x, %low, %high, %none) <{{fusion_kind = #mhlo<fusion_kind kLoop>}}> ({{
  ^bb0(%v: {x}, %l: {amounts}, %h: {amounts}, %i: {amounts}):
    %fill = mhlo.constant dense<3> : tensor<{element}>
    %p = mhlo.dynamic_pad %v, %fill, %l, %h, %i : ({x}, tensor<{element}>, {amounts}, {amounts}, {amounts}) -> {x}
    %u = {use} : {x}
    mhlo.return %u : {x}
  }}) : ({x}, {amounts}, {amounts}, {amounts}) -> {x}
  func.return %r : {x}
}}
""".replace("dense<3>", "dense<3.0>" if element[0] == "f" else "dense<3>")


def summed(kind: str, start: str) -> str:
    """Each row of what was moved, folded."""
    text, rows = moved("f32", "mhlo.add %v, %p"), tensor("m")
    x = tensor("m n")
    text = text.replace(f"-> {x} {{\n  %zero", f"-> {rows} {{\n  %zero")
    fold = (
        f"    %s = mhlo.constant dense<{start}> : tensor<f32>\n"
        f"    %f = mhlo.reduce(%u init: %s) applies mhlo.{kind} across dimensions = [1]"
        f" : ({x}, tensor<f32>) -> {rows}\n    mhlo.return %f : {rows}"
    )
    text = text.replace(f"    mhlo.return %u : {x}", fold)
    head, _, tail = text.rpartition(f"-> {x}")
    return (head + f"-> {rows}" + tail).replace(f"return %r : {x}", f"return %r : {rows}")


PROGRAMS = {
    "f32": moved("f32", "mhlo.add %v, %p"),
    "f32 alone": moved("f32", "mhlo.negate %p"),
    "f64": moved("f64", "mhlo.multiply %v, %p"),
    "i32": moved("i32", "mhlo.subtract %v, %p"),
    "i8": moved("i8", "mhlo.add %v, %p"),
    "f32 summed": summed("add", "1.0"),
    "f32 greatest": summed("maximum", "0xFF800000"),
}
TYPES = {"f32": "f4", "f64": "f8", "i32": "i4", "i8": "i1"}


@pytest.mark.parametrize("name", PROGRAMS)
def test_rows_are_moved_either_way(name: str) -> None:
    text = PROGRAMS[name]
    runner, program = both(text)
    assert not program.callbacks
    for size in SIZES:
        x = np.arange(3 * size, dtype=TYPES[name.split()[0]]).reshape(3, size)
        for step in STEPS:
            assert agree(runner, program, [x, np.array(step, np.int64)])


@pytest.mark.parametrize("name", ["f32", "f32 summed"])
@pytest.mark.parametrize("at_end", [True, False])
def test_no_lane_reads_outside(name: str, at_end: bool) -> None:
    text = PROGRAMS[name]
    runner, program = interpreted(text), fenced(text, at_end=at_end)
    for size in (1, 15, 16, 17, 33):
        x = np.arange(2 * size, dtype=np.float32).reshape(2, size)
        for step in STEPS:
            assert agree(runner, program, [x, np.array(step, np.int64)])
