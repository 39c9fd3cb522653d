"""Lists whose items are wrapped as ragged tensors, as tf.map_fn over rows of different lengths makes them."""

import numpy as np
import pytest
from tieshape.interpreters import RunError, run_function
from tieshape.lowering.pipelines import TieshapePass
from tieshape.text.module import parse_module
from xdsl.context import Context
from xdsl.utils.exceptions import PassFailedException

from .harness import check_text, stages

RNG = np.random.default_rng(17)
VARIANT = "tensor<!tf_type.variant>"
LIST = "tensor<!tf_type.variant<tensor<*x!tf_type.variant>>>"
MASK = "begin_mask = 0 : i64, end_mask = 0 : i64, ellipsis_mask = 0 : i64, new_axis_mask = 0 : i64"
CONSTANTS = """
      %none = "tf.Const"() <{value = dense<> : tensor<0xi32>}> : () -> tensor<0xi32>
      %any = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
      %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
      %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %from = "tf.Const"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
      %by = "tf.Const"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>"""


def floats(*shape: int) -> np.ndarray:
    return RNG.standard_normal(shape).astype(np.float32)


def cut_rows(rank: int = 0, most: int = -1) -> str:
    """`x[:n]` for each number of a vector: a ragged tensor of these parts, by wrapped items."""
    types = f"tensor<i32>, {LIST}"
    return f"""
    func.func @main(%x: tensor<?xf32>, %ns: tensor<?xi32>) -> (tensor<*xf32>, tensor<?xi64>) {{{CONSTANTS}
      %shape = "tf.Shape"(%ns) : (tensor<?xi32>) -> tensor<1xi32>
      %count = "tf.Squeeze"(%shape) : (tensor<1xi32>) -> tensor<i32>
      %l = "tf.TensorListReserve"(%any, %count) : (tensor<i32>, tensor<i32>) -> {LIST}
      %r:2 = "tf.WhileRegion"(%zero, %l) <{{is_stateless = true, shape_invariant}}> ({{
      ^bb0(%i: tensor<i32>, %a: {LIST}):
        %go = "tf.Less"(%i, %count) : (tensor<i32>, tensor<i32>) -> tensor<i1>
        "tf.Yield"(%go) : (tensor<i1>) -> ()
      }}, {{
      ^bb0(%i: tensor<i32>, %a: {LIST}):
        %next = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
        %n = "tf.GatherV2"(%ns, %i, %zero) : (tensor<?xi32>, tensor<i32>, tensor<i32>) -> tensor<i32>
        %to = "tf.Pack"(%n) <{{axis = 0 : i64}}> : (tensor<i32>) -> tensor<1xi32>
        %part = "tf.StridedSlice"(%x, %from, %to, %by) <{{{MASK}, shrink_axis_mask = 0 : i64}}> : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
        %item = "tf.RaggedTensorToVariant"(%part) {{RAGGED_RANK = {rank} : i64, batched_input = false}} : (tensor<?xf32>) -> {VARIANT}
        %b = "tf.TensorListSetItem"(%a, %i, %item) <{{resize_if_index_out_of_bounds = false}}> : ({LIST}, tensor<i32>, {VARIANT}) -> {LIST}
        "tf.Yield"(%next, %b) : ({types}) -> ()
      }}) : ({types}) -> ({types})
      %all = "tf.TensorListStack"(%r#1, %none) <{{num_elements = {most} : i64}}> : ({LIST}, tensor<0xi32>) -> tensor<?x!tf_type.variant>
      %splits, %values = "tf.RaggedTensorFromVariant"(%all) {{input_ragged_rank = -1 : i64, output_ragged_rank = 1 : i64}} : (tensor<?x!tf_type.variant>) -> (tensor<?xi64>, tensor<*xf32>)
      func.return %values, %splits : tensor<*xf32>, tensor<?xi64>
    }}"""


@pytest.mark.parametrize("lengths", [(2, 0, 3), (1,), (0, 0), ()])
def test_wrapped_items_are_joined(lengths: tuple[int, ...]) -> None:
    x = floats(3)
    values = np.concatenate([x[:0], *(x[:n] for n in lengths)])
    splits = np.cumsum([0, *lengths])
    check_text(cut_rows(), [x, np.array(lengths, np.int32)], [values, splits])


def test_their_number_is_tested() -> None:
    module = parse_module(list(stages(cut_rows(most=2)).values())[-1], "stage.mlir")
    x = floats(3)
    run_function(module, "main", [x, np.array([1, 2], np.int32)])
    with pytest.raises(RunError, match="number of elements"):
        run_function(module, "main", [x, np.array([1, 2, 0], np.int32)])


def test_items_that_are_ragged_themselves_are_refused() -> None:
    module = parse_module(cut_rows(rank=1), "test.mlir")
    with pytest.raises(PassFailedException, match="not known to be numbers"):
        TieshapePass().apply(Context(), module)


def sums_of_rows(item: str, result: str) -> str:
    """A list of the rows of a ragged tensor, and how many there are."""
    rows = "tensor<!tf_type.variant<tensor<!tf_type.variant>>>"
    return f"""
    func.func @main(%x: tensor<?x2xf32>, %splits: tensor<?xi64>, %i: tensor<i32>) -> ({result}, tensor<1xi32>) {{{CONSTANTS}
      %rows = "tf.RaggedTensorToVariant"(%splits, %x) {{RAGGED_RANK = 1 : i64, batched_input = true}} : (tensor<?xi64>, tensor<?x2xf32>) -> tensor<?x!tf_type.variant>
      %count = "tf.Shape"(%rows) : (tensor<?x!tf_type.variant>) -> tensor<1xi32>
      %l = "tf.TensorListFromTensor"(%rows, %none) : (tensor<?x!tf_type.variant>, tensor<0xi32>) -> {rows}
      %item = "tf.TensorListGetItem"(%l, %i, %none) : ({rows}, tensor<i32>, tensor<0xi32>) -> {VARIANT}
      %row = "tf.RaggedTensorFromVariant"(%item) {{input_ragged_rank = -1 : i64, output_ragged_rank = 0 : i64}} : ({VARIANT}) -> tensor<*xf32>
      {item}
      func.return %r, %count : {result}, tensor<1xi32>
    }}"""


@pytest.mark.parametrize("splits", [(0, 2, 2, 5), (0, 1), (0, 0, 0)])
def test_rows_are_items(splits: tuple[int, ...]) -> None:
    sum = '%r = "tf.Sum"(%row, %zero) : (tensor<*xf32>, tensor<i32>) -> tensor<2xf32>'
    text, x = sums_of_rows(sum, "tensor<2xf32>"), floats(splits[-1], 2)
    for i in range(len(splits) - 1):
        row, count = x[splits[i] : splits[i + 1]], np.array([len(splits) - 1], np.int32)
        operands = [x, np.array(splits, np.int64), np.array(i, np.int32)]
        check_text(text, operands, [row.sum(0), count])


def test_a_row_that_there_is_not_is_refused() -> None:
    same = '%r = "tf.Identity"(%row) : (tensor<*xf32>) -> tensor<*xf32>'
    for stage in stages(sums_of_rows(same, "tensor<*xf32>")).values():
        with pytest.raises(RunError, match="less than the list's"):
            operands = [floats(3, 2), np.array([0, 1, 3], np.int64), np.array(2, np.int32)]
            run_function(parse_module(stage, "stage.mlir"), "main", operands)
