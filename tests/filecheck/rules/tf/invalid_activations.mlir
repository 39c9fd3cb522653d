// RUN: not tieshape-opt --split-input-file -p tieshape-infer-shapes %s 2>&1 | filecheck %s

// What inference refuses: sizes and ranks that contradict each other, with op, found and needed.

// CHECK: error: tf.ReluGrad: gradients and features: sizes 2 and 3 must agree
func.func @features_shape(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  %r = "tf.ReluGrad"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  func.return
}
