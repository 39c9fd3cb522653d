"""Fourier transforms and complex numbers against numpy."""

import numpy as np
import pytest
from tieshape.analysis.analyze import analyze
from tieshape.interpreters import run_function
from tieshape.text.module import parse_module

from .harness import (
    Argument,
    Constant,
    check_op,
    check_refusals,
    check_text,
    compiled,
    run_stages,
    stages,
    tf_text,
)


def numbers(rng, shape, dtype=np.complex64):
    return (rng.standard_normal(shape) + 1j * rng.standard_normal(shape)).astype(dtype)


def random_shape(rng, rank, least=1):
    return tuple(int(n) for n in rng.integers(least, 6, rank))


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("inverse", [False, True])
@pytest.mark.parametrize("static", ["none", "last", "all"])
def test_transform(count, inverse, static):
    rng = np.random.default_rng(count)
    shape = random_shape(rng, count + 1, int(static != "none" or count == 2))
    dtype = np.complex128 if count == 3 else np.complex64
    x = numbers(rng, shape, dtype)
    axes = tuple(range(1, count + 1))
    known = {"none": (), "last": (count,), "all": axes}[static]
    if 0 in shape[1:]:
        expected = np.zeros(shape, dtype)
    else:
        expected = (np.fft.ifftn if inverse else np.fft.fftn)(x, axes=axes).astype(dtype)
    name = ("tf.IFFT" if inverse else "tf.FFT") + ("" if count == 1 else f"{count}D")
    check_op(name, [Argument(x, known)], [expected], "", 1e-4, 1e-4)


@pytest.mark.parametrize("seed", range(8))
def test_real_transform(seed):
    rng = np.random.default_rng(seed)
    count, inverse = 1 + seed % 2, seed % 4 >= 2
    lengths = rng.integers(1, 8, count).astype(np.int32)
    stored = lengths.copy()
    if inverse:
        stored[-1] = lengths[-1] // 2 + 1
    shape = (2, *(stored + rng.integers(0, 3, count)).tolist())
    axes = tuple(range(1, count + 1))
    if inverse:
        x = numbers(rng, shape)
        expected = np.fft.irfftn(x, s=lengths, axes=axes).astype(np.float32)
    else:
        x = rng.standard_normal(shape).astype(np.float32)
        expected = np.fft.rfftn(x, s=lengths, axes=axes).astype(np.complex64)
    name = ("tf.IRFFT" if inverse else "tf.RFFT") + ("" if count == 1 else "2D")
    for given in (Constant(lengths), Argument(lengths, (0,))):
        check_op(name, [Argument(x), given], [expected], "", 1e-4, 1e-4)


@pytest.mark.parametrize(
    ("op", "dtype", "most"), [("RFFT", np.float32, 5), ("IRFFT", np.complex64, 9)]
)
def test_lengths_of_the_run_that_do_not_fit(op, dtype, most):
    x, result = np.ones((2, 5), dtype), "f32" if op == "IRFFT" else "complex<f32>"
    operands = [Argument(x), Argument(np.array([4], np.int32), (0,))]
    text = tf_text(f"tf.{op}", operands, [f"tensor<*x{result}>"])
    fits = np.array([most], np.int32)
    assert run_function(compiled(text), "main", [x, fits])[0].shape[0] == 2
    wrong = [([x, fits + 1], "at least"), ([x, -fits], "at least 0")]
    check_refusals(text, wrong)


FLEXIBLE = """func.func @main(%x: tensor<?x?x{kind}>) -> tensor<*x{result}> {{
  %shape = "tf.Shape"(%x) : (tensor<?x?x{kind}>) -> tensor<2xi32>
  %start = "tf.Const"() <{{value = dense<1> : tensor<1xi32>}}> : () -> tensor<1xi32>
  %stop = "tf.Const"() <{{value = dense<2> : tensor<1xi32>}}> : () -> tensor<1xi32>
  %n = "tf.StridedSlice"(%shape, %start, %stop, %start) : (tensor<2xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  %length = "tf.FloorDiv"(%n, %stop) : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  %r = "{op}"(%x, %length) : (tensor<?x?x{kind}>, tensor<1xi32>) -> tensor<*x{result}>
  func.return %r : tensor<*x{result}>
}}
"""


