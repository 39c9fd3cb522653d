"""Matrix products of tf and the bias of a layer, against numpy."""

import numpy as np
import pytest
from tieshape.analysis.analyze import analyze
from tieshape.symbolic import parse_predicate
from tieshape.text.diagnostics import LocatedError
from tieshape.text.module import parse_module
from xdsl.utils.exceptions import PassFailedException, VerifyException

from .harness import Argument, check_op, run_stages, stages, tf_text

RNG = np.random.default_rng(5)
REFUSED = (PassFailedException, VerifyException, LocatedError)


def numbers(shape: tuple[int, ...], dtype: str = "float32") -> np.ndarray:
    if dtype.startswith("complex"):
        return (RNG.uniform(-2, 2, shape) + 1j * RNG.uniform(-2, 2, shape)).astype(dtype)
    return np.asarray(RNG.integers(-4, 5, shape)).astype(dtype)


def flipped(x: np.ndarray) -> np.ndarray:
    return x.swapaxes(-1, -2)


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "complex64"])
@pytest.mark.parametrize("flags", [(False, False), (True, False), (False, True), (True, True)])
def test_matmul(dtype: str, flags: tuple[bool, bool]) -> None:
    """Sizes of 0 and 1 among the rows, the columns and what is contracted."""
    m, k, n = (int(RNG.choice([0, 1, 2, 3])) for _ in range(3))
    x, y = numbers((m, k), dtype), numbers((k, n), dtype)
    operands = [Argument(flipped(x) if flags[0] else x), Argument(flipped(y) if flags[1] else y)]
    attributes = f"transpose_a = {str(flags[0]).lower()}, transpose_b = {str(flags[1]).lower()}"
    check_op("tf.MatMul", operands, [x @ y], attributes)


def test_nothing_contracted_gives_zeros() -> None:
    check_op(
        "tf.MatMul",
        [Argument(numbers((2, 0))), Argument(numbers((0, 3)))],
        [np.zeros((2, 3), np.float32)],
    )


BATCHES = [
    ((), ()),
    ((2,), (2,)),
    ((2, 1), (3,)),
    ((1,), (2, 3)),
    ((0,), (1,)),
    ((), (2,)),
    ((3,), ()),
    ((2, 3), ()),
    ((0,), ()),
]


@pytest.mark.parametrize("batches", BATCHES)
@pytest.mark.parametrize("op", ["BatchMatMulV2", "BatchMatMulV3"])
def test_batches_broadcast(op: str, batches: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    x, y = numbers((*batches[0], 2, 3)), numbers((*batches[1], 3, 4))
    check_op(f"tf.{op}", [Argument(x), Argument(y)], [x @ y])


@pytest.mark.parametrize("batches", [((2,), (2,)), ((2,), ()), ((), (2,))])
@pytest.mark.parametrize("dtype", ["complex64", "int32"])
def test_adjoints_are_conjugated(dtype: str, batches: tuple[tuple[int, ...], ...]) -> None:
    x, y = numbers((*batches[0], 3, 4), dtype), numbers((*batches[1], 5, 3), dtype)
    expected = np.conj(flipped(x)) @ np.conj(flipped(y))
    operands = [Argument(x), Argument(y)]
    check_op("tf.BatchMatMulV2", operands, [expected], "adj_x = true, adj_y = true")


def test_small_integers_are_multiplied_into_large_ones() -> None:
    x, y = (numbers(shape, "int8") * 20 for shape in ((3, 40), (40, 2)))
    x, y = x.astype(np.int8), y.astype(np.int8)
    expected = x.astype(np.int32) @ y.astype(np.int32)
    check_op("tf.BatchMatMulV3", [Argument(x), Argument(y)], [expected])


def test_contracted_sizes_agree() -> None:
    """Refused where it is static, guarded where not, and the guard says what holds."""
    x, y = numbers((2, 3)), numbers((4, 5))
    with pytest.raises(REFUSED, match=r"tf\.MatMul"):
        stages(tf_text("tf.MatMul", [Argument(x, (1,)), Argument(y, (0,))], ["tensor<*xf32>"]))
    text = tf_text("tf.MatMul", [Argument(x), Argument(y)], ["tensor<*xf32>"])
    for stage in stages(text).values():
        facts = analyze(parse_module(stage, "test.mlir")).facts
        assert facts.proves(parse_predicate("S1 == S2")) or "@S2" not in stage
        assert not facts.proves(parse_predicate("S0 == S1"))
    with pytest.raises(Exception, match=r"tf\.MatMul.*must agree"):
        run_stages(text, [x, y])


def test_the_first_batch_matmul_does_not_broadcast() -> None:
    x, y = numbers((2, 2, 3)), numbers((1, 3, 4))
    text = tf_text("tf.BatchMatMul", [Argument(x), Argument(y)], ["tensor<*xf32>"])
    with pytest.raises(Exception, match="batch dimensions"):
        run_stages(text, [x, y])


def test_a_vector_is_no_matrix() -> None:
    text = """
func.func @main(%x: tensor<?xf32>, %y: tensor<?x?xf32>) -> tensor<*xf32> {
  %u = "tf.Identity"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  %r = "tf.BatchMatMulV2"(%u, %y) : (tensor<*xf32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
"""
    with pytest.raises(REFUSED, match=r"tf\.BatchMatMulV2"):
        stages(text)


@pytest.mark.parametrize("shape", [(2, 3), (2, 3, 4, 5), (0, 3, 2)])
@pytest.mark.parametrize("data_format", ["NHWC", "NCHW"])
def test_bias_add(shape: tuple[int, ...], data_format: str) -> None:
    x = numbers(shape)
    channel = 1 if data_format == "NCHW" else len(shape) - 1
    bias = numbers((shape[channel],))
    spread = bias.reshape([-1 if i == channel else 1 for i in range(len(shape))])
    check_op(
        "tf.BiasAdd", [Argument(x), Argument(bias)], [x + spread], f'data_format = "{data_format}"'
    )
