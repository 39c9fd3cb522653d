"""ONNX models that are not well formed: each is refused with its node, in words."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("onnx", reason="onnx is not installed; pip install 'tieshape[onnx]' brings it")

import onnx
from tieshape.interop.onnx.import_model import import_model, translated
from tieshape.interop.onnx.protobuf import ModelError, of_proto
from tieshape.text.diagnostics import LocatedError

from tieshape import Runner

from .onnx_models import check, compiled, imported, model, numbers

REFUSED = {
    "an input too few": (
        "agraph (float[N] x) => (float[N] y) { y = Sub(x) }",
        r"node 1 \(Sub, opset 20\): 2 to 2 inputs are wanted, 1 are given",
    ),
    "elements of two types": (
        "agraph (float[N] x, int64[N] i) => (float[N] y) { y = Add(x, i) }",
        r"node 1 \(Add, opset 20\): B has inconsistent type tensor\(int64\)",
    ),
    "a window of another rank": (
        """agraph (float[N, C, M] x) => (float[N, C, K, L] y) {
          y = MaxPool <kernel_shape = [2, 2]> (x)
        }""",
        "Attribute kernel_shape has incorrect size",
    ),
    "amounts for another rank": (
        """agraph (float[N, M, K] x) => (float[A, B, C] y) {
          p = Constant <value_ints = [0, 1, 0, 1]> ()
          y = Pad(x, p)
        }""",
        r"node 2 \(Pad, opset 20\)",
    ),
    "an attribute that the operator has not": (
        "agraph (float[N] x) => (float[N] y) { y = Relu <axis = 1> (x) }",
        "Unrecognized attribute: axis",
    ),
    "elements that are not declared so": (
        "agraph (float[N] x) => (int64[N] y) { y = Relu(x) }",
        "output 'y': elements of type int64 are declared, they are float",
    ),
    "a position past the end": (
        """agraph (float[N] x) => (float[M] y) {
          s = SequenceConstruct(x, x)
          p = Constant <value_int = 2> ()
          y = SequenceAt(s, p)
        }""",
        "position 2 is out of range for a sequence of 2",
    ),
    "bounds of fewer axes than there are starts": (
        """agraph (float[N, M] x) => (float[A, B] y) {
          s = Constant <value_ints = [0]> ()
          e = Constant <value_ints = [1, 1]> ()
          y = Slice(x, s, e)
        }""",
        "starts, ends, axes and steps must have as many entries; there are 2 beside 1",
    ),
    "bounds of more axes than there are": (
        """agraph (float[N, M] x, int64[3] s, int64[3] e) => (float[A, B] y) {
          y = Slice(x, s, e)
        }""",
        "axis 2 is out of range for rank 2",
    ),
    "nothing left to take away": (
        """agraph (float[N] x) => (float[M] y) {
          s = SequenceEmpty()
          t = SequenceErase(s)
          u = SequenceInsert(t, x)
          y = ConcatFromSequence <axis = 0> (u)
        }""",
        "position -1 is out of range for a sequence of 0",
    ),
    "more parts than are told": (
        """agraph (float[7] x) => (float[A] a, float[B] b) {
          a, b, c = Split <num_outputs = 2> (x)
        }""",
        r"node 1 \(Split, opset 20\): num_outputs is 2, the node has 3",
    ),
    "a result that the operator has not": (
        "agraph (float[N] x) => (float[N] y) { y, z = Relu(x) }",
        r"node 1 \(Relu, opset 20\): at most 1 outputs are given, 2 are wanted",
    ),
    "an operand of an equation is left out": (
        """agraph (float[N, M] x) => (float[N, N] y) {
          y = Einsum <equation = "ij, kj -> ik"> (x, "")
        }""",
        r"node 1 \(Einsum, opset 20\): .* has 2 operands, the op has 1",
    ),
    "a bias of another rank": (
        """agraph (float[1, 3, 3] x, float[1, 9, 3] w, float[1, 9, 3] r, float[18] b) => (float[1, 3, 3] y) {
          s, y = GRU <hidden_size = 3> (x, w, r, b)
        }""",
        r"node 1 \(GRU, opset 20\): input 3 has rank 1, needed 2",
    ),
    "more pixels than can be": (
        """agraph (float[1, 1, 9, 9] x, float[R, 4] r, int64[R] i) => (float[R, 1, A, B] y) {
          y = RoiAlign <output_height = 5, output_width = 1099511627776> (x, r, i)
        }""",
        r"node 1 \(RoiAlign, opset 20\): a size of the output is 1099511627776, 1 to 65536",
    ),
    "indices of another rank": (
        """agraph (float[N, M] x, int64[K] i) => (float[N, K] y) {
          y = GatherElements <axis = 0> (x, i)
        }""",
        r"node 1 \(GatherElements, opset 20\): indices have rank 1, data have 2",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_the_node_is_named(name: str) -> None:
    body, words = REFUSED[name]
    with pytest.raises(LocatedError, match=words):
        imported(body)


def test_sequences_count_from_their_end() -> None:
    body = """agraph (float[N] x, float[M] z) => (float[K] y) {
      s = SequenceConstruct(x, z)
      first = Constant <value_int = -2> ()
      end = Constant <value_int = 2> ()
      t = SequenceInsert(s, z, first)
      u = SequenceInsert(t, x, end)
      v = SequenceErase(u, first)
      y = ConcatFromSequence <axis = 0> (v)
    }"""
    check(body, (numbers(2), numbers(3)))


def test_elements_of_a_type_that_onnx_has_not() -> None:
    proto = model("agraph (float[N] x) => (float[N] y) { y = Relu(x) }")
    proto.graph.input[0].type.tensor_type.elem_type = 77
    with pytest.raises(LocatedError, match="elements of type number 77 are not supported"):
        translated(of_proto(proto), "model.onnx")


def test_operators_of_a_later_onnx_are_not_guessed() -> None:
    proto = model("agraph (float[N] x) => (float[N] y) { y = Relu(x) }")
    proto.opset_import[0].version = newest = onnx.defs.onnx_opset_version()
    translated(of_proto(proto), "model.onnx")
    proto.opset_import[0].version = newest + 1
    with pytest.raises(ModelError, match=f"opset {newest + 1}"):
        of_proto(proto)


def test_a_stored_tensor_of_other_sizes(tmp_path: object) -> None:
    proto = model("agraph (float[2] x) => (float[2] y) <float[2] w = {1, 2}> { y = Add(x, w) }")
    proto.graph.initializer[0].dims[0] = 3
    path = f"{tmp_path}/model.onnx"
    onnx.save(proto, path)
    with pytest.raises(LocatedError, match="tensor 'w'"):
        import_model(path)


def test_a_grid_for_other_images() -> None:
    body = """agraph (float[N, C, H, W] x, float[M, K, L, 2] g) => (float[N, C, K, L] y) {
      y = GridSample(x, g)
    }"""
    check(body, (numbers(2, 1, 3, 4), numbers(2, 2, 3, 2) / 8))
    runner = Runner(compiled(imported(body)))
    with pytest.raises(Exception, match="as many batch entries"):
        runner.run([numbers(2, 1, 3, 4), np.zeros((1, 2, 3, 2), np.float32)])


def test_an_attribute_without_a_type_is_refused() -> None:
    proto = model("agraph (float[N] x) => (float[N] y) { y = LeakyRelu <alpha = 0.5> (x) }")
    proto.graph.node[0].attribute[0].type = 0
    with pytest.raises(ModelError, match="attribute 'alpha' has no type"):
        of_proto(proto)


def test_texts_that_are_not_utf8_are_refused() -> None:
    proto = model("agraph (float[N] x) => (float[N] y) { y = Relu(x) }")
    data = proto.SerializeToString().replace(b"Relu", b"Re\xc4u")
    with pytest.raises(ModelError, match="is not UTF-8"):
        of_proto(onnx.ModelProto.FromString(data))


def with_weights_outside(path: Path) -> tuple[Any, Any]:
    """A model at `path` whose weights lie in `weights.bin` beside it, and the weights."""
    proto = model("agraph (float[N, 8] x) => (float[N, 4] y) { y = MatMul(x, w) }")
    weights = np.linspace(-1, 1, 32, dtype=np.float32).reshape(8, 4)
    proto.graph.initializer.append(onnx.numpy_helper.from_array(weights, "w"))
    onnx.save(proto, path, save_as_external_data=True, location="weights.bin", size_threshold=0)
    return proto, weights


def test_weights_in_a_file_beside_the_model(tmp_path: Path) -> None:
    """Found from the model's own folder, not from where the process is."""
    _, weights = with_weights_outside(path := tmp_path / "model.onnx")
    x = np.ones((3, 8), np.float32)
    (y,) = Runner(compiled(import_model(str(path)))).run([x])
    np.testing.assert_allclose(y, x @ weights, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("fault", ["missing", "short"])
def test_a_file_of_weights_that_is_not_as_the_model_says(tmp_path: Path, fault: str) -> None:
    with_weights_outside(path := tmp_path / "model.onnx")
    if fault == "missing":
        (tmp_path / "weights.bin").unlink()
    else:
        (tmp_path / "weights.bin").write_bytes(bytes(20))
    with pytest.raises((LocatedError, OSError), match="w"):
        import_model(str(path))
