"""Memory that is acquired while native code runs: what is released when, and calls with such sizes."""

from __future__ import annotations

import ctypes
import tracemalloc
from collections.abc import Callable
from threading import Thread
from typing import Any

import numpy as np
import pytest
from tieshape.lowering.fusions_to_loops.frame import ACQUIRE, ALIGNMENTS, GREATEST, RELEASE
from tieshape.native import late_memory
from tieshape.native.direct_call import is_possible
from tieshape.native.engine import is_available
from tieshape.native.session import Refused
from tieshape.runtime import AssertGuardError, Model

from .programs import agree, both, not_native

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")
WORD = ctypes.c_int64


class Held:
    """What a run holds."""

    def __init__(self) -> None:
        self.words = np.zeros(2, np.int64)
        self.status, self.held = (int(self.words.ctypes.data) + 8 * place for place in (0, 1))
        known = late_memory.routines()
        take: Any = ctypes.CFUNCTYPE(WORD, WORD, WORD, WORD)(known[ACQUIRE])
        give: Any = ctypes.CFUNCTYPE(None, WORD, WORD)(known[RELEASE])
        self.acquire: Callable[[int], int] = lambda count: take(self.status, self.held, count)
        self.release: Callable[[int], None] = lambda address: give(self.held, address)

    def release_all(self) -> None:
        late_memory.release_all()(self.held)


@pytest.fixture
def held() -> Held:
    return Held()


def test_pieces_are_apart_and_aligned(held: Held) -> None:
    counts = (0, 1, 24, ALIGNMENTS[1][0] - 1, ALIGNMENTS[1][0], 5000)
    places = [held.acquire(count) for count in counts]
    for number, (place, count) in enumerate(zip(places, counts, strict=True)):
        assert place % (ALIGNMENTS[1][1] if count >= ALIGNMENTS[1][0] else ALIGNMENTS[0][1]) == 0
        ctypes.memset(place, number, count)
    for number, (place, count) in enumerate(zip(places, counts, strict=True)):
        assert ctypes.string_at(place, count) == bytes([number]) * count
    held.release_all()
    assert held.words.tolist() == [0, 0]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2), (1,), (0, 2), ()])
def test_all_that_is_held_goes_in_any_order(held: Held, order: tuple[int, ...]) -> None:
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        places = [held.acquire(100_000) for _ in range(3)]
        for number in order:
            held.release(places[number])
        rest = tracemalloc.get_traced_memory()[0] - before
        assert (3 - len(order)) * 100_000 <= rest < (3 - len(order)) * 100_000 + 20_000
        held.release_all()
        assert tracemalloc.get_traced_memory()[0] - before < 20_000
        assert held.words[1] == 0
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("count", [-1, GREATEST, 1 << 62, -(1 << 63), GREATEST - 1])
def test_what_cannot_be_had_is_said(held: Held, count: int) -> None:
    good = held.acquire(64)
    assert held.acquire(count) == 0
    assert held.words[0] == 1
    held.release(0)
    assert held.words[1] == good
    held.release_all()


CHOSEN = """
func.func @main(%x: tensor<?x3xf32>, %i: tensor<?xi32>) -> (tensor<?xi32>, tensor<3xf32>, tensor<?x3xf32>) {
  %y, %n = "tf.Unique"(%i) : (tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %g = "tf.GatherV2"(%x, %y, %axis) : (tensor<?x3xf32>, tensor<?xi32>, tensor<i32>) -> tensor<?x3xf32>
  %all = "tf.Const"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.Sum"(%g, %all) {keep_dims = false} : (tensor<?x3xf32>, tensor<1xi32>) -> tensor<3xf32>
  func.return %y, %r, %g : tensor<?xi32>, tensor<3xf32>, tensor<?x3xf32>
}
"""
X = np.arange(27, dtype=np.float32).reshape(9, 3)


def expected(places: list[int]) -> list[np.ndarray]:
    chosen = np.array(list(dict.fromkeys(places)), np.int32)
    return [chosen, X[chosen].sum(0), X[chosen]]


def same(found: list[np.ndarray], places: list[int]) -> None:
    for a, b in zip(found, expected(places), strict=True):
        assert (a.shape, a.dtype) == (b.shape, b.dtype)
        assert a.flags.owndata
        np.testing.assert_array_equal(a, b)


def direct(model: Model, *arrays: np.ndarray) -> list[np.ndarray] | None:
    (version,) = model.versions
    return version.direct(*arrays)


@pytest.fixture(scope="module")
def model() -> Model:
    """It met five places, and none."""
    made = Model(CHOSEN, engine="native")
    for count in (5, 0):
        for _ in range(2):
            made(X, np.zeros(count, np.int32))
    return made


@pytest.mark.skipif(not is_possible(), reason="objects of CPython are others here")
def test_results_whose_sizes_depend_on_data_come_directly(model: Model) -> None:
    kept = list[tuple[list[np.ndarray], list[int]]]()
    for places in ([3, 1, 3, 3, 8], [2, 2, 2, 2, 2], [], [4, 3, 2, 1, 0], [3, 1, 3, 3, 8]):
        found = direct(model, X, np.array(places, np.int32))
        assert found is not None
        kept.append((found, places))
    for found, places in kept:
        same(found, places)


