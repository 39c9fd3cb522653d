"""Numbers of gamma, Poisson and binomial distributions, those that TensorFlow 2.21 gives for these seeds."""

import numpy as np
import pytest

from .harness import Argument, Constant, check_op, check_refusals, tf_text

SEED = np.array([123, -456], np.int64)
NAN = np.nan


def shape(*sizes):
    return Argument(np.array(sizes, np.int32), (0,))


def test_gamma():
    """Below 1 a power of one more number, at 1 an exponential one."""
    alpha = np.array([0.3, 1, 2.5])
    expected = np.array(
        [
            [4.67704344e-02, 8.81085373e-01, 1.15436335e00],
            [6.91653163e-01, 1.64128698e-01, 6.06870148e00],
            [4.34820767e-01, 4.01896679e-01, 1.29004767e00],
            [1.10565962e-06, 3.75376769e-01, 9.10862184e-01],
        ]
    )
    operands = [shape(4, 3), Argument(SEED), Argument(alpha)]
    check_op("tf.StatelessRandomGammaV2", operands, [expected], rtol=1e-7, atol=0)
    operands = [shape(4, 3), Argument(SEED), Constant(alpha.astype(np.float16))]
    check_op("tf.StatelessRandomGammaV2", operands, [expected.astype(np.float16)], rtol=3e-3)


def test_gamma_by_a_key():
    """The same numbers: the key and the counter are those of the seeds."""
    alpha, expected = np.float32([0.3]), np.float32([[1.0202382], [0.00160844]])
    key, counter = 0x4D2B8B4B67EF5F13, 0
    operands = [
        shape(2, 1),
        Argument(np.array([key], np.uint64)),
        Argument(np.array([counter, 5], np.uint64)),
        Constant(np.array(1, np.int32)),
        Argument(alpha),
    ]
    check_op("tf.StatelessRandomGammaV3", operands, [expected], rtol=1e-5)


def test_poisson():
    """Below 10 a product of uniform numbers, else tries of a transformed one."""
    rates = np.array([0.7, 9, 10, 150])
    expected = [
        [1, 13, 12, 152],
        [4, 11, 7, 129],
        [0, 10, 16, 153],
        [0, 13, 10, 142],
        [1, 14, 13, 140],
        [0, 7, 13, 157],
    ]
    operands = [shape(6, 4), Argument(SEED), Argument(rates)]
    check_op("tf.StatelessRandomPoisson", operands, [np.array(expected, np.int64)], rtol=0, atol=0)


def test_binomial():
    """Both ways to draw, from either end; nothing to draw at 0 and 1; counts and probabilities are
    broadcast.
    """
    counts, probs = np.array([[3.0], [90.0]]), np.array([0.2, 0.5, 0.9, 0, 1, NAN])
    expected = [
        [[0, 1, 3, 0, 3, NAN], [22, 42, 80, 0, 90, NAN]],
        [[2, 2, 2, 0, 3, NAN], [12, 41, 82, 0, 90, NAN]],
        [[1, 2, 2, 0, 3, NAN], [19, 48, 82, 0, 90, NAN]],
    ]
    operands = [shape(3, 2, 6), Argument(SEED), Argument(counts), Argument(probs)]
    check_op("tf.StatelessRandomBinomial", operands, [np.array(expected)], rtol=0, atol=0)
    operands = [shape(5), Argument(SEED), *map(Argument, np.array([1000, 0.3]))]
    expected = np.array([300.0, 318, 280, 295, 304])
    check_op("tf.StatelessRandomBinomial", operands, [expected], rtol=0, atol=0)


@pytest.mark.parametrize("op", ["GammaV2", "Poisson"])
@pytest.mark.parametrize("sizes", [(0, 3), (2, 0), (0,)])
def test_no_numbers(op, sizes):
    rates, none = np.ones(sizes[-1:], np.float32), np.zeros(sizes, np.float32)
    check_op(f"tf.StatelessRandom{op}", [shape(*sizes), Argument(SEED), Argument(rates)], [none])


def test_a_rate_that_is_none_ends():
    rates = np.array([NAN, np.inf, -1, 0], np.float32)
    expected = np.float32([NAN, np.inf, 0, 0])
    check_op("tf.StatelessRandomPoisson", [shape(4), Argument(SEED), Argument(rates)], [expected])


@pytest.mark.parametrize("op, count", [("GammaV2", 1), ("Poisson", 1), ("Binomial", 2)])
def test_the_shape_ends_with_that_of_the_parameters(op, count):
    operands = [shape(4, 3), Argument(SEED), *[Argument(np.ones(3, np.float32))] * count]
    text = tf_text(f"tf.StatelessRandom{op}", operands, ["tensor<*xf32>"])
    inputs = [np.array([4, 3], np.int32), SEED, *[np.ones(2, np.float32)] * count]
    check_refusals(text, [(inputs, "must end with the sizes of the parameters")])
