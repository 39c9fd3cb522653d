"""Sparse tensors joined and cut, against the dense ones that they mean."""

import numpy as np
import pytest

from .harness import Argument, Constant, check_last, check_op, check_refusals, compiled, tf_text

RNG = np.random.default_rng(44)
F = np.float32
TYPES = ["tensor<*xi64>", "tensor<*xf32>", "tensor<*xi64>"]


def some(*shape):
    """About half of the elements are 0."""
    return np.where(RNG.random(shape) < 0.5, 0, RNG.standard_normal(shape)).astype(F)


def sparse(dense):
    places = np.argwhere(dense)
    return places.astype(np.int64), dense[tuple(places.T)], np.array(dense.shape)


def arguments(given):
    """Sizes, vectors of integers, are of known number."""
    return [
        Argument(v, tuple(range(v.ndim)[v.ndim == 2 :]) if v.dtype == np.int64 else ())
        for v in given
    ]


@pytest.mark.parametrize("axis", [0, -1])
def test_joined(axis):
    cases = list[tuple[list[np.ndarray], list[np.ndarray]]]()
    for first, second in (
        (some(3, 4), some(3, 4)),
        (some(1, 1), some(1, 1)),
        (some(0, 2), some(0, 2)),
    ):
        parts = [sparse(first), sparse(second)]
        given = [part[i] for i in range(3) for part in parts]
        cases.append((given, list(sparse(np.concatenate([first, second], axis)))))
    operands, words = arguments(cases[0][0]), f"concat_dim = {axis} : i64"
    if axis:
        check_op("tf.SparseConcat", operands, cases[0][1], words)
    check_last("tf.SparseConcat", operands, cases, words)


def test_other_sizes_are_not_joined():
    parts = [sparse(some(3, 4)), sparse(some(2, 4))]
    given = [part[i] for i in range(3) for part in parts]
    text = tf_text("tf.SparseConcat", arguments(given), TYPES, "concat_dim = 1 : i64")
    check_refusals(text, [(given, "sizes but along concat_dim")])


def test_slices():
    x = some(3, 5)
    cases = list[tuple[list[np.ndarray], list[np.ndarray]]]()
    for start, size in (
        ((0, 1), (2, 3)),
        ((1, 2), (9, 9)),
        ((4, 0), (1, 1)),
        ((0, 0), (0, 5)),
        ((4, 0), (-1, 2)),
    ):
        part = x[start[0] : max(start[0] + size[0], 0), start[1] : start[1] + size[1]]
        given = [*sparse(x), np.array(start), np.array(size)]
        cases.append((given, list(sparse(part))))
    check_op("tf.SparseSlice", arguments(cases[0][0]), cases[0][1])
    check_last("tf.SparseSlice", arguments(cases[0][0]), cases)
    negative = [*sparse(x), np.array([0, 0]), np.array([-1, 2])]
    text = tf_text("tf.SparseSlice", arguments(negative), TYPES)
    check_refusals(text, [(negative, "must not be negative")])
    sizes = [*negative[:2], np.array([3, 1, 4]), *negative[3:]]
    with pytest.raises(Exception, match="sizes 2 and 3 must agree"):
        compiled(tf_text("tf.SparseSlice", [Constant(x) for x in sizes], TYPES))


def test_parts():
    axis, words = np.array(1), "num_split = 3 : i64"
    cases = list[tuple[list[np.ndarray], list[np.ndarray]]]()
    for x in (some(3, 8), some(1, 3), some(0, 4)):
        parts = [sparse(part) for part in np.array_split(x, 3, 1)]
        cases.append((list(sparse(x)), [part[i] for i in range(3) for part in parts]))
    operands = [Constant(axis), *arguments(cases[0][0])]
    check_op("tf.SparseSplit", operands, cases[0][1], words)
    check_last("tf.SparseSplit", operands, cases, words)
    types = [type for type in TYPES for _ in range(3)]
    runs = [(sparse(some(3, 2)), "the size that is cut")]
    check_refusals(tf_text("tf.SparseSplit", operands, types, words), runs)


def test_gradients_of_slices():
    cases = list[tuple[list[np.ndarray], list[np.ndarray]]]()
    for x, start in ((some(3, 5), (1, 2)), (some(2, 1), (0, 0)), (some(0, 2), (0, 1))):
        gradient = np.zeros_like(x)
        part = (slice(start[0], start[0] + 2), slice(start[1], start[1] + 2))
        gradient[part] = np.where(
            x[part] != 0, np.random.default_rng(3).random(x[part].shape) + 1, 0
        )
        places, values, _ = sparse(gradient[part])
        whole = sparse(x)[0]
        cases.append(([values, whole, np.array(start), places], [gradient[tuple(whole.T)]]))
    like = [Argument(v, (v.ndim - 1,) if v.dtype == np.int64 else ()) for v in cases[0][0]]
    check_last("tf.SparseSliceGrad", like, cases)
    words, text = (
        "gradient and output_indices",
        tf_text("tf.SparseSliceGrad", like, ["tensor<*xf32>"]),
    )
    given = [np.ones(len(cases[0][0][0]) + 1, F), *cases[0][0][1:]]
    check_refusals(text, [(given, words)])
