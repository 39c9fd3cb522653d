// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       sdim.equal assert {{.*}} {why = "tf.Lu at {{.*}}: rows and columns of a square matrix: sizes S1 and S2 must agree"}
// CHECK:       func.func @lu(%x: tensor<?x?x?xf32, [@S0, @S1, @S2]>) -> (tensor<?x?x?xf32, [@S0, @S1, @S1]>, tensor<?x?xi32, [@S0, @S1]>)
func.func @lu(%x: tensor<?x?x?xf32>) -> (tensor<*xf32>, tensor<*xi32>) {
  %r:2 = "tf.Lu"(%x) : (tensor<?x?x?xf32>) -> (tensor<*xf32>, tensor<*xi32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xi32>
}

// -----

// CHECK:       func.func @qr(%x: tensor<?x?x?xf32, [@S0, @S1, @S2]>) -> (tensor<?x?x?xf32, [@S0, @S1, @S3]>, tensor<?x?x?xf32, [@S0, @S3, @S2]>)
func.func @qr(%x: tensor<?x?x?xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %r:2 = "tf.Qr"(%x) <{full_matrices = false}> : (tensor<?x?x?xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.SelfAdjointEigV2 at {{.*}}: rows and columns of a square matrix: sizes S1 and S2 must agree"}
// CHECK:       func.func @self_adjoint_eig_v2(%x: tensor<?x?x?xf32, [@S0, @S1, @S2]>) -> (tensor<?x?xf32, [@S0, @S1]>, tensor<?x?x?xf32, [@S0, @S1, @S1]>)
func.func @self_adjoint_eig_v2(%x: tensor<?x?x?xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %r:2 = "tf.SelfAdjointEigV2"(%x) <{compute_v = true}> : (tensor<?x?x?xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xf32>
}

// -----

// CHECK:       func.func @svd(%x: tensor<?x?x?xf32, [@S0, @S1, @S2]>) -> (tensor<?x?xf32, [@S0, @S3]>, tensor<?x?x?xf32, [@S0, @S1, @S3]>, tensor<?x?x?xf32, [@S0, @S2, @S3]>)
func.func @svd(%x: tensor<?x?x?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) {
  %r:3 = "tf.Svd"(%x) <{compute_uv = true, full_matrices = false}> : (tensor<?x?x?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.TridiagonalSolve at {{.*}}: rows of diagonals and rhs: sizes S0 and S1 must agree"}
// CHECK:       func.func @tridiagonal_solve(%d: tensor<3x?xf32, [3, @S0]>, %y: tensor<?x?xf32, [@S1, @S2]>) -> tensor<?x?xf32, [@S0, @S2]>
func.func @tridiagonal_solve(%d: tensor<3x?xf32>, %y: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.TridiagonalSolve"(%d, %y) <{partial_pivoting = true}> : (tensor<3x?xf32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.TridiagonalMatMul at {{.*}}: numbers of a diagonal and rows of rhs: sizes S3 and S0 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.TridiagonalMatMul at {{.*}}: numbers of a diagonal and rows of rhs: sizes S3 and S1 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.TridiagonalMatMul at {{.*}}: numbers of a diagonal and rows of rhs: sizes S3 and S2 must agree"}
// CHECK:       func.func @tridiagonal_matmul(%a: tensor<1x?xf32, [1, @S0]>, %m: tensor<1x?xf32, [1, @S1]>, %b: tensor<1x?xf32, [1, @S2]>, %y: tensor<?x?xf32, [@S3, @S4]>) -> tensor<?x?xf32, [@S0, @S4]>
func.func @tridiagonal_matmul(%a: tensor<1x?xf32>, %m: tensor<1x?xf32>, %b: tensor<1x?xf32>, %y: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.TridiagonalMatMul"(%a, %m, %b, %y) : (tensor<1x?xf32>, tensor<1x?xf32>, tensor<1x?xf32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.Eig at {{.*}}: rows and columns of a square matrix: sizes S1 and S2 must agree"}
// CHECK:       func.func @eig(%x: tensor<?x?x?xf32, [@S0, @S1, @S2]>) -> (tensor<?x?xcomplex<f32>, [@S0, @S1]>, tensor<?x?x?xcomplex<f32>, [@S0, @S1, @S1]>)
func.func @eig(%x: tensor<?x?x?xf32>) -> (tensor<*xcomplex<f32>>, tensor<*xcomplex<f32>>) {
  %r:2 = "tf.Eig"(%x) <{compute_v = true}> : (tensor<?x?x?xf32>) -> (tensor<*xcomplex<f32>>, tensor<*xcomplex<f32>>)
  func.return %r#0, %r#1 : tensor<*xcomplex<f32>>, tensor<*xcomplex<f32>>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.MatrixSquareRoot at {{.*}}: rows and columns of a square matrix: sizes S1 and S2 must agree"}
// CHECK:       func.func @matrix_square_root(%x: tensor<?x?x?xf32, [@S0, @S1, @S2]>) -> tensor<?x?x?xf32, [@S0, @S1, @S1]>
func.func @matrix_square_root(%x: tensor<?x?x?xf32>) -> tensor<*xf32> {
  %r = "tf.MatrixSquareRoot"(%x) : (tensor<?x?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.MatrixLogarithm at {{.*}}: rows and columns of a square matrix: sizes S1 and S2 must agree"}
// CHECK:       func.func @matrix_logarithm(%x: tensor<?x?x?xcomplex<f32>, [@S0, @S1, @S2]>) -> tensor<?x?x?xcomplex<f32>, [@S0, @S1, @S1]>
func.func @matrix_logarithm(%x: tensor<?x?x?xcomplex<f32>>) -> tensor<*xcomplex<f32>> {
  %r = "tf.MatrixLogarithm"(%x) : (tensor<?x?x?xcomplex<f32>>) -> tensor<*xcomplex<f32>>
  func.return %r : tensor<*xcomplex<f32>>
}

// -----

// CHECK:       func.func @complex_qr(%x: tensor<?x?x?xcomplex<f32>, [@S0, @S1, @S2]>) -> (tensor<?x?x?xcomplex<f32>, [@S0, @S1, @S3]>, tensor<?x?x?xcomplex<f32>, [@S0, @S3, @S2]>)
func.func @complex_qr(%x: tensor<?x?x?xcomplex<f32>>) -> (tensor<*xcomplex<f32>>, tensor<*xcomplex<f32>>) {
  %r:2 = "tf.Qr"(%x) <{full_matrices = false}> : (tensor<?x?x?xcomplex<f32>>) -> (tensor<*xcomplex<f32>>, tensor<*xcomplex<f32>>)
  func.return %r#0, %r#1 : tensor<*xcomplex<f32>>, tensor<*xcomplex<f32>>
}
