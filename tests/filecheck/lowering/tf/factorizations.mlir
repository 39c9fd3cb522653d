// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// CHECK-LABEL: func.func @lu(
// CHECK:         mhlo.while(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : tensor<i64>, tensor<?x?x?xf32, [@S0, @S1, @S1]>, tensor<?x?xi64, [@S0, @S1]>, tensor<?xf32, [@S0]> cond
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.add across dimensions = [2] : (tensor<?x?x?xf32, [@S0, @S1, @S1]>, tensor<f32>) -> tensor<?x?xf32, [@S0, @S1]>
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.maximum across dimensions = [1] : (tensor<?x?xf32, [@S0, @S1]>, tensor<f32>) -> tensor<?xf32, [@S0]>
// CHECK:         mhlo.divide %{{.*}}, %{{.*}} : tensor<?x?xf32, [@S0, @S1]>
// CHECK:         mhlo.multiply %{{.*}}, %{{.*}} : tensor<?x?x?xf32, [@S0, @S1, @S1]>
// CHECK:         sdim.elements assert %{{.*}} non_zero {why = "tf.Lu at {{.*}}: the matrix must be invertible; 1 where it is"} : tensor<?x?xi8, [@S0, @S1]>
func.func @lu(%x: tensor<?x?x?xf32>) -> (tensor<*xf32>, tensor<*xi32>) {
  %r:2 = "tf.Lu"(%x) : (tensor<?x?x?xf32>) -> (tensor<*xf32>, tensor<*xi32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xi32>
}

// -----

// CHECK-LABEL: func.func @qr(
// CHECK:         mhlo.while({{.*}}) : tensor<i64>, tensor<?x?x?xf32, [@S0, @S1, @S1]>, tensor<?x?x?xf32, [@S0, @S1, @S2]> cond
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.add across dimensions = [2] : (tensor<?x?x?xf32, [@S0, @S1, @S2]>, tensor<f32>) -> tensor<?x?xf32, [@S0, @S1]>
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.add across dimensions = [1] : (tensor<?x?xf32, [@S0, @S1]>, tensor<f32>) -> tensor<?xf32, [@S0]>
// CHECK:         mhlo.sqrt %{{.*}} : tensor<?xf32, [@S0]>
// CHECK:         mhlo.divide %{{.*}}, %{{.*}} : tensor<?xf32, [@S0]>
// CHECK:         mhlo.divide %{{.*}}, %{{.*}} : tensor<?x?xf32, [@S0, @S1]>
func.func @qr(%x: tensor<?x?x?xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %r:2 = "tf.Qr"(%x) <{full_matrices = false}> : (tensor<?x?x?xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @self_adjoint_eig_v2(
// CHECK:         mhlo.transpose"(%{{.*}}) <{permutation = dense<[0, 2, 1]> : tensor<3xi64>}> : (tensor<?x?x?xf64, [@S0, @S1, @S1]>) -> tensor<?x?x?xf64, [@S0, @S1, @S1]>
// CHECK:         mhlo.while(%{{.*}}, %{{.*}}, %{{.*}}) : tensor<i64>, tensor<?x?x?xf64, [@S0, @S1, @S1]>, tensor<?x?x?xf64, [@S0, @S1, @S1]> cond
// CHECK:         mhlo.transpose"(%{{.*}}) <{permutation = dense<[0, 2, 1]> : tensor<3xi64>}> : (tensor<?x?x?xf64, [@S0, @S1, @S1]>) -> tensor<?x?x?xf64, [@S0, @S1, @S1]>
// CHECK:         mhlo.dot_general"(%{{.*}}, %{{.*}}) <{dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<?x?x?xf64, [@S0, @S1, @S1]>, tensor<?x?x?xf64, [@S0, @S1, @S1]>) -> tensor<?x?x?xf64, [@S0, @S1, @S1]>
// CHECK:         mhlo.dot_general"(%{{.*}}, %{{.*}}) <{dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<?x?x?xf64, [@S0, @S1, @S1]>, tensor<?x?x?xf64, [@S0, @S1, @S1]>) -> tensor<?x?x?xf64, [@S0, @S1, @S1]>
// CHECK:         mhlo.sort"(%{{.*}}, %{{.*}}) <{dimension = 1 : i64, is_stable = true}>
func.func @self_adjoint_eig_v2(%x: tensor<?x?x?xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %r:2 = "tf.SelfAdjointEigV2"(%x) <{compute_v = true}> : (tensor<?x?x?xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @svd(
// CHECK:         mhlo.while(%{{.*}}, %{{.*}}, %{{.*}}) : tensor<i64>, tensor<?x?x?xf64, [@S0, @S1, @S2]>, tensor<?x?x?xf64, [@S0, @S2, @S2]> cond
// CHECK:         mhlo.transpose"(%{{.*}}) <{permutation = dense<[0, 2, 1]> : tensor<3xi64>}> : (tensor<?x?x?xf64, [@S0, @S1, @S2]>) -> tensor<?x?x?xf64, [@S0, @S2, @S1]>
// CHECK:         mhlo.dot_general"(%{{.*}}, %{{.*}}) <{dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<?x?x?xf64, [@S0, @S2, @S1]>, tensor<?x?x?xf64, [@S0, @S1, @S2]>) -> tensor<?x?x?xf64, [@S0, @S2, @S2]>
// CHECK:         mhlo.dot_general"(%{{.*}}, %{{.*}}) <{dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<?x?x?xf64, [@S0, @S2, @S1]>, tensor<?x?x?xf64, [@S0, @S1, @S2]>) -> tensor<?x?x?xf64, [@S0, @S2, @S2]>
// CHECK:         mhlo.sort"(%{{.*}}, %{{.*}}) <{dimension = 1 : i64, is_stable = true}>
// CHECK:         mhlo.while(%{{.*}}, %{{.*}}, %{{.*}}) : tensor<i64>, tensor<?x?x?xf64, [@S0, @S1, @S1]>, tensor<?x?x?xf64, [@S0, @S1, @S2]> cond
func.func @svd(%x: tensor<?x?x?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %r:3 = "tf.Svd"(%x) <{compute_uv = true, full_matrices = false}> : (tensor<?x?x?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @tridiagonal_solve(
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.add across dimensions = [0] : (tensor<?xf32, [@S0]>, tensor<f32>) -> tensor<f32>
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.add across dimensions = [0] : (tensor<?xf32, [@S0]>, tensor<f32>) -> tensor<f32>
// CHECK:         mhlo.while(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : tensor<i64>, tensor<f32>, tensor<f32>, tensor<?xf32, [@S2]>, tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>, tensor<?x?xf32, [@S0, @S2]> cond
// CHECK:         mhlo.dynamic_update_slice %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?xf32, [@S0]>, tensor<1xf32>, tensor<i64>) -> tensor<?xf32, [@S0]>
// CHECK:         mhlo.dynamic_update_slice %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?xf32, [@S0]>, tensor<1xf32>, tensor<i64>) -> tensor<?xf32, [@S0]>
// CHECK:         mhlo.while(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : tensor<i64>, tensor<?xf32, [@S2]>, tensor<?xf32, [@S2]>, tensor<?x?xf32, [@S0, @S2]> cond
func.func @tridiagonal_solve(%d: tensor<3x?xf32>, %y: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.TridiagonalSolve"(%d, %y) <{partial_pivoting = true}> : (tensor<3x?xf32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @tridiagonal_matmul(
// CHECK:         mhlo.dynamic_pad %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?x?xf32, [@S0, @S4]>, tensor<f32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S4]>
// CHECK:         mhlo.dynamic_pad %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?x?xf32, [@S0, @S4]>, tensor<f32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S4]>
// CHECK:         mhlo.multiply %{{.*}}, %{{.*}} : tensor<?x?xf32, [@S0, @S4]>
// CHECK:         mhlo.multiply %{{.*}}, %{{.*}} : tensor<?x?xf32, [@S0, @S4]>
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<?x?xi1, [@S0, @S4]>, tensor<?x?xf32, [@S0, @S4]>
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<?x?xi1, [@S0, @S4]>, tensor<?x?xf32, [@S0, @S4]>
func.func @tridiagonal_matmul(%a: tensor<1x?xf32>, %m: tensor<1x?xf32>, %b: tensor<1x?xf32>, %y: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.TridiagonalMatMul"(%a, %m, %b, %y) : (tensor<1x?xf32>, tensor<1x?xf32>, tensor<1x?xf32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @eig(
// CHECK:         mhlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : tensor<i64>, tensor<?x?x?xcomplex<f64>, [@S0, @S1, @S1]>, tensor<?x?x?xcomplex<f64>, [@S0, @S1, @S1]> cond
// CHECK:         mhlo.divide %{{.*}}, %{{.*}} : tensor<?xcomplex<f64>, [@S0]>
// CHECK:         mhlo.divide %{{.*}}, %{{.*}} : tensor<?x?xcomplex<f64>, [@S0, @S1]>
// CHECK:         mhlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : tensor<i64>, tensor<?x?x?xcomplex<f64>, [@S0, @S1, @S1]>, tensor<?x?x?xcomplex<f64>, [@S0, @S1, @S1]> cond
// CHECK:         mhlo.divide %{{.*}}, %{{.*}} : tensor<?xcomplex<f64>, [@S0]>
// CHECK:         mhlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : tensor<i64>, tensor<?x?x?xcomplex<f64>, [@S0, @S1, @S1]>, tensor<?x?x?xcomplex<f64>, [@S0, @S1, @S1]> cond
// CHECK:         mhlo.divide %{{.*}}, %{{.*}} : tensor<?xcomplex<f64>, [@S0]>
// CHECK:         mhlo.divide %{{.*}}, %{{.*}} : tensor<?x?xcomplex<f64>, [@S0, @S1]>
func.func @eig(%x: tensor<?x?x?xf32>) -> (tensor<*xcomplex<f32>>, tensor<*xcomplex<f32>>) {
  %r:2 = "tf.Eig"(%x) <{compute_v = true}> : (tensor<?x?x?xf32>) -> (tensor<*xcomplex<f32>>, tensor<*xcomplex<f32>>)
  func.return %r#0, %r#1 : tensor<*xcomplex<f32>>, tensor<*xcomplex<f32>>
}

// -----

// CHECK-LABEL: func.func @matrix_square_root(
// CHECK:         mhlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : tensor<i64>, tensor<?x?x?xcomplex<f64>, [@S0, @S1, @S1]>, tensor<?x?x?xcomplex<f64>, [@S0, @S1, @S1]> cond
// CHECK:         mhlo.sqrt %{{.*}} : tensor<?xf64, [@S0]>
// CHECK:         mhlo.imag %{{.*}} : (tensor<?x?x?xcomplex<f64>, [@S0, @S1, @S1]>) -> tensor<?x?x?xf64, [@S0, @S1, @S1]>
// CHECK:         mhlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : tensor<i64>, tensor<?x?x?xcomplex<f64>, [@S0, @S1, @S1]>, tensor<?x?x?xcomplex<f64>, [@S0, @S1, @S1]> cond
// CHECK:         mhlo.sqrt %{{.*}} : tensor<?xcomplex<f64>, [@S0]>
// CHECK:         mhlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : tensor<i64>, tensor<?x?x?xcomplex<f64>, [@S0, @S1, @S1]>, tensor<?x?x?xcomplex<f64>, [@S0, @S1, @S1]> cond
// CHECK:         mhlo.sqrt %{{.*}} : tensor<?xf64, [@S0]>
// CHECK:         mhlo.imag %{{.*}} : (tensor<?x?x?xcomplex<f64>, [@S0, @S1, @S1]>) -> tensor<?x?x?xf64, [@S0, @S1, @S1]>
func.func @matrix_square_root(%x: tensor<?x?x?xf32>) -> tensor<*xf32> {
  %r = "tf.MatrixSquareRoot"(%x) : (tensor<?x?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @matrix_logarithm(
// CHECK:         mhlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : tensor<i64>, tensor<?x?x?xcomplex<f64>, [@S0, @S1, @S1]>, tensor<?x?x?xcomplex<f64>, [@S0, @S1, @S1]> cond
// CHECK:         mhlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : tensor<i64>, tensor<?x?x?xcomplex<f64>, [@S0, @S1, @S1]>, tensor<?x?x?xcomplex<f64>, [@S0, @S1, @S1]> cond
// CHECK:         mhlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : tensor<i64>, tensor<?x?x?xcomplex<f64>, [@S0, @S1, @S1]>, tensor<?xi64, [@S0]> cond
// CHECK:         mhlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : tensor<i64>, tensor<?x?x?xcomplex<f64>, [@S0, @S1, @S1]> cond
// CHECK:         mhlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : tensor<i64>, tensor<?x?x?xcomplex<f64>, [@S0, @S1, @S3]>, tensor<?xcomplex<f64>, [@S0]> cond
// CHECK:         mhlo.power %{{.*}}, %{{.*}} : tensor<?xf64, [@S0]>
func.func @matrix_logarithm(%x: tensor<?x?x?xcomplex<f32>>) -> tensor<*xcomplex<f32>> {
  %r = "tf.MatrixLogarithm"(%x) : (tensor<?x?x?xcomplex<f32>>) -> tensor<*xcomplex<f32>>
  func.return %r : tensor<*xcomplex<f32>>
}

// -----

// CHECK-LABEL: func.func @complex_qr(
// CHECK:         mhlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %x) : tensor<i64>, tensor<?x?x?xcomplex<f32>, [@S0, @S1, @S1]>, tensor<?x?x?xcomplex<f32>, [@S0, @S1, @S2]> cond
// CHECK:         mhlo.sqrt %{{.*}} : tensor<?xf32, [@S0]>
func.func @complex_qr(%x: tensor<?x?x?xcomplex<f32>>) -> (tensor<*xcomplex<f32>>, tensor<*xcomplex<f32>>) {
  %r:2 = "tf.Qr"(%x) <{full_matrices = false}> : (tensor<?x?x?xcomplex<f32>>) -> (tensor<*xcomplex<f32>>, tensor<*xcomplex<f32>>)
  func.return %r#0, %r#1 : tensor<*xcomplex<f32>>, tensor<*xcomplex<f32>>
}
