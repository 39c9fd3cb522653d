"""Entries read and written at computed places, against the definitions."""

import numpy as np
import pytest
from tieshape.interpreters import RunError, run_function
from tieshape.text.module import parse_module
from xdsl.utils.exceptions import DiagnosticException

from .harness import (
    Argument,
    Constant,
    check_last,
    check_op,
    check_refusals,
    check_text,
    stages,
    tf_text,
)


def rows(rng, shape, depth, lead, unique=False):
    """Random places in the first `depth` dimensions of `shape`, in an array of shape `lead`."""
    if unique:
        count = int(np.prod(shape[:depth]))
        flat = rng.permutation(count)[: int(np.prod(lead))]
        found = np.stack(np.unravel_index(flat, shape[:depth]), -1)
    else:
        found = np.stack([rng.integers(0, max(s, 1), lead) for s in shape[:depth]], -1)
    return found.reshape(*lead, depth).astype(np.int32)


CASES = [((4, 3), 1, (2,)), ((4, 3, 2), 2, (2, 3)), ((3, 2), 2, (0,)), ((5,), 1, (3,))]


@pytest.mark.parametrize(("shape", "depth", "lead"), CASES)
def test_gather_nd(shape, depth, lead):
    rng = np.random.default_rng(depth)
    x, i = rng.standard_normal(shape).astype(np.float32), rows(rng, shape, depth, lead)
    expected = x[tuple(np.moveaxis(i, -1, 0))]
    check_op("tf.GatherNd", [Argument(x), Argument(i, (i.ndim - 1,))], [expected])


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize(("shape", "depth", "lead"), CASES)
def test_scatter_nd(shape, depth, lead, known):
    rng = np.random.default_rng(depth)
    i = rows(rng, shape, depth, lead)
    u = rng.standard_normal((*lead, *shape[depth:])).astype(np.float32)
    expected = np.zeros(shape, np.float32)
    np.add.at(expected, tuple(np.moveaxis(i, -1, 0)), u)
    sizes = np.array(shape, np.int32)
    target = Constant(sizes) if known else Argument(sizes, (0,))
    check_op("tf.ScatterNd", [Argument(i, (i.ndim - 1,)), Argument(u), target], [expected])


COMBINATIONS = {
    "Add": np.add.at,
    "Sub": np.subtract.at,
    "Max": np.maximum.at,
    "Min": np.minimum.at,
    "Update": None,
}


@pytest.mark.parametrize("name", COMBINATIONS)
def test_tensor_scatter(name):
    rng = np.random.default_rng(len(name))
    shape, combine = (4, 3, 2), COMBINATIONS[name]
    i = rows(rng, shape, 2, (5,), unique=combine is None)
    x, u = rng.integers(-9, 9, shape), rng.integers(-9, 9, (5, 2))
    expected, at = x.copy(), tuple(np.moveaxis(i, -1, 0))
    if combine is None:
        expected[at] = u
    else:
        combine(expected, at, u)
    operands = [Argument(x), Argument(i, (1,)), Argument(u)]
    check_op(f"tf.TensorScatter{name}", operands, [expected])


SEGMENTS = {
    "Sum": (np.add.at, 0),
    "Prod": (np.multiply.at, 1),
    "Max": (np.maximum.at, np.finfo(np.float32).min),
    "Min": (np.minimum.at, np.finfo(np.float32).max),
}


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("name", SEGMENTS)
def test_unsorted_segments(name, known):
    rng = np.random.default_rng(len(name))
    combine, start = SEGMENTS[name]
    x = rng.standard_normal((2, 4, 3)).astype(np.float32)
    ids = rng.integers(-1, 4, (2, 4)).astype(np.int64)
    expected = np.full((5, 3), start, np.float32)
    combine(expected, ids[ids >= 0], x[ids >= 0])
    count = np.array(5, np.int32)
    operands = [Argument(x), Argument(ids), Constant(count) if known else Argument(count)]
    check_op(f"tf.UnsortedSegment{name}", operands, [expected])


