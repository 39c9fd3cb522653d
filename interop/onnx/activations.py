"""Activation functions that TensorFlow has, or that are shorter here than their definitions."""

from __future__ import annotations

import math

from xdsl.dialects.builtin import i1
from xdsl.ir import SSAValue

from ...dialects import tf
from .builder import GraphBuilder, axis_in
from .elementwise import same
from .nodes import NodeCall, NodeTable, NodeTranslation
from .shapes import as_matrix, shape_of


def leaky_relu(n: NodeCall, b: GraphBuilder) -> SSAValue:
    return b.op(tf.LeakyReluOp, n[0], alpha=n.float("alpha", 0.01))


def prelu(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """The slope broadcasts to the data, which it leaves as they are."""
    slope = b.op(tf.BroadcastToOp, n[1], shape_of(b, n[0]))
    below = b.op(tf.LessOp, n[0], 0, element=i1)
    return b.op(tf.SelectV2Op, below, b.op(tf.MulOp, n[0], slope), n[0], element=b.element(n[0]))


def elu(n: NodeCall, b: GraphBuilder) -> SSAValue:
    negative = b.op(tf.MulOp, b.op(tf.Expm1Op, n[0]), n.float("alpha", 1.0))
    below = b.op(tf.LessOp, n[0], 0, element=i1)
    return b.op(tf.SelectV2Op, below, negative, n[0], element=b.element(n[0]))


def gelu(n: NodeCall, b: GraphBuilder) -> SSAValue:
    x = n[0]
    if n.text("approximate", "none") == "tanh":
        cube = b.op(tf.MulOp, b.op(tf.MulOp, b.op(tf.MulOp, x, x), x), 0.044715)
        inner = b.op(tf.MulOp, b.op(tf.AddV2Op, x, cube), math.sqrt(2 / math.pi))
        bent = b.op(tf.TanhOp, inner)
    else:
        bent = b.op(tf.ErfOp, b.op(tf.MulOp, x, math.sqrt(0.5)))
    return b.op(tf.MulOp, b.op(tf.MulOp, x, 0.5), b.op(tf.AddV2Op, bent, 1))


def hard_sigmoid(n: NodeCall, b: GraphBuilder) -> SSAValue:
    line = b.op(tf.AddV2Op, b.op(tf.MulOp, n[0], n.float("alpha", 0.2)), n.float("beta", 0.5))
    return b.op(tf.MinimumOp, b.op(tf.MaximumOp, line, 0), 1)


def normalized(kind: type[tf.SoftmaxOp] | type[tf.LogSoftmaxOp]) -> NodeTranslation:
    """Along one axis from opset 13 on; before, along all dimensions from `axis` on as one."""

    def translate(n: NodeCall, b: GraphBuilder) -> SSAValue:
        if n.version >= 13:
            return along_last(b, n[0], n.int("axis", -1), kind)
        rows = as_matrix(b, n[0], n.int("axis", 1))
        return b.op(tf.ReshapeOp, b.op(kind, rows), shape_of(b, n[0]))

    return translate


def along_last(
    b: GraphBuilder, value: SSAValue, axis: int, kind: type[tf.SoftmaxOp] | type[tf.LogSoftmaxOp]
) -> SSAValue:
    """`kind`, which works along the last dimension, along `axis`."""
    if axis == -1:
        return b.op(kind, value)
    order = swapped(axis_in(axis, b.rank(value)), b.rank(value))
    found = b.op(kind, b.op(tf.TransposeOp, value, order))
    return b.op(tf.TransposeOp, found, order)


def swapped(axis: int, rank: int) -> list[int]:
    """The permutation that swaps `axis` with the last dimension."""
    order = list(range(rank))
    order[axis], order[-1] = order[-1], order[axis]
    return order


NODES: NodeTable = {
    "Relu": same(tf.ReluOp),
    "LeakyRelu": leaky_relu,
    "PRelu": prelu,
    "Elu": elu,
    "Sigmoid": same(tf.SigmoidOp),
    "HardSigmoid": hard_sigmoid,
    "Softplus": same(tf.SoftplusOp),
    "Softsign": same(tf.SoftsignOp),
    "Gelu": gelu,
    "Softmax": normalized(tf.SoftmaxOp),
    "LogSoftmax": normalized(tf.LogSoftmaxOp),
}
