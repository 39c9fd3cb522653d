"""Normalization, losses and gradients against their definitions."""

import numpy as np
import pytest
from tieshape.analysis.analyze import analyze
from tieshape.interpreters import RunError, run_function
from tieshape.runtime import Model
from tieshape.text.module import parse_module
from xdsl.utils.exceptions import DiagnosticException

from .harness import Argument, Constant, check_op, check_text, stages, tensor_type, tf_text


def sizes(rng, rank, least=0):
    return tuple(int(n) for n in rng.integers(least, 5, rank))


@pytest.mark.parametrize("seed", range(6))
def test_batch_normalization(seed):
    rng = np.random.default_rng(seed)
    version = ["", "V2", "V3"][seed % 3]
    training = seed >= 3
    data_format = ["NHWC", "NCHW", "NDHWC"][(seed + seed // 3) % 3]
    dtype = np.float16 if seed == 5 else np.float32
    rank = len(data_format)
    axis = rank - 1 if data_format.endswith("C") else 1
    x = rng.standard_normal(sizes(rng, rank, 1)).astype(dtype)
    channels = x.shape[axis]
    scale, offset, mean = rng.standard_normal((3, channels)).astype(np.float32)
    variance = rng.uniform(0.5, 2, channels).astype(np.float32)
    factor = 0.25 if seed == 4 else 1.0

    def along(vector):
        return np.expand_dims(vector, [i for i in range(rank) if i != axis])

    epsilon = 0.01
    if training:
        others = tuple(i for i in range(rank) if i != axis)
        wide = x.astype(np.float64)
        used = wide.mean(axis=others), wide.var(axis=others)
        n = x.size // channels
        unbiased = used[1] * n / max(n - 1, 1)
        kept = [old * (1 - factor) + new * factor
                for old, new in zip((mean, variance), (used[0], unbiased), strict=True)]  # fmt: skip
        if factor == 1:
            mean = variance = np.zeros(0, np.float32)
    else:
        used = kept = mean, variance
    y = (x - along(used[0])) / np.sqrt(along(used[1]) + epsilon) * along(scale) + along(offset)
    expected = [y.astype(dtype), *(np.asarray(v, np.float32) for v in (*kept, *used))]
    if version == "V3":
        expected.append(np.zeros((), np.float32))
    check_op(
        f"tf.FusedBatchNorm{version}",
        [Argument(v) for v in (x, scale, offset, mean, variance)],
        expected,
        f'data_format = "{data_format}", epsilon = {epsilon} : f32, is_training = '
        f"{str(training).lower()}, exponential_avg_factor = {factor} : f32",
        2e-2 if dtype is np.float16 else 1e-4,
        2e-2 if dtype is np.float16 else 1e-4,
    )


GRADIENTS = {
    "Tanh": lambda y, dy: dy * np.conj(1 - y * y),
    "Sigmoid": lambda y, dy: dy * np.conj(y * (1 - y)),
    "Rsqrt": lambda y, dy: dy * np.conj(-0.5 * y**3),
    "Sqrt": lambda y, dy: dy * np.conj(0.5 / y),
    "Relu": lambda g, x: g * (x > 0),
    "Relu6": lambda g, x: g * ((x > 0) & (x < 6)),
}


@pytest.mark.parametrize("name", GRADIENTS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex64])
def test_gradient(name, dtype):
    if dtype is np.complex64 and name.startswith("Relu"):
        return
    rng = np.random.default_rng(len(name))
    shape = sizes(rng, int(rng.integers(0, 4)), int(dtype is not np.float64))
    first, second = (rng.standard_normal((2, *shape)) * 4).astype(dtype)
    if dtype is np.complex64:
        first = (first + 1j * rng.standard_normal(shape)).astype(dtype)
    expected = np.asarray(GRADIENTS[name](first, second), dtype)
    check_op(f"tf.{name}Grad", [Argument(first), Argument(second)], [expected])


@pytest.mark.parametrize("data_format", ["NHWC", "NCHW"])
@pytest.mark.parametrize("rank", [2, 4])
def test_gradient_of_a_bias(data_format, rank):
    rng = np.random.default_rng(rank)
    x = rng.standard_normal(sizes(rng, rank)).astype(np.float32)
    channel = 1 if data_format == "NCHW" else rank - 1
    expected = x.sum(axis=tuple(i for i in range(rank) if i != channel))
    check_op("tf.BiasAddGrad", [Argument(x)], [expected], f'data_format = "{data_format}"')


@pytest.mark.parametrize("shape", [(), (3, 4), (0, 2)])
def test_l2_loss(shape):
    x = np.random.default_rng(1).standard_normal(shape).astype(np.float32)
    check_op("tf.L2Loss", [Argument(x)], [np.asarray((x**2).sum() / 2, np.float32)])


def log_softmax(x):
    shifted = x - x.max(axis=-1, keepdims=True, initial=-1e30)
    return shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))


@pytest.mark.parametrize("rows", [0, 1, 4])
@pytest.mark.parametrize("label_rows", [None, 1])
def test_cross_entropy(rows, label_rows):
    rng = np.random.default_rng(rows)
    x = (rng.standard_normal((rows, 3)) * 3).astype(np.float32)
    labels = rng.uniform(0, 1, (rows if label_rows is None else label_rows, 3)).astype(np.float32)
    labels[..., 0] = 0
    logarithm = log_softmax(x)
    expected = -(labels * logarithm).sum(axis=1), np.exp(logarithm) - labels
    check_op("tf.SoftmaxCrossEntropyWithLogits", [Argument(x), Argument(labels)], expected)


