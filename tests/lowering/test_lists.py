"""Lists of tensors: made, filled, read and stacked, in straight lines and in loops."""

import numpy as np
import pytest
from tieshape.interpreters import RunError
from xdsl.utils.exceptions import PassFailedException

from .harness import all_runners, check_text, stages

RNG = np.random.default_rng(7)
LIST = "tensor<!tf_type.variant<tensor<?x2xf32>>>"
HANDLE = "tensor<!tf_type.variant>"


def floats(*shape: int) -> np.ndarray:
    return RNG.standard_normal(shape).astype(np.float32)


def constants(**values: str) -> str:
    """A `tf.Const` for each name; a value reads `elements : type`."""
    lines = list[str]()
    for name, value in values.items():
        type = value.split(" : ")[1]
        attribute = value.replace(" : ", "> : ")
        lines.append(f'%{name} = "tf.Const"() <{{value = dense<{attribute}}}> : () -> {type}')
    return "\n      ".join(lines)


def refused(text: str, inputs: list[np.ndarray], words: str) -> None:
    """Asserts that every stage refuses `inputs`."""
    for runner in all_runners(text).values():
        with pytest.raises(RunError, match=words):
            runner.run(inputs)


@pytest.mark.parametrize("shape", [(3, 2, 2), (1, 0, 2), (4, 1, 2)])
def test_a_tensor_as_a_list_and_back(shape: tuple[int, ...]) -> None:
    text = f"""
    func.func @main(%x: tensor<?x?x2xf32>) -> (tensor<?x?x2xf32>, tensor<*xi32>) {{
      {constants(e="[-1, 2] : tensor<2xi32>")}
      %l = "tf.TensorListFromTensor"(%x, %e) : (tensor<?x?x2xf32>, tensor<2xi32>) -> {LIST}
      %n = "tf.TensorListLength"(%l) : ({LIST}) -> tensor<*xi32>
      %r = "tf.TensorListStack"(%l, %e) <{{num_elements = -1 : i64}}> : ({LIST}, tensor<2xi32>) -> tensor<?x?x2xf32>
      func.return %r, %n : tensor<?x?x2xf32>, tensor<*xi32>
    }}"""
    x = floats(*shape)
    check_text(text, [x], [x, np.array(shape[0], np.int32)])
    refused(text, [floats(0, 3, 2)], "must not be empty")
    assert "[@S0, @S1, 2]>) -> (tensor<?x?x2xf32, [@S0, @S1, 2]>" in list(stages(text).values())[-1]


@pytest.mark.parametrize(("count", "size"), [(3, 2), (1, 4), (2, 0)])
def test_gradients_of_lists_are_added(count: int, size: int) -> None:
    """What arrives at two items of a list, beside what arrives at all of them."""
    text = f"""
    func.func @main(%x: tensor<?x?x2xf32>, %v: tensor<?x2xf32>, %i: tensor<i32>) -> tensor<?x?x2xf32> {{
      {constants(e="[-1, 2] : tensor<2xi32>")}
      %l = "tf.TensorListFromTensor"(%x, %e) : (tensor<?x?x2xf32>, tensor<2xi32>) -> {LIST}
      %z = "tf.ZerosLike"(%l) : ({LIST}) -> {LIST}
      %s = "tf.TensorListSetItem"(%z, %i, %v) : ({LIST}, tensor<i32>, tensor<?x2xf32>) -> {LIST}
      %a = "tf.AddN"(%l, %s, %s) : ({LIST}, {LIST}, {LIST}) -> {LIST}
      %r = "tf.TensorListStack"(%a, %e) <{{num_elements = -1 : i64}}> : ({LIST}, tensor<2xi32>) -> tensor<?x?x2xf32>
      func.return %r : tensor<?x?x2xf32>
    }}"""
    x, v = floats(count, size, 2), floats(size, 2)
    for place in range(count):
        expected = x.copy()
        expected[place] += 2 * v
        check_text(text, [x, v, np.array(place, np.int32)], [expected])


