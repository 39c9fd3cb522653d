// RUN: not tieshape-opt --split-input-file -p tieshape-infer-shapes %s 2>&1 | filecheck %s

// What inference refuses: sizes and ranks that contradict each other, with op, found and needed.

// CHECK: error: tf.Gather: operand 0 has rank 0, needed at least 1
func.func @gather_scalar(%a0: tensor<f32>, %a1: tensor<2xi32>) {
  %r = "tf.Gather"(%a0, %a1) : (tensor<f32>, tensor<2xi32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Gather: the result has size 2, its type says 3
func.func @gather_result(%a0: tensor<4xf32>, %a1: tensor<2xi32>) {
  %r = "tf.Gather"(%a0, %a1) : (tensor<4xf32>, tensor<2xi32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.GatherV2: dimension 1 is out of range for rank 1
func.func @axis_range(%a0: tensor<4xf32>, %a1: tensor<2xi32>) {
  %c2 = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.GatherV2"(%a0, %a1, %c2) : (tensor<4xf32>, tensor<2xi32>, tensor<i32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.GatherV2: axis 0 is one of the 1 batch dimensions
func.func @axis_in_batch(%a0: tensor<2x4xf32>, %a1: tensor<2x3xi32>) {
  %c2 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.GatherV2"(%a0, %a1, %c2) <{batch_dims = 1 : i64}> : (tensor<2x4xf32>, tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xf32>
  func.return
}

// -----

// CHECK: error: tf.GatherV2: batch_dims is 3, the ranks are 2 and 2
func.func @batch_range(%a0: tensor<2x4xf32>, %a1: tensor<2x3xi32>) {
  %c2 = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.GatherV2"(%a0, %a1, %c2) <{batch_dims = 3 : i64}> : (tensor<2x4xf32>, tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xf32>
  func.return
}

// -----

// CHECK: error: tf.GatherV2: batch dimensions: sizes 2 and 3 must agree
func.func @batch_sizes(%a0: tensor<2x4xf32>, %a1: tensor<3x3xi32>) {
  %c2 = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.GatherV2"(%a0, %a1, %c2) <{batch_dims = 1 : i64}> : (tensor<2x4xf32>, tensor<3x3xi32>, tensor<i32>) -> tensor<2x3xf32>
  func.return
}

// -----

// CHECK: error: tf.GatherV2: the result has size 3, its type says 4
func.func @gathered(%a0: tensor<2x4xf32>, %a1: tensor<3xi32>) {
  %c2 = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.GatherV2"(%a0, %a1, %c2) : (tensor<2x4xf32>, tensor<3xi32>, tensor<i32>) -> tensor<2x4xf32>
  func.return
}

// -----

// CHECK: error: tf.GatherV2: the result has rank 2, its type says 1
func.func @gathered_rank(%a0: tensor<2x4xf32>, %a1: tensor<3xi32>, %a2: tensor<i32>) {
  %r = "tf.GatherV2"(%a0, %a1, %a2) : (tensor<2x4xf32>, tensor<3xi32>, tensor<i32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.GatherNd: the rows of indices have size 3, params has rank 2
func.func @nd_depth(%a0: tensor<2x4xf32>, %a1: tensor<5x3xi32>) {
  %r = "tf.GatherNd"(%a0, %a1) : (tensor<2x4xf32>, tensor<5x3xi32>) -> tensor<5xf32>
  func.return
}

// -----

// CHECK: error: tf.GatherNd: indices is a scalar, it needs rows
func.func @nd_scalar(%a0: tensor<2x4xf32>, %a1: tensor<i32>) {
  %r = "tf.GatherNd"(%a0, %a1) : (tensor<2x4xf32>, tensor<i32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.GatherNd: the result has size 4, its type says 2
func.func @nd_result(%a0: tensor<2x4xf32>, %a1: tensor<5x1xi32>) {
  %r = "tf.GatherNd"(%a0, %a1) : (tensor<2x4xf32>, tensor<5x1xi32>) -> tensor<5x2xf32>
  func.return
}
