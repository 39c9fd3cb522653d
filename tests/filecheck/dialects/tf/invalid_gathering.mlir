// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.Gather: indices have elements f32, needed integers
func.func @gather_indices(%a0: tensor<4xf32>, %a1: tensor<2xf32>) {
  %r = "tf.Gather"(%a0, %a1) : (tensor<4xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Gather: element types f32 and i32 must be equal
func.func @gather_elements(%a0: tensor<4xf32>, %a1: tensor<2xi32>) {
  %r = "tf.Gather"(%a0, %a1) : (tensor<4xf32>, tensor<2xi32>) -> tensor<2xi32>
  func.return
}

// -----

// CHECK: error: tf.GatherV2: axis has rank 1, needed 0
func.func @axis_rank(%a0: tensor<4xf32>, %a1: tensor<2xi32>, %a2: tensor<1xi32>) {
  %r = "tf.GatherV2"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<2xi32>, tensor<1xi32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.GatherNd: attribute bad_indices_policy is "LOUD"
func.func @nd_policy(%a0: tensor<2x4xf32>, %a1: tensor<5x1xi32>) {
  %r = "tf.GatherNd"(%a0, %a1) <{bad_indices_policy = "LOUD"}> : (tensor<2x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
  func.return
}
