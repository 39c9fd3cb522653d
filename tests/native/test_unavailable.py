"""Where native code cannot be had, and how that is said."""

from pathlib import Path

import numpy as np
import pytest
from tieshape.native import engine
from tieshape.native.errors import NativeUnavailableError
from tieshape.runtime import Model
from tieshape.tools.opt import main

TEXT = """
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %r = "tf.Tanh"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}
"""
TWO_RANKS = """
func.func @main(%x: tensor<?xf32>, %c: tensor<i1>) -> tensor<*xf32> {
  %r = "tf.IfRegion"(%c) <{is_stateless = true}> ({
    %a = "tf.Const"() <{value = dense<0.0> : tensor<1x3xf32>}> : () -> tensor<1x3xf32>
    "tf.Yield"(%a) : (tensor<1x3xf32>) -> ()
  }, {
    %b = "tf.Tanh"(%x) : (tensor<?xf32>) -> tensor<?xf32>
    "tf.Yield"(%b) : (tensor<?xf32>) -> ()
  }) : (tensor<i1>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
"""


def without_mlir(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "is_available", lambda: False)


def test_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    without_mlir(monkeypatch)
    with pytest.raises(NativeUnavailableError, match=r"pip install 'tieshape\[native\]'"):
        Model(TEXT, engine="native")(np.zeros(2, np.float32))


def test_auto_falls_back_on_the_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    without_mlir(monkeypatch)
    assert Model(TEXT, engine="auto")(np.zeros(2, np.float32))[0].tolist() == [0, 0]


@pytest.mark.skipif(not engine.is_available(), reason="torch-mlir is not installed")
def test_a_model_without_native_form() -> None:
    x, c = np.zeros(2, np.float32), np.array(False)
    assert Model(TWO_RANKS, engine="auto")(x, c)[0].tolist() == [0, 0]
    with pytest.raises(NativeUnavailableError, match="no native form"):
        Model(TWO_RANKS, engine="native")(x, c)


def test_an_engine_that_does_not_exist() -> None:
    with pytest.raises(ValueError, match="engine must be one of interpreter, native, auto"):
        Model(TEXT, engine="gpu")


def test_emit_names_the_extra(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    without_mlir(monkeypatch)
    source = tmp_path / "model.mlir"
    source.write_text(TEXT)
    assert main([str(source), "-p", "tieshape", "--emit", "llvm"]) == 1
    assert "error: --emit llvm: " in (words := capsys.readouterr().err)
    assert "pip install 'tieshape[native]'" in words
    assert main([str(source), "-p", "tieshape", "--emit", "vectors"]) == 0
    assert "vector<" in capsys.readouterr().out
