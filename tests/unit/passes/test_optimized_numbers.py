"""What optimize-shapes rewrites computes the same numbers, the sign of 0 and wrapped integers included."""

from __future__ import annotations

import numpy as np
import pytest
from tieshape.interpreters import Runner
from tieshape.lowering.pipelines import TieshapePass
from tieshape.text.module import parse_module
from xdsl.context import Context

X = np.array([[0.0, -0.0, 1.5], [-2.25, np.inf, -np.inf]], np.float32)


def results(text: str, inputs: list[np.ndarray]) -> list[list[np.ndarray]]:
    """The results of `text` as it is and of what the whole compiler makes of it."""
    module = parse_module(text, "test.mlir")
    before = Runner(module).run(inputs)
    module = parse_module(text, "test.mlir")
    TieshapePass().apply(Context(), module)
    return [before, Runner(module).run(inputs)]


def same_bits(text: str, *inputs: np.ndarray) -> None:
    before, after = results(text, list(inputs))
    for a, b in zip(before, after, strict=True):
        assert a.dtype == b.dtype and a.shape == b.shape
        assert a.tobytes() == b.tobytes()


@pytest.mark.parametrize("op", ["add", "subtract", "multiply", "divide"])
@pytest.mark.parametrize("number", ["0.0", "-0.0", "1.0"])
@pytest.mark.filterwarnings("ignore")
def test_neutral_elements_keep_every_bit(op: str, number: str) -> None:
    same_bits(
        f"""func.func @main(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {{
          %k = mhlo.constant dense<{number}> : tensor<1x3xf32>
          %s = shape.shape_of %x : tensor<?x3xf32> -> tensor<2xindex>
          %b = "mhlo.dynamic_broadcast_in_dim"(%k, %s) {{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}}
            : (tensor<1x3xf32>, tensor<2xindex>) -> tensor<?x3xf32>
          %r = mhlo.{op} %x, %b : tensor<?x3xf32>
          func.return %r : tensor<?x3xf32>
        }}""",
        X[:, :3],
    )


@pytest.mark.parametrize("op", ["add", "maximum", "minimum", "multiply"])
@pytest.mark.parametrize("start", ["0.0", "-0.0", "1.0", "0xFF800000", "0x7F800000"])
@pytest.mark.filterwarnings("ignore")
def test_reductions_of_single_elements_keep_every_bit(op: str, start: str) -> None:
    same_bits(
        f"""func.func @main(%x: tensor<?x1xf32>) -> tensor<?xf32> {{
          %k = mhlo.constant dense<{start}> : tensor<f32>
          %r = mhlo.reduce(%x init: %k) applies mhlo.{op} across dimensions = [1]
            : (tensor<?x1xf32>, tensor<f32>) -> tensor<?xf32>
          func.return %r : tensor<?xf32>
        }}""",
        X.reshape(6, 1),
    )


@pytest.mark.parametrize("n", [3, 1_500_000_000, -7, -(2**31)])
def test_scalars_wrap_as_tensors_do(n: int) -> None:
    same_bits(
        """func.func @main(%n: tensor<1xi32>) -> (tensor<?xi32>, tensor<1xi32>) {
          %three = mhlo.constant dense<3> : tensor<1xi32>
          %seven = mhlo.constant dense<7> : tensor<1xi32>
          %zero = mhlo.constant dense<0> : tensor<1xi32>
          %0 = mhlo.multiply %n, %three : tensor<1xi32>
          %1 = mhlo.remainder %0, %seven : tensor<1xi32>
          %2 = mhlo.maximum %1, %zero : tensor<1xi32>
          %3 = mhlo.compare LT, %0, %zero : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
          %4 = mhlo.select %3, %seven, %2 : tensor<1xi1>, tensor<1xi32>
          %5 = mhlo.convert %4 : (tensor<1xi32>) -> tensor<1xi64>
          %6 = "mhlo.dynamic_iota"(%5) {iota_dimension = 0 : i64} : (tensor<1xi64>) -> tensor<?xi32>
          func.return %6, %0 : tensor<?xi32>, tensor<1xi32>
        }""",
        np.array([n], np.int32),
    )


