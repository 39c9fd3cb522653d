// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       func.func @acos(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @acos(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Acos"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @acosh(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @acosh(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Acosh"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @asin(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @asin(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Asin"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @asinh(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @asinh(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Asinh"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @atan(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @atan(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Atan"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @atanh(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @atanh(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Atanh"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @atan2(%y: tensor<?x4xf32, [@S0, 4]>, %x: tensor<f32>) -> tensor<?x4xf32, [@S0, 4]>
func.func @atan2(%y: tensor<?x4xf32>, %x: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.Atan2"(%y, %x) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @ceil(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @ceil(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Ceil"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @cos(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @cos(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Cos"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @cosh(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @cosh(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Cosh"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @erf(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @erf(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Erf"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @erfc(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @erfc(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Erfc"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @erfinv(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @erfinv(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Erfinv"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @exp(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @exp(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Exp"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @expm1(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @expm1(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Expm1"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @floor(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @floor(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Floor"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @log1p(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @log1p(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Log1p"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @log(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @log(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Log"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @pow(%x: tensor<?x4xf32, [@S0, 4]>, %y: tensor<f32>) -> tensor<?x4xf32, [@S0, 4]>
func.func @pow(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.Pow"(%x, %y) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @rint(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @rint(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Rint"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @round(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @round(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Round"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @rsqrt(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @rsqrt(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Rsqrt"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.RsqrtGrad at {{.*}}: y and dy: 4*S0 and 4*S1 elements must be as many"}
// CHECK:       func.func @rsqrt_grad(%y: tensor<?x4xf32, [@S0, 4]>, %dy: tensor<?x4xf32, [@S1, 4]>) -> tensor<?x4xf32, [@S0, 4]>
func.func @rsqrt_grad(%y: tensor<?x4xf32>, %dy: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.RsqrtGrad"(%y, %dy) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @sin(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @sin(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Sin"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @sinh(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @sinh(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Sinh"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @sqrt(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @sqrt(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Sqrt"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.SqrtGrad at {{.*}}: y and dy: 4*S0 and 4*S1 elements must be as many"}
// CHECK:       func.func @sqrt_grad(%y: tensor<?x4xf32, [@S0, 4]>, %dy: tensor<?x4xf32, [@S1, 4]>) -> tensor<?x4xf32, [@S0, 4]>
func.func @sqrt_grad(%y: tensor<?x4xf32>, %dy: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.SqrtGrad"(%y, %dy) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @tan(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @tan(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Tan"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @tanh(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @tanh(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Tanh"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.TanhGrad at {{.*}}: y and dy: 4*S0 and 4*S1 elements must be as many"}
// CHECK:       func.func @tanh_grad(%y: tensor<?x4xf32, [@S0, 4]>, %dy: tensor<?x4xf32, [@S1, 4]>) -> tensor<?x4xf32, [@S0, 4]>
func.func @tanh_grad(%y: tensor<?x4xf32>, %dy: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.TanhGrad"(%y, %dy) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @xdivy(%x: tensor<?x4xf32, [@S0, 4]>, %y: tensor<f32>) -> tensor<?x4xf32, [@S0, 4]>
func.func @xdivy(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.Xdivy"(%x, %y) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @xlogy(%x: tensor<?x4xf32, [@S0, 4]>, %y: tensor<f32>) -> tensor<?x4xf32, [@S0, 4]>
func.func @xlogy(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.Xlogy"(%x, %y) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @complex(%re: tensor<?x4xf32, [@S0, 4]>, %im: tensor<f32>) -> tensor<?x4xcomplex<f32>, [@S0, 4]>
func.func @complex(%re: tensor<?x4xf32>, %im: tensor<f32>) -> tensor<*xcomplex<f32>> {
  %r = "tf.Complex"(%re, %im) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xcomplex<f32>>
  func.return %r : tensor<*xcomplex<f32>>
}

// -----

// CHECK:       func.func @complex_abs(%x: tensor<?xcomplex<f32>, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @complex_abs(%x: tensor<?xcomplex<f32>>) -> tensor<*xf32> {
  %r = "tf.ComplexAbs"(%x) : (tensor<?xcomplex<f32>>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @conj(%x: tensor<?xcomplex<f32>, [@S0]>) -> tensor<?xcomplex<f32>, [@S0]>
func.func @conj(%x: tensor<?xcomplex<f32>>) -> tensor<*xcomplex<f32>> {
  %r = "tf.Conj"(%x) : (tensor<?xcomplex<f32>>) -> tensor<*xcomplex<f32>>
  func.return %r : tensor<*xcomplex<f32>>
}

// -----

// CHECK:       func.func @imag(%x: tensor<?xcomplex<f32>, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @imag(%x: tensor<?xcomplex<f32>>) -> tensor<*xf32> {
  %r = "tf.Imag"(%x) : (tensor<?xcomplex<f32>>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @real(%x: tensor<?xcomplex<f32>, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @real(%x: tensor<?xcomplex<f32>>) -> tensor<*xf32> {
  %r = "tf.Real"(%x) : (tensor<?xcomplex<f32>>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// 0 wherever the first factor is.
// CHECK:       func.func @xlog1py(%x: tensor<?x4xf32, [@S0, 4]>, %y: tensor<4xf32>) -> tensor<?x4xf32, [@S0, 4]>
func.func @xlog1py(%x: tensor<?x4xf32>, %y: tensor<4xf32>) -> tensor<*xf32> {
  %r = "tf.Xlog1py"(%x, %y) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @angle(%x: tensor<?xcomplex<f32>, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @angle(%x: tensor<?xcomplex<f32>>) -> tensor<*xf32> {
  %r = "tf.Angle"(%x) : (tensor<?xcomplex<f32>>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.ReciprocalGrad at {{.*}}: y and dy: 4*S0 and 4*S1 elements must be as many"}
// CHECK:       func.func @reciprocal_grad(%y: tensor<?x4xf32, [@S0, 4]>, %dy: tensor<?x4xf32, [@S1, 4]>) -> tensor<?x4xf32, [@S0, 4]>
func.func @reciprocal_grad(%y: tensor<?x4xf32>, %dy: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.ReciprocalGrad"(%y, %dy) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.InvGrad at {{.*}}: y and dy: 4*S0 and 4*S1 elements must be as many"}
// CHECK:       func.func @inv_grad(%y: tensor<?x4xf32, [@S0, 4]>, %dy: tensor<?x4xf32, [@S1, 4]>) -> tensor<?x4xf32, [@S0, 4]>
func.func @inv_grad(%y: tensor<?x4xf32>, %dy: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.InvGrad"(%y, %dy) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
