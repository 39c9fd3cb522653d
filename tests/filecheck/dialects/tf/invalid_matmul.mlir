// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.MatMul: a contracts a size of 3, b one of 4; they must be equal
func.func @contracting(%a0: tensor<2x3xf32>, %a1: tensor<4x5xf32>) {
  %r = "tf.MatMul"(%a0, %a1) : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  func.return
}

// -----

// CHECK: error: tf.MatMul: a contracts a size of 2, b one of 4; they must be equal
func.func @contracting_transposed(%a0: tensor<2x3xf32>, %a1: tensor<4x5xf32>) {
  %r = "tf.MatMul"(%a0, %a1) <{transpose_a = true}> : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  func.return
}

// -----

// CHECK: error: tf.MatMul: a has rank 3, needed 2
func.func @rank(%a0: tensor<1x2x3xf32>, %a1: tensor<3x5xf32>) {
  %r = "tf.MatMul"(%a0, %a1) : (tensor<1x2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
  func.return
}

// -----

// CHECK: error: tf.MatMul: b has rank 1, needed 2
func.func @second_rank(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  %r = "tf.MatMul"(%a0, %a1) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.MatMul: the result has shape 5x2, needed 2x5
func.func @result(%a0: tensor<2x3xf32>, %a1: tensor<3x5xf32>) {
  %r = "tf.MatMul"(%a0, %a1) : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<5x2xf32>
  func.return
}

// -----

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

// CHECK: error: tf.BatchMatMulV2: x contracts a size of 3, y one of 4; they must be equal
func.func @batch_contracting(%a0: tensor<1x2x3xf32>, %a1: tensor<1x4x5xf32>) {
  %r = "tf.BatchMatMulV2"(%a0, %a1) : (tensor<1x2x3xf32>, tensor<1x4x5xf32>) -> tensor<1x2x5xf32>
  func.return
}

// -----

// CHECK: error: tf.BatchMatMulV2: x has rank 1, needed at least 2
func.func @batch_rank(%a0: tensor<3xf32>, %a1: tensor<1x3x5xf32>) {
  %r = "tf.BatchMatMulV2"(%a0, %a1) : (tensor<3xf32>, tensor<1x3x5xf32>) -> tensor<1x2x5xf32>
  func.return
}

// -----

// CHECK: error: tf.BatchMatMul: the batch of y has shape 3, needed 2
func.func @batch_sizes(%a0: tensor<2x2x3xf32>, %a1: tensor<3x3x5xf32>) {
  %r = "tf.BatchMatMul"(%a0, %a1) : (tensor<2x2x3xf32>, tensor<3x3x5xf32>) -> tensor<2x2x5xf32>
  func.return
}

// -----

// CHECK: error: tf.BatchMatMulV2: shapes 2 and 3 do not broadcast
func.func @batch_broadcast(%a0: tensor<2x2x3xf32>, %a1: tensor<3x3x5xf32>) {
  %r = "tf.BatchMatMulV2"(%a0, %a1) : (tensor<2x2x3xf32>, tensor<3x3x5xf32>) -> tensor<2x2x5xf32>
  func.return
}

// -----

// CHECK: error: tf.BatchMatMulV3: the result has shape 2x2x4, needed 2x2x5
func.func @batch_result(%a0: tensor<2x2x3xf32>, %a1: tensor<3x5xf32>) {
  %r = "tf.BatchMatMulV3"(%a0, %a1) : (tensor<2x2x3xf32>, tensor<3x5xf32>) -> tensor<2x2x4xf32>
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

// CHECK: error: tf.Einsum: operand 0 has rank 1, needed 2
func.func @einsum_rank(%a0: tensor<2xf32>) {
  %r = "tf.Einsum"(%a0) <{equation = "ij->i"}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Einsum: operand 0 has rank 1, needed at least 2
func.func @einsum_ellipsis_rank(%a0: tensor<2xf32>) {
  %r = "tf.Einsum"(%a0) <{equation = "...ij->...i"}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Einsum: label j has sizes 3 and 4; they must be equal
func.func @einsum_label(%a0: tensor<2x3xf32>, %a1: tensor<4x5xf32>) {
  %r = "tf.Einsum"(%a0, %a1) <{equation = "ij,jk->ik"}> : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  func.return
}

// -----

// CHECK: error: tf.Einsum: shapes 2 and 3 do not broadcast
func.func @einsum_ellipsis(%a0: tensor<2x3xf32>, %a1: tensor<3x3xf32>) {
  %r = "tf.Einsum"(%a0, %a1) <{equation = "...j,...j->..."}> : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Einsum: the result has shape 5x2, needed 2x5
func.func @einsum_result(%a0: tensor<2x3xf32>, %a1: tensor<3x5xf32>) {
  %r = "tf.Einsum"(%a0, %a1) <{equation = "ij,jk->ik"}> : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<5x2xf32>
  func.return
}

// -----

// CHECK: error: tf.Einsum: element types f32 and f64 must be equal
func.func @einsum_elements(%a0: tensor<2xf32>, %a1: tensor<2xf64>) {
  %r = "tf.Einsum"(%a0, %a1) <{equation = "i,i->i"}> : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  func.return
}
