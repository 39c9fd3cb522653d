"""Artifacts as `jax.export.Exported`: results, names, and which shapes are refused."""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tieshape.interop.jax import export_of, import_model, text_of
from tieshape.runtime import Model
from tieshape.text.module import parse_module
from tieshape.tools.runtime_provider import program
from tieshape.tools.tieshape import run as command

ROOT = Path(__file__).parents[3]

ADD_AND_HALVE = """
func.func @add(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<?xf32>) {
  %0 = "tf.AddV2"(%x, %y) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %axis = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %1 = "tf.Sum"(%x, %axis) {keep_dims = false} : (tensor<?x4xf32>, tensor<i32>) -> tensor<?xf32>
  %begin = "tf.Const"() {value = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %end = "tf.Const"() {value = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %step = "tf.Const"() {value = dense<2> : tensor<1xi32>} : () -> tensor<1xi32>
  %2 = "tf.StridedSlice"(%1, %begin, %end, %step) {begin_mask = 1 : i64, end_mask = 1 : i64, ellipsis_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 0 : i64} : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  func.return %0, %2 : tensor<?x4xf32>, tensor<?xf32>
}
"""
AT_LEAST_TWO = """
sdim.symbol @n
sdim.constraints {
  %n = sdim.size @n
  sdim.range assert %n in [2, ?] {why = "two samples are needed"}
}
func.func @f(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
  %0 = "tf.Abs"(%x) : (tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>
  func.return %0 : tensor<?xf32, [@n]>
}
"""
IN_FOURS = """
sdim.symbol @n
sdim.constraints {
  %n = sdim.size @n
  sdim.divisible assert %n by 4
}
func.func @f(%x: tensor<?xf32, [@n]>) -> tensor<?x4xf32> {
  %s = "tf.Const"() {value = dense<[-1, 4]> : tensor<2xi32>} : () -> tensor<2xi32>
  %0 = "tf.Reshape"(%x, %s) : (tensor<?xf32, [@n]>, tensor<2xi32>) -> tensor<?x4xf32>
  func.return %0 : tensor<?x4xf32>
}
"""
OF_DATA = """
func.func @chosen(%x: tensor<?xi1>) -> tensor<?x1xi64> {
  %0 = "tf.Where"(%x) : (tensor<?xi1>) -> tensor<?x1xi64>
  func.return %0 : tensor<?x1xi64>
}
"""
HALF = """
func.func @half(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %two = "tf.Const"() {value = dense<2> : tensor<i32>} : () -> tensor<i32>
  %one = "tf.Const"() {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
  %n = "tf.Shape"(%x) : (tensor<?xf32>) -> tensor<1xi32>
  %h = "tf.FloorDiv"(%n, %two) : (tensor<1xi32>, tensor<i32>) -> tensor<1xi32>
  %ones = "tf.Fill"(%h, %one) : (tensor<1xi32>, tensor<f32>) -> tensor<?xf32>
  %0 = "tf.AddV2"(%ones, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
"""
COUNTED = """
func.func @counted(%n: tensor<i32>) -> tensor<i32> {
  %zero = mhlo.constant dense<0> : tensor<i32>
  %one = mhlo.constant dense<1> : tensor<i32>
  %step = mhlo.constant dense<STEP> : tensor<i32>
  %limit = mhlo.constant dense<LIMIT> : tensor<i32>
  %0, %trips = mhlo.while(%i = %zero, %k = %n) : tensor<i32>, tensor<i32> cond {
    %c = mhlo.compare HOW, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    mhlo.return %c : tensor<i1>
  } do {
    %j = mhlo.add %i, %step : tensor<i32>
    %more = mhlo.add %k, %one : tensor<i32>
    mhlo.return %j, %more : tensor<i32>, tensor<i32>
  }
  func.return %trips : tensor<i32>
}
"""


def exported_of(text: str) -> Any:
    return export_of(program(text, "model.mlir").compile())


