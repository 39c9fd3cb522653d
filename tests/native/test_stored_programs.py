"""Machine code from the store: as the first time, and not when anything differs."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from tieshape.interpreters.runner import entry_function
from tieshape.lowering.pipelines import TieshapePass
from tieshape.native import fingerprint, stored_code, stored_programs
from tieshape.native import program as programs
from tieshape.native.engine import is_available
from tieshape.native.image import Image, LoadedImage
from tieshape.native.object_file import UnsupportedObjectError, image_of
from tieshape.native.processor import CPUINFO
from tieshape.native.program import NativeProgram
from tieshape.native.session import Refused
from tieshape.native.store import CodeStore
from tieshape.native.stored_programs import program_of
from tieshape.runtime import AssertGuardError, Model, load
from tieshape.text.context import new_context
from tieshape.text.module import parse_module, print_module
from tieshape.tools import model_program
from tieshape.tools.tieshape import run as tieshape

MACHINE = any("x86-64" in part or "x86_64" in part for part in fingerprint.fingerprint())
pytestmark = pytest.mark.skipif(
    not (is_available() and MACHINE and CPUINFO.exists()),
    reason="machine code is stored on Linux and x86-64",
)

TEXT = """
func.func @main(%x: tensor<?x?xf32>, %y: tensor<3xf32>) -> (tensor<?x?xf32>, tensor<?x3xf32>) {
  %c = "tf.Const"() {value = dense<[1.0, 2.0, 3.0]> : tensor<3xf32>} : () -> tensor<3xf32>
  %a = "tf.Mul"(%x, %c) : (tensor<?x?xf32>, tensor<3xf32>) -> tensor<?x?xf32>
  %s = "tf.Softmax"(%a) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %p = "tf.Pow"(%x, %y) : (tensor<?x?xf32>, tensor<3xf32>) -> tensor<?x3xf32>
  func.return %s, %p : tensor<?x?xf32>, tensor<?x3xf32>
}
"""
FOREIGN = """
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %r = "mhlo.cholesky"(%x) <{lower = true}> : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %s = "tf.Tanh"(%y) : (tensor<?xf32>) -> tensor<?xf32>
  func.return %r, %s : tensor<?x?xf32>, tensor<?xf32>
}
"""
MOVED = """
func.func @main(%x: tensor<?x8xf16>, %y: tensor<?x8xf32>)
    -> (tensor<?x8xf16>, tensor<?x5xcomplex<f32>>, tensor<?x5xcomplex<f32>>) {
  %a = mhlo.exponential %x : tensor<?x8xf16>
  %b = mhlo.add %a, %x : tensor<?x8xf16>
  %c = "mhlo.fft"(%y) <{fft_type = #mhlo<fft_type RFFT>, fft_length = dense<8> : tensor<1xi64>}>
      : (tensor<?x8xf32>) -> tensor<?x5xcomplex<f32>>
  %n = mhlo.abs %y : tensor<?x8xf32>
  %d = "mhlo.fft"(%n) <{fft_type = #mhlo<fft_type RFFT>, fft_length = dense<8> : tensor<1xi64>}>
      : (tensor<?x8xf32>) -> tensor<?x5xcomplex<f32>>
  func.return %b, %c, %d : tensor<?x8xf16>, tensor<?x5xcomplex<f32>>, tensor<?x5xcomplex<f32>>
}
"""
"""Ops of f16 become others while machine code is made: those of callbacks have other places then."""
GATHER = """
func.func @main(%x: tensor<?xf32>, %i: tensor<?xi32>) -> tensor<?xf32> {
  %axis = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %r = "tf.GatherV2"(%x, %i, %axis) : (tensor<?xf32>, tensor<?xi32>, tensor<i32>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}
"""
SQUARE = np.diag([4, 9]).astype(np.float32)
X, Y = np.linspace(0.1, 4, 21, dtype=np.float32).reshape(7, 3), np.ones(3, np.float32)


class Compiler:
    """Counts what is compiled."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch):
        self.runs = 0
        before = programs.native_code

        def counted(*args, **kwargs):
            self.runs += 1
            return before(*args, **kwargs)

        monkeypatch.setattr(programs, "native_code", counted)


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Compiler:
    monkeypatch.setenv("TIESHAPE_CACHE", str(tmp_path / "cache"))
    return Compiler(monkeypatch)


def program(text: str, store: CodeStore) -> NativeProgram:
    module = parse_module(text, "text.mlir")
    TieshapePass().apply(new_context(), module)
    printed = print_module(module)

    def read():
        again = parse_module(printed, "again.mlir")
        return again, entry_function(again)

    return program_of(printed, read, store=store)


def wait_for_storing() -> None:
    for thread in threading.enumerate():
        if thread.name == stored_code.STORING:
            thread.join()


ARRAYS = {
    TEXT: [X, Y],
    FOREIGN: [SQUARE, Y],
    MOVED: [np.ones((2, 8), np.float16), np.arange(-8, 8, dtype=np.float32).reshape(2, 8)],
}


@pytest.mark.parametrize("text", ARRAYS, ids=["native", "callbacks", "moved callbacks"])
def test_the_same_results_from_the_store(text: str, compiler: Compiler, tmp_path: Path) -> None:
    store = CodeStore(tmp_path / "own")
    first, second = program(text, store), program(text, store)
    assert compiler.runs == 1
    assert second.is_stored
    assert len(first.callbacks) == len(second.callbacks)
    for a, b in zip(first.run(ARRAYS[text]), second.run(ARRAYS[text]), strict=True):
        assert a.dtype == b.dtype
        np.testing.assert_array_equal(a, b)


def test_large_constants_are_stored_by_themselves(
    compiler: Compiler, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A right side that lies in panels is another constant than the program's."""
    weights = np.linspace(-1, 1, 64 * 48, dtype=np.float32)
    text = f"""
      func.func @main(%x: tensor<?x64xf32>) -> tensor<?x48xf32> {{
        %w = mhlo.constant dense<"0x{weights.tobytes().hex()}"> : tensor<64x48xf32>
        %r = "mhlo.dot"(%x, %w) : (tensor<?x64xf32>, tensor<64x48xf32>) -> tensor<?x48xf32>
        func.return %r : tensor<?x48xf32>
      }}"""
    x = np.ones((3, 64), np.float32)
    results = []

    def run(most: int, store: CodeStore) -> list[int]:
        """The sizes of what is stored afterwards."""
        monkeypatch.setattr(stored_code, "LARGE", most)
        results.append(program(text, store).run([x])[0])
        wait_for_storing()
        return sorted(path.stat().st_size for path in store.place.iterdir())

    together, apart = CodeStore(tmp_path / "together"), CodeStore(tmp_path / "apart")
    (whole,) = run(1 << 20, together)
    code, constants = run(weights.nbytes - 1, apart)
    assert whole > constants > weights.nbytes
    assert whole - code >= weights.nbytes
    assert run(1 << 20, together) == [whole]
    assert run(weights.nbytes - 1, apart) == [code, constants]
    max(apart.place.iterdir(), key=lambda path: path.stat().st_size).unlink()
    assert run(weights.nbytes - 1, apart) == [code, constants]  # laid out and stored again
    assert compiler.runs == 2
    np.testing.assert_allclose(results[0], x @ weights.reshape(64, 48), rtol=1e-4, atol=1e-5)
    for result in results[1:]:
        np.testing.assert_array_equal(result, results[0])


def test_large_constants_for_which_there_is_no_room(
    compiler: Compiler, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights = np.linspace(-1, 1, 64 * 1024, dtype=np.float32)
    text = f"""
      func.func @main(%x: tensor<?x65536xf32>) -> tensor<?x65536xf32> {{
        %w = mhlo.constant dense<"0x{weights.tobytes().hex()}"> : tensor<65536xf32>
        %b = "mhlo.broadcast_in_dim"(%w) {{broadcast_dimensions = dense<1> : tensor<1xi64>}}
            : (tensor<65536xf32>) -> tensor<1x65536xf32>
        %r = "tf.Mul"(%x, %b) : (tensor<?x65536xf32>, tensor<1x65536xf32>) -> tensor<?x65536xf32>
        func.return %r : tensor<?x65536xf32>
      }}"""
    monkeypatch.setattr(stored_code, "LARGE", weights.nbytes - 1)
    store = CodeStore(tmp_path / "small", limit=weights.nbytes)
    for _ in range(2):
        (result,) = program(text, store).run([np.ones((1, weights.size), np.float32)])
        wait_for_storing()
        np.testing.assert_array_equal(result[0], weights)
        assert store.size()[0] == 1
    assert compiler.runs == 1


def test_a_test_that_fails_still_fails(compiler: Compiler, tmp_path: Path) -> None:
    store = CodeStore(tmp_path / "own")
    for _ in range(2):
        with pytest.raises(Refused):
            program(TEXT, store).run([X[:, :2], Y])
    assert compiler.runs == 1


def test_another_text_or_another_compiler_is_compiled(
    compiler: Compiler, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = CodeStore(tmp_path / "own")
    program(TEXT, store)
    program(TEXT.replace("2.0", "2.5"), store)
    assert compiler.runs == 2
    monkeypatch.setattr(stored_programs, "fingerprint_key", lambda: "another processor")
    program(TEXT, store)
    assert compiler.runs == 3


def test_a_model_is_not_compiled_again(compiler: Compiler, monkeypatch: pytest.MonkeyPatch) -> None:
    first = Model(TEXT, engine="native")(X, Y)

    def fails(*_, **__):
        raise AssertionError("compiled again")

    monkeypatch.setattr(model_program, "ModelProgram", fails)
    for a, b in zip(Model(TEXT, engine="native")(X, Y), first, strict=True):
        np.testing.assert_array_equal(a, b)
    assert compiler.runs == 1


COLD = """
import sys
import numpy as np
from tieshape.runtime import Model
with open(sys.argv[1]) as file:
    model = Model(file.read(), engine="native")
print([float(x.sum()) for x in model(np.ones((2, 3), np.float32), np.ones(3, np.float32))])
print(sorted(name for name in sys.modules if name.startswith((
    "xdsl.ir", "xdsl.dialects", "torch_mlir", "scipy_openblas32", "sympy",
    "tieshape.lowering.convert", "tieshape.passes", "tieshape.symbolic.facts"
))))
"""


def test_the_compiler_is_not_imported_for_what_is_stored(tmp_path: Path) -> None:
    text, script = tmp_path / "model.mlir", tmp_path / "cold.py"
    text.write_text(TEXT)
    script.write_text(COLD)
    environment = {**os.environ, "TIESHAPE_CACHE": str(tmp_path / "cache")}
    command = [sys.executable, str(script), str(text)]
    first, second = (
        subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    )
    results, imported = first.splitlines()
    assert "torch_mlir" in imported  # the twin that compiles
    assert second.splitlines() == [results, "[]"]


def test_the_interpreter_is_made_when_a_test_fails(compiler: Compiler) -> None:
    x, inside, outside = Y, np.array([2], np.int32), np.array([3], np.int32)
    for _ in range(2):
        model = Model(GATHER, engine="native")
        assert model(x, inside)[0].tolist() == [1.0]
        with pytest.raises(AssertGuardError, match=r"tf\.GatherV2"):
            model(x, outside)
    assert compiler.runs == 1


def test_models_with_other_options_are_others(compiler: Compiler, tmp_path: Path) -> None:
    facts = tmp_path / "facts.toml"
    facts.write_text('[arguments.x]\nsizes = ["n", 3]\n')
    Model(TEXT, engine="native")(X, Y)
    files = set((tmp_path / "cache").iterdir())
    Model(TEXT, engine="native", facts=str(facts))(X, Y)
    more = set((tmp_path / "cache").iterdir())
    assert files < more
    facts.write_text('[arguments.x]\nsizes = ["m", 3]\n')
    model = Model(TEXT, engine="native", facts=str(facts))
    model(X, Y)
    assert "m" in {size.name for size in model.versions[0].header.symbols}


def test_compile_native_fills_the_cache(
    compiler: Compiler, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, tie = tmp_path / "model.mlir", tmp_path / "model.tie"
    source.write_text(FOREIGN)
    assert tieshape(["compile", str(source), "-o", str(tie), "--native"]) == 0
    assert "on the interpreter: 1 mhlo.cholesky (" in capsys.readouterr().err
    assert compiler.runs == 1
    assert b"memref" not in tie.read_bytes()
    assert b"\x7fELF" not in tie.read_bytes()
    assert load(tie, engine="native")(SQUARE, Y)[0].tolist() == [[2, 0], [0, 3]]
    assert compiler.runs == 1
    assert tieshape(["cache"]) == 0
    assert "1 files" in capsys.readouterr().out
    assert tieshape(["cache", "--clear"]) == 0
    assert load(tie, engine="native")(SQUARE, Y)[0].tolist() == [[2, 0], [0, 3]]
    assert compiler.runs == 2


def test_compile_native_where_nothing_can_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "model.mlir"
    source.write_text(TEXT)
    words = ["compile", str(source), "-o", str(tmp_path / "model.tie"), "--native"]
    monkeypatch.setenv("TIESHAPE_CACHE", "0")
    assert tieshape(words) == 1
    assert "TIESHAPE_CACHE is 0 or empty" in capsys.readouterr().err
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    monkeypatch.setenv("TIESHAPE_CACHE", str(shared))
    assert tieshape(words) == 1
    assert "must be a folder that only you may enter" in capsys.readouterr().err
    assert not list(shared.iterdir())


def test_files_that_are_no_objects() -> None:
    for data in (b"", b"\x7fELF", b"\x7fELF\x02\x01\x01" + bytes(57), b"MZ" + bytes(100)):
        with pytest.raises(UnsupportedObjectError):
            image_of(data)


def test_a_function_that_is_nowhere() -> None:
    image = Image(bytes(64), [], [(0, "no_such_function", 0)], {})
    with pytest.raises(KeyError, match="no_such_function"):
        LoadedImage(image, {})
