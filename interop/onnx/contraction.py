"""Products of matrices, and sums of products."""

from __future__ import annotations

from xdsl.ir import SSAValue

from ...dialects import tf
from ...dialects.types import is_integer
from .builder import GraphBuilder
from .elementwise import same
from .nodes import NodeCall, NodeRefused, NodeTable
from .products import product, product_of_dequantized, written_out


def matmul(n: NodeCall, b: GraphBuilder) -> SSAValue:
    found = product_of_dequantized(b, n[0], n[1])
    return product(b, n[0], written_out(b, n[1])) if found is None else found


def gemm(n: NodeCall, b: GraphBuilder) -> SSAValue:
    left, right = n.flag("transA"), n.flag("transB")
    found = None if left else product_of_dequantized(b, n[0], n[1], turn=right)
    if found is None:
        right_side = written_out(b, n[1])
        found = b.op(tf.MatMulOp, n[0], right_side, transpose_a=left, transpose_b=right)
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
