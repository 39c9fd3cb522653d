// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.Diag: the result has shape 2x3, needed 2x2
func.func @diag_result(%a0: tensor<2xf32>) {
  %r = "tf.Diag"(%a0) : (tensor<2xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

// CHECK: error: tf.Diag: diagonal has rank 0, needed at least 1
func.func @diag_of_scalar(%a0: tensor<f32>) {
  %r = "tf.Diag"(%a0) : (tensor<f32>) -> tensor<f32>
  func.return
}

// -----

// CHECK: error: tf.DiagPart: input has rank 3, needed an even rank of at least 2
func.func @part_rank(%a0: tensor<2x2x2xf32>) {
  %r = "tf.DiagPart"(%a0) : (tensor<2x2x2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.DiagPart: the second half of input has shape 3, needed 2
func.func @part_halves(%a0: tensor<2x3xf32>) {
  %r = "tf.DiagPart"(%a0) : (tensor<2x3xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.DiagPart: the result has shape 3, needed 2
func.func @part_result(%a0: tensor<2x2xf32>) {
  %r = "tf.DiagPart"(%a0) : (tensor<2x2xf32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.MatrixDiag: the result has shape 2x3, needed 2x2
func.func @matrix_result(%a0: tensor<2xf32>) {
  %r = "tf.MatrixDiag"(%a0) : (tensor<2xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

// CHECK: error: tf.MatrixDiag: diagonal has rank 0, needed at least 1
func.func @matrix_of_scalar(%a0: tensor<f32>) {
  %r = "tf.MatrixDiag"(%a0) : (tensor<f32>) -> tensor<1x1xf32>
  func.return
}

// -----

// CHECK: error: tf.MatrixDiagV3: k has rank 2, needed 0 or 1
func.func @k_rank(%a0: tensor<2xf32>, %a1: tensor<1x2xi32>, %a2: tensor<i32>, %a3: tensor<i32>, %a4: tensor<f32>) {
  %r = "tf.MatrixDiagV3"(%a0, %a1, %a2, %a3, %a4) : (tensor<2xf32>, tensor<1x2xi32>, tensor<i32>, tensor<i32>, tensor<f32>) -> tensor<?x?xf32>
  func.return
}

// -----

// CHECK: error: tf.MatrixDiagV3: k is [1, 0], needed the lower diagonal first
func.func @k_order(%a0: tensor<2x2xf32>, %a2: tensor<i32>, %a3: tensor<i32>, %a4: tensor<f32>) {
  %c1 = "tf.Const"() <{value = dense<[1, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.MatrixDiagV3"(%a0, %c1, %a2, %a3, %a4) : (tensor<2x2xf32>, tensor<2xi32>, tensor<i32>, tensor<i32>, tensor<f32>) -> tensor<?x?xf32>
  func.return
}

// -----

// CHECK: error: tf.MatrixDiagV3: k has 3 elements, needed 1 or 2
func.func @k_count(%a0: tensor<2x2xf32>, %a2: tensor<i32>, %a3: tensor<i32>, %a4: tensor<f32>) {
  %c1 = "tf.Const"() <{value = dense<[0, 1, 2]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %r = "tf.MatrixDiagV3"(%a0, %c1, %a2, %a3, %a4) : (tensor<2x2xf32>, tensor<3xi32>, tensor<i32>, tensor<i32>, tensor<f32>) -> tensor<?x?xf32>
  func.return
}

// -----

// CHECK: error: tf.MatrixDiagV3: num_rows has rank 1, needed 0
func.func @rows_rank(%a0: tensor<2xf32>, %a1: tensor<i32>, %a2: tensor<1xi32>, %a3: tensor<i32>, %a4: tensor<f32>) {
  %r = "tf.MatrixDiagV3"(%a0, %a1, %a2, %a3, %a4) : (tensor<2xf32>, tensor<i32>, tensor<1xi32>, tensor<i32>, tensor<f32>) -> tensor<?x?xf32>
  func.return
}

// -----

// CHECK: error: tf.MatrixDiagV3: element types f32 and i32 must be equal
func.func @padding_elements(%a0: tensor<2xf32>, %a1: tensor<i32>, %a2: tensor<i32>, %a3: tensor<i32>, %a4: tensor<i32>) {
  %r = "tf.MatrixDiagV3"(%a0, %a1, %a2, %a3, %a4) : (tensor<2xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<?x?xf32>
  func.return
}

// -----

// CHECK: error: tf.MatrixDiagV3: the result has shape 3x4, needed 4x?
func.func @rows_result(%a0: tensor<3xf32>, %a3: tensor<i32>, %a4: tensor<f32>) {
  %c1 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %c2 = "tf.Const"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.MatrixDiagV3"(%a0, %c1, %c2, %a3, %a4) : (tensor<3xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<f32>) -> tensor<3x4xf32>
  func.return
}

// -----

// CHECK: error: tf.MatrixDiagV3: attribute align is "LEFT", it must be one of LEFT_RIGHT, RIGHT_LEFT, LEFT_LEFT, RIGHT_RIGHT
func.func @align(%a0: tensor<3xf32>, %a1: tensor<i32>, %a2: tensor<i32>, %a3: tensor<i32>, %a4: tensor<f32>) {
  %r = "tf.MatrixDiagV3"(%a0, %a1, %a2, %a3, %a4) <{align = "LEFT"}> : (tensor<3xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<f32>) -> tensor<?x?xf32>
  func.return
}

// -----

// CHECK: error: tf.MatrixDiagPart: input has rank 1, needed at least 2
func.func @matrix_rank(%a0: tensor<2xf32>) {
  %r = "tf.MatrixDiagPart"(%a0) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.MatrixDiagPartV3: the result has shape 4, needed 3
func.func @length(%a0: tensor<4x5xf32>, %a2: tensor<f32>) {
  %c1 = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.MatrixDiagPartV3"(%a0, %c1, %a2) : (tensor<4x5xf32>, tensor<i32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.MatrixDiagPartV3: diagonals 5 to 5 lie outside a 4x5 matrix
func.func @outside(%a0: tensor<4x5xf32>, %a2: tensor<f32>) {
  %c1 = "tf.Const"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.MatrixDiagPartV3"(%a0, %c1, %a2) : (tensor<4x5xf32>, tensor<i32>, tensor<f32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.MatrixDiagPartV3: the result has shape 4x4, needed 3x4
func.func @number(%a0: tensor<4x5xf32>, %a2: tensor<f32>) {
  %c1 = "tf.Const"() <{value = dense<[-1, 1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.MatrixDiagPartV3"(%a0, %c1, %a2) : (tensor<4x5xf32>, tensor<2xi32>, tensor<f32>) -> tensor<4x4xf32>
  func.return
}

// -----

// CHECK: error: tf.MatrixDiagPartV3: padding_value has rank 1, needed 0
func.func @part_padding(%a0: tensor<4x5xf32>, %a1: tensor<i32>, %a2: tensor<1xf32>) {
  %r = "tf.MatrixDiagPartV3"(%a0, %a1, %a2) : (tensor<4x5xf32>, tensor<i32>, tensor<1xf32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.MatrixSetDiag: diagonal has shape 5, needed 4
func.func @set_diagonal(%a0: tensor<4x5xf32>, %a1: tensor<5xf32>) {
  %r = "tf.MatrixSetDiag"(%a0, %a1) : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>
  func.return
}

// -----

// CHECK: error: tf.MatrixSetDiagV3: the result has shape 5x4, needed 4x5
func.func @set_result(%a0: tensor<4x5xf32>, %a1: tensor<4xf32>) {
  %c2 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.MatrixSetDiagV3"(%a0, %a1, %c2) : (tensor<4x5xf32>, tensor<4xf32>, tensor<i32>) -> tensor<5x4xf32>
  func.return
}

// -----

// CHECK: error: tf.MatrixSetDiagV3: element types f32 and i32 must be equal
func.func @set_elements(%a0: tensor<4x5xf32>, %a1: tensor<4xi32>) {
  %c2 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.MatrixSetDiagV3"(%a0, %a1, %c2) : (tensor<4x5xf32>, tensor<4xi32>, tensor<i32>) -> tensor<4x5xf32>
  func.return
}

// -----

// CHECK: error: tf.MatrixBandPart: input has rank 1, needed at least 2
func.func @band_rank(%a0: tensor<5xf32>, %a1: tensor<i64>, %a2: tensor<i64>) {
  %r = "tf.MatrixBandPart"(%a0, %a1, %a2) : (tensor<5xf32>, tensor<i64>, tensor<i64>) -> tensor<5xf32>
  func.return
}

// -----

// CHECK: error: tf.MatrixBandPart: num_upper has rank 1, needed 0
func.func @band_bounds(%a0: tensor<5x5xf32>, %a1: tensor<i64>, %a2: tensor<1xi64>) {
  %r = "tf.MatrixBandPart"(%a0, %a1, %a2) : (tensor<5x5xf32>, tensor<i64>, tensor<1xi64>) -> tensor<5x5xf32>
  func.return
}

// -----

// CHECK: error: tf.MatrixBandPart: num_lower has elements f32, needed integers
func.func @band_elements(%a0: tensor<5x5xf32>, %a1: tensor<f32>, %a2: tensor<f32>) {
  %r = "tf.MatrixBandPart"(%a0, %a1, %a2) : (tensor<5x5xf32>, tensor<f32>, tensor<f32>) -> tensor<5x5xf32>
  func.return
}

// -----

// CHECK: error: tf.MatrixBandPart: the result has shape 4x4, needed 5x5
func.func @band_result(%a0: tensor<5x5xf32>, %a1: tensor<i64>, %a2: tensor<i64>) {
  %r = "tf.MatrixBandPart"(%a0, %a1, %a2) : (tensor<5x5xf32>, tensor<i64>, tensor<i64>) -> tensor<4x4xf32>
  func.return
}
