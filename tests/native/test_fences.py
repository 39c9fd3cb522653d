"""Buffers with fences: no model touches anything outside of them, and the fences bite."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tieshape.interpreters import Runner
from tieshape.lowering.pipelines import TieshapePass
from tieshape.native.engine import is_available
from tieshape.native.fences import FencedMemory, FenceError
from tieshape.native.image import is_protection_possible
from tieshape.native.program import NativeProgram, native_code
from tieshape.text.context import new_context
from tieshape.text.module import parse_module, read_module
from tieshape.tools.run import run
from xdsl.dialects.builtin import ModuleOp

from .programs import fenced

pytestmark = pytest.mark.skipif(
    not is_protection_possible(), reason="pages cannot be protected on this system"
)
native = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")

EXAMPLES = Path(__file__).parents[2] / "examples" / "models"
MODELS = sorted(path for path in EXAMPLES.iterdir() if (path / "model.mlir").exists())
TEXT = """
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {
  %c = "tf.Const"() {value = dense<[1.0, 2.0, 3.0]> : tensor<3xf32>} : () -> tensor<3xf32>
  %a = "tf.AddV2"(%x, %y) : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %axis = "tf.Const"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  %i = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %e = "tf.ExpandDims"(%c, %i) : (tensor<3xf32>, tensor<i32>) -> tensor<1x3xf32>
  %s = "tf.Softmax"(%a) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %p = "tf.MatMul"(%s, %x) {transpose_b = true} : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %t = "tf.Tile"(%e, %m) : (tensor<1x3xf32>, tensor<2xi32>) -> tensor<?x3xf32>
  %r = "tf.ConcatV2"(%p, %t, %axis) : (tensor<?x?xf32>, tensor<?x3xf32>, tensor<i32>) -> tensor<?x?xf32>
  func.return %r : tensor<?x?xf32>
}
""".replace(
    '  %t = "tf.Tile"',
    """  %shape = "tf.Shape"(%x) : (tensor<?x?xf32>) -> tensor<2xi32>
  %k = "tf.Const"() {value = dense<[1, 0]> : tensor<2xi32>} : () -> tensor<2xi32>
  %o = "tf.Const"() {value = dense<[0, 1]> : tensor<2xi32>} : () -> tensor<2xi32>
  %h = "tf.Mul"(%shape, %k) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %m = "tf.AddV2"(%h, %o) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %t = "tf.Tile\"""",
)


def compiled(module: ModuleOp) -> tuple[Runner, list[NativeProgram]]:
    """On the interpreter, and natively with fences at either end."""
    TieshapePass().apply(new_context(), module)
    runner = Runner(module.clone())
    code = native_code(Runner(module).function, apart=True)
    sides = (True, False)
    return runner, [NativeProgram(module, code, memory=FencedMemory(at_end=s)) for s in sides]


@native
@pytest.mark.parametrize("folder", MODELS, ids=lambda path: path.name)
def test_models_stay_inside(folder: Path) -> None:
    runner, programs = compiled(read_module(str(folder / "model.mlir")))
    for file in sorted(folder.glob("ref_*.npz")):
        with np.load(file) as data:
            inputs = [data[f"in_{i}"] for i in range(sum(k.startswith("in_") for k in data))]
            inputs += [data[f"w_{i}"] for i in range(sum(k.startswith("w_") for k in data))]
        wanted = runner.run(inputs)
        for program in programs:
            for a, b in zip(program.run(inputs), wanted, strict=True):
                np.testing.assert_allclose(a, b, 1e-4, 1e-5)


@native
def test_sizes_around_those_of_vectors_stay_inside() -> None:
    runner, programs = compiled(parse_module(TEXT, "text.mlir"))
    rng = np.random.default_rng(0)
    for rows in (0, 1, 2, 5):
        for columns in (0, 1, 2, 3, 7, 15, 16, 17, 31, 33, 64, 77):
            x = rng.normal(size=(rows, columns)).astype(np.float32)
            for width in {1, columns}:
                y = rng.normal(size=width).astype(np.float32)
                if columns == 0 and width == 1:
                    continue
                wanted = runner.run([x, y])
                for program in programs:
                    for a, b in zip(program.run([x, y]), wanted, strict=True):
                        np.testing.assert_allclose(a, b, 1e-4, 1e-5)


