"""What LLVM makes of a model for 64-bit ARM: vector instructions, and no calls of a library.

MLIR's wheel compiles for the processor that it runs on only; clang for others comes with Zig
(pip install ziglang). Nothing is run.
"""

import re
import struct
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from shutil import which

import numpy as np
import pytest
from tieshape.interpreters.runner import entry_function
from tieshape.lowering.expand_math import ExpandMathPass
from tieshape.lowering.pipelines import TieshapePass
from tieshape.lowering.plan_buffers import PlanBuffersPass
from tieshape.lowering.vectorize.vectorize import VectorizePass
from tieshape.native.engine import WHEEL, is_available, lowered_module
from tieshape.native.program import on_buffers
from tieshape.text.context import new_context
from tieshape.text.module import parse_module
from xdsl.context import Context
from xdsl.printer import Printer

ZIG = [sys.executable, "-m", "ziglang"] if find_spec("ziglang") else [which("zig")]
pytestmark = [
    pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed"),
    pytest.mark.skipif(ZIG[-1] is None, reason="ziglang, for its clang, is not installed"),
]

SOFTMAX = """
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {
  %s = "tf.AddV2"(%x, %y) : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %r = "tf.Softmax"(%s) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  func.return %r : tensor<?x?xf32>
}
"""
CHAIN = """
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = "tf.Tanh"(%x) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = "tf.Erf"(%0) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = "tf.Log"(%1) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %3 = "tf.Exp"(%2) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %4 = "tf.MatMul"(%3, %y) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  func.return %4 : tensor<?x?xf32>
}
"""


def bits(value: float) -> str:
    """A float in the spelling that all versions of LLVM read."""
    return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"


def spelt(text: str) -> str:
    """LLVM's text with floats as older versions of it write them."""
    text = re.sub(
        r"\bf0x([0-9A-F]{8})\b",
        lambda m: bits(struct.unpack("<f", struct.pack("<I", int(m[1], 16)))[0]),
        text,
    )
    special = r"(?<=[ (])([+-]?)q?(inf|nan)\b"
    text = re.sub(special, lambda m: bits(float(m[1] + m[2])), text)
    decimal = r"\b(float|double) (-?\d+\.\d+(?:e[+-]?\d+)?)"
    kinds = {"float": np.float32, "double": np.float64}
    return re.sub(decimal, lambda m: f"{m[1]} {bits(float(kinds[m[1]](m[2])))}", text)


def assembly(text: str, folder: Path, *, scalef: bool = False) -> subprocess.CompletedProcess[str]:
    """The program for 64-bit ARM."""
    module = parse_module(text, "program.mlir")
    TieshapePass().apply(new_context(), module)
    code = on_buffers(entry_function(module)).module()
    for step in (VectorizePass(), ExpandMathPass(scalef=scalef), PlanBuffersPass()):
        step.apply(Context(), code)
    generic = StringIO()
    Printer(stream=generic, print_generic_format=True).print_op(code)
    lowered = lowered_module(generic.getvalue())
    with lowered.context:
        llvm = import_module(f"{WHEEL}.dialects.llvm")
        (folder / "code.ll").write_text(spelt(llvm.translate_module_to_llvmir(lowered.operation)))
    words = ["clang", "--target=aarch64-linux-gnu", "-O2", "-S", "-x", "ir", "code.ll"]
    call = [*map(str, ZIG), *words, "-o", "code.s"]
    return subprocess.run(call, cwd=folder, capture_output=True, text=True, check=False)


def foreign(lines: list[str]) -> set[str]:
    """What is called and not defined."""
    called = {line.split()[1] for line in lines if re.match(r"\s+bl\s", line)}
    return called - {line.partition(":")[0] for line in lines if re.match(r"\w+:", line)}


@pytest.mark.parametrize("text", [SOFTMAX, CHAIN], ids=["softmax", "chain"])
def test_loops_are_vector_instructions(text: str, tmp_path: Path) -> None:
    result = assembly(text, tmp_path)
    assert result.returncode == 0, result.stderr
    lines = (tmp_path / "code.s").read_text().splitlines()
    of_vectors = {line.split()[0] for line in lines if re.search(r"\bv\d+\.4s", line)}
    assert {"fadd", "fmla", "fmul", "fcmgt"} <= of_vectors
    assert not foreign(lines)


def test_an_instruction_of_another_processor_is_no_instruction_here(tmp_path: Path) -> None:
    if assembly(CHAIN, tmp_path, scalef=True).returncode == 0:
        assert foreign((tmp_path / "code.s").read_text().splitlines())
