// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.FFT: input has elements f32, needed complex numbers
func.func @elements(%a0: tensor<4xf32>) {
  %r = "tf.FFT"(%a0) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.FFT: element types complex<f32> and complex<f64> must be equal
func.func @precision(%a0: tensor<4xcomplex<f32>>) {
  %r = "tf.FFT"(%a0) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f64>>
  func.return
}

// -----

// CHECK: error: tf.FFT2D: input has rank 1, needed at least 2
func.func @rank(%a0: tensor<4xcomplex<f32>>) {
  %r = "tf.FFT2D"(%a0) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  func.return
}

// -----

// CHECK: error: tf.IFFT: the result has shape 5, needed 4
func.func @result(%a0: tensor<4xcomplex<f32>>) {
  %r = "tf.IFFT"(%a0) : (tensor<4xcomplex<f32>>) -> tensor<5xcomplex<f32>>
  func.return
}

// -----

// CHECK: error: tf.RFFT: the real side has elements complex<f32>, needed floats
func.func @real_side(%a0: tensor<4xcomplex<f32>>, %a1: tensor<1xi32>) {
  %r = "tf.RFFT"(%a0, %a1) : (tensor<4xcomplex<f32>>, tensor<1xi32>) -> tensor<4xcomplex<f32>>
  func.return
}

// -----

// CHECK: error: tf.IRFFT: the spectrum has elements f32, needed complex numbers
func.func @spectrum(%a0: tensor<4xf32>, %a1: tensor<1xi32>) {
  %r = "tf.IRFFT"(%a0, %a1) : (tensor<4xf32>, tensor<1xi32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.RFFT2D: fft_length has shape 1, needed 2
func.func @lengths(%a0: tensor<4x4xf32>, %a1: tensor<1xi32>) {
  %r = "tf.RFFT2D"(%a0, %a1) : (tensor<4x4xf32>, tensor<1xi32>) -> tensor<4x3xcomplex<f32>>
  func.return
}

// -----

// CHECK: error: tf.RFFT2D: input has rank 1, needed at least 2
func.func @real_rank(%a0: tensor<4xf32>, %a1: tensor<2xi32>) {
  %r = "tf.RFFT2D"(%a0, %a1) : (tensor<4xf32>, tensor<2xi32>) -> tensor<4x3xcomplex<f32>>
  func.return
}

// -----

// CHECK: error: tf.RFFT: the result has shape 5x3, needed 4x?
func.func @half(%a0: tensor<4x4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[4]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.RFFT"(%a0, %c1) : (tensor<4x4xf32>, tensor<1xi32>) -> tensor<5x3xcomplex<f32>>
  func.return
}

// -----

// CHECK: error: tf.IRFFT: the result has shape 5, needed 4
func.func @whole(%a0: tensor<3xcomplex<f32>>) {
  %c1 = "tf.Const"() <{value = dense<[4]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.IRFFT"(%a0, %c1) : (tensor<3xcomplex<f32>>, tensor<1xi32>) -> tensor<5xf32>
  func.return
}
