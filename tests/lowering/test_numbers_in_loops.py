"""Loops whose sizes are numbers of the run, and lists whose rank only an item in a loop tells."""

import numpy as np
import pytest
from tieshape.interpreters import RunError, run_function
from tieshape.lowering.pipelines import TieshapePass
from tieshape.text.module import parse_module
from xdsl.context import Context

from .harness import check_text, stages

RNG = np.random.default_rng(13)
LIST = "tensor<!tf_type.variant<tensor<*xf32>>>"


def floats(*shape: int) -> np.ndarray:
    return RNG.standard_normal(shape).astype(np.float32)


def integers(*values: int) -> np.ndarray:
    return np.array(values, np.int32)


def means(second: str) -> str:
    """A loop over centers: means of the rows of each cluster, of which `%k` and `second` say how
    many there are.
    """
    types = "tensor<i32>, tensor<?x?xf32>"
    return f"""
    func.func @main(%x: tensor<?x?xf32>, %c: tensor<?xi32>, %k: tensor<i32>, %m: tensor<i32>, %n: tensor<i32>) -> tensor<?x?xf32> {{
      %zero = "tf.Const"() <{{value = dense<0> : tensor<i32>}}> : () -> tensor<i32>
      %one = "tf.Const"() <{{value = dense<1> : tensor<i32>}}> : () -> tensor<i32>
      %none = "tf.Const"() <{{value = dense<0> : tensor<1xi32>}}> : () -> tensor<1xi32>
      %step = "tf.Const"() <{{value = dense<1> : tensor<1xi32>}}> : () -> tensor<1xi32>
      %end = "tf.Pack"(%k) <{{axis = 0 : i64}}> : (tensor<i32>) -> tensor<1xi32>
      %start = "tf.StridedSlice"(%x, %none, %end, %step) <{{begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 0 : i64}}> : (tensor<?x?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?x?xf32>
      %r:2 = "tf.WhileRegion"(%zero, %start) <{{is_stateless = true, shape_invariant}}> ({{
      ^bb0(%i: tensor<i32>, %a: tensor<?x?xf32>):
        %go = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
        "tf.Yield"(%go) : (tensor<i1>) -> ()
      }}, {{
      ^bb0(%i: tensor<i32>, %a: tensor<?x?xf32>):
        %next = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
        %ones = "tf.OnesLike"(%x) : (tensor<?x?xf32>) -> tensor<?x?xf32>
        %s = "tf.UnsortedSegmentSum"(%x, %c, %k) : (tensor<?x?xf32>, tensor<?xi32>, tensor<i32>) -> tensor<?x?xf32>
        %d = "tf.UnsortedSegmentSum"(%ones, %c, {second}) : (tensor<?x?xf32>, tensor<?xi32>, tensor<i32>) -> tensor<?x?xf32>
        %q = "tf.DivNoNan"(%s, %d) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
        %y = "tf.AddV2"(%q, %a) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
        "tf.Yield"(%next, %y) : ({types}) -> ()
      }}) : ({types}) -> ({types})
      func.return %r#1 : tensor<?x?xf32>
    }}"""


def added_means(x: np.ndarray, c: np.ndarray, k: int, trips: int) -> np.ndarray:
    sums, counts = np.zeros((k, x.shape[1])), np.zeros((k, 1))
    np.add.at(sums, c, x)
    np.add.at(counts, c, 1)
    return (x[:k] + trips * sums / np.maximum(counts, 1)).astype(np.float32)


@pytest.mark.parametrize("trips", [0, 1, 3])
@pytest.mark.parametrize(("rows", "k"), [(5, 2), (3, 1), (2, 2)])
def test_two_sizes_of_one_number_are_one(rows: int, k: int, trips: int) -> None:
    x, c = floats(rows, 2), integers(*(i % k for i in range(rows)))
    inputs = [x, c, np.int32(k), np.int32(9), np.int32(trips)]
    check_text(means("%k"), [np.array(i) for i in inputs], [added_means(x, c, k, trips)])


def test_two_sizes_of_two_numbers_may_differ() -> None:
    x, c = floats(4, 2), integers(0, 1, 1, 0)
    for stage in stages(means("%m")).values():
        module = parse_module(stage, "stage.mlir")
        same = [np.array(i) for i in (x, c, np.int32(2), np.int32(2), np.int32(1))]
        (found,) = run_function(module, "main", same)
        np.testing.assert_allclose(found, added_means(x, c, 2, 1), 1e-5)
        with pytest.raises(RunError, match="must be equal or one of them 1"):
            run_function(module, "main", [*same[:3], np.array(3, np.int32), same[4]])