def test_moved_transposes_keep_every_bit() -> None:
    same_bits(
        """func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xi1>) {
          %a = "mhlo.transpose"(%x) {permutation = dense<[1, 0]> : tensor<2xi64>} : (tensor<?x?xf32>) -> tensor<?x?xf32>
          %b = "mhlo.transpose"(%y) {permutation = dense<[1, 0]> : tensor<2xi64>} : (tensor<?x?xf32>) -> tensor<?x?xf32>
          %c = mhlo.maximum %a, %b : tensor<?x?xf32>
          %d = mhlo.negate %c : tensor<?x?xf32>
          %e = "mhlo.transpose"(%d) {permutation = dense<[1, 0]> : tensor<2xi64>} : (tensor<?x?xf32>) -> tensor<?x?xf32>
          %f = "mhlo.transpose"(%x) {permutation = dense<[1, 0]> : tensor<2xi64>} : (tensor<?x?xf32>) -> tensor<?x?xf32>
          %g = "mhlo.transpose"(%y) {permutation = dense<[1, 0]> : tensor<2xi64>} : (tensor<?x?xf32>) -> tensor<?x?xf32>
          %h = mhlo.compare LT, %f, %g : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xi1>
          func.return %e, %h : tensor<?x?xf32>, tensor<?x?xi1>
        }""",
        X,
        X[::-1].copy(),
    )


BATCH_NORMS = {
    "inference": (["x", "v", "v", "v", "v"], ["x"]),
    "training": (["x", "v", "v"], ["x", "v", "v"]),
    "grad": (["x", "v", "v", "v", "x"], ["x", "v", "v"]),
}


@pytest.mark.parametrize("name", BATCH_NORMS)
@pytest.mark.parametrize("sizes", ["?x?x?", "2x3x4"])
@pytest.mark.parametrize("element", ["f32", "f64", "f16"])
def test_batch_normalisations_are_their_formulas(name: str, sizes: str, element: str) -> None:
    types = {"x": f"tensor<{sizes}x{element}>", "v": f"tensor<{sizes.split('x')[1]}x{element}>"}
    operands, outcomes = ([types[t] for t in part] for part in BATCH_NORMS[name])
    arguments = ", ".join(f"%a{i}: {type}" for i, type in enumerate(operands))
    values = ", ".join(f"%a{i}" for i in range(len(operands)))
    found = ", ".join(f"%r#{i}" for i in range(len(outcomes))) if len(outcomes) > 1 else "%r"
    bound = f"%r:{len(outcomes)}" if len(outcomes) > 1 else "%r"
    joined = ", ".join(outcomes)
    text = f"""func.func @main({arguments}) -> ({joined}) {{
      {bound} = "mhlo.batch_norm_{name}"({values}) {{epsilon = 0.001 : f32, feature_index = 1 : i64}}
        : ({", ".join(operands)}) -> ({joined})
      func.return {found} : {joined}
    }}"""
    rng = np.random.default_rng(0)
    dtype = {"f32": np.float32, "f64": np.float64, "f16": np.float16}[element]
    shapes = {"x": (2, 3, 4), "v": (3,)}
    inputs = [rng.uniform(0.5, 2, shapes[t]).astype(dtype) for t in BATCH_NORMS[name][0]]
    module = parse_module(text, "test.mlir")
    TieshapePass().apply(Context(), module)
    assert not any(op.name.startswith("mhlo.batch_norm") for op in module.walk())
    tolerance = {"f32": 1e-5, "f64": 1e-12, "f16": 4e-3}[element]
    for a, b in zip(*results(text, inputs), strict=True):
        np.testing.assert_allclose(a, b, tolerance, tolerance)


@pytest.mark.parametrize("op", ["add", "multiply"])
@pytest.mark.parametrize("kind", ["i1", "i32"])
def test_sums_of_truth_values_are_no_sums_of_bits(op: str, kind: str) -> None:
    same_bits(
        f"""func.func @main(%x: tensor<2x{kind}>, %y: tensor<?xf32>) -> tensor<?xf32> {{
          %k = mhlo.constant dense<0> : tensor<{kind}>
          %r = mhlo.reduce(%x init: %k) applies mhlo.{op} across dimensions = [0]
            : (tensor<2x{kind}>, tensor<{kind}>) -> tensor<{kind}>
          %e = tensor.extract %r[] : tensor<{kind}>
          %n = arith.constant {"true" if kind == "i1" else "2 : i32"}
          %c = arith.cmpi eq, %e, %n : {kind}
          %z = scf.if %c -> (tensor<?xf32>) {{
            %m = mhlo.negate %y : tensor<?xf32>
            scf.yield %m : tensor<?xf32>
          }} else {{
            scf.yield %y : tensor<?xf32>
          }}
          func.return %z : tensor<?xf32>
        }}""",
        np.array([1, 1], bool if kind == "i1" else np.int32),
        X[0],
    )


