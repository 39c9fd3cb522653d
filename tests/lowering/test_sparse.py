"""Sparse and ragged tensors against numpy."""

import numpy as np
import pytest
from tieshape.interpreters import RunError

from .harness import Argument, Constant, check_op, check_refusals, check_text, run_stages, tf_text

RNG = np.random.default_rng(42)
X = RNG.standard_normal((4, 3)).astype(np.float32)


def ints(*values: int, dtype=np.int32) -> np.ndarray:
    return np.array(values, dtype)


@pytest.mark.parametrize(("name", "power"), [("Sum", 0), ("Mean", 1), ("SqrtN", 0.5)])
def test_segments_of_rows(name, power):
    at, ids = ints(0, 1, 1, 3), ints(0, 0, 2, 2)
    sums = np.stack([X[0] + X[1], np.zeros(3, np.float32), X[1] + X[3]])
    expected = (sums / np.array([[2], [1], [2]]) ** power).astype(np.float32)
    operands = [Argument(X), Argument(at), Argument(ids)]
    check_op(f"tf.SparseSegment{name}", operands, [expected])
    empty = [Argument(X), Argument(at[:0]), Argument(ids[:0])]
    check_op(f"tf.SparseSegment{name}", empty, [np.zeros((0, 3), np.float32)])


@pytest.mark.parametrize(("name", "power"), [("Sum", 0), ("Mean", 1), ("SqrtN", 0.5)])
@pytest.mark.parametrize("count", [3, 6])
def test_counted_segments_of_rows(name, power, count):
    at, ids = ints(0, 1, 1, 3), ints(0, 0, 2, 2)
    sums = np.zeros((count, 3), np.float32)
    sums[0], sums[2] = (X[0] + X[1]) / 2**power, (X[1] + X[3]) / 2**power
    operands = [Argument(v) for v in (X, at, ids, np.array(count, np.int32))]
    check_op(f"tf.SparseSegment{name}WithNumSegments", operands, [sums])
    empty = [Argument(v) for v in (X, at[:0], ids[:0], np.array(count, np.int32))]
    check_op(f"tf.SparseSegment{name}WithNumSegments", empty, [0 * sums])


def test_segments_beyond_the_count_are_refused():
    given = [X, ints(0, 1), ints(0, 2), np.array(3, np.int32)]
    operands = [Argument(v) for v in given]
    text = tf_text("tf.SparseSegmentSumWithNumSegments", operands, ["tensor<*xf32>"])
    few, none = np.array(2, np.int32), np.array(-1, np.int32)
    check_refusals(
        text, [([*given[:3], few], "segment_ids"), ([*given[:3], none], "negative|least 0")]
    )


@pytest.mark.parametrize(("at", "ids"), [(ints(0, 4), ints(0, 1)), (ints(0, 1), ints(1, 0))])
def test_segments_of_no_rows_are_refused(at, ids):
    text = tf_text(
        "tf.SparseSegmentSum", [Argument(X), Argument(at), Argument(ids)], ["tensor<*xf32>"]
    )
    with pytest.raises(RunError, match="SparseSegmentSum"):
        run_stages(text, [X, at, ids])


PLACES = np.array([[0, 1], [1, 0]])


def to_dense(at: np.ndarray) -> list[Argument]:
    values, default = np.array([5, 6], np.float32), np.float32(7)
    sizes = np.array([2, 3], at.dtype)
    places = [Argument(at, (1,)), Argument(sizes, (0,))]
    return [*places, Argument(values), Argument(np.asarray(default))]


def test_sparse_to_dense():
    expected = np.array([[7, 5, 7], [6, 7, 7]], np.float32)
    check_op("tf.SparseToDense", to_dense(PLACES), [expected], "validate_indices = true")
    turned = np.array([[7, 6, 7], [5, 7, 7]], np.float32)
    check_op("tf.SparseToDense", to_dense(PLACES[::-1]), [turned], "validate_indices = false")


@pytest.mark.parametrize("at", [PLACES[::-1], PLACES * 0, PLACES + 1])
def test_places_out_of_order_or_range_are_refused(at):
    operands = to_dense(np.ascontiguousarray(at))
    text = tf_text("tf.SparseToDense", operands, ["tensor<*xf32>"], "validate_indices = true")
    with pytest.raises(RunError, match="SparseToDense"):
        run_stages(text, [operand.value for operand in operands])


