"""Ops that count elements, against the definitions."""

import itertools

import numpy as np
import pytest
from tieshape.interpreters import RunError

from .harness import Argument, Constant, check_op, check_refusals, run_stages, tf_text

RNG = np.random.default_rng(7)


def counted(numbers, size, weights, binary=False):
    """The bins of each row."""
    rows = numbers.reshape(int(np.prod(numbers.shape[:-1])), numbers.shape[-1])
    given = weights.reshape(rows.shape) if weights.size else np.ones(rows.shape, weights.dtype)
    result = np.zeros((len(rows), size), weights.dtype)
    for row, line, parts in zip(result, rows, given, strict=True):
        for number, weight in zip(line, parts, strict=True):
            if number < size:
                row[number] = 1 if binary else row[number] + weight
    return result.reshape(*numbers.shape[:-1], size)


@pytest.mark.parametrize("weighted", [True, False])
@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize(
    ("shape", "size"), [((6,), 4), ((0,), 3), ((5,), 0), ((3, 4), 3), ((2, 0), 2)]
)
def test_dense_bincount(shape, size, known, weighted):
    numbers = RNG.integers(0, 6, shape).astype(np.int32)
    weights = RNG.standard_normal(shape if weighted else 0).astype(np.float32)
    count = np.array(size, np.int32)
    operands = [Argument(numbers), Constant(count) if known else Argument(count)]
    if weighted or len(shape) == 1:
        operands.append(Argument(weights))
    else:
        operands.append(Constant(weights))
    check_op("tf.DenseBincount", operands, [counted(numbers, size, weights)])


def test_binary_bincount():
    numbers, none = np.array([[1, 1, 0], [2, 2, 5]]), np.zeros(0, np.float32)
    expected = counted(numbers, 3, none, binary=True)
    operands = [Argument(numbers), Constant(np.array(3)), Constant(none)]
    check_op("tf.DenseBincount", operands, [expected], "binary_output = true")


def test_bincount():
    numbers = RNG.integers(0, 6, (2, 3)).astype(np.int32)
    none = np.zeros(0, np.int32)
    operands = [Argument(numbers), Constant(np.array(4, np.int32)), Constant(none)]
    check_op("tf.Bincount", operands, [counted(numbers.ravel(), 4, none)])


@pytest.mark.parametrize(("shape", "count"), [((2, 5), 3), ((1, 0), 2), ((3, 1), 0)])
@pytest.mark.parametrize("side", ["left", "right"])
def test_bounds(side, shape, count):
    ordered = np.sort(RNG.integers(0, 4, shape)).astype(np.float32)
    values = RNG.integers(-1, 5, (shape[0], count)).astype(np.float32)
    expected = [np.searchsorted(row, v, side) for row, v in zip(ordered, values, strict=True)]
    name = "tf.LowerBound" if side == "left" else "tf.UpperBound"
    found = np.array(expected, np.int32).reshape(values.shape)
    check_op(name, [Argument(ordered), Argument(values)], [found])


@pytest.mark.parametrize("k", [0, 1, 2, 9])
def test_in_top_k(k):
    rows = [[1, 2, 3], [1, np.inf, 3], [1, 2, 2], [3, 2, 1], [0, 0, 0]]
    predictions, targets = np.array(rows, np.float32), np.array([1, 2, 2, 7, 0], np.int32)
    expected = [
        t < len(p) and bool(np.isfinite(p).all()) and int((p > p[t]).sum()) < k
        for p, t in zip(predictions, targets, strict=True)
    ]
    operands = [Argument(predictions), Argument(targets)]
    check_op("tf.InTopK", operands, [np.array(expected)], f"k = {k}")
    given = Argument(np.array(k, np.int32))
    check_op("tf.InTopKV2", [*operands, given], [np.array(expected)])


