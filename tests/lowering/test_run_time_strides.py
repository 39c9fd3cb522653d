"""Strided slices whose strides only a run knows, against numpy."""

import numpy as np
import pytest
from tieshape.interpreters import RunError, run_function
from tieshape.text.module import parse_module

from .harness import Argument, Constant, check_op, stages, tf_text
from .test_slicing import integers, random_slice


@pytest.mark.parametrize("seed", range(8))
def test_strides_as_arguments(seed: int) -> None:
    rng = np.random.default_rng(seed)
    shape = tuple(int(s) for s in rng.integers(1 if seed % 3 else 0, 6, 3))
    x = rng.standard_normal(shape).astype(np.float32)
    begins, ends, strides, attributes, where = random_slice(rng, shape)
    wrap = Argument if seed % 2 else Constant
    bounds = [wrap(integers(begins)), wrap(integers(ends))]
    if seed % 2:
        bounds = [Argument(b.value, (0,)) for b in bounds]
    operands = [Argument(x), *bounds, Argument(integers(strides), (0,))]
    check_op("tf.StridedSlice", operands, [x[where]], attributes)


@pytest.mark.parametrize(("begin", "end"), [(None, None), (1, None), (None, -1), (7, 1), (1, 7)])
def test_one_program_for_all_strides(begin: int | None, end: int | None) -> None:
    x = np.arange(10, dtype=np.int64).reshape(5, 2)
    masks = f"begin_mask = {int(begin is None)} : i64, end_mask = {int(end is None)} : i64"
    for stride in (-7, -2, -1, 1, 2, 7):
        operands = [
            Argument(x),
            Argument(integers([begin or 0], np.int64), (0,)),
            Argument(integers([end or 0], np.int64), (0,)),
            Argument(integers([stride], np.int64), (0,)),
        ]
        check_op("tf.StridedSlice", operands, [x[begin:end:stride]], masks)


@pytest.mark.parametrize(("mask", "stride"), [(0, 0), (1, 0), (1, -1)])
def test_strides_that_are_refused(mask: int, stride: int) -> None:
    """The twin: 0, and a negative one where one entry is taken."""
    x = np.arange(5.0)
    one = integers([1])
    operands = [Argument(x), Constant(one), Constant(one + 1), Argument(integers([stride]), (0,))]
    text = tf_text("tf.StridedSlice", operands, ["tensor<*xf64>"], f"shrink_axis_mask = {mask}")
    for stage in stages(text).values():
        with pytest.raises(RunError, match=r"tf\.StridedSlice .*strides"):
            run_function(parse_module(stage, "stage.mlir"), "main", [x, integers([stride])])


def test_a_stride_that_is_a_size() -> None:
    x = np.arange(12.0).reshape(4, 3)
    text = """
    func.func @main(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
      %s = "tf.Shape"(%x) : (tensor<?x?xf64>) -> tensor<2xi32>
      %b = "tf.Const"() <{value = dense<0> : tensor<2xi32>}> : () -> tensor<2xi32>
      %r = "tf.StridedSlice"(%x, %b, %s, %s) : (tensor<?x?xf64>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf64>
      func.return %r : tensor<?x?xf64>
    }"""
    for stage in stages(text).values():
        (found,) = run_function(parse_module(stage, "stage.mlir"), "main", [x])
        assert np.array_equal(found, x[::4, ::3])
        with pytest.raises(RunError, match=r"tf\.StridedSlice .*strides"):
            run_function(parse_module(stage, "stage.mlir"), "main", [x[:0]])
