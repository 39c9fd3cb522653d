// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// atan2(sqrt((1 - x)(1 + x)), x)
// CHECK-LABEL: func.func @acos(
// CHECK:         mhlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK:         %[[SUB:.*]] = mhlo.subtract %{{.*}}, %x
// CHECK:         %[[ADD:.*]] = mhlo.add %{{.*}}, %x
// CHECK-NEXT:    %[[MUL:.*]] = mhlo.multiply %[[SUB]], %[[ADD]]
// CHECK-NEXT:    %[[SQRT:.*]] = mhlo.sqrt %[[MUL]]
// CHECK-NEXT:    mhlo.atan2 %[[SQRT]], %x
func.func @acos(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Acos"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// log(x + sqrt(x^2 - 1)), with t = x - 1 as log1p(t + sqrt(t) sqrt(t + 2)).
// log(x) + log(2) where that overflows.
// CHECK-LABEL: func.func @acosh(
// CHECK:         %[[SUB:.*]] = mhlo.subtract %x, %{{.*}}
// CHECK-NEXT:    %[[SQRT:.*]] = mhlo.sqrt %[[SUB]]
// CHECK:         %[[SQRT2:.*]] = mhlo.sqrt
// CHECK-NEXT:    %[[MUL:.*]] = mhlo.multiply %[[SQRT]], %[[SQRT2]]
// CHECK-NEXT:    %[[ADD:.*]] = mhlo.add %[[SUB]], %[[MUL]]
// CHECK-NEXT:    %[[LOG1P:.*]] = mhlo.log_plus_one %[[ADD]]
// CHECK:         %[[C:.*]] = mhlo.compare GT, %x, %{{.*}}
// CHECK:         mhlo.select %[[C]], %{{.*}}, %[[LOG1P]]
func.func @acosh(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Acosh"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// atan2(x, sqrt((1 - x)(1 + x)))
// CHECK-LABEL: func.func @asin(
// CHECK:         mhlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK:         %[[SUB:.*]] = mhlo.subtract %{{.*}}, %x
// CHECK:         %[[ADD:.*]] = mhlo.add %{{.*}}, %x
// CHECK-NEXT:    %[[MUL:.*]] = mhlo.multiply %[[SUB]], %[[ADD]]
// CHECK-NEXT:    %[[SQRT:.*]] = mhlo.sqrt %[[MUL]]
// CHECK-NEXT:    mhlo.atan2 %x, %[[SQRT]]
func.func @asin(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Asin"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// log1p(a + a^2 / (1 + sqrt(a^2 + 1))) of a = |x|, with the sign of x.
// log(a) + log(2) where that overflows.
// CHECK-LABEL: func.func @asinh(
// CHECK:         %[[ABS:.*]] = mhlo.abs %x
// CHECK-NEXT:    %[[MUL:.*]] = mhlo.multiply %[[ABS]], %[[ABS]]
// CHECK:         mhlo.sqrt
// CHECK:         %[[DIV:.*]] = mhlo.divide %[[MUL]], %{{.*}}
// CHECK-NEXT:    %[[ADD:.*]] = mhlo.add %[[ABS]], %[[DIV]]
// CHECK-NEXT:    mhlo.log_plus_one %[[ADD]]
// CHECK:         %[[SIGN:.*]] = mhlo.sign %x
// CHECK-NEXT:    mhlo.multiply %[[SIGN]], %{{.*}}
func.func @asinh(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Asinh"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @atan(
// CHECK:         mhlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK:         %[[ATAN2:.*]] = mhlo.atan2 %x, %{{.*}}
// CHECK-NEXT:    func.return %[[ATAN2]]
func.func @atan(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Atan"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// (log1p(x) - log1p(-x)) / 2
// CHECK-LABEL: func.func @atanh(
// CHECK:         mhlo.constant dense<5.000000e-01> : tensor<f32>
// CHECK:         %[[LOG1P:.*]] = mhlo.log_plus_one %x
// CHECK-NEXT:    %[[NEG:.*]] = mhlo.negate %x
// CHECK-NEXT:    %[[LOG1P2:.*]] = mhlo.log_plus_one %[[NEG]]
// CHECK-NEXT:    %[[SUB:.*]] = mhlo.subtract %[[LOG1P]], %[[LOG1P2]]
// CHECK:         mhlo.multiply %[[SUB]], %{{.*}}
func.func @atanh(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Atanh"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @atan2(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%x, %{{.*}})
// CHECK-NEXT:    %[[ATAN2:.*]] = mhlo.atan2 %y, %[[B]]
// CHECK-NEXT:    func.return %[[ATAN2]]
func.func @atan2(%y: tensor<?x4xf32>, %x: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.Atan2"(%y, %x) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @ceil(
// CHECK:         %[[CEIL:.*]] = mhlo.ceil %x
// CHECK-NEXT:    func.return %[[CEIL]]
func.func @ceil(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Ceil"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @cos(
// CHECK:         %[[COS:.*]] = mhlo.cosine %x
// CHECK-NEXT:    func.return %[[COS]]
func.func @cos(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Cos"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// (exp(a) + exp(-a)) / 2 of a = |x|; exp(a - log(2)) where that overflows.
// CHECK-LABEL: func.func @cosh(
// CHECK:         %[[ABS:.*]] = mhlo.abs %x
// CHECK:         %[[C:.*]] = mhlo.compare GT, %[[ABS]], %{{.*}}
// CHECK:         %[[SUB:.*]] = mhlo.subtract %[[ABS]], %{{.*}}
// CHECK-NEXT:    %[[EXP:.*]] = mhlo.exponential %[[SUB]]
// CHECK-NEXT:    %[[EXP2:.*]] = mhlo.exponential %[[ABS]]
// CHECK-NEXT:    %[[NEG:.*]] = mhlo.negate %[[ABS]]
// CHECK-NEXT:    %[[EXP3:.*]] = mhlo.exponential %[[NEG]]
// CHECK-NEXT:    %[[ADD:.*]] = mhlo.add %[[EXP2]], %[[EXP3]]
// CHECK:         %[[MUL:.*]] = mhlo.multiply %[[ADD]], %{{.*}}
// CHECK-NEXT:    mhlo.select %[[C]], %[[EXP]], %[[MUL]]
func.func @cosh(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Cosh"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @erf(
// CHECK:         %[[ERF:.*]] = mhlo.erf %x
// CHECK-NEXT:    func.return %[[ERF]]
func.func @erf(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Erf"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Erf(x) would cancel for large x: exp(-x^2) times a polynomial instead, mirrored for negative x.
// Near 0 it is 1 - erf(x).
// CHECK-LABEL: func.func @erfc(
// CHECK:         mhlo.constant dense<0.510791421> : tensor<f32>
// CHECK:         mhlo.abs %x
// CHECK:         mhlo.divide
// CHECK:         %[[NEG:.*]] = mhlo.negate
// CHECK-NEXT:    mhlo.exponential %[[NEG]]
// CHECK:         %[[C:.*]] = mhlo.compare LT, %x, %{{.*}}
// CHECK:         %[[SUB:.*]] = mhlo.subtract
// CHECK-NEXT:    mhlo.select %[[C]], %[[SUB]], %{{.*}}
func.func @erfc(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Erfc"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Winitzki's approximation and two of Halley's steps with erf, with the sign of x; 1 gives infinity.
// CHECK-LABEL: func.func @erfinv(
// CHECK:         mhlo.constant dense<0x7f800000> : tensor<f32>
// CHECK:         %[[ABS:.*]] = mhlo.abs %x
// CHECK:         mhlo.log_plus_one
// CHECK-NEXT:    mhlo.log_plus_one %[[ABS]]
// CHECK:         mhlo.sqrt
// CHECK:         %[[SQRT:.*]] = mhlo.sqrt
// CHECK-NEXT:    mhlo.erf %[[SQRT]]
// CHECK:         mhlo.divide
// CHECK:         mhlo.erf
// CHECK:         mhlo.compare EQ, %{{.*}}, %{{.*}}
// CHECK:         %[[C:.*]] = mhlo.compare LT, %x, %{{.*}}
// CHECK-NEXT:    %[[NEG:.*]] = mhlo.negate
// CHECK-NEXT:    mhlo.select %[[C]], %[[NEG]], %{{.*}}
func.func @erfinv(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Erfinv"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @exp(
// CHECK:         %[[EXP:.*]] = mhlo.exponential %x
// CHECK-NEXT:    func.return %[[EXP]]
func.func @exp(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Exp"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @expm1(
// CHECK:         %[[EXPM1:.*]] = mhlo.exponential_minus_one %x
// CHECK-NEXT:    func.return %[[EXPM1]]
func.func @expm1(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Expm1"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @floor(
// CHECK:         %[[FLOOR:.*]] = mhlo.floor %x
// CHECK-NEXT:    func.return %[[FLOOR]]
func.func @floor(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Floor"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @log1p(
// CHECK:         %[[LOG1P:.*]] = mhlo.log_plus_one %x
// CHECK-NEXT:    func.return %[[LOG1P]]
func.func @log1p(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Log1p"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @log(
// CHECK:         %[[LOG:.*]] = mhlo.log %x
// CHECK-NEXT:    func.return %[[LOG]]
func.func @log(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Log"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @pow(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%y, %{{.*}})
// CHECK-NEXT:    %[[POWER:.*]] = mhlo.power %x, %[[B]]
// CHECK-NEXT:    func.return %[[POWER]]
func.func @pow(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.Pow"(%x, %y) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// To the nearest, ties to even.
// CHECK-LABEL: func.func @rint(
// CHECK:         %[[ROUND_NEAREST_EVEN:.*]] = mhlo.round_nearest_even %x
// CHECK-NEXT:    func.return %[[ROUND_NEAREST_EVEN]]
func.func @rint(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Rint"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// To the nearest, ties to even.
// CHECK-LABEL: func.func @round(
// CHECK:         %[[ROUND_NEAREST_EVEN:.*]] = mhlo.round_nearest_even %x
// CHECK-NEXT:    func.return %[[ROUND_NEAREST_EVEN]]
func.func @round(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Round"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @rsqrt(
// CHECK:         %[[RSQRT:.*]] = mhlo.rsqrt %x
// CHECK-NEXT:    func.return %[[RSQRT]]
func.func @rsqrt(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Rsqrt"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// dy * y^3 / -2, y being the result of tf.Rsqrt; 0 where dy is 0.
// CHECK-LABEL: func.func @rsqrt_grad(
// CHECK:         mhlo.constant dense<-5.000000e-01> : tensor<f32>
// CHECK:         %[[MUL:.*]] = mhlo.multiply %y, %y
// CHECK-NEXT:    %[[MUL2:.*]] = mhlo.multiply %[[MUL]], %y
// CHECK:         %[[MUL3:.*]] = mhlo.multiply %[[MUL2]], %{{.*}}
// CHECK-NEXT:    %[[MUL4:.*]] = mhlo.multiply %dy_1, %[[MUL3]]
// CHECK:         %[[NONE:.*]] = mhlo.compare EQ, %dy_1, %[[ZERO:.*]] :
// CHECK-NEXT:    %[[R:.*]] = mhlo.select %[[NONE]], %[[ZERO]], %[[MUL4]]
// CHECK-NEXT:    func.return %[[R]]
func.func @rsqrt_grad(%y: tensor<?x4xf32>, %dy: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.RsqrtGrad"(%y, %dy) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @sin(
// CHECK:         %[[SIN:.*]] = mhlo.sine %x
// CHECK-NEXT:    func.return %[[SIN]]
func.func @sin(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Sin"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// (e + e / (e + 1)) / 2 of e = exp(|x|) - 1, with the sign of x.
// exp(|x| - log(2)) where that overflows.
// CHECK-LABEL: func.func @sinh(
// CHECK:         %[[ABS:.*]] = mhlo.abs %x
// CHECK-NEXT:    %[[EXPM1:.*]] = mhlo.exponential_minus_one %[[ABS]]
// CHECK:         %[[DIV:.*]] = mhlo.divide %[[EXPM1]], %{{.*}}
// CHECK-NEXT:    %[[ADD:.*]] = mhlo.add %[[EXPM1]], %[[DIV]]
// CHECK:         %[[MUL:.*]] = mhlo.multiply %[[ADD]], %{{.*}}
// CHECK:         %[[C:.*]] = mhlo.compare GT, %[[ABS]], %{{.*}}
// CHECK:         %[[EXP:.*]] = mhlo.exponential %{{.*}}
// CHECK-NEXT:    %[[SEL:.*]] = mhlo.select %[[C]], %[[EXP]], %[[MUL]]
// CHECK-NEXT:    %[[SIGN:.*]] = mhlo.sign %x
// CHECK-NEXT:    mhlo.multiply %[[SIGN]], %[[SEL]]
func.func @sinh(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Sinh"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @sqrt(
// CHECK:         %[[SQRT:.*]] = mhlo.sqrt %x
// CHECK-NEXT:    func.return %[[SQRT]]
func.func @sqrt(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Sqrt"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// dy / 2y, y being the result of tf.Sqrt; 0 where dy is 0.
// CHECK-LABEL: func.func @sqrt_grad(
// CHECK:         mhlo.constant dense<5.000000e-01> : tensor<f32>
// CHECK:         %[[DIV:.*]] = mhlo.divide %{{.*}}, %y
// CHECK-NEXT:    %[[MUL:.*]] = mhlo.multiply %dy_1, %[[DIV]]
// CHECK:         %[[NONE:.*]] = mhlo.compare EQ, %dy_1, %[[ZERO:.*]] :
// CHECK-NEXT:    %[[R:.*]] = mhlo.select %[[NONE]], %[[ZERO]], %[[MUL]]
// CHECK-NEXT:    func.return %[[R]]
func.func @sqrt_grad(%y: tensor<?x4xf32>, %dy: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.SqrtGrad"(%y, %dy) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @tan(
// CHECK:         %[[TAN:.*]] = mhlo.tan %x
// CHECK-NEXT:    func.return %[[TAN]]
func.func @tan(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Tan"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @tanh(
// CHECK:         %[[TANH:.*]] = mhlo.tanh %x
// CHECK-NEXT:    func.return %[[TANH]]
func.func @tanh(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Tanh"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// dy * (1 - y^2), y being the result of tf.Tanh.
// CHECK-LABEL: func.func @tanh_grad(
// CHECK:         mhlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK:         %[[MUL:.*]] = mhlo.multiply %y, %y
// CHECK-NEXT:    %[[SUB:.*]] = mhlo.subtract %{{.*}}, %[[MUL]]
// CHECK-NEXT:    mhlo.multiply %dy_1, %[[SUB]]
func.func @tanh_grad(%y: tensor<?x4xf32>, %dy: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.TanhGrad"(%y, %dy) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// x / y, and 0 where x is 0.
// CHECK-LABEL: func.func @xdivy(
// CHECK:         mhlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%y, %{{.*}})
// CHECK:         %[[C:.*]] = mhlo.compare EQ, %x, %{{.*}}
// CHECK:         %[[DIV:.*]] = mhlo.divide %x, %[[B]]
// CHECK-NEXT:    mhlo.select %[[C]], %{{.*}}, %[[DIV]]
func.func @xdivy(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.Xdivy"(%x, %y) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// x * log(y), and 0 where x is 0.
// CHECK-LABEL: func.func @xlogy(
// CHECK:         mhlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%y, %{{.*}})
// CHECK:         %[[C:.*]] = mhlo.compare EQ, %x, %{{.*}}
// CHECK:         %[[LOG:.*]] = mhlo.log %[[B]]
// CHECK-NEXT:    %[[MUL:.*]] = mhlo.multiply %x, %[[LOG]]
// CHECK-NEXT:    mhlo.select %[[C]], %{{.*}}, %[[MUL]]
func.func @xlogy(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.Xlogy"(%x, %y) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @complex(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%im, %{{.*}})
// CHECK-NEXT:    %[[COMPLEX:.*]] = mhlo.complex %re, %[[B]]
// CHECK-NEXT:    func.return %[[COMPLEX]]
func.func @complex(%re: tensor<?x4xf32>, %im: tensor<f32>) -> tensor<*xcomplex<f32>> {
  %r = "tf.Complex"(%re, %im) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xcomplex<f32>>
  func.return %r : tensor<*xcomplex<f32>>
}

// -----

// CHECK-LABEL: func.func @complex_abs(
// CHECK:         %[[ABS:.*]] = mhlo.abs %x
// CHECK-NEXT:    func.return %[[ABS]]
func.func @complex_abs(%x: tensor<?xcomplex<f32>>) -> tensor<*xf32> {
  %r = "tf.ComplexAbs"(%x) : (tensor<?xcomplex<f32>>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @conj(
// CHECK:         %[[IMAG:.*]] = mhlo.imag %x : {{.*}} -> tensor<?xf32, [@S0]>
// CHECK-NEXT:    %[[NEG:.*]] = mhlo.negate %[[IMAG]]
// CHECK-NEXT:    %[[REAL:.*]] = mhlo.real %x : {{.*}} -> tensor<?xf32, [@S0]>
// CHECK-NEXT:    mhlo.complex %[[REAL]], %[[NEG]]
func.func @conj(%x: tensor<?xcomplex<f32>>) -> tensor<*xcomplex<f32>> {
  %r = "tf.Conj"(%x) : (tensor<?xcomplex<f32>>) -> tensor<*xcomplex<f32>>
  func.return %r : tensor<*xcomplex<f32>>
}

// -----

// CHECK-LABEL: func.func @imag(
// CHECK:         %[[IMAG:.*]] = mhlo.imag %x : {{.*}} -> tensor<?xf32, [@S0]>
// CHECK-NEXT:    func.return %[[IMAG]]
func.func @imag(%x: tensor<?xcomplex<f32>>) -> tensor<*xf32> {
  %r = "tf.Imag"(%x) : (tensor<?xcomplex<f32>>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @real(
// CHECK:         %[[REAL:.*]] = mhlo.real %x : {{.*}} -> tensor<?xf32, [@S0]>
// CHECK-NEXT:    func.return %[[REAL]]
func.func @real(%x: tensor<?xcomplex<f32>>) -> tensor<*xf32> {
  %r = "tf.Real"(%x) : (tensor<?xcomplex<f32>>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// 0 wherever the first factor is.
// CHECK-LABEL: func.func @xlog1py(
// CHECK:         mhlo.log_plus_one %{{.*}} : tensor<?x4xf32, [@S0, 4]>
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<?x4xi1, [@S0, 4]>, tensor<?x4xf32, [@S0, 4]>
func.func @xlog1py(%x: tensor<?x4xf32>, %y: tensor<4xf32>) -> tensor<*xf32> {
  %r = "tf.Xlog1py"(%x, %y) : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @angle(
// CHECK:         mhlo.imag %x : (tensor<?xcomplex<f32>, [@S0]>) -> tensor<?xf32, [@S0]>
// CHECK:         mhlo.real %x : (tensor<?xcomplex<f32>, [@S0]>) -> tensor<?xf32, [@S0]>
// CHECK:         mhlo.atan2 %{{.*}}, %{{.*}} : tensor<?xf32, [@S0]>
func.func @angle(%x: tensor<?xcomplex<f32>>) -> tensor<*xf32> {
  %r = "tf.Angle"(%x) : (tensor<?xcomplex<f32>>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @reciprocal_grad(
// CHECK:         mhlo.multiply %y, %y : tensor<?x4xf32, [@S0, 4]>
// CHECK:         mhlo.negate %{{.*}} : tensor<?x4xf32, [@S0, 4]>
// CHECK:         mhlo.multiply %dy_1, %{{.*}} : tensor<?x4xf32, [@S0, 4]>
func.func @reciprocal_grad(%y: tensor<?x4xf32>, %dy: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.ReciprocalGrad"(%y, %dy) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @inv_grad(
// CHECK:         mhlo.multiply %y, %y : tensor<?x4xf32, [@S0, 4]>
// CHECK:         mhlo.negate %{{.*}} : tensor<?x4xf32, [@S0, 4]>
// CHECK:         mhlo.multiply %dy_1, %{{.*}} : tensor<?x4xf32, [@S0, 4]>
func.func @inv_grad(%y: tensor<?x4xf32>, %dy: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.InvGrad"(%y, %dy) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
