// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// A static size becomes mhlo.fft; an unknown one is a product with the matrix of the transform.
// CHECK-LABEL: func.func @fft(
// CHECK:         mhlo.constant dense<-6.2831853071795862> : tensor<f64>
// CHECK:         %[[MUL:.*]] = mhlo.multiply
// CHECK:         mhlo.remainder %[[MUL]], %{{.*}}
// CHECK:         mhlo.cosine
// CHECK:         mhlo.select
// CHECK:         mhlo.sine
// CHECK:         mhlo.select
// CHECK:         %[[COMPLEX:.*]] = mhlo.complex
// CHECK-NEXT:    "mhlo.dot_general"(%x, %[[COMPLEX]]) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : {{.*}} -> tensor<?x?xcomplex<f32>, [@S0, @S1]>
func.func @fft(%x: tensor<?x?xcomplex<f32>>) -> tensor<*xcomplex<f32>> {
  %r = "tf.FFT"(%x) : (tensor<?x?xcomplex<f32>>) -> tensor<*xcomplex<f32>>
  func.return %r : tensor<*xcomplex<f32>>
}

// -----

// One dimension after the other: the last one is static.
// CHECK-LABEL: func.func @fft2d(
// CHECK:         %[[FFT:.*]] = "mhlo.fft"(%x) <{fft_type = #mhlo<fft_type FFT>, fft_length = dense<8> : tensor<1xi64>}> : {{.*}} -> tensor<?x?x8xcomplex<f32>, [@S0, @S1, 8]>
// CHECK:         %[[COMPLEX:.*]] = mhlo.complex
// CHECK-NEXT:    %[[DOT:.*]] = "mhlo.dot_general"(%[[FFT]], %[[COMPLEX]]) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : {{.*}} -> tensor<?x8x?xcomplex<f32>, [@S0, 8, @S1]>
// CHECK-NEXT:    "mhlo.transpose"(%[[DOT]]) <{permutation = dense<[0, 2, 1]> : tensor<3xi64>}> : {{.*}} -> tensor<?x?x8xcomplex<f32>, [@S0, @S1, 8]>
func.func @fft2d(%x: tensor<?x?x8xcomplex<f32>>) -> tensor<*xcomplex<f32>> {
  %r = "tf.FFT2D"(%x) : (tensor<?x?x8xcomplex<f32>>) -> tensor<*xcomplex<f32>>
  func.return %r : tensor<*xcomplex<f32>>
}

// -----

// CHECK-LABEL: func.func @fft3d(
// CHECK:         %[[FFT:.*]] = "mhlo.fft"(%x) <{fft_type = #mhlo<fft_type FFT>, fft_length = dense<[4, 8]> : tensor<2xi64>}> : {{.*}} -> tensor<?x?x4x8xcomplex<f32>, [@S0, @S1, 4, 8]>
// CHECK:         %[[COMPLEX:.*]] = mhlo.complex
// CHECK-NEXT:    %[[DOT:.*]] = "mhlo.dot_general"(%[[FFT]], %[[COMPLEX]]) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : {{.*}} -> tensor<?x4x8x?xcomplex<f32>, [@S0, 4, 8, @S1]>
// CHECK-NEXT:    "mhlo.transpose"(%[[DOT]]) <{permutation = dense<[0, 3, 1, 2]> : tensor<4xi64>}> : {{.*}} -> tensor<?x?x4x8xcomplex<f32>, [@S0, @S1, 4, 8]>
func.func @fft3d(%x: tensor<?x?x4x8xcomplex<f32>>) -> tensor<*xcomplex<f32>> {
  %r = "tf.FFT3D"(%x) : (tensor<?x?x4x8xcomplex<f32>>) -> tensor<*xcomplex<f32>>
  func.return %r : tensor<*xcomplex<f32>>
}

// -----

