"""Loops that carry tensors of changing size, branches of different sizes, lists that grow."""

import numpy as np
import pytest
from tieshape.interpreters import RunError, run_function
from tieshape.text.module import parse_module

from .harness import check_text, stages

RNG = np.random.default_rng(11)
LIST = "tensor<!tf_type.variant<tensor<*xf32>>>"
SLICE = "begin_mask = {0} : i64, ellipsis_mask = 0 : i64, end_mask = {1} : i64, new_axis_mask = 0 : i64, shrink_axis_mask = {2} : i64"


def floats(*shape: int) -> np.ndarray:
    return RNG.standard_normal(shape).astype(np.float32)


def number(value: int) -> np.ndarray:
    return np.array(value, np.int32)


def constant(name: str, value: str) -> str:
    elements, type = value.split(" : ")
    return f'%{name} = "tf.Const"() <{{value = dense<{elements}> : {type}}}> : () -> {type}'


def loop(carried: dict[str, tuple[str, str, str]], body: str) -> str:
    """`%r` is a loop over %i below %n; carried: name -> (operand, type in it, its next value)."""
    operands = ["%zero", *(operand for operand, _, _ in carried.values())]
    types = ["tensor<i32>", *(type for _, type, _ in carried.values())]
    arguments = ", ".join(
        f"%{name}: {type}" for name, type in zip(["i", *carried], types, strict=True)
    )
    signature = ", ".join(types)
    nexts = ", ".join(["%next", *(value for _, _, value in carried.values())])
    return f"""
      {constant("zero", "0 : tensor<i32>")}
      {constant("one", "1 : tensor<i32>")}
      %r:{len(types)} = "tf.WhileRegion"({", ".join(operands)}) <{{is_stateless = true, shape_invariant}}> ({{
      ^bb0({arguments}):
        %go = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
        "tf.Yield"(%go) : (tensor<i1>) -> ()
      }}, {{
      ^bb0({arguments}):
        %next = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
        {body}
        "tf.Yield"({nexts}) : ({signature}) -> ()
      }}) : ({signature}) -> ({signature})"""


@pytest.mark.parametrize("trips", [0, 1, 3])
def test_columns_that_grow(trips: int) -> None:
    body = '%y = "tf.ConcatV2"(%a, %x, %one) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<i32>) -> tensor<?x?xf32>'
    text = f"""
    func.func @main(%x: tensor<?x?xf32>, %n: tensor<i32>) -> (tensor<?x?xf32>, tensor<*xi32>) {{
      {loop({"a": ("%x", "tensor<?x?xf32>", "%y")}, body)}
      %s = "tf.Shape"(%r#1) : (tensor<?x?xf32>) -> tensor<*xi32>
      func.return %r#1, %s : tensor<?x?xf32>, tensor<*xi32>
    }}"""
    for x in (floats(2, 3), floats(0, 1), floats(2, 0)):
        wanted = np.concatenate([x] * (trips + 1), 1)
        check_text(text, [x, number(trips)], [wanted, np.array(wanted.shape, np.int32)])


def halved(x: np.ndarray, trips: int) -> np.ndarray:
    for _ in range(trips):
        x = x[::2]
    return x


@pytest.mark.parametrize("static", [True, False])
@pytest.mark.parametrize("trips", [0, 1, 2])
def test_a_vector_that_is_halved(static: bool, trips: int) -> None:
    size = "4" if static else "?"
    body = f"""
        {constant("z", "0 : tensor<1xi32>")}
        {constant("two", "2 : tensor<1xi32>")}
        %y = "tf.StridedSlice"(%a, %z, %z, %two) <{{{SLICE.format(1, 1, 0)}}}>
            : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>"""
    carried = {"a": ("%x", "tensor<?xf32>", "%y")}
    before = f"(tensor<i32>, tensor<{size}xf32>) -> (tensor<i32>, tensor<?xf32>)"
    region = loop(carried, body).rpartition("}) : ")[0] + "}) : " + before
    text = f"""
    func.func @main(%x: tensor<{size}xf32>, %n: tensor<i32>) -> tensor<?xf32> {{
      {region}
      func.return %r#1 : tensor<?xf32>
    }}"""
    for x in [floats(4)] if static else [floats(4), floats(0), floats(9)]:
        check_text(text, [x, number(trips)], [halved(x, trips)])


