"""Products of tensors and convolutions, against sums over all indices."""

from itertools import product

import numpy as np
import pytest
from tieshape.interpreters import RunError


def dense(values):
    values = list(values)
    if not values:
        return "dense<> : tensor<0xi64>"
    return f"dense<{values}> : tensor<{len(values)}xi64>"


def dot_by_definition(lhs, rhs, batching, contracting):
    free = [
        [axis for axis in range(operand.ndim) if axis not in (*b, *c)]
        for operand, b, c in zip((lhs, rhs), batching, contracting, strict=True)
    ]
    shape = [lhs.shape[axis] for axis in (*batching[0], *free[0])]
    shape += [rhs.shape[axis] for axis in free[1]]
    result = np.zeros(shape, lhs.dtype)
    depth = [lhs.shape[axis] for axis in contracting[0]]
    for index in np.ndindex(*shape):
        split = len(batching[0]), len(batching[0]) + len(free[0])
        for inner in product(*map(range, depth)):
            left, right = [0] * lhs.ndim, [0] * rhs.ndim
            for axes, place, values in (
                (batching[0], left, index[: split[0]]),
                (batching[1], right, index[: split[0]]),
                (free[0], left, index[split[0] : split[1]]),
                (free[1], right, index[split[1] :]),
                (contracting[0], left, inner),
                (contracting[1], right, inner),
            ):
                for axis, value in zip(axes, values, strict=True):
                    place[axis] = value
            result[index] += lhs[tuple(left)] * rhs[tuple(right)]
    return result


@pytest.mark.parametrize("dtype", [np.float32, np.int32])
@pytest.mark.parametrize(
    ("lhs", "rhs", "batching", "contracting"),
    [
        ((2, 3), (3, 4), ([], []), ([1], [0])),
        ((2, 3), (4, 3), ([], []), ([1], [1])),
        ((5, 2, 3), (3, 5, 4), ([0], [1]), ([2], [0])),
        ((2, 3, 4), (4, 3, 2), ([], []), ([1, 2], [1, 0])),
        ((2, 2, 3), (2, 3, 2), ([0, 1], [2, 0]), ([], [])),
        ((2, 0), (0, 3), ([], []), ([1], [0])),
        ((0, 2), (2, 3), ([], []), ([1], [0])),
        ((1, 1), (1, 1), ([], []), ([1], [0])),
        ((3,), (3,), ([], []), ([0], [0])),
    ],
)
def test_dot_general(expect, rng, dtype, lhs, rhs, batching, contracting):
    a, b = rng.integers(-4, 4, lhs).astype(dtype), rng.integers(-4, 4, rhs).astype(dtype)
    expected = dot_by_definition(a, b, batching, contracting)
    numbers = ", ".join(
        f"{name} = {axes}"
        for name, axes in (
            ("lhs_batching_dimensions", batching[0]),
            ("rhs_batching_dimensions", batching[1]),
            ("lhs_contracting_dimensions", contracting[0]),
            ("rhs_contracting_dimensions", contracting[1]),
        )
        if axes
    )
    operation = '"mhlo.dot_general"(%a0, %a1)'
    expect(f"{operation} <{{dot_dimension_numbers = #mhlo.dot<{numbers}>}}>", [a, b], expected)


@pytest.mark.parametrize(
    ("lhs", "rhs"), [((2, 3), (3, 2)), ((3,), (3, 2)), ((2, 3), (3,)), ((3,), (3,))]
)
def test_dot(expect, rng, lhs, rhs):
    a, b = rng.integers(-4, 4, lhs).astype(np.float32), rng.integers(-4, 4, rhs).astype(np.float32)
    expected = dot_by_definition(a, b, ([], []), ([len(lhs) - 1], [0]))
    expect('"mhlo.dot"(%a0, %a1)', [a, b], expected)


def test_einsum(expect, rng):
    a, b = rng.integers(-4, 4, (2, 3, 4)).astype(np.float32), np.ones((2, 4, 5), np.float32)
    expected = dot_by_definition(a, b, ([0], [0]), ([2], [1]))
    expect('"mhlo.einsum"(%a0, %a1) <{einsum_config = "bij,bjk->bik"}>', [a, b], expected)
    diagonal = np.float32([sum(a[0, i, i] for i in range(3))])
    expect('"mhlo.unary_einsum"(%a0) <{einsum_config = "bii->b"}>', [a[:1, :, :3]], diagonal)


