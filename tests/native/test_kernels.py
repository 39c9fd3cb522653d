"""Kernels of machine code against the interpreter, at sizes around those of vectors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from tieshape.interpreters import Runner
from tieshape.interpreters.arrays import Array
from tieshape.lowering.pipelines import TieshapePass
from tieshape.native.engine import is_available
from tieshape.native.program import NativeProgram
from tieshape.text.context import new_context
from tieshape.text.module import parse_module

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")

WIDTHS = (1, 2, 3, 5, 7, 8, 15, 16, 17, 31, 33, 64, 77, 100)
SPECIAL = np.array(
    [np.nan, np.inf, -np.inf, 0.0, -0.0, 1e-45, -1e-45, 3e38, -3e38, 1e-38, 2e-39], np.float32
)
PROGRAMS = {
    "a softmax keeps its exponentials": """
        func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
          %0 = "tf.Softmax"(%x) : (tensor<?x?xf32>) -> tensor<?x?xf32>
          return %0 : tensor<?x?xf32>
        }""",
    "a reduction along no dimension is of single elements": """
        func.func @main(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
          %two = mhlo.constant dense<2.0> : tensor<f32>
          %e = mhlo.exponential %x : tensor<?x?xf32>
          %0 = mhlo.reduce(%e init: %two) applies mhlo.maximum across dimensions = [] :
              (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
          %1 = mhlo.reduce(%0 init: %two) across dimensions = [] :
              (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32> reducer(%a: tensor<f32>, %b: tensor<f32>) {
            %2 = mhlo.multiply %a, %b : tensor<f32>
            %3 = mhlo.add %2, %a : tensor<f32>
            mhlo.return %3 : tensor<f32>
          }
          return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
        }""",
    "a mask is added before": """
        sdim.symbol @a
        sdim.symbol @b
        func.func @main(%x: tensor<?x?xf32, [@a, @b]>, %y: tensor<?x?xf32, [@a, @b]>)
            -> (tensor<?x?xf32>, tensor<?x?xf32>) {
          %0 = "tf.AddV2"(%x, %y) : (tensor<?x?xf32, [@a, @b]>, tensor<?x?xf32, [@a, @b]>)
              -> tensor<?x?xf32>
          %1 = "tf.Softmax"(%0) : (tensor<?x?xf32>) -> tensor<?x?xf32>
          %2 = "tf.LogSoftmax"(%0) : (tensor<?x?xf32>) -> tensor<?x?xf32>
          return %1, %2 : tensor<?x?xf32>, tensor<?x?xf32>
        }""",
    "a concatenation is two loops": """
        func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
          %axis = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
          %0 = "tf.ConcatV2"(%x, %y, %x, %axis)
              : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<i32>) -> tensor<?x?xf32>
          %1 = "tf.Neg"(%0) : (tensor<?x?xf32>) -> tensor<?x?xf32>
          return %1 : tensor<?x?xf32>
        }""",
    "of rows too": """
        func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
          %axis = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
          %0 = "tf.ConcatV2"(%x, %y, %axis)
              : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<i32>) -> tensor<?x?xf32>
          %1 = "tf.Neg"(%0) : (tensor<?x?xf32>) -> tensor<?x?xf32>
          return %1 : tensor<?x?xf32>
        }""",
    "the first part is one loop, the second is not": """
        func.func @main(%x: tensor<?x?x4xf32>, %y: tensor<?x4xf32>) -> tensor<?x?x8xf32> {
          %two = "tf.Const"() {value = dense<2> : tensor<i32>} : () -> tensor<i32>
          %shape = "tf.Shape"(%x) : (tensor<?x?x4xf32>) -> tensor<3xi32>
          %0 = "tf.BroadcastTo"(%y, %shape) : (tensor<?x4xf32>, tensor<3xi32>) -> tensor<?x?x4xf32>
          %1 = "tf.ConcatV2"(%x, %0, %two)
              : (tensor<?x?x4xf32>, tensor<?x?x4xf32>, tensor<i32>) -> tensor<?x?x8xf32>
          %2 = "tf.Neg"(%1) : (tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
          return %2 : tensor<?x?x8xf32>
        }""",
    "padding": """
        func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
          %p = "tf.Const"() {value = dense<[[1, 2], [3, 0]]> : tensor<2x2xi32>} : () -> tensor<2x2xi32>
          %0 = "tf.Pad"(%x, %p) : (tensor<?x?xf32>, tensor<2x2xi32>) -> tensor<?x?xf32>
          %1 = "tf.Neg"(%0) : (tensor<?x?xf32>) -> tensor<?x?xf32>
          return %1 : tensor<?x?xf32>
        }""",
    "sums and maxima": """
        func.func @main(%x: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
          %one = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
          %zero = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
          %0 = "tf.Sum"(%x, %one) : (tensor<?x?xf32>, tensor<i32>) -> tensor<?xf32>
          %1 = "tf.Max"(%x, %one) : (tensor<?x?xf32>, tensor<i32>) -> tensor<?xf32>
          %2 = "tf.Min"(%x, %zero) : (tensor<?x?xf32>, tensor<i32>) -> tensor<?xf32>
          return %0, %1, %2 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
        }""",
}


def shapes(text: str, rows: int, width: int) -> list[tuple[int, ...]]:
    """Of the arguments, whose unknown sizes are `rows` and `width`."""
    types = [part.partition("xf32")[0] for part in text.partition(" -> ")[0].split("tensor<")[1:]]
    return [
        {"?x?": (rows, width), "?x?x4": (rows, width, 4), "?x4": (width, 4)}[type_]
        for type_ in types
    ]


def both(text: str) -> tuple[Runner, NativeProgram]:
    """The program on the interpreter and as machine code, whose making changes its function."""
    module = parse_module(text, "program.mlir", new_context())
    TieshapePass().apply(new_context(), module)
    runner = Runner(module.clone())
    return runner, NativeProgram(module, Runner(module).function)


def differences(runner: Runner, program: NativeProgram, arguments: Sequence[Array]) -> list[str]:
    """Where machine code and interpreter are not equal, to rounding."""
    with np.errstate(all="ignore"):
        wanted = runner.run(arguments)
    found = list[str]()
    for a, b in zip(wanted, program.run(arguments), strict=True):
        if a.shape != b.shape or not np.allclose(a, b, rtol=3e-6, atol=1e-37, equal_nan=True):
            found.append(f"{[x.shape for x in arguments]}: {a} is {b}")
    return found


@pytest.mark.parametrize("name", PROGRAMS)
def test_results_are_those_of_the_interpreter(name: str) -> None:
    text = PROGRAMS[name]
    runner, program = both(text)
    assert not program.callbacks
    random = np.random.default_rng(1)
    for width in WIDTHS:
        for rows in (1, 2, 5):
            arguments = [
                random.standard_normal(shape).astype(np.float32)
                for shape in shapes(text, rows, width)
            ]
            assert not differences(runner, program, arguments)
            arguments[0].flat[:: max(1, width // 3)] = random.choice(SPECIAL)
            assert not differences(runner, program, arguments)


def test_no_rows_no_columns() -> None:
    for text in PROGRAMS.values():
        runner, program = both(text)
        for shape in ((0, 0), (0, 5)):
            arguments = [np.zeros(shape, np.float32) for shape in shapes(text, *shape)]
            assert not differences(runner, program, arguments)


def test_quotients_by_one_divisor_are_right_for_every_divisor() -> None:
    """A product with the reciprocal would be nan for 0 over the least numbers."""
    runner, program = both(
        """
        func.func @main(%x: tensor<?xf32>, %d: tensor<f32>) -> tensor<?xf32> {
          %0 = "tf.RealDiv"(%x, %d) : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
          return %0 : tensor<?xf32>
        }"""
    )
    x = np.concatenate([SPECIAL, np.array([1.0, -2.5, 1e30, 7e-30], np.float32)])
    for divisor in [*SPECIAL, 1.0, 3.0, -1e-20, 1e25, 2.0**127, -(2.0**-126)]:
        assert not differences(runner, program, [x, np.array(divisor, np.float32)])


def test_quotients_that_are_rounded_are_exact() -> None:
    """The middle between two numbers is met where the quotient is right to the last place."""
    runner, program = both(
        """
        func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
          %d = "tf.Const"() {value = dense<2.550000e+02> : tensor<f32>} : () -> tensor<f32>
          %0 = "tf.RealDiv"(%x, %d) : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
          %1 = "tf.RealDiv"(%x, %0) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
          %2 = "tf.Mul"(%1, %0) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
          %3 = "tf.RealDiv"(%2, %0) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
          %4 = "tf.Floor"(%3) : (tensor<?xf32>) -> tensor<?xf32>
          return %4 : tensor<?xf32>
        }"""
    )
    x = np.arange(1, 5000, dtype=np.float32) * np.float32(0.37)
    assert np.array_equal(runner.run([x])[0], program.run([x])[0])


UNARY = (
    *("abs", "cbrt", "ceil", "cosine", "erf", "exponential", "exponential_minus_one", "floor"),
    *("log", "log_plus_one", "logistic", "negate", "round_nearest_afz", "round_nearest_even"),
    *("rsqrt", "sign", "sine", "sqrt", "tan", "tanh"),
)


@pytest.mark.parametrize("element", ["f32", "f64"])
def test_functions_of_many_elements(element: str) -> None:
    """Those that only a library has are computed an element at a time."""
    kind = f"tensor<?x{element}, [@n]>"
    lines = "\n".join(f"%r{i} = mhlo.{op} %x : {kind}" for i, op in enumerate(UNARY))
    results = ", ".join(f"%r{i}" for i in range(len(UNARY)))
    kinds = ", ".join(kind for _ in UNARY)
    runner, program = both(
        f"sdim.symbol @n\nfunc.func @main(%x: {kind}) -> ({kinds}) {{\n{lines}\n"
        f"func.return {results} : {kinds}\n}}"
    )
    dtype = np.float32 if element == "f32" else np.float64
    for count in (1, 16, 33):
        x = np.linspace(0.1, 3.0, count, dtype=dtype)
        assert not differences(runner, program, [x])


@pytest.mark.parametrize("numbers", ["[0.0, -0.0]", "[-0.0, -0.0]", "[]"])
def test_constants_keep_the_signs_of_zeros(numbers: str) -> None:
    count = numbers.count("0.0")
    runner, program = both(
        f"""func.func @main(%x: tensor<?x{count}xf32>) -> tensor<?x{count}xf32> {{
          %c = "tf.Const"() {{value = dense<{numbers}> : tensor<{count}xf32>}} : () -> tensor<{count}xf32>
          %0 = "tf.Mul"(%x, %c) : (tensor<?x{count}xf32>, tensor<{count}xf32>) -> tensor<?x{count}xf32>
          %2 = "tf.Add"(%0, %0) : (tensor<?x{count}xf32>, tensor<?x{count}xf32>) -> tensor<?x{count}xf32>
          return %2 : tensor<?x{count}xf32>
        }}"""
    )
    x = np.ones((3, count), np.float32)
    assert program.run([x])[0].tobytes() == runner.run([x])[0].tobytes()


@pytest.mark.parametrize(
    ("given", "made"),
    [("f32", "i32"), ("i32", "f32"), ("f64", "i64"), ("i64", "f64"), ("i8", "i8"), ("f32", "i8")],
)
def test_bits_of_elements(given: str, made: str) -> None:
    """NaN of any bits too; a narrower type, which adds a dimension, is left to the interpreter."""
    last = "x4" if given == "f32" and made == "i8" else ""
    result = f"tensor<?{last}x{made}, [@n{', 4' if last else ''}]>"
    runner, program = both(
        f"""
        sdim.symbol @n
        func.func @main(%x: tensor<?x{given}, [@n]>) -> {result} {{
          %0 = mhlo.bitcast_convert %x : (tensor<?x{given}, [@n]>) -> {result}
          return %0 : {result}
        }}"""
    )
    dtype = np.dtype({"f32": "f4", "i32": "i4", "f64": "f8", "i64": "i8", "i8": "i1"}[given])
    assert bool(program.callbacks) == bool(last)
    for count in (0, 1, 7, 16, 33, 100):
        numbers = np.random.default_rng(count).integers(-128, 128, count * dtype.itemsize)
        x = numbers.astype(np.int8).view(dtype)
        ((wanted,), (found,)) = runner.run([x]), program.run([x])
        assert (found.dtype, found.tobytes()) == (wanted.dtype, wanted.tobytes())


@pytest.mark.parametrize("element", ["i8", "i16", "i32", "i64"])
@pytest.mark.parametrize("name", ["popcnt", "count_leading_zeros"])
def test_bits_are_counted(name: str, element: str) -> None:
    type_ = f"tensor<?x{element}, [@n]>"
    runner, program = both(
        f"""
        sdim.symbol @n
        func.func @main(%x: {type_}) -> {type_} {{
          %0 = mhlo.{name} %x : {type_}
          return %0 : {type_}
        }}"""
    )
    assert not program.callbacks
    dtype = np.dtype(f"i{int(element[1:]) // 8}")
    for count in (1, 7, 33, 100):
        bits = np.random.default_rng(count).integers(-128, 128, count * dtype.itemsize)
        x = bits.astype(np.int8).view(dtype) >> np.arange(count) % (8 * dtype.itemsize)
        x = np.where(np.arange(count) % 5, x, 0).astype(dtype)
        ((wanted,), (found,)) = runner.run([x]), program.run([x])
        np.testing.assert_array_equal(found, wanted, strict=True)
