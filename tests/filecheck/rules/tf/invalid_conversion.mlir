// RUN: not tieshape-opt --split-input-file -p tieshape-infer-shapes %s 2>&1 | filecheck %s

// What inference refuses: sizes and ranks that contradict each other, with op, found and needed.

// CHECK: error: tf.Identity: the result has size 2, its type says 3
func.func @shape(%a0: tensor<2xf32>) {
  %r = "tf.Identity"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.IdentityN: the result has size 2, its type says 3
func.func @entry_shape(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r:2 = "tf.IdentityN"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<3xf32>)
  func.return
}

// -----

// CHECK: error: tf.Cast: the result has size 2, its type says 3
func.func @cast_shape(%a0: tensor<2xf32>) {
  %r = "tf.Cast"(%a0) : (tensor<2xf32>) -> tensor<3xi32>
  func.return
}

// -----

// CHECK: error: tf.CheckNumerics: the result has size 2, its type says 3
func.func @numerics_shape(%a0: tensor<2xf32>) {
  %r = "tf.CheckNumerics"(%a0) <{message = ""}> : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}
