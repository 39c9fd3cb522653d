// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.MatMul: element types f32 and f64 must be equal
func.func @elements(%a0: tensor<2x3xf32>, %a1: tensor<3x5xf64>) {
  %r = "tf.MatMul"(%a0, %a1) : (tensor<2x3xf32>, tensor<3x5xf64>) -> tensor<2x5xf32>
  func.return
}

// -----

// CHECK: error: tf.MatMul: attribute transpose_a is "yes", it must be a boolean
func.func @flag(%a0: tensor<2x3xf32>, %a1: tensor<3x5xf32>) {
  %r = "tf.MatMul"(%a0, %a1) <{transpose_a = "yes"}> : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
  func.return
}

// -----

// CHECK: error: tf.BatchMatMulV2: element types f32 and f64 must be equal
func.func @batch_elements(%a0: tensor<2x2x3xf32>, %a1: tensor<3x5xf64>) {
  %r = "tf.BatchMatMulV2"(%a0, %a1) : (tensor<2x2x3xf32>, tensor<3x5xf64>) -> tensor<2x2x5xf32>
  func.return
}

// -----

// CHECK: error: tf.Einsum: attribute equation is missing
func.func @no_equation(%a0: tensor<2xf32>) {
  %r = "tf.Einsum"(%a0) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Einsum: "i,j->k" is not an einsum equation
func.func @equation(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r = "tf.Einsum"(%a0, %a1) <{equation = "i,j->k"}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Einsum: found 1 operands, needed 2
func.func @einsum_operands(%a0: tensor<2xf32>) {
  %r = "tf.Einsum"(%a0) <{equation = "i,i->i"}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Einsum: element types f32 and f64 must be equal
func.func @einsum_elements(%a0: tensor<2xf32>, %a1: tensor<2xf64>) {
  %r = "tf.Einsum"(%a0, %a1) <{equation = "i,i->i"}> : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  func.return
}
