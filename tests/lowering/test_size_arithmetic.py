"""Shape operands that are computed from sizes, at the sizes where they are hard."""

from collections.abc import Sequence

import numpy as np
import pytest

from .harness import check_text

F32 = "tensor<?x?xf32>"


def strided(begin: int, end: int, stride: int) -> str:
    """`x[begin:end:stride]` of a vector of unknown size."""
    return f"""func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {{
  %b = "tf.Const"() <{{value = dense<{begin}> : tensor<1xi32>}}> : () -> tensor<1xi32>
  %e = "tf.Const"() <{{value = dense<{end}> : tensor<1xi32>}}> : () -> tensor<1xi32>
  %s = "tf.Const"() <{{value = dense<{stride}> : tensor<1xi32>}}> : () -> tensor<1xi32>
  %r = "tf.StridedSlice"(%x, %b, %e, %s) : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}}
"""


@pytest.mark.parametrize("bounds", [(-1, 1, 1), (2, 1, 1), (-3, -1, 2), (1, 2, -1), (-2, 5, -2)])
@pytest.mark.parametrize("size", [0, 1, 2, 3, 6])
def test_strided_slices_may_stop_before_they_start(bounds: tuple[int, int, int], size: int) -> None:
    x = np.arange(size, dtype=np.float32)
    check_text(strided(*bounds), [x], [x[slice(*bounds)]])


def sized(body: Sequence[str], result: str, more: str = "") -> str:
    """A function of a matrix %x whose first size is the scalar %n; `body` makes %r."""
    lines = "\n  ".join(body)
    return f"""func.func @main(%x: {F32}{more}) -> {result} {{
  %c0 = "tf.Const"() <{{value = dense<0> : tensor<1xi32>}}> : () -> tensor<1xi32>
  %c1 = "tf.Const"() <{{value = dense<1> : tensor<1xi32>}}> : () -> tensor<1xi32>
  %one = "tf.Const"() <{{value = dense<1> : tensor<i32>}}> : () -> tensor<i32>
  %two = "tf.Const"() <{{value = dense<2> : tensor<i32>}}> : () -> tensor<i32>
  %rest = "tf.Const"() <{{value = dense<-1> : tensor<i32>}}> : () -> tensor<i32>
  %shape = "tf.Shape"(%x) : ({F32}) -> tensor<2xi32>
  %n = "tf.StridedSlice"(%shape, %c0, %c1, %c1) <{{shrink_axis_mask = 1 : i64}}> : (tensor<2xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<i32>
  {lines}
  func.return %r : {result}
}}
"""


