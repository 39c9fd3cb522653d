// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       sdim.equal assert {{.*}} {why = "tf.Cholesky at {{.*}}: rows and columns of a square matrix: sizes S1 and S2 must agree"}
// CHECK:       func.func @cholesky(%a: tensor<?x?x?xf32, [@S0, @S1, @S2]>) -> tensor<?x?x?xf32, [@S0, @S1, @S1]>
func.func @cholesky(%a: tensor<?x?x?xf32>) -> tensor<*xf32> {
  %r = "tf.Cholesky"(%a) : (tensor<?x?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.MatrixTriangularSolve at {{.*}}: rows and columns of a square matrix: sizes S0 and S1 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.MatrixTriangularSolve at {{.*}}: rows of matrix and rhs: sizes S0 and S2 must agree"}
// CHECK:       func.func @matrix_triangular_solve(%a: tensor<?x?xf32, [@S0, @S1]>, %y: tensor<5x?x?xf32, [5, @S2, @S3]>) -> tensor<5x?x?xf32, [5, @S0, @S3]>
func.func @matrix_triangular_solve(%a: tensor<?x?xf32>, %y: tensor<5x?x?xf32>) -> tensor<*xf32> {
  %r = "tf.MatrixTriangularSolve"(%a, %y) <{lower = true, adjoint = false}> : (tensor<?x?xf32>, tensor<5x?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.MatrixSolve at {{.*}}: rows and columns of a square matrix: sizes S0 and S1 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.MatrixSolve at {{.*}}: rows of matrix and rhs: sizes S0 and S2 must agree"}
// CHECK:       func.func @matrix_solve(%a: tensor<?x?xf32, [@S0, @S1]>, %y: tensor<?x?xf32, [@S2, @S3]>) -> tensor<?x?xf32, [@S0, @S3]>
func.func @matrix_solve(%a: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.MatrixSolve"(%a, %y) <{adjoint = false}> : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.MatrixInverse at {{.*}}: rows and columns of a square matrix: sizes S1 and S2 must agree"}
// CHECK:       func.func @matrix_inverse(%a: tensor<?x?x?xf32, [@S0, @S1, @S2]>) -> tensor<?x?x?xf32, [@S0, @S1, @S1]>
func.func @matrix_inverse(%a: tensor<?x?x?xf32>) -> tensor<*xf32> {
  %r = "tf.MatrixInverse"(%a) <{adjoint = false}> : (tensor<?x?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.MatrixDeterminant at {{.*}}: rows and columns of a square matrix: sizes S1 and S2 must agree"}
// CHECK:       func.func @matrix_determinant(%a: tensor<?x?x?xf32, [@S0, @S1, @S2]>) -> tensor<?xf32, [@S0]>
func.func @matrix_determinant(%a: tensor<?x?x?xf32>) -> tensor<*xf32> {
  %r = "tf.MatrixDeterminant"(%a) : (tensor<?x?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.Cross at {{.*}}: operands: sizes S0 and S2 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.Cross at {{.*}}: operands: sizes S1 and S3 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.Cross at {{.*}}: numbers of a vector: sizes S1 and 3 must agree"}
// CHECK:       func.func @cross(%a: tensor<?x?xf32, [@S0, @S1]>, %c: tensor<?x?xf32, [@S2, @S3]>) -> tensor<?x3xf32, [@S0, 3]>
func.func @cross(%a: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.Cross"(%a, %c) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.LogMatrixDeterminant at {{.*}}: rows and columns of a square matrix: sizes S1 and S2 must agree"}
// CHECK:       func.func @log_matrix_determinant(%x: tensor<?x?x?xf32, [@S0, @S1, @S2]>) -> (tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>)
func.func @log_matrix_determinant(%x: tensor<?x?x?xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %r:2 = "tf.LogMatrixDeterminant"(%x) : (tensor<?x?x?xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xf32>
}

// -----

// CHECK:       sdim.range assert {{.*}} {why = "tf.BandedTriangularSolve at {{.*}}: size S0 of matrix must be at least 1"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.BandedTriangularSolve at {{.*}}: size S1 of matrix must be at least 1"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.BandedTriangularSolve at {{.*}}: size S2 of matrix must be at least 1"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.BandedTriangularSolve at {{.*}}: size S4 of rhs must be at least 1"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.BandedTriangularSolve at {{.*}}: numbers of a band and rows of rhs: sizes S2 and S3 must agree"}
// CHECK:       func.func @banded_triangular_solve(%m: tensor<?x?x?xf32, [@S0, @S1, @S2]>, %y: tensor<?x?xf32, [@S3, @S4]>) -> tensor<?x?x?xf32, [@S0, @S2, @S4]>
func.func @banded_triangular_solve(%m: tensor<?x?x?xf32>, %y: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.BandedTriangularSolve"(%m, %y) <{lower = true, adjoint = false}> : (tensor<?x?x?xf32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.MatrixSolveLs at {{.*}}: rows of matrix and rhs: sizes S0 and S2 must agree"}
// CHECK:       func.func @matrix_solve_ls(%m: tensor<?x?xf32, [@S0, @S1]>, %y: tensor<?x?xf32, [@S2, @S3]>, %l: tensor<f64>) -> tensor<?x?xf32, [@S1, @S3]>
func.func @matrix_solve_ls(%m: tensor<?x?xf32>, %y: tensor<?x?xf32>, %l: tensor<f64>) -> tensor<*xf32> {
  %r = "tf.MatrixSolveLs"(%m, %y, %l) <{fast = false}> : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<f64>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