@pytest.mark.parametrize("axes", ["", "0"])
def test_a_reduction_along_no_dimension_keeps_the_elements_apart(axes: str) -> None:
    kept = "" if axes else "2x"
    same_bits(
        f"""func.func @main() -> (tensor<{kept}i32>, tensor<?x?xf32>) {{
          %k = mhlo.constant dense<3> : tensor<i32>
          %v = mhlo.constant dense<[1, 2]> : tensor<2xi32>
          %r = mhlo.reduce(%v init: %k) applies mhlo.add across dimensions = [{axes}]
            : (tensor<2xi32>, tensor<i32>) -> tensor<{kept}i32>
          %s = "mhlo.broadcast_in_dim"(%r) {{broadcast_dimensions = dense<{[] if axes else [0]}> : tensor<{1 - len(axes)}xi64>}}
            : (tensor<{kept}i32>) -> tensor<2xi32>
          %i = "mhlo.dynamic_iota"(%s) {{iota_dimension = 0 : i64}} : (tensor<2xi32>) -> tensor<?x?xf32>
          func.return %r, %i : tensor<{kept}i32>, tensor<?x?xf32>
        }}""",
    )


@pytest.mark.parametrize("element", ["ui32", "ui64", "i32"])
@pytest.mark.parametrize("n", [0, 3, 5, 7, 20])
def test_differences_of_unsigned_numbers_wrap(element: str, n: int) -> None:
    same_bits(
        f"""func.func @main(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<1xi32>) {{
          %n = "mhlo.get_dimension_size"(%x) {{dimension = 0 : i64}} : (tensor<?xf32>) -> tensor<i32>
          %v = mhlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
          %u = mhlo.convert %v : (tensor<1xi32>) -> tensor<1x{element}>
          %five = mhlo.constant dense<5> : tensor<1x{element}>
          %seven = mhlo.constant dense<7> : tensor<1x{element}>
          %zero = mhlo.constant dense<0> : tensor<1x{element}>
          %d = mhlo.subtract %u, %five : tensor<1x{element}>
          %m = mhlo.minimum %d, %seven : tensor<1x{element}>
          %l = mhlo.maximum %m, %zero : tensor<1x{element}>
          %s = mhlo.convert %l : (tensor<1x{element}>) -> tensor<1xi32>
          %i = "mhlo.dynamic_iota"(%s) {{iota_dimension = 0 : i64}} : (tensor<1xi32>) -> tensor<?xf32>
          func.return %i, %s : tensor<?xf32>, tensor<1xi32>
        }}""",
        np.zeros(n, np.float32),
    )


@pytest.mark.parametrize("element", ["f16", "f32", "i64"])
@pytest.mark.parametrize("n", [0, 1, 7, 2049])
def test_sizes_computed_by_way_of_floats_are_not_rounded(element: str, n: int) -> None:
    same_bits(
        f"""func.func @main(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<1xi32>) {{
          %n = "mhlo.get_dimension_size"(%x) {{dimension = 0 : i64}} : (tensor<?xf32>) -> tensor<i32>
          %v = mhlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
          %two = mhlo.constant dense<2> : tensor<1xi32>
          %f = mhlo.convert %v : (tensor<1xi32>) -> tensor<1x{element}>
          %t = mhlo.convert %two : (tensor<1xi32>) -> tensor<1x{element}>
          %h = mhlo.divide %f, %t : tensor<1x{element}>
          %d = mhlo.multiply %h, %t : tensor<1x{element}>
          %s = mhlo.convert %d : (tensor<1x{element}>) -> tensor<1xi32>
          %i = "mhlo.dynamic_iota"(%s) {{iota_dimension = 0 : i64}} : (tensor<1xi32>) -> tensor<?xf32>
          func.return %i, %s : tensor<?xf32>, tensor<1xi32>
        }}""",
        np.zeros(n, np.float32),
    )


