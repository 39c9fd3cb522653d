// RUN: tieshape-opt %s | filecheck %s
// RUN: tieshape-opt --print-op-generic --print-no-properties %s | tieshape-opt | filecheck %s

// Ops on batches of matrices or vectors.
func.func @linear_algebra(%a: tensor<?x3x3xf32>, %b: tensor<?x3x2xf32>, %x: tensor<?x9xf32>, %z: tensor<?x9xcomplex<f32>>, %h: tensor<?x5xcomplex<f32>>) {
  %cholesky = "mhlo.cholesky"(%a) {lower = true} : (tensor<?x3x3xf32>) -> tensor<?x3x3xf32>
  %solve = "mhlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #mhlo<transpose NO_TRANSPOSE>} : (tensor<?x3x3xf32>, tensor<?x3x2xf32>) -> tensor<?x3x2xf32>
  %fft = "mhlo.fft"(%z) {fft_type = #mhlo<fft_type FFT>, fft_length = dense<9> : tensor<1xi64>} : (tensor<?x9xcomplex<f32>>) -> tensor<?x9xcomplex<f32>>
  %ifft = "mhlo.fft"(%z) {fft_type = #mhlo<fft_type IFFT>, fft_length = dense<9> : tensor<1xi64>} : (tensor<?x9xcomplex<f32>>) -> tensor<?x9xcomplex<f32>>
  %rfft = "mhlo.fft"(%x) {fft_type = #mhlo<fft_type RFFT>, fft_length = dense<9> : tensor<1xi64>} : (tensor<?x9xf32>) -> tensor<?x5xcomplex<f32>>
  %irfft = "mhlo.fft"(%h) {fft_type = #mhlo<fft_type IRFFT>, fft_length = dense<9> : tensor<1xi64>} : (tensor<?x5xcomplex<f32>>) -> tensor<?x9xf32>
  func.return
}

// CHECK-LABEL: func.func @linear_algebra(
// CHECK-NEXT: %cholesky = "mhlo.cholesky"(%a) <{lower = true}> : (tensor<?x3x3xf32>) -> tensor<?x3x3xf32>
// CHECK-NEXT: %solve = "mhlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #mhlo<transpose NO_TRANSPOSE>}> : (tensor<?x3x3xf32>, tensor<?x3x2xf32>) -> tensor<?x3x2xf32>
// CHECK-NEXT: %fft = "mhlo.fft"(%z) <{fft_type = #mhlo<fft_type FFT>, fft_length = dense<9> : tensor<1xi64>}> : (tensor<?x9xcomplex<f32>>) -> tensor<?x9xcomplex<f32>>
// CHECK-NEXT: %ifft = "mhlo.fft"(%z) <{fft_type = #mhlo<fft_type IFFT>, fft_length = dense<9> : tensor<1xi64>}> : (tensor<?x9xcomplex<f32>>) -> tensor<?x9xcomplex<f32>>
// CHECK-NEXT: %rfft = "mhlo.fft"(%x) <{fft_type = #mhlo<fft_type RFFT>, fft_length = dense<9> : tensor<1xi64>}> : (tensor<?x9xf32>) -> tensor<?x5xcomplex<f32>>
// CHECK-NEXT: %irfft = "mhlo.fft"(%h) <{fft_type = #mhlo<fft_type IRFFT>, fft_length = dense<9> : tensor<1xi64>}> : (tensor<?x5xcomplex<f32>>) -> tensor<?x9xf32>
