"""Entries sorted, searched and selected, against the definitions; counts that depend on data."""

import numpy as np
import pytest
from tieshape.analysis.analyze import analyze
from tieshape.dialects import sdim
from tieshape.symbolic import ge, le
from tieshape.symbolic.shapes import product
from tieshape.text.module import parse_module

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


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize(("shape", "k"), [((2, 5), 3), ((4,), 0), ((0, 2), 2), ((1, 1), 1)])
def test_top_k(shape, k, known):
    x = np.random.default_rng(k).integers(0, 4, shape).astype(np.float32)
    order = np.argsort(-x, axis=-1, kind="stable")[..., :k].astype(np.int32)
    number = np.array(k, np.int32)
    operands = [Argument(x), Constant(number) if known else Argument(number)]
    check_op("tf.TopKV2", operands, [np.take_along_axis(x, order, -1), order])


@pytest.mark.parametrize("shape", [(6,), (2, 3, 4), (0, 3), ()])
@pytest.mark.parametrize("dtype", [np.bool_, np.float32])
def test_where(shape, dtype):
    x = np.random.default_rng(len(shape)).integers(0, 2, shape).astype(dtype)
    check_op("tf.Where", [Argument(x)], [np.argwhere(x).astype(np.int64)])


def first_appearances(x):
    _, first, inverse, counts = np.unique(
        x, return_index=True, return_inverse=True, return_counts=True, axis=0
    )
    order = np.argsort(first)
    rank = np.argsort(order)
    return x[first[order]], rank[inverse.reshape(-1)], counts[order]


@pytest.mark.parametrize(("size", "dtype"), [(0, np.int32), (1, np.float32), (9, np.int64)])
def test_unique(size, dtype):
    x = np.random.default_rng(size).integers(0, 5, size).astype(dtype)
    entries, kinds, counts = first_appearances(x)
    kinds, counts = kinds.astype(np.int32), counts.astype(np.int32)
    check_op("tf.Unique", [Argument(x)], [entries, kinds])
    check_op("tf.UniqueWithCounts", [Argument(x)], [entries, kinds, counts])


@pytest.mark.parametrize("axis", [[], [0], [1]])
def test_unique_along(axis):
    x = np.random.default_rng(0).integers(0, 2, (6, 2) if axis else (6,)).astype(np.int64)
    moved = np.moveaxis(x, axis[0], 0) if axis else x
    entries, kinds, _ = first_appearances(moved)
    entries = np.moveaxis(entries, 0, axis[0]) if axis else entries
    axes = Constant(np.array(axis, np.int64))
    check_op("tf.UniqueV2", [Argument(x), axes], [entries, kinds.astype(np.int64)])


def test_bucketize():
    x = np.array([[-1.0, 0.0, 0.5], [2.0, 3.5, 9.0]], np.float32)
    bounds = [0.0, 2.0, 3.5]
    expected = np.digitize(x, bounds).astype(np.int32)
    attributes = "boundaries = [0.0 : f32, 2.0 : f32, 3.5 : f32]"
    check_op("tf.Bucketize", [Argument(x)], [expected], attributes)


def suppressed(boxes, scores, most, overlap, threshold):
    picked = []
    for i in np.argsort(-scores, kind="stable"):
        if len(picked) == most or scores[i] <= threshold:
            break
        if all(intersection_over_union(boxes[i], boxes[j]) <= overlap for j in picked):
            picked.append(i)
    return np.array(picked, np.int32)


def intersection_over_union(a, b):
    def corners(box):
        return np.minimum(box[:2], box[2:]), np.maximum(box[:2], box[2:])

    (low_a, high_a), (low_b, high_b) = corners(a), corners(b)
    areas = np.prod(high_a - low_a), np.prod(high_b - low_b)
    if min(areas) <= 0:
        return 0.0
    common = np.prod(np.maximum(np.minimum(high_a, high_b) - np.maximum(low_a, low_b), 0))
    return common / (sum(areas) - common)


@pytest.mark.parametrize(("count", "most"), [(12, 20), (12, 2), (0, 3)])
def test_non_max_suppression(count, most):
    rng = np.random.default_rng(most)
    boxes = rng.uniform(0, 3, (count, 4)).astype(np.float32)
    scores = rng.uniform(0, 1, count).astype(np.float32)
    limits = np.array(0.3, np.float32), np.array(0.2, np.float32)
    picked = suppressed(boxes, scores, most, *limits)
    number = np.array(most, np.int32)
    operands = [Argument(boxes, (1,)), Argument(scores), Constant(number), *map(Constant, limits)]
    check_op("tf.NonMaxSuppressionV3", operands, [picked])
    operands[2] = Argument(number)
    padded = np.pad(picked, (0, most - len(picked)))
    valid = np.array(len(picked), np.int32)
    attributes = "pad_to_max_output_size = true"
    check_op("tf.NonMaxSuppressionV4", operands, [padded, valid], attributes)


