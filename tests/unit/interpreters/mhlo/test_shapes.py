"""Operations that move elements, against loops over the indices of their results."""

import numpy as np
import pytest
from tieshape.interpreters import FactViolated, RunError

SHAPES = [(), (1,), (0,), (3,), (2, 3), (1, 4), (2, 0), (2, 1, 3)]


def dense(values, kind="i64"):
    values = list(values)
    if not values:
        return f"dense<> : tensor<0x{kind}>"
    return f"dense<{values}> : tensor<{len(values)}x{kind}>"


def random_array(rng, shape):
    return rng.integers(-9, 9, shape).astype(np.float32)


def by_index(shape, element, dtype=np.float32):
    result = np.zeros(shape, dtype)
    for index in np.ndindex(*shape):
        result[index] = element(index)
    return result


@pytest.mark.parametrize("shape", SHAPES)
def test_broadcast_in_dim(expect, rng, shape):
    operand = random_array(rng, shape)
    for _ in range(3):
        dimensions = rng.permutation(len(shape) + 2)[: len(shape)].tolist()
        result = rng.integers(0, 4, len(shape) + 2).tolist()
        for axis, target in enumerate(dimensions):
            if shape[axis] != 1:
                result[target] = shape[axis]

        def element(index, dimensions=dimensions):
            return operand[
                tuple(0 if shape[a] == 1 else index[d] for a, d in enumerate(dimensions))
            ]

        expected = by_index(result, element)
        attribute = f"broadcast_dimensions = {dense(dimensions)}"
        expect(f'"mhlo.broadcast_in_dim"(%a0) <{{{attribute}}}>', [operand], expected)
        expect(
            f'"mhlo.dynamic_broadcast_in_dim"(%a0, %a1) <{{{attribute}}}>',
            [operand, np.array(result, np.int64)],
            expected,
        )


DYNAMIC_BROADCAST = """
  func.func @main(%x: tensor<?xf32>, %s: tensor<2xi32>) -> tensor<?x?xf32> {{
    %r = "mhlo.dynamic_broadcast_in_dim"(%x, %s) <{{
      broadcast_dimensions = dense<1> : tensor<1xi64>{claims}
    }}> : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    func.return %r : tensor<?x?xf32>
  }}"""


def test_a_size_that_cannot_be_broadcast_is_an_error(run):
    text = DYNAMIC_BROADCAST.format(claims="")
    assert run(text, np.ones(1, np.float32), np.int32([2, 3]))[0].shape == (2, 3)
    with pytest.raises(RunError, match=r"mhlo\.dynamic_broadcast_in_dim: operand size 2"):
        run(text, np.ones(2, np.float32), np.int32([2, 3]))


def test_claims_about_expansion_are_checked(run):
    static = ", known_nonexpanding_dimensions = dense<0> : tensor<1xi64>"
    text = DYNAMIC_BROADCAST.format(claims=static)
    run(text, np.ones(3, np.float32), np.int32([2, 3]))
    with pytest.raises(FactViolated, match="known_nonexpanding_dimensions"):
        run(text, np.ones(1, np.float32), np.int32([2, 3]))
    text = DYNAMIC_BROADCAST.format(
        claims=", known_expanding_dimensions = dense<0> : tensor<1xi64>"
    )
    run(text, np.ones(1, np.float32), np.int32([2, 3]))
    with pytest.raises(FactViolated, match="known_expanding_dimensions"):
        run(text, np.ones(3, np.float32), np.int32([2, 3]))


def test_broadcast_adds_leading_dimensions(expect, rng):
    operand = random_array(rng, (2, 1))
    expected = by_index((3, 0, 2, 1), lambda index: operand[index[2:]])
    expect(f'"mhlo.broadcast"(%a0) <{{broadcast_sizes = {dense([3, 0])}}}>', [operand], expected)
    expected = by_index((2, 2, 1), lambda index: operand[index[1:]])
    expect(f'"mhlo.broadcast"(%a0) <{{broadcast_sizes = {dense([2])}}}>', [operand], expected)


@pytest.mark.parametrize(
    ("shape", "target"),
    [((2, 3), (3, 2)), ((), (1, 1)), ((4,), (2, 1, 2)), ((0, 3), (5, 0)), ((1,), ())],
)
def test_reshape_keeps_the_row_major_order(expect, rng, shape, target):
    operand = random_array(rng, shape)
    expected = np.array(operand.ravel().tolist(), np.float32).reshape(target)
    expect('"mhlo.reshape"(%a0)', [operand], expected)
    for dtype in (np.int32, np.int64):
        sizes = np.array(target, dtype)
        expect('"mhlo.dynamic_reshape"(%a0, %a1)', [operand, sizes], expected)


