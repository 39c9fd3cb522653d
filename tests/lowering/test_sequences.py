"""CTC losses, decoding and edit distances against all ways to read labels, one after the other."""

from itertools import groupby, product

import numpy as np
import pytest

from .harness import Argument, check_last, check_op, check_refusals, tf_text

RNG = np.random.default_rng(5)
F = np.float32


def softmax(x):
    powers = np.exp(x - x.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


def read(path, blank, merge):
    """The labels that the classes of `path` mean."""
    steps = [c for c, _ in groupby(path)] if merge else path
    return [c for c in steps if c != blank]


def costs(x, rows, lengths, blank, merge=True):
    """The loss of each row and its gradient, by the probability of each path that means the row."""
    losses, gradient = np.zeros(x.shape[1], F), np.zeros_like(x)
    for b, (labels, length) in enumerate(zip(rows, lengths, strict=True)):
        if length == 0 or length < len(labels):
            continue
        y = softmax(x[:length, b].astype(float))
        total, through = 0.0, np.zeros_like(y)
        for path in product(range(y.shape[1]), repeat=int(length)):
            if read(list(path), blank, merge) == labels:
                chance = np.prod([y[t, c] for t, c in enumerate(path)])
                total += chance
                for t, c in enumerate(path):
                    through[t, c] += chance
        losses[b] = -np.log(total)
        gradient[:length, b] = y - through / total
    return [losses, gradient]


def sparse(rows):
    places = [(b, i) for b, row in enumerate(rows) for i in range(len(row))]
    values = [label for row in rows for label in row]
    return np.array(places, np.int64).reshape(-1, 2), np.array(values, np.int32)


X = RNG.standard_normal((4, 3, 3)).astype(F)
ROWS = [[1, 1], [0], [0, 1]]
LENGTHS = np.array([4, 2, 3], np.int32)


def test_losses():
    operands = [Argument(v) for v in (X, *sparse(ROWS), LENGTHS)]
    check_op("tf.CTCLoss", operands, costs(X, ROWS, LENGTHS, 2))


def check_losses(name, words, rows, expected, lengths=LENGTHS):
    given = [X, *sparse(rows), lengths]
    check_last(name, [Argument(v) for v in given], [(given, expected)], words)


def test_losses_where_equal_classes_are_different_labels():
    expected = costs(X, ROWS, LENGTHS, 2, merge=False)
    check_losses("tf.CTCLoss", "ctc_merge_repeated = false", ROWS, expected)


def test_losses_where_class_0_means_no_label():
    rows = [[1, 1], [2], [2, 1]]
    check_losses("tf.CTCLossV2", "", rows, costs(X, rows, LENGTHS, 0))


def test_rows_that_are_too_long_cost_nothing_and_repeated_labels_count_once():
    lengths, given = np.array([4, 0, 2], np.int32), [[1, 1, 0], [0], [0, 1, 0]]
    words = "ignore_longer_outputs_than_inputs = true, preprocess_collapse_repeated = true"
    expected = costs(X, [[1, 0], [0], [0, 1, 0]], lengths, 2)
    check_losses("tf.CTCLoss", words, given, expected, lengths)


def test_a_row_with_a_score_that_is_no_number_has_no_gradient():
    """In its steps, for classes that no label is of too, as in TensorFlow; the others have theirs."""
    x = X.copy()
    x[0, 1, 2] = np.nan
    losses, gradient = costs(X, ROWS, LENGTHS, 2)
    losses[1] = gradient[:2, 1] = np.nan
    given = [x, *sparse(ROWS), LENGTHS]
    check_last("tf.CTCLoss", [Argument(v) for v in given], [(given, [losses, gradient])], "")


def test_labels_without_meaning_are_refused():
    places, values = sparse(ROWS)
    text = tf_text(
        "tf.CTCLoss", [Argument(v) for v in (X, places, values, LENGTHS)], ["tensor<*xf32>"] * 2
    )
    outside, late, short = places.copy(), values.copy(), LENGTHS.copy()
    outside[-1, 0], late[0], short[0] = 3, 2, 1
    runs = [
        ((X, places, -values, LENGTHS), "labels_values"),
        ((X, places[::-1].copy(), values, LENGTHS), "row-major order"),
        ((X, outside, values, LENGTHS), "rows of labels_indices"),
        ((X, places, late, LENGTHS), "after a label of no class"),
        ((X, places[:-2], values[:-2], LENGTHS), "must have a label"),
        ((X, places, values, short), "as many steps as labels"),
        ((X, places, values, LENGTHS + 1), "sequence_length"),
        ((X[:, :0], places[:0], values[:0], LENGTHS[:0]), "number of rows"),
    ]
    check_refusals(text, runs)


def decoded(x, lengths, merge, blank):
    best = x.argmax(2)
    rows = [read(list(best[:n, b]), blank % 3, merge) for b, n in enumerate(lengths)]
    indices, values = sparse(rows)
    shape = np.array([len(rows), max(map(len, rows))])
    scores = [[-x[:n, b].max(1, initial=-9).sum()] for b, n in enumerate(lengths)]
    return [indices, values.astype(np.int64), shape, np.array(scores, F)]


def test_best_labels():
    x = np.round(RNG.standard_normal((7, 3, 3)).astype(F))
    cases = [(x, np.array([7, 0, 5], np.int32)), (x[:1, :1], np.array([1], np.int32))]
    operands = [Argument(v) for v in cases[0]]
    words = "merge_repeated = true"
    check_op("tf.CTCGreedyDecoder", operands, decoded(*cases[0], True, -1), words)
    words = "merge_repeated = false, blank_index = 0 : i64"
    expected = [(case, decoded(*case, False, 0)) for case in cases]
    check_last("tf.CTCGreedyDecoder", operands, expected, words)


def test_nothing_is_decoded_from_nothing():
    given = [X, LENGTHS]
    text = tf_text(
        "tf.CTCGreedyDecoder",
        [Argument(v) for v in given],
        [*["tensor<*xi64>"] * 3, "tensor<*xf32>"],
    )
    runs = [
        ((X[:0], LENGTHS * 0), "size 0 of inputs|must be at least 1"),
        ((X, LENGTHS + 1), "sequence_length"),
    ]
    check_refusals(text, runs)


def distance(a, b):
    table = np.add.outer(np.arange(len(a) + 1), np.arange(len(b) + 1))
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            table[i + 1, j + 1] = min(
                table[i, j] + (x != y), table[i, j + 1] + 1, table[i + 1, j] + 1
            )
    return table[-1, -1]


def test_distances():
    left = [[1, 2, 3, 4, 5], [], [7], [], [2, 2]]
    right = [[2, 3, 5, 6], [4, 4], [], [], [2], [1]]
    found = np.array([distance(a, b) for a, b in zip([*left, []], right, strict=True)], F)
    sizes = np.array([len(row) for row in right])
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = np.where(found == 0, 0, found / sizes).astype(F)
    given = (*sparse(left), np.array([5, 5]), *sparse(right), np.array([6, 4]))
    operands = [Argument(v, (0,) if i % 3 == 2 else ()) for i, v in enumerate(given)]
    check_op("tf.EditDistance", operands, [ratios], "normalize = true")
    check_last("tf.EditDistance", operands, [(given, [found])], "normalize = false")


def test_sequences_outside_of_the_result_are_refused():
    places, values = sparse([[1], [2]])
    given = [places, values, np.array([2, 1]), places, values, np.array([2, 1])]
    operands = [Argument(v, (0,) if i % 3 == 2 else ()) for i, v in enumerate(given)]
    text = tf_text("tf.EditDistance", operands, ["tensor<*xf32>"])
    small = np.array([1, 1])
    empty = [places[:0], values[:0], np.array([0, 1])]
    check_refusals(
        text,
        [((*given[:2], small, *given[3:5], small), "rows of indices"), (empty * 2, "at least 1")],
    )


def likeliest(x, lengths, paths, merge=False):
    """The labels that are likeliest by the probability of all paths that mean them, by row."""
    found, blank = list[list[tuple[list[int], float]]](), x.shape[-1] - 1
    for b, length in enumerate(lengths):
        y, totals = softmax(x[:length, b].astype(float)), dict[tuple[int, ...], float]()
        for path in product(range(x.shape[-1]), repeat=int(length)):
            labels = tuple(read(list(path), blank, True))
            chance = float(np.prod([y[t, c] for t, c in enumerate(path)]))
            totals[labels] = totals.get(labels, 0.0) + chance
        best = sorted(totals.items(), key=lambda item: -item[1])[:paths]
        rows = [([c for c, _ in groupby(k)] if merge else list(k), np.log(v)) for k, v in best]
        found.append(rows)
    return found


def as_results(found, paths):
    """What `likeliest` found as the results of the op."""
    indices, values, sizes = [], [], []
    for i in range(paths):
        rows = [row[i][0] for row in found]
        places = [[b, t] for b, row in enumerate(rows) for t in range(len(row))]
        indices.append(np.array(places, np.int64).reshape(-1, 2))
        values.append(np.array([c for row in rows for c in row], np.int64))
        sizes.append(np.array([len(rows), max(map(len, rows))]))
    scores = np.array([[row[i][1] for i in range(paths)] for row in found], F)
    return [*indices, *values, *sizes, scores]


@pytest.mark.parametrize("merge", [True, False])
def test_readings_of_a_wide_beam(merge):
    """A beam that holds all readings finds those that all paths give."""
    words = f"beam_width = 40, top_paths = 2, merge_repeated = {str(merge).lower()}"
    cases = []
    for time, rows, classes in ((4, 2, 3), (1, 1, 2), (3, 3, 4)):
        x = RNG.standard_normal((time, rows, classes)).astype(F) * 2
        lengths = np.array([time, 1, 2][:rows], np.int32)
        found = likeliest(x, lengths, 2, merge)
        cases.append(([x, lengths], as_results(found, 2)))
    check_last("tf.CTCBeamSearchDecoder", [Argument(v) for v in cases[0][0]], cases, words)


def test_readings_of_a_narrow_beam():
    """Numbers of TensorFlow, where readings that were dropped would have been likelier."""
    t, b, c = np.meshgrid(np.arange(6), np.arange(2), np.arange(4), indexing="ij")
    x = np.round(3 * np.sin(1.7 * t * (c + 1) + b * 2.1 + c * c), 3).astype(F)
    found = [
        [([1, 0, 2, 1, 0], -1.5065839), ([1, 0, 1, 2, 1, 0], -1.5224837)],
        [([0, 1, 0], -1.2849203), ([0, 1, 2], -1.8636487)],
    ]
    operands = [Argument(x), Argument(np.array([6, 4], np.int32))]
    words = "beam_width = 3, top_paths = 2, merge_repeated = false"
    check_op("tf.CTCBeamSearchDecoder", operands, as_results(found, 2), words)


def test_readings_that_a_shorter_one_would_give_again():
    """Numbers of TensorFlow: [0, 1, 2, 1, 2] of -3.79 would be likelier than what it finds in the
    second row, but what it comes of was out of the beam when it was met again.
    """
    t, b, c = np.meshgrid(np.arange(6), np.arange(2), np.arange(4), indexing="ij")
    x = np.round(2 * np.sin(2.19 * t * (c + 1) + b * 2.1 + c * c), 3).astype(F)
    found = [
        [([1, 0, 1, 0], -1.4695989), ([0, 1, 0], -1.9765673)],
        [([0, 1, 2, 2], -4.0863013), ([0, 1, 2], -4.2068691)],
    ]
    operands = [Argument(x), Argument(np.array([6, 6], np.int32))]
    words = "beam_width = 3, top_paths = 2, merge_repeated = false"
    check_op("tf.CTCBeamSearchDecoder", operands, as_results(found, 2), words)


def test_readings_that_are_refused():
    x, results = np.zeros((3, 2, 3), F), [*["tensor<*xi64>"] * 6, "tensor<*xf32>"]
    operands = [Argument(x), Argument(np.array([3, 2], np.int32))]
    words = "beam_width = 4, top_paths = 2"
    text = tf_text("tf.CTCBeamSearchDecoder", operands, results, words)
    runs = [
        ([x, np.array([3, 0], np.int32)], "as many readings as top_paths"),
        ([x, np.array([4, 1], np.int32)], "sequence_length"),
        ([x[:0], np.array([0, 0], np.int32)], "must be at least 1"),
    ]
    check_refusals(text, runs)