@pytest.mark.parametrize("element", ["ui32", "ui64", "i32", "i64"])
def test_equal_sizes_of_other_types_are_other_vectors(element: str) -> None:
    module = parse_module(
        f"""func.func @main(%x: tensor<?x?xf32>) -> (tensor<2x{element}>, tensor<2xi32>, tensor<2xi64>) {{
          %n = "tf.Shape"(%x) : (tensor<?x?xf32>) -> tensor<2xi32>
          %m = "tf.Shape"(%x) : (tensor<?x?xf32>) -> tensor<2xi64>
          %c = "tf.Cast"(%n) : (tensor<2xi32>) -> tensor<2x{element}>
          func.return %c, %n, %m : tensor<2x{element}>, tensor<2xi32>, tensor<2xi64>
        }}""",
        "test.mlir",
    )
    TieshapePass().apply(Context(), module)
    module.verify()
    found = Runner(module).run([np.zeros((2, 3), np.float32)])
    assert [array.tolist() for array in found] == [[2, 3]] * 3
    names = [
        element.replace("ui", "uint") if "u" in element else f"int{element[1:]}",
        "int32",
        "int64",
    ]
    assert [array.dtype.name for array in found] == names


LEAST = -(2**31)


@pytest.mark.parametrize("op", ["divide", "remainder"])
@pytest.mark.parametrize("n", [0, 7, -7, 2**31 - 1, LEAST])
@pytest.mark.parametrize("d", [0, 1, -1, 2, -2, 3, LEAST])
@pytest.mark.filterwarnings("ignore")
def test_scalars_are_divided_as_tensors_are(op: str, n: int, d: int) -> None:
    """By 0 too: the quotient is -1 then, and the remainder the dividend."""
    expected = -1 if d == 0 else abs(n) // abs(d) * (1 if (n < 0) == (d < 0) else -1)
    if op == "remainder":
        expected = n if d == 0 else n - expected * d
    text = f"""func.func @main(%n: tensor<1xi32>, %d: tensor<1xi32>, %e: tensor<1xi32>) -> tensor<?xi32> {{
      %five = mhlo.constant dense<5> : tensor<1xi32>
      %three = mhlo.constant dense<3> : tensor<1xi32>
      %0 = mhlo.{op} %n, %d : tensor<1xi32>
      %1 = mhlo.compare EQ, %0, %e : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
      %2 = mhlo.select %1, %five, %three : tensor<1xi1>, tensor<1xi32>
      %3 = "mhlo.dynamic_iota"(%2) {{iota_dimension = 0 : i64}} : (tensor<1xi32>) -> tensor<?xi32>
      func.return %3 : tensor<?xi32>
    }}"""
    wrapped = (expected - LEAST) % 2**32 + LEAST
    inputs = [np.array([number], np.int32) for number in (n, d, wrapped)]
    before, after = results(text, inputs)
    assert len(before[0]) == len(after[0]) == 5


@pytest.mark.parametrize("n", [1, 2, 3, 4, 6, 12, -1])
def test_a_reshape_by_an_integer_of_the_run_launches_nothing(n: int) -> None:
    text = """func.func @main(%x: tensor<?x4xf32>, %n: tensor<i32>) -> tensor<?x?xf32> {
      %rest = "tf.Const"() {value = dense<-1> : tensor<i32>} : () -> tensor<i32>
      %s = "tf.Pack"(%n, %rest) {axis = 0 : i64} : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
      %r = "tf.Reshape"(%x, %s) : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x?xf32>
      func.return %r : tensor<?x?xf32>
    }"""
    module = parse_module(text, "test.mlir")
    TieshapePass().apply(Context(), module)
    assert [op.name for op in module.walk() if op.name.startswith("mhlo.")] == [
        "mhlo.dynamic_reshape"
    ]
    x = np.arange(12, dtype=np.float32).reshape(3, 4)
    runner, inputs = Runner(module), [x, np.array(n, np.int32)]
    if n < 0:
        with pytest.raises(Exception, match=r"tf\.Reshape"):
            runner.run(inputs)
    else:
        np.testing.assert_array_equal(runner.run(inputs)[0], x.reshape(n, -1))