def test_the_gradient_of_a_loop_that_fills_a_list() -> None:
    """Of `y[i] = x[i] * x[i]` by x: items of two lists, read from the end, in a third one."""
    text = f"""
    func.func @main(%x: tensor<?x?x2xf32>, %dy: tensor<?x?x2xf32>) -> tensor<?x?x2xf32> {{
      {constants(e="[-1, 2] : tensor<2xi32>", zero="0 : tensor<i32>", one="1 : tensor<i32>")}
      %l = "tf.TensorListFromTensor"(%x, %e) : (tensor<?x?x2xf32>, tensor<2xi32>) -> {LIST}
      %g = "tf.TensorListFromTensor"(%dy, %e) : (tensor<?x?x2xf32>, tensor<2xi32>) -> {LIST}
      %z = "tf.ZerosLike"(%l) : ({LIST}) -> {LIST}
      %n = "tf.TensorListLength"(%l) : ({LIST}) -> tensor<i32>
      %w:2 = "tf.WhileRegion"(%n, %z) <{{is_stateless = true}}> ({{
      ^bb0(%i: tensor<i32>, %d: {LIST}):
        %c = "tf.Greater"(%i, %zero) : (tensor<i32>, tensor<i32>) -> tensor<i1>
        "tf.Yield"(%c) : (tensor<i1>) -> ()
      }}, {{
      ^bb0(%i: tensor<i32>, %d: {LIST}):
        %j = "tf.Sub"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
        %a = "tf.TensorListGetItem"(%l, %j, %e) : ({LIST}, tensor<i32>, tensor<2xi32>) -> tensor<?x2xf32>
        %b = "tf.TensorListGetItem"(%g, %j, %e) : ({LIST}, tensor<i32>, tensor<2xi32>) -> tensor<?x2xf32>
        %p = "tf.Mul"(%a, %b) : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
        %t = "tf.TensorListSetItem"(%d, %j, %p) : ({LIST}, tensor<i32>, tensor<?x2xf32>) -> {LIST}
        "tf.Yield"(%j, %t) : (tensor<i32>, {LIST}) -> ()
      }}) : (tensor<i32>, {LIST}) -> (tensor<i32>, {LIST})
      %a = "tf.AddN"(%w#1, %w#1) : ({LIST}, {LIST}) -> {LIST}
      %r = "tf.TensorListStack"(%a, %e) <{{num_elements = -1 : i64}}> : ({LIST}, tensor<2xi32>) -> tensor<?x?x2xf32>
      func.return %r : tensor<?x?x2xf32>
    }}"""
    for shape in ((3, 2, 2), (1, 1, 2), (2, 0, 2)):
        x, dy = floats(*shape), floats(*shape)
        check_text(text, [x, dy], [2 * x * dy])


@pytest.mark.parametrize(("made", "stacked"), [("[3, 2]", "[-1, 2]"), ("[-1, 2]", "[3, -1]")])
def test_a_list_of_no_elements_whose_shape_is_told(made: str, stacked: str) -> None:
    text = f"""
    func.func @main(%x: tensor<?x3x2xf32>) -> tensor<?x?x2xf32> {{
      {constants(e=f"{made} : tensor<2xi32>", s=f"{stacked} : tensor<2xi32>")}
      %l = "tf.TensorListFromTensor"(%x, %e) : (tensor<?x3x2xf32>, tensor<2xi32>) -> {LIST}
      %r = "tf.TensorListStack"(%l, %s) <{{num_elements = -1 : i64}}> : ({LIST}, tensor<2xi32>) -> tensor<?x?x2xf32>
      func.return %r : tensor<?x?x2xf32>
    }}"""
    check_text(text, [floats(0, 3, 2)], [np.zeros((0, 3, 2), np.float32)])


