// RUN: not tieshape-opt %s --split-input-file --verify-diagnostics -p tieshape 2>&1 | filecheck %s

// CHECK: wrong_diagnostics.mlir:7:3: error: unexpected error: tf.MatMul: contracting dimension: sizes 4 and 5 must agree
// CHECK: wrong_diagnostics.mlir:6: error: expected error "sizes 4 and 7 must agree" was not produced
func.func @other_words(%a: tensor<3x4xf32>, %b: tensor<5x6xf32>) {
  // expected-error@+1 {{sizes 4 and 7 must agree}}
  %0 = "tf.MatMul"(%a, %b) : (tensor<3x4xf32>, tensor<5x6xf32>) -> tensor<?x?xf32>
  func.return
}

// -----
// CHECK: wrong_diagnostics.mlir:14: error: expected error "sizes" was not produced
func.func @nothing_wrong() {
  func.return // expected-error {{sizes}}
}

// -----
// CHECK: wrong_diagnostics.mlir:21: error: expected error "sizes 4 and 5 must agree" was not produced
func.func @other_line(%a: tensor<3x4xf32>, %b: tensor<5x6xf32>) {
  %0 = "tf.MatMul"(%a, %b) : (tensor<3x4xf32>, tensor<5x6xf32>) -> tensor<?x?xf32>
  func.return // expected-error {{sizes 4 and 5 must agree}}
}
