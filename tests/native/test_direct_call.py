"""Calls without tests of their own take what was met before, and leave all else to the long way."""

from __future__ import annotations

import gc
import sys
import weakref
from threading import Event, Thread

import numpy as np
import pytest
from tieshape.native import direct_call
from tieshape.native.direct_call import MOST_RECORDS, is_possible
from tieshape.native.engine import is_available
from tieshape.runtime import ArgumentError, AssertGuardError, Model

pytestmark = pytest.mark.skipif(
    not (is_available() and is_possible()), reason="torch-mlir or CPython's objects are missing"
)

TEXT = """
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %a = "tf.AddV2"(%x, %y) : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %r = "tf.Softmax"(%a) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %t = "tf.Tanh"(%y) : (tensor<?xf32>) -> tensor<?xf32>
  func.return %r, %t : tensor<?x?xf32>, tensor<?xf32>
}
"""
GATHER = """
func.func @main(%x: tensor<?xf32>, %i: tensor<?xi32>) -> tensor<?xf32> {
  %axis = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %r = "tf.GatherV2"(%x, %i, %axis) : (tensor<?xf32>, tensor<?xi32>, tensor<i32>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}
"""


def softmax(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    e = np.exp((a := x.astype(np.float64) + y) - a.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def arguments(rows: int, columns: int, seed: int = 0) -> list[np.ndarray]:
    rng = np.random.default_rng(seed)
    return [
        rng.normal(size=(rows, columns)).astype(np.float32),
        rng.normal(size=columns).astype(np.float32),
    ]


def agree(found: list[np.ndarray], x: np.ndarray, y: np.ndarray) -> None:
    np.testing.assert_allclose(found[0], softmax(x, y), 1e-5, 1e-7)
    np.testing.assert_allclose(found[1], np.tanh(y.astype(np.float64)), 1e-6, 1e-7)
    assert [result.dtype for result in found] == [np.float32, np.float32]
    assert all(result.flags.c_contiguous and result.flags.owndata for result in found)


@pytest.fixture(scope="module")
def model() -> Model:
    """It met (3, 5) and (4, 7)."""
    made = Model(TEXT, engine="native")
    for shape in ((3, 5), (4, 7)):
        for _ in range(2):
            made(*arguments(*shape))
    assert direct(made, *arguments(3, 5)) is not None
    return made


def direct(model: Model, *arrays: object) -> list[np.ndarray] | None:
    """What the direct call of the model's version says."""
    (version,) = model.versions
    return version.direct(*arrays)


def test_shapes_that_were_met(model: Model) -> None:
    for shape in ((3, 5), (4, 7), (3, 5)):
        x, y = arguments(*shape, seed=7)
        found = direct(model, x, y)
        assert found is not None
        agree(found, x, y)
        again = direct(model, x + 1, y)
        assert again is not None
        agree(found, x, y)  # a result is not written again
        assert not np.shares_memory(found[0], again[0])


@pytest.mark.parametrize(
    "change",
    [
        lambda x, y: (x[:2], y),
        lambda x, y: (x[:, :4], y[:4]),
        lambda x, y: (np.asfortranarray(x), y),
        lambda x, y: (x[::-1], y),
        lambda x, y: (x, np.broadcast_to(np.float32(1), 5)),
        lambda x, y: (x.astype(">f4"), y),
        lambda x, y: (unaligned(x), y),
        lambda x, y: (x.view(Sub), y),
    ],
)
def test_other_arrays_go_the_long_way(model: Model, change) -> None:
    x, y = change(*arguments(3, 5))
    assert direct(model, x, y) is None
    agree(model(x, y), np.asarray(x, np.float32), np.asarray(y, np.float32))


class Sub(np.ndarray):
    """Another class of arrays."""


def unaligned(x: np.ndarray) -> np.ndarray:
    memory = np.zeros(x.nbytes + 1, np.uint8)
    memory[1:] = np.frombuffer(x.tobytes(), np.uint8)
    found = memory[1:].view(np.float32).reshape(x.shape)
    assert not found.flags.aligned
    return found


def test_what_is_no_array_goes_the_long_way(model: Model) -> None:
    x, y = arguments(3, 5)
    for wrong in ((), (x,), (x, y, y), (None, y), (x, 3), ("a", "b"), (x, object())):
        assert direct(model, *wrong) is None
    with pytest.raises(ArgumentError, match="2 arguments are needed, 1 given"):
        model(x)
    with pytest.raises(ArgumentError, match="elements of type float32 are needed, float64 given"):
        model(x.astype(np.float64), y)
    agree(model(x.tolist() and x, list(y) and y), x, y)
    (version,) = model.versions
    with pytest.raises(TypeError):
        version.direct(x, y=y)


def test_read_only_and_mapped_memory(model: Model, tmp_path) -> None:
    x, y = arguments(3, 5)
    x.flags.writeable = False
    found = direct(model, x, y)
    assert found is not None
    agree(found, x, y)
    mapped = np.memmap(tmp_path / "x", np.float32, "w+", shape=(3, 5))
    mapped[:] = x
    agree(model(mapped, y), x, y)


def test_a_call_that_fails_names_the_guard_each_time() -> None:
    model = Model(GATHER, engine="native")
    x, good, bad = np.arange(4, dtype=np.float32), np.array([1, 3]), np.array([1, 4])
    good, bad = good.astype(np.int32), bad.astype(np.int32)
    for _ in range(3):
        assert model(x, good)[0].tolist() == [1, 3]
        with pytest.raises(AssertGuardError, match=r"tf\.GatherV2"):
            model(x, bad)
    assert direct(model, x, bad) is None
    assert direct(model, x, good) is not None


def test_what_is_called_once_is_not_prepared_for_more() -> None:
    model = Model(TEXT, engine="native")
    x, y = arguments(3, 5)
    for is_met in (False, True):
        agree(model(x, y), x, y)
        assert (direct(model, x, y) is not None) == is_met


def test_many_shapes() -> None:
    model = Model(TEXT, engine="native")
    for _ in range(2):
        for rows in range(2 * MOST_RECORDS):
            x, y = arguments(rows, 6)
            agree(model(x, y), x, y)
    assert model.stats.compiles == 1
    assert model.stats.hits == 4 * MOST_RECORDS - 1


def test_nothing_is_kept(model: Model) -> None:
    x, y = arguments(3, 5)
    wrong = np.zeros((9, 9), np.float32)
    counted = (x, y, x.dtype, wrong)
    before = [sys.getrefcount(each) for each in counted]
    blocks = sys.getallocatedblocks()
    for _ in range(5000):
        direct(model, x, y)
        direct(model, wrong, y)
    after = [sys.getrefcount(each) for each in counted]
    # The type of f32 is one object of the process, which others let go of meanwhile.
    assert all(abs(a - b) < 1000 for a, b in zip(after, before, strict=True))
    assert abs(sys.getallocatedblocks() - blocks) < 1000


def test_many_threads_with_sizes_of_their_own(model: Model) -> None:
    wrong = list[Exception]()

    def work(number: int) -> None:
        try:
            for turn in range(60):
                x, y = arguments(1 + (number + turn) % 9, 4 + number, seed=number)
                agree(model(x, y), x, y)
        except Exception as error:
            wrong.append(error)

    threads = [Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_call_that_is_kept_outlives_the_model() -> None:
    """As for a thread that is about to call while another gives the artifact up."""
    made = Model(TEXT, engine="native")
    x, y = arguments(3, 5)
    for _ in range(2):
        made(x, y)
    (version,) = made.versions
    call, program = version.direct, weakref.ref(version._executor._program)
    del made, version
    gc.collect()
    for _ in range(50):
        agree(call(x, y), x, y)
    del call
    gc.collect()
    assert program() is None


def test_threads_run_while_a_long_call_does() -> None:
    """The long call is made in two threads at once: one of them finds the memory in use."""
    model = Model(TEXT, engine="native")
    x, y = arguments(600, 900)
    for _ in range(2):
        model(x, y)
    turns, done, wrong = [0], Event(), list[Exception]()

    def other() -> None:
        try:
            while not done.is_set():
                agree(model(x[::-1].copy(), y), x[::-1], y)
                turns[0] += 1
        except Exception as error:
            wrong.append(error)

    thread = Thread(target=other)
    thread.start()
    for _ in range(20):
        agree(model(x, y), x, y)
    done.set()
    thread.join()
    assert not wrong
    assert turns[0]


def test_where_objects_are_not_known_calls_go_the_long_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(direct_call.ARRAY, "sizes", 24)
    assert not direct_call._fields_are_known()
