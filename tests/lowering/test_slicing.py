"""Parts of tensors, against numpy."""

import numpy as np
import pytest
from tieshape.analysis.analyze import analyze
from tieshape.interpreters import RunError, run_function
from tieshape.symbolic import eq, le
from tieshape.text.module import parse_module
from xdsl.dialects import func
from xdsl.utils.exceptions import DiagnosticException

from .harness import Argument, Constant, check_op, check_text, run_stages, stages, tf_text


def integers(values, dtype=np.int32):
    return np.array(values, dtype)


def random_slice(rng, shape):
    """Entries of a strided slice: begin, end, stride, the masks and the same in numpy."""
    count = int(rng.integers(1, len(shape) + 1))
    ellipsis = int(rng.integers(0, count + 1))
    begins, ends, strides, where = [], [], [], []
    masks = dict.fromkeys(("begin", "end", "ellipsis", "new_axis", "shrink_axis"), 0)
    dim = 0
    for i in range(count + 1):
        bit = 1 << i
        kind = rng.choice(["span", "new", "shrink"])
        if i == ellipsis:
            masks["ellipsis"] |= bit
            begin, end, stride, entry = 0, 0, 1, Ellipsis
            dim = len(shape) - (count - i)
        elif kind == "new":
            masks["new_axis"] |= bit
            begin, end, stride, entry = 3, 4, 1, None
            dim += 1
        elif kind == "shrink" and shape[dim]:
            masks["shrink_axis"] |= bit
            begin = int(rng.integers(-shape[dim], shape[dim]))
            end, stride, entry = begin + 1, 1, begin
            dim += 1
        else:
            begin, end = (int(v) for v in rng.integers(-6, 7, 2))
            stride = int(rng.choice([-3, -2, -1, 1, 2, 3]))
            opens = rng.random(2) < 0.3
            masks["begin"] |= bit * int(opens[0])
            masks["end"] |= bit * int(opens[1])
            entry = slice(None if opens[0] else begin, None if opens[1] else end, stride)
            dim += 1
        begins.append(begin), ends.append(end), strides.append(stride), where.append(entry)
    attributes = ", ".join(f"{name}_mask = {mask} : i64" for name, mask in masks.items())
    return begins, ends, strides, attributes, tuple(where)


@pytest.mark.parametrize("seed", range(8))
def test_strided_slice(seed):
    rng = np.random.default_rng(seed)
    shape = tuple(int(s) for s in rng.integers(1 if seed % 3 else 0, 6, 3))
    x = rng.standard_normal(shape).astype(np.float32)
    begins, ends, strides, attributes, where = random_slice(rng, shape)
    wrap = Argument if seed % 2 else Constant
    bounds = [wrap(integers(begins)), wrap(integers(ends))]
    if seed % 2:
        bounds = [Argument(b.value, (0,)) for b in bounds]
    expected = x[where]
    check_op(
        "tf.StridedSlice",
        [Argument(x), *bounds, Constant(integers(strides))],
        [expected],
        attributes,
    )


@pytest.mark.parametrize(
    ("begin", "end", "stride"), [(1, -1, 1), (-2, 9, 1), (5, 1, 2), (3, -9, -2)]
)
def test_run_time_ends(begin, end, stride):
    x = np.arange(10, dtype=np.int64).reshape(5, 2)
    operands = [
        Argument(x),
        Argument(integers([begin], np.int64), (0,)),
        Argument(integers([end], np.int64), (0,)),
        Constant(integers([stride], np.int64)),
    ]
    check_op("tf.StridedSlice", operands, [x[begin:end:stride]])


@pytest.mark.parametrize("known", ["begin", "size", "none", "both"])
def test_slice(known):
    x = np.arange(24.0).reshape(4, 6)
    begin, size = integers([1, 2]), integers([-1, 3])
    operands = [
        Argument(x),
        Constant(begin) if known in ("begin", "both") else Argument(begin, (0,)),
        Constant(size) if known in ("size", "both") else Argument(size, (0,)),
    ]
    check_op("tf.Slice", operands, [x[1:, 2:5]])


@pytest.mark.parametrize(
    ("shape", "indices", "axis", "batch"),
    [
        ((4, 3), (2, 5), 0, 0),
        ((2, 3, 4), (2, 5), -1, 1),
        ((2, 3, 4), (2, 3), 2, -1),
        ((2, 3, 4), (), 1, 0),
        ((3, 0), (0, 2), 1, 0),
        ((2, 3, 4, 2), (2, 3, 5), 3, 2),
    ],
)
def test_gather(shape, indices, axis, batch):
    rng = np.random.default_rng(len(shape))
    x = rng.standard_normal(shape).astype(np.float32)
    i = rng.integers(0, max(shape[axis], 1), indices).astype(np.int64)
    shared = batch + i.ndim if batch < 0 else batch
    position = axis % x.ndim - shared
    if shared:
        lead = x.shape[:shared]
        parts = [np.take(x[at], i[at], axis=position) for at in np.ndindex(*lead)]
        expected = np.array(parts).reshape(*lead, *parts[0].shape)
    else:
        expected = np.take(x, i, axis=position)
    operands = [Argument(x), Argument(i), Constant(integers(axis))]
    check_op("tf.GatherV2", operands, [expected], f"batch_dims = {batch} : i64")
    if axis == 0:
        check_op("tf.Gather", operands[:2], [expected])