@pytest.mark.parametrize(
    ("second", "picked"),
    [([0, 0, np.inf, np.inf], [0, 2]), ([-np.inf, -np.inf, -1, -1], [0, 1, 2])],
)
def test_boxes_without_an_end_are_suppressed_by_each_other_alone(second, picked):
    """An overlap that is no number suppresses, as in TensorFlow's kernel; one that is 0 does not."""
    boxes = np.array([[0, 0, np.inf, np.inf], second, [0, 0, 1, 1]], np.float32)
    scores = np.array([3, 2, 1], np.float32)
    numbers = [Constant(np.array(5, np.int32)), *(Constant(np.array(0.5, np.float32)),) * 2]
    expected = [np.array(picked, np.int32)]
    check_op(
        "tf.NonMaxSuppressionV3", [Argument(boxes, (1,)), Argument(scores), *numbers], expected
    )


@pytest.mark.parametrize("name", ["Cumsum", "Cumprod"])
@pytest.mark.parametrize("seed", range(4))
def test_scans(name, seed):
    rng = np.random.default_rng(seed)
    x = rng.uniform(0.5, 1.5, (int(rng.integers(0, 8)), 3, 5)[seed % 2 :])
    axis, reverse, exclusive = int(rng.integers(-2, 2)), seed % 2 == 1, seed // 2 == 1
    combine, start = (np.cumsum, 0) if name == "Cumsum" else (np.cumprod, 1)
    turned = np.flip(x, axis) if reverse else x
    expected = combine(turned, axis)
    if exclusive and x.shape[axis]:
        expected = np.roll(expected, 1, axis)
        at = [slice(None)] * x.ndim
        at[axis] = slice(0, 1)
        expected[tuple(at)] = start
    expected = np.flip(expected, axis) if reverse else expected
    attributes = f"exclusive = {str(exclusive).lower()}, reverse = {str(reverse).lower()}"
    operand = Argument(x, (axis % x.ndim,) if seed < 2 else ())
    check_op(f"tf.{name}", [operand, Constant(np.array(axis, np.int32))], [expected], attributes)


@pytest.mark.parametrize("op", ["tf.Where", "tf.Unique"])
def test_bounds_of_sizes_survive(op):
    """The lowered text alone proves that there are not more entries than elements."""
    x = np.zeros((4,), np.float32)
    results = ["tensor<*xi64>"] if op == "tf.Where" else ["tensor<*xf32>", "tensor<*xi32>"]
    text = list(stages(tf_text(op, [Argument(x)], results)).values())[-1]
    module = parse_module(text, "test.mlir")
    analysis = analyze(module)
    function = next(
        f for f in module.body.block.ops if not isinstance(f, sdim.SymbolOp | sdim.ConstraintsOp)
    )
    block = function.regions[0].block
    size = analysis.shape(block.last_op.operands[0])[0]
    assert analysis.facts.proves(le(size, product(analysis.shape(block.args[0]))))
    assert analysis.facts.proves(ge(size, 0)) and not analysis.facts.proves(ge(size, 1))


BOOLEAN_MASK = """func.func @main(%x: tensor<?x?xf32>, %m: tensor<?x?xi1>) -> (tensor<*xf32>, tensor<*xi32>) {
  %flat = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %pair = "tf.Const"() <{value = dense<[-1, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %xf = "tf.Reshape"(%x, %flat) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<*xf32>
  %mf = "tf.Reshape"(%m, %flat) : (tensor<?x?xi1>, tensor<1xi32>) -> tensor<*xi1>
  %w = "tf.Where"(%mf) : (tensor<*xi1>) -> tensor<*xi64>
  %i = "tf.Squeeze"(%w) <{squeeze_dims = [1]}> : (tensor<*xi64>) -> tensor<*xi64>
  %g = "tf.GatherV2"(%xf, %i, %zero) : (tensor<*xf32>, tensor<*xi64>, tensor<i32>) -> tensor<*xf32>
  %h = "tf.AddV2"(%g, %g) : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  %r = "tf.Reshape"(%h, %pair) : (tensor<*xf32>, tensor<2xi32>) -> tensor<*xf32>
  %s = "tf.Shape"(%r) : (tensor<*xf32>) -> tensor<*xi32>
  func.return %r, %s : tensor<*xf32>, tensor<*xi32>
}
"""


@pytest.mark.parametrize("places", [[(0, 1), (2, 3), (1, 1), (1, 0)], []])
def test_a_size_from_data_is_used_like_any_other(places):
    x = np.random.default_rng(0).standard_normal((3, 4)).astype(np.float32)
    mask = np.zeros(x.shape, np.bool_)
    for place in places:
        mask[place] = True
    expected = (2 * x[mask]).reshape(-1, 2)
    check_text(BOOLEAN_MASK, [x, mask], [expected, np.array(expected.shape, np.int32)])


