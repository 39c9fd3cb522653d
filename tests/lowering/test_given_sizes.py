"""A size that the program says and an operand gives at run time: what the operand gives is tested."""

import re

import numpy as np
import pytest
from tieshape.interpreters import RunError

from .harness import all_runners, check_text

HEAD = """func.func @main(%n: tensor<i32>, %x: tensor<?xf32>, %i: tensor<?xi32>) -> RESULT {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %first = "tf.Const"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %rest = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %none = "tf.Const"() <{value = dense<> : tensor<0xi32>}> : () -> tensor<0xi32>
  %no_weights = "tf.Const"() <{value = dense<> : tensor<0xf32>}> : () -> tensor<0xf32>
  %f0 = "tf.Const"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %f1 = "tf.Const"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  %s = "tf.Pack"(%n) <{axis = 0 : i64}> : (tensor<i32>) -> tensor<1xi32>
"""
LIST = "tensor<!tf_type.variant<tensor<f32>>>"
X, IDS = np.array([4, 5, 6, 7], np.float32), np.array([0, 1, 1, 2], np.int32)

OPS: dict[str, tuple[str, list[float]]] = {
    "Fill": ('"tf.Fill"(%s, %f1) : (tensor<1xi32>, tensor<f32>)', [1, 1, 1]),
    "BroadcastTo": ('"tf.BroadcastTo"(%f1, %s) : (tensor<f32>, tensor<1xi32>)', [1, 1, 1]),
    "LinSpace": (
        '"tf.LinSpace"(%f0, %f1, %n) : (tensor<f32>, tensor<f32>, tensor<i32>)',
        [0, 0.5, 1],
    ),
    "DenseBincount": (
        '"tf.DenseBincount"(%i, %n, %no_weights) <{binary_output = false}>'
        " : (tensor<?xi32>, tensor<i32>, tensor<0xf32>)",
        [1, 2, 1],
    ),
    "UnsortedSegmentSum": (
        '"tf.UnsortedSegmentSum"(%x, %i, %n) : (tensor<?xf32>, tensor<?xi32>, tensor<i32>)',
        [4, 11, 7],
    ),
    "Slice": (
        '"tf.Slice"(%x, %first, %s) : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>)',
        [4, 5, 6],
    ),
}
STEPS = {
    "Range": """  %w = "tf.Range"(%zero, %n, %one) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3xi32>
  %r = "tf.Cast"(%w) <{Truncate = false}> : (tensor<3xi32>) -> tensor<3xf32>
""",
    "TopKV2": """  %r, %p = "tf.TopKV2"(%x, %n) <{sorted = true}> : (tensor<?xf32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
""",
    "SplitV": """  %t = "tf.Pack"(%n, %rest) <{axis = 0 : i64}> : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
  %r, %q = "tf.SplitV"(%x, %t, %zero) : (tensor<?xf32>, tensor<2xi32>, tensor<i32>) -> (tensor<3xf32>, tensor<?xf32>)
""",
    "TensorListReserve": f"""  %l = "tf.TensorListReserve"(%none, %n) : (tensor<0xi32>, tensor<i32>) -> {LIST}
  %r = "tf.TensorListStack"(%l, %none) <{{num_elements = -1 : i64}}> : ({LIST}, tensor<0xi32>) -> tensor<3xf32>
""",
    "MatrixDiagV3": """  %d = "tf.MatrixDiagV3"(%f, %zero, %n, %rest, %f0) <{align = "RIGHT_LEFT"}> : (tensor<2xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<f32>) -> tensor<3x?xf32>
  %r = "tf.Sum"(%d, %one) <{keep_dims = false}> : (tensor<3x?xf32>, tensor<i32>) -> tensor<3xf32>
""",
}
ROWS_LIST = "tensor<!tf_type.variant<tensor<?xf32>>>"
ROW_LIST = f"""  %three = "tf.Const"() <{{value = dense<3> : tensor<1xi32>}}> : () -> tensor<1xi32>
  %any = "tf.Const"() <{{value = dense<-1> : tensor<1xi32>}}> : () -> tensor<1xi32>
  %w = "tf.Slice"(%x, %first, %three) : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xf32>
  %t = "tf.Pack"(%w, %w) <{{axis = 0 : i64}}> : (tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %l = "tf.TensorListFromTensor"(%t, %FROM) : (tensor<2x3xf32>, tensor<1xi32>) -> {ROWS_LIST}
  %q = "tf.TensorListStack"(%l, %STACK) <{{num_elements = -1 : i64}}> : ({ROWS_LIST}, tensor<1xi32>) -> tensor<2x3xf32>
  %r = "tf.TensorListGetItem"(%l, %one, %GET) : ({ROWS_LIST}, tensor<i32>, tensor<1xi32>) -> tensor<3xf32>
"""
for op in ("FROM", "STACK", "GET"):
    text = ROW_LIST.replace(f"%{op}", "%s")
    name = {"FROM": "FromTensor", "STACK": "Stack", "GET": "GetItem"}[op]
    for other in ("FROM", "STACK", "GET"):
        text = text.replace(f"%{other}", "%any")
    STEPS[f"TensorList{name}"] = text