@pytest.mark.parametrize(("count", "axis", "size"), [(3, -1, 6), (2, 0, 0), (1, 1, 3)])
def test_split(count, axis, size):
    shape = [2, 2]
    shape[axis] = size
    x = np.random.default_rng(count).standard_normal(shape)
    expected = np.split(x, count, axis)
    check_op("tf.Split", [Constant(integers(axis)), Argument(x)], expected)


@pytest.mark.parametrize("wrap", [Constant, Argument])
@pytest.mark.parametrize("sizes", [[1, -1, 2], [0, 3, 2], [5], [-1]])
def test_split_v(wrap, sizes):
    x = np.arange(15).reshape(3, 5)
    given = wrap(integers(sizes, np.int64))
    if wrap is Argument:
        given = Argument(given.value, (0,))
    parts = [5 - sum(s for s in sizes if s >= 0) if s < 0 else s for s in sizes]
    expected = np.split(x, np.cumsum(parts)[:-1], 1)
    check_op("tf.SplitV", [Argument(x), given, Constant(integers(-1))], expected)


def refused(op, operands, results, attributes=""):
    with pytest.raises(DiagnosticException) as error:
        stages(tf_text(op, operands, results, attributes))
    return str(error.value)


def test_refused():
    x = np.zeros((4, 6), np.float32)
    split = [Constant(integers(0)), Argument(x, (0, 1))]
    assert "tf.Split" in refused("tf.Split", split, ["tensor<*xf32>"] * 3)
    begin = [Argument(x), Constant(integers([-1, 0])), Constant(integers([1, 1]))]
    assert "tf.Slice" in refused("tf.Slice", begin, ["tensor<*xf32>"])
    over = [Argument(x), Constant(integers([1, 1])), Constant(integers(1))]
    four = [Argument(x, (1,)), *over[1:]]
    assert "tf.SplitV" in refused("tf.SplitV", four, ["tensor<*xf32>"] * 2)


def test_sizes_that_do_not_divide_stop_the_program():
    text = tf_text(
        "tf.Split",
        [Constant(integers(0)), Argument(np.zeros(4, np.float32))],
        ["tensor<*xf32>"] * 2,
    )
    last = list(stages(text).values())[-1]
    with pytest.raises(RunError, match=r"tf\.Split"):
        run_function(parse_module(last, "test.mlir"), "main", [np.zeros(5, np.float32)])


def lowered_shapes(op, operands, count, attributes=""):
    """The facts of the lowered text, and the shapes of its first argument and of its results."""
    text = list(stages(tf_text(op, operands, ["tensor<*xf32>"] * count, attributes)).values())[-1]
    module = parse_module(text, "test.mlir")
    analysis = analyze(module)
    main = next(f for f in module.body.block.ops if isinstance(f, func.FuncOp))
    block = main.body.block
    results = [analysis.shape(o) for o in block.last_op.operands]
    return analysis.facts, analysis.shape(block.args[0]), results


def test_facts_of_splits_survive():
    x = Argument(np.zeros((6, 2), np.float32))
    operands = [Constant(integers(0)), x]
    facts, (size, _), parts = lowered_shapes("tf.Split", operands, 3)
    assert all(facts.proves(eq(3 * part[0], size)) for part in parts)
    assert facts.proves(eq(size % 3, 0)) and not facts.proves(eq(size % 2, 0))
    operands = [x, Constant(integers([2, -1])), Constant(integers(0))]
    facts, (size, _), parts = lowered_shapes("tf.SplitV", operands, 2)
    assert facts.proves(eq(parts[0][0] + parts[1][0], size)) and facts.proves(le(2, size))
    operands = [x, Argument(integers([2, 4]), (0,)), Constant(integers(0))]
    facts, (size, _), parts = lowered_shapes("tf.SplitV", operands, 2)
    assert facts.proves(eq(parts[0][0] + parts[1][0], size))


def test_a_slice_is_not_larger_than_the_whole():
    x = Argument(np.zeros((6, 2), np.float32))
    bounds = [Argument(integers([1, 0]), (0,)), Argument(integers([5, 1]), (0,))]
    operands = [x, *bounds, Constant(integers([1, 1]))]
    facts, whole, (part,) = lowered_shapes("tf.StridedSlice", operands, 1)
    assert all(facts.proves(le(a, b)) for a, b in zip(part, whole, strict=True))
    assert not facts.proves(eq(part[0], whole[0]))


LENGTHS = """
func.func @main(%x: tensor<?x?xf32>, %b: tensor<?xi32>, %e: tensor<2xi32>) -> tensor<?x?xf32> {
  %s = "tf.Const"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %0 = "tf.StridedSlice"(%x, %b, %e, %s) : (tensor<?x?xf32>, tensor<?xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  func.return %0 : tensor<?x?xf32>
}"""


def test_begins_of_unknown_length_are_as_many_as_the_ends():
    x, ends = np.arange(12, dtype=np.float32).reshape(3, 4), np.array([3, 3], np.int32)
    check_text(LENGTHS, [x, np.array([1, 1], np.int32), ends], [x[1:3, 1:3]])
    for begins in ([1], [1, 1, 1]):
        with pytest.raises(RunError, match="2"):
            run_stages(LENGTHS, [x, np.array(begins, np.int32), ends])
