"""Operands that may be broadcast, read in branches that all lanes take, with fences around."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from tieshape.interpreters import Runner
from tieshape.lowering.pipelines import TieshapePass
from tieshape.native import program
from tieshape.native.engine import is_available
from tieshape.native.fences import FencedMemory
from tieshape.native.image import is_protection_possible
from tieshape.native.program import NativeProgram, native_code
from tieshape.text.context import new_context
from tieshape.text.module import parse_module

from .programs import all_agree

pytestmark = pytest.mark.skipif(
    not (is_available() and is_protection_possible()), reason="torch-mlir is not installed"
)

STRIDED = (
    "begin_mask = 1 : i64, ellipsis_mask = 0 : i64, end_mask = 1 : i64, new_axis_mask = 0 : i64,"
    " shrink_axis_mask = 0 : i64"
)
# Every other row of the gradient is nothing: a branch. Any of the three may be broadcast.
TEXT = f"""
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %m: tensor<?x?xi1>) -> tensor<?x?xf32> {{
  %z = "tf.Const"() {{value = dense<0> : tensor<1xi32>}} : () -> tensor<1xi32>
  %two = "tf.Const"() {{value = dense<2> : tensor<1xi32>}} : () -> tensor<1xi32>
  %s = "tf.Shape"(%x) : (tensor<?x?xf32>) -> tensor<2xi32>
  %h = "tf.StridedSlice"(%x, %z, %z, %two) <{{{STRIDED}}}>
    : (tensor<?x?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?x?xf32>
  %d = "tf.Mul"(%h, %h) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %g = "tf.StridedSliceGrad"(%s, %z, %z, %two, %d) <{{{STRIDED}}}>
    : (tensor<2xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = "tf.SelectV2"(%m, %g, %y) : (tensor<?x?xi1>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  func.return %r : tensor<?x?xf32>
}}
"""


@pytest.mark.parametrize("streams", [False, True])
def test_nothing_else_is_read(monkeypatch: pytest.MonkeyPatch, streams: bool) -> None:
    if streams:  # everything is stored past the cache
        monkeypatch.setattr(program, "streams_from", lambda: 1)
    module = parse_module(TEXT, "branches.mlir")
    TieshapePass().apply(new_context(), module)
    runner = Runner(module.clone())
    code = native_code(Runner(module).function, apart=True)
    programs = [NativeProgram(module, code, memory=FencedMemory(at_end=e)) for e in (True, False)]
    assert not programs[0].callbacks
    draw = np.random.default_rng(0)
    for rows, columns in ((0, 3), (1, 1), (2, 16), (3, 33), (5, 7)):
        for ones in itertools.product((False, True), repeat=3):
            shapes = [(rows, 1 if one else columns) for one in ones]
            x, y, m = (draw.standard_normal(shape).astype(np.float32) for shape in shapes)
            assert all_agree(runner, programs, [x, y, m > 0])
    x, y = np.ones((5, 7), np.float32), np.ones((5, 4), np.float32)
    assert not all_agree(runner, programs, [x, y, x > 0])
