// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.Elu: the operand has elements i32, needed floats
func.func @floats(%a0: tensor<2xi32>) {
  %r = "tf.Elu"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  func.return
}

// -----

// CHECK: error: tf.LeakyRelu: attribute alpha is 1 : i64, it must be a float
func.func @alpha(%a0: tensor<2x?xf32>) {
  %r = "tf.LeakyRelu"(%a0) <{alpha = 1 : i64}> : (tensor<2x?xf32>) -> tensor<2x?xf32>
  func.return
}

// -----

// CHECK: error: tf.TanhGrad: dy has shape 3, needed 2
func.func @gradient_shape(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  %r = "tf.TanhGrad"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.ReluGrad: features has shape 3, needed 2
func.func @features_shape(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  %r = "tf.ReluGrad"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.TanhGrad: element types f32 and f64 must be equal
func.func @gradient_elements(%a0: tensor<2xf32>, %a1: tensor<2xf64>) {
  %r = "tf.TanhGrad"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.SqrtGrad: the result of y and dy has shape 3, needed 2
func.func @gradient_result(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r = "tf.SqrtGrad"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  func.return
}
