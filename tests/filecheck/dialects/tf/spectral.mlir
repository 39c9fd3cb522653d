// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

// Fourier transforms.

func.func @fft(%a0: tensor<?x?x4x8xcomplex<f32>>) {
  %r = "tf.FFT"(%a0) : (tensor<?x?x4x8xcomplex<f32>>) -> tensor<?x?x4x8xcomplex<f32>>
  func.return
}
// CHECK-LABEL: func.func @fft(
// CHECK: "tf.FFT"(%{{[a-z0-9]+}}) : (tensor<?x?x4x8xcomplex<f32>>) -> tensor<?x?x4x8xcomplex<f32>>

func.func @fft2_d(%a0: tensor<?x?x4x8xcomplex<f32>>) {
  %r = "tf.FFT2D"(%a0) : (tensor<?x?x4x8xcomplex<f32>>) -> tensor<?x?x4x8xcomplex<f32>>
  func.return
}
// CHECK-LABEL: func.func @fft2_d(
// CHECK: "tf.FFT2D"(%{{[a-z0-9]+}}) : (tensor<?x?x4x8xcomplex<f32>>) -> tensor<?x?x4x8xcomplex<f32>>

func.func @fft3_d(%a0: tensor<?x?x4x8xcomplex<f32>>) {
  %r = "tf.FFT3D"(%a0) : (tensor<?x?x4x8xcomplex<f32>>) -> tensor<?x?x4x8xcomplex<f32>>
  func.return
}
// CHECK-LABEL: func.func @fft3_d(
// CHECK: "tf.FFT3D"(%{{[a-z0-9]+}}) : (tensor<?x?x4x8xcomplex<f32>>) -> tensor<?x?x4x8xcomplex<f32>>

func.func @ifft(%a0: tensor<?x?x4x8xcomplex<f32>>) {
  %r = "tf.IFFT"(%a0) : (tensor<?x?x4x8xcomplex<f32>>) -> tensor<?x?x4x8xcomplex<f32>>
  func.return
}
// CHECK-LABEL: func.func @ifft(
// CHECK: "tf.IFFT"(%{{[a-z0-9]+}}) : (tensor<?x?x4x8xcomplex<f32>>) -> tensor<?x?x4x8xcomplex<f32>>

func.func @ifft2_d(%a0: tensor<?x?x4x8xcomplex<f32>>) {
  %r = "tf.IFFT2D"(%a0) : (tensor<?x?x4x8xcomplex<f32>>) -> tensor<?x?x4x8xcomplex<f32>>
  func.return
}
// CHECK-LABEL: func.func @ifft2_d(
// CHECK: "tf.IFFT2D"(%{{[a-z0-9]+}}) : (tensor<?x?x4x8xcomplex<f32>>) -> tensor<?x?x4x8xcomplex<f32>>

func.func @ifft3_d(%a0: tensor<?x?x4x8xcomplex<f32>>) {
  %r = "tf.IFFT3D"(%a0) : (tensor<?x?x4x8xcomplex<f32>>) -> tensor<?x?x4x8xcomplex<f32>>
  func.return
}
// CHECK-LABEL: func.func @ifft3_d(
// CHECK: "tf.IFFT3D"(%{{[a-z0-9]+}}) : (tensor<?x?x4x8xcomplex<f32>>) -> tensor<?x?x4x8xcomplex<f32>>

func.func @rfft(%a0: tensor<?x8xf32>) {
  %c1 = "tf.Const"() <{value = dense<[6]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.RFFT"(%a0, %c1) : (tensor<?x8xf32>, tensor<1xi32>) -> tensor<?x4xcomplex<f32>>
  func.return
}
// CHECK-LABEL: func.func @rfft(
// CHECK: "tf.RFFT"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x8xf32>, tensor<1xi32>) -> tensor<?x4xcomplex<f32>>

func.func @rfft2_d(%a0: tensor<?x8x8xf32>) {
  %c1 = "tf.Const"() <{value = dense<[8, 8]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.RFFT2D"(%a0, %c1) : (tensor<?x8x8xf32>, tensor<2xi32>) -> tensor<?x8x5xcomplex<f32>>
  func.return
}
// CHECK-LABEL: func.func @rfft2_d(
// CHECK: "tf.RFFT2D"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x8x8xf32>, tensor<2xi32>) -> tensor<?x8x5xcomplex<f32>>

func.func @irfft(%a0: tensor<?x5xcomplex<f32>>) {
  %c1 = "tf.Const"() <{value = dense<[8]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.IRFFT"(%a0, %c1) : (tensor<?x5xcomplex<f32>>, tensor<1xi32>) -> tensor<?x8xf32>
  func.return
}
// CHECK-LABEL: func.func @irfft(
// CHECK: "tf.IRFFT"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x5xcomplex<f32>>, tensor<1xi32>) -> tensor<?x8xf32>

func.func @irfft2_d(%a0: tensor<?x5x5xcomplex<f32>>, %a1: tensor<2xi32>) {
  %r = "tf.IRFFT2D"(%a0, %a1) : (tensor<?x5x5xcomplex<f32>>, tensor<2xi32>) -> tensor<?x?x?xf32>
  func.return
}
// CHECK-LABEL: func.func @irfft2_d(
// CHECK: "tf.IRFFT2D"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x5x5xcomplex<f32>>, tensor<2xi32>) -> tensor<?x?x?xf32>

func.func @rfft3d(%a0: tensor<?x?x?xf32>, %a1: tensor<3xi32>) {
  %0 = "tf.RFFT3D"(%a0, %a1) : (tensor<?x?x?xf32>, tensor<3xi32>) -> tensor<*xcomplex<f32>>
  func.return
}
// CHECK-LABEL: func.func @rfft3d(
// CHECK: "tf.RFFT3D"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?x?xf32>, tensor<3xi32>) -> tensor<*xcomplex<f32>>

func.func @irfft3d(%a0: tensor<?x?x?xcomplex<f32>>, %a1: tensor<3xi32>) {
  %0 = "tf.IRFFT3D"(%a0, %a1) : (tensor<?x?x?xcomplex<f32>>, tensor<3xi32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @irfft3d(
// CHECK: "tf.IRFFT3D"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?x?xcomplex<f32>>, tensor<3xi32>) -> tensor<*xf32>