def rows_of(item: str) -> str:
    """A list of unknown rank whose items a loop makes: `item`, of unknown rank in the text."""
    types = f"tensor<i32>, {LIST}"
    return f"""
    func.func @main(%x: tensor<?x?xf32>, %n: tensor<i32>) -> tensor<*xf32> {{
      %zero = "tf.Const"() <{{value = dense<0> : tensor<i32>}}> : () -> tensor<i32>
      %one = "tf.Const"() <{{value = dense<1> : tensor<i32>}}> : () -> tensor<i32>
      %any = "tf.Const"() <{{value = dense<-1> : tensor<i32>}}> : () -> tensor<i32>
      %step = "tf.Const"() <{{value = dense<1> : tensor<1xi32>}}> : () -> tensor<1xi32>
      %l = "tf.TensorListReserve"(%any, %n) : (tensor<i32>, tensor<i32>) -> {LIST}
      %r:2 = "tf.WhileRegion"(%zero, %l) <{{is_stateless = true, shape_invariant}}> ({{
      ^bb0(%i: tensor<i32>, %a: {LIST}):
        %go = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
        "tf.Yield"(%go) : (tensor<i1>) -> ()
      }}, {{
      ^bb0(%i: tensor<i32>, %a: {LIST}):
        %next = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
        %from = "tf.Pack"(%i) <{{axis = 0 : i64}}> : (tensor<i32>) -> tensor<1xi32>
        %to = "tf.Pack"(%next) <{{axis = 0 : i64}}> : (tensor<i32>) -> tensor<1xi32>
        {item}
        %b = "tf.TensorListSetItem"(%a, %i, %v) <{{resize_if_index_out_of_bounds = false}}> : ({LIST}, tensor<i32>, tensor<*xf32>) -> {LIST}
        "tf.Yield"(%next, %b) : ({types}) -> ()
      }}) : ({types}) -> ({types})
      %s = "tf.TensorListStack"(%r#1, %any) <{{num_elements = -1 : i64}}> : ({LIST}, tensor<i32>) -> tensor<*xf32>
      func.return %s : tensor<*xf32>
    }}"""


SLICE = '%v = "tf.StridedSlice"(%x, %from, %to, %step) <{begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 1 : i64}> : (tensor<?x?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<*xf32>'
OPAQUE = '%v = "tf.Elsewhere"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>'


@pytest.mark.parametrize("shape", [(3, 2), (1, 1), (2, 0)])
def test_an_item_tells_the_rank_of_a_list(shape: tuple[int, int]) -> None:
    x = floats(*shape)
    check_text(rows_of(SLICE), [x, np.array(shape[0], np.int32)], [x])


def test_an_item_of_unknown_rank_tells_no_rank() -> None:
    module = parse_module(rows_of(OPAQUE), "test.mlir")
    TieshapePass().apply(Context(), module)
    with pytest.raises(RunError, match="the rank of the result is not known"):
        run_function(module, "main", [floats(2, 2), np.array(2, np.int32)])


UNTIED = """
    func.func @main(%x: tensor<?xf32>, %y: tensor<?xi64>) -> (tensor<?x?xi64>, tensor<?xi64>) {
      %e = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
      %most = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
      %where = "tf.Where"(%x) : (tensor<?xf32>) -> tensor<?x1xi64>
      %flat = "tf.Squeeze"(%where) <{squeeze_dims = [1]}> : (tensor<?x1xi64>) -> tensor<?xi64>
      %half = "tf.Const"() <{value = dense<2> : tensor<i64>}> : () -> tensor<i64>
      %halves = "tf.FloorDiv"(%flat, %half) : (tensor<?xi64>, tensor<i64>) -> tensor<?xi64>
      %u:2 = "tf.Unique"(%halves) {out_idx = i32} : (tensor<?xi64>) -> (tensor<?xi64>, tensor<?xi32>)
      %sum = "tf.AddN"(%flat, %y) : (tensor<?xi64>, tensor<?xi64>) -> tensor<?xi64>
      %l = "tf.EmptyTensorList"(%e, %most) : (tensor<1xi32>, tensor<i32>) -> tensor<!tf_type.variant<tensor<?xi64>>>
      %m = "tf.TensorListPushBack"(%l, %u#0) : (tensor<!tf_type.variant<tensor<?xi64>>>, tensor<?xi64>) -> tensor<!tf_type.variant<tensor<?xi64>>>
      %s = "tf.TensorListStack"(%m, %e) <{num_elements = -1 : i64}> : (tensor<!tf_type.variant<tensor<?xi64>>>, tensor<1xi32>) -> tensor<?x?xi64>
      func.return %s, %sum : tensor<?x?xi64>, tensor<?xi64>
    }"""


