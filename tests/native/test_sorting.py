"""Sorts as machine code, against the interpreter."""

from __future__ import annotations

import numpy as np
import pytest
from tieshape.interpreters import Runner
from tieshape.interpreters.arrays import Array
from tieshape.lowering.pipelines import TieshapePass
from tieshape.native.engine import is_available
from tieshape.native.program import NativeProgram
from tieshape.native.session import Refused
from tieshape.text.context import new_context
from tieshape.text.module import parse_module

from .programs import agree, both, fenced, interpreted, not_native, tensor

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")

SPECIAL = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 1e-42, -np.nan, 1.0], np.float32)
LENGTHS = (0, 1, 2, 3, 5, 8, 16, 17, 31, 100, 257)


def sorting(types: tuple[str, ...], body: str, dimension: int = -1, stable: str = "true") -> str:
    """A program that sorts its arguments together."""
    tensors, count = list(map(tensor, types)), len(types)
    scalars = [f"tensor<{type_.partition(':')[2] or 'f32'}>" for type_ in types]
    inputs = ", ".join(f"%x{i}" for i in range(count))
    arguments = ", ".join(
        f"%{side}{i}: {scalar}" for i, scalar in enumerate(scalars) for side in "ab"
    )
    results = ", ".join(tensors)
    given = f"dimension = {dimension} : i64, is_stable = {stable}"
    return f"""
sdim.symbol @m
sdim.symbol @n
func.func @main({", ".join(f"%x{i}: {t}" for i, t in enumerate(tensors))}) -> ({results}) {{
  %r:{count} = "mhlo.sort"({inputs}) <{{{given}}}> ({{
  ^bb0({arguments}):
{body}
    mhlo.return %c : tensor<i1>
  }}) : ({results}) -> ({results})
  func.return {", ".join(f"%r#{i}" for i in range(count))} : {results}
}}
"""


def compare(direction: str, a: str, b: str, element: str = "f32", kind: str = "") -> str:
    scalar = f"tensor<{element}>"
    return f"    %c = mhlo.compare {direction}, {a}, {b}{kind} : ({scalar}, {scalar}) -> tensor<i1>"


def by_two_keys(element: str) -> str:
    scalar = f"tensor<{element}>"
    pair = f"({scalar}, {scalar}) -> tensor<i1>"
    return f"""
    %l = mhlo.compare LT, %a0, %b0 : {pair}
    %e = mhlo.compare EQ, %a0, %b0 : {pair}
    %m = mhlo.compare GT, %a1, %b1 : {pair}
    %f = mhlo.and %e, %m : tensor<i1>
    %c = mhlo.or %l, %f : tensor<i1>
"""


SORTS = {
    "upwards": sorting(("m n",), compare("LT", "%a0", "%b0")),
    "downwards": sorting(("m n",), compare("GT", "%a0", "%b0")),
    "upwards, the other way": sorting(("m n",), compare("GT", "%b0", "%a0")),
    "not strictly": sorting(("m n:i32",), compare("LE", "%a0", "%b0", "i32")),
    "with positions": sorting(("m n", "m n:i32"), compare("LT", "%a0", "%b0")),
    "downwards with positions": sorting(("m n", "m n:i64"), compare("GT", "%a0", "%b0")),
    "in the total order": sorting(
        ("m n", "m n:i32"), compare("LT", "%a0", "%b0", kind=", TOTALORDER")
    ),
    "f64 in the total order": sorting(
        ("m n:f64",), compare("GT", "%a0", "%b0", "f64", ", TOTALORDER")
    ),
    "by the second": sorting(("m n:i32", "m n"), compare("LT", "%a1", "%b1")),
    "columns": sorting(("n m", "n m:i32"), compare("LT", "%a0", "%b0"), 0),
    "middle": sorting(("2 n m",), compare("LT", "%a0", "%b0"), 1),
    "i32": sorting(("m n:i32",), compare("LT", "%a0", "%b0", "i32")),
    "i64": sorting(("n:i64",), compare("GT", "%a0", "%b0", "i64"), 0),
    "i8": sorting(("n:i8", "n:i1"), compare("LT", "%a0", "%b0", "i8"), 0),
    "f64": sorting(("m n:f64",), compare("LT", "%a0", "%b0", "f64")),
    "two keys": sorting(("m n:i32", "m n:i32", "m n:i64"), by_two_keys("i32")),
    "truths": sorting(("m n:i1",), compare("LT", "%a0", "%b0", "i1")),
    "truths, true ones first": sorting(("m n:i1", "m n"), compare("GT", "%a0", "%b0", "i1")),
    "by truths of the second": sorting(("m n:i32", "m n:i1"), compare("GT", "%b1", "%a1", "i1")),
    "truths not strictly": sorting(("m n:i1",), compare("GE", "%a0", "%b0", "i1")),
    "columns by truths": sorting(("n m:i1", "n m:i64"), compare("GT", "%a0", "%b0", "i1"), 0),
    "a known size": sorting(("m 5",), compare("LT", "%a0", "%b0")),
}


