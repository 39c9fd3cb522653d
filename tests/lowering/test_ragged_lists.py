"""Lists of items of different sizes: only what joins items demands that they have one size."""

import numpy as np
import pytest
from tieshape.interpreters import RunError
from tieshape.rules.errors import ShapeError

from .harness import all_runners, check_text, stages

RNG = np.random.default_rng(11)
HANDLE = "tensor<!tf_type.variant>"
CONSTANTS = """
      %e = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
      %wide = "tf.Const"() <{value = dense<[-1, -1, 2]> : tensor<3xi32>}> : () -> tensor<3xi32>
      %lead = "tf.Const"() <{value = dense<> : tensor<0xi64>}> : () -> tensor<0xi64>
      %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
      %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %two = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>"""
TWO_ITEMS = f"""{CONSTANTS}
      %l = "tf.TensorListReserve"(%e, %two) : (tensor<1xi32>, tensor<i32>) -> {HANDLE}
      %m = "tf.TensorListSetItem"(%l, %one, %y) : ({HANDLE}, tensor<i32>, tensor<?xf32>) -> {HANDLE}
      %o = "tf.TensorListSetItem"(%m, %zero, %x) : ({HANDLE}, tensor<i32>, tensor<?xf32>) -> {HANDLE}"""


def floats(*shape: int) -> np.ndarray:
    return RNG.standard_normal(shape).astype(np.float32)


def refused(text: str, inputs: list[np.ndarray], words: str) -> None:
    """Asserts that every stage refuses `inputs`."""
    for runner in all_runners(text).values():
        with pytest.raises(RunError, match=words):
            runner.run(inputs)


@pytest.mark.parametrize("sizes", [(3, 2), (0, 2), (1, 1), (2, 0), (0, 0)])
def test_items_of_different_sizes_are_read_and_joined(sizes: tuple[int, int]) -> None:
    text = f"""
    func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>, %i: tensor<i32>) -> (tensor<?xf32>, tensor<?xi64>, tensor<?xf32>, tensor<*xi32>) {{{TWO_ITEMS}
      %r:2 = "tf.TensorListConcatV2"(%o, %e, %lead) : ({HANDLE}, tensor<1xi32>, tensor<0xi64>) -> (tensor<?xf32>, tensor<?xi64>)
      %y1 = "tf.TensorListGetItem"(%o, %i, %e) : ({HANDLE}, tensor<i32>, tensor<1xi32>) -> tensor<?xf32>
      %n = "tf.TensorListLength"(%o) : ({HANDLE}) -> tensor<*xi32>
      func.return %r#0, %r#1, %y1, %n : tensor<?xf32>, tensor<?xi64>, tensor<?xf32>, tensor<*xi32>
    }}"""
    x, y = floats(sizes[0]), floats(sizes[1])
    for i, item in enumerate((x, y)):
        joined = np.concatenate([x, y]), np.array(sizes, np.int64), item, np.array(2, np.int32)
        check_text(text, [x, y, np.array(i, np.int32)], list(joined))
    refused(text, [x, y, np.array(2, np.int32)], "tf.TensorListGetItem .*less than the list's")
    refused(text, [x, y, np.array(-1, np.int32)], "tf.TensorListGetItem .*at least 0")


def test_items_of_different_sizes_are_not_stacked() -> None:
    """The twin: the list is also read, so that putting the item in is right; stacking is not."""
    text = f"""
    func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {{{TWO_ITEMS}
      %y1 = "tf.TensorListGetItem"(%o, %one, %e) : ({HANDLE}, tensor<i32>, tensor<1xi32>) -> tensor<?xf32>
      %r = "tf.TensorListStack"(%o, %e) <{{num_elements = 2 : i64}}> : ({HANDLE}, tensor<1xi32>) -> tensor<?x?xf32>
      func.return %r, %y1 : tensor<?x?xf32>, tensor<?xf32>
    }}"""
    x, y = floats(3), floats(3)
    check_text(text, [x, y], [np.stack([x, y]), y])
    check_text(text, [x[:0], y[:0]], [np.zeros((2, 0), np.float32), y[:0]])
    refused(text, [x, floats(2)], "tf.TensorListStack .*all items must have one shape")
    refused(text, [floats(1), floats(0)], "tf.TensorListStack .*all items must have one shape")


