"""Tensors put where a strided slice is taken, against numpy's indexing."""

import numpy as np
import pytest
from tieshape.interpreters import RunError

from .harness import Argument, Constant, check_op

CASES = [
    ((5,), ([1], [4], [1]), {}, np.s_[1:4]),
    ((5,), ([4], [0], [-2]), {}, np.s_[4:0:-2]),
    ((7,), ([0], [0], [3]), {"end_mask": 1}, np.s_[::3]),
    ((4, 3), ([1, 0], [0, 2], [1, 1]), {"shrink_axis_mask": 1}, np.s_[1, 0:2]),
    (
        (4, 3),
        ([0, 0, 1], [0, 0, 3], [1, 1, 1]),
        {"ellipsis_mask": 1, "new_axis_mask": 2},
        np.s_[..., None, 1:3],
    ),
    ((4, 3), ([3, 0], [1, 2], [1, 1]), {}, np.s_[3:1, 0:2]),
    ((0, 2), ([0], [0], [-1]), {"begin_mask": 1, "end_mask": 1}, np.s_[::-1]),
    ((1, 2), ([-1], [5], [2]), {}, np.s_[-1:5:2]),
]


def bounds(entries, known):
    wrap = Constant if known else lambda a: Argument(a, (0,))
    begin, end, strides = (np.array(e, np.int32) for e in entries)
    return [wrap(begin), wrap(end), Constant(strides)]


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize(("shape", "entries", "masks", "place"), CASES)
def test_gradient(shape, entries, masks, place, known):
    expected = np.zeros(shape, np.float32)
    dy = np.random.default_rng(1).standard_normal(expected[place].shape).astype(np.float32)
    expected[place] = dy
    sizes = np.array(shape, np.int32)
    operands = [Constant(sizes) if known else Argument(sizes, (0,)), *bounds(entries, known)]
    attributes = ", ".join(f"{k} = {v}" for k, v in masks.items())
    check_op("tf.StridedSliceGrad", [*operands, Argument(dy)], [expected], attributes)


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize(("shape", "entries", "masks", "place"), CASES)
def test_update(shape, entries, masks, place, whole):
    """The value broadcasts to the slice."""
    rng = np.random.default_rng(2)
    x = rng.integers(-9, 9, shape)
    value = rng.integers(-9, 9, x[place].shape if whole else ())
    expected = x.copy()
    expected[place] = value
    attributes = ", ".join(f"{k} = {v}" for k, v in masks.items())
    operands = [Argument(x), *bounds(entries, True), Argument(value)]
    check_op("tf.TensorStridedSliceUpdate", operands, [expected], attributes)


@pytest.mark.parametrize(
    ("whole", "begin", "value"),
    [((0, 5), 1, (3, 5)), ((4, 5), 4, (3, 7)), ((0, 5), 0, (2, 3, 7)), ((4, 0), 1, (3, 5)), ((4, 5), 4, (0, 5))],
)  # fmt: skip
def test_update_of_no_elements_takes_any_value(whole, begin, value):
    x, v = np.ones(whole, np.float32), np.zeros(value, np.float32)
    entries = bounds(([begin], [0], [1]), True)
    operands = [Argument(x), *entries, Argument(v)]
    check_op("tf.TensorStridedSliceUpdate", operands, [x], "end_mask = 1")


@pytest.mark.parametrize("value", [(0, 5), (3, 7), (2, 5), (1, 3, 5)])
def test_update_of_some_elements_needs_a_value_that_broadcasts(value):
    x, v = np.ones((4, 5), np.float32), np.zeros(value, np.float32)
    operands = [Argument(x), *bounds(([1], [0], [1]), True), Argument(v)]
    with pytest.raises(RunError, match=r"tf\.TensorStridedSliceUpdate.*must"):
        check_op("tf.TensorStridedSliceUpdate", operands, [x], "end_mask = 1")


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize(
    ("place", "moved"), [((1, 0), (1, 0)), ((9, 2), (2, 1)), ((-3, 1), (0, 1))]
)
def test_an_update_is_moved_to_fit(known, place, moved):
    """As XLA clamps the start indices of its DynamicUpdateSlice."""
    rng = np.random.default_rng(3)
    x, part = rng.integers(-9, 9, (4, 3)), rng.integers(-9, 9, (2, 2))
    expected = x.copy()
    expected[moved[0] : moved[0] + 2, moved[1] : moved[1] + 2] = part
    indices = np.array(place, np.int32)
    start = Constant(indices) if known else Argument(indices, (0,))
    check_op("tf.XlaDynamicUpdateSlice", [Argument(x), Argument(part), start], [expected])


def test_an_update_that_is_too_large_is_refused():
    x, part = np.zeros((2, 3)), np.zeros((3, 1))
    with pytest.raises(RunError, match="update size"):
        check_op(
            "tf.XlaDynamicUpdateSlice",
            [Argument(x), Argument(part), Constant(np.zeros(2, np.int32))],
            [x],
        )