STEPS["MatrixDiagV3"] = (
    '  %f = "tf.Const"() <{value = dense<[8.0, 9.0]> : tensor<2xf32>}> : () -> tensor<2xf32>\n'
    + STEPS["MatrixDiagV3"]
)
EXPECTED: dict[str, list[float]] = {
    "Range": [0, 1, 2],
    "TopKV2": [7, 6, 5],
    "SplitV": [4, 5, 6],
    "TensorListReserve": [0, 0, 0],
    "MatrixDiagV3": [8, 9, 0],
    "TensorListFromTensor": [4, 5, 6],
    "TensorListStack": [4, 5, 6],
    "TensorListGetItem": [4, 5, 6],
}


def programs() -> dict[str, tuple[str, list[float]]]:
    """For each op a program whose result has 3 elements by its type, and %n by the op."""
    head = HEAD.replace("RESULT", "tensor<3xf32>")
    tail = "  func.return %r : tensor<3xf32>\n}\n"
    found = {
        op: (f"{head}  %r = {text} -> tensor<3xf32>\n{tail}", expected)
        for op, (text, expected) in OPS.items()
    }
    return found | {op: (head + text + tail, EXPECTED[op]) for op, text in STEPS.items()}


PROGRAMS = programs()


def check_refused(text: str, inputs: list[np.ndarray], op: str) -> None:
    """Asserts that every stage stops, in the words of `op`."""
    for runner in all_runners(text).values():
        with pytest.raises(RunError, match=re.escape(op)):
            runner.run(inputs)


@pytest.mark.parametrize("op", PROGRAMS)
def test_what_fits_runs(op: str) -> None:
    text, expected = PROGRAMS[op]
    check_text(text, [np.array(3, np.int32), X, IDS], [np.array(expected, np.float32)])


@pytest.mark.parametrize("op", PROGRAMS)
def test_what_does_not_fit_is_refused(op: str) -> None:
    for n in (2, 4):
        check_refused(PROGRAMS[op][0], [np.array(n, np.int32), X, IDS], f"tf.{op}")


ROWS = (
    HEAD.replace("RESULT", "tensor<?x?xf32>")
    + """
  %d = "tf.MatrixDiagV3"(%x, %zero, %n, %COLUMNS, %f0) <{align = "RIGHT_LEFT"}> : (tensor<?xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<f32>) -> tensor<?x?xf32>
  func.return %d : tensor<?x?xf32>
}
"""
)


@pytest.mark.parametrize(
    ("rows", "columns", "shape"),
    [(-1, "rest", (4, 4)), (4, "rest", (4, 4)), (5, "rest", (5, 4)), (4, "n", (4, 4))],
)
def test_rows_that_are_read_fit_the_diagonal(
    rows: int, columns: str, shape: tuple[int, int]
) -> None:
    expected = np.zeros(shape, np.float32)
    np.fill_diagonal(expected, X)
    check_text(ROWS.replace("COLUMNS", columns), [np.array(rows, np.int32), X, IDS], [expected])


@pytest.mark.parametrize(
    ("rows", "columns"), [(3, "rest"), (0, "rest"), (-2, "rest"), (5, "n"), (3, "n")]
)
def test_rows_that_are_read_and_do_not_fit_are_refused(rows: int, columns: str) -> None:
    text = ROWS.replace("COLUMNS", columns)
    check_refused(text, [np.array(rows, np.int32), X, IDS], "tf.MatrixDiagV3")