def test_a_label_of_zero_hides_an_infinite_loss():
    x = np.array([[0.0, -np.inf]], np.float32)
    labels = np.array([[1.0, 0.0]], np.float32)
    expected = np.zeros(1, np.float32), np.zeros((1, 2), np.float32)
    check_op("tf.SoftmaxCrossEntropyWithLogits", [Argument(x), Argument(labels)], expected)


@pytest.mark.parametrize("dtype", [np.int32, np.int64])
@pytest.mark.parametrize("rows", [0, 4])
def test_sparse_cross_entropy(rows, dtype):
    rng = np.random.default_rng(rows)
    x = (rng.standard_normal((rows, 5)) * 3).astype(np.float64)
    labels = rng.integers(0, 5, rows).astype(dtype)
    logarithm = log_softmax(x)
    gradient = np.exp(logarithm) - np.eye(5)[labels]
    expected = -logarithm[np.arange(rows), labels], gradient
    check_op("tf.SparseSoftmaxCrossEntropyWithLogits", [Argument(x), Argument(labels)], expected)


def test_a_label_that_is_no_class_stops_the_run():
    operands = [Argument(np.zeros((3, 2), np.float32)), Argument(np.array([0, 2, -1], np.int32))]
    results = [np.zeros(3, np.float32), np.zeros((3, 2), np.float32)]
    with pytest.raises(RunError, match=r"tf\.SparseSoftmaxCrossEntropyWithLogits.*labels"):
        check_op("tf.SparseSoftmaxCrossEntropyWithLogits", operands, results)


def lowered(op, operands, attributes="", results=2):
    kinds = ["tensor<*xf32>"] * results
    return stages(tf_text(op, operands, kinds, attributes))["convert-tf-to-mhlo"]


def test_rows_and_labels_have_equal_sizes_afterwards():
    operands = [Argument(np.zeros((3, 2), np.float32)), Argument(np.zeros(3, np.int32))]
    module = parse_module(lowered("tf.SparseSoftmaxCrossEntropyWithLogits", operands), "lowered")
    analysis = analyze(module)
    features, labels = (analysis.shape(arg) for arg in module.body.block.last_op.body.block.args)
    assert analysis.facts.proves(f"{features[0]} == {labels[0]}")
    assert analysis.facts.proves(f"{features[1]} >= 1")
    with pytest.raises(RunError, match="3"):
        run_function(module, "main", [np.zeros((3, 2), np.float32), np.zeros(4, np.int32)])


def test_gradients_of_different_sizes_are_refused():
    operands = [Argument(np.zeros(3, np.float32), (0,)), Argument(np.zeros(2, np.float32), (0,))]
    with pytest.raises(DiagnosticException, match=r"tf\.TanhGrad"):
        lowered("tf.TanhGrad", operands, results=1)


def test_a_scale_of_another_size_stops_the_run():
    vectors = [np.zeros(4, np.float32)] * 4
    operands = [Argument(np.zeros((1, 2, 2, 4), np.float32)), *map(Argument, vectors)]
    text = lowered("tf.FusedBatchNorm", operands, "is_training = false", 5)
    module = parse_module(text, "lowered.mlir")
    with pytest.raises(RunError, match="3"):
        run_function(
            module,
            "main",
            [np.zeros((1, 2, 2, 4), np.float32), np.zeros(3, np.float32), *vectors[1:]],
        )


def test_constants_are_operands_too():
    """The running statistics of a trained model are constants."""
    x = np.ones((1, 2, 2, 3), np.float32)
    vectors = [np.array([1, 2, 3], np.float32)] * 4
    y = (x - vectors[0]) / np.sqrt(vectors[0] + 0.5) * vectors[0] + vectors[0]
    operands = [Argument(x), *map(Constant, vectors)]
    text = tf_text("tf.FusedBatchNorm", operands, [tensor_type(x, ()), *["tensor<3xf32>"] * 4],
                   "is_training = false, epsilon = 0.5 : f32")  # fmt: skip
    check_text(text, [x], [y, *[vectors[0]] * 4])


@pytest.mark.parametrize(
    ("kind", "size"), [("tensor<0xf32>", 0), ("tensor<?xf32>", 0), ("tensor<3xf32>", 3)]
)
def test_a_reserve_space_is_what_its_type_says(kind, size):
    x, vector = np.ones((1, 1, 1, 2), np.float32), np.ones(2, np.float32)
    operands = [Argument(x), *[Argument(vector)] * 4]
    types = [tensor_type(x, ()), *["tensor<2xf32>"] * 4, kind]
    attributes = "is_training = false, epsilon = 0.0 : f32"
    text = tf_text("tf.FusedBatchNormV3", operands, types, attributes)
    check_text(text, [x, *[vector] * 4], [x, *[vector] * 4, np.zeros(size, np.float32)])


@pytest.mark.parametrize(
    ("op", "labels"),
    [
        ("tf.SoftmaxCrossEntropyWithLogits", np.ones((2, 1), np.float32)),
        ("tf.SparseSoftmaxCrossEntropyWithLogits", np.zeros(2, np.int32)),
    ],
)
def test_no_loss_has_no_sign(op, labels):
    text = tf_text(
        op,
        [Argument(np.ones((2, 1), np.float32)), Argument(labels)],
        ["tensor<?xf32>", "tensor<?x1xf32>"],
    )
    loss, _ = Model(text)(np.ones((2, 1), np.float32), labels)
    assert loss.tolist() == [0, 0] and not np.signbit(loss).any()