def arrays(text: str, rows: int, length: int, seed: int) -> list[Array]:
    """Arguments with many elements that are equal."""
    random, found = np.random.default_rng(seed), list[Array]()
    head = text.partition("@main(")[2].partition(") ->")[0]
    for part in head.split("tensor<")[1:]:
        entries = part.partition("[")[2].partition("]")[0].split(", ")
        shape = [{"@m": rows, "@n": length}.get(e) if e[0] == "@" else int(e) for e in entries]
        element = part.partition(",")[0].rpartition("x")[2]
        types = {"f32": "f4", "f64": "f8", "i32": "i4", "i64": "i8", "i8": "i1", "i1": "?"}
        values = random.integers(-9, 9, shape)
        found.append((values > 0 if element == "i1" else values).astype(types[element]))
    return found


@pytest.mark.parametrize("name", SORTS)
def test_sorts_are_those_of_the_interpreter(name: str) -> None:
    text = SORTS[name]
    runner, program = both(text)
    assert not program.callbacks
    for seed, length in enumerate(LENGTHS):
        for rows in (1, 3) if length else (0, 3):
            arguments = arrays(text, rows, length, seed)
            assert agree(runner, program, arguments)
            for argument in arguments:
                if argument.dtype.kind == "f":
                    random = np.random.default_rng(seed)
                    argument[random.random(argument.shape) < 0.3] = random.choice(SPECIAL)
                    argument.flat[::7] = random.choice(SPECIAL, argument.flat[::7].shape)
            assert agree(runner, program, arguments)


def test_equal_elements_stay_in_order() -> None:
    """What goes with equal keys tells their order."""
    runner, program = both(SORTS["with positions"])
    keys = np.array([[2, 1, 2, 1, 2, 1, 1, 2]], np.float32)
    places = np.arange(8, dtype=np.int32)[None]
    assert agree(runner, program, [keys, places])
    assert program.run([keys, places])[1].tolist() == [[1, 3, 5, 6, 0, 2, 4, 7]]


def test_an_order_that_is_not_native_is_left_to_the_interpreter() -> None:
    body = f"""{not_native("%p", "%a0")}
    %c = mhlo.compare LT, %p, %a0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
"""
    _, program = both(sorting(("m n",), body))
    assert [callback.op.name for callback in program.callbacks] == ["mhlo.sort"]


def test_an_order_may_use_a_constant_from_outside() -> None:
    body = """
    %m = mhlo.maximum %a0, %z : tensor<f32>
    %c = mhlo.compare LT, %m, %b0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
"""
    text = sorting(("m n",), body)
    runner, program = both(
        text.replace("  %r:1", "  %z = mhlo.constant dense<2.0> : tensor<f32>\n  %r:1")
    )
    assert not program.callbacks
    for length in LENGTHS:
        values = np.arange(2 * length, dtype=np.float32).reshape(2, length)
        assert agree(runner, program, [values])


def test_an_order_that_uses_an_argument_is_left_to_the_interpreter() -> None:
    body = """
    %m = mhlo.maximum %a0, %z : tensor<f32>
    %c = mhlo.compare LT, %m, %b0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
"""
    text = sorting(("m n",), body).replace("@main(", "@main(%z: tensor<f32>, ")
    _, program = both(text)
    assert [callback.op.name for callback in program.callbacks] == ["mhlo.sort"]


@pytest.mark.parametrize("at_end", [True, False])
@pytest.mark.parametrize("name", ["downwards with positions", "columns", "truths, true ones first"])
def test_sorts_stay_in_their_buffers(name: str, at_end: bool) -> None:
    text = SORTS[name]
    runner, program = interpreted(text), fenced(text, at_end=at_end)
    for seed, length in enumerate(LENGTHS):
        assert agree(runner, program, arrays(text, 3, length, seed))


def beginning(k: int, first: int = 0, *, direction: str = "GT", whole: bool = False) -> str:
    """`k` entries of each sorted row, from the `first` on; `whole`: the whole rows as well."""
    row, part, places = tensor("m n"), tensor(f"m {k}"), tensor("m n:i32")
    text = sorting(("m n", "m n:i32"), compare(direction, "%a0", "%b0"))
    results = [part, part.replace("f32", "i32")]
    sources = [row, places]
    lines = [
        f"  %s{i} = mhlo.real_dynamic_slice %r#{i}, %starts, %limits, %ones"
        f" : ({source}, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> {result}"
        for i, (source, result) in enumerate(zip(sources, results, strict=True))
    ]
    names = ["%s0", "%s1"]
    if whole:
        names, results = [*names, "%r#1"], [*results, places]
    head, _, tail = text.partition(f"-> ({row}, {places}) {{")
    tail = tail.partition("  func.return")[0]
    return f"""{head}-> ({", ".join(results)}) {{
  %m = sdim.size @m
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %first = arith.constant {first} : index
  %last = arith.constant {first + k} : index
  %starts = tensor.from_elements %zero, %first : tensor<2xindex>
  %limits = tensor.from_elements %m, %last : tensor<2xindex>
  %ones = tensor.from_elements %one, %one : tensor<2xindex>
{tail}
{chr(10).join(lines)}
  func.return {", ".join(names)} : {", ".join(results)}
}}
"""