// CHECK-LABEL: func.func @ifft(
// CHECK:         mhlo.constant dense<6.2831853071795862> : tensor<f64>
// CHECK:         mhlo.cosine
// CHECK:         %[[COS:.*]] = mhlo.select
// CHECK:         mhlo.sine
// CHECK:         %[[SIN:.*]] = mhlo.select
// CHECK-NEXT:    mhlo.divide %[[COS]], %{{.*}}
// CHECK-NEXT:    mhlo.divide %[[SIN]], %{{.*}}
// CHECK:         %[[COMPLEX:.*]] = mhlo.complex
// CHECK-NEXT:    "mhlo.dot_general"(%x, %[[COMPLEX]]) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : {{.*}} -> tensor<?x?xcomplex<f32>, [@S0, @S1]>
func.func @ifft(%x: tensor<?x?xcomplex<f32>>) -> tensor<*xcomplex<f32>> {
  %r = "tf.IFFT"(%x) : (tensor<?x?xcomplex<f32>>) -> tensor<*xcomplex<f32>>
  func.return %r : tensor<*xcomplex<f32>>
}

// -----

// CHECK-LABEL: func.func @ifft2d(
// CHECK:         %[[FFT:.*]] = "mhlo.fft"(%x) <{fft_type = #mhlo<fft_type IFFT>, fft_length = dense<8> : tensor<1xi64>}> : {{.*}} -> tensor<?x?x8xcomplex<f32>, [@S0, @S1, 8]>
// CHECK:         %[[COMPLEX:.*]] = mhlo.complex
// CHECK-NEXT:    %[[DOT:.*]] = "mhlo.dot_general"(%[[FFT]], %[[COMPLEX]]) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : {{.*}} -> tensor<?x8x?xcomplex<f32>, [@S0, 8, @S1]>
// CHECK-NEXT:    "mhlo.transpose"(%[[DOT]]) <{permutation = dense<[0, 2, 1]> : tensor<3xi64>}> : {{.*}} -> tensor<?x?x8xcomplex<f32>, [@S0, @S1, 8]>
func.func @ifft2d(%x: tensor<?x?x8xcomplex<f32>>) -> tensor<*xcomplex<f32>> {
  %r = "tf.IFFT2D"(%x) : (tensor<?x?x8xcomplex<f32>>) -> tensor<*xcomplex<f32>>
  func.return %r : tensor<*xcomplex<f32>>
}

// -----

// CHECK-LABEL: func.func @ifft3d(
// CHECK:         %[[FFT:.*]] = "mhlo.fft"(%x) <{fft_type = #mhlo<fft_type IFFT>, fft_length = dense<[4, 8]> : tensor<2xi64>}> : {{.*}} -> tensor<?x?x4x8xcomplex<f32>, [@S0, @S1, 4, 8]>
// CHECK:         %[[COMPLEX:.*]] = mhlo.complex
// CHECK-NEXT:    %[[DOT:.*]] = "mhlo.dot_general"(%[[FFT]], %[[COMPLEX]]) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : {{.*}} -> tensor<?x4x8x?xcomplex<f32>, [@S0, 4, 8, @S1]>
// CHECK-NEXT:    "mhlo.transpose"(%[[DOT]]) <{permutation = dense<[0, 3, 1, 2]> : tensor<4xi64>}> : {{.*}} -> tensor<?x?x4x8xcomplex<f32>, [@S0, @S1, 4, 8]>
func.func @ifft3d(%x: tensor<?x?x4x8xcomplex<f32>>) -> tensor<*xcomplex<f32>> {
  %r = "tf.IFFT3D"(%x) : (tensor<?x?x4x8xcomplex<f32>>) -> tensor<*xcomplex<f32>>
  func.return %r : tensor<*xcomplex<f32>>
}

// -----

