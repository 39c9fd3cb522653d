"""Random numbers bit by bit: Philox 4x32-10 in Python, in the order in which TensorFlow uses its words."""

from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from tieshape.interpreters import RunError, run_function
from tieshape.text.module import parse_module
from xdsl.utils.exceptions import DiagnosticException

from .harness import (
    Argument,
    Constant,
    check_op,
    check_refusals,
    check_text,
    run_stages,
    stages,
    tf_text,
)

WORD, BOTH = 2**32 - 1, 2**64 - 1
SEED = np.array([123, -456], np.int64)


def philox(key: int, counter: int) -> Sequence[int]:
    """Ten rounds of one step; the key has 64 bits, the counter 128."""
    words = [counter >> 32 * i & WORD for i in range(4)]
    keys = [key & WORD, key >> 32]
    for _ in range(10):
        first, second = words[0] * 0xD2511F53, words[2] * 0xCD9E8D57
        words = [
            second >> 32 ^ words[1] ^ keys[0],
            second & WORD,
            first >> 32 ^ words[3] ^ keys[1],
            first & WORD,
        ]
        keys = [(k + s) & WORD for k, s in zip(keys, (0x9E3779B9, 0xBB67AE85), strict=True)]
    return words


def test_the_generator_has_the_published_numbers():
    """The known answers for key and counter 0, and for all bits set."""
    assert philox(0, 0) == [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]
    found = philox(BOTH, 2**128 - 1)
    assert found == [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]


def scrambled(seed: np.ndarray) -> tuple[int, int]:
    """Key and counter of two seeds."""
    first, second = (int(s) & BOTH for s in seed)
    words = philox(0x02461E293EC8F720, first | second << 64)
    return words[0] | words[1] << 32, (words[2] | words[3] << 32) << 64


def words_from(key: int, counter: int) -> Iterator[int]:
    while True:
        yield from philox(key, counter)
        counter = (counter + 1) % 2**128


def unit(words: Iterator[int], dtype: str) -> float:
    if dtype == "float64":
        low, high = next(words), next(words)
        bits = 1023 << 52 | (low & 0xFFFFF) << 32 | high
        return float(np.array(bits, np.uint64).view(np.float64)) - 1
    fraction = {"float32": 23, "float16": 10}[dtype]
    return (next(words) & (2**fraction - 1)) / 2**fraction


def normal_pairs(words: Iterator[int], dtype: str) -> Iterator[float]:
    wide = "float64" if dtype == "float64" else "float32"
    while True:
        radius = np.sqrt(-2 * np.log(max(unit(words, wide), 1e-7)))
        angle = 2 * np.pi * unit(words, wide)
        yield from (np.sin(angle) * radius, np.cos(angle) * radius)


def truncated(key: int, counter: int, dtype: str) -> Iterator[float]:
    each = 2 if dtype == "float64" else 4
    while True:
        pairs = normal_pairs(words_from(key, counter), dtype)
        near = (x for x in pairs if abs(x) < 2)
        yield from (next(near) for _ in range(each))
        counter += 64 * each


def expected(kind: str, key: int, counter: int, shape: Sequence[int], dtype: str) -> np.ndarray:
    words, count = words_from(key, counter), int(np.prod(shape))
    if kind == "Uniform":
        numbers = [unit(words, dtype) for _ in range(count)]
    elif kind == "Normal":
        pairs = normal_pairs(words, dtype)
        numbers = [next(pairs) for _ in range(count)]
    else:
        source = truncated(key, counter, dtype)
        numbers = [next(source) for _ in range(count)]
    return np.array(numbers, dtype).reshape(shape)


def integers(words: Iterator[int], dtype: str) -> int:
    return next(words) | (next(words) << 32 if dtype.endswith("64") else 0)


CASES = [("float32", (3, 5)), ("float32", (0, 2)), ("float64", (5,)), ("float16", ())]


def sizes(shape: Sequence[int]) -> Constant | Argument:
    value = np.array(shape, np.int32)
    return Argument(value, (0,)) if len(shape) == 2 else Constant(value)