def test_a_reshape_needs_the_same_number_of_elements(run):
    text = """
      func.func @main(%x: tensor<?xf32>, %s: tensor<2xi32>) -> tensor<?x?xf32> {
        %r = "mhlo.dynamic_reshape"(%x, %s) : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
        func.return %r : tensor<?x?xf32>
      }"""
    with pytest.raises(RunError, match=r"mhlo\.dynamic_reshape: cannot reshape"):
        run(text, np.ones(5, np.float32), np.int32([2, 3]))
    with pytest.raises(RunError, match="a size cannot be negative"):
        run(text, np.ones(6, np.float32), np.int32([2, -1]))


@pytest.mark.parametrize("shape", [(3,), (2, 3), (0, 2), (2, 0), (1, 1)])
@pytest.mark.parametrize("dtype", [np.int32, np.float32, np.uint8])
def test_iota(expect, shape, dtype):
    for dimension in range(len(shape)):
        expected = by_index(shape, lambda index, dimension=dimension: index[dimension], dtype)
        attribute = f"<{{iota_dimension = {dimension} : i64}}>"
        expect(f'"mhlo.iota"() {attribute}', [], expected)
        sizes = np.array(shape, np.int32)
        expect(f'"mhlo.dynamic_iota"(%a0) {attribute}', [sizes], expected)


