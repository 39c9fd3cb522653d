"""Artifacts as `jax.export.Exported`: results, names, and which shapes are refused."""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tieshape.interop.jax import export_of
from tieshape.tools.runtime_provider import program

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
OF_DATA = """
func.func @chosen(%x: tensor<?xi1>) -> tensor<?x1xi64> {
  %0 = "tf.Where"(%x) : (tensor<?xi1>) -> tensor<?x1xi64>
  func.return %0 : tensor<?x1xi64>
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