@pytest.mark.parametrize("dtype, shape", CASES)
@pytest.mark.parametrize("kind", ["RandomUniform", "RandomNormal", "TruncatedNormal"])
def test_floats(kind, dtype, shape):
    key, counter = scrambled(SEED)
    result = expected(kind.removeprefix("Random"), key, counter, shape, dtype)
    tolerance = 1e-3 if dtype == "float16" else 1e-5
    if dtype != "float32":
        operands = [sizes(shape), Argument(SEED)]
        check_op(f"tf.Stateless{kind}", operands, [result], rtol=tolerance)
        return
    operands = [
        sizes(shape),
        Argument(np.array([key], np.uint64)),
        Argument(np.array([0, counter >> 64], np.uint64)),
        Constant(np.array(1, np.int32)),
    ]
    check_op(f"tf.Stateless{kind}V2", operands, [result], rtol=tolerance)


@pytest.mark.parametrize("dtype, low, high", [("int32", -5, 1000), ("int64", -(2**40), 2**41)])
def test_integers(dtype, low, high):
    key, counter = scrambled(SEED)
    words, limits = words_from(key, counter), [np.array(v, dtype) for v in (low, high)]
    numbers = [integers(words, dtype) for _ in range(15)]
    result = np.array([low + n % (high - low) for n in numbers], dtype).reshape(3, 5)
    operands = [sizes((3, 5)), Argument(SEED), *map(Argument, limits)]
    check_op("tf.StatelessRandomUniformInt", operands, [result], rtol=0, atol=0)
    result = np.array(numbers, np.uint64).astype(dtype).reshape(3, 5)
    operands = [sizes((3, 5)), Argument(SEED)]
    check_op("tf.StatelessRandomUniformFullInt", operands, [result], rtol=0, atol=0)


@pytest.mark.parametrize("low, high", [(5, 5), (6, 5)])
def test_integers_between_limits_that_do_not_ascend(low, high):
    """Nothing can be drawn; where nothing is, that is no error."""
    text = """
func.func @main(%n: tensor<1xi32>, %seed: tensor<2xi32>, %a: tensor<i32>, %b: tensor<i32>) -> tensor<?xi32> {
  %0 = "tf.StatelessRandomUniformInt"(%n, %seed, %a, %b) : (tensor<1xi32>, tensor<2xi32>, tensor<i32>, tensor<i32>) -> tensor<?xi32>
  func.return %0 : tensor<?xi32>
}"""
    inputs = [np.array(SEED, np.int32), np.array(low, np.int32), np.array(high, np.int32)]
    check_text(text, [np.zeros(1, np.int32), *inputs], [np.zeros(0, np.int32)])
    with pytest.raises(RunError, match="minval must be less than maxval"):
        run_stages(text, [np.ones(1, np.int32), *inputs])


def test_keys_and_counters():
    for seed, more in ((SEED, []), (SEED.astype(np.int32), [np.array(1, np.int32)])):
        key, counter = scrambled(seed)
        parts = [np.array([key], np.uint64), np.array([0, counter >> 64], np.uint64), *more]
        op = f"tf.StatelessRandomGetKeyCounter{'Alg' if more else ''}"
        check_op(op, [Argument(seed)], parts, rtol=0, atol=0)
    check_op("tf.StatelessRandomGetAlg", [], [np.array(1, np.int32)])


def test_a_counter_that_overflows_its_lower_half():
    key, counter = 99, 2**64 - 2 + (7 << 64)
    operands = [
        sizes((20,)),
        Argument(np.array([key], np.uint64)),
        Argument(np.array([counter & BOTH, counter >> 64], np.uint64)),
        Argument(np.array(1, np.int32)),
    ]
    result = expected("Uniform", key, counter, (20,), "float32")
    check_op("tf.StatelessRandomUniformV2", operands, [result], rtol=0, atol=0)


@pytest.mark.parametrize(
    "op, kind",
    [("RandomUniform", "Uniform"), ("RandomStandardNormal", "Normal"), ("TruncatedNormal", "")],
)
def test_a_state_begins_with_the_seeds_of_the_op(op, kind):
    result = expected(kind, 5, 9 << 64, (2, 7), "float32")
    check_op(f"tf.{op}", [sizes((2, 7))], [result], "seed = 5 : i64, seed2 = 9 : i64", rtol=1e-5)