def test_a_negative_number_stops_the_program():
    numbers = np.array([1, -1], np.int32)
    operands = [Argument(numbers), Constant(np.array(2, np.int32))]
    text = tf_text(
        "tf.DenseBincount", [*operands, Constant(np.zeros(0, np.float32))], ["tensor<*xf32>"]
    )
    with pytest.raises(RunError, match="numbers must not be negative"):
        run_stages(text, [numbers])


def histogram(values, low, high, count):
    """Bins of one width; what is outside is in the first or the last one."""
    width = (np.float64(high) - np.float64(low)) / count
    places = np.clip((values.astype(np.float64) - low) / width, 0, count - 1)
    return np.bincount(places.astype(int).ravel(), minlength=count).astype(np.int32)


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("dtype", ["float32", "float64", "int32"])
@pytest.mark.parametrize(("shape", "count"), [((20,), 4), ((3, 5), 1), ((0,), 3), ((), 7)])
def test_histogram(shape, count, dtype, known):
    values = RNG.uniform(-4, 4, shape).astype(dtype)
    bins = np.array(count, np.int32)
    operands = [Argument(values), Argument(np.array([-2, 3], dtype))]
    operands.append(Constant(bins) if known else Argument(bins))
    check_op("tf.HistogramFixedWidth", operands, [histogram(values, -2, 3, count)])


def test_infinities_are_at_the_ends():
    values = np.array([np.inf, -np.inf, 1.0, 0.25], np.float32)
    operands = [Argument(values), Argument(np.array([0, 1], np.float32))]
    operands.append(Constant(np.array(4, np.int32)))
    check_op("tf.HistogramFixedWidth", operands, [np.array([1, 1, 0, 2], np.int32)])


@pytest.mark.parametrize(
    ("values", "ends", "count", "words"),
    [
        ([1.0], [1.0, 1.0], 2, "range"),
        ([np.nan], [0.0, 1.0], 2, "must be numbers"),
        ([1.0], [0.0, 1.0], 0, "must be at least 1"),
    ],
)
def test_histograms_that_are_refused(values, ends, count, words):
    given = [np.array(values, np.float32), np.array(ends, np.float32), np.array(count, np.int32)]
    text = tf_text("tf.HistogramFixedWidth", [Argument(v) for v in given], ["tensor<*xi32>"])
    with pytest.raises(RunError, match=words):
        run_stages(text, given)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("binary", [False, True])
@pytest.mark.parametrize("lengths", [(2, 0, 3), (), (0, 0), (4,)])
def test_ragged_bincount(lengths, binary, weighted):
    splits = np.cumsum([0, *lengths])
    numbers = RNG.integers(0, 6, splits[-1]).astype(np.int32)
    weights = RNG.standard_normal(len(numbers) if weighted else 0).astype(np.float32)
    rows = [slice(*pair) for pair in itertools.pairwise(splits)]
    counts = [
        counted(numbers[row], 4, weights[row] if weighted else weights, binary) for row in rows
    ]
    expected = np.array(counts, np.float32).reshape(len(rows), 4)
    operands = [Argument(splits), Argument(numbers), Argument(np.array(4, np.int32))]
    words = f"binary_output = {str(binary).lower()}"
    check_op("tf.RaggedBincount", [*operands, Argument(weights)], [expected], words)


def test_ends_of_rows_that_do_not_ascend():
    """TensorFlow's kernel goes on from the row of the last number to the next that ends after it."""
    splits = np.array([0, 3, 1, 2, 6, 6])
    numbers = np.array([1, 2, 1, 0, 3, 1], np.int32)
    expected = np.array([[0, 2, 1, 0], [0] * 4, [0] * 4, [1, 1, 0, 1], [0] * 4], np.float32)
    operands = [Argument(splits), Argument(numbers), Argument(np.array(4, np.int32))]
    operands.append(Argument(np.zeros(0, np.float32)))
    check_op("tf.RaggedBincount", operands, [expected], "binary_output = false")