def test_reorder_keeps_places_out_of_range():
    at, x = np.array([[2, 1], [0, 9], [2, 0]]), np.array([1, 2, 3], np.float32)
    operands = [Argument(at, (1,)), Argument(x), Argument(np.array([1, 1]))]
    check_op("tf.SparseReorder", operands, [at[[1, 2, 0]], x[[1, 2, 0]]])


@pytest.mark.parametrize("adjoint", [False, True])
def test_sparse_product(adjoint):
    dense = np.zeros((3, 2), np.float32)
    dense[0, 1], dense[2, 0] = 5, 6
    y = RNG.standard_normal((3 if adjoint else 2, 4)).astype(np.float32)
    at, values = np.array([[0, 1], [2, 0]]), np.array([5, 6], np.float32)
    operands = [Argument(v) for v in (at, values, np.array([3, 2]), y)]
    expected = (dense.T if adjoint else dense) @ y
    words = f"adjoint_a = {str(adjoint).lower()}, adjoint_b = false"
    check_op("tf.SparseTensorDenseMatMul", operands, [expected], words)


def test_ranges_of_rows():
    operands = [Argument(ints(0, 5, 2)), Argument(ints(3, 0, 2)), Argument(ints(1, -2, 1))]
    splits, values = np.array([0, 3, 6, 6]), ints(0, 1, 2, 5, 3, 1)
    check_op("tf.RaggedRange", operands, [splits, values])


def test_rows_gathered():
    splits, values = np.array([0, 2, 3, 6]), np.arange(6, dtype=np.float32)
    operands = [Argument(splits), Argument(values), Argument(ints(2, 0, 2))]
    expected = [np.array([0, 3, 5, 8]), np.array([3, 4, 5, 0, 1, 3, 4, 5], np.float32)]
    check_op("tf.RaggedGather", operands, expected, "OUTPUT_RAGGED_RANK = 1 : i64")


@pytest.mark.parametrize(
    ("nested", "shape", "at", "sizes"),
    [
        ([[0, 2, 2, 3]], (3,), [[0, 0], [0, 1], [2, 0]], [3, 2]),
        ([[0]], (0,), [], [0, 0]),
        ([[0, 0, 0]], (0, 2), [], [2, 0, 2]),
        ([[0, 1, 3]], (3, 0), [], [2, 2, 0]),
        ([[0, 1, 2]], (2, 2), [[0, 0, 0], [0, 0, 1], [1, 0, 0], [1, 0, 1]], [2, 1, 2]),
        (
            [[0, 2, 2, 3], [0, 1, 3, 4]],
            (4,),
            [[0, 0, 0], [0, 1, 0], [0, 1, 1], [2, 0, 0]],
            [3, 2, 2],
        ),
    ],
)
def test_ragged_as_sparse(nested, shape, at, sizes):
    """The numbers are TensorFlow's."""
    values = RNG.standard_normal(shape).astype(np.float32)
    for kind in (np.int64, np.int32):
        operands = [*(Argument(np.array(splits, kind)) for splits in nested), Argument(values)]
        places = np.array(at, np.int64).reshape(values.size, len(sizes))
        expected = [places, values.reshape(-1), np.array(sizes)]
        check_op("tf.RaggedTensorToSparse", operands, expected)


@pytest.mark.parametrize(
    ("splits", "words"),
    [
        ([0, 2, 3], "last split"),
        ([0, 2, 5], "last split"),
        ([1, 2, 4], "first split"),
        ([0, 5, 4], "splits"),
        ([], "empty"),
    ],
)
def test_splits_that_tensorflow_refuses(splits, words):
    values = np.ones(4, np.float32)
    operands = [Argument(np.array([0, 4])), Argument(values)]
    results = ["tensor<?x2xi64>", "tensor<?xf32>", "tensor<2xi64>"]
    text = tf_text("tf.RaggedTensorToSparse", operands, results)
    check_refusals(text, [([np.array(splits, np.int64), values], words)])


