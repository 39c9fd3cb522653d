// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: mhlo.cholesky: operand 0 has shape [3, 3], the result has [3, 4]; they must agree (C1)
func.func @cholesky_type(%a: tensor<3x3xf32>) {
  %r = "mhlo.cholesky"(%a) : (tensor<3x3xf32>) -> tensor<3x4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.cholesky: operand 0 has rank 1, rank at least 2 is needed (C2)
func.func @cholesky_rank(%a: tensor<3xf32>) {
  %r = "mhlo.cholesky"(%a) : (tensor<3xf32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: mhlo.cholesky: the last size of operand 0 is 4, the one before is 3; they must be equal (C3)
func.func @cholesky_square(%a: tensor<3x4xf32>) {
  %r = "mhlo.cholesky"(%a) : (tensor<3x4xf32>) -> tensor<3x4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.triangular_solve: operand 0 has element type f32, operand 1 has f64; they must be equal (C1)
func.func @solve_element(%a: tensor<3x3xf32>, %b: tensor<3x2xf64>) {
  %r = "mhlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #mhlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xf32>, tensor<3x2xf64>) -> tensor<3x2xf64>
  func.return
}

// -----

// CHECK: error: mhlo.triangular_solve: operand 1 has rank 3, rank 2 is needed (C2)
func.func @solve_rank(%a: tensor<3x3xf32>, %b: tensor<1x3x2xf32>) {
  %r = "mhlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #mhlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xf32>, tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  func.return
}

// -----

// CHECK: error: mhlo.triangular_solve: the last size of operand 0 is 4, the one before is 3; they must be equal (C3)
func.func @solve_square(%a: tensor<3x4xf32>, %b: tensor<3x2xf32>) {
  %r = "mhlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #mhlo<transpose NO_TRANSPOSE>}> : (tensor<3x4xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  func.return
}

// -----

// CHECK: error: mhlo.triangular_solve: the size of operand 0 is 3, that of operand 1 is 2; they must be equal (C3)
func.func @solve_side(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) {
  %r = "mhlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #mhlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  func.return
}

// -----

// CHECK: error: mhlo.triangular_solve: batch size 0 of operand 0 is 2, of operand 1 is 4; they must be equal (C3)
func.func @solve_batch(%a: tensor<2x3x3xf32>, %b: tensor<4x3x2xf32>) {
  %r = "mhlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #mhlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xf32>, tensor<4x3x2xf32>) -> tensor<4x3x2xf32>
  func.return
}

// -----

// CHECK: error: mhlo.triangular_solve: operand 1 has shape [3, 2], the result has [3, 3]; they must agree (C4)
func.func @solve_result(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) {
  %r = "mhlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #mhlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x3xf32>
  func.return
}

// -----

// CHECK: error: mhlo.triangular_solve: transpose_a is TRANSPOSE_INVALID, another value is needed
func.func @solve_transpose(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) {
  %r = "mhlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #mhlo<transpose TRANSPOSE_INVALID>}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  func.return
}

// -----

// CHECK: error: mhlo.fft: operand 0 has type tensor<9xf32>, elements must be complex
func.func @fft_kind(%x: tensor<9xf32>) {
  %r = "mhlo.fft"(%x) <{fft_type = #mhlo<fft_type FFT>, fft_length = dense<[9]> : tensor<1xi64>}> : (tensor<9xf32>) -> tensor<9xcomplex<f32>>
  func.return
}

// -----

// CHECK: error: mhlo.fft: the result has type tensor<9xcomplex<f32>>, elements must be float
func.func @fft_result_kind(%x: tensor<5xcomplex<f32>>) {
  %r = "mhlo.fft"(%x) <{fft_type = #mhlo<fft_type IRFFT>, fft_length = dense<[9]> : tensor<1xi64>}> : (tensor<5xcomplex<f32>>) -> tensor<9xcomplex<f32>>
  func.return
}

// -----

// CHECK: error: mhlo.fft: the result computes in f64, operand 0 in complex<f32> (C2)
func.func @fft_part(%x: tensor<9xcomplex<f32>>) {
  %r = "mhlo.fft"(%x) <{fft_type = #mhlo<fft_type FFT>, fft_length = dense<[9]> : tensor<1xi64>}> : (tensor<9xcomplex<f32>>) -> tensor<9xcomplex<f64>>
  func.return
}

// -----

// CHECK: error: mhlo.fft: fft_length has 4 values, 1 to 3 are needed (C3)
func.func @fft_lengths(%x: tensor<9x9x9x9xcomplex<f32>>) {
  %r = "mhlo.fft"(%x) <{fft_type = #mhlo<fft_type FFT>, fft_length = dense<[9, 9, 9, 9]> : tensor<4xi64>}> : (tensor<9x9x9x9xcomplex<f32>>) -> tensor<9x9x9x9xcomplex<f32>>
  func.return
}

// -----

// CHECK: error: mhlo.fft: operand 0 has rank 1, rank at least 2 is needed (C1)
func.func @fft_rank(%x: tensor<9xcomplex<f32>>) {
  %r = "mhlo.fft"(%x) <{fft_type = #mhlo<fft_type FFT>, fft_length = dense<[9, 9]> : tensor<2xi64>}> : (tensor<9xcomplex<f32>>) -> tensor<9xcomplex<f32>>
  func.return
}

// -----

// CHECK: error: mhlo.fft: the result has shape [8], [9] follows from the operands (C4)
func.func @fft_shape(%x: tensor<9xcomplex<f32>>) {
  %r = "mhlo.fft"(%x) <{fft_type = #mhlo<fft_type FFT>, fft_length = dense<[9]> : tensor<1xi64>}> : (tensor<9xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  func.return
}

// -----

// CHECK: error: mhlo.fft: size 0 of operand 0 is 9, what fft_length needs is 8; they must be equal (C5)
func.func @rfft_size(%x: tensor<9xf32>) {
  %r = "mhlo.fft"(%x) <{fft_type = #mhlo<fft_type RFFT>, fft_length = dense<[8]> : tensor<1xi64>}> : (tensor<9xf32>) -> tensor<5xcomplex<f32>>
  func.return
}

// -----

// CHECK: error: mhlo.fft: size 0 of operand 0 is 9, what fft_length needs is 5; they must be equal (C5)
func.func @irfft_size(%x: tensor<9xcomplex<f32>>) {
  %r = "mhlo.fft"(%x) <{fft_type = #mhlo<fft_type IRFFT>, fft_length = dense<[8]> : tensor<1xi64>}> : (tensor<9xcomplex<f32>>) -> tensor<8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.fft: the result has shape [9], [5] follows from the operands (C4)
func.func @fft_result(%x: tensor<9xf32>) {
  %r = "mhlo.fft"(%x) <{fft_type = #mhlo<fft_type RFFT>, fft_length = dense<[9]> : tensor<1xi64>}> : (tensor<9xf32>) -> tensor<9xcomplex<f32>>
  func.return
}