@pytest.fixture
def jax_export(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("JAX_PLATFORMS", "cpu")
    pytest.importorskip("jax", reason="jax is not installed")
    return pytest.importorskip("jax.export")


def test_it_runs_under_jit_after_it_was_serialised(jax_export: Any) -> None:
    jax: Any = import_module("jax")
    exported = jax_export.deserialize(exported_of(ADD_AND_HALVE).serialize())
    call = jax.jit(exported.call)
    for rows, others in ((3, 3), (1, 5), (6, 1)):
        x = np.arange(rows * 4, dtype=np.float32).reshape(rows, 4)
        y = np.ones((others, 4), np.float32)
        got = call(x, y)
        np.testing.assert_allclose(got[0], x + y)
        np.testing.assert_allclose(got[1], x.sum(axis=1)[::2])


def test_its_types_name_the_sizes(jax_export: Any) -> None:
    exported = exported_of(ADD_AND_HALVE)
    arguments, results = map(str, exported.in_avals), map(str, exported.out_avals)
    assert list(arguments) == ["float32[S0,4]", "float32[S1,4]"]
    assert list(results) == ["float32[max(S0, S1),4]", "float32[floordiv(S0 + 1, 2)]"]


@pytest.mark.parametrize(("x", "y", "size"), [(1, 1, 0), (5, 1, 2), (2, 3, 3), (6, 3, 3)])
def test_what_is_repeated_may_have_no_elements(jax_export: Any, x: int, y: int, size: int) -> None:
    """Half of a size may be 0, which JAX's own sizes never are."""
    (found,) = exported_of(HALF).call(np.ones(x, np.float32), np.ones(y, np.float32))
    np.testing.assert_array_equal(found, np.full(size, 2, np.float32))


def test_shapes_that_a_guard_refuses_are_refused(jax_export: Any) -> None:
    exported = exported_of(ADD_AND_HALVE)
    with pytest.raises(ValueError, match="Error refining shapes"):
        exported.call(np.ones((2, 4), np.float32), np.ones((3, 4), np.float32))


def test_a_refusal_is_in_the_words_of_the_guard(jax_export: Any) -> None:
    exported = exported_of(AT_LEAST_TWO)
    assert exported.call(np.ones(2, np.float32))[0].shape == (2,)
    with pytest.raises(ValueError, match="Error refining shapes") as info:
        exported.call(np.ones(1, np.float32))
    assert "two samples are needed" in str(info.value.__cause__)


def test_sizes_that_a_divisor_refuses_are_refused_before_anything_is_compiled(
    jax_export: Any,
) -> None:
    """XLA may meet an op that does not fit first, and end the process."""
    exported = exported_of(IN_FOURS)
    assert exported.call(np.ones(8, np.float32))[0].shape == (2, 4)
    for wrong in (1, 7):
        with pytest.raises(ValueError, match="Input shapes do not match"):
            exported.call(np.ones(wrong, np.float32))


@pytest.mark.parametrize(
    ("how", "step", "limit", "trips"),
    [("LT", 2, 1, 1), ("LT", 3, 4, 2), ("LT", 1, 1, 1), ("LE", 2, -1, 0), ("LE", 2, 2, 2)],
)
def test_a_loop_makes_its_trips_whatever_its_step(
    jax_export: Any, how: str, step: int, limit: int, trips: int
) -> None:
    text = COUNTED.replace("STEP", str(step)).replace("LIMIT", str(limit)).replace("HOW", how)
    (found,) = exported_of(text).call(np.int32(0))
    assert found == trips


def test_a_model_from_tensorflow_matches_its_references(jax_export: Any) -> None:
    model = ROOT / "examples" / "models" / "kh_bert"
    exported = exported_of((model / "model.mlir").read_text())
    with np.load(sorted(model.glob("ref_*.npz"))[0]) as arrays:
        inputs = [arrays[name] for name in arrays.files if name.startswith("in_")]
        expected = [arrays[name] for name in arrays.files if name.startswith("out_")]
    for value, reference in zip(exported.call(*inputs), expected, strict=True):
        np.testing.assert_allclose(value, reference, rtol=1e-4, atol=1e-5)


def test_a_size_that_depends_on_data_is_refused(jax_export: Any) -> None:
    with pytest.raises(ValueError, match=r"result 0: JAX has no type for the size .* data"):
        exported_of(OF_DATA)


def test_without_jax_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jax", None)
    with pytest.raises(ImportError, match=r"pip install 'tieshape\[jax\]'"):
        exported_of(OF_DATA)


@pytest.fixture
def softmax_forms(jax_export: Any) -> dict[str, bytes]:
    """One program with the size `b`: as a serialised export, a portable artifact, and bytecode."""
    jax: Any = import_module("jax")
    mlir: Any = import_module("jax._src.interpreters.mlir")
    ir: Any = import_module("jaxlib.mlir.ir")
    (b,) = jax_export.symbolic_shape("b")
    argument = jax.ShapeDtypeStruct((b, 4), np.dtype(np.float32))
    exported = jax_export.export(jax.jit(jax.nn.softmax))(argument)
    with mlir.make_ir_context(), ir.Location.unknown():
        bytecode = mlir.module_to_bytecode(ir.Module.parse(exported.mlir_module()))
    return {
        "export": bytes(exported.serialize()),
        "portable": exported.mlir_module_serialized,
        "bytecode": bytecode,
    }


@pytest.mark.parametrize(
    "elements", ["bfloat16", "float16", "int8", "bool", "complex64", "float32"]
)
def test_long_constants_are_those_of_the_text(
    jax_export: Any, tmp_path: Path, elements: str
) -> None:
    """Beside one that is too short to stand apart, and one of a single number."""
    jax: Any = import_module("jax")
    numbers = jax.numpy.arange(longest := 1500) % 7

    def program(x: Any) -> Any:
        made = [numbers.astype(elements), numbers[:9].astype(elements)]
        made.append(jax.numpy.full((longest,), 3, elements))
        return [jax.lax.optimization_barrier(each) for each in made], x

    argument = jax.ShapeDtypeStruct((3,), np.dtype(np.float32))
    path = tmp_path / "f.jax"
    path.write_bytes(jax_export.export(jax.jit(program))(argument).serialize())
    whole = parse_module(text_of(path.read_bytes(), "f"), "f")
    apart = import_model(str(path))
    assert apart.is_structurally_equivalent(whole)
    assert max(map(len, text_of(path.read_bytes(), "f").splitlines())) > 1500


@pytest.mark.parametrize(
    ("form", "file"),
    [("export", "f.jax"), ("portable", "f.mlirbc"), ("bytecode", "f.mlir"), ("bytecode", "f")],
)
def test_commands_and_models_take_what_jax_writes(
    softmax_forms: dict[str, bytes],
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    form: str,
    file: str,
) -> None:
    path = tmp_path / file
    path.write_bytes(softmax_forms[form])
    assert command(["import", str(path)]) == 0
    assert "dimension variable 'b'" in capfd.readouterr().out
    assert command(["compile", str(path), "-o", str(tmp_path / "f.tie")]) == 0
    assert command(["check", str(tmp_path / "f.tie"), "3x4"]) == 0
    assert "fits: b = 3" in capfd.readouterr().out
    x = np.arange(8, dtype=np.float32).reshape(2, 4)
    (result,) = Model(path)(x)
    np.testing.assert_allclose(result, np.exp(x) / np.exp(x).sum(1, keepdims=True), rtol=1e-5)
    assert command(["export", str(path), "--for", "iree"]) == 0


@pytest.mark.parametrize("file", ["f.mlirbc", "f.jax"])
def test_bytes_that_are_neither_are_an_error(
    jax_export: Any, tmp_path: Path, capfd: pytest.CaptureFixture[str], file: str
) -> None:
    path = tmp_path / file
    path.write_bytes(b"ML\xefRnothing" if file == "f.mlirbc" else b"nothing")
    assert command(["import", str(path)]) == 1
    assert "bytecode" in capfd.readouterr().err


def test_bytecode_without_jax_names_the_extra(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for module in ("jax", "jaxlib.mlir.ir", "jax._src.interpreters.mlir", "jax.export"):
        monkeypatch.setitem(sys.modules, module, None)
    for file, data in (("f.mlir", b"ML\xefR"), ("f.jax", b"anything")):
        (tmp_path / file).write_bytes(data)
        assert command(["import", str(tmp_path / file)]) == 1
        assert "pip install 'tieshape[jax]'" in capfd.readouterr().err


def test_bf16_is_bf16_in_jax() -> None:
    ml_dtypes = pytest.importorskip("ml_dtypes")
    pytest.importorskip("jax")
    text = """func.func @f(%x: tensor<?xbf16>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xbf16>) {
      %0 = "tf.Abs"(%x) : (tensor<?xbf16>) -> tensor<?xbf16>
      %1 = "tf.Abs"(%y) : (tensor<?xf32>) -> tensor<?xf32>
      func.return %1, %0 : tensor<?xf32>, tensor<?xbf16>
    }"""
    exported = export_of(program(text, "bf16.mlir").compile())
    assert [str(a.dtype) for a in exported.in_avals] == ["bfloat16", "float32"]
    x, y = np.array([-1.5, 2.0], ml_dtypes.bfloat16), np.array([-3.25], np.float32)
    first, second = exported.call(x, y)
    assert (str(first.dtype), str(second.dtype)) == ("float32", "bfloat16")
    assert (np.asarray(first).tolist(), np.asarray(second).tolist()) == ([3.25], [1.5, 2.0])
