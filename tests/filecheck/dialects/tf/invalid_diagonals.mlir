// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.MatrixDiagV3: k has rank 2, needed 0 or 1
func.func @k_rank(%a0: tensor<2xf32>, %a1: tensor<1x2xi32>, %a2: tensor<i32>, %a3: tensor<i32>, %a4: tensor<f32>) {
  %r = "tf.MatrixDiagV3"(%a0, %a1, %a2, %a3, %a4) : (tensor<2xf32>, tensor<1x2xi32>, tensor<i32>, tensor<i32>, tensor<f32>) -> tensor<?x?xf32>
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

// CHECK: error: tf.MatrixDiagV3: attribute align is "LEFT", it must be one of LEFT_RIGHT, RIGHT_LEFT, LEFT_LEFT, RIGHT_RIGHT
func.func @align(%a0: tensor<3xf32>, %a1: tensor<i32>, %a2: tensor<i32>, %a3: tensor<i32>, %a4: tensor<f32>) {
  %r = "tf.MatrixDiagV3"(%a0, %a1, %a2, %a3, %a4) <{align = "LEFT"}> : (tensor<3xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<f32>) -> tensor<?x?xf32>
  func.return
}

// -----

// CHECK: error: tf.MatrixDiagPartV3: padding_value has rank 1, needed 0
func.func @part_padding(%a0: tensor<4x5xf32>, %a1: tensor<i32>, %a2: tensor<1xf32>) {
  %r = "tf.MatrixDiagPartV3"(%a0, %a1, %a2) : (tensor<4x5xf32>, tensor<i32>, tensor<1xf32>) -> tensor<?xf32>
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