LYING = """
import sys
import numpy as np
from tieshape.interpreters import Runner
from tieshape.native.fences import FencedMemory
from tieshape.native.program import NativeProgram
from tieshape.native.session import Session
from tieshape.text.module import parse_module

module = parse_module('''
sdim.symbol @n
func.func @main(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
  %r = mhlo.negate %x : tensor<?xf32, [@n]>
  func.return %r : tensor<?xf32, [@n]>
}''', "text.mlir")
memory = FencedMemory()
program = NativeProgram(module, Runner(module).function, memory=memory)
session = Session(program, memory)
x = np.ones(21, np.float32)
plan = session.plan_of([x])
plan.header[2] += int(sys.argv[1])  # the size that native code believes
print(session.run([x])[0].sum())
"""


@native
@pytest.mark.skipif(sys.platform == "win32", reason="no signals")
def test_fences_bite() -> None:
    def outcome(more: int) -> subprocess.CompletedProcess[str]:
        words = [sys.executable, "-c", LYING, str(more)]
        return subprocess.run(words, capture_output=True, text=True, check=False)

    assert outcome(0).stdout == "-21.0\n"
    assert outcome(1).returncode == -signal.SIGSEGV


def test_writes_are_found() -> None:
    for at_end in (True, False):
        memory = FencedMemory(at_end=at_end)
        piece = memory.bytes(100)
        piece[:] = 1
        memory.finish()
        memory.bytes(100)
        (fenced,) = memory._pieces
        fenced.around[fenced.start - 1 if at_end else fenced.start + 100] = 0
        with pytest.raises(FenceError, match="outside of 100 bytes"):
            memory.finish()
        lent = memory.lent(np.arange(5))
        memory.finish()
        lent = memory.lent(np.arange(5))
        lent[2] = 7
        with pytest.raises(FenceError, match="only lent"):
            memory.finish()


@native
def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model, inputs = tmp_path / "model.mlir", tmp_path / "inputs.npz"
    model.write_text("""
sdim.symbol @n
func.func @main(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
  %r = mhlo.negate %x : tensor<?xf32, [@n]>
  func.return %r : tensor<?xf32, [@n]>
}""")
    x = np.arange(5, dtype=np.float32)
    np.savez(inputs, in_0=x, out_0=-x)
    words = [str(model), "--check", "--inputs", str(inputs)]
    assert run([*words, "--native", "--fences"]) == 0
    assert capsys.readouterr().out == "1/1 references match\n"
    assert run([*words, "--fences"]) == 1
    assert "--fences is for modules that run natively" in capsys.readouterr().err


SPREAD = """
sdim.symbol @a
func.func @main(%x: tensor<?xf32, [@a]>) -> tensor<0x?xf32, [0, @a]> {
  %zero = arith.constant 0 : index
  %size = tensor.dim %x, %zero : tensor<?xf32, [@a]>
  %sizes = tensor.from_elements %zero, %size : tensor<2xindex>
  %y = "mhlo.dynamic_broadcast_in_dim"(%x, %sizes) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<?xf32, [@a]>, tensor<2xindex>) -> tensor<0x?xf32, [0, @a]>
  %z = mhlo.add %y, %y : tensor<0x?xf32, [0, @a]>
  func.return %z : tensor<0x?xf32, [0, @a]>
}
"""


@native
@pytest.mark.parametrize("at_end", [True, False])
def test_nothing_is_read_for_a_result_without_elements(at_end: bool) -> None:
    """Where the element does not depend on a loop: it is not read before the loop."""
    program = fenced(SPREAD, at_end=at_end)
    for size in (0, 1, 5):
        (found,) = program.run([np.ones(size, np.float32)])
        assert found.shape == (0, size)