def ragged(shape: list[int], *partitions: np.ndarray) -> list[Argument | Constant]:
    first = Constant(np.array(shape))
    rest = (np.arange(1, 5, dtype=np.float32), np.asarray(np.float32(9)), *partitions)
    return [first, *map(Argument, rest)]


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        ([-1, -1], [[1, 9, 9], [2, 3, 4]]),
        ([3, 2], [[1, 9], [2, 3], [9, 9]]),
        ([1, -1], [[1, 9, 9]]),
    ],
)
def test_ragged_as_dense(shape, expected):
    wanted = [np.array(expected, np.float32)]
    splits, ids = np.array([0, 1, 4]), np.array([0, 1, 1, 1])
    kinds = 'row_partition_types = ["ROW_SPLITS"]'
    check_op("tf.RaggedTensorToTensor", ragged(shape, splits), wanted, kinds)
    kinds = 'row_partition_types = ["FIRST_DIM_SIZE", "VALUE_ROWIDS"]'
    check_op("tf.RaggedTensorToTensor", ragged(shape, np.asarray(2), ids), wanted, kinds)


def test_splits_that_do_not_begin_with_0_are_refused():
    operands = ragged([-1, -1], np.array([1, 2, 4]))
    kinds = 'row_partition_types = ["ROW_SPLITS"]'
    text = tf_text("tf.RaggedTensorToTensor", operands, ["tensor<*xf32>"], kinds)
    with pytest.raises(RunError, match="RaggedTensorToTensor"):
        run_stages(text, [o.value for o in operands if isinstance(o, Argument)])


@pytest.mark.parametrize("keep", [True, False])
@pytest.mark.parametrize("axes", [[0], [-1], [0, 2], [1, 1], [], [2, 0, 1]])
@pytest.mark.parametrize("count", [6, 0])
def test_reductions_to_dense_tensors(count, axes, keep):
    shape = (2, 3, 4)
    places = np.stack(
        [np.array([0, 1, 0, 1, 1, 0]), np.array([2, 0, 2, 0, 1, 0]), np.arange(6) % 4]
    )
    places = places.T[:count].astype(np.int64)
    values = np.array([-1, 2, -3, 4, -5, 6], np.float32)[:count]
    gone = {axis % 3 for axis in axes}
    result = [1 if i in gone else s for i, s in enumerate(shape) if keep or i not in gone]
    sums, most = np.zeros(result, np.float32), np.full(result, -np.inf, np.float32)
    for place, value in zip(places, values, strict=True):
        at = tuple(0 if i in gone else p for i, p in enumerate(place) if keep or i not in gone)
        sums[at] += value
        most[at] = max(most[at], value)
    most = np.where(np.isinf(most), np.float32(0), most)
    operands = [
        Argument(places, (1,)),
        Argument(values),
        Argument(np.array(shape), (0,)),
        Constant(np.array(axes, np.int32)),
    ]
    words = f"keep_dims = {str(keep).lower()}"
    check_op("tf.SparseReduceSum", operands, [sums], words)
    check_op("tf.SparseReduceMax", operands, [most], words)


def test_sums_of_places_outside_are_refused():
    given = [np.array([[0, 3]]), np.ones(1, np.float32), np.array([2, 3])]
    operands = [Argument(v, (0,) if i == 2 else (1,)) for i, v in enumerate(given)]
    operands.append(Constant(np.array([0], np.int32)))
    text = tf_text("tf.SparseReduceSum", operands, ["tensor<*xf32>"])
    with pytest.raises(RunError, match="input_indices"):
        run_stages(text, given)
    operands[-1] = Constant(np.array([1], np.int32))
    check_op("tf.SparseReduceSum", operands, [np.array([1, 0], np.float32)])


@pytest.mark.parametrize(("name", "power"), [("Sum", 0), ("Mean", 1), ("SqrtN", 0.5)])
@pytest.mark.parametrize("count", [4, 0])
def test_gradients_of_segments(name, power, count):
    gradient, indices, ids = X, ints(2, 0, 2, 4)[:count], ints(0, 0, 2, 3)[:count]
    expected, each = np.zeros((5, 3), np.float32), np.bincount(ids, minlength=4)
    for index, segment in zip(indices, ids, strict=True):
        expected[index] += gradient[segment] / each[segment] ** power
    size = np.array(5, np.int32)
    operands = [Argument(v) for v in (gradient, indices, ids, size)]
    check_op(f"tf.SparseSegment{name}Grad", operands, [expected])


