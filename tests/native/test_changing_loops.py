"""Loops that carry tensors of changing sizes: each trip asks for memory and gives the old one back."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from tieshape.interpreters.arrays import Array
from tieshape.interpreters.entry import entry_function
from tieshape.interpreters.runner import Runner
from tieshape.lowering.pipelines import TieshapePass
from tieshape.native.engine import is_available
from tieshape.native.fences import FencedMemory
from tieshape.native.program import NativeProgram
from tieshape.native.session import Refused
from tieshape.runtime import Model
from tieshape.text.context import new_context
from tieshape.text.module import parse_module, print_module

from .programs import agree

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")
FLOATS, INTEGER = "tensor<?xf32>", "tensor<i32>"


def loop(body: str, ends: str, start: str, tensors: int = 1) -> str:
    """`body` makes `ends` of %i and %a, %b, ..; `start` is what these are before the first trip."""
    names = [f"%{name}" for name in "abc"[:tensors]]
    types = ", ".join([INTEGER, INTEGER, *[FLOATS] * tensors])
    given = ", ".join(f"{name}: {FLOATS}" for name in names)
    results = ", ".join(f"%r#{2 + place}" for place in range(tensors))
    return f"""
func.func private @go(%i: {INTEGER}, %n: {INTEGER}, {given}) -> tensor<i1> {{
  %0 = "tf.Less"(%i, %n) : ({INTEGER}, {INTEGER}) -> tensor<i1>
  func.return %0 : tensor<i1>
}}
func.func private @trip(%i: {INTEGER}, %n: {INTEGER}, {given}) -> ({types}) {{
  %zero = "tf.Const"() {{value = dense<0> : {INTEGER}}} : () -> {INTEGER}
  %one = "tf.Const"() {{value = dense<1> : {INTEGER}}} : () -> {INTEGER}
  %first = "tf.Const"() {{value = dense<1> : tensor<1xi32>}} : () -> tensor<1xi32>
  %rest = "tf.Const"() {{value = dense<-1> : tensor<1xi32>}} : () -> tensor<1xi32>
  %next = "tf.AddV2"(%i, %one) : ({INTEGER}, {INTEGER}) -> {INTEGER}
  {body}
  func.return %next, %n, {ends} : {types}
}}
func.func @main(%n: {INTEGER}, %x: {FLOATS}) -> ({", ".join([FLOATS] * tensors)}, {INTEGER}) {{
  %z = "tf.Const"() {{value = dense<0> : {INTEGER}}} : () -> {INTEGER}
  %m = "tf.Neg"(%x) : ({FLOATS}) -> {FLOATS}
  %r:{2 + tensors} = "tf.While"(%z, %n, {start})
      {{cond = @go, body = @trip, is_stateless = true, shape_invariant}} : ({types}) -> ({types})
  func.return {results}, %r#0 : {", ".join([FLOATS] * tensors)}, {INTEGER}
}}
"""


GROWS = loop(
    f"""%s = "tf.Sin"(%a) : ({FLOATS}) -> {FLOATS}
  %w = "tf.ConcatV2"(%a, %s, %zero) : ({FLOATS}, {FLOATS}, {INTEGER}) -> {FLOATS}""",
    "%w",
    "%x",
)
SHRINKS = loop(
    f"""%s = "tf.Cos"(%a) : ({FLOATS}) -> {FLOATS}
  %w = "tf.Slice"(%s, %first, %rest)
      : ({FLOATS}, tensor<1xi32>, tensor<1xi32>) -> {FLOATS}""",
    "%w",
    "%m",
)
CHANGES_PLACES = loop(
    f"""%w = "tf.ConcatV2"(%a, %b, %zero) : ({FLOATS}, {FLOATS}, {INTEGER}) -> {FLOATS}""",
    "%b, %w, %a",
    "%x, %m, %x",
    tensors=3,
)
READS = loop(
    f"""%e = "tf.GatherV2"(%a, %i, %zero) : ({FLOATS}, {INTEGER}, {INTEGER}) -> tensor<f32>
  %t = "tf.Sub"(%a, %e) : ({FLOATS}, tensor<f32>) -> {FLOATS}
  %w = "tf.Slice"(%t, %first, %rest)
      : ({FLOATS}, tensor<1xi32>, tensor<1xi32>) -> {FLOATS}""",
    "%w",
    "%x",
)


def compiled(text: str) -> str:
    module = parse_module(text, "p")
    TieshapePass().apply(new_context(), module)
    return print_module(module)


def native(code: str, memory: FencedMemory | None = None) -> NativeProgram:
    module = parse_module(code, "c")
    program = NativeProgram(module, entry_function(module, None), memory=memory)
    assert not program.callbacks
    return program


def arguments(trips: int, size: int) -> list[Array]:
    x = np.random.default_rng(size).normal(size=size).astype(np.float32)
    return [np.array(trips, np.int32), x]


@pytest.mark.parametrize("text", [GROWS, SHRINKS, CHANGES_PLACES, READS])
def test_as_on_the_interpreter(text: str) -> None:
    """Sizes of 0 too; where a trip fails the call is refused, and the next one is right again."""
    code = compiled(text)
    runner = Runner(parse_module(code, "c"))
    programs = [native(code), *(native(code, FencedMemory(at_end=side)) for side in (False, True))]
    taken = set[bool]()
    for trips in (0, 1, 2, 5, 3):
        for size in (0, 1, 3, 9, 40):
            given = arguments(trips, size)
            taken |= {agree(runner, program, given) for program in programs}
    assert taken == ({True} if text in (GROWS, CHANGES_PLACES) else {True, False})


def test_memory_is_given_back_after_each_trip() -> None:
    """At most what two trips hold, and nothing after the call."""
    program = native(compiled(SHRINKS))
    given = arguments(400, 10_000)
    program.run(given)
    tracemalloc.start()
    try:
        program.run(given)
        before, _ = tracemalloc.get_traced_memory()
        tracemalloc.reset_peak()
        program.run(given)
        after, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 20_000
    assert peak - before < 8 * given[1].nbytes


def test_calls_go_directly() -> None:
    model = Model(GROWS, engine="native")
    for _ in range(4):
        for trips, size in ((3, 5), (0, 5), (6, 2)):
            given = arguments(trips, size)
            a, count = model(*given)
            assert a.shape == (size << trips,)
            assert int(count) == trips
            np.testing.assert_array_equal(a[:size], given[1])


ENORMOUS = loop(
    f"""%many = "tf.Const"() {{value = dense<70368744177664> : tensor<i64>}} : () -> tensor<i64>
  %j = "tf.Cast"(%i) : ({INTEGER}) -> tensor<i64>
  %k = "tf.Mul"(%j, %many) : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %size = "tf.Pack"(%k) {{axis = 0 : i64}} : (tensor<i64>) -> tensor<1xi64>
  %half = "tf.Const"() {{value = dense<0.5> : tensor<f32>}} : () -> tensor<f32>
  %w = "tf.Fill"(%size, %half) : (tensor<1xi64>, tensor<f32>) -> {FLOATS}""",
    "%w",
    "%x",
)


def test_a_trip_without_memory_ends_the_loop() -> None:
    """The first trip makes no element, the second asks for 2^48 bytes."""
    program = native(compiled(ENORMOUS))
    for _ in range(2):
        assert program.run(arguments(1, 3))[0].shape == (0,)
        assert program.run(arguments(0, 3))[0].shape == (3,)
        for trips in (2, 5):
            with pytest.raises(Refused):
                program.run(arguments(trips, 3))
