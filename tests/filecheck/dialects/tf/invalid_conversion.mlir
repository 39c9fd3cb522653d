// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.StopGradient: element types f32 and i32 must be equal
func.func @elements(%a0: tensor<2xf32>) {
  %r = "tf.StopGradient"(%a0) : (tensor<2xf32>) -> tensor<2xi32>
  func.return
}

// -----

// CHECK: error: tf.IdentityN: found 1 results, needed 2
func.func @number(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r = "tf.IdentityN"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.IdentityN: element types f32 and i32 must be equal
func.func @entry_elements(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r:2 = "tf.IdentityN"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  func.return
}

// -----

// CHECK: error: tf.CheckNumerics: attribute message is 1 : i64, it must be a string
func.func @message(%a0: tensor<2xf32>) {
  %r = "tf.CheckNumerics"(%a0) <{message = 1 : i64}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