def test_items_of_different_sizes_are_gathered_where_they_agree() -> None:
    text = f"""
    func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>, %i: tensor<?xi32>) -> (tensor<?x?xf32>, tensor<?xf32>) {{{TWO_ITEMS}
      %y1 = "tf.TensorListGetItem"(%o, %one, %e) : ({HANDLE}, tensor<i32>, tensor<1xi32>) -> tensor<?xf32>
      %r = "tf.TensorListGather"(%o, %i, %e) : ({HANDLE}, tensor<?xi32>, tensor<1xi32>) -> tensor<?x?xf32>
      func.return %r, %y1 : tensor<?x?xf32>, tensor<?xf32>
    }}"""
    x, y = floats(3), floats(2)
    check_text(text, [x, y, np.array([1, 1], np.int32)], [np.stack([y, y]), y])
    check_text(text, [x, y, np.array([0], np.int32)], [x[None], y])
    refused(text, [x, y, np.array([0, 1], np.int32)], "tf.TensorListGather .*one shape")
    refused(text, [x, y, np.array([2], np.int32)], "tf.TensorListGather .*less than the list's")


def test_an_item_that_is_not_as_the_run_says() -> None:
    text = f"""
    func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>, %s: tensor<1xi32>) -> tensor<?xf32> {{{TWO_ITEMS}
      %y1 = "tf.TensorListGetItem"(%o, %one, %s) : ({HANDLE}, tensor<i32>, tensor<1xi32>) -> tensor<?xf32>
      func.return %y1 : tensor<?xf32>
    }}"""
    x, y = floats(3), floats(2)
    for size in (-1, 2):
        check_text(text, [x, y, np.array([size], np.int32)], [y])
    refused(text, [x, y, np.array([3], np.int32)], "tf.TensorListGetItem .*element_shape gives")


@pytest.mark.parametrize("lengths", [[1, 2], [0, 3], [3], [2, 0, 1]])
def test_a_tensor_in_parts(lengths: list[int]) -> None:
    text = f"""
    func.func @main(%x: tensor<?x?xf32>, %n: tensor<?xi64>, %i: tensor<i32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {{{CONSTANTS}
      %e2 = "tf.Const"() <{{value = dense<-1> : tensor<2xi32>}}> : () -> tensor<2xi32>
      %l = "tf.TensorListSplit"(%x, %e2, %n) : (tensor<?x?xf32>, tensor<2xi32>, tensor<?xi64>) -> {HANDLE}
      %y = "tf.TensorListGetItem"(%l, %i, %e2) : ({HANDLE}, tensor<i32>, tensor<2xi32>) -> tensor<?x?xf32>
      %r:2 = "tf.TensorListConcatV2"(%l, %e2, %lead) : ({HANDLE}, tensor<2xi32>, tensor<0xi64>) -> (tensor<?x?xf32>, tensor<?xi64>)
      func.return %y, %r#0 : tensor<?x?xf32>, tensor<?x?xf32>
    }}"""
    x, n = floats(3, 2), np.array(lengths)
    for i, part in enumerate(np.split(x, np.cumsum(lengths)[:-1])):
        check_text(text, [x, n, np.array(i, np.int32)], [part, x])
    refused(text, [x[:2], n, np.array(0, np.int32)], "tf.TensorListSplit .*add up")
    refused(text, [x, np.array([4, -1]), np.array(0, np.int32)], "tf.TensorListSplit .*negative")


def test_an_item_that_is_not_set_is_not_read() -> None:
    text = f"""
    func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>, %i: tensor<i32>) -> tensor<?xf32> {{{TWO_ITEMS}
      %n = "tf.Const"() <{{value = dense<3> : tensor<i32>}}> : () -> tensor<i32>
      %p = "tf.TensorListResize"(%o, %n) : ({HANDLE}, tensor<i32>) -> {HANDLE}
      %y1 = "tf.TensorListGetItem"(%p, %i, %e) : ({HANDLE}, tensor<i32>, tensor<1xi32>) -> tensor<?xf32>
      func.return %y1 : tensor<?xf32>
    }}"""
    x, y = floats(3), floats(2)
    check_text(text, [x, y, np.array(1, np.int32)], [y])
    refused(text, [x, y, np.array(2, np.int32)], "tf.TensorListGetItem .*is not set")


