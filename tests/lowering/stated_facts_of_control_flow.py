"""Rows of docs/stated_facts.md: branches, loops, lists and assertions."""

from .stated_facts import Row, constant, function

VECTOR = "tensor<?xf32>"
LIST = "tensor<!tf_type.variant>"

CONTROL_FLOW_ROWS = [
    Row(
        "If and Case",
        "a result has the size of the branch that runs; facts of a branch stay in it",
        function(
            f"%p: tensor<i1>, %x: {VECTOR}, %y: {VECTOR}",
            VECTOR,
            constant("shape", "[2, -1]", "tensor<2xi32>"),
            '%0 = "tf.IfRegion"(%p) ({',
            f'  %1 = "tf.Reshape"(%x, %shape) : ({VECTOR}, tensor<2xi32>) -> tensor<2x?xf32>',
            f'  "tf.Yield"(%x) : ({VECTOR}) -> ()',
            "}, {",
            f'  "tf.Yield"(%y) : ({VECTOR}) -> ()',
            f"}}) : (tensor<i1>) -> {VECTOR}",
            f"func.return %0 : {VECTOR}",
        ),
        ("{r0_0} == {a1_0} or {r0_0} == {a2_0}",),
        ("{r0_0} == {a1_0}", "{a1_0} % 2 == 0", "{a1_0} == {a2_0}"),
    ),
    Row(
        "While",
        "a size that each trip keeps stays; one that each trip grows or shrinks is at least or at most the first; "
        "sizes that change alike differ by what they differed before; facts of a trip stay in it",
        function(
            f"%n: tensor<i32>, %x: {VECTOR}, %y: {VECTOR}",
            f"{VECTOR}, {VECTOR}, {VECTOR}",
            constant("zero", "0", "tensor<i32>"),
            constant("one", "1", "tensor<i32>"),
            constant("row", "[1.0, 2.0]", "tensor<2xf32>"),
            '%0:4 = "tf.WhileRegion"(%zero, %x, %y, %x) <{shape_invariant}> ({',
            f"^bb0(%i: tensor<i32>, %a: {VECTOR}, %b: {VECTOR}, %c: {VECTOR}):",
            '  %go = "tf.Less"(%i, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>',
            '  "tf.Yield"(%go) : (tensor<i1>) -> ()',
            "}, {",
            f"^bb0(%i: tensor<i32>, %a: {VECTOR}, %b: {VECTOR}, %c: {VECTOR}):",
            '  %j = "tf.AddV2"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>',
            f'  %d = "tf.ConcatV2"(%a, %row, %zero) : ({VECTOR}, tensor<2xf32>, tensor<i32>) -> {VECTOR}',
            f'  %e = "tf.ConcatV2"(%row, %b, %zero) : (tensor<2xf32>, {VECTOR}, tensor<i32>) -> {VECTOR}',
            f'  %f = "tf.Neg"(%c) : ({VECTOR}) -> {VECTOR}',
            f'  "tf.Yield"(%j, %d, %e, %f) : (tensor<i32>, {VECTOR}, {VECTOR}, {VECTOR}) -> ()',
            f"}}) : (tensor<i32>, {VECTOR}, {VECTOR}, {VECTOR}) -> (tensor<i32>, {VECTOR}, {VECTOR}, {VECTOR})",
            f"func.return %0#1, %0#2, %0#3 : {VECTOR}, {VECTOR}, {VECTOR}",
        ),
        (
            "{r0_0} >= {a1_0}",
            "{r1_0} >= {a2_0}",
            "{r0_0} - {a1_0} == {r1_0} - {a2_0}",
            "{r2_0} == {a1_0}",
        ),
        ("{r0_0} == {a1_0}", "{r0_0} >= {a1_0} + 2", "{a1_0} == {a2_0}"),
    ),
    Row(
        "TensorListReserve and the ops on lists",
        "all elements have one shape, that of what is put in; the list is a tensor with a leading size",
        function(
            f"%x: {VECTOR}, %y: {VECTOR}",
            "tensor<?x?xf32>",
            constant("any", "-1", "tensor<1xi32>"),
            constant("three", "3", "tensor<i32>"),
            constant("zero", "0", "tensor<i32>"),
            f'%0 = "tf.TensorListReserve"(%any, %three) : (tensor<1xi32>, tensor<i32>) -> {LIST}',
            f'%1 = "tf.TensorListSetItem"(%0, %zero, %x) : ({LIST}, tensor<i32>, {VECTOR}) -> {LIST}',
            f'%2 = "tf.TensorListPushBack"(%1, %y) : ({LIST}, {VECTOR}) -> {LIST}',
            f'%3 = "tf.TensorListStack"(%2, %any) <{{num_elements = -1 : i64}}> : ({LIST}, tensor<1xi32>) -> tensor<?x?xf32>',
            "func.return %3 : tensor<?x?xf32>",
        ),
        ("{r0_0} == 4", "{r0_1} == {a0_0}", "{a0_0} == {a1_0}"),
        ("{a0_0} >= 1",),
    ),
    Row(
        "Assert on sizes",
        "the condition, with the user's words; on data it is a check at the op",
        function(
            f"%x: {VECTOR}, %y: {VECTOR}",
            VECTOR,
            f'%n = "tf.Size"(%x) : ({VECTOR}) -> tensor<i32>',
            f'%m = "tf.Size"(%y) : ({VECTOR}) -> tensor<i32>',
            '%p = "tf.LessEqual"(%n, %m) : (tensor<i32>, tensor<i32>) -> tensor<i1>',
            '"tf.Assert"(%p, %n) <{summarize = 3 : i64}> : (tensor<i1>, tensor<i32>) -> ()',
            f"func.return %x : {VECTOR}",
        ),
        ("{a0_0} <= {a1_0}",),
        ("{a0_0} < {a1_0}", "{a0_0} == {a1_0}"),
    ),
]
