// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

func.func @tanh_grad(%a0: tensor<2x?xf32>, %a1: tensor<2x4xf32>) {
  %r = "tf.TanhGrad"(%a0, %a1) : (tensor<2x?xf32>, tensor<2x4xf32>) -> tensor<2x?xf32>
  func.return
}
// CHECK-LABEL: func.func @tanh_grad(
// CHECK: "tf.TanhGrad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<2x?xf32>, tensor<2x4xf32>) -> tensor<2x?xf32>

func.func @rsqrt_grad(%a0: tensor<2x?xf32>, %a1: tensor<2x4xf32>) {
  %r = "tf.RsqrtGrad"(%a0, %a1) : (tensor<2x?xf32>, tensor<2x4xf32>) -> tensor<2x?xf32>
  func.return
}
// CHECK-LABEL: func.func @rsqrt_grad(
// CHECK: "tf.RsqrtGrad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<2x?xf32>, tensor<2x4xf32>) -> tensor<2x?xf32>

func.func @sqrt_grad(%a0: tensor<2x?xf32>, %a1: tensor<2x4xf32>) {
  %r = "tf.SqrtGrad"(%a0, %a1) : (tensor<2x?xf32>, tensor<2x4xf32>) -> tensor<2x?xf32>
  func.return
}
// CHECK-LABEL: func.func @sqrt_grad(
// CHECK: "tf.SqrtGrad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<2x?xf32>, tensor<2x4xf32>) -> tensor<2x?xf32>

func.func @pow(%a0: tensor<?x4xf32>, %a1: tensor<4xf32>) {
  %r = "tf.Pow"(%a0, %a1) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @pow(
// CHECK: "tf.Pow"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>

func.func @xdivy(%a0: tensor<?x4xf32>, %a1: tensor<4xf32>) {
  %r = "tf.Xdivy"(%a0, %a1) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @xdivy(
// CHECK: "tf.Xdivy"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>

func.func @xlogy(%a0: tensor<?x4xf32>, %a1: tensor<4xf32>) {
  %r = "tf.Xlogy"(%a0, %a1) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @xlogy(
// CHECK: "tf.Xlogy"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>

func.func @atan2(%a0: tensor<?x4xf32>, %a1: tensor<4xf32>) {
  %r = "tf.Atan2"(%a0, %a1) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @atan2(
// CHECK: "tf.Atan2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>

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

func.func @tan(%a0: tensor<2x?xf32>) {
  %r = "tf.Tan"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @tan(
// CHECK: "tf.Tan"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @asin(%a0: tensor<2x?xf32>) {
  %r = "tf.Asin"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @asin(
// CHECK: "tf.Asin"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @acos(%a0: tensor<2x?xf32>) {
  %r = "tf.Acos"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @acos(
// CHECK: "tf.Acos"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @atan(%a0: tensor<2x?xf32>) {
  %r = "tf.Atan"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @atan(
// CHECK: "tf.Atan"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @round(%a0: tensor<2x?xf32>) {
  %r = "tf.Round"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @round(
// CHECK: "tf.Round"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @sqrt(%a0: tensor<2x?xf32>) {
  %r = "tf.Sqrt"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @sqrt(
// CHECK: "tf.Sqrt"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @rsqrt(%a0: tensor<2x?xf32>) {
  %r = "tf.Rsqrt"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @rsqrt(
// CHECK: "tf.Rsqrt"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @exp(%a0: tensor<2x?xf32>) {
  %r = "tf.Exp"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @exp(
// CHECK: "tf.Exp"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @expm1(%a0: tensor<2x?xf32>) {
  %r = "tf.Expm1"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @expm1(
// CHECK: "tf.Expm1"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @log(%a0: tensor<2x?xf32>) {
  %r = "tf.Log"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @log(
// CHECK: "tf.Log"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @log1p(%a0: tensor<2x?xf32>) {
  %r = "tf.Log1p"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @log1p(
// CHECK: "tf.Log1p"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @sin(%a0: tensor<2x?xf32>) {
  %r = "tf.Sin"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @sin(
// CHECK: "tf.Sin"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @cos(%a0: tensor<2x?xf32>) {
  %r = "tf.Cos"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @cos(
// CHECK: "tf.Cos"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @sinh(%a0: tensor<2x?xf32>) {
  %r = "tf.Sinh"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @sinh(
// CHECK: "tf.Sinh"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @cosh(%a0: tensor<2x?xf32>) {
  %r = "tf.Cosh"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @cosh(
// CHECK: "tf.Cosh"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @tanh(%a0: tensor<2x?xf32>) {
  %r = "tf.Tanh"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @tanh(
// CHECK: "tf.Tanh"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @asinh(%a0: tensor<2x?xf32>) {
  %r = "tf.Asinh"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @asinh(
// CHECK: "tf.Asinh"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @acosh(%a0: tensor<2x?xf32>) {
  %r = "tf.Acosh"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @acosh(
// CHECK: "tf.Acosh"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @atanh(%a0: tensor<2x?xf32>) {
  %r = "tf.Atanh"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @atanh(
// CHECK: "tf.Atanh"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @erf(%a0: tensor<2x?xf32>) {
  %r = "tf.Erf"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @erf(
// CHECK: "tf.Erf"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @erfc(%a0: tensor<2x?xf32>) {
  %r = "tf.Erfc"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @erfc(
// CHECK: "tf.Erfc"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @erfinv(%a0: tensor<2x?xf32>) {
  %r = "tf.Erfinv"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @erfinv(
// CHECK: "tf.Erfinv"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @ceil(%a0: tensor<2x?xf32>) {
  %r = "tf.Ceil"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @ceil(
// CHECK: "tf.Ceil"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @floor(%a0: tensor<2x?xf32>) {
  %r = "tf.Floor"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @floor(
// CHECK: "tf.Floor"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @rint(%a0: tensor<2x?xf32>) {
  %r = "tf.Rint"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @rint(
// CHECK: "tf.Rint"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @exp_of_complex(%a0: tensor<?xcomplex<f32>>) {
  %r = "tf.Exp"(%a0) {device = ""} : (tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>>
  func.return
}
// CHECK-LABEL: func.func @exp_of_complex(
// CHECK: "tf.Exp"(%{{[a-z0-9]+}}) {device = ""} : (tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>>

func.func @angle(%a0: tensor<?xcomplex<f32>>) {
  %0 = "tf.Angle"(%a0) : (tensor<?xcomplex<f32>>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @angle(
// CHECK: "tf.Angle"(%{{[a-z0-9]+}}) : (tensor<?xcomplex<f32>>) -> tensor<*xf32>

func.func @xlog1py(%a0: tensor<?x4xf32>, %a1: tensor<4xf32>) {
  %0 = "tf.Xlog1py"(%a0, %a1) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @xlog1py(
// CHECK: "tf.Xlog1py"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<*xf32>

func.func @reciprocal_grad(%y: tensor<?x4xf32>, %dy: tensor<?x4xf32>) {
  %r = "tf.ReciprocalGrad"(%y, %dy) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @reciprocal_grad(
// CHECK: "tf.ReciprocalGrad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<*xf32>

func.func @inv_grad(%y: tensor<?x4xf32>, %dy: tensor<?x4xf32>) {
  %r = "tf.InvGrad"(%y, %dy) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @inv_grad(
// CHECK: "tf.InvGrad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<*xf32>
