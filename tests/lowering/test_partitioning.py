"""Entries sent to one of several tensors and put together again, against the definitions."""

import numpy as np
import pytest
from tieshape.interpreters import RunError

from .harness import Argument, check_op, check_text, run_stages, tf_text

RNG = np.random.default_rng(11)


@pytest.mark.parametrize("kind", [np.float32, np.int64, np.bool_])
@pytest.mark.parametrize(
    ("lead", "entry"), [((5,), (2,)), ((2, 3), ()), ((0,), (3,)), ((4,), (0,))]
)
def test_dynamic_partition(lead, entry, kind):
    data = (RNG.standard_normal((*lead, *entry)) * 9).astype(kind)
    names = RNG.integers(0, 3, lead).astype(np.int32)
    expected = [data[names == i] for i in range(3)]
    check_op("tf.DynamicPartition", [Argument(data), Argument(names)], expected)


PACKED = """func.func @main(%x: tensor<{0}xf32>, %i: tensor<{0}xi32>) -> tensor<?x?xf32> {{
  %p:2 = "tf.DynamicPartition"(%x, %i) <{{num_partitions = 2 : i64}}> : (tensor<{0}xf32>, tensor<{0}xi32>) -> (tensor<?xf32>, tensor<?xf32>)
  %r = "tf.Pack"(%p#0, %p#1) <{{axis = 0 : i64}}> : (tensor<?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  func.return %r : tensor<?x?xf32>
}}
"""


@pytest.mark.parametrize(
    ("size", "names"), [("?", [0, 1, 1, 0]), ("4", [1, 1, 0, 0]), ("?", []), ("0", [])]
)
def test_parts_of_one_size_are_packed(size, names):
    x, i = RNG.standard_normal(len(names)).astype(np.float32), np.array(names, np.int32)
    check_text(PACKED.format(size), [x, i], [np.stack([x[i == 0], x[i == 1]])])


@pytest.mark.parametrize(("size", "names"), [("?", [0, 1, 1]), ("4", [0, 1, 1, 1]), ("?", [1])])
def test_parts_of_other_sizes_are_not_packed(size, names):
    x, i = np.ones(len(names), np.float32), np.array(names, np.int32)
    with pytest.raises(RunError, match=r"tf\.Pack at .*packed tensors"):
        check_text(PACKED.format(size), [x, i], [])


def stitched(indices, data, entry):
    count = max((int(i.max()) + 1 for i in indices if i.size), default=0)
    result = np.zeros((count, *entry), data[0].dtype)
    for places, part in zip(indices, data, strict=True):
        for place, value in zip(places.ravel(), part.reshape(-1, *entry), strict=True):
            result[place] = value
    return result


STITCHES = [
    ([[0, 4], [1, 1]], (2,)),
    ([[[2, 0], [1, 2]], [0]], ()),
    ([[], [3]], (2, 1)),
    ([[]], (3,)),
    ([2], (2,)),
]


@pytest.mark.parametrize("name", ["DynamicStitch", "ParallelDynamicStitch"])
@pytest.mark.parametrize(("places", "entry"), STITCHES)
def test_stitch(places, entry, name):
    """A later entry for the same place wins; a place that is not named is 0."""
    indices = [np.array(p, np.int32) for p in places]
    data = [RNG.standard_normal((*i.shape, *entry)).astype(np.float32) for i in indices]
    operands = [Argument(a) for a in (*indices, *data)]
    check_op(f"tf.{name}", operands, [stitched(indices, data, entry)])


def stopped(name, arrays, results):
    text = tf_text(name, [Argument(a) for a in arrays], results)
    with pytest.raises(RunError) as error:
        run_stages(text, arrays)
    return str(error.value)


def test_what_names_no_place_stops_the_program():
    data, wrong = np.ones(2, np.float32), np.array([0, 2], np.int32)
    message = stopped("tf.DynamicPartition", [data, wrong], ["tensor<*xf32>"] * 2)
    assert "partitions must be in range [0, 2)" in message
    wrong = np.array([0, -1], np.int32)
    assert "not be negative" in stopped("tf.DynamicStitch", [wrong, data], ["tensor<*xf32>"])
