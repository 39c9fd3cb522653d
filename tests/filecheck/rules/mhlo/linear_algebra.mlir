// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// Matrices are square.
// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.cholesky at {{.*}}: square matrices: sizes S2 and S1 must agree"}
// CHECK:       func.func @cholesky(%x: tensor<?x?x?xf32, [@S0, @S1, @S1]>) -> tensor<?x?x?xf32, [@S0, @S1, @S1]>
func.func @cholesky(%x: tensor<?x?x?xf32>) -> tensor<*xf32> {
  %r = "mhlo.cholesky"(%x) <{lower = true}> : (tensor<?x?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Of a real spectrum of length 9, 9 / 2 + 1 numbers.
// CHECK:       func.func @fft(%x: tensor<?x9xf32, [@S0, 9]>) -> tensor<?x5xcomplex<f32>, [@S0, 5]>
func.func @fft(%x: tensor<?x9xf32>) -> tensor<*xcomplex<f32>> {
  %r = "mhlo.fft"(%x) <{fft_type = #mhlo<fft_type RFFT>, fft_length = dense<9> : tensor<1xi64>}> : (tensor<?x9xf32>) -> tensor<*xcomplex<f32>>
  func.return %r : tensor<*xcomplex<f32>>
}

// -----

// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.triangular_solve at {{.*}}: square matrices: sizes S2 and S1 must agree"}
// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.triangular_solve at {{.*}}: matrix and right side: sizes S2 and S4 must agree"}
// CHECK:       sdim.equal {{.*}}, {{.*}} {why = "mhlo.triangular_solve at {{.*}}: batch dimensions: sizes S0 and S3 must agree"}
// CHECK:       func.func @triangular_solve(%a: tensor<?x?x?xf32, [@S0, @S1, @S1]>, %b: tensor<?x?x?xf32, [@S0, @S1, @S5]>) -> tensor<?x?x?xf32, [@S0, @S1, @S5]>
func.func @triangular_solve(%a: tensor<?x?x?xf32>, %b: tensor<?x?x?xf32>) -> tensor<*xf32> {
  %r = "mhlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #mhlo<transpose NO_TRANSPOSE>}>
      : (tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// What is transformed has the sizes that the lengths tell, an inverse of what is real half of the last.
// CHECK:       func.func @transformed(%x: tensor<?x8xf32, [@S0, 8]>, %y: tensor<?x5xcomplex<f32>, [@[[S:S[0-9]+]], 5]>, %z: tensor<8xcomplex<f32>>) -> (tensor<?x5xcomplex<f32>, [@S0, 5]>, tensor<?x8xf32, [@[[S]], 8]>, tensor<8xcomplex<f32>>)
func.func @transformed(%x: tensor<?x?xf32>, %y: tensor<?x?xcomplex<f32>>, %z: tensor<?xcomplex<f32>>) -> (tensor<?x5xcomplex<f32>>, tensor<?x8xf32>, tensor<?xcomplex<f32>>) {
  %0 = "mhlo.fft"(%x) <{fft_type = #mhlo<fft_type RFFT>, fft_length = dense<8> : tensor<1xi64>}> : (tensor<?x?xf32>) -> tensor<?x5xcomplex<f32>>
  %1 = "mhlo.fft"(%y) <{fft_type = #mhlo<fft_type IRFFT>, fft_length = dense<8> : tensor<1xi64>}> : (tensor<?x?xcomplex<f32>>) -> tensor<?x8xf32>
  %2 = "mhlo.fft"(%z) <{fft_type = #mhlo<fft_type FFT>, fft_length = dense<8> : tensor<1xi64>}> : (tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>>
  func.return %0, %1, %2 : tensor<?x5xcomplex<f32>>, tensor<?x8xf32>, tensor<?xcomplex<f32>>
}
