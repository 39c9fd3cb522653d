"""Arrays as they come, to what native code takes."""

from __future__ import annotations

import numpy as np
import pytest
from tieshape.interpreters.runner import Runner
from tieshape.lowering.pipelines import TieshapePass
from tieshape.native.engine import is_available
from tieshape.native.program import NativeProgram
from tieshape.native.session import Refused
from tieshape.native.views import address_of, aligned_bytes, in_order, view
from tieshape.runtime import Model
from tieshape.text.context import new_context
from tieshape.text.module import parse_module

DTYPES = ["float32", "float64", "int8", "int32", "int64", "bool"]
KINDS = ["plain", "fortran", "reversed", "strided", "spread", "big", "unaligned", "read", "mapped"]


def array_of(kind: str, dtype: str, shape: tuple[int, ...], tmp_path) -> np.ndarray:
    """Some numbers, in memory as `kind` says."""
    count = int(np.prod(shape))
    x = (np.arange(count) % 7 - 3).reshape(shape).astype(dtype)
    if kind == "fortran":
        return np.asfortranarray(x)
    if kind == "reversed":
        return x[::-1]
    if kind == "strided":
        return np.repeat(x, 2, axis=-1)[..., ::2]
    if kind == "spread":
        return np.broadcast_to(x[:1], shape)
    if kind == "big":
        return x.astype(x.dtype.newbyteorder(">"))
    if kind == "unaligned":
        memory = np.zeros(x.nbytes + 1, np.uint8)
        memory[1:] = np.frombuffer(x.tobytes(), np.uint8)
        return memory[1:].view(dtype).reshape(shape)
    if kind == "read":
        x.flags.writeable = False
    if kind == "mapped" and count:
        mapped = np.memmap(tmp_path / f"{dtype}{shape}", dtype, "w+", shape=shape)
        mapped[...] = x
        return mapped
    return x


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("kind", KINDS)
def test_elements_are_put_in_order(kind: str, dtype: str, tmp_path) -> None:
    for shape in ((3, 5), (1, 4), (0, 4), (4, 0), (2, 0, 3)):
        x = array_of(kind, dtype, shape, tmp_path)
        found = in_order(x, np.dtype(dtype))
        assert found is not None
        assert type(found) is np.ndarray
        assert found.dtype == np.dtype(dtype)
        assert found.dtype.isnative
        assert found.flags.c_contiguous
        assert found.flags.aligned
        np.testing.assert_array_equal(found, x)
        if kind in ("plain", "read"):
            assert found is x
        assert address_of(found) == found.__array_interface__["data"][0]


def test_another_type_is_not_converted() -> None:
    for other in ("float64", "int32", ">f8", "float16", "complex64"):
        assert in_order(np.zeros(3, other), np.dtype("float32")) is None


def test_memory() -> None:
    memory = aligned_bytes(100)
    assert (memory.size, address_of(memory) % 64) == (100, 0)
    assert aligned_bytes(0).size == 0
    memory[:8] = np.frombuffer(np.array([1.5, -2], np.float32).tobytes(), np.uint8)
    assert view(address_of(memory), (2, 1), np.dtype("float32")).tolist() == [[1.5], [-2]]
    assert view(0, (0, 3), np.dtype("float32")).shape == (0, 3)


TEXT = """
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xi32>) -> (tensor<?x?xf32>, tensor<?xi32>) {
  %axis = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %r = "tf.Neg"(%x) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %s = "tf.Sum"(%y, %axis) : (tensor<?x?xi32>, tensor<i32>) -> tensor<?xi32>
  func.return %r, %s : tensor<?x?xf32>, tensor<?xi32>
}
"""


@pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")
def test_calls_with_any_arrays(tmp_path) -> None:
    model = Model(TEXT, engine="native")
    slow = Model(TEXT)
    module = parse_module(TEXT, "text.mlir")
    TieshapePass().apply(new_context(), module)
    program = NativeProgram(module, Runner(module).function)
    for _ in range(2):  # the second time after shapes were met
        for kind in KINDS:
            for shape in ((3, 5), (4, 0), (0, 4)):
                x = array_of(kind, "float32", shape, tmp_path)
                y = array_of(kind, "int32", shape, tmp_path)
                before = x.copy(), y.copy()
                wanted = [-before[0], before[1].sum(0, dtype=np.int32)]
                for found in (model(x, y), slow(x, y), program.run([x, y])):
                    for a, b in zip(found, wanted, strict=True):
                        np.testing.assert_array_equal(a, b)
                        assert a.dtype.isnative
                np.testing.assert_array_equal(x, before[0])
    with pytest.raises(Refused, match="elements of type float64"):
        program.run([np.zeros((2, 2)), np.zeros((2, 2), np.int32)])
