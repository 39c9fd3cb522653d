// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.Sum: reduction_indices have elements f32, needed integers
func.func @axis_elements(%a0: tensor<2x3xf32>, %a1: tensor<f32>) {
  %r = "tf.Sum"(%a0, %a1) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Sum: reduction_indices has rank 2, needed 0 or 1
func.func @axis_rank(%a0: tensor<2x3xf32>, %a1: tensor<1x1xi32>) {
  %r = "tf.Sum"(%a0, %a1) : (tensor<2x3xf32>, tensor<1x1xi32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Mean: element types f32 and f64 must be equal
func.func @elements(%a0: tensor<2x3xf32>) {
  %c1 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.Mean"(%a0, %c1) : (tensor<2x3xf32>, tensor<i32>) -> tensor<3xf64>
  func.return
}

// -----

// CHECK: error: tf.All: input has elements f32, needed i1
func.func @booleans(%a0: tensor<2x3xf32>) {
  %c1 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.All"(%a0, %c1) : (tensor<2x3xf32>, tensor<i32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.ArgMax: dimension has rank 1, needed 0
func.func @position_axis_rank(%a0: tensor<2x3xf32>, %a1: tensor<1xi32>) {
  %r = "tf.ArgMax"(%a0, %a1) : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<2xi32>
  func.return
}

// -----

// CHECK: error: tf.ArgMax: the result has elements f32, needed integers
func.func @position_elements(%a0: tensor<2x3xf32>, %a1: tensor<i32>) {
  %r = "tf.ArgMax"(%a0, %a1) : (tensor<2x3xf32>, tensor<i32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Cumsum: axis has rank 1, needed 0
func.func @scan_axis_rank(%a0: tensor<2x3xf32>, %a1: tensor<1xi32>) {
  %r = "tf.Cumsum"(%a0, %a1) : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<2x3xf32>
  func.return
}

// -----

// CHECK: error: tf.Cumprod: element types f32 and i32 must be equal
func.func @scan_elements(%a0: tensor<2x3xf32>, %a1: tensor<i32>) {
  %r = "tf.Cumprod"(%a0, %a1) : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x3xi32>
  func.return
}

// -----

// CHECK: error: tf.L2Loss: element types f32 and i32 must be equal
func.func @loss_elements(%a0: tensor<2x3xf32>) {
  %r = "tf.L2Loss"(%a0) : (tensor<2x3xf32>) -> tensor<i32>
  func.return
}