@pytest.mark.parametrize(("name", "power"), [("Sum", 0), ("Mean", 1), ("SqrtN", 0.5)])
@pytest.mark.parametrize("count", [6, 1, 0])
def test_gradients_of_distinct_entries(name, power, count):
    indices, ids = ints(7, 2, 7, 4, 2, 7)[:count], ints(0, 0, 2, 3, 3, 3)[:count]
    distinct, each = np.unique(indices), np.bincount(ids, minlength=4)
    expected = np.zeros((len(distinct), 3), np.float32)
    for index, segment in zip(indices, ids, strict=True):
        expected[distinct.searchsorted(index)] += X[segment] / each[segment] ** power
    operands = [Argument(v) for v in (X, indices, ids, np.array(8, np.int32))]
    check_op(f"tf.SparseSegment{name}GradV2", operands, [expected, distinct])


@pytest.mark.parametrize(
    ("indices", "ids", "words"), [([5], [0], "indices"), ([0], [4], "segment_ids")]
)
def test_gradients_of_other_distinct_entries_are_refused(indices, ids, words):
    given = [X, ints(*indices), ints(*ids), np.array(5, np.int32)]
    operands = [Argument(v) for v in given]
    text = tf_text("tf.SparseSegmentSumGradV2", operands, ["tensor<*xf32>", "tensor<*xi32>"])
    check_refusals(text, [(given, words)])


@pytest.mark.parametrize("places", [(0, 2, 3), (), (4, 0, 1, 2, 3)])
def test_gradients_of_filled_rows(places):
    gradient = np.array([1, 2, 4, 8, 16], np.float32)
    at = np.array(places, np.int64)
    rest = np.float32(np.delete(gradient, at).sum())
    operands = [Argument(at), Argument(gradient)]
    check_op("tf.SparseFillEmptyRowsGrad", operands, [gradient[at], np.array(rest)])
    text = tf_text("tf.SparseFillEmptyRowsGrad", operands, ["tensor<*xf32>"] * 2)
    check_refusals(text, [([np.array([5]), gradient], "reverse_index_map")])


@pytest.mark.parametrize(
    ("indices", "ids", "words"), [([5], [0], "indices"), ([0], [4], "segment_ids")]
)
def test_gradients_of_other_entries_are_refused(indices, ids, words):
    given = [X, ints(*indices), ints(*ids), np.array(5, np.int32)]
    operands = [Argument(v) for v in given]
    text = tf_text("tf.SparseSegmentSumGrad", operands, ["tensor<*xf32>"])
    with pytest.raises(RunError, match=words):
        run_stages(text, given)


IN_THREE = np.array([[0, 0, 3], [0, 2, 1], [1, 1, 0]])


@pytest.mark.parametrize("known", ["numbers", "how many", "nothing"])
@pytest.mark.parametrize(
    ("old", "target", "new"),
    [
        ((2, 3, 4), (-1,), (24,)),
        ((2, 3, 4), (6, -1), (6, 4)),
        ((2, 3, 4), (2, 3, 4), (2, 3, 4)),
        ((2, 3, 4), (4, 3, 2, 1), (4, 3, 2, 1)),
        ((2, 0, 4), (3, -1), (3, 0)),
    ],
)
def test_sparse_tensors_of_new_sizes(old, target, new, known):
    places = IN_THREE if 0 not in old else IN_THREE[:0]
    flat = np.ravel_multi_index(places.T, old) if len(places) else np.zeros(0, int)
    expected = np.stack(np.unravel_index(flat, new), 1) if len(places) else np.zeros((0, len(new)))
    sizes = [np.array(old), np.array(target)]
    static = () if known == "nothing" else (0,)
    given = [Constant(v) if known == "numbers" else Argument(v, static) for v in sizes]
    operands = [Argument(places, (1,) if static else ()), *given]
    check_op("tf.SparseReshape", operands, [expected.astype(np.int64), np.array(new)])


@pytest.mark.parametrize("static", [(0,), ()])
def test_places_outside_of_a_sparse_tensor_stay_outside(static):
    """As in TensorFlow's kernel: just the first number of an index has no bound."""
    places = np.array([[5, 1], [1, 2]])
    sizes = [Argument(np.array(each), static) for each in ((2, 3), (3, 2))]
    expected = [np.array([[8, 0], [2, 1]]), np.array([3, 2])]
    check_op("tf.SparseReshape", [Argument(places, (1,) if static else ()), *sizes], expected)


