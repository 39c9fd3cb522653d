"""Sums, products and softmax of sparse tensors, against the dense ones that they mean."""

import numpy as np
import pytest

from .harness import Argument, check_last, check_op, check_refusals, tf_text
from .test_sparse_joining import F, arguments, some, sparse


def union(first, second, values):
    """The sparse tensor of `values` where one of two dense tensors is not 0."""
    places = np.argwhere((first != 0) | (second != 0))
    return [places.astype(np.int64), values[tuple(places.T)]]


def pairs():
    return [
        (some(3, 4), some(3, 4)),
        (some(1, 1), some(1, 1)),
        (some(0, 3), some(0, 3)),
        (some(2, 2), np.zeros((2, 2), F)),
    ]


def test_sums():
    cases = list[tuple[list[np.ndarray], list[np.ndarray]]]()
    for first, second in pairs():
        for threshold in (0, 1):
            total = first + second
            small = (first != 0) & (second != 0) & (abs(total) < threshold)
            places, values = union(np.where(small, 0, first), np.where(small, 0, second), total)
            given = [*sparse(first), *sparse(second), np.array(threshold, F)]
            cases.append((given, [places, values, np.array(first.shape)]))
    operands = arguments(cases[1][0])
    check_op("tf.SparseAdd", operands, cases[1][1])
    check_last("tf.SparseAdd", operands, cases)


@pytest.mark.parametrize(("name", "combine"), [("Maximum", np.maximum), ("Minimum", np.minimum)])
def test_extremes(name, combine):
    cases = [([*sparse(x), *sparse(y)], union(x, y, combine(x, y))) for x, y in pairs()]
    check_last(f"tf.SparseSparse{name}", arguments(cases[0][0]), cases)


def test_sums_of_other_sizes_are_refused():
    given = [*sparse(some(2, 3)), *sparse(some(2, 4))]
    text = tf_text("tf.SparseSparseMaximum", arguments(given), ["tensor<*xi64>", "tensor<*xf32>"])
    check_refusals(text, [(given, "b_shape"), ([*given[3:], *given[:3]], "a_shape")])


def test_sums_with_dense_tensors():
    cases = [([*sparse(x), y], [x + y]) for x, y in pairs()]
    operands = arguments(cases[0][0])
    check_last("tf.SparseTensorDenseAdd", operands, cases)
    text = tf_text("tf.SparseTensorDenseAdd", operands, ["tensor<*xf32>"])
    places, values, sizes = sparse(np.ones((2, 2), F))
    runs = [
        ([places, values, sizes, np.ones((2, 3), F)], "a_shape"),
        ([places + 1, values, sizes, np.ones((2, 2), F)], "a_indices"),
    ]
    check_refusals(text, runs)


@pytest.mark.parametrize(
    ("name", "combine"), [("Add", np.add), ("Mul", np.multiply), ("Div", np.divide)]
)
def test_products_with_dense_tensors(name, combine):
    cases = list[tuple[list[np.ndarray], list[np.ndarray]]]()
    for x, dense in (
        (some(3, 4), (3, 4)),
        (some(3, 4), (1, 4)),
        (some(2, 3), (2, 1)),
        (some(0, 3), (0, 1)),
    ):
        y = np.random.default_rng(1).random(dense).astype(F) + 1
        places, values, sizes = sparse(x)
        found = combine(values, np.broadcast_to(y, x.shape)[tuple(places.T)])
        cases.append(([places, values, sizes, y], [found]))
    operands = arguments(cases[0][0])
    check_last(f"tf.SparseDenseCwise{name}", operands, cases)
    text = tf_text(f"tf.SparseDenseCwise{name}", operands, ["tensor<*xf32>"])
    places, values, sizes = sparse(np.ones((2, 2), F))
    runs = [
        ([places, values, sizes, np.ones((2, 3), F)], "sizes of dense"),
        ([places[:0], values[:0], np.array([0, 2]), np.ones((1, 2), F)], "sizes of dense"),
        ([places + 1, values, sizes, np.ones((2, 1), F)], "sp_indices"),
    ]
    check_refusals(text, runs)


def test_products_with_dense_tensors_of_lower_rank():
    places, values, sizes = sparse(some(3, 4))
    y = np.arange(4, dtype=F)
    given = [places, values, sizes, y]
    found = values * y[places[:, 1]]
    check_op("tf.SparseDenseCwiseMul", [*arguments(given[:3]), Argument(y)], [found])


def test_softmax():
    cases = list[tuple[list[np.ndarray], list[np.ndarray]]]()
    for x in (some(2, 3, 4), some(1, 1, 1), some(2, 0, 3), 200 * some(2, 2, 3)):
        powers = np.where(
            x != 0, np.exp(x.astype(float) - x.max(-1, keepdims=True, initial=-999)), 0
        )
        with np.errstate(invalid="ignore"):
            ratios = powers / powers.sum(-1, keepdims=True)
        places, _, _ = given = sparse(x)
        cases.append((list(given), [ratios[tuple(places.T)].astype(F)]))
    operands = arguments(cases[0][0])
    check_op("tf.SparseSoftmax", operands, cases[0][1])
    check_last("tf.SparseSoftmax", operands, cases)


def test_gradients_of_sums():
    """A number that is small as a sum of two has no place, so that both get 0."""
    cases = list[tuple[list[np.ndarray], list[np.ndarray]]]()
    for first, second in pairs():
        kept = ((first != 0) | (second != 0)) & (abs(first + second) > 0.5)
        gradient = np.where(kept, some(*first.shape) + 3, 0).astype(F)
        places, values, _ = sparse(gradient)
        operands = [sparse(x)[0] for x in (first, second)]
        expected = [gradient[tuple(part.T)] for part in operands]
        cases.append(([values, *operands, places], expected))
    like = [Argument(v, (1,) if v.ndim == 2 else ()) for v in cases[0][0]]
    check_last("tf.SparseAddGrad", like, cases)
    words = "gradient and sum_indices"
    given = [cases[0][0][0][:-1], *cases[0][0][1:]]
    text = tf_text("tf.SparseAddGrad", like, ["tensor<*xf32>"] * 2)
    check_refusals(text, [(given, words)])
