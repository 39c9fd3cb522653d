"""Products of matrices, and sums of products."""

from __future__ import annotations

from xdsl.ir import SSAValue

from ...dialects import tf
from ...dialects.types import is_integer
from .builder import GraphBuilder
from .elementwise import same
from .nodes import NodeCall, NodeRefused, NodeTable


def product(b: GraphBuilder, x: SSAValue, y: SSAValue) -> SSAValue:
    """As `numpy.matmul`: a vector is a row on the left, a column on the right."""
    row, column = b.rank(x) == 1, b.rank(y) == 1
    if row:
        x = b.op(tf.ExpandDimsOp, x, b.integer(0))
    if column:
        y = b.op(tf.ExpandDimsOp, y, b.integer(1))
    found = b.op(tf.BatchMatMulV2Op, x, y, adj_x=False, adj_y=False)
    gone = [axis for axis, lost in ((-2, row), (-1, column)) if lost]
    return b.op(tf.SqueezeOp, found, squeeze_dims=gone) if gone else found


def matmul(n: NodeCall, b: GraphBuilder) -> SSAValue:
    return product(b, n[0], n[1])


def gemm(n: NodeCall, b: GraphBuilder) -> SSAValue:
    left, right = n.flag("transA"), n.flag("transB")
    found = b.op(tf.MatMulOp, n[0], n[1], transpose_a=left, transpose_b=right)
    factors = {n.float("alpha", 1.0), n.float("beta", 1.0)}
    if is_integer(b.element(found)) and not all(factor.is_integer() for factor in factors):
        raise NodeRefused("alpha and beta must be whole numbers for integers")
    if (alpha := n.float("alpha", 1.0)) != 1:
        found = b.op(tf.MulOp, found, alpha)
    if (bias := n.get(2)) is not None and (beta := n.float("beta", 1.0)) != 0:
        found = b.op(tf.AddV2Op, found, bias if beta == 1 else b.op(tf.MulOp, bias, beta))
    return found


def einsum(n: NodeCall, b: GraphBuilder) -> SSAValue:
    """Without a right side the result has the labels that occur once, sorted."""
    equation = n.text("equation").replace(" ", "")
    if "->" not in equation:
        labels = equation.replace(",", "").replace("...", "")
        once = "".join(sorted(label for label in set(labels) if labels.count(label) == 1))
        equation += "->" + ("..." if "..." in equation else "") + once
    return b.op(tf.EinsumOp, *n.given, equation=equation)


NODES: NodeTable = {
    "MatMul": matmul,
    "Gemm": gemm,
    "Einsum": einsum,
    "Det": same(tf.MatrixDeterminantOp),
}
