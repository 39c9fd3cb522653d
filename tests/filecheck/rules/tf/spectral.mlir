// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @fft(%x: tensor<?x?xcomplex<f32>, [@S0, @S1]>) -> tensor<?x?xcomplex<f32>, [@S0, @S1]>
func.func @fft(%x: tensor<?x?xcomplex<f32>>) -> tensor<*xcomplex<f32>> {
  %r = "tf.FFT"(%x) : (tensor<?x?xcomplex<f32>>) -> tensor<*xcomplex<f32>>
  func.return %r : tensor<*xcomplex<f32>>
}

// -----

// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @fft2d(%x: tensor<?x?x8xcomplex<f32>, [@S0, @S1, 8]>) -> tensor<?x?x8xcomplex<f32>, [@S0, @S1, 8]>
func.func @fft2d(%x: tensor<?x?x8xcomplex<f32>>) -> tensor<*xcomplex<f32>> {
  %r = "tf.FFT2D"(%x) : (tensor<?x?x8xcomplex<f32>>) -> tensor<*xcomplex<f32>>
  func.return %r : tensor<*xcomplex<f32>>
}

// -----

// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @fft3d(%x: tensor<?x?x4x8xcomplex<f32>, [@S0, @S1, 4, 8]>) -> tensor<?x?x4x8xcomplex<f32>, [@S0, @S1, 4, 8]>
func.func @fft3d(%x: tensor<?x?x4x8xcomplex<f32>>) -> tensor<*xcomplex<f32>> {
  %r = "tf.FFT3D"(%x) : (tensor<?x?x4x8xcomplex<f32>>) -> tensor<*xcomplex<f32>>
  func.return %r : tensor<*xcomplex<f32>>
}

// -----

// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @ifft(%x: tensor<?x?xcomplex<f32>, [@S0, @S1]>) -> tensor<?x?xcomplex<f32>, [@S0, @S1]>
func.func @ifft(%x: tensor<?x?xcomplex<f32>>) -> tensor<*xcomplex<f32>> {
  %r = "tf.IFFT"(%x) : (tensor<?x?xcomplex<f32>>) -> tensor<*xcomplex<f32>>
  func.return %r : tensor<*xcomplex<f32>>
}

// -----

// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @ifft2d(%x: tensor<?x?x8xcomplex<f32>, [@S0, @S1, 8]>) -> tensor<?x?x8xcomplex<f32>, [@S0, @S1, 8]>
func.func @ifft2d(%x: tensor<?x?x8xcomplex<f32>>) -> tensor<*xcomplex<f32>> {
  %r = "tf.IFFT2D"(%x) : (tensor<?x?x8xcomplex<f32>>) -> tensor<*xcomplex<f32>>
  func.return %r : tensor<*xcomplex<f32>>
}

// -----

// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @ifft3d(%x: tensor<?x?x4x8xcomplex<f32>, [@S0, @S1, 4, 8]>) -> tensor<?x?x4x8xcomplex<f32>, [@S0, @S1, 4, 8]>
func.func @ifft3d(%x: tensor<?x?x4x8xcomplex<f32>>) -> tensor<*xcomplex<f32>> {
  %r = "tf.IFFT3D"(%x) : (tensor<?x?x4x8xcomplex<f32>>) -> tensor<*xcomplex<f32>>
  func.return %r : tensor<*xcomplex<f32>>
}

// -----