@pytest.mark.parametrize("kind", [np.int32, np.int64, np.float64, np.complex64])
@pytest.mark.parametrize("name", SEGMENTS)
def test_unsorted_segments_of_other_elements(name, kind):
    if kind is np.complex64 and name in ("Max", "Min"):
        pytest.skip("complex numbers have no order")
    x = np.random.default_rng(4).integers(-5, 5, (6, 2)).astype(kind)
    ids = np.array([0, 2, 2, -1, 0, 2], np.int32)
    combine, start = SEGMENTS[name]
    if name in ("Max", "Min"):
        info = np.iinfo(kind) if np.issubdtype(kind, np.integer) else np.finfo(kind)
        start = info.min if name == "Max" else info.max
    expected = np.full((4, 2), start, kind)
    combine(expected, ids[ids >= 0], x[ids >= 0])
    operands = [Argument(x), Argument(ids), Constant(np.array(4, np.int32))]
    check_op(f"tf.UnsortedSegment{name}", operands, [expected])


ORDERED = {"Sum": np.sum, "Prod": np.prod, "Max": np.max, "Min": np.min, "Mean": np.mean}


@pytest.mark.parametrize("kind", [np.float32, np.int32])
@pytest.mark.parametrize("name", ORDERED)
@pytest.mark.parametrize("ids", [[0, 0, 2], [1], [], [0, 0, 0, 3, 3]])
def test_ordered_segments(ids, name, kind):
    """Of integers the mean is rounded towards 0; no entries give 0, a product of none 1."""
    x = (np.random.default_rng(0).standard_normal((len(ids), 2)) * 9).astype(kind)
    places = np.array(ids, np.int32)
    start = int(name == "Prod")
    expected = np.full((max(ids, default=-1) + 1, 2), start, kind)
    for i in set(ids):
        expected[i] = ORDERED[name](x[places == i], 0)
    check_op(f"tf.Segment{name}", [Argument(x), Argument(places)], [expected])


@pytest.mark.parametrize("shape", [(3,), (0,), (2, 3)])
def test_diag(shape):
    x = np.random.default_rng(0).standard_normal(shape).astype(np.float32)
    full = np.diag(x.ravel()).reshape(*shape, *shape)
    check_op("tf.Diag", [Argument(x)], [full])
    check_op("tf.DiagPart", [Argument(full)], [x])


def refused(op, operands):
    with pytest.raises(DiagnosticException) as error:
        stages(tf_text(op, operands, ["tensor<*xf32>"]))
    return str(error.value)


def test_refused():
    x, i = np.zeros((4, 3), np.float32), np.zeros((2, 1), np.int32)
    wide = Argument(np.zeros((2, 4), np.float32), (1,))
    operands = [Argument(x, (1,)), Argument(i, (1,)), wide]
    assert "tf.TensorScatterAdd" in refused("tf.TensorScatterAdd", operands)
    sizes = Constant(np.array([4, 3], np.int32))
    assert "tf.ScatterNd" in refused("tf.ScatterNd", [Argument(i, (1,)), wide, sizes])
    deep = Argument(np.zeros((2, 3), np.int32), (1,))
    assert "tf.GatherNd" in refused("tf.GatherNd", [Argument(x), deep])
    ids = Argument(np.zeros(5, np.int32), (0,))
    count = Constant(np.array(2, np.int32))
    operands = [Argument(x, (0,)), ids, count]
    assert "tf.UnsortedSegmentSum" in refused("tf.UnsortedSegmentSum", operands)


def test_updates_of_another_size_stop_the_program():
    x, i = np.zeros((4, 3), np.float32), np.zeros((2, 1), np.int32)
    operands = [Argument(x), Argument(i, (1,)), Argument(np.zeros((2, 3), np.float32))]
    text = list(stages(tf_text("tf.TensorScatterAdd", operands, ["tensor<*xf32>"])).values())[-1]
    inputs = [x, i, np.zeros((2, 4), np.float32)]
    with pytest.raises(RunError, match=r"tf\.TensorScatterAdd"):
        run_function(parse_module(text, "test.mlir"), "main", inputs)


@pytest.mark.parametrize("dtype", [np.int32, np.int64, np.float32])
@pytest.mark.parametrize("name", ["Sum", "Prod", "Max", "Min"])
def test_segments_of_each_type(name, dtype):
    x, ids = np.array([3, 2, 5, -4], dtype), np.array([1, 0, 1, 0], np.int32)
    function = {"Sum": np.sum, "Prod": np.prod, "Max": np.max, "Min": np.min}[name]
    expected = np.array([function(x[ids == i]) for i in range(2)], dtype)
    operands = [Argument(x), Argument(ids), Constant(np.array(2, np.int32))]
    check_op(f"tf.UnsortedSegment{name}", operands, [expected])


