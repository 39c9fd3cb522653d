// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// CHECK-LABEL: func.func @cholesky(
// CHECK:         mhlo.cholesky
func.func @cholesky(%a: tensor<?x?x?xf32>) -> tensor<*xf32> {
  %r = "tf.Cholesky"(%a) : (tensor<?x?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @matrix_triangular_solve(
// CHECK:         mhlo.dynamic_broadcast_in_dim
// CHECK:         mhlo.compare
// CHECK:         mhlo.triangular_solve
func.func @matrix_triangular_solve(%a: tensor<?x?xf32>, %y: tensor<5x?x?xf32>) -> tensor<*xf32> {
  %r = "tf.MatrixTriangularSolve"(%a, %y) <{lower = true, adjoint = false}> : (tensor<?x?xf32>, tensor<5x?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @matrix_solve(
// CHECK:         mhlo.concatenate
// CHECK:         mhlo.while
// CHECK:         mhlo.compare
// CHECK:         mhlo.dynamic_broadcast_in_dim
// CHECK:         mhlo.select
// CHECK:         mhlo.reduce
func.func @matrix_solve(%a: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.MatrixSolve"(%a, %y) <{adjoint = false}> : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @matrix_inverse(
// CHECK:         mhlo.compare
// CHECK:         mhlo.concatenate
// CHECK:         mhlo.dynamic_broadcast_in_dim
// CHECK:         mhlo.while
// CHECK:         mhlo.select
// CHECK:         mhlo.reduce
func.func @matrix_inverse(%a: tensor<?x?x?xf32>) -> tensor<*xf32> {
  %r = "tf.MatrixInverse"(%a) <{adjoint = false}> : (tensor<?x?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @matrix_determinant(
// CHECK:         mhlo.dynamic_broadcast_in_dim
// CHECK:         mhlo.concatenate
// CHECK:         mhlo.while
// CHECK:         mhlo.compare
// CHECK:         mhlo.select
// CHECK:         mhlo.reduce
func.func @matrix_determinant(%a: tensor<?x?x?xf32>) -> tensor<*xf32> {
  %r = "tf.MatrixDeterminant"(%a) : (tensor<?x?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @cross(
// CHECK:         mhlo.real_dynamic_slice
// CHECK:         mhlo.multiply
// CHECK:         mhlo.subtract
// CHECK:         mhlo.concatenate
func.func @cross(%a: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.Cross"(%a, %c) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @log_matrix_determinant(
// CHECK:         mhlo.while(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : tensor<i64>, tensor<?x?x?xf32, [@S0, @S1, @S1]>, tensor<?x?xi64, [@S0, @S1]>, tensor<?xf32, [@S0]> cond
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.add across dimensions = [2] : (tensor<?x?x?xf32, [@S0, @S1, @S1]>, tensor<f32>) -> tensor<?x?xf32, [@S0, @S1]>
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.maximum across dimensions = [1] : (tensor<?x?xf32, [@S0, @S1]>, tensor<f32>) -> tensor<?xf32, [@S0]>
// CHECK:         mhlo.divide %{{.*}}, %{{.*}} : tensor<?x?xf32, [@S0, @S1]>
// CHECK:         mhlo.log %{{.*}} : tensor<?x?xf32, [@S0, @S1]>
// CHECK:         mhlo.divide %{{.*}}, %{{.*}} : tensor<?x?xf32, [@S0, @S1]>
func.func @log_matrix_determinant(%x: tensor<?x?x?xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %r:2 = "tf.LogMatrixDeterminant"(%x) : (tensor<?x?x?xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @banded_triangular_solve(
// CHECK:         mhlo.transpose"(%m) <{permutation = dense<[0, 2, 1]> : tensor<3xi64>}> : (tensor<?x?x?xf32, [@S0, @S1, @S2]>) -> tensor<?x?x?xf32, [@S0, @S2, @S1]>
// CHECK:         sdim.elements assert %{{.*}} non_zero {why = "tf.BandedTriangularSolve at {{.*}}: no diagonal may have a 0; 1 where it has none"} : tensor<?x?x?xi8, [@S0, @S2, @S2]>
// CHECK:         mhlo.triangular_solve"(%{{.*}}, %{{.*}}) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #mhlo<transpose NO_TRANSPOSE>}> : (tensor<?x?x?xf32, [@S0, @S2, @S2]>, tensor<?x?x?xf32, [@S0, @S2, @S4]>) -> tensor<?x?x?xf32, [@S0, @S2, @S4]>
func.func @banded_triangular_solve(%m: tensor<?x?x?xf32>, %y: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.BandedTriangularSolve"(%m, %y) <{lower = true, adjoint = false}> : (tensor<?x?x?xf32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @matrix_solve_ls(
// CHECK:         mhlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : tensor<i64>, tensor<?x?xf64, [@S0, @S1]>, tensor<?x?xf64, [@S1, @S1]> cond
// CHECK:         mhlo.divide %{{.*}}, %{{.*}} : tensor<?xf64, [@S1]>
// CHECK:         mhlo.divide %{{.*}}, %{{.*}} : tensor<?x?xf64, [@S1, @S1]>
// CHECK:         mhlo.divide %{{.*}}, %{{.*}} : tensor<?xf64, [@S1]>
func.func @matrix_solve_ls(%m: tensor<?x?xf32>, %y: tensor<?x?xf32>, %l: tensor<f64>) -> tensor<*xf32> {
  %r = "tf.MatrixSolveLs"(%m, %y, %l) <{fast = false}> : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<f64>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