@pytest.mark.parametrize("size", [2, 4, 5])
def test_real_transform_of_a_length_that_depends_on_a_size(size):
    rng = np.random.default_rng(size)
    x = rng.standard_normal((2, size)).astype(np.float32)
    text = FLEXIBLE.format(op="tf.RFFT", kind="f32", result="complex<f32>")
    check_text(text, [x], [np.fft.rfft(x, size // 2).astype(np.complex64)], 1e-4, 1e-4)
    y = numbers(rng, (2, size))
    text = FLEXIBLE.format(op="tf.IRFFT", kind="complex<f32>", result="f32")
    check_text(text, [y], [np.fft.irfft(y, size // 2).astype(np.float32)], 1e-4, 1e-4)


def test_the_spectrum_is_half_as_long():
    text = FLEXIBLE.format(op="tf.RFFT", kind="f32", result="complex<f32>")
    module = parse_module(stages(text)["convert-tf-to-mhlo"], "lowered.mlir")
    analysis = analyze(module)
    main = module.body.block.last_op
    n = analysis.shape(main.body.block.args[0])[1]
    half = analysis.shape(main.body.block.last_op.operands[0])[1]
    analysis.facts.learn(f"{n} >= 2")  # the spectrum of nothing is empty
    assert analysis.facts.proves(f"{half} == {n} // 2 // 2 + 1")


@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_parts(dtype):
    x = numbers(np.random.default_rng(0), (2, 3), dtype)
    check_op("tf.Real", [Argument(x)], [x.real])
    check_op("tf.Imag", [Argument(x)], [x.imag])
    check_op("tf.ComplexAbs", [Argument(x)], [abs(x)])
    check_op("tf.Conj", [Argument(x)], [x.conj()])


def test_complex_numbers_of_parts_that_broadcast():
    rng = np.random.default_rng(0)
    a, b = rng.standard_normal((2, 3)).astype(np.float32), np.float32(rng.standard_normal((3,)))
    check_op("tf.Complex", [Argument(a), Argument(b)], [(a + 1j * b).astype(np.complex64)])


def test_unknown_sizes_become_products_with_roots_of_unity():
    x = Argument(np.zeros((2, 3), np.complex64))
    text = stages(tf_text("tf.FFT2D", [x], ["tensor<*xcomplex<f32>>"]))["convert-tf-to-mhlo"]
    assert "mhlo.fft" not in text and "dot_general" in text


SPECTROGRAM = """func.func @main(%x: tensor<?xf32>) -> tensor<*xf32> {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %two = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  %four = "tf.Const"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
  %length = "tf.Const"() <{value = dense<4> : tensor<1xi32>}> : () -> tensor<1xi32>
  %inner = "tf.Const"() <{value = dense<[[0, 1, 2, 3]]> : tensor<1x4xi32>}> : () -> tensor<1x4xi32>
  %window = "tf.Const"() <{value = dense<[0.0, 0.5, 1.0, 0.5]> : tensor<4xf32>}> : () -> tensor<4xf32>
  %n = "tf.Size"(%x) : (tensor<?xf32>) -> tensor<i32>
  %rest = "tf.Sub"(%n, %four) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %hops = "tf.FloorDiv"(%rest, %two) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %next = "tf.AddV2"(%hops, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %count = "tf.Maximum"(%zero, %next) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %frame = "tf.Range"(%zero, %count, %one) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<?xi32>
  %start = "tf.Mul"(%frame, %two) : (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
  %column = "tf.ExpandDims"(%start, %one) : (tensor<?xi32>, tensor<i32>) -> tensor<?x1xi32>
  %index = "tf.AddV2"(%column, %inner) : (tensor<?x1xi32>, tensor<1x4xi32>) -> tensor<?x4xi32>
  %frames = "tf.GatherV2"(%x, %index, %zero) : (tensor<?xf32>, tensor<?x4xi32>, tensor<i32>) -> tensor<?x4xf32>
  %faded = "tf.Mul"(%frames, %window) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  %parts = "tf.RFFT"(%faded, %length) : (tensor<?x4xf32>, tensor<1xi32>) -> tensor<?x3xcomplex<f32>>
  %r = "tf.ComplexAbs"(%parts) : (tensor<?x3xcomplex<f32>>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
"""


def test_frames_of_one_signal():
    """A spectrogram of a vector; signals shorter than a frame have none."""
    lowered = parse_module(stages(SPECTROGRAM)["tieshape-fuse"], "fused.mlir")
    for size in (0, 3, 4, 5, 9):
        x = np.random.default_rng(size).standard_normal(size).astype(np.float32)
        frames = [x[i : i + 4] * [0, 0.5, 1, 0.5] for i in range(0, size - 3, 2)]
        wanted = np.abs(np.fft.rfft(np.array(frames).reshape(-1, 4)))
        (found,) = run_function(lowered, "main", [x])
        assert found.shape == wanted.shape
        np.testing.assert_allclose(found, wanted, 1e-4, 1e-5)


@pytest.mark.parametrize("known", [True, False])
def test_real_transforms_of_volumes(known):
    x = np.random.default_rng(3).standard_normal((2, 2, 3, 4)).astype(np.float32)
    spectrum, sizes = (
        np.fft.rfftn(x, axes=(1, 2, 3)).astype(np.complex64),
        np.array([2, 3, 4], np.int32),
    )
    kind = (lambda v: Argument(v, (0, 1, 2, 3))) if known else Argument
    check_op("tf.RFFT3D", [kind(x), Constant(sizes)], [spectrum])
    check_op("tf.IRFFT3D", [kind(spectrum), Constant(sizes)], [x])


@pytest.mark.parametrize("known", [(), (1,)])
@pytest.mark.parametrize("size", [2, 4, 6, 8, 12])
def test_what_is_real_has_no_imaginary_part(size, known):
    """The first and the middle number of the spectrum of real ones; angles turn with its sign."""
    x = np.random.default_rng(size).standard_normal((3, size)).astype(np.float32)
    lengths = (
        '"tf.Const"() <{value = dense<' + str(size) + "> : tensor<1xi32>}> : () -> tensor<1xi32>"
    )
    if not known:
        lengths = '"tf.StridedSlice"(%s, %one, %two, %one) : (tensor<2xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>'
    last = size if known else "?"
    text = f"""
func.func @main(%x: tensor<?x{last}xf32>) -> tensor<?x?xf32> {{
  %one = "tf.Const"() <{{value = dense<1> : tensor<1xi32>}}> : () -> tensor<1xi32>
  %two = "tf.Const"() <{{value = dense<2> : tensor<1xi32>}}> : () -> tensor<1xi32>
  %s = "tf.Shape"(%x) : (tensor<?x{last}xf32>) -> tensor<2xi32>
  %n = {lengths}
  %f = "tf.RFFT"(%x, %n) : (tensor<?x{last}xf32>, tensor<1xi32>) -> tensor<?x?xcomplex<f32>>
  %i = "tf.Imag"(%f) : (tensor<?x?xcomplex<f32>>) -> tensor<?x?xf32>
  func.return %i : tensor<?x?xf32>
}}
"""
    for name, (imaginary,) in run_stages(text, [x]).items():
        assert not imaginary[:, 0].any() and not imaginary[:, -1].any(), name
        np.testing.assert_allclose(imaginary, np.fft.rfft(x).imag, 1e-4, 1e-5)