@pytest.mark.parametrize("static", [(0,), ()])
@pytest.mark.parametrize("target", [(5, -1), (-1, -1), (5,), (-2, -12), (0, -1)])
def test_new_sizes_that_do_not_fit_are_refused(target, static):
    given = [IN_THREE, np.array([2, 3, 4]), np.array(target)]
    operands = [Argument(given[0], (1,)), *(Argument(v, static) for v in given[1:])]
    text = tf_text("tf.SparseReshape", operands, ["tensor<*xi64>"] * 2)
    with pytest.raises(RunError, match=r"must|may"):
        run_stages(text, given)


@pytest.mark.parametrize(
    ("rows", "count"), [([3, 1, 3, 0], 5), ([0, 1, 2], 3), ([], 2), ([], 0), ([2, 2], 3)]
)
@pytest.mark.parametrize("rank", [1, 2])
def test_rows_filled_up(rows, count, rank):
    places = np.stack([np.array(rows, np.int64), np.arange(len(rows)) + 1], 1)[:, :rank]
    values = np.arange(len(rows)).astype(np.float32) + 10
    empty = np.array([row not in rows for row in range(count)], bool)
    order = sorted(
        [*enumerate(rows), *((-1, row) for row in range(count) if empty[row])], key=lambda e: e[1]
    )
    added = [places[i] if i >= 0 else [row, 0][:rank] for i, row in order]
    back = [next(n for n, (i, _) in enumerate(order) if i == k) for k in range(len(rows))]
    expected = [
        np.array(added, np.int64).reshape(len(order), rank),
        np.array([values[i] if i >= 0 else -1 for i, _ in order], np.float32),
        empty,
        np.array(back, np.int64),
    ]
    operands = [
        Argument(places, (1,)),
        Argument(values),
        Argument(np.array([count, 9])[:rank], (0,)),
        Argument(np.array(-1, np.float32)),
    ]
    check_op("tf.SparseFillEmptyRows", operands, expected)


def test_rows_outside_are_not_filled_up():
    given = [np.array([[2, 0]]), np.ones(1, np.float32), np.array([2, 3]), np.float32(0)]
    operands = [Argument(np.asarray(v), (0,) if i == 2 else (1,)) for i, v in enumerate(given)]
    text = tf_text(
        "tf.SparseFillEmptyRows",
        operands,
        ["tensor<*xi64>", "tensor<*xf32>", "tensor<*xi1>", "tensor<*xi64>"],
    )
    with pytest.raises(RunError, match="rows of indices"):
        run_stages(text, [np.asarray(v) for v in given])


NUMBER_AS_SIZE = """
func.func @main(%i: tensor<?xi32>, %n: tensor<i32>, %v: tensor<?xf32>, %c: tensor<i1>, %axes: tensor<?xi32>) -> tensor<?xf32> {
  %zero = "tf.Const"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  %p = "tf.Pack"(%n) {axis = 0 : i64} : (tensor<i32>) -> tensor<1xi32>
  %d = "tf.SparseToDense"(%i, %p, %v, %zero) {validate_indices = true} : (tensor<?xi32>, tensor<1xi32>, tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %r = "tf.IfRegion"(%c) ({
    %s = "tf.Sum"(%d, %axes) {keep_dims = true} : (tensor<?xf32>, tensor<?xi32>) -> tensor<?xf32>
    "tf.Yield"(%s) : (tensor<?xf32>) -> ()
  }, {
    "tf.Yield"(%d) : (tensor<?xf32>) -> ()
  }) {is_stateless = true} : (tensor<i1>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}
"""


@pytest.mark.parametrize(("branch", "axes"), [(True, [0]), (True, []), (False, [0])])
def test_a_region_that_reads_a_size_that_was_a_number(branch, axes):
    at, x = ints(0, 2), np.array([3, 4], np.float32)
    given = [at, np.array(4, np.int32), x, np.array(branch), np.array(axes, np.int32)]
    dense = np.array([3, 0, 4, 0], np.float32)
    expected = dense.sum(keepdims=True) if branch and axes else dense
    check_text(NUMBER_AS_SIZE, given, [expected])
