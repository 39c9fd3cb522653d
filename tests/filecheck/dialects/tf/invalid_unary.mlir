// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.Neg: the result has shape 3x?, needed 2x?
func.func @shape(%a0: tensor<2x?xf32>) {
  %r = "tf.Neg"(%a0) : (tensor<2x?xf32>) -> tensor<3x?xf32>
  func.return
}

// -----

// CHECK: error: tf.Neg: the result has shape 2, needed 2x?
func.func @rank(%a0: tensor<2x?xf32>) {
  %r = "tf.Neg"(%a0) : (tensor<2x?xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Abs: element types f32 and f64 must be equal
func.func @elements(%a0: tensor<2x?xf32>) {
  %r = "tf.Abs"(%a0) : (tensor<2x?xf32>) -> tensor<2x?xf64>
  func.return
}

// -----

// CHECK: error: tf.Exp: the operand has elements i32, needed floats or complex numbers
func.func @floats(%a0: tensor<2xi32>) {
  %r = "tf.Exp"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  func.return
}

// -----

// CHECK: error: tf.LogicalNot: the operand has elements i32, needed i1
func.func @booleans(%a0: tensor<2xi32>) {
  %r = "tf.LogicalNot"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  func.return
}

// -----

// CHECK: error: tf.Invert: the operand has elements f32, needed integers
func.func @integers(%a0: tensor<2xf32>) {
  %r = "tf.Invert"(%a0) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.IsNan: the operand has elements i32, needed floats
func.func @test_of_integers(%a0: tensor<2xi32>) {
  %r = "tf.IsNan"(%a0) : (tensor<2xi32>) -> tensor<2xi1>
  func.return
}

// -----

// CHECK: error: tf.IsFinite: the result has elements f32, needed i1
func.func @test_result(%a0: tensor<2xf32>) {
  %r = "tf.IsFinite"(%a0) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Neg: found 2 operands, needed 1
func.func @operands(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r = "tf.Neg"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Neg: found 0 results, needed 1
func.func @results(%a0: tensor<2xf32>) {
  "tf.Neg"(%a0) : (tensor<2xf32>) -> ()
  func.return
}

// -----

// CHECK: error: tf.Neg: a value has type f32, not a tensor
func.func @tensors(%a0: f32) {
  %r = "tf.Neg"(%a0) : (f32) -> tensor<2xf32>
  func.return
}
