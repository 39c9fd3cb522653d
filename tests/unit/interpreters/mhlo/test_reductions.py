"""Reductions over dimensions and windows, against loops that fold element by element."""

from itertools import product

import numpy as np
import pytest

SCALAR = {"float32": "tensor<f32>", "int32": "tensor<i32>", "bool": "tensor<i1>"}


def dense(values):
    values = list(values)
    if not values:
        return "dense<> : tensor<0xi64>"
    return f"dense<{values}> : tensor<{len(values)}xi64>"


def pairs(values):
    return f"dense<{[list(pair) for pair in values]}> : tensor<{len(values)}x2xi64>"


def binary_body(name, dtype="float32"):
    scalar = SCALAR[dtype]
    return f"""({{
      ^bb0(%x: {scalar}, %y: {scalar}):
        %z = "mhlo.{name}"(%x, %y) : ({scalar}, {scalar}) -> {scalar}
        "mhlo.return"(%z) : ({scalar}) -> ()
    }})"""


COMBINED_BODY = """({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %half = "mhlo.constant"() <{value = dense<0.5> : tensor<f32>}> : () -> tensor<f32>
    %p = "mhlo.multiply"(%x, %half) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %z = "mhlo.subtract"(%p, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "mhlo.return"(%z) : (tensor<f32>) -> ()
})"""

BRANCHING_BODY = """({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %c = "mhlo.compare"(%x, %y) <{comparison_direction = #mhlo<comparison_direction LT>}>
      : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %z = "mhlo.if"(%c) ({
      %p = "mhlo.multiply"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "mhlo.return"(%p) : (tensor<f32>) -> ()
    }, {
      "mhlo.return"(%x) : (tensor<f32>) -> ()
    }) : (tensor<i1>) -> tensor<f32>
    "mhlo.return"(%z) : (tensor<f32>) -> ()
})"""

BODIES = {
    "add": (binary_body("add"), lambda a, b: a + b, 1.0),
    "multiply": (binary_body("multiply"), lambda a, b: a * b, 2.0),
    "maximum": (binary_body("maximum"), max, -3.0),
    "minimum": (binary_body("minimum"), min, 3.0),
    "combined": (COMBINED_BODY, lambda a, b: a * 0.5 - b, 1.0),
    "branching": (BRANCHING_BODY, lambda a, b: a * b if a < b else a, 1.0),
}


def folded(operand, initial, dimensions, function):
    kept = [axis for axis in range(operand.ndim) if axis not in dimensions]
    result = np.full([operand.shape[axis] for axis in kept], initial, operand.dtype)
    for index in np.ndindex(*operand.shape):
        place = tuple(index[axis] for axis in kept)
        result[place] = function(result[place].item(), operand[index].item())
    return result


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize(
    ("shape", "dimensions"),
    [
        ((3,), [0]),
        ((2, 3), [1]),
        ((2, 3), [0]),
        ((2, 3, 2), [0, 2]),
        ((2, 3), []),
        ((0, 2), [0]),
        ((2, 0), [0]),
        ((1, 1), [0, 1]),
        ((), []),
    ],
)
def test_reduce(expect, rng, name, shape, dimensions):
    body, function, initial = BODIES[name]
    operand, start = rng.integers(-4, 4, shape).astype(np.float32), np.float32(initial)
    expected = folded(operand, start, dimensions, function)
    operation = f'"mhlo.reduce"(%a0, %a1) <{{dimensions = {dense(dimensions)}}}> {body}'
    expect(operation, [operand, start], expected)


@pytest.mark.parametrize(
    ("name", "definition"),
    [
        ("add", lambda a, b: (a + b + 2**31) % 2**32 - 2**31),
        ("multiply", lambda a, b: (a * b + 2**31) % 2**32 - 2**31),
        ("and", lambda a, b: a & b),
        ("or", lambda a, b: a | b),
        ("xor", lambda a, b: a ^ b),
    ],
)
def test_integers_wrap_around_in_a_reduction(expect, name, definition):
    operand = np.int32([[2**31 - 1, 5, 7], [-(2**31), -1, 123456789]])
    expected = folded(operand, np.int32(3), [1], definition)
    operation = f'"mhlo.reduce"(%a0, %a1) <{{dimensions = {dense([1])}}}>'
    expect(f"{operation} {binary_body(name, 'int32')}", [operand, np.int32(3)], expected)