IN_BRANCHES = """func.func @main(%x: tensor<?xf32>, %c: tensor<i1>) -> tensor<*xf32> {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.IfRegion"(%c) <{is_stateless = true}> ({
    %s = "tf.Cumsum"(%x, %zero) : (tensor<?xf32>, tensor<i32>) -> tensor<*xf32>
    %y:2 = "tf.Unique"(%s) : (tensor<*xf32>) -> (tensor<*xf32>, tensor<*xi32>)
    "tf.Yield"(%y#0) : (tensor<*xf32>) -> ()
  }, {
    %w = "tf.Where"(%x) : (tensor<?xf32>) -> tensor<*xi64>
    %g = "tf.GatherNd"(%x, %w) : (tensor<?xf32>, tensor<*xi64>) -> tensor<*xf32>
    "tf.Yield"(%g) : (tensor<*xf32>) -> ()
  }) : (tensor<i1>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
"""


@pytest.mark.parametrize(("taken", "expected"), [(True, [1, 3, 6]), (False, [1, 2, 3])])
def test_in_branches(taken, expected):
    x = np.array([1, 0, 2, 0, 3], np.float32)
    check_text(IN_BRANCHES, [x, np.array(taken)], [np.array(expected, np.float32)])


@pytest.mark.parametrize("sizes", [(7, 3), (5, 0), (0, 4), (0, 0), (1, 1), (4, 9)])
@pytest.mark.parametrize("dtype", ["int32", "float32"])
def test_difference_of_lists(sizes, dtype):
    rng = np.random.default_rng(sum(sizes))
    x, y = (rng.integers(0, 5, size).astype(dtype) for size in sizes)
    if dtype == "float32":
        x[:1], y[:1] = np.nan, np.nan
    places = np.array([i for i, e in enumerate(x) if not (e == y).any()], "int64")
    check_op("tf.ListDiff", [Argument(x), Argument(y)], [x[places], places])


@pytest.mark.parametrize("shape", [(3, 2), (0, 4), (1, 1)])
def test_a_shape_that_is_masked_has_a_known_length(shape):
    """`tf.boolean_mask(shape, shape >= 0)`: every size is kept, so that the reshape has a rank."""
    text = """
    func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
      %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
      %shape = "tf.Shape"(%x) : (tensor<?x?xf32>) -> tensor<2xi32>
      %p = "tf.GreaterEqual"(%shape, %zero) : (tensor<2xi32>, tensor<i32>) -> tensor<2xi1>
      %w = "tf.Where"(%p) : (tensor<2xi1>) -> tensor<?x1xi64>
      %i = "tf.Squeeze"(%w) <{squeeze_dims = [1]}> : (tensor<?x1xi64>) -> tensor<?xi64>
      %kept = "tf.GatherV2"(%shape, %i, %zero) : (tensor<2xi32>, tensor<?xi64>, tensor<i32>) -> tensor<?xi32>
      %y = "tf.Neg"(%x) : (tensor<?x?xf32>) -> tensor<?x?xf32>
      %r = "tf.Reshape"(%y, %kept) : (tensor<?x?xf32>, tensor<?xi32>) -> tensor<*xf32>
      %s = "tf.Reshape"(%r, %shape) : (tensor<*xf32>, tensor<2xi32>) -> tensor<?x?xf32>
      func.return %s : tensor<?x?xf32>
    }"""
    x = np.arange(np.prod(shape), dtype=np.float32).reshape(shape)
    check_text(text, [x], [-x])


@pytest.mark.parametrize("reverse", [True, False])
def test_an_element_by_its_rank(reverse):
    rng = np.random.default_rng(6)
    cases = list[tuple[list[np.ndarray], list[np.ndarray]]]()
    for shape, n in (((2, 3, 5), 2), ((1, 1, 1), 0), ((0, 2, 3), 1)):
        x = rng.integers(0, 4, shape).astype(np.float32)
        ordered = np.sort(x, -1)[..., :: -1 if reverse else 1]
        cases.append(([x, np.array(n, np.int32)], [ordered[..., n]]))
    operands, words = [Argument(v) for v in cases[0][0]], f"reverse = {str(reverse).lower()}"
    check_last("tf.NthElement", operands, cases, words)
    runs = [([cases[0][0][0], np.array(n, np.int32)], "NthElement at .*: n") for n in (5, -1)]
    check_refusals(tf_text("tf.NthElement", operands, ["tensor<*xf32>"], words), runs)


@pytest.mark.parametrize("axis", [0, 1])
def test_unique_entries_counted(axis):
    x = np.array([[1, 2, 1, 2], [3, 4, 3, 4], [1, 2, 1, 2]], np.int32)
    entries, kinds = (x[:2], [0, 1, 0]) if axis == 0 else (x[:, :2], [0, 1, 0, 1])
    expected = [entries, np.array(kinds, np.int64), np.bincount(kinds)]
    check_op("tf.UniqueWithCountsV2", [Argument(x), Constant(np.array([axis]))], expected)
