// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

// Elementwise ops of one operand keep the shape; the sizes may be known on one side only.

func.func @abs(%a0: tensor<2x?xf32>) {
  %r = "tf.Abs"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @abs(
// CHECK: "tf.Abs"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @neg(%a0: tensor<2x?xf32>) {
  %r = "tf.Neg"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @neg(
// CHECK: "tf.Neg"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @sign(%a0: tensor<2x?xf32>) {
  %r = "tf.Sign"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @sign(
// CHECK: "tf.Sign"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @square(%a0: tensor<2x?xf32>) {
  %r = "tf.Square"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @square(
// CHECK: "tf.Square"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @reciprocal(%a0: tensor<2x?xf32>) {
  %r = "tf.Reciprocal"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @reciprocal(
// CHECK: "tf.Reciprocal"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

func.func @inv(%a0: tensor<2x?xf32>) {
  %r = "tf.Inv"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @inv(
// CHECK: "tf.Inv"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

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

func.func @sigmoid(%a0: tensor<2x?xf32>) {
  %r = "tf.Sigmoid"(%a0) : (tensor<2x?xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @sigmoid(
// CHECK: "tf.Sigmoid"(%{{[a-z0-9]+}}) : (tensor<2x?xf32>) -> tensor<?x3xf32>

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

func.func @is_finite(%a0: tensor<*xf32>) {
  %r = "tf.IsFinite"(%a0) : (tensor<*xf32>) -> tensor<*xi1>
  func.return
}
// CHECK-LABEL: func.func @is_finite(
// CHECK: "tf.IsFinite"(%{{[a-z0-9]+}}) : (tensor<*xf32>) -> tensor<*xi1>

func.func @is_inf(%a0: tensor<*xf32>) {
  %r = "tf.IsInf"(%a0) : (tensor<*xf32>) -> tensor<*xi1>
  func.return
}
// CHECK-LABEL: func.func @is_inf(
// CHECK: "tf.IsInf"(%{{[a-z0-9]+}}) : (tensor<*xf32>) -> tensor<*xi1>

func.func @is_nan(%a0: tensor<*xf32>) {
  %r = "tf.IsNan"(%a0) : (tensor<*xf32>) -> tensor<*xi1>
  func.return
}
// CHECK-LABEL: func.func @is_nan(
// CHECK: "tf.IsNan"(%{{[a-z0-9]+}}) : (tensor<*xf32>) -> tensor<*xi1>

func.func @logical_not(%a0: tensor<?xi1>) {
  %r = "tf.LogicalNot"(%a0) : (tensor<?xi1>) -> tensor<?xi1>
  func.return
}
// CHECK-LABEL: func.func @logical_not(
// CHECK: "tf.LogicalNot"(%{{[a-z0-9]+}}) : (tensor<?xi1>) -> tensor<?xi1>

func.func @invert(%a0: tensor<?xi32>) {
  %r = "tf.Invert"(%a0) : (tensor<?xi32>) -> tensor<?xi32>
  func.return
}
// CHECK-LABEL: func.func @invert(
// CHECK: "tf.Invert"(%{{[a-z0-9]+}}) : (tensor<?xi32>) -> tensor<?xi32>

func.func @exp_of_complex(%a0: tensor<?xcomplex<f32>>) {
  %r = "tf.Exp"(%a0) {device = ""} : (tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>>
  func.return
}
// CHECK-LABEL: func.func @exp_of_complex(
// CHECK: "tf.Exp"(%{{[a-z0-9]+}}) {device = ""} : (tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>>