@pytest.mark.parametrize("count", [0, 1, 4])
def test_prefixes_in_a_loop(count: int) -> None:
    """Each trip puts an item of another size; TensorArray.concat in TensorFlow."""
    text = f"""
    func.func @main(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xi64>) {{{CONSTANTS}
      %c0 = arith.constant 0 : index
      %d = tensor.dim %x, %c0 : tensor<?xf32>
      %k = arith.index_cast %d : index to i32
      %n = tensor.from_elements %k : tensor<i32>
      %l = "tf.TensorListReserve"(%e, %n) : (tensor<1xi32>, tensor<i32>) -> {HANDLE}
      %w:2 = "tf.WhileRegion"(%zero, %l) ({{
      ^bb0(%i: tensor<i32>, %a: {HANDLE}):
        %p = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
        "tf.Yield"(%p) : (tensor<i1>) -> ()
      }}, {{
      ^bb0(%i: tensor<i32>, %a: {HANDLE}):
        %next = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
        %b = "tf.Pack"(%zero) <{{axis = 0 : i64}}> : (tensor<i32>) -> tensor<1xi32>
        %s = "tf.Pack"(%next) <{{axis = 0 : i64}}> : (tensor<i32>) -> tensor<1xi32>
        %v = "tf.Slice"(%x, %b, %s) : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
        %m = "tf.TensorListSetItem"(%a, %i, %v) : ({HANDLE}, tensor<i32>, tensor<?xf32>) -> {HANDLE}
        "tf.Yield"(%next, %m) : (tensor<i32>, {HANDLE}) -> ()
      }}) : (tensor<i32>, {HANDLE}) -> (tensor<i32>, {HANDLE})
      %r:2 = "tf.TensorListConcatV2"(%w#1, %e, %lead) : ({HANDLE}, tensor<1xi32>, tensor<0xi64>) -> (tensor<?xf32>, tensor<?xi64>)
      func.return %r#0, %r#1 : tensor<?xf32>, tensor<?xi64>
    }}"""
    x = floats(count)
    joined = np.concatenate([x[: i + 1] for i in range(count)] or [x])
    check_text(text, [x], [joined, np.arange(1, count + 1, dtype=np.int64)])


PREFIXES_AGAINST = """
    func.func @main(%x: tensor<6xf32>, %y: tensor<?x{0}xf32>) -> tensor<?x{0}xi1> {{
      {1}
      %n = "tf.Const"() <{{value = dense<6> : tensor<i32>}}> : () -> tensor<i32>
      %l = "tf.TensorListReserve"(%e, %n) : (tensor<1xi32>, tensor<i32>) -> {2}
      %w:2 = "tf.WhileRegion"(%zero, %l) ({{
      ^bb0(%i: tensor<i32>, %a: {2}):
        %p = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
        "tf.Yield"(%p) : (tensor<i1>) -> ()
      }}, {{
      ^bb0(%i: tensor<i32>, %a: {2}):
        %next = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
        %b = "tf.Pack"(%zero) <{{axis = 0 : i64}}> : (tensor<i32>) -> tensor<1xi32>
        %s = "tf.Pack"(%next) <{{axis = 0 : i64}}> : (tensor<i32>) -> tensor<1xi32>
        %v = "tf.Slice"(%x, %b, %s) : (tensor<6xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
        %m = "tf.TensorListSetItem"(%a, %i, %v) : ({2}, tensor<i32>, tensor<?xf32>) -> {2}
        "tf.Yield"(%next, %m) : (tensor<i32>, {2}) -> ()
      }}) : (tensor<i32>, {2}) -> (tensor<i32>, {2})
      %j:2 = "tf.TensorListConcatV2"(%w#1, %e, %lead) : ({2}, tensor<1xi32>, tensor<0xi64>) -> (tensor<?xf32>, tensor<?xi64>)
      %r = "tf.NotEqual"(%j#0, %y) <{{incompatible_shape_error = true}}> : (tensor<?xf32>, tensor<?x{0}xf32>) -> tensor<?x{0}xi1>
      func.return %r : tensor<?x{0}xi1>
    }}"""


def test_prefixes_that_only_together_have_a_size() -> None:
    """Six items of one size would never be 21 elements, and the first item to tell a size is seen
    after what needs 21 has been refused."""
    x, y = floats(6), np.zeros((2, 21), np.float32)
    text = PREFIXES_AGAINST.format(21, CONSTANTS, HANDLE)
    joined = np.concatenate([x[: i + 1] for i in range(6)])
    check_text(text, [x, y], [joined != y])