@pytest.mark.parametrize("numbers", [(1.0, 0.0, 2.0, 3.0), (1.0,), (0.0, 0.0)])
def test_a_list_has_a_size_that_was_tested_before_it(numbers: tuple[float, ...]) -> None:
    """Between the test and the list no op uses a value of that size."""
    x = np.array(numbers, np.float32)
    places = np.flatnonzero(x)
    y = np.arange(len(places), dtype=np.int64)
    check_text(UNTIED, [x, y], [np.unique(places // 2)[None], places + y])
    for stage in stages(UNTIED).values():
        with pytest.raises(RunError, match=r"tf\.AddN"):
            run_function(parse_module(stage, "stage.mlir"), "main", [x, np.zeros(9, np.int64)])


TESTED_AGAIN = """
    func.func @main(%x: tensor<?xf32>, %rows: tensor<i32>, %y: tensor<?x6xf32>, %n: tensor<i32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?x?xf32>) {
      %rest = "tf.Const"() {value = dense<-1> : tensor<i32>} : () -> tensor<i32>
      %zero = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
      %one = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
      %open = "tf.Const"() {value = dense<-1> : tensor<2xi32>} : () -> tensor<2xi32>
      %target = "tf.Pack"(%rows, %rest) {axis = 0 : i64} : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
      %r = "tf.Reshape"(%x, %target) : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
      %from = "tf.Const"() {value = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
      %to = "tf.Const"() {value = dense<1> : tensor<1xi32>} : () -> tensor<1xi32>
      %shape = "tf.Shape"(%r) : (tensor<?x?xf32>) -> tensor<2xi32>
      %count = "tf.StridedSlice"(%shape, %from, %to, %to) {shrink_axis_mask = 1 : i64} : (tensor<2xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<i32>
      %lengths = "tf.Pack"(%count, %rest) {axis = 0 : i64} : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
      %left, %right = "tf.SplitV"(%y, %lengths, %one) : (tensor<?x6xf32>, tensor<2xi32>, tensor<i32>) -> (tensor<?x?xf32>, tensor<?x?xf32>)
      %list = "tf.EmptyTensorList"(%open, %rest) : (tensor<2xi32>, tensor<i32>) -> tensor<!tf_type.variant<tensor<?x?xf32>>>
      %w:2 = "tf.WhileRegion"(%zero, %list) ({
      ^bb0(%i: tensor<i32>, %l: tensor<!tf_type.variant<tensor<?x?xf32>>>):
        %c = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
        "tf.Yield"(%c) : (tensor<i1>) -> ()
      }, {
      ^bb0(%i: tensor<i32>, %l: tensor<!tf_type.variant<tensor<?x?xf32>>>):
        %j = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
        %m = "tf.TensorListPushBack"(%l, %r) : (tensor<!tf_type.variant<tensor<?x?xf32>>>, tensor<?x?xf32>) -> tensor<!tf_type.variant<tensor<?x?xf32>>>
        "tf.Yield"(%j, %m) : (tensor<i32>, tensor<!tf_type.variant<tensor<?x?xf32>>>) -> ()
      }) {is_stateless = true} : (tensor<i32>, tensor<!tf_type.variant<tensor<?x?xf32>>>) -> (tensor<i32>, tensor<!tf_type.variant<tensor<?x?xf32>>>)
      %stack = "tf.TensorListStack"(%w#1, %open) {num_elements = -1 : i64} : (tensor<!tf_type.variant<tensor<?x?xf32>>>, tensor<2xi32>) -> tensor<?x?x?xf32>
      %size = "tf.Size"(%r) : (tensor<?x?xf32>) -> tensor<i32>
      %numbers = "tf.Range"(%zero, %size, %one) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<?xi32>
      %first = "tf.StridedSlice"(%numbers, %from, %to, %to) : (tensor<?xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xi32>
      %float = "tf.Cast"(%first) : (tensor<?xi32>) -> tensor<?xf32>
      %sum = "tf.AddV2"(%r, %float) : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
      func.return %sum, %right, %stack : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?x?xf32>
    }"""


@pytest.mark.parametrize(("rows", "columns", "trips"), [(2, 3, 2), (6, 1, 1), (1, 1, 3)])
def test_a_list_before_the_last_test_of_its_sizes(rows: int, columns: int, trips: int) -> None:
    """One test of them comes before the list, another one after it: it has those of in between."""
    x, y = floats(rows * columns), floats(2, 6)
    matrix = x.reshape(rows, columns)
    inputs = [x, np.array(rows, np.int32), y, np.array(trips, np.int32)]
    check_text(TESTED_AGAIN, inputs, [matrix, y[:, rows:], np.stack([matrix] * trips)])
    many = [floats(7), np.array(7, np.int32), *inputs[2:]]
    for stage in stages(TESTED_AGAIN).values():
        with pytest.raises(RunError, match=r"tf\.SplitV"):
            run_function(parse_module(stage, "stage.mlir"), "main", many)
