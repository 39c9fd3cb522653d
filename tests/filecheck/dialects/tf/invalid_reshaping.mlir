// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.Reshape: operand 1 has elements f32, needed integers
func.func @shape_elements(%a0: tensor<2xf32>, %a1: tensor<1xf32>) {
  %r = "tf.Reshape"(%a0, %a1) : (tensor<2xf32>, tensor<1xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Reshape: element types f32 and i32 must be equal
func.func @elements(%a0: tensor<2xf32>, %a1: tensor<1xi32>) {
  %r = "tf.Reshape"(%a0, %a1) : (tensor<2xf32>, tensor<1xi32>) -> tensor<2xi32>
  func.return
}

// -----

// CHECK: error: tf.Squeeze: attribute squeeze_dims is [1.000000e+00 : f32], it must be an array of integers
func.func @squeeze_list(%a0: tensor<2x1xf32>) {
  %r = "tf.Squeeze"(%a0) <{squeeze_dims = [1.0 : f32]}> : (tensor<2x1xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Squeeze: element types f32 and i32 must be equal
func.func @squeeze_elements(%a0: tensor<2x1xf32>) {
  %r = "tf.Squeeze"(%a0) : (tensor<2x1xf32>) -> tensor<2xi32>
  func.return
}
