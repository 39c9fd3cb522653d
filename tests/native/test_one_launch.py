"""Losses and embeddings of one launch each: machine code, interpreter and numpy agree."""

from __future__ import annotations

import numpy as np
import pytest
from tieshape.analysis.traffic import launched
from tieshape.interpreters import Runner
from tieshape.interpreters.arrays import Array
from tieshape.lowering.pipelines import TieshapePass
from tieshape.native.engine import is_available
from tieshape.native.program import NativeProgram
from tieshape.text.context import new_context
from tieshape.text.module import parse_module

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")

LOSS = """
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<f32> {
  %last = "tf.Const"() {value = dense<-1> : tensor<i32>} : () -> tensor<i32>
  %first = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %0 = "tf.LogSoftmax"(%x) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = "tf.Mul"(%0, %y) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = "tf.Sum"(%1, %last) : (tensor<?x?xf32>, tensor<i32>) -> tensor<?xf32>
  %3 = "tf.Neg"(%2) : (tensor<?xf32>) -> tensor<?xf32>
  %4 = "tf.Mean"(%3, %first) : (tensor<?xf32>, tensor<i32>) -> tensor<f32>
  return %4 : tensor<f32>
}"""
EMBEDDING = """
func.func @main(%i: tensor<?x?xi32>, %p: tensor<?xi32>, %t: tensor<40x?xf32>, %o: tensor<9x?xf32>) -> tensor<?x?x?xf32> {
  %axis = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %0 = "tf.GatherV2"(%t, %i, %axis) : (tensor<40x?xf32>, tensor<?x?xi32>, tensor<i32>) -> tensor<?x?x?xf32>
  %1 = "tf.GatherV2"(%o, %p, %axis) : (tensor<9x?xf32>, tensor<?xi32>, tensor<i32>) -> tensor<?x?xf32>
  %2 = "tf.AddV2"(%0, %1) : (tensor<?x?x?xf32>, tensor<?x?xf32>) -> tensor<?x?x?xf32>
  return %2 : tensor<?x?x?xf32>
}"""


def results(text: str, *calls: list[Array]) -> list[tuple[Array, Array]]:
    """Of each of `calls` what the interpreter and the machine code of `text`, one launch, give."""
    module = parse_module(text, "text")
    TieshapePass().apply(new_context(), module)
    assert sum(1 for _ in launched(module)) == 1
    runner = Runner(module.clone())
    program = NativeProgram(module, Runner(module).function)
    assert not program.callbacks
    return [(runner.run(call)[0], program.run(call)[0]) for call in calls]


def test_the_mean_of_a_loss_by_rows() -> None:
    random = np.random.default_rng(1)
    shapes = [(1, 1), (3, 5), (17, 33), (64, 16)]
    pairs = [(random.normal(size=s), random.random(size=s)) for s in shapes]
    pairs.append((random.normal(size=(1, 7)), random.random(size=(5, 7))))
    pairs.append((random.normal(size=(5, 7)), random.random(size=(1, 1))))
    calls: list[list[Array]] = [[x.astype(np.float32), y.astype(np.float32)] for x, y in pairs]
    for (x, y), (slow, fast) in zip(pairs, results(LOSS, *calls), strict=True):
        logarithms = x - np.log(np.exp(x).sum(-1, keepdims=True))
        expected = -(logarithms * y).sum(-1).mean()
        np.testing.assert_allclose([slow, fast], [expected] * 2, rtol=1e-5, atol=1e-6)


def test_no_rows_have_no_mean() -> None:
    empty: Array = np.zeros((0, 4), np.float32)
    ((slow, fast),) = results(LOSS, [empty, empty])
    assert np.isnan(slow) and np.isnan(fast)


def test_rows_of_two_tables() -> None:
    random = np.random.default_rng(2)
    calls = list[list[Array]]()
    for batch, count, width in ((1, 1, 1), (2, 3, 17), (4, 9, 64), (0, 2, 5)):
        ids, places = random.integers(0, 40, (batch, count)), random.integers(0, 9, count)
        tables = [random.normal(size=(rows, width)).astype(np.float32) for rows in (40, 9)]
        calls.append([ids.astype(np.int32), places.astype(np.int32), *tables])
    for (ids, places, words, positions), pair in zip(
        calls, results(EMBEDDING, *calls), strict=True
    ):
        for found in pair:
            np.testing.assert_array_equal(found, words[ids] + positions[places])
