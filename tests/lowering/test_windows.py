"""Convolutions and poolings against their definitions, every spatial size unknown."""

from itertools import product

import numpy as np
import pytest
from tieshape.analysis.analyze import analyze
from tieshape.interpreters import RunError, run_function
from tieshape.text.module import parse_module
from xdsl.utils.exceptions import DiagnosticException

from .harness import Argument, Constant, check_op, stages, tf_text


def ints(values) -> str:
    return "[" + ", ".join(f"{v} : i64" for v in values) + "]"


def amounts(size: int, window: int, stride: int, dilation: int, padding) -> tuple[int, int, int]:
    """Padding before and after, and the number of windows, as TensorFlow defines them."""
    reach = (window - 1) * dilation + 1
    if padding == "SAME":
        count = -(-size // stride)
        needed = max((count - 1) * stride + reach - size, 0)
        return needed // 2, needed - needed // 2, count
    low, high = (0, 0) if padding == "VALID" else padding
    return low, high, int((size + low + high - reach + stride) / stride)


def windows(x, sizes, strides, dilations, paddings, fill):
    """x [batch, spatial…, channels] as [batch, places…, window…, channels]."""
    rank = len(sizes)
    placed = [
        amounts(*a) for a in zip(x.shape[1:-1], sizes, strides, dilations, paddings, strict=True)
    ]
    padded = np.pad(
        x, [(0, 0), *((low, high) for low, high, _ in placed), (0, 0)], constant_values=fill
    )
    counts = [count for *_, count in placed]
    result = np.empty((x.shape[0], *counts, *sizes, x.shape[-1]), x.dtype)
    for at in product(*map(range, counts)):
        for inside in product(*map(range, sizes)):
            place = tuple(
                i * s + j * d for i, s, j, d in zip(at, strides, inside, dilations, strict=True)
            )
            result[(slice(None), *at, *inside)] = padded[(slice(None), *place)]
    assert len(counts) == rank
    return result


def convolved(x, kernel, strides, dilations, paddings, groups=1):
    rank = x.ndim - 2
    views = windows(x, kernel.shape[:rank], strides, dilations, paddings, 0)
    inner, outer = kernel.shape[-2], kernel.shape[-1] // groups
    letters = "abc"[:rank]
    parts = [
        np.einsum(
            f"n...{letters}i,{letters}io->n...o",
            views[..., g * inner : (g + 1) * inner],
            kernel[..., g * outer : (g + 1) * outer],
        )
        for g in range(groups)
    ]
    return np.concatenate(parts, axis=-1)


def first(array):
    """Channels last to channels first."""
    return np.ascontiguousarray(np.moveaxis(array, -1, 1))


def around(values, data_format):
    """One number per dimension from those of the spatial ones."""
    return [1, *values, 1] if data_format.endswith("C") else [1, 1, *values]


def random_case(rng, rank):
    """Sizes, a filter's sizes, strides, dilations and padding of one random case."""
    strides = [int(s) for s in rng.integers(1, 4, rank)]
    dilations = [int(d) for d in rng.integers(1, 3, rank)] if max(strides) == 1 else [1] * rank
    kernel = [int(k) for k in rng.integers(1, 4, rank)]
    reach = [(k - 1) * d + 1 for k, d in zip(kernel, dilations, strict=True)]
    padding = ["SAME", "VALID", "EXPLICIT"][rng.integers(3 if rank == 2 else 2)]
    smallest = [max(r - 2 * s + 1, 0) for r, s in zip(reach, strides, strict=True)]
    sizes = [int(rng.integers(n, r + 7)) for n, r in zip(smallest, reach, strict=True)]
    paddings = [padding] * rank
    if padding == "EXPLICIT":
        paddings = [tuple(map(int, rng.integers(0, 3, 2))) for _ in range(rank)]
    return sizes, kernel, strides, dilations, padding, paddings


def attributes(strides, dilations, padding, paddings, data_format) -> str:
    text = f'strides = {ints(around(strides, data_format))}, padding = "{padding}"'
    text += f', data_format = "{data_format}"'
    if dilations is not None:
        text += f", dilations = {ints(around(dilations, data_format))}"
    if padding == "EXPLICIT":
        pairs = around(paddings, data_format)
        flat = [n for pair in pairs for n in (pair if isinstance(pair, tuple) else (0, 0))]
        text += f", explicit_paddings = {ints(flat)}"
    return text


@pytest.mark.parametrize("seed", range(8))
def test_convolution(seed):
    rng = np.random.default_rng(seed)
    rank = 3 if seed % 4 == 3 else 2
    sizes, window, strides, dilations, padding, paddings = random_case(rng, rank)
    groups = int(rng.integers(1, 3)) if rank == 2 else 1
    inner, outer = int(rng.integers(1, 4)), groups * int(rng.integers(1, 3))
    dtype = [np.float32, np.float64, np.float16][seed % 3]
    x = rng.standard_normal((int(rng.integers(0, 4)), *sizes, inner * groups)).astype(dtype)
    kernel = rng.standard_normal((*window, inner, outer)).astype(dtype)
    expected = convolved(x, kernel, strides, dilations, paddings, groups).astype(dtype)
    data_format = "NHWC" if rank == 2 else "NDHWC"
    if rng.integers(2):
        data_format = "NCHW" if rank == 2 else "NCDHW"
        x, expected = first(x), first(expected)
    channel = x.ndim - 1 if data_format.endswith("C") else 1
    static = ((channel,), (rank, rank + 1)) if groups > 1 else ((), ())
    tolerance = 2e-2 if dtype is np.float16 else 1e-4
    check_op(
        "tf.Conv2D" if rank == 2 else "tf.Conv3D",
        [Argument(x, static[0]), Argument(kernel, static[1]) if seed % 2 else Constant(kernel)],
        [expected],
        attributes(strides, dilations, padding, paddings, data_format),
        tolerance,
        tolerance,
    )


@pytest.mark.parametrize("seed", range(5))
def test_depthwise_convolution(seed):
    rng = np.random.default_rng(100 + seed)
    sizes, window, strides, dilations, padding, paddings = random_case(rng, 2)
    channels, multiplier = int(rng.integers(1, 4)), int(rng.integers(1, 3))
    x = rng.standard_normal((2, *sizes, channels)).astype(np.float32)
    kernel = rng.standard_normal((*window, channels, multiplier)).astype(np.float32)
    views = windows(x, window, strides, dilations, paddings, 0)
    expected = np.einsum("n...abc,abcm->n...cm", views, kernel)
    expected = expected.reshape(*expected.shape[:-2], channels * multiplier)
    data_format = "NHWC"
    if seed % 2:
        data_format, x, expected = "NCHW", first(x), first(expected)
    check_op(
        "tf.DepthwiseConv2dNative",
        [Argument(x), Argument(kernel) if seed == 3 else Constant(kernel)],
        [expected],
        attributes(strides, dilations, padding, paddings, data_format),
    )


@pytest.mark.parametrize("seed", range(8))
def test_gradients_of_convolution(seed):
    """The gradients are the transposes of the convolution, which is linear in image and filter."""
    rng = np.random.default_rng(200 + seed)
    sizes, window, strides, dilations, padding, paddings = random_case(rng, 2)
    groups = int(rng.integers(1, 3))
    inner, outer = int(rng.integers(1, 3)), groups * int(rng.integers(1, 3))
    x = rng.standard_normal((2, *sizes, inner * groups)).astype(np.float64)
    kernel = rng.standard_normal((*window, inner, outer)).astype(np.float64)
    forward = convolved(x, kernel, strides, dilations, paddings, groups)
    arriving = rng.standard_normal(forward.shape)

    def transposed(like, apply):
        """The gradient of `sum(arriving * apply(v))` by `v`, an element at a time."""
        result = np.zeros_like(like)
        for at in np.ndindex(like.shape):
            unit = np.zeros_like(like)
            unit[at] = 1
            result[at] = (apply(unit) * arriving).sum()
        return result

    case = strides, dilations, paddings, groups
    text = attributes(strides, dilations, padding, paddings, "NHWC")
    channels = (3,) if groups > 1 else ()
    if seed % 2:
        expected = transposed(x, lambda v: convolved(v, kernel, *case))
        sizes_of_x = Constant(np.array(x.shape, np.int32))
        operands = [sizes_of_x, Argument(kernel, (2, 3)), Argument(arriving, channels)]
        check_op("tf.Conv2DBackpropInput", operands, [expected], text)
    else:
        expected = transposed(kernel, lambda v: convolved(x, v, *case))
        sizes_of_kernel = Constant(np.array(kernel.shape, np.int32))
        operands = [Argument(x, channels), sizes_of_kernel, Argument(arriving, channels)]
        check_op("tf.Conv2DBackpropFilter", operands, [expected], text)


@pytest.mark.parametrize("format", ["NHWC", "NCHW"])
@pytest.mark.parametrize("count", [2, 4])
def test_sizes_of_the_image_that_only_a_run_knows(format, count):
    rng = np.random.default_rng(count)
    kernel, arriving = rng.standard_normal((3, 3, 2, 3)), rng.standard_normal((2, 3, 3, 3))
    expected = np.zeros((2, 5, 6, 2))
    for place in np.ndindex(expected.shape):
        unit = np.zeros_like(expected)
        unit[place] = 1
        forward = convolved(unit, kernel, [2, 2], [1, 1], [(1, 1), (0, 1)], 1)
        expected[place] = (forward * arriving).sum()
    sizes = np.array([5, 6] if count == 2 else expected.shape, np.int32)
    if format == "NCHW":
        expected, arriving = (np.moveaxis(x, 3, 1) for x in (expected, arriving))
        sizes = sizes if count == 2 else np.array(expected.shape, np.int32)
    text = attributes([2, 2], [1, 1], "SAME", None, format)
    operands = [
        Argument(sizes, (0,)),
        Argument(kernel, (0, 1, 2, 3)),
        Argument(arriving, (1, 2, 3)),
    ]
    check_op("tf.Conv2DBackpropInput", operands, [expected], text)


@pytest.mark.parametrize(
    "shape, arriving, stride, padding",
    [
        ((2, 0, 4, 1), (2, 0, 2, 2), 2, "SAME"),
        ((0, 4, 4, 1), (0, 2, 2, 2), 2, "SAME"),
        ((1, 2, 5, 1), (1, 0, 3, 2), 1, "VALID"),
        ((1, 1, 5, 1), (1, 0, 2, 2), 2, "VALID"),
    ],
)
def test_gradients_of_nothing_are_zero(shape, arriving, stride, padding):
    text = attributes([stride, stride], [1, 1], padding, None, "NHWC")
    gradient, kernel = Argument(np.ones(arriving)), np.zeros((3, 3, 1, 2))
    sizes = Constant(np.array(kernel.shape, np.int32))
    operands = [Argument(np.ones(shape)), sizes, gradient]
    check_op("tf.Conv2DBackpropFilter", operands, [kernel], text)
    operands = [Constant(np.array(shape, np.int32)), Argument(kernel + 1), gradient]
    if 0 in arriving[1:3]:
        check_op("tf.Conv2DBackpropInput", operands, [np.zeros(shape)], text)


@pytest.mark.parametrize("seed", range(10))
def test_pooling(seed):
    rng = np.random.default_rng(300 + seed)
    rank = 3 if seed % 5 == 4 else 2
    sizes, window, strides, _, padding, paddings = random_case(rng, rank)
    largest = seed % 2 == 0
    if not largest and padding == "EXPLICIT":
        padding, paddings = "SAME", ["SAME"] * rank
    if padding == "EXPLICIT":
        paddings = [(p[0] % w, p[1] % w) for p, w in zip(paddings, window, strict=True)]
    dtype = np.float16 if seed == 3 else np.float32
    x = rng.standard_normal((2, *sizes, 3)).astype(dtype)
    fill = -np.inf if largest else np.nan
    views = windows(x, window, strides, [1] * rank, paddings, fill)
    inside = tuple(range(1 + rank, 1 + 2 * rank))
    if largest:
        expected = views.max(axis=inside, initial=-np.inf)
    else:
        expected = np.nanmean(views.astype(np.float64), axis=inside).astype(dtype)
    data_format = "NHWC" if rank == 2 else "NDHWC"
    if seed % 3 == 2:
        data_format = "NCHW" if rank == 2 else "NCDHW"
        x, expected = first(x), first(expected)
    text = attributes(strides, None, padding, paddings, data_format)
    text += f", ksize = {ints(around(window, data_format))}"
    name = ("tf.MaxPool" if largest else "tf.AvgPool") + ("3D" if rank == 3 else "")
    check_op(name, [Argument(x)], [expected], text, 1e-3, 1e-3)


@pytest.mark.parametrize("seed", range(8))
def test_gradients_of_pooling(seed):
    """A mean is linear; a maximum leads to its place, the first one in a plane, all in a volume."""
    rng = np.random.default_rng(400 + seed)
    rank = 3 if seed % 4 > 1 else 2
    sizes, window, strides, _, padding, paddings = random_case(rng, rank)
    if padding == "EXPLICIT":
        padding, paddings = "SAME", ["SAME"] * rank
    x = rng.integers(0, 4, (seed % 3, *sizes, 2)).astype(np.float32)
    case = window, strides, [1] * rank, paddings
    numbers = windows(np.arange(x.size).reshape(x.shape), *case, -1)
    views = windows(x, *case, -np.inf)
    inside = tuple(range(1 + rank, 1 + 2 * rank))
    largest = views.max(axis=inside, initial=-np.inf)
    arriving = rng.standard_normal(largest.shape).astype(np.float32)
    mean, maximum = np.zeros((2, x.size))
    for at in np.ndindex(largest.shape):
        here = (*at[:-1], *(slice(None),) * rank, at[-1])
        places = numbers[here].ravel()
        covered = places[places >= 0]
        mean[covered] += arriving[at] / len(covered)
        hits = places[(views[here].ravel() == largest[at]) & (places >= 0)]
        maximum[hits if rank == 3 else hits[:1]] += arriving[at]
    mean, maximum = (g.reshape(x.shape).astype(np.float32) for g in (mean, maximum))
    data_format = "NHWC" if rank == 2 else "NDHWC"
    if seed % 4 == 1:
        data_format = "NCHW"
        x, largest, arriving, mean, maximum = map(first, (x, largest, arriving, mean, maximum))
    text = attributes(strides, None, padding, paddings, data_format)
    text += f", ksize = {ints(around(window, data_format))}"
    kind = "3DGrad" if rank == 3 else "Grad"
    shape = np.array(x.shape, np.int32)
    sizes_of_x = Argument(shape, (0,)) if seed % 2 else Constant(shape)
    check_op(f"tf.AvgPool{kind}", [sizes_of_x, Argument(arriving)], [mean], text)
    operands = [Argument(value) for value in (x, largest, arriving)]
    check_op(f"tf.MaxPool{kind}", operands, [maximum], text)


def test_a_gradient_of_another_size_than_the_pooled_image_stops_the_run():
    text = attributes([2, 2], None, "VALID", None, "NHWC") + ", ksize = [1, 2, 2, 1]"
    operands = [Argument(image(1, 4, 4, 1)), *[Argument(image(1, 2, 2, 1))] * 2]
    module = parse_module(lowered("tf.MaxPoolGrad", operands, text), "lowered.mlir")
    with pytest.raises(RunError, match=r"tf\.MaxPoolGrad.*windows and gradient"):
        run_function(module, "main", [image(1, 4, 4, 1), image(1, 2, 2, 1), image(1, 2, 1, 1)])


def test_an_image_whose_sizes_are_an_argument():
    rng = np.random.default_rng(5)
    kernel = rng.standard_normal((2, 2, 1, 1))
    arriving = rng.standard_normal((1, 2, 3, 1))
    expected = np.zeros((1, 4, 6, 1))
    for i, j in np.ndindex(2, 3):
        block = kernel[:, :, 0, 0] * arriving[0, i, j, 0]
        expected[0, 2 * i : 2 * i + 2, 2 * j : 2 * j + 2, 0] = block
    sizes = Argument(np.array(expected.shape, np.int32), (0,))
    operands = [sizes, Argument(kernel), Argument(arriving)]
    text = attributes([2, 2], [1, 1], "VALID", None, "NHWC")
    check_op("tf.Conv2DBackpropInput", operands, [expected], text)


SAME = attributes([2, 2], [1, 1], "SAME", None, "NHWC")
VALID = attributes([1, 1], [1, 1], "VALID", None, "NHWC")


def lowered(op, operands, text, stage="convert-tf-to-mhlo"):
    return stages(tf_text(op, operands, ["tensor<*xf32>"], text))[stage]


def image(*shape):
    return np.ones(shape, np.float32)


def test_facts_of_a_same_convolution_survive():
    text = lowered("tf.Conv2D", [Argument(image(1, 5, 5, 1)), Constant(image(3, 3, 1, 2))], SAME)
    facts = analyze(parse_module(text, "lowered.mlir")).facts
    module = parse_module(text, "lowered.mlir")
    analysis = analyze(module)
    main = module.body.block.last_op
    height = analysis.shape(main.body.block.args[0])[1]
    result = analysis.shape(main.body.block.last_op.operands[0])
    assert facts is not None
    assert analysis.facts.proves(f"2*{result[1]} >= {height}")
    assert analysis.facts.proves(f"2*{result[1]} <= {height} + 1")
    assert result[3].constant_value == 2


def test_a_same_convolution_by_one_keeps_sizes_and_pads_statically():
    text = attributes([1, 1], [1, 1], "SAME", None, "NHWC")
    found = lowered("tf.Conv2D", [Argument(image(1, 5, 5, 1)), Constant(image(3, 3, 1, 2))], text)
    assert "mhlo.convolution" in found and "dynamic_conv" not in found
    module = parse_module(found, "lowered.mlir")
    analysis = analyze(module)
    main = module.body.block.last_op
    before = analysis.shape(main.body.block.args[0])
    after = analysis.shape(main.body.block.last_op.operands[0])
    assert all(
        analysis.facts.proves(f"{a} == {b}") for a, b in zip(before[:3], after, strict=False)
    )


def test_channels_that_differ_are_refused():
    x, kernel = Argument(image(1, 5, 5, 4), (3,)), Constant(image(3, 3, 3, 2))
    with pytest.raises(DiagnosticException, match=r"tf\.Conv2D"):
        lowered("tf.Conv2D", [x, kernel], VALID)


def test_unknown_channels_that_differ_stop_the_run():
    text = lowered("tf.Conv2D", [Argument(image(1, 5, 5, 3)), Argument(image(3, 3, 3, 2))], VALID)
    module = parse_module(text, "lowered.mlir")
    with pytest.raises(RunError, match=r"tf\.Conv2D.*channels"):
        run_function(module, "main", [image(1, 5, 5, 4), image(3, 3, 3, 2)])


def test_a_window_larger_than_the_image_stops_the_run():
    text = lowered("tf.Conv2D", [Argument(image(1, 5, 5, 3)), Constant(image(3, 3, 3, 2))], VALID)
    module = parse_module(text, "lowered.mlir")
    with pytest.raises(RunError, match=r"tf\.Conv2D.*window"):
        run_function(module, "main", [image(1, 1, 5, 3)])


def test_a_rank_that_inference_finds_is_checked():
    """The type says nothing of the rank; the reshape before does."""
    text = """func.func @main(%x: tensor<?xf32>, %k: tensor<1x1x1x1xf32>) -> tensor<*xf32> {
      %shape = "tf.Const"() <{value = dense<[1, -1, 1]> : tensor<3xi32>}> : () -> tensor<3xi32>
      %y = "tf.Reshape"(%x, %shape) : (tensor<?xf32>, tensor<3xi32>) -> tensor<*xf32>
      %r = "tf.Conv2D"(%y, %k) <{strides = [1, 1, 1, 1], padding = "SAME"}> : (tensor<*xf32>, tensor<1x1x1x1xf32>) -> tensor<*xf32>
      func.return %r : tensor<*xf32>
    }"""
    with pytest.raises(DiagnosticException, match=r"tf\.Conv2D: operand 0 has rank 3, needed 4"):
        stages(text)
