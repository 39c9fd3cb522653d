// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @diag(%x: tensor<?xf32, [@S0]>) -> tensor<?x?xf32, [@S0, @S0]>
func.func @diag(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Diag"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.DiagPart at {{.*}}: halves of the shape: sizes S0 and S1 must agree"}
// CHECK:       func.func @diag_part(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?xf32, [@S0]>
func.func @diag_part(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.DiagPart"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @matrix_band_part(%x: tensor<?x4x?xf32, [@S0, 4, @S1]>, %below: tensor<i64>, %above: tensor<i64>) -> tensor<?x4x?xf32, [@S0, 4, @S1]>
func.func @matrix_band_part(%x: tensor<?x4x?xf32>, %below: tensor<i64>, %above: tensor<i64>) -> tensor<*xf32> {
  %r = "tf.MatrixBandPart"(%x, %below, %above) : (tensor<?x4x?xf32>, tensor<i64>, tensor<i64>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @matrix_diag(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?x?xf32, [@S0, @S1, @S1]>
func.func @matrix_diag(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.MatrixDiag"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       %[[C4:.*]] = arith.constant 4 : index
// CHECK:       %[[S1:.*]] = sdim.size @S1
// CHECK:       %[[MIN:.*]] = arith.minsi %[[C4]], %[[S1]] : index
// CHECK:       sdim.equal @S2, %[[MIN]]
// CHECK:       func.func @matrix_diag_part(%x: tensor<?x4x?xf32, [@S0, 4, @S1]>) -> tensor<?x?xf32, [@S0, @S2]>
func.func @matrix_diag_part(%x: tensor<?x4x?xf32>) -> tensor<*xf32> {
  %r = "tf.MatrixDiagPart"(%x) : (tensor<?x4x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The first diagonal below the main one.
// CHECK:       %[[C3:.*]] = arith.constant 3 : index
// CHECK:       %[[S1:.*]] = sdim.size @S1
// CHECK:       %[[MIN:.*]] = arith.minsi %[[C3]], %[[S1]] : index
// CHECK:       sdim.equal @S2, %[[MIN]]
// CHECK:       func.func @matrix_diag_part_v2(%x: tensor<?x4x?xf32, [@S0, 4, @S1]>, %padding: tensor<f32>) -> tensor<?x?xf32, [@S0, @S2]>
func.func @matrix_diag_part_v2(%x: tensor<?x4x?xf32>, %padding: tensor<f32>) -> tensor<*xf32> {
  %k = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.MatrixDiagPartV2"(%x, %k, %padding) : (tensor<?x4x?xf32>, tensor<i32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Three diagonals, each as long as the longest.
// CHECK:       %[[C4:.*]] = arith.constant 4 : index
// CHECK:       %[[S1:.*]] = sdim.size @S1
// CHECK:       %[[MIN:.*]] = arith.minsi %[[C4]], %[[S1]] : index
// CHECK:       sdim.equal @S2, %[[MIN]]
// CHECK:       func.func @matrix_diag_part_v3(%x: tensor<?x4x?xf32, [@S0, 4, @S1]>, %padding: tensor<f32>) -> tensor<?x3x?xf32, [@S0, 3, @S2]>
func.func @matrix_diag_part_v3(%x: tensor<?x4x?xf32>, %padding: tensor<f32>) -> tensor<*xf32> {
  %k = "tf.Const"() <{value = dense<[-1, 1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.MatrixDiagPartV3"(%x, %k, %padding) <{align = "RIGHT_LEFT"}> : (tensor<?x4x?xf32>, tensor<2xi32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Rows and columns are as small as the diagonal allows where they are -1.
// CHECK:       sdim.sum_equal [@S1, 1], [@S2]
// CHECK:       func.func @matrix_diag_v2(%x: tensor<?x?xf32, [@S0, @S1]>, %padding: tensor<f32>) -> tensor<?x?x?xf32, [@S0, @S2, @S2]>
func.func @matrix_diag_v2(%x: tensor<?x?xf32>, %padding: tensor<f32>) -> tensor<*xf32> {
  %k = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %rows = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %columns = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.MatrixDiagV2"(%x, %k, %rows, %columns, %padding) : (tensor<?x?xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @matrix_diag_v3(%x: tensor<?x?xf32, [@S0, @S1]>, %columns: tensor<i32>, %padding: tensor<f32>) -> tensor<?x?x?xf32, [@S0, @S1, @S2]>
func.func @matrix_diag_v3(%x: tensor<?x?xf32>, %columns: tensor<i32>, %padding: tensor<f32>) -> tensor<*xf32> {
  %k = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %rows = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.MatrixDiagV3"(%x, %k, %rows, %columns, %padding) <{align = "RIGHT_LEFT"}>
      : (tensor<?x?xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.MatrixSetDiag at {{.*}}: diagonals: sizes S2 and S0 must agree"}
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.MatrixSetDiag at {{.*}}: diagonals: sizes S3 and min(4, S1) must agree"}
// CHECK:       func.func @matrix_set_diag(%x: tensor<?x4x?xf32, [@S0, 4, @S1]>, %diagonal: tensor<?x?xf32, [@S2, @S3]>) -> tensor<?x4x?xf32, [@S0, 4, @S1]>
func.func @matrix_set_diag(%x: tensor<?x4x?xf32>, %diagonal: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.MatrixSetDiag"(%x, %diagonal) : (tensor<?x4x?xf32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.range assert {{.*}} in [3, ?] {why = "tf.MatrixSetDiagV2 at {{.*}}: diagonal 2 must lie inside S1 columns"}
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.MatrixSetDiagV2 at {{.*}}: diagonals: sizes S2 and min(S0, S1 - 2) must agree"}
// CHECK:       func.func @matrix_set_diag_v2(%x: tensor<?x?xf32, [@S0, @S1]>, %diagonal: tensor<?xf32, [@S2]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @matrix_set_diag_v2(%x: tensor<?x?xf32>, %diagonal: tensor<?xf32>) -> tensor<*xf32> {
  %k = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.MatrixSetDiagV2"(%x, %diagonal, %k) : (tensor<?x?xf32>, tensor<?xf32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.MatrixSetDiagV3 at {{.*}}: diagonals: sizes S1 and min(5, S0) must agree"}
// CHECK:       func.func @matrix_set_diag_v3(%x: tensor<?x5xf32, [@S0, 5]>, %diagonals: tensor<2x?xf32, [2, @S1]>) -> tensor<?x5xf32, [@S0, 5]>
func.func @matrix_set_diag_v3(%x: tensor<?x5xf32>, %diagonals: tensor<2x?xf32>) -> tensor<*xf32> {
  %k = "tf.Const"() <{value = dense<[0, 1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.MatrixSetDiagV3"(%x, %diagonals, %k) <{align = "RIGHT_LEFT"}> : (tensor<?x5xf32>, tensor<2x?xf32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