def convolution_by_definition(lhs, rhs, window, reversal, groups, batch_groups):
    """lhs [batch, spatial…, in], rhs [spatial…, in per group, out], summed over everything."""
    strides, padding, base, dilations = window
    spatial, kernel = lhs.shape[1:-1], rhs.shape[:-2]
    counts = []
    for axis, size in enumerate(spatial):
        whole = sum(padding[axis]) + max(size - 1, 0) * (base[axis] - 1) + size
        span = (kernel[axis] - 1) * dilations[axis] + 1
        counts.append(0 if span > whole else (whole - span) // strides[axis] + 1)
    out = rhs.shape[-1]
    result = np.zeros((lhs.shape[0] // batch_groups, *counts, out), lhs.dtype)
    for index in np.ndindex(*result.shape):
        batch, feature = index[0], index[-1]
        group = feature // (out // groups)
        batch += feature // (out // batch_groups) * result.shape[0]
        total = 0
        for offsets in np.ndindex(*kernel):
            place, taps = [], []
            for axis, offset in enumerate(offsets):
                position = index[1 + axis] * strides[axis] + offset * dilations[axis]
                position -= padding[axis][0]
                inside = 0 <= position < (spatial[axis] - 1) * base[axis] + 1
                inside = inside and position % base[axis] == 0
                place.append(position // base[axis] if inside else None)
                taps.append(kernel[axis] - 1 - offset if reversal[axis] else offset)
            if None in place:
                continue
            for channel in range(rhs.shape[-2]):
                value = lhs[(batch, *place, group * rhs.shape[-2] + channel)]
                total += value * rhs[(*taps, channel, feature)]
        result[index] = total
    return result


def convolution_text(window, reversal, groups, batch_groups, layout, *, dynamic=False):
    strides, padding, base, dilations = window
    rank = len(strides)
    pairs = f"padding = dense<{[list(pair) for pair in padding]}> : tensor<{rank}x2xi64>,"
    flips = ", ".join("true" if flip else "false" for flip in reversal)
    return f"""<{{
      window_strides = {dense(strides)}, lhs_dilation = {dense(base)},
      rhs_dilation = {dense(dilations)}, {"" if dynamic else pairs}
      window_reversal = dense<[{flips}]> : tensor<{rank}xi1>,
      dimension_numbers = #mhlo.conv<{layout}>,
      feature_group_count = {groups} : i64, batch_group_count = {batch_groups} : i64
    }}>"""


@pytest.mark.parametrize("seed", range(30))
def test_convolution(expect, seed):
    rng = np.random.default_rng(seed)
    groups, batch_groups = [(1, 1), (2, 1), (4, 1), (1, 2)][seed % 4]
    spatial = rng.integers(2, 6, 2).tolist()
    kernel = rng.integers(1, 4, 2).tolist()
    strides, base, dilations = (rng.integers(1, 3, 2).tolist() for _ in range(3))
    padding = [tuple(rng.integers(-1, 3, 2).tolist()) for _ in range(2)]
    reversal = rng.integers(0, 2, 2).tolist()
    lhs = rng.integers(-4, 4, (2, *spatial, 4)).astype(np.float32)
    rhs = rng.integers(-4, 4, (*kernel, 4 // groups, 4)).astype(np.float32)
    window = strides, padding, base, dilations
    expected = convolution_by_definition(lhs, rhs, window, reversal, groups, batch_groups)
    if expected.size == 0:
        return
    layout = "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]"
    if seed % 3 == 1:
        layout = "[f, 1, b, 0]x[o, i, 1, 0]->[1, b, f, 0]"
        lhs, rhs = lhs.transpose(3, 2, 0, 1), rhs.transpose(3, 2, 1, 0)
        expected = expected.transpose(2, 0, 3, 1)
    text = convolution_text(window, reversal, groups, batch_groups, layout)
    expect(f'"mhlo.convolution"(%a0, %a1) {text}', [lhs, rhs], expected)
    text = convolution_text(window, reversal, groups, batch_groups, layout, dynamic=True)
    arguments = [lhs, rhs, np.int32(padding)]
    expect(f'"mhlo.dynamic_conv"(%a0, %a1, %a2) {text}', arguments, expected)


@pytest.mark.parametrize("batch", [0, 1])
def test_convolution_of_small_batches(expect, batch):
    lhs, rhs = np.ones((batch, 3, 2), np.float32), np.ones((2, 2, 5), np.float32)
    window = [1], [(0, 0)], [1], [1]
    text = convolution_text(window, [0], 1, 1, "[b, 0, f]x[0, i, o]->[b, 0, f]")
    expected = np.full((batch, 2, 5), 4, np.float32)
    expect(f'"mhlo.convolution"(%a0, %a1) {text}', [lhs, rhs], expected)


@pytest.mark.parametrize(
    ("batch", "features", "message"),
    [(3, 4, "3 images do not divide into 2 groups"), (2, 5, "5 features do not divide")],
)
def test_what_groups_do_not_divide_is_refused_without_a_place_too(run, batch, features, message):
    window = convolution_text(
        ([1], [(0, 0)], [1], [1]), [0], 1, 2, "[b, 0, f]x[0, i, o]->[b, 0, f]"
    )
    text = f"""
func.func @main(%x: tensor<?x?x2xf32>, %k: tensor<?x2x?xf32>) -> tensor<?x?x?xf32> {{
  %r = "mhlo.convolution"(%x, %k) {window}
      : (tensor<?x?x2xf32>, tensor<?x2x?xf32>) -> tensor<?x?x?xf32>
  func.return %r : tensor<?x?x?xf32>
}}
"""
    lhs, rhs = np.ones((batch, 1, 2), np.float32), np.ones((2, 2, features), np.float32)
    with pytest.raises(RunError, match=message):
        run(text, lhs, rhs)
    assert run(text, lhs[:2], rhs[:, :, :4])[0].shape == (1, 0, 4)
