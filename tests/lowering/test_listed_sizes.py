"""Shapes that are arguments of unknown length: a call tells it, and is compiled for it."""

import numpy as np
import pytest
from tieshape.runtime import Model

OPS = {
    "Reshape": ("%x, %sizes", "tensor<?xf32>, tensor<?xi32>"),
    "BroadcastTo": ("%v, %sizes", "tensor<f32>, tensor<?xi32>"),
    "Fill": ("%sizes, %v", "tensor<?xi32>, tensor<f32>"),
    "ScatterNd": ("%places, %v, %sizes", "tensor<?xi32>, tensor<f32>, tensor<?xi32>"),
}


def program(op: str) -> str:
    operands, types = OPS[op]
    return f"""
func.func @main(%x: tensor<?xf32>, %v: tensor<f32>, %sizes: tensor<?xi32>, %places: tensor<?xi32>) -> tensor<*xf32> {{
  %r = "tf.{op}"({operands}) : ({types}) -> tensor<*xf32>
  %s = "tf.Neg"(%r) : (tensor<*xf32>) -> tensor<*xf32>
  func.return %s : tensor<*xf32>
}}"""


def expected(op: str, x: np.ndarray, v: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    if op == "Reshape":
        return -x.reshape(sizes)
    if op == "ScatterNd":
        found = np.zeros(sizes, np.float32)
        found[(0,) * len(sizes)] = v
        return -found
    return np.full(sizes, -v)


@pytest.mark.parametrize("op", OPS)
@pytest.mark.parametrize("engine", ["interpreter", "native"])
def test_a_call_tells_how_many_sizes_there_are(op: str, engine: str) -> None:
    x, v = np.arange(6, dtype=np.float32), np.array(3, np.float32)
    model = Model(program(op), engine=engine)
    for sizes in ([2, 3], [3, 2], [1, 2, 3], [6], [2, 3]):
        given = np.array(sizes, np.int32)
        (found,) = model(x, v, given, np.zeros(len(sizes), np.int32))
        np.testing.assert_array_equal(found, expected(op, x, v, given))
    assert model.stats.compiles == 3
