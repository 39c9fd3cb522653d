// RUN: not tieshape-opt --split-input-file -p tieshape-infer-shapes %s 2>&1 | filecheck %s

// What inference refuses: sizes and ranks that contradict each other, with op, found and needed.

// CHECK: error: tf.TanhGrad: y and dy: 2 and 3 elements must be as many
func.func @gradient_shape(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  %r = "tf.TanhGrad"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.SqrtGrad: the result has size 2, its type says 3
func.func @gradient_result(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r = "tf.SqrtGrad"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.Complex: sizes 2 and 3 must be equal
func.func @parts_shape(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  %r = "tf.Complex"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xcomplex<f32>>
  func.return
}

// -----

// CHECK: error: tf.Complex: the result has size 2, its type says 3
func.func @complex_shape(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r = "tf.Complex"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xcomplex<f32>>
  func.return
}
