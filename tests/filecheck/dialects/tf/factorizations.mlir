// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

func.func @lu(%a0: tensor<?x?x?xf32>) {
  %0:2 = "tf.Lu"(%a0) : (tensor<?x?x?xf32>) -> (tensor<*xf32>, tensor<*xi32>)
  func.return
}
// CHECK-LABEL: func.func @lu(
// CHECK: "tf.Lu"(%{{[a-z0-9]+}}) : (tensor<?x?x?xf32>) -> (tensor<*xf32>, tensor<*xi32>)

func.func @qr(%a0: tensor<?x?x?xf32>) {
  %0:2 = "tf.Qr"(%a0) <{full_matrices = false}> : (tensor<?x?x?xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return
}
// CHECK-LABEL: func.func @qr(
// CHECK: "tf.Qr"(%{{[a-z0-9]+}}) <{full_matrices = false}> : (tensor<?x?x?xf32>) -> (tensor<*xf32>, tensor<*xf32>)

func.func @self_adjoint_eig_v2(%a0: tensor<?x?x?xf32>) {
  %0:2 = "tf.SelfAdjointEigV2"(%a0) <{compute_v = true}> : (tensor<?x?x?xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return
}
// CHECK-LABEL: func.func @self_adjoint_eig_v2(
// CHECK: "tf.SelfAdjointEigV2"(%{{[a-z0-9]+}}) <{compute_v = true}> : (tensor<?x?x?xf32>) -> (tensor<*xf32>, tensor<*xf32>)

func.func @svd(%a0: tensor<?x?x?xf32>) {
  %0:3 = "tf.Svd"(%a0) <{compute_uv = true, full_matrices = false}> : (tensor<?x?x?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return
}
// CHECK-LABEL: func.func @svd(
// CHECK: "tf.Svd"(%{{[a-z0-9]+}}) <{compute_uv = true, full_matrices = false}> : (tensor<?x?x?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)

func.func @tridiagonal_solve(%a0: tensor<3x?xf32>, %a1: tensor<?x?xf32>) {
  %0 = "tf.TridiagonalSolve"(%a0, %a1) <{partial_pivoting = true}> : (tensor<3x?xf32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @tridiagonal_solve(
// CHECK: "tf.TridiagonalSolve"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{partial_pivoting = true}> : (tensor<3x?xf32>, tensor<?x?xf32>) -> tensor<*xf32>

func.func @tridiagonal_matmul(%a0: tensor<1x?xf32>, %a1: tensor<1x?xf32>, %a2: tensor<1x?xf32>, %a3: tensor<?x?xf32>) {
  %0 = "tf.TridiagonalMatMul"(%a0, %a1, %a2, %a3) : (tensor<1x?xf32>, tensor<1x?xf32>, tensor<1x?xf32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @tridiagonal_matmul(
// CHECK: "tf.TridiagonalMatMul"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<1x?xf32>, tensor<1x?xf32>, tensor<1x?xf32>, tensor<?x?xf32>) -> tensor<*xf32>

func.func @eig(%x: tensor<?x?x?xf32>) {
  %r:2 = "tf.Eig"(%x) <{compute_v = true}> : (tensor<?x?x?xf32>) -> (tensor<*xcomplex<f32>>, tensor<*xcomplex<f32>>)
  func.return
}
// CHECK-LABEL: func.func @eig(
// CHECK: "tf.Eig"(%{{[a-z0-9]+}}) <{compute_v = true}> : (tensor<?x?x?xf32>) -> (tensor<*xcomplex<f32>>, tensor<*xcomplex<f32>>)

func.func @matrix_square_root(%x: tensor<?x?x?xf32>) {
  %r = "tf.MatrixSquareRoot"(%x) : (tensor<?x?x?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @matrix_square_root(
// CHECK: "tf.MatrixSquareRoot"(%{{[a-z0-9]+}}) : (tensor<?x?x?xf32>) -> tensor<*xf32>

func.func @matrix_logarithm(%x: tensor<?x?x?xcomplex<f32>>) {
  %r = "tf.MatrixLogarithm"(%x) : (tensor<?x?x?xcomplex<f32>>) -> tensor<*xcomplex<f32>>
  func.return
}
// CHECK-LABEL: func.func @matrix_logarithm(
// CHECK: "tf.MatrixLogarithm"(%{{[a-z0-9]+}}) : (tensor<?x?x?xcomplex<f32>>) -> tensor<*xcomplex<f32>>

func.func @complex_qr(%x: tensor<?x?x?xcomplex<f32>>) {
  %r:2 = "tf.Qr"(%x) <{full_matrices = false}> : (tensor<?x?x?xcomplex<f32>>) -> (tensor<*xcomplex<f32>>, tensor<*xcomplex<f32>>)
  func.return
}
// CHECK-LABEL: func.func @complex_qr(
// CHECK: "tf.Qr"(%{{[a-z0-9]+}}) <{full_matrices = false}> : (tensor<?x?x?xcomplex<f32>>) -> (tensor<*xcomplex<f32>>, tensor<*xcomplex<f32>>)
