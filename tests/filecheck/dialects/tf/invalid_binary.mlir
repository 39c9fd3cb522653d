// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.AddV2: shapes 3 and 4 do not broadcast: 3 and 4 must be equal or one of them 1
func.func @broadcast(%a0: tensor<3xf32>, %a1: tensor<4xf32>) {
  %r = "tf.AddV2"(%a0, %a1) : (tensor<3xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.Mul: shapes 2x3 and 4 do not broadcast
func.func @broadcast_under_lead(%a0: tensor<4xf32>, %a1: tensor<2x3xf32>) {
  %r = "tf.Mul"(%a0, %a1) : (tensor<4xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

// CHECK: error: tf.Sub: the result has shape 2x5, needed 2x4
func.func @result(%a0: tensor<2x1xf32>, %a1: tensor<4xf32>) {
  %r = "tf.Sub"(%a0, %a1) : (tensor<2x1xf32>, tensor<4xf32>) -> tensor<2x5xf32>
  func.return
}

// -----

// CHECK: error: tf.Sub: the result has shape 4, needed 2x4
func.func @result_rank(%a0: tensor<2x1xf32>, %a1: tensor<4xf32>) {
  %r = "tf.Sub"(%a0, %a1) : (tensor<2x1xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

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

// CHECK: error: tf.AddN: operand 1 has shape 3, needed 2
func.func @addn_shape(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  %r = "tf.AddN"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
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