def test_ops_without_seeds_differ():
    """The same twice in a run would be one op to a pass that joins equal ops."""
    text = """func.func @main(%shape: tensor<1xi32>) -> (tensor<*xf32>, tensor<*xf32>) {
      %a = "tf.RandomUniform"(%shape) : (tensor<1xi32>) -> tensor<*xf32>
      %b = "tf.RandomUniform"(%shape) : (tensor<1xi32>) -> tensor<*xf32>
      func.return %a, %b : tensor<*xf32>, tensor<*xf32>
    }"""
    results = [expected("Uniform", key, 0, (6,), "float32") for key in (1, 2)]
    check_text(text, [np.array([6], np.int32)], results)


@pytest.mark.parametrize("shape", [(7,), (5, 2), (0, 2), ()])
def test_shuffled(shape):
    words = words_from(5, 9 << 64)
    x, order = np.arange(np.prod(shape), dtype=np.int32).reshape(shape), list(range(sum(shape[:1])))
    for i in range(len(order) - 1):
        j = i + next(words) % (len(order) - i)
        order[i], order[j] = order[j], order[i]
    result = x[order] if shape else x
    check_op("tf.RandomShuffle", [Argument(x)], [result], "seed = 5 : i64, seed2 = 9 : i64")


@pytest.mark.parametrize("shape", [(7,), (5, 2), (1, 3), (0, 2), ()])
def test_shuffled_by_a_key(shape):
    key, counter = scrambled(SEED)
    words = words_from(key, counter)
    x, order = np.arange(np.prod(shape), dtype=np.int32).reshape(shape), list(range(sum(shape[:1])))
    for i in range(len(order) - 1):
        j = i + next(words) % (len(order) - i)
        order[i], order[j] = order[j], order[i]
    operands = [
        Argument(x),
        Argument(np.array([key], np.uint64)),
        Argument(np.array([0, counter >> 64], np.uint64)),
        Constant(np.array(1, np.int32)),
    ]
    check_op("tf.StatelessShuffle", operands, [x[order] if shape else x])


def test_an_order_of_tensorflow():
    """What TensorFlow 2.21 makes of `stateless_shuffle(range(8), [7, 8])`."""
    key, counter = scrambled(np.array([7, 8]))
    given = (np.array([key], np.uint64), np.array([0, counter >> 64], np.uint64))
    operands = [Argument(np.arange(8)), *map(Argument, given), Constant(np.array(3, np.int32))]
    check_op("tf.StatelessShuffle", operands, [np.array([5, 6, 3, 2, 0, 1, 7, 4])])


HALVES = """
func.func @main(%x: tensor<?xi32>, %n: tensor<i32>) -> (tensor<?xi32>, tensor<2x?xi32>) {
  %two = "tf.Const"() {value = dense<2> : tensor<i32>} : () -> tensor<i32>
  %seed = "tf.Const"() {value = dense<[7, 8]> : tensor<2xi32>} : () -> tensor<2xi32>
  %alg = "tf.Const"() {value = dense<3> : tensor<i32>} : () -> tensor<i32>
  %key, %counter = "tf.StatelessRandomGetKeyCounter"(%seed) : (tensor<2xi32>) -> (tensor<1xui64>, tensor<2xui64>)
  %r = "tf.StatelessShuffle"(%x, %key, %counter, %alg) : (tensor<?xi32>, tensor<1xui64>, tensor<2xui64>, tensor<i32>) -> tensor<?xi32>
  %s = "tf.Pack"(%two, %n) {axis = 0 : i64} : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
  %h = "tf.Reshape"(%x, %s) : (tensor<?xi32>, tensor<2xi32>) -> tensor<2x?xi32>
  func.return %r, %h : tensor<?xi32>, tensor<2x?xi32>
}
"""


