// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.TanhGrad: element types f32 and f64 must be equal
func.func @gradient_elements(%a0: tensor<2xf32>, %a1: tensor<2xf64>) {
  %r = "tf.TanhGrad"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Complex: the result has elements complex<f64>, needed complex<f32>
func.func @result(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r = "tf.Complex"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f64>>
  func.return
}

// -----

// CHECK: error: tf.Complex: element types f32 and f64 must be equal
func.func @parts(%a0: tensor<2xf32>, %a1: tensor<2xf64>) {
  %r = "tf.Complex"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xcomplex<f32>>
  func.return
}

// -----

// CHECK: error: tf.Real: the operand has elements f32, needed complex numbers
func.func @whole(%a0: tensor<2xf32>) {
  %r = "tf.Real"(%a0) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Imag: the result has elements f64, needed f32
func.func @part(%a0: tensor<2xcomplex<f32>>) {
  %r = "tf.Imag"(%a0) : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  func.return
}

// -----

// CHECK: error: tf.Exp: the operand has elements i32, needed floats or complex numbers
func.func @floats(%a0: tensor<2xi32>) {
  %r = "tf.Exp"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  func.return
}
