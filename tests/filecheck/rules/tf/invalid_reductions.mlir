// RUN: not tieshape-opt --split-input-file -p tieshape-infer-shapes %s 2>&1 | filecheck %s

// What inference refuses: sizes and ranks that contradict each other, with op, found and needed.

// CHECK: error: tf.Sum: reduction index 2 is out of range for rank 2
func.func @axis_range(%a0: tensor<2x3xf32>) {
  %c1 = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.Sum"(%a0, %c1) : (tensor<2x3xf32>, tensor<i32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Sum: reduction indexs [0, 0] must be distinct
func.func @axis_twice(%a0: tensor<2x3xf32>) {
  %c1 = "tf.Const"() <{value = dense<[0, -2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Sum"(%a0, %c1) : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.Max: the result has size 3, its type says 2
func.func @reduced(%a0: tensor<2x3xf32>) {
  %c1 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.Max"(%a0, %c1) : (tensor<2x3xf32>, tensor<i32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Max: the result has size 1, its type says 2
func.func @kept(%a0: tensor<2x3xf32>) {
  %c1 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.Max"(%a0, %c1) <{keep_dims = true}> : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x3xf32>
  func.return
}

// -----

// CHECK: error: tf.Max: the result has rank 2, its type says 1
func.func @kept_rank(%a0: tensor<2x3xf32>, %a1: tensor<?xi32>) {
  %r = "tf.Max"(%a0, %a1) <{keep_dims = true}> : (tensor<2x3xf32>, tensor<?xi32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.ArgMax: a scalar has no dimension to look along
func.func @position_of_scalar(%a0: tensor<f32>, %a1: tensor<i32>) {
  %r = "tf.ArgMax"(%a0, %a1) : (tensor<f32>, tensor<i32>) -> tensor<i32>
  func.return
}

// -----

// CHECK: error: tf.ArgMin: dimension -3 is out of range for rank 2
func.func @position_axis(%a0: tensor<2x3xf32>) {
  %c1 = "tf.Const"() <{value = dense<-3> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.ArgMin"(%a0, %c1) : (tensor<2x3xf32>, tensor<i32>) -> tensor<2xi32>
  func.return
}

// -----

// CHECK: error: tf.ArgMin: the result has rank 1, its type says 2
func.func @position_rank(%a0: tensor<2x3xf32>, %a1: tensor<i32>) {
  %r = "tf.ArgMin"(%a0, %a1) : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x3xi32>
  func.return
}

// -----

// CHECK: error: tf.ArgMin: the result has size 2, its type says 3
func.func @position_shape(%a0: tensor<2x3xf32>) {
  %c1 = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.ArgMin"(%a0, %c1) : (tensor<2x3xf32>, tensor<i32>) -> tensor<3xi32>
  func.return
}

// -----

// CHECK: error: tf.Cumsum: axis 2 is out of range for rank 2
func.func @scan_axis(%a0: tensor<2x3xf32>) {
  %c1 = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.Cumsum"(%a0, %c1) : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x3xf32>
  func.return
}

// -----

// CHECK: error: tf.Cumprod: the result has size 2, its type says 3
func.func @scan_shape(%a0: tensor<2x3xf32>, %a1: tensor<i32>) {
  %r = "tf.Cumprod"(%a0, %a1) : (tensor<2x3xf32>, tensor<i32>) -> tensor<3x2xf32>
  func.return
}

// -----

// CHECK: error: tf.L2Loss: the result has rank 0, its type says 1
func.func @loss_rank(%a0: tensor<2x3xf32>) {
  %r = "tf.L2Loss"(%a0) : (tensor<2x3xf32>) -> tensor<2xf32>
  func.return
}