@pytest.mark.parametrize("shape", SHAPES)
def test_transpose_and_reverse(expect, rng, shape):
    operand = random_array(rng, shape)
    order = rng.permutation(len(shape)).tolist()
    result = [shape[axis] for axis in order]

    def moved(index):
        source = [0] * len(shape)
        for axis, place in zip(order, index, strict=True):
            source[axis] = place
        return operand[tuple(source)]

    expect(
        f'"mhlo.transpose"(%a0) <{{permutation = {dense(order)}}}>',
        [operand],
        by_index(result, moved),
    )
    flipped = order[: len(shape) // 2 + 1]

    def mirrored(index):
        places = enumerate(index)
        return operand[tuple(shape[a] - 1 - i if a in flipped else i for a, i in places)]

    expect(
        f'"mhlo.reverse"(%a0) <{{dimensions = {dense(flipped)}}}>',
        [operand],
        by_index(shape, mirrored),
    )


def test_concatenate(expect, rng):
    for dimension in range(2):
        parts = []
        for size in (2, 0, 1):
            shape = [3, 3]
            shape[dimension] = size
            parts.append(random_array(rng, shape))
        rows = [part.tolist() for part in parts]
        if dimension == 0:
            expected = [*rows[0], *rows[2]]
        else:
            expected = [[*a, *b] for a, b in zip(rows[0], rows[2], strict=True)]
        operation = f'"mhlo.concatenate"(%a0, %a1, %a2) <{{dimension = {dimension} : i64}}>'
        expect(operation, parts, np.float32(expected))


def padded(operand, value, low, high, interior):
    """By the definition: element i goes to low + i * (interior + 1), if that lies inside."""
    shape = [
        lo + size + max(size - 1, 0) * gap + hi
        for size, lo, hi, gap in zip(operand.shape, low, high, interior, strict=True)
    ]
    result = np.full(shape, value, operand.dtype)
    for index in np.ndindex(*operand.shape):
        place = [lo + i * (gap + 1) for i, lo, gap in zip(index, low, interior, strict=True)]
        if all(0 <= p < size for p, size in zip(place, shape, strict=True)):
            result[tuple(place)] = operand[index]
    return result


@pytest.mark.parametrize("seed", range(40))
def test_pad_with_negative_edges_and_gaps(expect, seed):
    rng = np.random.default_rng(seed)
    shape = rng.integers(0, 5, 2)
    interior = rng.integers(0, 3, 2)
    low, high = rng.integers(-3, 3, 2), rng.integers(-3, 3, 2)
    spread = shape + np.maximum(shape - 1, 0) * interior
    high = np.maximum(high, -(spread + low))
    operand, value = random_array(rng, tuple(shape)), np.float32(-1)
    expected = padded(operand, value, low, high, interior)
    attributes = ", ".join(
        f"{name} = {dense(values.tolist())}"
        for name, values in (
            ("edge_padding_low", low),
            ("edge_padding_high", high),
            ("interior_padding", interior),
        )
    )
    expect(f'"mhlo.pad"(%a0, %a1) <{{{attributes}}}>', [operand, value], expected)
    expect(
        '"mhlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4)',
        [operand, value, low, high, interior],
        expected,
    )


def test_bits_seen_as_another_type(expect):
    words = np.uint32([0x3F800000, 0x40000000])
    expect('"mhlo.bitcast_convert"(%a0)', [words], np.float32([1.0, 2.0]))
    halves = np.uint16([[0x0000, 0x3F80], [0x0000, 0x4000]])
    expect('"mhlo.bitcast_convert"(%a0)', [words], halves)
    expect('"mhlo.bitcast_convert"(%a0)', [halves], words)


def test_bits_seen_as_truth_values(expect):
    numbers = np.uint8([[1, 0b10110], [255, 128]])
    low, high = [True, *[False] * 7], [False, True, True, False, True, False, False, False]
    bits = np.array([[low, high], [[True] * 8, [*[False] * 7, True]]])
    expect('"mhlo.bitcast_convert"(%a0)', [numbers], bits)
    expect('"mhlo.bitcast_convert"(%a0)', [bits], numbers)
    words = np.int32([[-2]])
    expect('"mhlo.bitcast_convert"(%a0)', [words], np.array([[[False] + [True] * 31]]))
    expect('"mhlo.bitcast_convert"(%a0)', [np.zeros((0, 32), np.bool_)], np.zeros((0,), np.int32))


def test_the_size_of_a_dimension(expect):
    operand = np.zeros((2, 0, 5), np.float32)
    for dimension, size in enumerate(operand.shape):
        operation = f'"mhlo.get_dimension_size"(%a0) <{{dimension = {dimension} : i64}}>'
        expect(operation, [operand], np.array(size, np.int32))


@pytest.mark.parametrize("shape", SHAPES)
def test_slices(expect, rng, shape):
    operand = random_array(rng, shape)
    starts = [int(rng.integers(0, size + 1)) for size in shape]
    limits = [int(rng.integers(a, size + 1)) for a, size in zip(starts, shape, strict=True)]
    strides = rng.integers(1, 4, len(shape)).tolist()
    sizes = [-(-(b - a) // s) for a, b, s in zip(starts, limits, strides, strict=True)]

    def element(index):
        return operand[tuple(a + i * s for a, i, s in zip(starts, index, strides, strict=True))]

    expected = by_index(sizes, element)
    bounds = {"start_indices": starts, "limit_indices": limits, "strides": strides}
    attributes = ", ".join(f"{name} = {dense(values)}" for name, values in bounds.items())
    expect(f'"mhlo.slice"(%a0) <{{{attributes}}}>', [operand], expected)
    arrays = [np.array(values, np.int64) for values in bounds.values()]
    expect('"mhlo.real_dynamic_slice"(%a0, %a1, %a2, %a3)', [operand, *arrays], expected)


def test_a_slice_must_lie_inside(run):
    text = """
      func.func @main(%x: tensor<?xf32>, %a: tensor<1xi32>, %b: tensor<1xi32>, %s: tensor<1xi32>)
          -> tensor<?xf32> {
        %r = "mhlo.real_dynamic_slice"(%x, %a, %b, %s)
          : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
        func.return %r : tensor<?xf32>
      }"""
    one = np.int32([1])
    with pytest.raises(RunError, match="0 to 4 does not lie inside dimension 0 of size 3"):
        run(text, np.ones(3, np.float32), np.int32([0]), np.int32([4]), one)
    for stride in (0, -1):
        with pytest.raises(RunError, match=f"stride {stride} of dimension 0 must be at least 1"):
            run(text, np.ones(3, np.float32), np.int32([0]), one, np.int32([stride]))


def test_gaps_between_elements_are_not_negative(run):
    text = """
      func.func @main(%x: tensor<?xf32>, %v: tensor<f32>, %n: tensor<1xi32>) -> tensor<?xf32> {
        %r = "mhlo.dynamic_pad"(%x, %v, %n, %n, %n)
          : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>)
          -> tensor<?xf32>
        func.return %r : tensor<?xf32>
      }"""
    with pytest.raises(RunError, match="interior padding is -1, it must not be negative"):
        run(text, np.ones(3, np.float32), np.float32(0), np.int32([-1]))


@pytest.mark.parametrize("starts", [(0, 0), (1, 2), (5, 5), (-4, 1)])
def test_dynamic_slices_are_moved_inside(expect, rng, starts):
    operand, update = random_array(rng, (4, 5)), random_array(rng, (2, 3))
    a, b = min(max(starts[0], 0), 2), min(max(starts[1], 0), 2)
    indices = [np.array(start, np.int32) for start in starts]
    expect(
        f'"mhlo.dynamic_slice"(%a0, %a1, %a2) <{{slice_sizes = {dense([2, 3])}}}>',
        [operand, *indices],
        by_index((2, 3), lambda index: operand[a + index[0], b + index[1]]),
    )
    expected = operand.copy()
    for i, j in np.ndindex(2, 3):
        expected[a + i, b + j] = update[i, j]
    expect('"mhlo.dynamic_update_slice"(%a0, %a1, %a2, %a3)', [operand, update, *indices], expected)