@pytest.mark.parametrize("size", [0, 1, 3])
def test_elements_of_unknown_size_take_that_of_what_is_put_in(size: int) -> None:
    text = f"""
    func.func @main(%x: tensor<?x2xf32>, %i: tensor<i32>) -> (tensor<?x?x2xf32>, tensor<?x2xf32>, tensor<*xi32>) {{
      {constants(e="[-1, 2] : tensor<2xi32>", n="3 : tensor<i32>", one="1 : tensor<i32>")}
      %l = "tf.TensorListReserve"(%e, %n) : (tensor<2xi32>, tensor<i32>) -> {HANDLE}
      %m = "tf.TensorListSetItem"(%l, %one, %x) : ({HANDLE}, tensor<i32>, tensor<?x2xf32>) -> {HANDLE}
      %y = "tf.TensorListGetItem"(%m, %i, %e) : ({HANDLE}, tensor<i32>, tensor<2xi32>) -> tensor<?x2xf32>
      %r = "tf.TensorListStack"(%m, %e) <{{num_elements = 3 : i64}}> : ({HANDLE}, tensor<2xi32>) -> tensor<?x?x2xf32>
      %s = "tf.TensorListElementShape"(%m) : ({HANDLE}) -> tensor<*xi32>
      func.return %r, %y, %s : tensor<?x?x2xf32>, tensor<?x2xf32>, tensor<*xi32>
    }}"""
    x = floats(size, 2)
    stacked = np.stack([0 * x, x, 0 * x])
    for i in range(3):
        check_text(
            text, [x, np.array(i, np.int32)], [stacked, stacked[i], np.array([size, 2], np.int32)]
        )
    assert "tensor<3x?x2xf32, [3, @S0, 2]>" in list(stages(text).values())[-1]


def test_an_item_of_another_size_is_refused() -> None:
    text = f"""
    func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {{
      {constants(e="-1 : tensor<1xi32>", n="0 : tensor<i32>")}
      %l = "tf.EmptyTensorList"(%e, %n) : (tensor<1xi32>, tensor<i32>) -> {HANDLE}
      %m = "tf.TensorListPushBack"(%l, %x) : ({HANDLE}, tensor<?xf32>) -> {HANDLE}
      %o = "tf.TensorListPushBack"(%m, %y) : ({HANDLE}, tensor<?xf32>) -> {HANDLE}
      %r = "tf.TensorListStack"(%o, %e) <{{num_elements = -1 : i64}}> : ({HANDLE}, tensor<1xi32>) -> tensor<?x?xf32>
      func.return %r : tensor<?x?xf32>
    }}"""
    x, y = floats(3), floats(3)
    check_text(text, [x, y], [np.stack([x, y])])
    refused(text, [x, floats(2)], r"tf\.TensorListPushBack")
    static = text.replace("%x: tensor<?xf32>", "%x: tensor<3xf32>").replace("%y: tensor<?xf32>", "%y: tensor<4xf32>")  # fmt: skip
    static = static.replace("(%l, %x) : (tensor<!tf_type.variant>, tensor<?xf32>)", "(%l, %x) : (tensor<!tf_type.variant>, tensor<3xf32>)")  # fmt: skip
    static = static.replace("(%m, %y) : (tensor<!tf_type.variant>, tensor<?xf32>)", "(%m, %y) : (tensor<!tf_type.variant>, tensor<4xf32>)")  # fmt: skip
    with pytest.raises(PassFailedException, match=r"tf\.TensorListPushBack: an item of size 4"):
        stages(static)


@pytest.mark.parametrize(("count", "size"), [(2, 2), (3, 0), (4, 1)])
def test_the_last_item_comes_off(count: int, size: int) -> None:
    text = f"""
    func.func @main(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {{
      {constants(e="-1 : tensor<1xi32>")}
      %l = "tf.TensorListFromTensor"(%x, %e) : (tensor<?x?xf32>, tensor<1xi32>) -> {HANDLE}
      %m, %y = "tf.TensorListPopBack"(%l, %e) : ({HANDLE}, tensor<1xi32>) -> ({HANDLE}, tensor<?xf32>)
      %r = "tf.TensorListStack"(%m, %e) <{{num_elements = -1 : i64}}> : ({HANDLE}, tensor<1xi32>) -> tensor<?x?xf32>
      func.return %r, %y : tensor<?x?xf32>, tensor<?xf32>
    }}"""
    x = floats(count, size)
    check_text(text, [x], [x[:-1], x[-1]])
    refused(text, [floats(0, size)], "must not be empty")


