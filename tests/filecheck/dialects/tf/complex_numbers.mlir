// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

// Complex numbers and their parts.

func.func @complex(%a0: tensor<?xf32>, %a1: tensor<1xf32>) {
  %r = "tf.Complex"(%a0, %a1) : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xcomplex<f32>>
  func.return
}
// CHECK-LABEL: func.func @complex(
// CHECK: "tf.Complex"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xcomplex<f32>>

func.func @real(%a0: tensor<?xcomplex<f64>>) {
  %r = "tf.Real"(%a0) : (tensor<?xcomplex<f64>>) -> tensor<?xf64>
  func.return
}
// CHECK-LABEL: func.func @real(
// CHECK: "tf.Real"(%{{[a-z0-9]+}}) : (tensor<?xcomplex<f64>>) -> tensor<?xf64>

func.func @imag(%a0: tensor<?xcomplex<f32>>) {
  %r = "tf.Imag"(%a0) : (tensor<?xcomplex<f32>>) -> tensor<?xf32>
  func.return
}
// CHECK-LABEL: func.func @imag(
// CHECK: "tf.Imag"(%{{[a-z0-9]+}}) : (tensor<?xcomplex<f32>>) -> tensor<?xf32>

func.func @complex_abs(%a0: tensor<?xcomplex<f32>>) {
  %r = "tf.ComplexAbs"(%a0) : (tensor<?xcomplex<f32>>) -> tensor<?xf32>
  func.return
}
// CHECK-LABEL: func.func @complex_abs(
// CHECK: "tf.ComplexAbs"(%{{[a-z0-9]+}}) : (tensor<?xcomplex<f32>>) -> tensor<?xf32>

func.func @conj(%a0: tensor<?xcomplex<f32>>) {
  %r = "tf.Conj"(%a0) : (tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>>
  func.return
}
// CHECK-LABEL: func.func @conj(
// CHECK: "tf.Conj"(%{{[a-z0-9]+}}) : (tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>>
