// RUN: not tieshape-opt --split-input-file -p tieshape-infer-shapes %s 2>&1 | filecheck %s

// What inference refuses: sizes and ranks that contradict each other, with op, found and needed.

// CHECK: error: tf.MatMul: contracting dimension: sizes 3 and 4 must agree
func.func @contracting(%a0: tensor<2x3xf32>, %a1: tensor<4x5xf32>) {
  %r = "tf.MatMul"(%a0, %a1) : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  func.return
}

// -----

// CHECK: error: tf.MatMul: contracting dimension: sizes 2 and 4 must agree
func.func @contracting_transposed(%a0: tensor<2x3xf32>, %a1: tensor<4x5xf32>) {
  %r = "tf.MatMul"(%a0, %a1) <{transpose_a = true}> : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  func.return
}

// -----

// CHECK: error: tf.MatMul: operands have ranks 3 and 2, needed 2
func.func @rank(%a0: tensor<1x2x3xf32>, %a1: tensor<3x5xf32>) {
  %r = "tf.MatMul"(%a0, %a1) : (tensor<1x2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
  func.return
}

// -----

// CHECK: error: tf.MatMul: operands have ranks 2 and 1, needed at least 2
func.func @second_rank(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  %r = "tf.MatMul"(%a0, %a1) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.MatMul: the result has size 2, its type says 5
func.func @result(%a0: tensor<2x3xf32>, %a1: tensor<3x5xf32>) {
  %r = "tf.MatMul"(%a0, %a1) : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<5x2xf32>
  func.return
}

// -----

// CHECK: error: tf.BatchMatMulV2: contracting dimension: sizes 3 and 4 must agree
func.func @batch_contracting(%a0: tensor<1x2x3xf32>, %a1: tensor<1x4x5xf32>) {
  %r = "tf.BatchMatMulV2"(%a0, %a1) : (tensor<1x2x3xf32>, tensor<1x4x5xf32>) -> tensor<1x2x5xf32>
  func.return
}

// -----

// CHECK: error: tf.BatchMatMulV2: operands have ranks 1 and 3, needed at least 2
func.func @batch_rank(%a0: tensor<3xf32>, %a1: tensor<1x3x5xf32>) {
  %r = "tf.BatchMatMulV2"(%a0, %a1) : (tensor<3xf32>, tensor<1x3x5xf32>) -> tensor<1x2x5xf32>
  func.return
}

// -----

// CHECK: error: tf.BatchMatMul: batch dimensions: sizes 2 and 3 must agree
func.func @batch_sizes(%a0: tensor<2x2x3xf32>, %a1: tensor<3x3x5xf32>) {
  %r = "tf.BatchMatMul"(%a0, %a1) : (tensor<2x2x3xf32>, tensor<3x3x5xf32>) -> tensor<2x2x5xf32>
  func.return
}

// -----

// CHECK: error: tf.BatchMatMulV2: sizes 2 and 3 must be equal
func.func @batch_broadcast(%a0: tensor<2x2x3xf32>, %a1: tensor<3x3x5xf32>) {
  %r = "tf.BatchMatMulV2"(%a0, %a1) : (tensor<2x2x3xf32>, tensor<3x3x5xf32>) -> tensor<2x2x5xf32>
  func.return
}

// -----

// CHECK: error: tf.BatchMatMulV3: the result has size 5, its type says 4
func.func @batch_result(%a0: tensor<2x2x3xf32>, %a1: tensor<3x5xf32>) {
  %r = "tf.BatchMatMulV3"(%a0, %a1) : (tensor<2x2x3xf32>, tensor<3x5xf32>) -> tensor<2x2x4xf32>
  func.return
}

// -----

// CHECK: error: tf.Einsum: operand 0 has rank 1, 'ij->i' needs 2
func.func @einsum_rank(%a0: tensor<2xf32>) {
  %r = "tf.Einsum"(%a0) <{equation = "ij->i"}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Einsum: operand 0 has rank 1, '...ij->...i' needs 2
func.func @einsum_ellipsis_rank(%a0: tensor<2xf32>) {
  %r = "tf.Einsum"(%a0) <{equation = "...ij->...i"}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Einsum: einsum label 'j': sizes 3 and 4 must agree
func.func @einsum_label(%a0: tensor<2x3xf32>, %a1: tensor<4x5xf32>) {
  %r = "tf.Einsum"(%a0, %a1) <{equation = "ij,jk->ik"}> : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  func.return
}

// -----

// CHECK: error: tf.Einsum: sizes 2 and 3 must be equal
func.func @einsum_ellipsis(%a0: tensor<2x3xf32>, %a1: tensor<3x3xf32>) {
  %r = "tf.Einsum"(%a0, %a1) <{equation = "...j,...j->..."}> : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Einsum: the result has size 2, its type says 5
func.func @einsum_result(%a0: tensor<2x3xf32>, %a1: tensor<3x5xf32>) {
  %r = "tf.Einsum"(%a0, %a1) <{equation = "ij,jk->ik"}> : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<5x2xf32>
  func.return
}