def test_bools_are_reduced_logically(expect):
    operand, start = np.array([[True, True], [False, True]]), np.array(True)
    operation = f'"mhlo.reduce"(%a0, %a1) <{{dimensions = {dense([1])}}}>'
    expect(f"{operation} {binary_body('and', 'bool')}", [operand, start], np.array([True, False]))
    expect(f"{operation} {binary_body('or', 'bool')}", [operand, start], np.array([True, True]))
    expect(f"{operation} {binary_body('add', 'bool')}", [operand, start], np.array([True, True]))


def test_nan_wins_a_maximum(expect):
    operand = np.float32([[1, np.nan, 3]])
    operation = f'"mhlo.reduce"(%a0, %a1) <{{dimensions = {dense([1])}}}>'
    for name in ("maximum", "minimum"):
        arguments = [operand, np.float32(0)]
        expect(f"{operation} {binary_body(name)}", arguments, np.float32([np.nan]))


def test_a_long_sum_stays_close_to_the_exact_one(expect):
    operand = np.full((100000, 2), 0.1, np.float32)
    operation = f'"mhlo.reduce"(%a0, %a1) <{{dimensions = {dense([0])}}}> {binary_body("add")}'
    expect(operation, [operand, np.float32(0)], np.full(2, 10000.0, np.float32))


ARGMAX_BODY = """({
  ^bb0(%x: tensor<f32>, %i: tensor<i32>, %y: tensor<f32>, %j: tensor<i32>):
    %c = "mhlo.compare"(%x, %y) <{comparison_direction = #mhlo<comparison_direction GE>}>
      : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = "mhlo.select"(%c, %x, %y) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %k = "mhlo.select"(%c, %i, %j) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    "mhlo.return"(%v, %k) : (tensor<f32>, tensor<i32>) -> ()
})"""


@pytest.mark.parametrize("shape", [(3, 5), (1, 1), (0, 4), (4, 100)])
def test_reduce_of_two_tensors_together(expect, rng, shape):
    operand = rng.integers(-4, 4, shape).astype(np.float32)
    numbers = np.broadcast_to(np.arange(shape[1], dtype=np.int32), shape)
    expect(
        f'"mhlo.reduce"(%a0, %a1, %a2, %a3) <{{dimensions = {dense([1])}}}> {ARGMAX_BODY}',
        [operand, numbers, np.float32(-np.inf), np.int32(0)],
        operand.max(axis=1),
        operand.argmax(axis=1).astype(np.int32),
    )


def test_a_body_may_use_values_from_outside(run):
    text = """
      func.func @main(%x: tensor<3xf32>, %i: tensor<f32>, %f: tensor<f32>) -> tensor<f32> {
        %r = "mhlo.reduce"(%x, %i) <{dimensions = dense<0> : tensor<1xi64>}> ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %p = "mhlo.multiply"(%b, %f) : (tensor<f32>, tensor<f32>) -> tensor<f32>
          %s = "mhlo.add"(%a, %p) : (tensor<f32>, tensor<f32>) -> tensor<f32>
          "mhlo.return"(%s) : (tensor<f32>) -> ()
        }) : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
        func.return %r : tensor<f32>
      }"""
    assert run(text, np.float32([1, 2, 3]), np.float32(1), np.float32(10)) == [61]