def test_a_size_that_a_later_op_needs_of_a_loop() -> None:
    """The loop grows from 2 columns; the product needs 4, which are there after two trips."""
    body = '%y = "tf.ConcatV2"(%a, %z, %one) : (tensor<?x?xf32>, tensor<?x1xf32>, tensor<i32>) -> tensor<?x?xf32>'
    region = loop({"a": ("%x", "tensor<?x?xf32>", "%y")}, body)
    region = region.rpartition("}) : ")[0] + (
        "}) : (tensor<i32>, tensor<?x2xf32>) -> (tensor<i32>, tensor<?x?xf32>)"
    )
    text = f"""
    func.func @main(%x: tensor<?x2xf32>, %z: tensor<?x1xf32>, %w: tensor<4x2xf32>, %n: tensor<i32>) -> tensor<?x2xf32> {{
      {region}
      %m = "tf.MatMul"(%r#1, %w) <{{transpose_a = false, transpose_b = false}}> : (tensor<?x?xf32>, tensor<4x2xf32>) -> tensor<?x2xf32>
      func.return %m : tensor<?x2xf32>
    }}"""
    x, z, w = floats(3, 2), floats(3, 1), floats(4, 2)
    check_text(text, [x, z, w, number(2)], [np.concatenate([x, z, z], 1) @ w])
    for stage in stages(text).values():
        with pytest.raises(RunError):
            run_function(parse_module(stage, "stage.mlir"), "main", [x, z, w, number(1)])


def test_branches_of_static_sizes_of_which_a_later_op_needs_one() -> None:
    text = f"""
    func.func @main(%p: tensor<i1>, %x: tensor<3xf32>) -> tensor<2xf32> {{
      {constant("b", "1 : tensor<1xi32>")}
      {constant("n", "2 : tensor<1xi32>")}
      %0 = "tf.IfRegion"(%p) <{{is_stateless = true}}> ({{
        {constant("c", "1.0 : tensor<1xf32>")}
        "tf.Yield"(%c) : (tensor<1xf32>) -> ()
      }}, {{
        "tf.Yield"(%x) : (tensor<3xf32>) -> ()
      }}) : (tensor<i1>) -> tensor<?xf32>
      %1 = "tf.Slice"(%0, %b, %n) : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xf32>
      func.return %1 : tensor<2xf32>
    }}"""
    x = floats(3)
    check_text(text, [np.array(False), x], [x[1:]])
    for stage in stages(text).values():
        with pytest.raises(RunError):
            run_function(parse_module(stage, "stage.mlir"), "main", [np.array(True), x])


ELEMENT = f"""
        {constant("s", "1 : tensor<1xi32>")}
        %b = "tf.Pack"(%i) <{{axis = 0 : i64}}> : (tensor<i32>) -> tensor<1xi32>
        %e = "tf.Pack"(%next) <{{axis = 0 : i64}}> : (tensor<i32>) -> tensor<1xi32>
        %row = "tf.StridedSlice"(%x, %b, %e, %s) <{{{SLICE.format(0, 0, 1)}}}>
            : (tensor<?x?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>"""


def written(place: str, item: str, resize: str = "true") -> str:
    """`%t` is the list %l with `item` at `place`."""
    return f"""
        %t = "tf.TensorListSetItem"(%l, {place}, {item}) <{{resize_if_index_out_of_bounds = {resize}}}>
            : ({LIST}, tensor<i32>, tensor<?xf32>) -> {LIST}"""


