// RUN: not tieshape-opt %s --emit loops 2>&1 | filecheck %s --check-prefix TF
// TF: emit_invalid.mlir:11:3: error: --emit loops: tf.Neg has no native form; -p tieshape lowers it

// RUN: not tieshape-opt %s -p tieshape --emit vectors 2>&1 | filecheck %s --check-prefix HALF
// HALF: error: --emit vectors: @main has no native form: {{.*}}i4

// RUN: not tieshape-opt %s --emit assembly 2>&1 | filecheck %s --check-prefix STAGE
// STAGE: error: argument --emit: invalid choice: 'assembly' (choose from 'loops', 'vectors', 'llvm')

func.func @main(%x: tensor<?xi4>) -> tensor<?xi4> {
  %0 = "tf.Neg"(%x) : (tensor<?xi4>) -> tensor<?xi4>
  func.return %0 : tensor<?xi4>
}