@pytest.mark.parametrize("count", [0, 2, 5])
def test_a_list_is_resized_and_gathered_from(count: int) -> None:
    text = f"""
    func.func @main(%x: tensor<?x3xf32>, %i: tensor<?xi32>) -> (tensor<?x3xf32>, tensor<?x3xf32>) {{
      {constants(e="3 : tensor<1xi32>", n="4 : tensor<i32>")}
      %l = "tf.TensorListFromTensor"(%x, %e) : (tensor<?x3xf32>, tensor<1xi32>) -> {HANDLE}
      %m = "tf.TensorListResize"(%l, %n) : ({HANDLE}, tensor<i32>) -> {HANDLE}
      %r = "tf.TensorListStack"(%m, %e) <{{num_elements = 4 : i64}}> : ({HANDLE}, tensor<1xi32>) -> tensor<?x3xf32>
      %g = "tf.TensorListGather"(%m, %i, %e) : ({HANDLE}, tensor<?xi32>, tensor<1xi32>) -> tensor<?x3xf32>
      func.return %r, %g : tensor<?x3xf32>, tensor<?x3xf32>
    }}"""
    x = floats(count, 3)
    resized = np.concatenate([x, np.zeros((4, 3), np.float32)])[:4]
    i = np.array([3, 0, 1], np.int32)
    check_text(text, [x, i], [resized, resized[i]])


@pytest.mark.parametrize(("count", "size"), [(3, 2), (0, 2), (2, 0), (1, 1)])
def test_a_list_is_joined(count: int, size: int) -> None:
    text = f"""
    func.func @main(%x: tensor<?x?x2xf32>) -> (tensor<?x2xf32>, tensor<?xi64>) {{
      {constants(e="[-1, 2] : tensor<2xi32>", none="0 : tensor<1xi64>")}
      %l = "tf.TensorListFromTensor"(%x, %e) : (tensor<?x?x2xf32>, tensor<2xi32>) -> {LIST}
      %r:2 = "tf.TensorListConcatV2"(%l, %e, %none) : ({LIST}, tensor<2xi32>, tensor<1xi64>) -> (tensor<?x2xf32>, tensor<?xi64>)
      func.return %r#0, %r#1 : tensor<?x2xf32>, tensor<?xi64>
    }}"""
    x = floats(count, size, 2)
    check_text(text, [x], [x.reshape(-1, 2), np.full(count, size, np.int64)])