DIAGONAL = """  %MATRIX = "tf.MatrixDiagV3"(%x, %zero, %ROWS, %rest, %f0) <{align = "RIGHT_LEFT"}> : (tensor<?xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<f32>) -> tensor<?x?xf32>
  %RESULT = "tf.Sum"(%MATRIX, %one) <{keep_dims = false}> : (tensor<?x?xf32>, tensor<i32>) -> tensor<?xf32>
"""
PACKED = """  %r = "tf.Pack"(%p, %q) <{axis = 0 : i64}> : (tensor<?xf32>, tensor<?xf32>) -> tensor<2x?xf32>
  func.return %r : tensor<2x?xf32>
}
"""


def diagonal(matrix: str, rows: str, result: str) -> str:
    text = DIAGONAL.replace("MATRIX", matrix).replace("ROWS", rows)
    return text.replace("RESULT", result)


SQUARES = (
    HEAD.replace("RESULT", "tensor<2x?xf32>").replace("%x: ", "%m: tensor<i32>, %x: ")
    + diagonal("c", "n", "p")
    + diagonal("d", "m", "q")
    + PACKED
)
"""Two sizes by cases that a later op demands to be equal: neither is computed from the other."""


def test_two_numbers_of_rows_that_agree() -> None:
    arguments = [np.array(-1, np.int32), np.array(4, np.int32), X, IDS]
    check_text(SQUARES, arguments, [np.stack([X, X])])


def test_two_numbers_of_rows_that_do_not_agree_are_refused() -> None:
    arguments = [np.array(-1, np.int32), np.array(5, np.int32), X, IDS]
    check_refused(SQUARES, arguments, "tf.Pack")


SPLIT_BY_A_PART = """func.func @main(%n: tensor<i32>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %rest = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %last = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %s = "tf.Pack"(%n, %last) <{axis = 0 : i64}> : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
  %p, %q = "tf.SplitV"(%x, %s, %axis) : (tensor<?xf32>, tensor<2xi32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>)
  %size = "tf.Shape"(%p) : (tensor<?xf32>) -> tensor<1xi32>
  %t = "tf.ConcatV2"(%size, %rest, %axis) : (tensor<1xi32>, tensor<1xi32>, tensor<i32>) -> tensor<2xi32>
  %u, %v = "tf.SplitV"(%y, %t, %axis) : (tensor<?xf32>, tensor<2xi32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>)
  func.return %v : tensor<?xf32>
}
"""


@pytest.mark.parametrize("n", [0, 2, 3])
def test_a_part_as_large_as_an_earlier_one(n):
    x, y = np.zeros(5, np.float32), np.arange(3, dtype=np.float32)
    check_text(SPLIT_BY_A_PART, [np.array(n, np.int32), x, y], [y[n:]])


def test_a_part_that_is_larger_than_the_next_whole():
    x, y = np.zeros(5, np.float32), np.arange(3, dtype=np.float32)
    for n, why in ((4, r"tf\.SplitV at .*at most"), (6, r"tf\.SplitV at .*at most")):
        with pytest.raises(RunError, match=why):
            check_text(SPLIT_BY_A_PART, [np.array(n, np.int32), x, y], [y])


MULTIPLES = """func.func @main(%x: tensor<f32>, %n: tensor<1xi32>) -> tensor<?xf32> {
  %k = "tf.Const"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %m = "tf.KIND"(%n, %k) : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  %0 = "tf.Fill"(%n, %x) : (tensor<1xi32>, tensor<f32>) -> tensor<?xf32>
  %1 = "tf.Fill"(%m, %x) : (tensor<1xi32>, tensor<f32>) -> tensor<?xf32>
  %r = "tf.AddV2"(%0, %1) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}"""


@pytest.mark.parametrize(
    ("kind", "sizes", "refused"),
    [
        ("Mul", {0: 0, 1: 2}, {2: "tf.AddV2", -1: "tf.Fill", 2**30: "tf.Fill"}),
        ("AddV2", {1: 3}, {0: "tf.AddV2", 2: "tf.AddV2", -1: "tf.Fill"}),
        ("Sub", {3: 3}, {2: "tf.AddV2", 1: "tf.Fill", 5: "tf.AddV2"}),
        ("FloorMod", {0: 0, 1: 1, 3: 3}, {2: "tf.AddV2", -1: "tf.Fill"}),
    ],
)
def test_two_sizes_computed_from_one_number(
    kind: str, sizes: dict[int, int], refused: dict[int, str]
) -> None:
    text, x = MULTIPLES.replace("KIND", kind), np.array(3, np.float32)
    for n, size in sizes.items():
        check_text(text, [x, np.array([n], np.int32)], [np.full(size, 6, np.float32)])
    for n, op in refused.items():
        check_refused(text, [x, np.array([n], np.int32)], op)