def test_the_rest_beside_a_quotient_is_computed() -> None:
    text = sized(
        [
            '%half = "tf.FloorDiv"(%n, %two) : (tensor<i32>, tensor<i32>) -> tensor<i32>',
            '%to = "tf.Pack"(%two, %half, %rest) <{axis = 0 : i64}> : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3xi32>',
            f'%r = "tf.Reshape"(%x, %to) : ({F32}, tensor<3xi32>) -> tensor<?x?x?xf32>',
        ],
        "tensor<?x?x?xf32>",
    )
    for rows, columns in ((2, 1), (4, 3), (3, 4), (2, 0)):
        x = np.arange(rows * columns, dtype=np.float32).reshape(rows, columns)
        check_text(text, [x], [x.reshape(2, rows // 2, -1 if columns else 0)])


HALVES = [
    '%half = "tf.FloorDiv"(%n, %two) : (tensor<i32>, tensor<i32>) -> tensor<i32>',
    '%to = "tf.Pack"(%two, %half, %n) <{axis = 0 : i64}> : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3xi32>',
    f'%h = "tf.Reshape"(%x, %to) : ({F32}, tensor<3xi32>) -> tensor<?x?x?xf32>',
]


def test_a_version_is_chosen_by_sizes_that_no_tensor_has() -> None:
    """The quotient is known through others only."""
    cube = "tensor<?x?x?xf32>"
    text = sized(
        [
            *HALVES,
            f'%sum = "tf.AddV2"(%h, %y) : ({cube}, {cube}) -> {cube}',
            f'%r = "tf.ConcatV2"(%h, %sum, %sum, %one) : ({cube}, {cube}, {cube}, tensor<i32>) -> {cube}',
        ],
        cube,
        f", %y: {cube}",
    )
    x = np.arange(16, dtype=np.float32).reshape(4, 4)
    for shape in ((2, 2, 4), (1, 1, 1), (2, 1, 4)):
        y = np.full(shape, 3, np.float32)
        h = x.reshape(2, 2, 4)
        check_text(text, [x, y], [np.concatenate([h, h + y, h + y], 1)])


def test_a_result_that_turns_out_to_be_the_argument_keeps_the_signature_right() -> None:
    text = sized(
        [
            f'%sum = "tf.MatMul"(%x, %x) : ({F32}, {F32}) -> {F32}',
            *HALVES,
            '%k = "tf.Mul"(%half, %two) : (tensor<i32>, tensor<i32>) -> tensor<i32>',
            '%back = "tf.Pack"(%k, %k) <{axis = 0 : i64}> : (tensor<i32>, tensor<i32>) -> tensor<2xi32>',
            f'%same = "tf.Reshape"(%h, %back) : (tensor<?x?x?xf32>, tensor<2xi32>) -> {F32}',
            f'%r = "tf.AddV2"(%same, %sum) : ({F32}, {F32}) -> {F32}',
        ],
        F32,
    )
    x = np.arange(16, dtype=np.float32).reshape(4, 4)
    check_text(text, [x], [x + x @ x])


def test_a_slice_may_have_a_size_that_is_minus_one_at_some_sizes() -> None:
    """`n - 1` is the -1 that stands for the rest where n is 0."""
    text = sized(
        [
            '%less = "tf.Sub"(%n, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>',
            '%begin = "tf.Const"() <{value = dense<0> : tensor<2xi32>}> : () -> tensor<2xi32>',
            '%size = "tf.Pack"(%less, %rest) <{axis = 0 : i64}> : (tensor<i32>, tensor<i32>) -> tensor<2xi32>',
            f'%r = "tf.Slice"(%x, %begin, %size) : ({F32}, tensor<2xi32>, tensor<2xi32>) -> {F32}',
        ],
        F32,
    )
    for rows in (0, 1, 2, 5):
        x = np.arange(rows * 3, dtype=np.float32).reshape(rows, 3)
        check_text(text, [x], [x[: max(rows - 1, 0)]])


def test_a_broadcast_to_its_own_shape_may_be_returned() -> None:
    """Operand and result have sizes of two names that are found to be equal."""
    cube = "tensor<?x?x?xf32>"
    text = f"""func.func @main(%x: {F32}) -> (tensor<*xf32>, {F32}, tensor<*xf32>) {{
  %fixed = "tf.Const"() <{{value = dense<[-1, 2, 2]> : tensor<3xi32>}}> : () -> tensor<3xi32>
  %a = "tf.Reshape"(%x, %fixed) : ({F32}, tensor<3xi32>) -> tensor<*xf32>
  %order = "tf.Const"() <{{value = dense<[1, 0]> : tensor<2xi32>}}> : () -> tensor<2xi32>
  %t = "tf.Transpose"(%x, %order) : ({F32}, tensor<2xi32>) -> {F32}
  %c0 = "tf.Const"() <{{value = dense<0> : tensor<1xi32>}}> : () -> tensor<1xi32>
  %c1 = "tf.Const"() <{{value = dense<1> : tensor<1xi32>}}> : () -> tensor<1xi32>
  %two = "tf.Const"() <{{value = dense<2> : tensor<i32>}}> : () -> tensor<i32>
  %rest = "tf.Const"() <{{value = dense<-1> : tensor<i32>}}> : () -> tensor<i32>
  %shape = "tf.Shape"(%t) : ({F32}) -> tensor<2xi32>
  %n = "tf.StridedSlice"(%shape, %c0, %c1, %c1) <{{shrink_axis_mask = 1 : i64}}> : (tensor<2xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<i32>
  %half = "tf.FloorDiv"(%n, %two) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %to = "tf.Pack"(%rest, %half, %two) <{{axis = 0 : i64}}> : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3xi32>
  %b = "tf.Reshape"(%t, %to) : ({F32}, tensor<3xi32>) -> {cube}
  %s = "tf.Squeeze"(%b) <{{squeeze_dims = [1 : i64]}}> : ({cube}) -> {F32}
  %own = "tf.Shape"(%b) : ({cube}) -> tensor<3xi32>
  %r = "tf.BroadcastTo"(%b, %own) : ({cube}, tensor<3xi32>) -> tensor<*xf32>
  func.return %a, %s, %r : tensor<*xf32>, {F32}, tensor<*xf32>
}}
"""
    x = np.arange(8, dtype=np.float32).reshape(4, 2)
    b = x.T.reshape(-1, 1, 2)
    check_text(text, [x], [x.reshape(-1, 2, 2), b.squeeze(1), b])