def stacked(body: str, count: str = "%zero") -> str:
    """Rows of %x that a loop puts into a list of `count` elements, stacked."""
    region = loop({"l": ("%list", LIST, "%t")}, body)
    head, made, rest = region.partition('%r:2 = "tf.WhileRegion"')
    return f"""
    func.func @main(%x: tensor<?x?xf32>, %n: tensor<i32>) -> tensor<?x?xf32> {{
      {constant("shape", "-1 : tensor<i32>")}
      {head}%list = "tf.TensorListReserve"(%shape, {count}) : (tensor<i32>, tensor<i32>) -> {LIST}
      {made}{rest}
      %0 = "tf.TensorListStack"(%r#1, %shape) <{{num_elements = -1 : i64}}> : ({LIST}, tensor<i32>) -> tensor<?x?xf32>
      func.return %0 : tensor<?x?xf32>
    }}"""


@pytest.mark.parametrize("shape", [(3, 2), (1, 4), (4, 0)])
def test_a_list_that_grows_with_each_trip(shape: tuple[int, int]) -> None:
    x = floats(*shape)
    check_text(stacked(ELEMENT + written("%i", "%row")), [x, number(shape[0])], [x])


def test_places_that_nothing_is_set_at_are_zeros() -> None:
    body = ELEMENT + '%p = "tf.AddV2"(%i, %i) : (tensor<i32>, tensor<i32>) -> tensor<i32>'
    x = floats(3, 2)
    wanted = np.stack([x[0], 0 * x[0], x[1], 0 * x[0], x[2]])
    check_text(stacked(body + written("%p", "%row")), [x, number(3)], [wanted])


KEPT = """
        %positive = "tf.GreaterEqual"(%row, %row) <{}> : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xi1>
        %where = "tf.Where"(%positive) : (tensor<?xi1>) -> tensor<?x1xi64>
        %flat = "tf.Squeeze"(%where) <{squeeze_dims = [1]}> : (tensor<?x1xi64>) -> tensor<?xi64>
        %some = "tf.GatherV2"(%row, %flat, %zero) <{batch_dims = 0 : i64}> : (tensor<?xf32>, tensor<?xi64>, tensor<i32>) -> tensor<?xf32>"""


@pytest.mark.parametrize("resize", ["true", "false"])
def test_items_whose_size_only_data_tells(resize: str) -> None:
    text = stacked(
        ELEMENT + KEPT + written("%i", "%some", resize), "%zero" if resize == "true" else "%n"
    )
    for shape in ((3, 2), (1, 4), (2, 1)):
        x = floats(*shape)
        check_text(text, [x, number(shape[0])], [x])
    x = floats(3, 2)
    x[1, 0] = np.nan  # one element fewer is kept of the second row
    for stage in stages(text).values():
        with pytest.raises(RunError, match=r"tf\.TensorListSetItem"):
            run_function(parse_module(stage, "stage.mlir"), "main", [x, number(3)])


@pytest.mark.parametrize("trips", [0, 2])
def test_a_type_that_only_holds_after_a_trip(trips: int) -> None:
    """The state starts with any size that broadcasts with 4; without a trip it stays as it is."""
    text = f"""
    func.func @main(%x: tensor<?xf32>, %y: tensor<4xf32>, %n: tensor<i32>) -> tensor<4xf32> {{
      %r:3 = "tf.While"(%n, %x, %y) <{{cond = @go, body = @add, is_stateless = true, shape_invariant}}>
          : (tensor<i32>, tensor<?xf32>, tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>, tensor<4xf32>)
      %0 = "tf.Neg"(%r#1) : (tensor<4xf32>) -> tensor<4xf32>
      func.return %0 : tensor<4xf32>
    }}
    func.func private @go(%i: tensor<i32>, %a: tensor<?xf32>, %y: tensor<4xf32>) -> tensor<i1> {{
      {constant("zero", "0 : tensor<i32>")}
      %0 = "tf.Greater"(%i, %zero) : (tensor<i32>, tensor<i32>) -> tensor<i1>
      func.return %0 : tensor<i1>
    }}
    func.func private @add(%i: tensor<i32>, %a: tensor<?xf32>, %y: tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>, tensor<4xf32>) {{
      {constant("one", "1 : tensor<i32>")}
      %0 = "tf.Sub"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      %1 = "tf.AddV2"(%a, %y) : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32>
      func.return %0, %1, %y : tensor<i32>, tensor<4xf32>, tensor<4xf32>
    }}"""
    y = floats(4)
    for x in [floats(4), floats(1), *([] if trips else [floats(0), floats(3)])]:
        wanted = x + trips * y if trips else x
        check_text(text, [x, y, number(trips)], [-wanted])


