"""Which facts the lowering of each tf op states: the rows of docs/stated_facts.md, each with a proof.

A claim names sizes of the function's arguments and results: `{a0_1}` is size 1 of argument 0, `{r1_0}` size 0 of result 1.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """Facts of one op in words, and a function whose lowered text alone must prove the claims."""

    op: str
    facts: str
    text: str
    proved: tuple[str, ...]
    unknown: tuple[str, ...] = ()


def constant(name: str, values: str, type: str) -> str:
    return f'%{name} = "tf.Const"() <{{value = dense<{values}> : {type}}}> : () -> {type}'


def function(arguments: str, results: str, *lines: str) -> str:
    body = "\n  ".join(lines)
    return f"func.func @main({arguments}) -> ({results}) {{\n  {body}\n}}\n"


ROWS = [
    Row(
        "Split",
        "the size is divisible by the number of parts; the parts have one size",
        function(
            "%x: tensor<?x4xf32>",
            "tensor<?x4xf32>, tensor<?x4xf32>",
            constant("axis", "0", "tensor<i32>"),
            '%0:2 = "tf.Split"(%axis, %x) : (tensor<i32>, tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>)',
            "func.return %0#0, %0#1 : tensor<?x4xf32>, tensor<?x4xf32>",
        ),
        ("{a0_0} % 2 == 0", "{r0_0} == {r1_0}", "2*{r0_0} == {a0_0}"),
        ("{a0_0} % 4 == 0",),
    ),
    Row(
        "SplitV",
        "the parts add up to the size; a part of -1 is the rest",
        function(
            "%x: tensor<?xf32>",
            "tensor<?xf32>, tensor<?xf32>",
            constant("sizes", "[3, -1]", "tensor<2xi32>"),
            constant("axis", "0", "tensor<i32>"),
            '%0:2 = "tf.SplitV"(%x, %sizes, %axis) : (tensor<?xf32>, tensor<2xi32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>)',
            "func.return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>",
        ),
        ("{r0_0} == 3", "{r0_0} + {r1_0} == {a0_0}", "{a0_0} >= 3"),
        ("{a0_0} >= 4",),
    ),
    Row(
        "Unpack",
        "the size is the number of results",
        function(
            "%x: tensor<?x?xf32>",
            "tensor<?xf32>, tensor<?xf32>",
            '%0:2 = "tf.Unpack"(%x) <{axis = 0 : i64}> : (tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xf32>)',
            "func.return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>",
        ),
        ("{a0_0} == 2", "{r0_0} == {a0_1}", "{r0_0} == {r1_0}"),
    ),
    Row(
        "Pack",
        "the operands have one shape",
        function(
            "%x: tensor<?xf32>, %y: tensor<?xf32>",
            "tensor<2x?xf32>",
            '%0 = "tf.Pack"(%x, %y) <{axis = 0 : i64}> : (tensor<?xf32>, tensor<?xf32>) -> tensor<2x?xf32>',
            "func.return %0 : tensor<2x?xf32>",
        ),
        ("{a0_0} == {a1_0}", "{r0_1} == {a0_0}"),
    ),
    Row(
        "ConcatV2",
        "sizes add along the dimension and agree along the others",
        function(
            "%x: tensor<?x?xf32>, %y: tensor<?x?xf32>",
            "tensor<?x?xf32>",
            constant("axis", "1", "tensor<i32>"),
            '%0 = "tf.ConcatV2"(%x, %y, %axis) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<i32>) -> tensor<?x?xf32>',
            "func.return %0 : tensor<?x?xf32>",
        ),
        ("{a0_0} == {a1_0}", "{r0_0} == {a0_0}", "{r0_1} == {a0_1} + {a1_1}"),
        ("{a0_1} == {a1_1}",),
    ),
    Row(
        "Tile",
        "each size is multiplied",
        function(
            "%x: tensor<?x?xf32>",
            "tensor<?x?xf32>",
            constant("times", "[2, 3]", "tensor<2xi32>"),
            '%0 = "tf.Tile"(%x, %times) : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>',
            "func.return %0 : tensor<?x?xf32>",
        ),
        ("{r0_0} == 2*{a0_0}", "{r0_1} % 3 == 0"),
        ("{r0_0} % 3 == 0",),
    ),
    Row(
        "Reshape with -1",
        "the number of elements stays; it is divisible by the known sizes",
        function(
            "%x: tensor<?x?xf32>",
            "tensor<?x4xf32>",
            constant("shape", "[-1, 4]", "tensor<2xi32>"),
            '%0 = "tf.Reshape"(%x, %shape) : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x4xf32>',
            "func.return %0 : tensor<?x4xf32>",
        ),
        ("{a0_0}*{a0_1} % 4 == 0", "{r0_0}*4 == {a0_0}*{a0_1}"),
        ("{a0_1} % 4 == 0",),
    ),
    Row(
        "BroadcastTo",
        "an operand size is 1 or the target's",
        function(
            "%x: tensor<?xf32>, %y: tensor<?xf32>",
            "tensor<?xf32>",
            '%shape = "tf.Shape"(%y) : (tensor<?xf32>) -> tensor<1xi32>',
            '%0 = "tf.BroadcastTo"(%x, %shape) : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>',
            "func.return %0 : tensor<?xf32>",
        ),
        ("{a0_0} == 1 or {a0_0} == {a1_0}", "{r0_0} == {a1_0}"),
        ("{a0_0} == {a1_0}",),
    ),
    Row(
        "MatMul",
        "the contracting sizes agree",
        function(
            "%x: tensor<?x?xf32>, %y: tensor<?x?xf32>",
            "tensor<?x?xf32>",
            '%0 = "tf.MatMul"(%x, %y) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>',
            "func.return %0 : tensor<?x?xf32>",
        ),
        ("{a0_1} == {a1_0}", "{r0_0} == {a0_0}", "{r0_1} == {a1_1}"),
        ("{a0_0} == {a1_1}",),
    ),
    Row(
        "Elementwise with broadcasting",
        "sizes are equal or one of them is 1; the result has the other one then",
        function(
            "%x: tensor<?xf32>, %y: tensor<?xf32>",
            "tensor<?xf32>",
            '%0 = "tf.AddV2"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>',
            "func.return %0 : tensor<?xf32>",
        ),
        (
            "{a0_0} == 1 or {a1_0} == 1 or {a0_0} == {a1_0}",
            "{r0_0} == {a0_0} or {r0_0} == {a1_0}",
            "{a0_0} == 1 or {r0_0} == {a0_0}",
        ),
        ("{a0_0} == {a1_0}", "{r0_0} == {a0_0}"),
    ),
    Row(
        "Conv2D with SAME padding",
        "each spatial size is divided by the stride and rounded up",
        function(
            "%x: tensor<?x?x?x3xf32>, %k: tensor<3x3x3x8xf32>",
            "tensor<?x?x?x8xf32>",
            '%0 = "tf.Conv2D"(%x, %k) <{strides = [1, 2, 2, 1], padding = "SAME", explicit_paddings = [], data_format = "NHWC", dilations = [1, 1, 1, 1], use_cudnn_on_gpu = true}> : (tensor<?x?x?x3xf32>, tensor<3x3x3x8xf32>) -> tensor<?x?x?x8xf32>',
            "func.return %0 : tensor<?x?x?x8xf32>",
        ),
        ("{r0_0} == {a0_0}", "{r0_1} == ({a0_1} + 1)//2", "2*{r0_2} >= {a0_2}"),
        ("2*{r0_1} == {a0_1}",),
    ),
    Row(
        "StridedSlice",
        "sizes as in Python's slicing; an index lies inside",
        function(
            "%x: tensor<?x?xf32>",
            "tensor<?xf32>",
            constant("begin", "[0, 1]", "tensor<2xi32>"),
            constant("end", "[1, 0]", "tensor<2xi32>"),
            constant("strides", "1", "tensor<2xi32>"),
            '%0 = "tf.StridedSlice"(%x, %begin, %end, %strides) <{begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 2 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 1 : i64}> : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?xf32>',
            "func.return %0 : tensor<?xf32>",
        ),
        ("{a0_0} >= 1", "{r0_0} == max({a0_1} - 1, 0)", "{r0_0} <= {a0_1}"),
        ("{r0_0} == {a0_1} - 1",),
    ),
    Row(
        "Slice",
        "begin and size stay inside the operand",
        function(
            "%x: tensor<?xf32>",
            "tensor<4xf32>",
            constant("begin", "2", "tensor<1xi32>"),
            constant("size", "4", "tensor<1xi32>"),
            '%0 = "tf.Slice"(%x, %begin, %size) : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xf32>',
            "func.return %0 : tensor<4xf32>",
        ),
        ("{a0_0} >= 6",),
        ("{a0_0} >= 7",),
    ),
    Row(
        "Squeeze",
        "a squeezed size is 1",
        function(
            "%x: tensor<?x?xf32>",
            "tensor<?xf32>",
            '%0 = "tf.Squeeze"(%x) <{squeeze_dims = [0]}> : (tensor<?x?xf32>) -> tensor<?xf32>',
            "func.return %0 : tensor<?xf32>",
        ),
        ("{a0_0} == 1", "{r0_0} == {a0_1}"),
    ),
    Row(
        "Einsum",
        "sizes of one letter agree",
        function(
            "%x: tensor<?x?xf32>, %y: tensor<?x?xf32>",
            "tensor<?x?xf32>",
            '%0 = "tf.Einsum"(%x, %y) <{equation = "ab,bc->ca"}> : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>',
            "func.return %0 : tensor<?x?xf32>",
        ),
        ("{r0_0} == {a1_1}", "{r0_1} == {a0_0}"),
    ),
    Row(
        "Where",
        "at most one row an element",
        function(
            "%x: tensor<?x?xi1>",
            "tensor<?x2xi64>",
            '%0 = "tf.Where"(%x) : (tensor<?x?xi1>) -> tensor<?x2xi64>',
            "func.return %0 : tensor<?x2xi64>",
        ),
        ("{r0_0} >= 0", "{r0_0} <= {a0_0}*{a0_1}", "{r0_1} == 2"),
        ("{r0_0} >= 1",),
    ),
    Row(
        "Unique",
        "at most one value an element; an index for each element",
        function(
            "%x: tensor<?xi32>",
            "tensor<?xi32>, tensor<?xi32>",
            '%0:2 = "tf.Unique"(%x) : (tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>)',
            "func.return %0#0, %0#1 : tensor<?xi32>, tensor<?xi32>",
        ),
        ("{r0_0} <= {a0_0}", "{r1_0} == {a0_0}"),
        ("{r0_0} == {a0_0}",),
    ),
    Row(
        "TopKV2",
        "k is at most the last size",
        function(
            "%x: tensor<?x?xf32>",
            "tensor<?x3xf32>, tensor<?x3xi32>",
            constant("k", "3", "tensor<i32>"),
            '%0:2 = "tf.TopKV2"(%x, %k) <{sorted = true}> : (tensor<?x?xf32>, tensor<i32>) -> (tensor<?x3xf32>, tensor<?x3xi32>)',
            "func.return %0#0, %0#1 : tensor<?x3xf32>, tensor<?x3xi32>",
        ),
        ("{a0_1} >= 3", "{r0_0} == {a0_0}"),
        ("{a0_1} >= 4",),
    ),
]