BEGINNINGS = {
    "one": beginning(1),
    "five upwards": beginning(5, direction="LT"),
    "many": beginning(64),
    "too many to be kept sorted": beginning(65),
    "later ones": beginning(3, 2),
    "whole rows too": beginning(3, whole=True),
}


@pytest.mark.parametrize("name", BEGINNINGS)
def test_the_first_of_sorted_rows_are_those_of_the_interpreter(name: str) -> None:
    text = BEGINNINGS[name]
    runner, program = both(text)
    assert not program.callbacks
    taken = 0
    for seed, length in enumerate(LENGTHS):
        for rows in (0, 1, 3):
            values, places = arrays(text, rows, length, seed)
            for order in (values, np.sort(values), np.sort(values)[:, ::-1].copy()):
                taken += agree(runner, program, [order, places])
            random = np.random.default_rng(seed)
            values.flat[::2] = random.choice(SPECIAL, values.flat[::2].shape)
            taken += agree(runner, program, [values, places])
    assert taken >= 8


@pytest.mark.parametrize("at_end", [True, False])
def test_the_first_of_sorted_rows_stay_in_their_buffers(at_end: bool) -> None:
    text = beginning(3)
    runner, program = interpreted(text), fenced(text, at_end=at_end)
    for length in (3, 5, 16, 17):
        assert agree(runner, program, arrays(text, 2, length, length))


def greatest(element: str, k: int, largest: str = "true") -> str:
    """The `k` first of each row and where they were."""
    x, values = tensor(f"m n:{element}"), tensor(f"m {k}:{element}")
    places = tensor(f"m {k}:i32")
    return f"""
sdim.symbol @m
sdim.symbol @n
func.func @main(%x: {x}) -> ({values}, {places}) {{
  %v, %i = mhlo.topk(%x, k = {k}, largest = {largest}) : {x} -> ({values}, {places})
  func.return %v, %i : {values}, {places}
}}
"""


@pytest.mark.parametrize("largest", ["true", "false"])
@pytest.mark.parametrize(
    ("element", "k"), [("f32", 1), ("f32", 5), ("f64", 3), ("i32", 4), ("i8", 2), ("i1", 2)]
)
def test_the_greatest_are_those_of_the_interpreter(element: str, k: int, largest: str) -> None:
    text = greatest(element, k, largest)
    runner, program = both(text)
    assert not program.callbacks
    for seed, length in enumerate(LENGTHS):
        if length < k:
            continue
        for rows in (0, 1, 3):
            (x,) = arrays(text, rows, length, seed)
            assert agree(runner, program, [x])
            if element == "f32" and x.size:
                x.flat[::3] = np.random.default_rng(seed).choice(SPECIAL, x.flat[::3].shape)
                assert agree(runner, program, [x])


TOP_K = """
func.func @main(%x: tensor<?x?xf32>, %k: tensor<i32>) -> (tensor<?x?xf32>, tensor<?x?xi32>) {
  %r:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k)
      : (tensor<?x?xf32>, tensor<i32>) -> (tensor<?x?xf32>, tensor<?x?xi32>)
  func.return %r#0, %r#1 : tensor<?x?xf32>, tensor<?x?xi32>
}
"""


@pytest.mark.parametrize("k", [0, 1, 5, 7])
def test_of_the_greatest_by_an_operand_nan_is_the_first(k: int) -> None:
    x = np.array(
        [[1, np.nan, 3, -np.inf, 3, -0.0, 0.0], [0, 9, np.inf, 2, np.nan, 9, -1]], np.float32
    )
    module = parse_module(TOP_K, "top_k.mlir")
    TieshapePass().apply(new_context(), module)
    runner = Runner(module)
    program = NativeProgram(module, runner.function)
    assert agree(runner, program, [x, np.array(k, np.int32)])
    values, places = program.run([x, np.array(k, np.int32)])
    order = [[1, 2, 4, 0, 6, 5, 3], [4, 2, 1, 5, 3, 0, 6]]
    np.testing.assert_array_equal(places, np.array(order, np.int32)[:, :k])
    np.testing.assert_array_equal(values, np.take_along_axis(x, places, 1))
    for more in (-1, 8):
        with pytest.raises(Refused):
            program.run([x, np.array(more, np.int32)])


def test_more_than_there_are_is_refused() -> None:
    runner, program = both(greatest("f32", 5))
    assert agree(runner, program, [np.zeros((2, 5), np.float32)])
    with pytest.raises(Refused):
        program.run([np.zeros((2, 4), np.float32)])


@pytest.mark.parametrize("at_end", [True, False])
def test_the_greatest_stay_in_their_buffers(at_end: bool) -> None:
    text = greatest("f32", 3)
    runner, program = interpreted(text), fenced(text, at_end=at_end)
    for length in (3, 5, 16, 17):
        assert agree(runner, program, arrays(text, 3, length, length))