def test_ragged_rows_that_are_refused():
    given = [np.array([0, 1, 3]), np.array([1, 2, 0], np.int32), np.array(4, np.int32)]
    given.append(np.zeros(0, np.float32))
    text = tf_text("tf.RaggedBincount", [Argument(v) for v in given], ["tensor<*xf32>"])
    splits = [
        ([1, 1, 3], "from 0"),
        ([0, 1, 2], "from 0"),
        ([], "splits"),
    ]
    runs = [([np.array(s, np.int64), *given[1:]], words) for s, words in splits]
    runs.append(([given[0], np.array([1, -2, 0], np.int32), *given[2:]], "must not be negative"))
    check_refusals(text, runs)


PLACES = np.array([[0, 1], [1, 2], [1, 0], [2, 2]])


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("binary", [False, True])
@pytest.mark.parametrize("places", [PLACES, PLACES[:0], PLACES[:, 1:], PLACES[:0, 1:]])
def test_sparse_bincount(places, binary, weighted):
    count, rank = places.shape
    numbers = np.array([1, 3, 3, 9], np.int32)[:count]
    weights = RNG.standard_normal(count if weighted else 0).astype(np.float32)
    row = places[:, 0] if rank > 1 else np.zeros(count, np.int64)
    rows = [
        counted(numbers[row == i], 4, weights[row == i] if weighted else weights, binary)
        for i in range(3 if rank > 1 else 1)
    ]
    expected = np.array(rows, np.float32) if rank > 1 else rows[0]
    sizes = Argument(np.array([3, 3][:rank]), (0,))
    operands = [Argument(places, (1,)), Argument(numbers), sizes, Argument(np.array(4, np.int32))]
    words = f"binary_output = {str(binary).lower()}"
    check_op("tf.SparseBincount", [*operands, Argument(weights)], [expected], words)


def test_sparse_numbers_below_0_count_nowhere():
    """As TensorFlow counts: a vector with one is refused, see below."""
    numbers = np.array([1, -1, 3, 3], np.int32)
    expected = np.array([[0, 1, 0, 0], [0, 0, 0, 1], [0, 0, 0, 1]], np.float32)
    operands = [Argument(PLACES, (1,)), Argument(numbers), Argument(np.array([3, 3]), (0,))]
    operands += [Argument(np.array(4, np.int32)), Argument(np.zeros(0, np.float32))]
    check_op("tf.SparseBincount", operands, [expected], "binary_output = false")


def test_sparse_numbers_that_are_refused():
    numbers, size = np.array([1, 3, 3, 9], np.int32), np.array(4, np.int32)
    given = [PLACES, numbers, np.array([3, 3]), size, np.zeros(0, np.float32)]
    kinds = [(1,), (), (0,), (), ()]
    operands = [Argument(v, k) for v, k in zip(given, kinds, strict=True)]
    text = tf_text("tf.SparseBincount", operands, ["tensor<*xf32>"], "binary_output = false")
    runs = [([PLACES + [[0, 1]], *given[1:]], "indices")]
    runs += [([PLACES - [[1, 0]], *given[1:]], "indices")]
    runs += [([*given[:2], np.array([3, -3]), *given[3:]], "indices")]
    runs += [([*given[:2], np.array([-3, 3]), *given[3:]], "at least 0")]
    runs += [([*given[:3], np.array(-1, np.int32), given[4]], "at least 0")]
    runs += [([*given[:4], np.ones(3, np.float32)], "weights")]
    runs += [([given[0], numbers[:3], *given[2:]], "indices and values")]
    check_refusals(text, runs)
    given[0], given[2] = PLACES[:, :1], np.array([3])
    operands[0], operands[2] = Argument(given[0], (1,)), Argument(given[2], (0,))
    text = tf_text("tf.SparseBincount", operands, ["tensor<*xf32>"], "binary_output = false")
    below = [given[0], np.array([1, -2, 0, 0], np.int32), *given[2:]]
    check_refusals(text, [(below, "must not be negative")])
