"""`tieshape-run --native`: what it says, for modules and artifacts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tieshape.interpreters import RunError
from tieshape.native.callbacks import in_words
from tieshape.native.engine import is_available
from tieshape.native.session import Refused
from tieshape.tools.run import run
from tieshape.tools.tieshape import run as tieshape

from .programs import both

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")

TEXT = """
func.func @main(%x: tensor<?x?xf32>, %i: tensor<?xi32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %axis = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %g = "tf.GatherV2"(%x, %i, %axis) : (tensor<?x?xf32>, tensor<?xi32>, tensor<i32>) -> tensor<?x?xf32>
  %w = "mhlo.cholesky"(%x) <{lower = true}> : (tensor<?x?xf32>) -> tensor<?x?xf32>
  func.return %g, %w : tensor<?x?xf32>, tensor<?x?xf32>
}
"""


@pytest.fixture(params=["module", "artifact"])
def model(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The model, compiled."""
    source, target = tmp_path / "source.mlir", tmp_path / "model.tie"
    source.write_text(TEXT)
    assert tieshape(["compile", str(source), "-o", str(target)]) == 0
    if request.param == "artifact":
        return str(target)
    text = target.read_text().partition("--- code ")[2].partition("\n")[2]
    module = tmp_path / "model.mlir"
    module.write_text(text.partition("\n--- weights")[0])
    return str(module)


@pytest.fixture
def inputs(tmp_path: Path) -> str:
    path = tmp_path / "inputs.npz"
    x, i = np.diag([1, 4, 9]).astype(np.float32), np.array([2, 2], np.int32)
    np.savez(path, in_0=x, in_1=i, out_0=x[i], out_1=np.sqrt(x))
    return str(path)


def test_it_checks_and_says_what_the_interpreter_runs(
    model: str, inputs: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([model, "--native", "--check", "--inputs", inputs]) == 0
    out, err = capsys.readouterr()
    assert out == "1/1 references match\n"
    assert "on the interpreter: 1 mhlo.cholesky (" in err
    assert "refused" not in err


def test_only_native_code(model: str, inputs: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([model, "--native-only", "--inputs", inputs]) == 1
    assert "error: some ops have no native form: 1 mhlo.cholesky (" in capsys.readouterr().err


def test_the_time_of_either(model: str, inputs: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([model, "--native", "--time", "--check", "--inputs", inputs]) == 0
    words = capsys.readouterr().err
    assert " us, interpreter " in words
    assert run([model, "--time", "--inputs", inputs]) == 1
    assert "give --native too" in capsys.readouterr().err


def test_a_call_that_is_refused(
    model: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "outside.npz"
    np.savez(path, in_0=np.eye(3, dtype=np.float32), in_1=np.array([3], np.int32))
    assert run([model, "--native", "--inputs", str(path)]) == 1
    assert "tf.GatherV2" in capsys.readouterr().err


UNLOWERED = """
func.func @main(%x: tensor<3xf32>) -> tensor<2xf32> {
  %0 = mhlo.custom_call @tf.Foo(%x) {tieshape.unlowered = "there is no lowering for this op"} : (tensor<3xf32>) -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}
"""


def test_a_call_without_a_meaning_is_named() -> None:
    runner, program = both(UNLOWERED)
    assert in_words(program.callbacks)[0].startswith("1 mhlo.custom_call @tf.Foo (")
    words = "tf.Foo cannot be run: there is no lowering"
    with pytest.raises(RunError, match=words):
        runner.run([np.zeros(3, np.float32)])
    with pytest.raises(Refused, match=words):
        program.run([np.zeros(3, np.float32)])
