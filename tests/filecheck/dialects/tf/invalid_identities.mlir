// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.Identity: the result has shape 3, needed 2
func.func @shape(%a0: tensor<2xf32>) {
  %r = "tf.Identity"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

// -----

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

// CHECK: error: tf.IdentityN: result 1 has shape 3, needed 2
func.func @entry_shape(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r:2 = "tf.IdentityN"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<3xf32>)
  func.return
}

// -----

// CHECK: error: tf.IdentityN: element types f32 and i32 must be equal
func.func @entry_elements(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r:2 = "tf.IdentityN"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  func.return
}

// -----

// CHECK: error: tf.Cast: the result has shape 3, needed 2
func.func @cast_shape(%a0: tensor<2xf32>) {
  %r = "tf.Cast"(%a0) : (tensor<2xf32>) -> tensor<3xi32>
  func.return
}

// -----

// CHECK: error: tf.EnsureShape: attribute shape is missing
func.func @no_shape(%a0: tensor<2xf32>) {
  %r = "tf.EnsureShape"(%a0) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.EnsureShape: input has shape 3, needed 4
func.func @ensured_input(%a0: tensor<3xf32>) {
  %r = "tf.EnsureShape"(%a0) <{shape = #tf_type.shape<4>}> : (tensor<3xf32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.EnsureShape: the result has shape 3, needed 4
func.func @ensured_result(%a0: tensor<?xf32>) {
  %r = "tf.EnsureShape"(%a0) <{shape = #tf_type.shape<4>}> : (tensor<?xf32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.CheckNumerics: the result has shape 3, needed 2
func.func @numerics_shape(%a0: tensor<2xf32>) {
  %r = "tf.CheckNumerics"(%a0) <{message = ""}> : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.CheckNumerics: attribute message is 1 : i64, it must be a string
func.func @message(%a0: tensor<2xf32>) {
  %r = "tf.CheckNumerics"(%a0) <{message = 1 : i64}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
