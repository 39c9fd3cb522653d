// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.Less: the result has elements f32, needed i1
func.func @result_elements(%a0: tensor<3xf32>, %a1: tensor<3xf32>) {
  %r = "tf.Less"(%a0, %a1) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.Equal: shapes 2 and 3 do not broadcast
func.func @shape(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  %r = "tf.Equal"(%a0, %a1) <{incompatible_shape_error = true}> : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xi1>
  func.return
}

// -----

// CHECK: error: tf.LogicalAnd: the operands have elements i8, needed i1
func.func @booleans(%a0: tensor<3xi8>, %a1: tensor<3xi8>) {
  %r = "tf.LogicalAnd"(%a0, %a1) : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  func.return
}

// -----

// CHECK: error: tf.SelectV2: condition has elements i32, needed i1
func.func @condition_elements(%a0: tensor<3xi32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
  %r = "tf.SelectV2"(%a0, %a1, %a2) : (tensor<3xi32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.SelectV2: element types f32 and f64 must be equal
func.func @branch_elements(%a0: tensor<3xi1>, %a1: tensor<3xf32>, %a2: tensor<3xf64>) {
  %r = "tf.SelectV2"(%a0, %a1, %a2) : (tensor<3xi1>, tensor<3xf32>, tensor<3xf64>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.SelectV2: shapes 3 and 4 do not broadcast
func.func @branch_shapes(%a0: tensor<1xi1>, %a1: tensor<3xf32>, %a2: tensor<4xf32>) {
  %r = "tf.SelectV2"(%a0, %a1, %a2) : (tensor<1xi1>, tensor<3xf32>, tensor<4xf32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.SelectV2: the result has shape 5, needed 3
func.func @choice_result(%a0: tensor<1xi1>, %a1: tensor<3xf32>, %a2: tensor<f32>) {
  %r = "tf.SelectV2"(%a0, %a1, %a2) : (tensor<1xi1>, tensor<3xf32>, tensor<f32>) -> tensor<5xf32>
  func.return
}

// -----

// CHECK: error: tf.Select: condition has elements i32, needed i1
func.func @select_condition_elements(%a0: tensor<3xi32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
  %r = "tf.Select"(%a0, %a1, %a2) : (tensor<3xi32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.Select: condition has shape 3, needed 2
func.func @select_condition(%a0: tensor<3xi1>, %a1: tensor<2x3xf32>, %a2: tensor<2x3xf32>) {
  %r = "tf.Select"(%a0, %a1, %a2) : (tensor<3xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

// CHECK: error: tf.Select: else_value has shape 3, needed 2
func.func @select_branches(%a0: tensor<i1>, %a1: tensor<2xf32>, %a2: tensor<3xf32>) {
  %r = "tf.Select"(%a0, %a1, %a2) : (tensor<i1>, tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Select: the result has shape 3, needed 2
func.func @select_result(%a0: tensor<i1>, %a1: tensor<2xf32>, %a2: tensor<2xf32>) {
  %r = "tf.Select"(%a0, %a1, %a2) : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.Select: element types f32 and i32 must be equal
func.func @select_elements(%a0: tensor<i1>, %a1: tensor<2xf32>, %a2: tensor<2xi32>) {
  %r = "tf.Select"(%a0, %a1, %a2) : (tensor<i1>, tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.ClipByValue: clip_value_max has shape 3, needed 2
func.func @bound(%a0: tensor<2xf32>, %a1: tensor<f32>, %a2: tensor<3xf32>) {
  %r = "tf.ClipByValue"(%a0, %a1, %a2) : (tensor<2xf32>, tensor<f32>, tensor<3xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.ClipByValue: the result has shape 3, needed 2
func.func @clip_result(%a0: tensor<2xf32>, %a1: tensor<f32>, %a2: tensor<f32>) {
  %r = "tf.ClipByValue"(%a0, %a1, %a2) : (tensor<2xf32>, tensor<f32>, tensor<f32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.ClipByValue: element types f32 and i32 must be equal
func.func @clip_elements(%a0: tensor<2xf32>, %a1: tensor<i32>, %a2: tensor<f32>) {
  %r = "tf.ClipByValue"(%a0, %a1, %a2) : (tensor<2xf32>, tensor<i32>, tensor<f32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Equal: attribute incompatible_shape_error is 1 : i64, it must be a boolean
func.func @flag(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r = "tf.Equal"(%a0, %a1) <{incompatible_shape_error = 1 : i64}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  func.return
}