def test_prefixes_that_do_not_have_a_size_together() -> None:
    """The twin, and it is no error before a run that items do not tell."""
    text = PREFIXES_AGAINST.format(22, CONSTANTS, HANDLE)
    refused(text, [floats(6), np.zeros((2, 22), np.float32)], "tf.NotEqual .* must be equal")


def test_items_of_known_sizes_that_do_not_fit_together() -> None:
    """The other twin: sizes that items tell at once are refused before a run."""
    text = f"""
    func.func @main(%x: tensor<6xf32>, %y: tensor<?x21xf32>) -> tensor<?x21xi1> {{{TWO_ITEMS.replace("%y)", "%x)").replace("?xf32", "6xf32")}
      %r:2 = "tf.TensorListConcatV2"(%o, %e, %lead) : ({HANDLE}, tensor<1xi32>, tensor<0xi64>) -> (tensor<?xf32>, tensor<?xi64>)
      %n = "tf.NotEqual"(%r#0, %y) <{{incompatible_shape_error = true}}> : (tensor<?xf32>, tensor<?x21xf32>) -> tensor<?x21xi1>
      func.return %n : tensor<?x21xi1>
    }}"""
    with pytest.raises(ShapeError, match=r"tf\.NotEqual: sizes 12 and 21 must be equal"):
        stages(text)


@pytest.mark.parametrize("grows", [True, False])
def test_a_list_that_grew_in_one_branch(grows: bool) -> None:
    text = f"""
    func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>, %p: tensor<i1>) -> (tensor<?xf32>, tensor<?xf32>) {{{CONSTANTS}
      %l = "tf.EmptyTensorList"(%e, %zero) : (tensor<1xi32>, tensor<i32>) -> {HANDLE}
      %m = "tf.TensorListPushBack"(%l, %x) : ({HANDLE}, tensor<?xf32>) -> {HANDLE}
      %o = "tf.IfRegion"(%p) ({{
        %n = "tf.TensorListPushBack"(%m, %y) : ({HANDLE}, tensor<?xf32>) -> {HANDLE}
        "tf.Yield"(%n) : ({HANDLE}) -> ()
      }}, {{
        %n = "tf.Identity"(%m) : ({HANDLE}) -> {HANDLE}
        "tf.Yield"(%n) : ({HANDLE}) -> ()
      }}) : (tensor<i1>) -> {HANDLE}
      %q, %last = "tf.TensorListPopBack"(%o, %e) : ({HANDLE}, tensor<1xi32>) -> ({HANDLE}, tensor<?xf32>)
      %r:2 = "tf.TensorListConcatV2"(%q, %e, %lead) : ({HANDLE}, tensor<1xi32>, tensor<0xi64>) -> (tensor<?xf32>, tensor<?xi64>)
      func.return %r#0, %last : tensor<?xf32>, tensor<?xf32>
    }}"""
    x, y = floats(3), floats(2)
    check_text(text, [x, y, np.array(grows)], [x, y] if grows else [x[:0], x])


def test_items_that_differ_in_two_dimensions() -> None:
    text = f"""
    func.func @main(%x: tensor<?x?x2xf32>, %y: tensor<?x?x2xf32>, %i: tensor<i32>) -> (tensor<?x?x2xf32>, tensor<?x?x2xf32>) {{{CONSTANTS}
      %l = "tf.EmptyTensorList"(%wide, %zero) : (tensor<3xi32>, tensor<i32>) -> {HANDLE}
      %m = "tf.TensorListPushBack"(%l, %x) : ({HANDLE}, tensor<?x?x2xf32>) -> {HANDLE}
      %o = "tf.TensorListSetItem"(%m, %two, %y) <{{resize_if_index_out_of_bounds = true}}> : ({HANDLE}, tensor<i32>, tensor<?x?x2xf32>) -> {HANDLE}
      %q = "tf.TensorListSetItem"(%o, %one, %y) : ({HANDLE}, tensor<i32>, tensor<?x?x2xf32>) -> {HANDLE}
      %z = "tf.TensorListGetItem"(%o, %i, %wide) : ({HANDLE}, tensor<i32>, tensor<3xi32>) -> tensor<?x?x2xf32>
      %r:2 = "tf.TensorListConcatV2"(%q, %wide, %lead) : ({HANDLE}, tensor<3xi32>, tensor<0xi64>) -> (tensor<?x?x2xf32>, tensor<?xi64>)
      func.return %z, %r#0 : tensor<?x?x2xf32>, tensor<?x?x2xf32>
    }}"""
    x, y = floats(3, 2, 2), floats(1, 2, 2)
    for i, item in ((0, x), (2, y)):
        check_text(text, [x, y, np.array(i, np.int32)], [item, np.concatenate([x, y, y])])
    refused(text, [x, y, np.array(1, np.int32)], "tf.TensorListGetItem .*is not set")
    other = floats(1, 3, 2)
    refused(text, [x, other, np.array(0, np.int32)], "tf.TensorListConcatV2 .*agree but for")


