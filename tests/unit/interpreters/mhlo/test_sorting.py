"""Sorting, against Python's own stable sort."""

import numpy as np
import pytest


def comparator(direction, compared=0, inputs=1, total_order=False, swapped=False):
    types = ["tensor<f32>", "tensor<i32>"][:inputs]
    arguments = ", ".join(f"%x{k}: {t}, %y{k}: {t}" for k, t in enumerate(types))
    kind = ", compare_type = #mhlo<comparison_type TOTALORDER>" if total_order else ""
    left, right = ("y", "x") if swapped else ("x", "y")
    type_ = types[compared]
    return f"""({{
      ^bb0({arguments}):
        %c = "mhlo.compare"(%{left}{compared}, %{right}{compared})
          <{{comparison_direction = #mhlo<comparison_direction {direction}>{kind}}}>
          : ({type_}, {type_}) -> tensor<i1>
        "mhlo.return"(%c) : (tensor<i1>) -> ()
    }})"""


def sort_operation(arguments, dimension, body):
    return f""""mhlo.sort"({arguments}) <{{dimension = {dimension} : i64, is_stable = true}}>
      {body}"""


@pytest.mark.parametrize("shape", [(5,), (3, 4), (4, 0), (0, 4), (1, 1), (2, 3, 4)])
@pytest.mark.parametrize("direction", ["LT", "GT"])
def test_sort_along_each_dimension(expect, rng, shape, direction):
    operand = rng.integers(-3, 3, shape).astype(np.float32)
    for dimension in range(-1, len(shape)):
        expected = np.sort(operand, axis=dimension)
        if direction == "GT":
            expected = np.flip(expected, dimension)
        expect(sort_operation("%a0", dimension, comparator(direction)), [operand], expected)


@pytest.mark.parametrize(
    ("direction", "swapped", "falling"),
    [("LT", False, False), ("GT", False, True), ("GT", True, False), ("LT", True, True)],
)
@pytest.mark.parametrize("compared", [0, 1])
def test_other_inputs_follow_and_equals_keep_their_order(
    expect, rng, direction, swapped, falling, compared
):
    keys = rng.integers(0, 4, 20).astype(np.float32)
    numbers = rng.integers(0, 4, 20).astype(np.int32)
    by = [keys, numbers][compared]
    order = sorted(range(20), key=lambda k: -by[k] if falling else by[k])
    body = comparator(direction, compared, 2, swapped=swapped)
    expect(sort_operation("%a0, %a1", 0, body), [keys, numbers], keys[order], numbers[order])


def test_total_order_gives_nan_and_signed_zeros_a_place(expect):
    nan, minus_nan = np.float32(np.nan), np.copysign(np.float32(np.nan), np.float32(-1))
    values = np.float32([nan, 0.0, 1.0, -0.0, -np.inf, minus_nan])
    numbers = np.arange(6, dtype=np.int32)
    body = comparator("LT", 0, 2, total_order=True)
    order = [5, 4, 3, 1, 2, 0]
    expect(sort_operation("%a0, %a1", 0, body), [values, numbers], values[order], np.int32(order))
    body = comparator("GT", 0, 2, total_order=True)
    order = order[::-1]
    expect(sort_operation("%a0, %a1", 0, body), [values, numbers], values[order], np.int32(order))


LEXICOGRAPHIC = """({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>, %x1: tensor<i32>, %y1: tensor<i32>):
    %less = "mhlo.compare"(%x0, %y0) <{comparison_direction = #mhlo<comparison_direction LT>}>
      : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %equal = "mhlo.compare"(%x0, %y0) <{comparison_direction = #mhlo<comparison_direction EQ>}>
      : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %more = "mhlo.compare"(%x1, %y1) <{comparison_direction = #mhlo<comparison_direction GT>}>
      : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %both = "mhlo.and"(%equal, %more) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %c = "mhlo.or"(%less, %both) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    "mhlo.return"(%c) : (tensor<i1>) -> ()
})"""


def test_any_comparator(expect, rng):
    keys = rng.integers(0, 3, (2, 12)).astype(np.float32)
    numbers = rng.integers(0, 9, (2, 12)).astype(np.int32)
    orders = [
        sorted(range(12), key=lambda k, r=row: (keys[r, k], -numbers[r, k])) for row in (0, 1)
    ]
    expect(
        sort_operation("%a0, %a1", 1, LEXICOGRAPHIC),
        [keys, numbers],
        np.take_along_axis(keys, np.array(orders), 1),
        np.take_along_axis(numbers, np.array(orders), 1),
    )


@pytest.mark.parametrize("largest", [True, False])
def test_topk_prefers_lower_indices(run, rng, largest):
    operand = rng.integers(0, 4, (3, 7)).astype(np.float32)
    text = f"""
      func.func @main(%x: tensor<3x7xf32>) -> (tensor<3x4xf32>, tensor<3x4xi32>) {{
        %v, %i = "mhlo.topk"(%x) <{{k = 4 : i64, largest = {str(largest).lower()}}}>
          : (tensor<3x7xf32>) -> (tensor<3x4xf32>, tensor<3x4xi32>)
        func.return %v, %i : tensor<3x4xf32>, tensor<3x4xi32>
      }}"""
    values, indices = run(text, operand)
    for row in range(3):
        order = sorted(range(7), key=lambda k, r=row: -operand[r, k] if largest else operand[r, k])
        assert indices[row].tolist() == order[:4]
        assert values[row].tolist() == operand[row, order[:4]].tolist()
