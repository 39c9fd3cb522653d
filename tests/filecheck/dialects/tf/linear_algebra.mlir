// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

func.func @cholesky(%a0: tensor<?x?x?xf32>) {
  %0 = "tf.Cholesky"(%a0) : (tensor<?x?x?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @cholesky(
// CHECK: "tf.Cholesky"(%{{[a-z0-9]+}}) : (tensor<?x?x?xf32>) -> tensor<*xf32>

func.func @matrix_triangular_solve(%a0: tensor<?x?xf32>, %a1: tensor<5x?x?xf32>) {
  %0 = "tf.MatrixTriangularSolve"(%a0, %a1) <{lower = true, adjoint = false}> : (tensor<?x?xf32>, tensor<5x?x?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @matrix_triangular_solve(
// CHECK: "tf.MatrixTriangularSolve"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{lower = true, adjoint = false}> : (tensor<?x?xf32>, tensor<5x?x?xf32>) -> tensor<*xf32>

func.func @matrix_solve(%a0: tensor<?x?xf32>, %a1: tensor<?x?xf32>) {
  %0 = "tf.MatrixSolve"(%a0, %a1) <{adjoint = false}> : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @matrix_solve(
// CHECK: "tf.MatrixSolve"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{adjoint = false}> : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<*xf32>

func.func @matrix_inverse(%a0: tensor<?x?x?xf32>) {
  %0 = "tf.MatrixInverse"(%a0) <{adjoint = false}> : (tensor<?x?x?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @matrix_inverse(
// CHECK: "tf.MatrixInverse"(%{{[a-z0-9]+}}) <{adjoint = false}> : (tensor<?x?x?xf32>) -> tensor<*xf32>

func.func @matrix_determinant(%a0: tensor<?x?x?xf32>) {
  %0 = "tf.MatrixDeterminant"(%a0) : (tensor<?x?x?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @matrix_determinant(
// CHECK: "tf.MatrixDeterminant"(%{{[a-z0-9]+}}) : (tensor<?x?x?xf32>) -> tensor<*xf32>

func.func @cross(%a0: tensor<?x?xf32>, %a1: tensor<?x?xf32>) {
  %0 = "tf.Cross"(%a0, %a1) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @cross(
// CHECK: "tf.Cross"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<*xf32>

func.func @log_matrix_determinant(%a0: tensor<?x?x?xf32>) {
  %0:2 = "tf.LogMatrixDeterminant"(%a0) : (tensor<?x?x?xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return
}
// CHECK-LABEL: func.func @log_matrix_determinant(
// CHECK: "tf.LogMatrixDeterminant"(%{{[a-z0-9]+}}) : (tensor<?x?x?xf32>) -> (tensor<*xf32>, tensor<*xf32>)

func.func @banded_triangular_solve(%m: tensor<?x?x?xf32>, %y: tensor<?x?xf32>) {
  %r = "tf.BandedTriangularSolve"(%m, %y) <{lower = true, adjoint = false}> : (tensor<?x?x?xf32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @banded_triangular_solve(
// CHECK: "tf.BandedTriangularSolve"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{lower = true, adjoint = false}> : (tensor<?x?x?xf32>, tensor<?x?xf32>) -> tensor<*xf32>

func.func @matrix_solve_ls(%m: tensor<?x?xf32>, %y: tensor<?x?xf32>, %l: tensor<f64>) {
  %r = "tf.MatrixSolveLs"(%m, %y, %l) <{fast = false}> : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<f64>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @matrix_solve_ls(
// CHECK: "tf.MatrixSolveLs"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{fast = false}> : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<f64>) -> tensor<*xf32>