def test_items_that_go_on_to_a_list_of_one_size() -> None:
    """What both lists leave open is one size, which tells neither."""
    loop = """tf.WhileRegion"(%zero, {0}) ({{
      ^bb0(%i: tensor<i32>, {1}):
        %p = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
        "tf.Yield"(%p) : (tensor<i1>) -> ()
      }}, {{
      ^bb0(%i: tensor<i32>, {1}):
        %next = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>"""
    first = loop.format("%x, %l", f"%h: tensor<?xf32>, %a: {HANDLE}")
    second = loop.format("%k", f"%b: {HANDLE}")
    text = f"""
    func.func @main(%x: tensor<?xf32>, %n: tensor<i32>) -> (tensor<?x?xf32>, tensor<?xf32>) {{{CONSTANTS}
      %l = "tf.TensorListReserve"(%e, %n) : (tensor<1xi32>, tensor<i32>) -> {HANDLE}
      %w:3 = "{first}
        %m = "tf.TensorListSetItem"(%a, %i, %h) : ({HANDLE}, tensor<i32>, tensor<?xf32>) -> {HANDLE}
        %g = "tf.ConcatV2"(%h, %h, %zero) : (tensor<?xf32>, tensor<?xf32>, tensor<i32>) -> tensor<?xf32>
        "tf.Yield"(%next, %g, %m) : (tensor<i32>, tensor<?xf32>, {HANDLE}) -> ()
      }}) : (tensor<i32>, tensor<?xf32>, {HANDLE}) -> (tensor<i32>, tensor<?xf32>, {HANDLE})
      %k = "tf.TensorListReserve"(%e, %n) : (tensor<1xi32>, tensor<i32>) -> {HANDLE}
      %v:2 = "{second}
        %y = "tf.TensorListGetItem"(%w#2, %i, %e) : ({HANDLE}, tensor<i32>, tensor<1xi32>) -> tensor<?xf32>
        %m = "tf.TensorListSetItem"(%b, %i, %y) : ({HANDLE}, tensor<i32>, tensor<?xf32>) -> {HANDLE}
        "tf.Yield"(%next, %m) : (tensor<i32>, {HANDLE}) -> ()
      }}) : (tensor<i32>, {HANDLE}) -> (tensor<i32>, {HANDLE})
      %r = "tf.TensorListStack"(%v#1, %e) <{{num_elements = -1 : i64}}> : ({HANDLE}, tensor<1xi32>) -> tensor<?x?xf32>
      func.return %r, %w#1 : tensor<?x?xf32>, tensor<?xf32>
    }}"""
    x, one, two = floats(3), np.array(1, np.int32), np.array(2, np.int32)
    check_text(text, [x, one], [x[None], np.concatenate([x, x])])
    refused(text, [x, two], "tf.TensorListSetItem .*must have the elements' size")


def test_items_of_one_size_stay_rows_of_a_tensor() -> None:
    """The twin: `%y` is as long as `%x`, so nothing depends on data."""
    text = f"""
    func.func @main(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xi64>) {{
      %y = "tf.Neg"(%x) : (tensor<?xf32>) -> tensor<?xf32>{TWO_ITEMS}
      %r:2 = "tf.TensorListConcatV2"(%o, %e, %lead) : ({HANDLE}, tensor<1xi32>, tensor<0xi64>) -> (tensor<?xf32>, tensor<?xi64>)
      func.return %r#0, %r#1 : tensor<?xf32>, tensor<?xi64>
    }}"""
    x = floats(3)
    check_text(text, [x], [np.concatenate([x, -x]), np.array([3, 3], np.int64)])
    last = list(stages(text).values())[-1]
    assert "sdim.holds" not in last and "mhlo.scatter" not in last


