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
