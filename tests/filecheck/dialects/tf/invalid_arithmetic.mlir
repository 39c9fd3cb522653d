// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.AddV2: element types f32 and i32 must be equal
func.func @operand_elements(%a0: tensor<3xf32>, %a1: tensor<3xi32>) {
  %r = "tf.AddV2"(%a0, %a1) : (tensor<3xf32>, tensor<3xi32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.AddV2: element types f32 and i32 must be equal
func.func @result_elements(%a0: tensor<3xf32>, %a1: tensor<3xf32>) {
  %r = "tf.AddV2"(%a0, %a1) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi32>
  func.return
}

// -----

// CHECK: error: tf.DivNoNan: the operands have elements i32, needed floats or complex numbers
func.func @floats(%a0: tensor<3xi32>, %a1: tensor<3xi32>) {
  %r = "tf.DivNoNan"(%a0, %a1) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  func.return
}

// -----

// CHECK: error: tf.BitwiseAnd: the operands have elements f32, needed integers
func.func @integers(%a0: tensor<3xf32>, %a1: tensor<3xf32>) {
  %r = "tf.BitwiseAnd"(%a0, %a1) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.AddN: element types f32 and i32 must be equal
func.func @addn_elements(%a0: tensor<2xf32>, %a1: tensor<2xi32>) {
  %r = "tf.AddN"(%a0, %a1) : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.AddN: found 0 operands, needed at least 1
func.func @addn_of_nothing() {
  %r = "tf.AddN"() : () -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.ClipByValue: element types f32 and i32 must be equal
func.func @clip_elements(%a0: tensor<2xf32>, %a1: tensor<i32>, %a2: tensor<f32>) {
  %r = "tf.ClipByValue"(%a0, %a1, %a2) : (tensor<2xf32>, tensor<i32>, tensor<f32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.BiasAdd: element types f32 and f64 must be equal
func.func @bias_elements(%a0: tensor<2x8xf32>, %a1: tensor<8xf64>) {
  %r = "tf.BiasAdd"(%a0, %a1) : (tensor<2x8xf32>, tensor<8xf64>) -> tensor<2x8xf32>
  func.return
}

// -----

// CHECK: error: tf.Abs: element types f32 and f64 must be equal
func.func @elements(%a0: tensor<2x?xf32>) {
  %r = "tf.Abs"(%a0) : (tensor<2x?xf32>) -> tensor<2x?xf64>
  func.return
}

// -----

// CHECK: error: tf.Invert: the operand has elements f32, needed integers
func.func @integers(%a0: tensor<2xf32>) {
  %r = "tf.Invert"(%a0) : (tensor<2xf32>) -> tensor<2xf32>
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
