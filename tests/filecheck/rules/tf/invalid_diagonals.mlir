// RUN: not tieshape-opt --split-input-file -p tieshape-infer-shapes %s 2>&1 | filecheck %s

// What inference refuses: sizes and ranks that contradict each other, with op, found and needed.

// CHECK: error: tf.Diag: the result has size 2, its type says 3
func.func @diag_result(%a0: tensor<2xf32>) {
  %r = "tf.Diag"(%a0) : (tensor<2xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

// CHECK: error: tf.Diag: operand 0 has rank 0, needed at least 1
func.func @diag_of_scalar(%a0: tensor<f32>) {
  %r = "tf.Diag"(%a0) : (tensor<f32>) -> tensor<f32>
  func.return
}

// -----

// CHECK: error: tf.DiagPart: the operand has rank 3, needed an even one
func.func @part_rank(%a0: tensor<2x2x2xf32>) {
  %r = "tf.DiagPart"(%a0) : (tensor<2x2x2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.DiagPart: halves of the shape: sizes 2 and 3 must agree
func.func @part_halves(%a0: tensor<2x3xf32>) {
  %r = "tf.DiagPart"(%a0) : (tensor<2x3xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.DiagPart: the result has size 2, its type says 3
func.func @part_result(%a0: tensor<2x2xf32>) {
  %r = "tf.DiagPart"(%a0) : (tensor<2x2xf32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.MatrixDiag: the result has size 2, its type says 3
func.func @matrix_result(%a0: tensor<2xf32>) {
  %r = "tf.MatrixDiag"(%a0) : (tensor<2xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

// CHECK: error: tf.MatrixDiag: operand 0 has rank 0, needed at least 1
func.func @matrix_of_scalar(%a0: tensor<f32>) {
  %r = "tf.MatrixDiag"(%a0) : (tensor<f32>) -> tensor<1x1xf32>
  func.return
}

// -----

// CHECK: error: tf.MatrixDiagV3: k is [1, 0], needed one diagonal, or the first and the last
func.func @k_order(%a0: tensor<2x2xf32>, %a2: tensor<i32>, %a3: tensor<i32>, %a4: tensor<f32>) {
  %c1 = "tf.Const"() <{value = dense<[1, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.MatrixDiagV3"(%a0, %c1, %a2, %a3, %a4) : (tensor<2x2xf32>, tensor<2xi32>, tensor<i32>, tensor<i32>, tensor<f32>) -> tensor<?x?xf32>
  func.return
}

// -----

// CHECK: error: tf.MatrixDiagV3: k is [0, 1, 2], needed one diagonal, or the first and the last
func.func @k_count(%a0: tensor<2x2xf32>, %a2: tensor<i32>, %a3: tensor<i32>, %a4: tensor<f32>) {
  %c1 = "tf.Const"() <{value = dense<[0, 1, 2]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %r = "tf.MatrixDiagV3"(%a0, %c1, %a2, %a3, %a4) : (tensor<2x2xf32>, tensor<3xi32>, tensor<i32>, tensor<i32>, tensor<f32>) -> tensor<?x?xf32>
  func.return
}

// -----

// CHECK: error: tf.MatrixDiagV3: the result has size 4, its type says 3
func.func @rows_result(%a0: tensor<3xf32>, %a3: tensor<i32>, %a4: tensor<f32>) {
  %c1 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %c2 = "tf.Const"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.MatrixDiagV3"(%a0, %c1, %c2, %a3, %a4) : (tensor<3xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<f32>) -> tensor<3x4xf32>
  func.return
}

// -----

// CHECK: error: tf.MatrixDiagPart: the operand has rank 1, needed at least 2
func.func @matrix_rank(%a0: tensor<2xf32>) {
  %r = "tf.MatrixDiagPart"(%a0) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.MatrixDiagPartV3: the result has size 3, its type says 4
func.func @length(%a0: tensor<4x5xf32>, %a2: tensor<f32>) {
  %c1 = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.MatrixDiagPartV3"(%a0, %c1, %a2) : (tensor<4x5xf32>, tensor<i32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.MatrixDiagPartV3: diagonal 5 must lie inside 5 columns
func.func @outside(%a0: tensor<4x5xf32>, %a2: tensor<f32>) {
  %c1 = "tf.Const"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.MatrixDiagPartV3"(%a0, %c1, %a2) : (tensor<4x5xf32>, tensor<i32>, tensor<f32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.MatrixDiagPartV3: the result has size 3, its type says 4
func.func @number(%a0: tensor<4x5xf32>, %a2: tensor<f32>) {
  %c1 = "tf.Const"() <{value = dense<[-1, 1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.MatrixDiagPartV3"(%a0, %c1, %a2) : (tensor<4x5xf32>, tensor<2xi32>, tensor<f32>) -> tensor<4x4xf32>
  func.return
}

// -----

// CHECK: error: tf.MatrixSetDiag: diagonals: sizes 5 and 4 must agree
func.func @set_diagonal(%a0: tensor<4x5xf32>, %a1: tensor<5xf32>) {
  %r = "tf.MatrixSetDiag"(%a0, %a1) : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>
  func.return
}

// -----

// CHECK: error: tf.MatrixSetDiagV3: the result has size 4, its type says 5
func.func @set_result(%a0: tensor<4x5xf32>, %a1: tensor<4xf32>) {
  %c2 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.MatrixSetDiagV3"(%a0, %a1, %c2) : (tensor<4x5xf32>, tensor<4xf32>, tensor<i32>) -> tensor<5x4xf32>
  func.return
}

// -----

// CHECK: error: tf.MatrixBandPart: the operand has rank 1, needed at least 2
func.func @band_rank(%a0: tensor<5xf32>, %a1: tensor<i64>, %a2: tensor<i64>) {
  %r = "tf.MatrixBandPart"(%a0, %a1, %a2) : (tensor<5xf32>, tensor<i64>, tensor<i64>) -> tensor<5xf32>
  func.return
}

// -----

// CHECK: error: tf.MatrixBandPart: the result has size 5, its type says 4
func.func @band_result(%a0: tensor<5x5xf32>, %a1: tensor<i64>, %a2: tensor<i64>) {
  %r = "tf.MatrixBandPart"(%a0, %a1, %a2) : (tensor<5x5xf32>, tensor<i64>, tensor<i64>) -> tensor<4x4xf32>
  func.return
}
