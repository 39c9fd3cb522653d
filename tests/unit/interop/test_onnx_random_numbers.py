"""Operators that draw random numbers: how these are spread, and what is left as it is."""

import numpy as np
import pytest

pytest.importorskip("onnx", reason="onnx is not installed; pip install 'tieshape[onnx]' brings it")

from tieshape.text.diagnostics import LocatedError

from tieshape import Runner

from .onnx_models import check, compiled, imported, numbers


def run(body: str, *inputs: object) -> list[np.ndarray]:
    return list(Runner(compiled(imported(body))).run([np.asarray(value) for value in inputs]))


@pytest.mark.parametrize(
    ("operator", "low", "high", "middle"),
    [
        ("RandomUniformLike <low = 2.0, high = 5.0>", 2, 5, 3.5),
        ("RandomNormalLike <mean = -1.0, scale = 0.5>", -4, 2, -1),
        ("RandomUniformLike <seed = 3.0>", 0, 1, 0.5),
    ],
)
def test_numbers_of_the_sizes_of_an_input(
    operator: str, low: float, high: float, middle: float
) -> None:
    body = f"agraph (float[N, M] x) => (float[N, M] y) {{ y = {operator} (x) }}"
    (found,) = run(body, numbers(50, 40))
    assert found.shape == (50, 40) and found.dtype == np.float32
    assert low <= found.min() and found.max() < high
    assert abs(found.mean() - middle) < 0.05
    assert len(np.unique(found)) > 1900


def test_seeds_tell_the_numbers() -> None:
    body = """agraph (float[N] x) => (float[8] a, double[8] b, float[8] c, float[8] d) {
      a = RandomUniform <shape = [8], seed = 1.0> ()
      b = RandomNormal <shape = [8], dtype = 11, seed = 1.0> ()
      c = RandomUniform <shape = [8], seed = 1.0> ()
      d = RandomUniform <shape = [8]> ()
    }"""
    a, b, c, d = run(body, numbers(1))
    assert b.dtype == np.float64
    assert (a == c).all() and (a != d).any()


def test_random_integers_are_refused() -> None:
    body = "agraph (int64[N] x) => (int64[N] y) { y = RandomUniformLike (x) }"
    with pytest.raises(LocatedError, match="floats are needed"):
        imported(body)


def test_truth_by_its_probability() -> None:
    body = "agraph (float[N] p) => (float[N] y) { y = Bernoulli (p) }"
    (found,) = run(body, np.repeat(np.float32([0, 0.25, 1]), 1000))
    assert set(found) == {0, 1}
    none, some, all_ = found.reshape(3, 1000).mean(1)
    assert none == 0 and all_ == 1 and abs(some - 0.25) < 0.05


def test_classes_by_their_logarithms() -> None:
    body = "agraph (float[N, C] x) => (int64[N, 500] y) { y = Multinomial <sample_size = 500, dtype = 7> (x) }"
    (found,) = run(body, np.log(np.float32([[0.5, 0.5, 1e-9], [1e-9, 0.25, 0.75]])))
    assert found.dtype == np.int64
    assert set(found[0]) == {0, 1} and set(found[1]) == {1, 2}
    assert abs((found[1] == 2).mean() - 0.75) < 0.08


DROPOUT = """agraph (float[N, M] x, bool t) => (float[N, M] y, bool[N, M] m) {
  r = Constant <value_float = 0.25> ()
  y, m = Dropout (x, r, t)
}"""


def test_dropout_in_training() -> None:
    x = numbers(60, 50) + 10
    y, mask = run(DROPOUT, x, True)
    np.testing.assert_allclose(y, np.where(mask, x / 0.75, 0), rtol=1e-6)
    assert abs(mask.mean() - 0.75) < 0.03


def test_dropout_in_inference() -> None:
    check(DROPOUT, (numbers(3, 4), np.bool_(False)))
    module = imported(DROPOUT.replace(", bool t", "").replace(", t)", ")"))
    assert "tf.RandomUniform" not in str(module)