PARTS = f"""
    func.func @main(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?x5xf32> {{{CONSTANTS}
      %any = "tf.Const"() <{{value = dense<-1> : tensor<i32>}}> : () -> tensor<i32>
      %five = "tf.Const"() <{{value = dense<5> : tensor<i32>}}> : () -> tensor<i32>
      %size = "tf.Size"(%x) : (tensor<?xf32>) -> tensor<i64>
      %first = "tf.Const"() <{{value = dense<1> : tensor<i64>}}> : () -> tensor<i64>
      %rest = "tf.Sub"(%size, %first) : (tensor<i64>, tensor<i64>) -> tensor<i64>
      %lengths = "tf.Pack"(%first, %rest) <{{axis = 0 : i64}}> : (tensor<i64>, tensor<i64>) -> tensor<2xi64>
      %l = "tf.TensorListSplit"(%x, %any, %lengths) : (tensor<?xf32>, tensor<i32>, tensor<2xi64>) -> {HANDLE}
      %j:2 = "tf.TensorListConcatV2"(%l, %any, %lead) : ({HANDLE}, tensor<i32>, tensor<0xi64>) -> (tensor<*xf32>, tensor<?xi64>)
      %shape = "tf.Pack"(%n, %five) <{{axis = 0 : i64}}> : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
      %r = "tf.BroadcastTo"(%j#0, %shape) : (tensor<*xf32>, tensor<2xi32>) -> tensor<?x5xf32>
      func.return %r : tensor<?x5xf32>
    }}"""


@pytest.mark.parametrize("size", [5, 1])
def test_parts_of_different_sizes_need_not_have_one(size: int) -> None:
    """Two of one size could not be 5 together."""
    x = floats(size)
    check_text(PARTS, [x, np.int32(3)], [np.broadcast_to(x, (3, 5))])


def test_parts_together_have_their_size() -> None:
    for size in (4, 6):
        refused(PARTS, [floats(size), np.array(3, np.int32)], "tf.BroadcastTo .* target's")


def test_known_items_are_themselves() -> None:
    """Nothing is cut out of the joined elements; an item that was replaced is not the first one."""
    text = f"""
    func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {{{TWO_ITEMS}
      %q = "tf.TensorListSetItem"(%o, %one, %z) : ({HANDLE}, tensor<i32>, tensor<?xf32>) -> {HANDLE}
      %b = "tf.TensorListPushBack"(%q, %y) : ({HANDLE}, tensor<?xf32>) -> {HANDLE}
      %x1 = "tf.TensorListGetItem"(%b, %zero, %e) : ({HANDLE}, tensor<i32>, tensor<1xi32>) -> tensor<?xf32>
      %y1 = "tf.TensorListGetItem"(%o, %one, %e) : ({HANDLE}, tensor<i32>, tensor<1xi32>) -> tensor<?xf32>
      %p:2 = "tf.TensorListPopBack"(%b, %e) : ({HANDLE}, tensor<1xi32>) -> ({HANDLE}, tensor<?xf32>)
      %z1 = "tf.TensorListGetItem"(%p#0, %one, %e) : ({HANDLE}, tensor<i32>, tensor<1xi32>) -> tensor<?xf32>
      %r:2 = "tf.TensorListConcatV2"(%p#0, %e, %lead) : ({HANDLE}, tensor<1xi32>, tensor<0xi64>) -> (tensor<?xf32>, tensor<?xi64>)
      func.return %x1, %y1, %p#1, %z1, %r#0 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
    }}"""
    x, y, z = floats(3), floats(2), floats(4)
    check_text(text, [x, y, z], [x, y, y, z, np.concatenate([x, z])])
    check_text(text, [x[:0], y, y], [x[:0], y, y, y, y])
    assert "slice" not in list(stages(text).values())[-1]


