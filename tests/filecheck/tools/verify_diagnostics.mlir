// RUN: tieshape-opt %s --split-input-file --verify-diagnostics -p tieshape | filecheck %s

// Every error of a part is held against the comments, and the next part goes on.
func.func @two_errors(%a: tensor<3x4xf32>, %b: tensor<5x6xf32>) {
  // expected-error@+1 {{sizes 4 and 5 must agree}}
  %0 = "tf.MatMul"(%a, %b) : (tensor<3x4xf32>, tensor<5x6xf32>) -> tensor<?x?xf32>
  %1 = "tf.AddV2"(%a, %b) : (tensor<3x4xf32>, tensor<5x6xf32>) -> tensor<?x?xf32> // expected-error {{must be equal}}
  func.return
}

// -----
func.func @of_the_verifier(%a: i32) -> f32 {
  // expected-error-re@below {{Expected arguments to have the same types as the function output types: expected [{{f[0-9]+}}]}}
  func.return %a : i32
}

// -----
// expected-error@+1 {{Expected argument or type}}
func.func @of_the_parser( {

// -----
// CHECK: func.func @right
func.func @right() {
  func.return
}