DECLARED = """func.func @main(%c: tensor<i1>, %x: tensor<?xf32>, %m: tensor<?xi1>) -> tensor<2xi64> {
  %r = "tf.IfRegion"(%c) <{is_stateless = true}> ({
    %0 = "tf.Where"(%m) : (tensor<?xi1>) -> tensor<?x1xi64>
    %1 = "tf.Squeeze"(%0) <{squeeze_dims = [1]}> : (tensor<?x1xi64>) -> tensor<?xi64>
    "tf.Yield"(%1) : (tensor<?xi64>) -> ()
  }, {
    %2 = "tf.Cast"(%x) <{Truncate = false}> : (tensor<?xf32>) -> tensor<?xi64>
    "tf.Yield"(%2) : (tensor<?xi64>) -> ()
  }) : (tensor<i1>) -> tensor<2xi64>
  func.return %r : tensor<2xi64>
}
"""


@pytest.mark.parametrize("chosen", [True, False])
def test_a_branch_gives_what_the_type_of_the_result_says(chosen):
    c, x, m = np.array(chosen), np.array([3, 4], np.float32), np.array([True, False, True])
    expected = np.array([0, 2] if chosen else [3, 4])
    check_text(DECLARED, [c, x, m], [expected])
    other = [c, floats(3), m] if chosen else [c, x, np.array([True])]
    check_text(DECLARED, other, [expected])
    bad = [c, x, np.array([True])] if chosen else [c, floats(3), m]
    for name, text in stages(DECLARED).items():
        with pytest.raises(RunError, match=r"tf\.IfRegion at .*a branch gives size") as error:
            run_function(parse_module(text, name), "main", bad)
        assert "assert failed" in str(error.value)


GROWING = f"""func.func @main(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<3xf32> {{
  {constant("zero", "0 : tensor<i32>")}
  {constant("one", "1 : tensor<i32>")}
  %r:2 = "tf.WhileRegion"(%zero, %x) <{{is_stateless = true}}> ({{
  ^bb0(%k: tensor<i32>, %v: tensor<?xf32>):
    %c = "tf.Less"(%k, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "tf.Yield"(%c) : (tensor<i1>) -> ()
  }}, {{
  ^bb0(%k: tensor<i32>, %v: tensor<?xf32>):
    %i = "tf.AddV2"(%k, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %w = "tf.ConcatV2"(%v, %x, %zero) : (tensor<?xf32>, tensor<?xf32>, tensor<i32>) -> tensor<?xf32>
    "tf.Yield"(%i, %w) : (tensor<i32>, tensor<?xf32>) -> ()
  }}) : (tensor<i32>, tensor<?xf32>) -> (tensor<i32>, tensor<3xf32>)
  func.return %r#1 : tensor<3xf32>
}}
"""


def test_a_loop_gives_what_the_type_of_the_result_says() -> None:
    x, y = floats(3), floats(1)
    check_text(GROWING, [x, number(0)], [x])
    check_text(GROWING, [y, number(2)], [np.concatenate([y, y, y])])
    for name, text in stages(GROWING).items():
        for bad in ([x, number(1)], [y, number(1)], [floats(4), number(0)]):
            with pytest.raises(RunError, match=r"result of the loop must have size 3"):
                run_function(parse_module(text, name), "main", bad)
