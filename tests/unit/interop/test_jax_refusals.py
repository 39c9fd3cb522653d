"""Shapes that a guard refuses: JAX reports the guard's words, and no op that is ill-typed by then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from tieshape.interop.jax import export_of
from tieshape.rules.errors import ShapeError
from tieshape.text.diagnostics import ChecksDropped
from tieshape.tools.runtime_provider import program

GREATEST = """
func.func @greatest(%x: tensor<?xf32>, %y: tensor<?x?xf32>) -> (tensor<3xf32>, tensor<?x?xf32>) {
  %k = "tf.Const"() {value = dense<3> : tensor<i32>} : () -> tensor<i32>
  %0:2 = "tf.TopKV2"(%x, %k) {sorted = true} : (tensor<?xf32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
  %1 = "tf.AddV2"(%y, %0#0) : (tensor<?x?xf32>, tensor<3xf32>) -> tensor<?x?xf32>
  func.return %0#0, %1 : tensor<3xf32>, tensor<?x?xf32>
}
"""
IN_ROWS = """
func.func @in_rows(%x: tensor<?x?xf32>, %y: tensor<3x4xf32>) -> (tensor<3x4xf32>, tensor<?x?xf32>) {
  %s = "tf.Const"() {value = dense<[3, 4]> : tensor<2xi32>} : () -> tensor<2xi32>
  %0 = "tf.Reshape"(%x, %s) : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<3x4xf32>
  %1 = "tf.Mul"(%0, %y) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  %2 = "tf.Neg"(%x) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  func.return %1, %2 : tensor<3x4xf32>, tensor<?x?xf32>
}
"""
ADDED = """
func.func @added(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<5xf32>) -> tensor<?xf32> {
  %0 = "tf.AddV2"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = "tf.AddV2"(%0, %z) : (tensor<?xf32>, tensor<5xf32>) -> tensor<?xf32>
  func.return %1 : tensor<?xf32>
}
"""
AS_MANY_AS_TOLD = """
func.func @as_many_as_told(%i: tensor<?xi64>, %n: tensor<i32>, %x: tensor<?x?xf32>, %w: tensor<?x?xf32>, %y: tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %one = "tf.Const"() {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
  %zero = "tf.Const"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  %0 = "tf.OneHot"(%i, %n, %one, %zero) {axis = -1 : i64} : (tensor<?xi64>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<?x?xf32>
  %1 = "tf.Maximum"(%x, %0) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = "tf.MatMul"(%1, %w) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %3 = "tf.AddV2"(%x, %y) : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  func.return %1, %3 : tensor<?x?xf32>, tensor<?x?xf32>
}
"""
THIRD = """
func.func @from_a_third_on(%x: tensor<?xf32>) -> tensor<COUNTxf32> {
  %h = "tf.Shape"(%x) : (tensor<?xf32>) -> tensor<1xi32>
  %f = "tf.Cast"(%h) {Truncate = false} : (tensor<1xi32>) -> tensor<1xf64>
  %k = "tf.Const"() {value = dense<0.34> : tensor<1xf64>} : () -> tensor<1xf64>
  %m = "tf.Mul"(%f, %k) : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xf64>
  %third = "tf.Cast"(%m) {Truncate = false} : (tensor<1xf64>) -> tensor<1xi32>
  %two = "tf.Const"() {value = dense<2> : tensor<1xi32>} : () -> tensor<1xi32>
  %0 = "tf.Slice"(%x, %third, %SIZE) : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<COUNTxf32>
  func.return %0 : tensor<COUNTxf32>
}
"""
WINDOWS = """
func.func @windows(%x: tensor<1x?x?x2xf32>, %w: tensor<?x?x?x3xf32>) -> tensor<1x?x?x3xf32> {
  %0 = "tf.Conv2D"(%x, %w) {strides = [1, 1, 1, 1], padding = "SAME", dilations = [1, 1, 1, 1], data_format = "NHWC"}
    : (tensor<1x?x?x2xf32>, tensor<?x?x?x3xf32>) -> tensor<1x?x?x3xf32>
  func.return %0 : tensor<1x?x?x3xf32>
}
"""
TRUTHS = """
func.func @truths(%x: tensor<?x?xi1>, %y: tensor<?x?xcomplex<f32>>) -> (tensor<?x?xi1>, tensor<?x?xcomplex<f32>>) {
  %0 = "tf.MatMul"(%y, %y) {transpose_a = false, transpose_b = false}
    : (tensor<?x?xcomplex<f32>>, tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>>
  %1 = "tf.Select"(%x, %0, %y) : (tensor<?x?xi1>, tensor<?x?xcomplex<f32>>, tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>>
  func.return %x, %1 : tensor<?x?xi1>, tensor<?x?xcomplex<f32>>
}
"""
PROGRAMS = {
    "a range, and a broadcast of its result": (
        GREATEST,
        [((3,), (2, 3)), ((7,), (2, 1))],
        [((2,), (2, 3)), ((5,), (2, 2)), ((1,), (4, 5))],
    ),
    "a number of elements": (
        IN_ROWS,
        [((2, 6), (3, 4)), ((12, 1), (3, 4))],
        [((2, 5), (3, 4)), ((1, 1), (3, 4))],
    ),
    "broadcasts": (
        ADDED,
        [((5,), (1,), (5,)), ((1,), (1,), (5,))],
        [((2,), (3,), (5,)), ((2,), (1,), (5,)), ((3,), (3,), (5,))],
    ),
    "channels": (
        WINDOWS,
        [((1, 6, 5, 2), (3, 2, 2, 3)), ((1, 1, 1, 2), (3, 3, 2, 3))],
        [((1, 6, 5, 2), (3, 2, 3, 3)), ((1, 1, 1, 2), (3, 3, 1, 3))],
    ),
    "elements that are no numbers": (
        TRUTHS,
        [((2, 2), (2, 2))],
        [((2, 3), (2, 2)), ((2, 2), (2, 3)), ((1, 1), (3, 3))],
    ),
}
TYPES = {"truths": (np.bool_, np.complex64)}

Shapes = Sequence[Sequence[tuple[int, ...]]]


@pytest.fixture(autouse=True)
def with_jax(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAX_PLATFORMS", "cpu")
    pytest.importorskip("jax", reason="jax is not installed")


@pytest.mark.parametrize(("text", "taken", "refused"), PROGRAMS.values(), ids=PROGRAMS)
def test_a_refusal_is_in_the_words_of_a_guard(text: str, taken: Shapes, refused: Shapes) -> None:
    artifact = program(text, "model.mlir").compile()
    exported = export_of(artifact)
    types = TYPES.get(artifact.header.function, (np.float32,) * 3)
    for shapes in taken:
        exported.call(*map(_filled, shapes, types))
    words = [guard.why for guard in artifact.header.guards]
    for shapes in refused:
        with pytest.raises(ValueError, match="Error refining shapes") as info:
            exported.call(*map(_filled, shapes, types))
        message = str(info.value.__cause__)
        assert any(why is not None and why in message for why in words), (shapes, message)


def _filled(shape: tuple[int, ...], type_: type[np.generic]) -> Any:
    return np.ones(shape, type_)


def test_a_size_that_data_decide_is_refused_beside_guards_on_others() -> None:
    artifact = program(AS_MANY_AS_TOLD, "as_many_as_told.mlir").compile()
    with pytest.raises(ShapeError, match="XLA has static sizes only"):
        export_of(artifact)


def test_a_place_that_floats_tell_is_one_for_jax() -> None:
    text = THIRD.replace("COUNT", "2").replace("SIZE", "two")
    with pytest.warns(ChecksDropped, match=r"tf\.Slice at third.mlir:9:3: begin"):
        exported = export_of(program(text, "third.mlir").compile())
    (found,) = exported.call(np.arange(7, dtype=np.float32))
    np.testing.assert_array_equal(found, [2, 3])


def test_a_size_that_floats_tell_is_none() -> None:
    artifact = program(THIRD.replace("COUNT", "?").replace("SIZE", "third"), "third.mlir").compile()
    with pytest.raises((ShapeError, ValueError), match=r"static sizes only|depends on data"):
        export_of(artifact)
