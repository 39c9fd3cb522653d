"""MLIR in a process that has another LLVM, as TensorFlow does."""

import subprocess
import sys
from importlib.util import find_spec

import pytest
from tieshape.native.engine import is_available

pytestmark = pytest.mark.skipif(not is_available(), reason="torch-mlir is not installed")

RUN = '''
import sys, tempfile
import numpy as np
from tieshape.runtime import Model

text = """func.func @main(%x: tensor<?x2xf32>, %y: tensor<2x2xf32>) -> tensor<?x2xf32> {
  %0 = "mhlo.dot_general"(%x, %y) <{dot_dimension_numbers = #mhlo.dot<
    lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}>
    : (tensor<?x2xf32>, tensor<2x2xf32>) -> tensor<?x2xf32>
  %1 = mhlo.add %0, %x : tensor<?x2xf32>
  return %1 : tensor<?x2xf32>
}"""
flags = sys.getdlopenflags()
with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
    file.write(text)
    file.flush()
    model = Model(file.name, engine="native")
(found,) = model(np.float32([[1, 2]]), np.float32([[1, 2], [3, 4]]))
print(found.tolist(), sys.getdlopenflags() == flags, "torch_mlir" in sys.modules)
'''
"""A product, for which MLIR is loaded ahead, by another thread."""


def run(before: str = "", after: str = "") -> str:
    command = [sys.executable, "-c", before + RUN + after]
    environment = {"TIESHAPE_CACHE": "0", "TF_CPP_MIN_LOG_LEVEL": "3"}
    ended = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert ended.returncode == 0, ended.stderr[-2000:]
    return ended.stdout.strip()


def test_libraries_of_others_are_loaded_as_before():
    assert run() == "[[8.0, 12.0]] True True"


@pytest.mark.skipif(find_spec("tensorflow") is None, reason="tensorflow is not installed")
def test_tensorflow_may_be_imported_first():
    assert run("import tensorflow\n") == "[[8.0, 12.0]] True True"


@pytest.mark.skipif(find_spec("tensorflow") is None, reason="tensorflow is not installed")
def test_tensorflow_may_be_imported_later():
    later = "import tensorflow as tf\nprint(float(tf.constant(1.5) * 2))\n"
    assert run(after=later).splitlines()[-1] == "3.0"