def window_positions(shape, window):
    """For each window the indices that it sees in the operand, None for padding or a gap."""
    sizes, strides, base, dilations, padding = window
    counts = []
    for axis, size in enumerate(shape):
        whole = padding[axis][0] + padding[axis][1] + max(size - 1, 0) * (base[axis] - 1) + size
        span = (sizes[axis] - 1) * dilations[axis] + 1
        counts.append(0 if span > whole else (whole - span) // strides[axis] + 1)
    for index in np.ndindex(*counts):
        seen = []
        for inside in product(*map(range, sizes)):
            place = []
            for axis, (start, offset) in enumerate(zip(index, inside, strict=True)):
                position = start * strides[axis] + offset * dilations[axis] - padding[axis][0]
                fits = 0 <= position < (shape[axis] - 1) * base[axis] + 1
                fits = fits and position % base[axis] == 0
                place.append(position // base[axis] if fits else None)
            seen.append(None if None in place else tuple(place))
        yield index, seen, counts


def random_window(rng, rank, dilated):
    base = rng.integers(1, 3, rank).tolist() if dilated else [1] * rank
    dilations = rng.integers(1, 3, rank).tolist() if dilated else [1] * rank
    padding = [tuple(rng.integers(-1, 3, 2).tolist()) for _ in range(rank)]
    return (
        rng.integers(1, 4, rank).tolist(),
        rng.integers(1, 3, rank).tolist(),
        base,
        dilations,
        padding,
    )


@pytest.mark.parametrize("seed", range(30))
def test_reduce_window(expect, seed):
    rng = np.random.default_rng(seed)
    shape = tuple(rng.integers(2, 6, 2).tolist())
    window = random_window(rng, 2, dilated=True)
    body, function, initial = BODIES[["add", "maximum", "combined", "branching"][seed % 4]]
    operand, start = rng.integers(-4, 4, shape).astype(np.float32), np.float32(initial)
    positions = list(window_positions(shape, window))
    result = np.zeros(positions[0][2] if positions else (0, 0), np.float32)
    for index, seen, _ in positions:
        value = start.item()
        for place in seen:
            value = function(value, start.item() if place is None else operand[place].item())
        result[index] = value
    if not positions:
        return
    sizes, strides, base, dilations, padding = window
    operation = f""""mhlo.reduce_window"(%a0, %a1) <{{
        window_dimensions = {dense(sizes)}, window_strides = {dense(strides)},
        base_dilations = {dense(base)}, window_dilations = {dense(dilations)},
        padding = {pairs(padding)}}}> {body}"""
    expect(operation, [operand, start], result)


def test_a_window_larger_than_its_operand_has_no_position(expect):
    operation = f'"mhlo.reduce_window"(%a0, %a1) <{{window_dimensions = {dense([4])}}}>'
    arguments = [np.ones(3, np.float32), np.float32(0)]
    expect(f"{operation} {binary_body('add')}", arguments, np.zeros(0, np.float32))


SELECT = {
    "GE": lambda a, b: a >= b,
    "LT": lambda a, b: a < b,
}


@pytest.mark.parametrize("seed", range(20))
def test_select_and_scatter(expect, seed):
    rng = np.random.default_rng(seed)
    shape = tuple(rng.integers(2, 6, 2).tolist())
    sizes, strides, base, dilations, padding = random_window(rng, 2, dilated=False)
    padding = [(max(low, 0), max(high, 0)) for low, high in padding]
    window = sizes, strides, base, dilations, padding
    direction = ["GE", "LT"][seed % 2]
    operand, start = rng.integers(-4, 4, shape).astype(np.float32), np.float32(0.5)
    expected = np.full(shape, start)
    positions = list(window_positions(shape, window))
    if not positions:
        return
    source = rng.integers(1, 9, positions[0][2]).astype(np.float32)
    for index, seen, _ in positions:
        chosen = None
        for place in seen:
            if place is not None and (
                chosen is None or not SELECT[direction](operand[chosen], operand[place])
            ):
                chosen = place
        if chosen is not None:
            expected[chosen] += source[index]
    operation = f""""mhlo.select_and_scatter"(%a0, %a1, %a2) <{{
        window_dimensions = {dense(sizes)}, window_strides = {dense(strides)},
        padding = {pairs(padding)}}}> ({{
        ^bb0(%x: tensor<f32>, %y: tensor<f32>):
          %c = "mhlo.compare"(%x, %y)
            <{{comparison_direction = #mhlo<comparison_direction {direction}>}}>
            : (tensor<f32>, tensor<f32>) -> tensor<i1>
          "mhlo.return"(%c) : (tensor<i1>) -> ()
      }}, {binary_body("add")[1:]}"""
    expect(operation, [operand, source, start], expected)
