"""MLIR in a process that has another LLVM, as TensorFlow does."""

import subprocess
import sys
from importlib.util import find_spec

import pytest
from tieshape.native.engine import is_available

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")

RUN = """
import sys
import numpy as np
from tieshape.interpreters import Runner
from tieshape.lowering.pipelines import TieshapePass
from tieshape.native.program import NativeProgram
from tieshape.native.runner import NativeRunner
from tieshape.text.context import new_context
from tieshape.text.module import parse_module

text = "func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {"
text += "%0 = mhlo.add %x, %x : tensor<?xf32> return %0 : tensor<?xf32> }"
flags = sys.getdlopenflags()
module = parse_module(text)
TieshapePass().apply(new_context(), module)
slow = Runner(module)
(found,) = NativeRunner(NativeProgram(module, slow.function), slow.run).run([np.float32([1, 2])])
print(found.tolist(), sys.getdlopenflags() == flags, "torch_mlir" in sys.modules)
"""


def run(before: str = "", after: str = "") -> str:
    command = [sys.executable, "-c", before + RUN + after]
    environment = {"TIESHAPE_CACHE": "0", "TF_CPP_MIN_LOG_LEVEL": "3"}
    ended = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert ended.returncode == 0, ended.stderr[-2000:]
    return ended.stdout.strip()


def test_libraries_of_others_are_loaded_as_before():
    assert run() == "[2.0, 4.0] True True"


@pytest.mark.skipif(find_spec("tensorflow") is None, reason="tensorflow is not installed")
def test_tensorflow_may_be_imported_first():
    assert run("import tensorflow\n") == "[2.0, 4.0] True True"


@pytest.mark.skipif(find_spec("tensorflow") is None, reason="tensorflow is not installed")
def test_tensorflow_may_be_imported_later():
    later = "import tensorflow as tf\nprint(float(tf.constant(1.5) * 2))\n"
    assert run(after=later).splitlines()[-1] == "3.0"
