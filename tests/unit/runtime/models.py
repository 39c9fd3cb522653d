"""Small models in text, made for one guard each."""

from __future__ import annotations

from collections.abc import Sequence

from tieshape.runtime import Artifact
from tieshape.tools.runtime_provider import program

ADD = """
func.func @main(%x: tensor<?x2xf32>, %y: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %r = "tf.AddV2"(%x, %y) : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  func.return %r : tensor<?x2xf32>
}
"""

MATMUL = """
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = "tf.MatMul"(%x, %y) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  func.return %r : tensor<?x?xf32>
}
"""

RESHAPE = """
func.func @main(%x: tensor<?x?xf32>) -> tensor<2x?xf32> {
  %target = "tf.Const"() <{value = dense<[2, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Reshape"(%x, %target) : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<2x?xf32>
  func.return %r : tensor<2x?xf32>
}
"""

SLICE = """
func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %begin = "tf.Const"() <{value = dense<[2, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %size = "tf.Const"() <{value = dense<-1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Slice"(%x, %begin, %size) : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  func.return %r : tensor<?x?xf32>
}
"""

SPLIT = """
func.func @main(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %a, %b, %c = "tf.Split"(%axis, %x) : (tensor<i32>, tensor<?x2xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>)
  %r = "tf.AddV2"(%a, %c) : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  func.return %r : tensor<?x2xf32>
}
"""

ASSERT = """
func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %shape = "tf.Shape"(%x) : (tensor<?x?xf32>) -> tensor<2xi32>
  %0 = "tf.Const"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %1 = "tf.Const"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %rows = "tf.StridedSlice"(%shape, %0, %1, %1) <{shrink_axis_mask = 1 : i64}> : (tensor<2xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<i32>
  %four = "tf.Const"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
  %enough = "tf.GreaterEqual"(%rows, %four) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  "tf.Assert"(%enough, %rows) <{summarize = 3 : i64}> : (tensor<i1>, tensor<i32>) -> ()
  %r = "tf.Neg"(%x) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  func.return %r : tensor<?x?xf32>
}
"""

# The rows of y are as many as rows and columns of x together, or 1, or x is empty in part.
SUM_OF_SIZES = """
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?xf32> {
  %shape = "tf.Shape"(%x) : (tensor<?x?xf32>) -> tensor<2xi32>
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %total = "tf.Sum"(%shape, %zero) <{keep_dims = true}> : (tensor<2xi32>, tensor<i32>) -> tensor<1xi32>
  %value = "tf.Const"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  %ones = "tf.Fill"(%total, %value) : (tensor<1xi32>, tensor<f32>) -> tensor<?xf32>
  %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %rows = "tf.Sum"(%y, %one) : (tensor<?x?xf32>, tensor<i32>) -> tensor<?xf32>
  %r = "tf.AddV2"(%ones, %rows) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}
"""

OUTER_PRODUCT = """
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?x?x?xf32> {
  %r = "tf.Einsum"(%x, %y) <{equation = "ab,cd->abcd"}> : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?x?x?xf32>
  func.return %r : tensor<?x?x?x?xf32>
}
"""

SIX_SYMBOLS = """
func.func @main(%d0: tensor<?x?x?x2xf32>, %d1: tensor<?x3x?x2xf32>, %d2: tensor<2x?x1x2xf32>) -> tensor<?x?x?x2xf32> {
  %sum = "tf.AddV2"(%d0, %d1) : (tensor<?x?x?x2xf32>, tensor<?x3x?x2xf32>) -> tensor<*xf32>
  %r = "tf.Mul"(%sum, %d2) : (tensor<*xf32>, tensor<2x?x1x2xf32>) -> tensor<?x?x?x2xf32>
  func.return %r : tensor<?x?x?x2xf32>
}
"""

NONZERO = """
func.func @main(%x: tensor<?x?xf32>) -> tensor<?x2xi64> {
  %r = "tf.Where"(%x) : (tensor<?x?xf32>) -> tensor<?x2xi64>
  func.return %r : tensor<?x2xi64>
}
"""

# The result's type says 16 rows, the operands say nothing: which of them has 16 is a matter of the branch.
DECLARED = (
    ADD.replace(
        ": (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>",
        ": (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<16x2xf32>",
    )
    .replace("-> tensor<?x2xf32> {", "-> tensor<16x2xf32> {")
    .replace("return %r : tensor<?x2xf32>", "return %r : tensor<16x2xf32>")
)

# At least two elements of x are not zero, and the first of them is left out.
FEWER_NONZERO = """
func.func @main(%x: tensor<?xf32>) -> tensor<?x1xi64> {
  %found = "tf.Where"(%x) : (tensor<?xf32>) -> tensor<?x1xi64>
  %begin = "tf.Const"() <{value = dense<[2, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %size = "tf.Const"() <{value = dense<-1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Slice"(%found, %begin, %size) : (tensor<?x1xi64>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x1xi64>
  func.return %r : tensor<?x1xi64>
}
"""


def compiled(
    text: str, shapes: Sequence[tuple[int, ...]] | None = None, undecided: str = "guard"
) -> Artifact:
    """The artifact of a model, with example shapes or without."""
    return program(text, "model.mlir", None, undecided).compile(shapes)


def claims(artifact: Artifact, strength: str) -> list[str]:
    """The guards of one strength, in order."""
    return [str(g.claim) for g in artifact.header.guards if g.strength == strength]
