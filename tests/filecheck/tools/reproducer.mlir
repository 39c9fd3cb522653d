// RUN: not tieshape-opt %s -p tieshape --crash-reproducer=%t.mlir 2>&1 | filecheck %s --check-prefix FIRST
// RUN: filecheck %s --check-prefix FILE < %t.mlir
// RUN: not tieshape-opt %t.mlir --run-reproducer 2>&1 | filecheck %s --check-prefix AGAIN
// RUN: tieshape-opt %t.mlir | filecheck %s --check-prefix PLAIN
// RUN: not tieshape-opt %s -p tieshape --mlir-pass-pipeline-crash-reproducer=%t.mlir 2>&1 | filecheck %s --check-prefix FIRST
// RUN: not tieshape-opt %s --run-reproducer 2>&1 | filecheck %s --check-prefix NONE

// FIRST: note: a reproducer is in {{.*}}.mlir; it runs by tieshape-opt --run-reproducer
// FIRST: error: tf.MatMul: contracting dimension: sizes 4 and 5 must agree

// The IR before the pass that failed, with that pass alone.
// FILE: tf.MatMul
// FILE: external_resources: {
// FILE-NEXT: mlir_reproducer: {
// FILE-NEXT: pipeline: "builtin.module(tieshape-infer-shapes)",

// AGAIN: error: tf.MatMul: contracting dimension: sizes 4 and 5 must agree
// PLAIN: tf.MatMul
// NONE: error: --run-reproducer: the input has no pipeline of a reproducer
func.func @f(%a: tensor<3x4xf32>, %b: tensor<5x4xf32>) -> tensor<?x?xf32> {
  %0 = "tf.MatMul"(%a, %b) : (tensor<3x4xf32>, tensor<5x4xf32>) -> tensor<?x?xf32>
  func.return %0 : tensor<?x?xf32>
}