LOOP = f"""
func.func @main(%x: tensor<?x?x2xf32>) -> (tensor<?x?x2xf32>, tensor<?x?x2xf32>) {{
  {constants(any="-1 : tensor<i32>", e="[-1, 2] : tensor<2xi32>", zero="0 : tensor<i32>")}
  {constants(first="0 : tensor<1xi32>", second="1 : tensor<1xi32>")}
  %s = "tf.Shape"(%x) : (tensor<?x?x2xf32>) -> tensor<3xi32>
  %n = "tf.StridedSlice"(%s, %first, %second, %second) <{{begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 1 : i64}}>
      : (tensor<3xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<i32>
  %in = "tf.TensorListFromTensor"(%x, %e) : (tensor<?x?x2xf32>, tensor<2xi32>) -> {LIST}
  %out = "tf.TensorListReserve"(%any, %n) : (tensor<i32>, tensor<i32>) -> {LIST}
  %all = "tf.EmptyTensorList"(%any, %n) : (tensor<i32>, tensor<i32>) -> {LIST}
  %0:5 = "tf.While"(%zero, %n, %in, %out, %all) <{{cond = @go, body = @step, is_stateless = true}}>
      : (tensor<i32>, tensor<i32>, {LIST}, {LIST}, {LIST}) -> (tensor<i32>, tensor<i32>, {LIST}, {LIST}, {LIST})
  %1 = "tf.TensorListStack"(%0#3, %e) <{{num_elements = -1 : i64}}> : ({LIST}, tensor<2xi32>) -> tensor<?x?x2xf32>
  %2 = "tf.TensorListStack"(%0#4, %e) <{{num_elements = -1 : i64}}> : ({LIST}, tensor<2xi32>) -> tensor<?x?x2xf32>
  func.return %1, %2 : tensor<?x?x2xf32>, tensor<?x?x2xf32>
}}
func.func private @go(%i: tensor<i32>, %n: tensor<i32>, %a: {LIST}, %b: {LIST}, %c: {LIST}) -> tensor<i1> {{
  %0 = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  func.return %0 : tensor<i1>
}}
func.func private @step(%i: tensor<i32>, %n: tensor<i32>, %a: {LIST}, %b: {LIST}, %c: {LIST})
    -> (tensor<i32>, tensor<i32>, {LIST}, {LIST}, {LIST}) {{
  {constants(one="1 : tensor<i32>", e="[-1, 2] : tensor<2xi32>")}
  %0 = "tf.TensorListGetItem"(%a, %i, %e) : ({LIST}, tensor<i32>, tensor<2xi32>) -> tensor<?x2xf32>
  %1 = "tf.Tanh"(%0) : (tensor<?x2xf32>) -> tensor<?x2xf32>
  %2 = "tf.TensorListSetItem"(%b, %i, %1) : ({LIST}, tensor<i32>, tensor<?x2xf32>) -> {LIST}
  %3 = "tf.TensorListPushBack"(%c, %0) : ({LIST}, tensor<?x2xf32>) -> {LIST}
  %4 = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  func.return %4, %n, %a, %2, %3 : tensor<i32>, tensor<i32>, {LIST}, {LIST}, {LIST}
}}
"""


@pytest.mark.parametrize(
    ("given", "most"), [("-1", "?"), ("3", "3")], ids=["a size that is open", "all sizes"]
)
def test_an_empty_list_is_stacked_where_its_element_shape_is_given(given: str, most: str) -> None:
    """As TensorFlow does: the shape of the elements counts, not what is known of it here."""
    text = f"""
    func.func @main(%x: tensor<?x3xf32>) -> tensor<?x{most}xf32> {{
      {constants(e=f"{given} : tensor<1xi32>")}
      %l = "tf.TensorListFromTensor"(%x, %e) : (tensor<?x3xf32>, tensor<1xi32>) -> {HANDLE}
      %r = "tf.TensorListStack"(%l, %e) <{{num_elements = -1 : i64}}> : ({HANDLE}, tensor<1xi32>) -> tensor<?x{most}xf32>
      func.return %r : tensor<?x{most}xf32>
    }}"""
    x = floats(2, 3)
    check_text(text, [x], [x])
    if given == "3":
        check_text(text, [floats(0, 3)], [floats(0, 3)])
    else:
        refused(text, [floats(0, 3)], "must not be empty")


@pytest.mark.parametrize("shape", [(3, 2, 2), (2, 0, 2), (1, 1, 2)])
def test_a_loop_reads_one_list_and_writes_others(shape: tuple[int, ...]) -> None:
    x = floats(*shape)
    check_text(LOOP, [x], [np.tanh(x), x])
    text = list(stages(LOOP).values())[-1]
    assert "-> (tensor<?x?x2xf32, [@S0, @S1, 2]>, tensor<?x?x2xf32, [@S" in text
    assert ", @S1, 2]>) {" in text
    refused(LOOP, [floats(0, 2, 2)], "must not be empty")


def test_a_list_that_leaves_its_function_is_refused() -> None:
    text = f"""
    func.func @main(%x: tensor<?xf32>) -> {HANDLE} {{
      {constants(e="-1 : tensor<i32>")}
      %l = "tf.TensorListFromTensor"(%x, %e) : (tensor<?xf32>, tensor<i32>) -> {HANDLE}
      func.return %l : {HANDLE}
    }}"""
    with pytest.raises(PassFailedException, match="a list of tensors cannot be a result"):
        stages(text)