@pytest.mark.parametrize("name", ["Max", "Min"])
def test_of_nan_in_a_segment_the_last_counts(name):
    """As TensorFlow's CPU compares: the old value stays only where it is the more extreme."""
    nan = np.nan
    x = np.array([1, nan, nan, 2, nan, 3, nan], np.float32)
    ids = np.array([0, 0, 1, 1, 2, 3, 3], np.int32)
    expected = np.array([nan, 2, nan, nan], np.float32)
    operands = [Argument(x), Argument(ids), Constant(np.array(4, np.int32))]
    check_op(f"tf.UnsortedSegment{name}", operands, [expected])


@pytest.mark.parametrize(("shape", "depth", "lead"), CASES)
def test_ranks_tell_the_size_of_rows_of_indices(shape, depth, lead):
    rng = np.random.default_rng(depth)
    x, i = rng.standard_normal(shape).astype(np.float32), rows(rng, shape, depth, lead)
    u = rng.standard_normal((*lead, *shape[depth:])).astype(np.float32)
    added, zeros = x.copy(), np.zeros(shape, np.float32)
    for target in (added, zeros):
        np.add.at(target, tuple(np.moveaxis(i, -1, 0)), u)
    check_op("tf.TensorScatterAdd", [Argument(x), Argument(i), Argument(u)], [added])
    sizes = np.array(shape, np.int32)
    check_op("tf.ScatterNd", [Argument(i), Argument(u), Argument(sizes, (0,))], [zeros])


SLICED_ROWS = """func.func @main(%x: tensor<?x?xi32>, %y: tensor<?x?xi32>) -> tensor<*xi32> {
  %0 = "tf.Const"() {value = dense<0> : tensor<2xi32>} : () -> tensor<2xi32>
  %1 = "tf.Const"() {value = dense<1> : tensor<2xi32>} : () -> tensor<2xi32>
  %end = "tf.Shape"(%y) : (tensor<?x?xi32>) -> tensor<2xi32>
  %i = "tf.StridedSlice"(%x, %0, %end, %1) {begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 0 : i64} : (tensor<?x?xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xi32>
  %z = "tf.ScatterNd"(%i, %y, %end) : (tensor<?x?xi32>, tensor<?x?xi32>, tensor<2xi32>) -> tensor<*xi32>
  func.return %z : tensor<*xi32>
}"""


def test_ranks_tell_the_size_of_rows_that_a_run_cuts():
    x, y = np.array([[2, 7], [0, 7], [2, 7]], np.int32), np.array([[1], [2], [4]], np.int32)
    check_text(SLICED_ROWS, [x, y], [np.array([[2], [0], [5]], np.int32)])
    wide = np.ones((3, 2), np.int32)
    check_refusals(SLICED_ROWS, [([x, wide], "by the ranks it must be 1")])


def test_rows_of_another_size_than_the_ranks_tell_are_refused():
    x, u = np.zeros((4, 3), np.float32), np.zeros((2, 3), np.float32)
    operands = [Argument(x), Argument(np.zeros((2, 1), np.int32)), Argument(u)]
    text = tf_text("tf.TensorScatterAdd", operands, ["tensor<*xf32>"])
    for stage in stages(text).values():
        with pytest.raises(RunError, match="by the ranks it must be 1"):
            run_function(
                parse_module(stage, "stage.mlir"), "main", [x, np.zeros((2, 2), np.int32), u]
            )


@pytest.mark.parametrize("name", ["Update", "Add", "Sub"])
def test_rows_in_place(name):
    rng = np.random.default_rng(9)
    cases = list[tuple[list[np.ndarray], list[np.ndarray]]]()
    for size, index in ((4, [1, -1, 6, 1]), (1, [0]), (3, []), (0, [])):
        x, v = (rng.standard_normal((n, 2)).astype(np.float32) for n in (size, len(index)))
        y = x.copy()
        for i, row in zip(index, v, strict=True):
            old = {"Update": 0, "Add": y[i % size], "Sub": y[i % size]}[name]
            y[i % size] = old - row if name == "Sub" else old + row
        cases.append(([x, np.array(index, np.int32), v], [y]))
    nothing, rows = np.zeros((0, 2), np.float32), np.ones((2, 2), np.float32)
    cases.append(([nothing, np.array([0, 2], np.int32), rows], [nothing]))
    operands = [Argument(v) for v in cases[0][0]]
    check_last(f"tf.Inplace{name}", operands, cases)
    one, two = np.ones((1, 2), np.float32), np.zeros(2, np.int32)
    runs = [([one, two, one], "numbers and rows")]
    check_refusals(tf_text(f"tf.Inplace{name}", operands, ["tensor<*xf32>"]), runs)
