// RUN: not tieshape-opt --split-input-file -p tieshape-infer-shapes %s 2>&1 | filecheck %s

// What inference refuses: sizes and ranks that contradict each other, with op, found and needed.

// CHECK: error: tf.FFT2D: operand 0 has rank 1, needed at least 2
func.func @rank(%a0: tensor<4xcomplex<f32>>) {
  %r = "tf.FFT2D"(%a0) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  func.return
}

// -----

// CHECK: error: tf.IFFT: the result has size 4, its type says 5
func.func @result(%a0: tensor<4xcomplex<f32>>) {
  %r = "tf.IFFT"(%a0) : (tensor<4xcomplex<f32>>) -> tensor<5xcomplex<f32>>
  func.return
}

// -----

// CHECK: error: tf.RFFT2D: operand 1 has size 1 in dimension 0, needed 2
func.func @lengths(%a0: tensor<4x4xf32>, %a1: tensor<1xi32>) {
  %r = "tf.RFFT2D"(%a0, %a1) : (tensor<4x4xf32>, tensor<1xi32>) -> tensor<4x3xcomplex<f32>>
  func.return
}

// -----

// CHECK: error: tf.RFFT2D: operand 0 has rank 1, needed at least 2
func.func @real_rank(%a0: tensor<4xf32>, %a1: tensor<2xi32>) {
  %r = "tf.RFFT2D"(%a0, %a1) : (tensor<4xf32>, tensor<2xi32>) -> tensor<4x3xcomplex<f32>>
  func.return
}

// -----

// CHECK: error: tf.RFFT: the result has size 4, its type says 5
func.func @half(%a0: tensor<4x4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[4]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.RFFT"(%a0, %c1) : (tensor<4x4xf32>, tensor<1xi32>) -> tensor<5x3xcomplex<f32>>
  func.return
}

// -----

// CHECK: error: tf.IRFFT: the result has size 4, its type says 5
func.func @whole(%a0: tensor<3xcomplex<f32>>) {
  %c1 = "tf.Const"() <{value = dense<[4]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.IRFFT"(%a0, %c1) : (tensor<3xcomplex<f32>>, tensor<1xi32>) -> tensor<5xf32>
  func.return
}
