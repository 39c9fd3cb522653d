"""ONNX models whose nodes are not in the order in which they run, as editors of graphs leave them."""

import numpy as np
import pytest

pytest.importorskip("onnx", reason="onnx is not installed; pip install 'tieshape[onnx]' brings it")

from tieshape.interop.onnx.import_model import translated
from tieshape.interop.onnx.node_order import in_order
from tieshape.interop.onnx.protobuf import of_proto
from tieshape.text.diagnostics import LocatedError

from tieshape import Runner

from .onnx_models import compiled, model, numbers

CHAIN = """agraph (float[N] x, bool c) => (float[N] y) {
  a = Abs(x)
  b = Neg(a)
  y = If (c) <then_branch = t () => (float[N] r) { r = Add(a, b) },
              else_branch = e () => (float[N] r) { r = Mul(b, b) }>
}"""


def run(order: list[int]) -> np.ndarray:
    proto = model(CHAIN)
    nodes = [proto.graph.node[place] for place in order]
    copies = [type(node).FromString(node.SerializeToString()) for node in nodes]
    del proto.graph.node[:]
    proto.graph.node.extend(copies)
    module = compiled(translated(of_proto(proto), "model.onnx"))
    (found,) = Runner(module).run([numbers(3), np.array(False)])
    return found


@pytest.mark.parametrize("order", [[0, 1, 2], [1, 0, 2], [2, 1, 0], [2, 0, 1]])
def test_each_node_follows_what_it_uses(order: list[int]) -> None:
    """What only a branch uses is used too."""
    assert np.allclose(run(order), numbers(3) ** 2)


def test_nodes_that_wait_for_each_other() -> None:
    proto = model("agraph (float[N] x) => (float[N] y) { a = Add(x, y)  y = Neg(a) }")
    with pytest.raises(LocatedError, match="the value 'y' is used before it is made"):
        translated(of_proto(proto), "model.onnx")


def test_the_order_of_a_file_stays_where_it_is_one() -> None:
    nodes = of_proto(model(CHAIN)).graph.nodes
    assert in_order(nodes) is nodes
    assert [node.op_type for node in in_order([nodes[2], nodes[0], nodes[1]])] == [
        "Abs",
        "Neg",
        "If",
    ]