// Padded, then cut to the length 8.
// CHECK-LABEL: func.func @rfft(
// CHECK:         %[[CST:.*]] = mhlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK:         %[[PAD:.*]] = mhlo.dynamic_pad %x, %[[CST]], {{.*}} -> tensor<?x?xf32, [@S0, @S2]>
// CHECK-NEXT:    %[[SL:.*]] = mhlo.real_dynamic_slice %[[PAD]], {{.*}} -> tensor<?x8xf32, [@S0, 8]>
// CHECK-NEXT:    "mhlo.fft"(%[[SL]]) <{fft_type = #mhlo<fft_type RFFT>, fft_length = dense<8> : tensor<1xi64>}> : {{.*}} -> tensor<?x5xcomplex<f32>, [@S0, 5]>
func.func @rfft(%x: tensor<?x?xf32>) -> tensor<*xcomplex<f32>> {
  %length = "tf.Const"() <{value = dense<[8]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.RFFT"(%x, %length) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<*xcomplex<f32>>
  func.return %r : tensor<*xcomplex<f32>>
}

// -----

// CHECK-LABEL: func.func @rfft2d(
// CHECK:         %[[FFT:.*]] = "mhlo.fft"(%x) <{fft_type = #mhlo<fft_type RFFT>, fft_length = dense<8> : tensor<2xi64>}> : {{.*}} -> tensor<?x8x5xcomplex<f32>, [@S0, 8, 5]>
// CHECK-NEXT:    func.return %[[FFT]]
func.func @rfft2d(%x: tensor<?x8x8xf32>) -> tensor<*xcomplex<f32>> {
  %length = "tf.Const"() <{value = dense<[8, 8]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.RFFT2D"(%x, %length) : (tensor<?x8x8xf32>, tensor<2xi32>) -> tensor<*xcomplex<f32>>
  func.return %r : tensor<*xcomplex<f32>>
}

// -----

// CHECK-LABEL: func.func @irfft(
// CHECK:         %[[FFT:.*]] = "mhlo.fft"(%x) <{fft_type = #mhlo<fft_type IRFFT>, fft_length = dense<8> : tensor<1xi64>}> : {{.*}} -> tensor<?x8xf32, [@S0, 8]>
// CHECK-NEXT:    func.return %[[FFT]]
func.func @irfft(%x: tensor<?x5xcomplex<f32>>) -> tensor<*xf32> {
  %length = "tf.Const"() <{value = dense<[8]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.IRFFT"(%x, %length) : (tensor<?x5xcomplex<f32>>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @irfft2d(
// CHECK:         %[[FFT:.*]] = "mhlo.fft"(%x) <{fft_type = #mhlo<fft_type IRFFT>, fft_length = dense<8> : tensor<2xi64>}> : {{.*}} -> tensor<?x8x8xf32, [@S0, 8, 8]>
// CHECK-NEXT:    func.return %[[FFT]]
func.func @irfft2d(%x: tensor<?x8x5xcomplex<f32>>) -> tensor<*xf32> {
  %length = "tf.Const"() <{value = dense<[8, 8]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.IRFFT2D"(%x, %length) : (tensor<?x8x5xcomplex<f32>>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @rfft3d(
// CHECK:         sdim.range assert %{{.*}} in [0, ?] {why = "tf.RFFT3D at {{.*}}: element 0 must be at least 0"}
// CHECK:         sdim.range assert %{{.*}} in [0, ?] {why = "tf.RFFT3D at {{.*}}: element 1 must be at least 0"}
// CHECK:         sdim.range assert %{{.*}} in [0, ?] {why = "tf.RFFT3D at {{.*}}: element 2 must be at least 0"}
// CHECK:         sdim.holds assert %{{.*}} {why = "tf.RFFT3D at {{.*}}: size S0 must be at least S3"}
// CHECK:         "mhlo.dot_general"
func.func @rfft3d(%x: tensor<?x?x?xf32>, %n: tensor<3xi32>) -> tensor<*xcomplex<f32>> {
  %r = "tf.RFFT3D"(%x, %n) : (tensor<?x?x?xf32>, tensor<3xi32>) -> tensor<*xcomplex<f32>>
  func.return %r : tensor<*xcomplex<f32>>
}

// -----

// CHECK-LABEL: func.func @irfft3d(
// CHECK:         sdim.range assert %{{.*}} in [0, ?] {why = "tf.IRFFT3D at {{.*}}: element 0 must be at least 0"}
// CHECK:         sdim.range assert %{{.*}} in [0, ?] {why = "tf.IRFFT3D at {{.*}}: element 1 must be at least 0"}
// CHECK:         sdim.range assert %{{.*}} in [0, ?] {why = "tf.IRFFT3D at {{.*}}: element 2 must be at least 0"}
// CHECK:         sdim.holds assert %{{.*}} {why = "tf.IRFFT3D at {{.*}}: size S0 must be at least S3"}
// CHECK:         "mhlo.dot_general"
func.func @irfft3d(%x: tensor<?x?x?xcomplex<f32>>, %n: tensor<3xi32>) -> tensor<*xf32> {
  %r = "tf.IRFFT3D"(%x, %n) : (tensor<?x?x?xcomplex<f32>>, tensor<3xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