def test_an_item_at_a_place_of_the_run_is_cut_out() -> None:
    """The twin: what was put at a place of the run may be any item, and all others may be as before."""
    text = f"""
    func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<?xf32>, %i: tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>) {{{TWO_ITEMS}
      %q = "tf.TensorListSetItem"(%o, %i, %z) : ({HANDLE}, tensor<i32>, tensor<?xf32>) -> {HANDLE}
      %x1 = "tf.TensorListGetItem"(%q, %zero, %e) : ({HANDLE}, tensor<i32>, tensor<1xi32>) -> tensor<?xf32>
      %y1 = "tf.TensorListGetItem"(%q, %one, %e) : ({HANDLE}, tensor<i32>, tensor<1xi32>) -> tensor<?xf32>
      func.return %x1, %y1 : tensor<?xf32>, tensor<?xf32>
    }}"""
    x, y, z = floats(3), floats(2), floats(4)
    check_text(text, [x, y, z, np.array(0, np.int32)], [z, y])
    check_text(text, [x, y, z, np.array(1, np.int32)], [x, z])
    refused(text, [x, y, z, np.array(2, np.int32)], "tf.TensorListSetItem .*less than the list's")
    assert "slice" in list(stages(text).values())[-1]


def test_a_known_place_that_is_not_set_is_refused() -> None:
    text = f"""
    func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {{{CONSTANTS}
      %l = "tf.TensorListReserve"(%e, %two) : (tensor<1xi32>, tensor<i32>) -> {HANDLE}
      %n = "tf.TensorListSetItem"(%l, %zero, %x) : ({HANDLE}, tensor<i32>, tensor<?xf32>) -> {HANDLE}
      %k = "tf.TensorListSetItem"(%n, %zero, %y) : ({HANDLE}, tensor<i32>, tensor<?xf32>) -> {HANDLE}
      %x1 = "tf.TensorListGetItem"(%k, %zero, %e) : ({HANDLE}, tensor<i32>, tensor<1xi32>) -> tensor<?xf32>
      %y1 = "tf.TensorListGetItem"(%k, %one, %e) : ({HANDLE}, tensor<i32>, tensor<1xi32>) -> tensor<?xf32>
      func.return %x1, %y1 : tensor<?xf32>, tensor<?xf32>
    }}"""
    refused(text, [floats(3), floats(2)], "tf.TensorListGetItem .*is not set")


@pytest.mark.parametrize("op", ["GetItem", "SetItem"])
def test_a_known_place_outside_is_refused_by_the_name_of_the_op(op: str) -> None:
    """And by it alone: what the op becomes has nothing to say of it."""
    use = {
        "GetItem": f'%r = "tf.TensorListGetItem"(%o, %two, %e) : ({HANDLE}, tensor<i32>, tensor<1xi32>) -> tensor<?xf32>',
        "SetItem": f"""%q = "tf.TensorListSetItem"(%o, %two, %y) : ({HANDLE}, tensor<i32>, tensor<?xf32>) -> {HANDLE}
      %r = "tf.TensorListGetItem"(%q, %zero, %e) : ({HANDLE}, tensor<i32>, tensor<1xi32>) -> tensor<?xf32>""",
    }
    text = f"""
    func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {{{TWO_ITEMS}
      {use[op]}
      func.return %r : tensor<?xf32>
    }}"""
    words = f"tf.TensorList{op}: index must be less than the list's length; .* can hold for no"
    with pytest.raises(ShapeError, match=words) as error:
        stages(text)
    assert not error.value.others


@pytest.mark.parametrize("taken", [True, False])
def test_a_known_place_outside_in_a_branch_is_refused_where_it_runs(taken: bool) -> None:
    """The twin: whether the branch runs is not known before."""
    text = f"""
    func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>, %c: tensor<i1>) -> tensor<?xf32> {{{TWO_ITEMS}
      %r = "tf.IfRegion"(%c) <{{is_stateless = true}}> ({{
        %0 = "tf.TensorListGetItem"(%o, %two, %e) : ({HANDLE}, tensor<i32>, tensor<1xi32>) -> tensor<?xf32>
        "tf.Yield"(%0) : (tensor<?xf32>) -> ()
      }}, {{
        "tf.Yield"(%y) : (tensor<?xf32>) -> ()
      }}) : (tensor<i1>) -> tensor<?xf32>
      func.return %r : tensor<?xf32>
    }}"""
    inputs = [floats(3), floats(2), np.array(taken)]
    if taken:
        refused(text, inputs, "tf.TensorListGetItem .*less than the list's")
    else:
        check_text(text, inputs, [inputs[1]])