def test_a_size_that_a_later_number_is_half_of():
    """What is shuffled has twice as many elements as a number says that is read after it."""
    x = np.arange(8, dtype=np.int32)
    order = np.array([5, 6, 3, 2, 0, 1, 7, 4], np.int32)
    check_text(HALVES, [x, np.array(4, np.int32)], [order, x.reshape(2, 4)])
    wrong = [(x, 3), (x, 5), (x[:7], 3), (x[:7], 4), (x, -4)]
    check_refusals(HALVES, [((v, np.array(n, np.int32)), "tf.Reshape") for v, n in wrong])


def classes(logits: np.ndarray, samples: int, words: Iterator[int]) -> np.ndarray:
    finite = np.isfinite(logits)
    tops = np.max(logits, axis=1, where=finite, initial=-100).astype(float)
    sums = np.cumsum(np.where(finite, np.exp(logits - tops[:, None]), 0), axis=1)
    drawn = [[row <= unit(words, "float64") * row[-1] for _ in range(samples)] for row in sums]
    return np.sum(drawn, axis=2)


LOGITS = np.array([[1, 2, -np.inf, 0.5], [0, -1, 3, 3], [np.nan, 1, np.inf, 1]], np.float32)


def test_classes():
    count = np.array(5, np.int32)
    result = classes(LOGITS, 5, words_from(5, 9 << 64))
    operands = [Argument(LOGITS), Constant(count)]
    check_op("tf.Multinomial", operands, [result], "seed = 5 : i64, seed2 = 9 : i64")
    result = classes(LOGITS, 5, words_from(*scrambled(SEED))).astype(np.int32)
    check_op(
        "tf.StatelessMultinomial", [Argument(LOGITS), Argument(count), Argument(SEED)], [result]
    )


@pytest.mark.parametrize(
    "op, operands, words",
    [
        ("Multinomial", [LOGITS[:, :0], np.array(2, np.int32)], "classes"),
        ("Multinomial", [LOGITS, np.array(-2, np.int32)], "at least 0"),
        ("RandomUniform", [np.array([-2, -2], np.int32)], "at least 0"),
    ],
)
def test_sizes_that_stop_a_run(op, operands, words):
    arguments = [Argument(x, (0,) if x.ndim == 1 else ()) for x in operands]
    kind = "i64" if op == "Multinomial" else "f32"
    text = stages(tf_text(f"tf.{op}", arguments, [f"tensor<*x{kind}>"]))
    with pytest.raises(RunError, match=rf"tf\.{op}.*{words}"):
        run_function(parse_module(text["convert-tf-to-mhlo"], "lowered.mlir"), "main", operands)
    with pytest.raises(RunError):
        run_function(parse_module(text["tieshape-fuse"], "fused.mlir"), "main", operands)


def test_another_generator_is_refused():
    vectors = [Argument(np.zeros(n, np.uint64)) for n in (1, 2)]
    operands = [sizes((2, 2)), *vectors, Constant(np.array(2, np.int32))]
    text = tf_text("tf.StatelessRandomUniformV2", operands, ["tensor<*xf32>"])
    with pytest.raises(DiagnosticException, match="alg is 2, needed 1"):
        stages(text)


def test_a_state_in_a_loop_is_refused():
    text = """func.func @main(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
      %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %shape = "tf.Const"() <{value = dense<4> : tensor<1xi32>}> : () -> tensor<1xi32>
      %r:2 = "tf.WhileRegion"(%n, %x) ({
      ^bb0(%i: tensor<i32>, %v: tensor<4xf32>):
        %go = "tf.Greater"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i1>
        "tf.Yield"(%go) : (tensor<i1>) -> ()
      }, {
      ^bb0(%i: tensor<i32>, %v: tensor<4xf32>):
        %next = "tf.Sub"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
        %u = "tf.RandomUniform"(%shape) : (tensor<1xi32>) -> tensor<4xf32>
        "tf.Yield"(%next, %u) : (tensor<i32>, tensor<4xf32>) -> ()
      }) {is_stateless = false} : (tensor<i32>, tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>)
      func.return %r#1 : tensor<4xf32>
    }"""
    assert parse_module(text, "test.mlir")
    with pytest.raises(DiagnosticException, match=r"tf\.RandomUniform: a random state in a loop"):
        stages(text)