@pytest.mark.skipif(not is_possible(), reason="objects of CPython are others here")
def test_a_call_that_fails_leaves_nothing_behind(model: Model) -> None:
    good, bad = (np.array([0, 1, 2, 3, last], np.int32) for last in (4, 9))
    (version,) = model.versions
    call = version.direct
    tracemalloc.start()
    try:
        before = 0
        for trip in range(60):
            assert call(X, bad) is None
            assert call(X, good) is not None
            if trip == 10:
                before = tracemalloc.get_traced_memory()[0]
        assert tracemalloc.get_traced_memory()[0] - before < 100
    finally:
        tracemalloc.stop()
    with pytest.raises(AssertGuardError, match="element"):
        model(X, bad)
    same(model(X, good), good.tolist())


def test_calls_of_several_threads(model: Model) -> None:
    wrong = list[str]()

    def call(seed: int) -> None:
        rng = np.random.default_rng(seed)
        for _ in range(200):
            places = rng.integers(0, 9, 5).tolist()
            try:
                same(model(X, np.array(places, np.int32)), places)
            except AssertionError as error:
                wrong.append(str(error))

    threads = [Thread(target=call, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


COUNTED = """
func.func @main(%n: tensor<i64>) -> tensor<i64> {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
  %one = "tf.Const"() <{value = dense<1> : tensor<i64>}> : () -> tensor<i64>
  %all = "tf.Const"() <{value = dense<0> : tensor<1xi64>}> : () -> tensor<1xi64>
  %r = "tf.Range"(%zero, %n, %one) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  %a = "tf.Cumsum"(%r, %zero) : (tensor<?xi64>, tensor<i64>) -> tensor<?xi64>
  %b = "tf.Cumsum"(%a, %zero) : (tensor<?xi64>, tensor<i64>) -> tensor<?xi64>
  %c = "tf.Cumsum"(%b, %zero) : (tensor<?xi64>, tensor<i64>) -> tensor<?xi64>
  %s = "tf.Sum"(%c, %all) {keep_dims = false} : (tensor<?xi64>, tensor<1xi64>) -> tensor<i64>
  func.return %s : tensor<i64>
}
"""


def test_buffers_go_when_they_are_no_longer_read() -> None:
    """A sum of prefixes takes its operand, its result, what a trip makes, and a copy of that; the
    sums before it are gone.
    """
    model, n = Model(COUNTED, engine="native"), 100_000
    (total,) = model(np.array(n))
    wanted = np.arange(n)
    for _ in range(3):
        wanted = np.cumsum(wanted)
    assert total == wanted.sum()
    tracemalloc.start()
    try:
        model(np.array(n))
        before = tracemalloc.get_traced_memory()[0]
        tracemalloc.reset_peak()
        model(np.array(n))
        now, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak - before < 4.1 * 8 * n
    assert now - before < 8 * n / 10


@pytest.mark.parametrize("n", [10**13, 10**17, 2**61, 2**62 + 1])
def test_more_memory_than_there_is_is_an_error(n: int) -> None:
    """Of the interpreter, which runs what native code refuses; 8 * 2**61 is 0 in 64 bits."""
    runner, program = both(LARGE)
    assert agree(runner, program, [np.array([5])])
    assert not agree(runner, program, [np.array([n])])
    assert agree(runner, program, [np.array([5])])


LARGE = """
sdim.symbol @n
func.func @main(%x: tensor<1xi64>) -> tensor<?xi64, [@n]> {
  %a = "mhlo.dynamic_iota"(%x) <{iota_dimension = 0 : i64}> : (tensor<1xi64>) -> tensor<?xi64, [@n]>
  %s = "mhlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<i64>, %q: tensor<i64>):
    %l = mhlo.compare GT, %p, %q : (tensor<i64>, tensor<i64>) -> tensor<i1>
    mhlo.return %l : tensor<i1>
  }) : (tensor<?xi64, [@n]>) -> tensor<?xi64, [@n]>
  func.return %s : tensor<?xi64, [@n]>
}
"""


def test_the_interpreter_is_not_asked_for_what_has_no_memory() -> None:
    """An op that is left to it is not run where what it reads was refused."""
    text = LARGE.replace(
        "compare GT, %p, %q : (tensor<i64>, tensor<i64>)",
        "compare GT, %r, %r : (tensor<f32>, tensor<f32>)",
    )
    text = text.replace(
        "    %l =",
        f"    %f = mhlo.convert %p : (tensor<i64>) -> tensor<f32>{not_native('%r', '%f')}    %l =",
    )
    runner, program = both(text)
    assert [callback.op.name for callback in program.callbacks] == ["mhlo.sort"]
    assert agree(runner, program, [np.array([5])])
    with pytest.raises(Refused) as refused:
        program.run([np.array([10**13])])
    assert str(refused.value.__cause__) == "a buffer was refused"
    assert agree(runner, program, [np.array([5])])
