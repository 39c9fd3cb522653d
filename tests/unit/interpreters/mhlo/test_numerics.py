"""Fourier transforms, normalisation, factorisations, and computations on shapes."""

import cmath

import numpy as np
import pytest


def transformed(signal, sign):
    length = len(signal)
    return [
        sum(v * cmath.exp(sign * 2j * cmath.pi * k * n / length) for n, v in enumerate(signal))
        for k in range(length)
    ]


def fft(kind, lengths):
    dense = f"dense<{list(lengths)}> : tensor<{len(lengths)}xi64>"
    return f'"mhlo.fft"(%a0) <{{fft_type = #mhlo<fft_type {kind}>, fft_length = {dense}}}>'


@pytest.mark.parametrize("length", [1, 4, 5])
def test_fourier_transforms(expect, rng, length):
    real = rng.integers(-4, 4, (3, length)).astype(np.float32)
    signal = (real + 1j * rng.integers(-4, 4, (3, length))).astype(np.complex64)
    forward = np.complex64([transformed(row, -1) for row in signal])
    expect(fft("FFT", [length]), [signal], forward)
    expect(fft("IFFT", [length]), [forward], signal)
    half = np.complex64([transformed(row, -1)[: length // 2 + 1] for row in real])
    expect(fft("RFFT", [length]), [real], half)
    expect(fft("IRFFT", [length]), [half], real)


def test_fourier_transform_of_two_dimensions(expect, rng):
    signal = rng.integers(-4, 4, (2, 3, 4)).astype(np.complex64)
    rows = np.array([[transformed(row, -1) for row in plane] for plane in signal])
    expected = np.array([np.transpose([transformed(c, -1) for c in plane.T]) for plane in rows])
    expect(fft("FFT", [3, 4]), [signal], expected.astype(np.complex64))
    expect(fft("FFT", [3, 4]), [signal[:0]], expected[:0].astype(np.complex64))


def batch_norm(name, operands):
    attributes = "epsilon = 0.25 : f32, feature_index = 1 : i64"
    arguments = ", ".join(f"%a{number}" for number in range(operands))
    return f'"mhlo.batch_norm_{name}"({arguments}) <{{{attributes}}}>'


def test_batch_normalisation(expect, rng):
    x = rng.normal(size=(4, 2, 3)).astype(np.float32)
    scale, offset = np.float32([2, 3]), np.float32([-1, 1])
    mean, variance = np.zeros(2, np.float32), np.zeros(2, np.float32)
    expected = np.zeros_like(x)
    for feature in range(2):
        values = x[:, feature].ravel().tolist()
        mean[feature] = sum(values) / 12
        variance[feature] = sum((v - sum(values) / 12) ** 2 for v in values) / 12
        for i, k in np.ndindex(4, 3):
            normal = (x[i, feature, k] - mean[feature]) / (variance[feature] + 0.25) ** 0.5
            expected[i, feature, k] = normal * scale[feature] + offset[feature]
    expect(batch_norm("inference", 5), [x, scale, offset, mean, variance], expected)
    expect(batch_norm("training", 3), [x, scale, offset], expected, mean, variance)


def test_the_gradient_of_batch_normalisation_is_a_difference_quotient(run, rng):
    x = rng.normal(size=(3, 2)).astype(np.float64)
    weights = rng.normal(size=(3, 2))
    scale = np.array([2.0, 3.0])

    def loss(values, factor):
        mean, variance = values.mean(axis=0), values.var(axis=0)
        return (((values - mean) / np.sqrt(variance + 0.25) * factor) * weights).sum()

    text = f"""
      func.func @main(%a0: tensor<3x2xf64>, %a1: tensor<2xf64>, %a2: tensor<2xf64>,
          %a3: tensor<2xf64>, %a4: tensor<3x2xf64>) -> (tensor<3x2xf64>, tensor<2xf64>) {{
        %x, %s, %o = {batch_norm("grad", 5)}
          : (tensor<3x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<3x2xf64>)
          -> (tensor<3x2xf64>, tensor<2xf64>, tensor<2xf64>)
        func.return %x, %s : tensor<3x2xf64>, tensor<2xf64>
      }}"""
    grad_x, grad_scale = run(text, x, scale, x.mean(axis=0), x.var(axis=0), weights)
    step = 1e-6
    for index in np.ndindex(3, 2):
        moved = np.zeros((3, 2))
        moved[index] = step
        quotient = (loss(x + moved, scale) - loss(x - moved, scale)) / (2 * step)
        assert grad_x[index] == pytest.approx(quotient, abs=1e-6)
    for index in range(2):
        moved = np.zeros(2)
        moved[index] = step
        quotient = (loss(x, scale + moved) - loss(x, scale - moved)) / (2 * step)
        assert grad_scale[index] == pytest.approx(quotient, abs=1e-6)


@pytest.mark.parametrize("lower", [True, False])
def test_cholesky_reads_one_triangle(expect, rng, lower):
    factor = np.tril(rng.integers(1, 4, (2, 3, 3))).astype(np.float32)
    matrix = np.einsum("bij,bkj->bik", factor, factor)
    spoiled = matrix + (np.triu if lower else np.tril)(np.ones((3, 3)), 1 if lower else -1) * 9
    expected = factor if lower else factor.transpose(0, 2, 1)
    operation = f'"mhlo.cholesky"(%a0) <{{lower = {str(lower).lower()}}}>'
    expect(operation, [spoiled.astype(np.float32)], expected)


def test_cholesky_of_a_matrix_that_has_none_is_nan(expect):
    matrix = np.array([[[1, 2], [2, 1]], [[4, 2], [2, 2]]], np.float32)
    nan = np.float32("nan")
    expected = np.array([[[nan, 0], [nan, nan]], [[2, 0], [1, 1]]], np.float32)
    expect('"mhlo.cholesky"(%a0) <{lower = true}>', [matrix], expected)


def test_a_triangular_system_may_divide_by_zero(expect):
    a, b = np.array([[0, 0], [1, 1]], np.float32), np.array([[1], [2]], np.float32)
    inf = np.float32("inf")
    expect(
        '"mhlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, '
        "unit_diagonal = false, transpose_a = #mhlo<transpose NO_TRANSPOSE>}>",
        [a, b],
        np.array([[inf], [-inf]], np.float32),
    )


@pytest.mark.parametrize("left", [True, False])
@pytest.mark.parametrize("lower", [True, False])
@pytest.mark.parametrize("unit", [True, False])
@pytest.mark.parametrize("transpose", ["NO_TRANSPOSE", "TRANSPOSE"])
def test_triangular_solve(expect, rng, left, lower, unit, transpose):
    a = rng.integers(1, 4, (2, 3, 3)).astype(np.float32)
    x = rng.integers(-4, 4, (2, 3, 3)).astype(np.float32)
    matrix = np.tril(a) if lower else np.triu(a)
    if unit:
        matrix[:, range(3), range(3)] = 1
    if transpose == "TRANSPOSE":
        matrix = matrix.transpose(0, 2, 1)
    b = np.einsum("bij,bjk->bik", *((matrix, x) if left else (x, matrix)))
    flags = {"left_side": left, "lower": lower, "unit_diagonal": unit}
    attributes = ", ".join(f"{name} = {str(flag).lower()}" for name, flag in flags.items())
    expect(
        f'"mhlo.triangular_solve"(%a0, %a1) <{{{attributes}, '
        f"transpose_a = #mhlo<transpose {transpose}>}}>",
        [a, b],
        x,
    )


def test_a_wildcard_in_a_shape_is_computed(run):
    text = """
      func.func @main(%n: index, %s: tensor<3xi32>) -> tensor<3xi32> {
        %w = "mhlo.cstr_reshapable"(%n, %s) : (index, tensor<3xi32>) -> !shape.witness
        %r = "mhlo.compute_reshape_shape"(%n, %s) : (index, tensor<3xi32>) -> tensor<3xi32>
        func.return %r : tensor<3xi32>
      }"""
    text = "\n".join(line for line in text.splitlines() if "cstr" not in line)
    assert run(text, 24, np.int32([2, -1, 3]))[0].tolist() == [2, 4, 3]
    assert run(text, 6, np.int32([1, 2, 3]))[0].tolist() == [1, 2, 3]


@pytest.mark.parametrize(
    ("shapes", "minimal"),
    [
        ([[2, 3], [2, 3]], [[6], [6]]),
        ([[2, 3, 4], [4]], [[6, 4], [4]]),
        ([[2, 3, 4], [1, 1, 4]], [[6, 4], [4]]),
        ([[5, 1, 1], [5, 7, 2]], [[5, 1], [5, 14]]),
        ([[1, 1], [1]], [[], []]),
        ([[2, 1, 3], [2, 1, 3]], [[6], [6]]),
    ],
)
def test_shapes_of_least_rank_for_a_broadcast(run, shapes, minimal):
    types = [f"tensor<{len(shape)}xi32>" for shape in shapes]
    results = [f"tensor<{len(shape)}xi32>" for shape in minimal]
    text = f"""
      func.func @main(%a: {types[0]}, %b: {types[1]}) -> ({", ".join(results)}) {{
        %r:2 = "mhlo.minimum_broadcast_shapes"(%a, %b)
          : ({", ".join(types)}) -> ({", ".join(results)})
        func.return %r#0, %r#1 : {", ".join(results)}
      }}"""
    assert [list(shape) for shape in run(text, *map(np.int32, shapes))] == minimal