// The half of the symmetric spectrum of length 8, 8 / 2 + 1 numbers.
// CHECK:       func.func @rfft(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x5xcomplex<f32>, [@S0, 5]>
func.func @rfft(%x: tensor<?x?xf32>) -> tensor<*xcomplex<f32>> {
  %length = "tf.Const"() <{value = dense<[8]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.RFFT"(%x, %length) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<*xcomplex<f32>>
  func.return %r : tensor<*xcomplex<f32>>
}

// -----

// CHECK:       func.func @rfft2d(%x: tensor<?x8x8xf32, [@S0, 8, 8]>) -> tensor<?x8x5xcomplex<f32>, [@S0, 8, 5]>
func.func @rfft2d(%x: tensor<?x8x8xf32>) -> tensor<*xcomplex<f32>> {
  %length = "tf.Const"() <{value = dense<[8, 8]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.RFFT2D"(%x, %length) : (tensor<?x8x8xf32>, tensor<2xi32>) -> tensor<*xcomplex<f32>>
  func.return %r : tensor<*xcomplex<f32>>
}

// -----

// CHECK:       func.func @irfft(%x: tensor<?x5xcomplex<f32>, [@S0, 5]>) -> tensor<?x8xf32, [@S0, 8]>
func.func @irfft(%x: tensor<?x5xcomplex<f32>>) -> tensor<*xf32> {
  %length = "tf.Const"() <{value = dense<[8]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.IRFFT"(%x, %length) : (tensor<?x5xcomplex<f32>>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The lengths are elements of an argument.
// CHECK:       func.func @irfft2d(%x: tensor<?x5x5xcomplex<f32>, [@S0, 5, 5]>, %length: tensor<2xi32>) -> tensor<?x?x?xf32, [@S0, @S1, @S3]>
func.func @irfft2d(%x: tensor<?x5x5xcomplex<f32>>, %length: tensor<2xi32>) -> tensor<*xf32> {
  %r = "tf.IRFFT2D"(%x, %length) : (tensor<?x5x5xcomplex<f32>>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.range {{.*}} {why = "tf.RFFT3D at {{.*}}: element 0 must be at least 0"}
// CHECK:       sdim.range {{.*}} {why = "tf.RFFT3D at {{.*}}: element 1 must be at least 0"}
// CHECK:       sdim.holds {{.*}} {why = "tf.RFFT3D at {{.*}}: size S0 must be at least S3"}
// CHECK:       sdim.holds {{.*}} {why = "tf.RFFT3D at {{.*}}: size S1 must be at least S5"}
// CHECK:       func.func @rfft3d(%x: tensor<?x?x?xf32, [@S0, @S1, @S2]>, %n: tensor<3xi32>) -> tensor<?x?x?xcomplex<f32>, [@S3, @S5, @S9]>
// CHECK:       sdim.range assert {{.*}} {why = "tf.RFFT3D at {{.*}}: element 0 must be at least 0"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.RFFT3D at {{.*}}: element 1 must be at least 0"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.RFFT3D at {{.*}}: element 2 must be at least 0"}
// CHECK:       sdim.holds assert {{.*}} {why = "tf.RFFT3D at {{.*}}: size S0 must be at least S3"}
// CHECK:       sdim.holds assert {{.*}} {why = "tf.RFFT3D at {{.*}}: size S1 must be at least S5"}
// CHECK:       sdim.holds assert {{.*}} {why = "tf.RFFT3D at {{.*}}: size S2 must be at least S7"}
func.func @rfft3d(%x: tensor<?x?x?xf32>, %n: tensor<3xi32>) -> tensor<*xcomplex<f32>> {
  %r = "tf.RFFT3D"(%x, %n) : (tensor<?x?x?xf32>, tensor<3xi32>) -> tensor<*xcomplex<f32>>
  func.return %r : tensor<*xcomplex<f32>>
}

// -----

// CHECK:       sdim.range {{.*}} {why = "tf.IRFFT3D at {{.*}}: element 0 must be at least 0"}
// CHECK:       sdim.range {{.*}} {why = "tf.IRFFT3D at {{.*}}: element 1 must be at least 0"}
// CHECK:       sdim.range {{.*}} {why = "tf.IRFFT3D at {{.*}}: element 2 must be at least 0"}
// CHECK:       sdim.holds {{.*}} {why = "tf.IRFFT3D at {{.*}}: size S0 must be at least S3"}
// CHECK:       sdim.holds {{.*}} {why = "tf.IRFFT3D at {{.*}}: size S1 must be at least S5"}
// CHECK:       sdim.holds {{.*}} {why = "tf.IRFFT3D at {{.*}}: size S2 must be at least S7//2 + 1"}
// CHECK:       func.func @irfft3d(%x: tensor<?x?x?xcomplex<f32>, [@S0, @S1, @S2]>, %n: tensor<3xi32>) -> tensor<?x?x?xf32, [@S3, @S5, @S7]>
// CHECK:       sdim.range assert {{.*}} {why = "tf.IRFFT3D at {{.*}}: element 0 must be at least 0"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.IRFFT3D at {{.*}}: element 1 must be at least 0"}
// CHECK:       sdim.range assert {{.*}} {why = "tf.IRFFT3D at {{.*}}: element 2 must be at least 0"}
// CHECK:       sdim.holds assert {{.*}} {why = "tf.IRFFT3D at {{.*}}: size S0 must be at least S3"}
// CHECK:       sdim.holds assert {{.*}} {why = "tf.IRFFT3D at {{.*}}: size S1 must be at least S5"}
// CHECK:       sdim.holds assert {{.*}} {why = "tf.IRFFT3D at {{.*}}: size S2 must be at least S7//2 + 1"}
func.func @irfft3d(%x: tensor<?x?x?xcomplex<f32>>, %n: tensor<3xi32>) -> tensor<*xf32> {
  %r = "tf.IRFFT3D"(%x, %n) : (tensor<?x?x?xcomplex<f32>>, tensor<3xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
