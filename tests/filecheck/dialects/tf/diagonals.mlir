// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

// Diagonals and bands of matrices.

func.func @diag(%a0: tensor<2x?xf32>) {
  %r = "tf.Diag"(%a0) : (tensor<2x?xf32>) -> tensor<2x?x2x?xf32>
  func.return
}
// CHECK-LABEL: func.func @diag(
// CHECK: "tf.Diag"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<2x?x2x?xf32>

func.func @diag_part(%a0: tensor<2x?x?x3xf32>) {
  %r = "tf.DiagPart"(%a0) : (tensor<2x?x?x3xf32>) -> tensor<2x3xf32>
  func.return
}
// CHECK-LABEL: func.func @diag_part(
// CHECK: "tf.DiagPart"(%{{[a-z0-9]+}}) : (tensor<2x?x?x3xf32>) -> tensor<2x3xf32>

func.func @matrix_diag(%a0: tensor<?x4xf32>) {
  %r = "tf.MatrixDiag"(%a0) : (tensor<?x4xf32>) -> tensor<?x4x4xf32>
  func.return
}
// CHECK-LABEL: func.func @matrix_diag(
// CHECK: "tf.MatrixDiag"(%{{[a-z0-9]+}}) : (tensor<?x4xf32>) -> tensor<?x4x4xf32>

func.func @matrix_diag_v2(%a0: tensor<?x4xf32>, %a2: tensor<i32>, %a3: tensor<i32>, %a4: tensor<f32>) {
  %c1 = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.MatrixDiagV2"(%a0, %c1, %a2, %a3, %a4) : (tensor<?x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<f32>) -> tensor<?x?x?xf32>
  func.return
}
// CHECK-LABEL: func.func @matrix_diag_v2(
// CHECK: "tf.MatrixDiagV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<f32>) -> tensor<?x?x?xf32>

func.func @matrix_diag_v3(%a0: tensor<2x4xf32>, %a4: tensor<f32>) {
  %c1 = "tf.Const"() <{value = dense<[0, 1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %c2 = "tf.Const"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
  %c3 = "tf.Const"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.MatrixDiagV3"(%a0, %c1, %c2, %c3, %a4) <{align = "LEFT_RIGHT"}> : (tensor<2x4xf32>, tensor<2xi32>, tensor<i32>, tensor<i32>, tensor<f32>) -> tensor<4x5xf32>
  func.return
}
// CHECK-LABEL: func.func @matrix_diag_v3(
// CHECK: "tf.MatrixDiagV3"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{align = "LEFT_RIGHT"}> : (tensor<2x4xf32>, tensor<2xi32>, tensor<i32>, tensor<i32>, tensor<f32>) -> tensor<4x5xf32>

func.func @matrix_diag_part(%a0: tensor<?x4x5xf32>) {
  %r = "tf.MatrixDiagPart"(%a0) : (tensor<?x4x5xf32>) -> tensor<?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @matrix_diag_part(
// CHECK: "tf.MatrixDiagPart"(%{{[a-z0-9]+}}) : (tensor<?x4x5xf32>) -> tensor<?x4xf32>

func.func @matrix_diag_part_v2(%a0: tensor<?x4x5xf32>, %a2: tensor<f32>) {
  %c1 = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.MatrixDiagPartV2"(%a0, %c1, %a2) : (tensor<?x4x5xf32>, tensor<i32>, tensor<f32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @matrix_diag_part_v2(
// CHECK: "tf.MatrixDiagPartV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4x5xf32>, tensor<i32>, tensor<f32>) -> tensor<?x3xf32>

func.func @matrix_diag_part_v3(%a0: tensor<?x4x5xf32>, %a2: tensor<f32>) {
  %c1 = "tf.Const"() <{value = dense<[-1, 1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.MatrixDiagPartV3"(%a0, %c1, %a2) <{align = "RIGHT_LEFT"}> : (tensor<?x4x5xf32>, tensor<2xi32>, tensor<f32>) -> tensor<?x3x4xf32>
  func.return
}
// CHECK-LABEL: func.func @matrix_diag_part_v3(
// CHECK: "tf.MatrixDiagPartV3"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{align = "RIGHT_LEFT"}> : (tensor<?x4x5xf32>, tensor<2xi32>, tensor<f32>) -> tensor<?x3x4xf32>

func.func @matrix_set_diag(%a0: tensor<?x4x5xf32>, %a1: tensor<?x4xf32>) {
  %r = "tf.MatrixSetDiag"(%a0, %a1) : (tensor<?x4x5xf32>, tensor<?x4xf32>) -> tensor<?x4x5xf32>
  func.return
}
// CHECK-LABEL: func.func @matrix_set_diag(
// CHECK: "tf.MatrixSetDiag"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4x5xf32>, tensor<?x4xf32>) -> tensor<?x4x5xf32>

func.func @matrix_set_diag_v2(%a0: tensor<4x5xf32>, %a1: tensor<3xf32>) {
  %c2 = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.MatrixSetDiagV2"(%a0, %a1, %c2) : (tensor<4x5xf32>, tensor<3xf32>, tensor<i32>) -> tensor<4x5xf32>
  func.return
}
// CHECK-LABEL: func.func @matrix_set_diag_v2(
// CHECK: "tf.MatrixSetDiagV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<4x5xf32>, tensor<3xf32>, tensor<i32>) -> tensor<4x5xf32>

func.func @matrix_set_diag_v3(%a0: tensor<4x5xf32>, %a1: tensor<2x4xf32>) {
  %c2 = "tf.Const"() <{value = dense<[0, 1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.MatrixSetDiagV3"(%a0, %a1, %c2) : (tensor<4x5xf32>, tensor<2x4xf32>, tensor<2xi32>) -> tensor<4x5xf32>
  func.return
}
// CHECK-LABEL: func.func @matrix_set_diag_v3(
// CHECK: "tf.MatrixSetDiagV3"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<4x5xf32>, tensor<2x4xf32>, tensor<2xi32>) -> tensor<4x5xf32>

func.func @computed_diagonals(%a0: tensor<?x?xf32>, %a1: tensor<*xf32>, %a2: tensor<?xi32>) {
  %r = "tf.MatrixSetDiagV3"(%a0, %a1, %a2) : (tensor<?x?xf32>, tensor<*xf32>, tensor<?xi32>) -> tensor<?x?xf32>
  func.return
}
// CHECK-LABEL: func.func @computed_diagonals(
// CHECK: "tf.MatrixSetDiagV3"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?xf32>, tensor<*xf32>, tensor<?xi32>) -> tensor<?x?xf32>

func.func @matrix_band_part(%a0: tensor<?x4x5xf32>, %a1: tensor<i64>) {
  %c2 = "tf.Const"() <{value = dense<-1> : tensor<i64>}> : () -> tensor<i64>
  %r = "tf.MatrixBandPart"(%a0, %a1, %c2) : (tensor<?x4x5xf32>, tensor<i64>, tensor<i64>) -> tensor<?x4x5xf32>
  func.return
}
// CHECK-LABEL: func.func @matrix_band_part(
// CHECK: "tf.MatrixBandPart"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4x5xf32>, tensor<i64>, tensor<i64>) -> tensor<?x4x5xf32>
