// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.EnsureShape: attribute shape is missing
func.func @no_shape(%a0: tensor<2xf32>) {
  %r = "tf.EnsureShape"(%a0) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Shape: the result has elements f32, needed integers
func.func @shape_elements(%a0: tensor<?x4xf32>) {
  %r = "tf.Shape"(%a0) : (tensor<?x4xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.ShapeN: found 1 results, needed 2
func.func @shapes(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r = "tf.ShapeN"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<1xi32>
  func.return
}

// -----

// CHECK: error: tf.Size: the result has elements f32, needed integers
func.func @size_elements(%a0: tensor<2xf32>) {
  %r = "tf.Size"(%a0) : (tensor<2xf32>) -> tensor<f32>
  func.return
}

// -----

// CHECK: error: tf.BroadcastArgs: element types i32 and i64 must be equal
func.func @args_elements(%a0: tensor<2xi32>, %a1: tensor<2xi64>) {
  %r = "tf.BroadcastArgs"(%a0, %a1) : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  func.return
}
