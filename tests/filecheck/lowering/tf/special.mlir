// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// The scaled function times exp(|x|).
// CHECK-LABEL: func.func @bessel_i0(
// CHECK:         %[[CONVERT:.*]] = mhlo.convert %x
// CHECK-NEXT:    %[[ABS:.*]] = mhlo.abs %[[CONVERT]]
// CHECK:         mhlo.minimum %[[ABS]], %{{.*}}
// CHECK:         mhlo.exponential %{{.*}}
// CHECK:         mhlo.sqrt %{{.*}}
// CHECK:         %[[COMPARE:.*]] = mhlo.compare GT, %[[ABS]], %{{.*}}
// CHECK-NEXT:    mhlo.select %[[COMPARE]], %{{.*}}, %{{.*}}
// CHECK:         mhlo.exponential %{{.*}}
// CHECK:         mhlo.convert %{{.*}}
func.func @bessel_i0(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.BesselI0"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// A power series up to 15, one of 1 / x over sqrt(x) beyond.
// CHECK-LABEL: func.func @bessel_i0e(
// CHECK:         %[[CONVERT:.*]] = mhlo.convert %x
// CHECK-NEXT:    %[[ABS:.*]] = mhlo.abs %[[CONVERT]]
// CHECK:         mhlo.minimum %[[ABS]], %{{.*}}
// CHECK:         mhlo.maximum %[[ABS]], %{{.*}}
// CHECK:         mhlo.sqrt %{{.*}}
// CHECK:         %[[COMPARE:.*]] = mhlo.compare GT, %[[ABS]], %{{.*}}
// CHECK-NEXT:    %[[SELECT:.*]] = mhlo.select %[[COMPARE]], %{{.*}}, %{{.*}}
// CHECK-NEXT:    mhlo.convert %[[SELECT]]
func.func @bessel_i0e(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.BesselI0e"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @bessel_i1(
// CHECK:         %[[CONVERT:.*]] = mhlo.convert %x
// CHECK-NEXT:    %[[ABS:.*]] = mhlo.abs %[[CONVERT]]
// CHECK:         %[[COMPARE:.*]] = mhlo.compare GT, %[[ABS]], %{{.*}}
// CHECK-NEXT:    mhlo.select %[[COMPARE]], %{{.*}}, %{{.*}}
// CHECK:         mhlo.exponential %{{.*}}
// CHECK:         mhlo.convert %{{.*}}
func.func @bessel_i1(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.BesselI1"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// With the sign of x.
// CHECK-LABEL: func.func @bessel_i1e(
// CHECK:         %[[CONVERT:.*]] = mhlo.convert %x
// CHECK-NEXT:    %[[ABS:.*]] = mhlo.abs %[[CONVERT]]
// CHECK:         %[[COMPARE:.*]] = mhlo.compare GT, %[[ABS]], %{{.*}}
// CHECK-NEXT:    %[[SELECT:.*]] = mhlo.select %[[COMPARE]], %{{.*}}, %{{.*}}
// CHECK:         %[[COMPARE2:.*]] = mhlo.compare LT, %[[CONVERT]], %{{.*}}
// CHECK-NEXT:    %[[NEGATE:.*]] = mhlo.negate %[[SELECT]]
// CHECK-NEXT:    %[[SELECT2:.*]] = mhlo.select %[[COMPARE2]], %[[NEGATE]], %[[SELECT]]
// CHECK-NEXT:    mhlo.convert %[[SELECT2]]
func.func @bessel_i1e(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.BesselI1e"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// A power series up to 15, waves over sqrt(x) beyond.
// CHECK-LABEL: func.func @bessel_j0(
// CHECK:         %[[CONVERT:.*]] = mhlo.convert %x
// CHECK-NEXT:    %[[ABS:.*]] = mhlo.abs %[[CONVERT]]
// CHECK:         %[[COMPARE:.*]] = mhlo.compare GT, %[[ABS]], %{{.*}}
// CHECK:         mhlo.cosine %{{.*}}
// CHECK-NEXT:    mhlo.sine %{{.*}}
// CHECK:         %[[SELECT:.*]] = mhlo.select %[[COMPARE]], %{{.*}}, %{{.*}}
// CHECK-NEXT:    mhlo.convert %[[SELECT]]
func.func @bessel_j0(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.BesselJ0"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @bessel_j1(
// CHECK:         %[[CONVERT:.*]] = mhlo.convert %x
// CHECK-NEXT:    %[[ABS:.*]] = mhlo.abs %[[CONVERT]]
// CHECK:         %[[COMPARE:.*]] = mhlo.compare GT, %[[ABS]], %{{.*}}
// CHECK:         mhlo.cosine %{{.*}}
// CHECK:         %[[SELECT:.*]] = mhlo.select %[[COMPARE]], %{{.*}}, %{{.*}}
// CHECK:         %[[COMPARE2:.*]] = mhlo.compare LT, %[[CONVERT]], %{{.*}}
// CHECK-NEXT:    %[[NEGATE:.*]] = mhlo.negate %[[SELECT]]
// CHECK-NEXT:    mhlo.select %[[COMPARE2]], %[[NEGATE]], %[[SELECT]]
func.func @bessel_j1(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.BesselJ1"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @bessel_k0(
// CHECK:         %[[CONVERT:.*]] = mhlo.convert %x
// CHECK:         mhlo.log %{{.*}}
// CHECK:         mhlo.sqrt %{{.*}}
// CHECK:         mhlo.compare GT, %[[CONVERT]], %{{.*}}
// CHECK:         %[[COMPARE:.*]] = mhlo.compare LE, %[[CONVERT]], %{{.*}}
// CHECK:         mhlo.select %[[COMPARE]], %{{.*}}, %{{.*}}
// CHECK-NEXT:    mhlo.abs %[[CONVERT]]
// CHECK:         mhlo.exponential %{{.*}}
// CHECK:         mhlo.convert %{{.*}}
func.func @bessel_k0(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.BesselK0"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Infinite at and below 0.
// CHECK-LABEL: func.func @bessel_k0e(
// CHECK:         %[[CONVERT:.*]] = mhlo.convert %x
// CHECK:         mhlo.log %{{.*}}
// CHECK:         mhlo.sqrt %{{.*}}
// CHECK:         mhlo.compare GT, %[[CONVERT]], %{{.*}}
// CHECK:         %[[COMPARE:.*]] = mhlo.compare LE, %[[CONVERT]], %{{.*}}
// CHECK:         %[[SELECT:.*]] = mhlo.select %[[COMPARE]], %{{.*}}, %{{.*}}
// CHECK-NEXT:    mhlo.convert %[[SELECT]]
func.func @bessel_k0e(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.BesselK0e"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @bessel_k1(
// CHECK:         %[[CONVERT:.*]] = mhlo.convert %x
// CHECK:         mhlo.log %{{.*}}
// CHECK:         mhlo.sqrt %{{.*}}
// CHECK:         mhlo.compare GT, %[[CONVERT]], %{{.*}}
// CHECK:         %[[COMPARE:.*]] = mhlo.compare LE, %[[CONVERT]], %{{.*}}
// CHECK:         mhlo.select %[[COMPARE]], %{{.*}}, %{{.*}}
// CHECK-NEXT:    mhlo.abs %[[CONVERT]]
// CHECK:         mhlo.exponential %{{.*}}
// CHECK:         mhlo.convert %{{.*}}
func.func @bessel_k1(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.BesselK1"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @bessel_k1e(
// CHECK:         %[[CONVERT:.*]] = mhlo.convert %x
// CHECK:         mhlo.log %{{.*}}
// CHECK:         mhlo.sqrt %{{.*}}
// CHECK:         mhlo.compare GT, %[[CONVERT]], %{{.*}}
// CHECK:         %[[COMPARE:.*]] = mhlo.compare LE, %[[CONVERT]], %{{.*}}
// CHECK:         %[[SELECT:.*]] = mhlo.select %[[COMPARE]], %{{.*}}, %{{.*}}
// CHECK-NEXT:    mhlo.convert %[[SELECT]]
func.func @bessel_k1e(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.BesselK1e"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @bessel_y0(
// CHECK:         %[[CONVERT:.*]] = mhlo.convert %x
// CHECK:         mhlo.log %{{.*}}
// CHECK:         mhlo.compare GT, %[[CONVERT]], %{{.*}}
// CHECK:         mhlo.cosine %{{.*}}
// CHECK-NEXT:    mhlo.sine %{{.*}}
// CHECK:         %[[COMPARE:.*]] = mhlo.compare LE, %[[CONVERT]], %{{.*}}
// CHECK:         %[[SELECT:.*]] = mhlo.select %[[COMPARE]], %{{.*}}, %{{.*}}
// CHECK-NEXT:    mhlo.convert %[[SELECT]]
func.func @bessel_y0(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.BesselY0"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @bessel_y1(
// CHECK:         %[[CONVERT:.*]] = mhlo.convert %x
// CHECK:         mhlo.log %{{.*}}
// CHECK:         mhlo.compare GT, %[[CONVERT]], %{{.*}}
// CHECK:         mhlo.cosine %{{.*}}
// CHECK-NEXT:    mhlo.sine %{{.*}}
// CHECK:         %[[COMPARE:.*]] = mhlo.compare LE, %[[CONVERT]], %{{.*}}
// CHECK:         %[[SELECT:.*]] = mhlo.select %[[COMPARE]], %{{.*}}, %{{.*}}
// CHECK-NEXT:    mhlo.convert %[[SELECT]]
func.func @bessel_y1(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.BesselY1"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// A continued fraction, in a loop until no element changes.
// CHECK-LABEL: func.func @betainc(
// CHECK:         "mhlo.dynamic_broadcast_in_dim"(%a, %{{.*}}) <{broadcast_dimensions = dense<> : tensor<0xi64>}>
// CHECK:         %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} = mhlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}})
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.or across dimensions = [0]
// CHECK:         mhlo.or %{{.*}}, %{{.*}}
// CHECK:         %[[SELECT:.*]] = mhlo.select %{{.*}}, %{{.*}}, %{{.*}}
// CHECK-NEXT:    mhlo.convert %[[SELECT]]
func.func @betainc(%a: tensor<f32>, %b: tensor<?xf32>, %x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Betainc"(%a, %b, %x) : (tensor<f32>, tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// A series of 1 / (x + 10); mirrored at and below 0.
// CHECK-LABEL: func.func @digamma(
// CHECK:         %[[CONVERT:.*]] = mhlo.convert %x
// CHECK:         %[[COMPARE:.*]] = mhlo.compare LE, %[[CONVERT]], %{{.*}}
// CHECK:         mhlo.select %[[COMPARE]], %{{.*}}, %[[CONVERT]]
// CHECK:         mhlo.log %{{.*}}
// CHECK:         mhlo.floor %[[CONVERT]]
// CHECK:         mhlo.tan %{{.*}}
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %{{.*}}
// CHECK:         mhlo.convert %{{.*}}
func.func @digamma(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Digamma"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// A series and a continued fraction, each in a loop until no element changes.
// CHECK-LABEL: func.func @igamma(
// CHECK:         %{{.*}}, %{{.*}}, %{{.*}} = mhlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}})
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.or across dimensions = [0, 1]
// CHECK:         %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} = mhlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}})
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.or across dimensions = [0, 1]
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %{{.*}}
// CHECK:         mhlo.convert %{{.*}}
func.func @igamma(%a: tensor<?x1xf32>, %x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Igamma"(%a, %x) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @igammac(
// CHECK:         %{{.*}}, %{{.*}}, %{{.*}} = mhlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}})
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.or across dimensions = [0, 1]
// CHECK:         %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} = mhlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}})
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.or across dimensions = [0, 1]
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %{{.*}}
// CHECK:         mhlo.convert %{{.*}}
func.func @igammac(%a: tensor<?x1xf32>, %x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Igammac"(%a, %x) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// A series of 1 / (x + 10) less the logarithm of the factors between; mirrored below 1/2.
// CHECK-LABEL: func.func @lgamma(
// CHECK:         %[[CONVERT:.*]] = mhlo.convert %x
// CHECK:         %[[COMPARE:.*]] = mhlo.compare LT, %[[CONVERT]], %{{.*}}
// CHECK:         mhlo.select %[[COMPARE]], %{{.*}}, %[[CONVERT]]
// CHECK:         mhlo.log %{{.*}}
// CHECK:         mhlo.sine %{{.*}}
// CHECK:         mhlo.log %{{.*}}
// CHECK:         mhlo.select %[[COMPARE]], %{{.*}}, %{{.*}}
// CHECK:         mhlo.convert %{{.*}}
func.func @lgamma(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Lgamma"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The inverse of erfc for the nearer tail.
// CHECK-LABEL: func.func @ndtri(
// CHECK:         %[[CONVERT:.*]] = mhlo.convert %x
// CHECK:         mhlo.minimum %[[CONVERT]], %{{.*}}
// CHECK:         mhlo.erf %{{.*}}
// CHECK:         mhlo.compare LT, %{{.*}}, %{{.*}}
// CHECK:         mhlo.negate %{{.*}}
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %{{.*}}
// CHECK:         mhlo.convert %{{.*}}
func.func @ndtri(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Ndtri"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// n! * zeta(n + 1, x) with alternating signs; digamma for n = 0.
// CHECK-LABEL: func.func @polygamma(
// CHECK:         mhlo.power %{{.*}}, %{{.*}}
// CHECK:         mhlo.exponential %{{.*}}
// CHECK:         %{{.*}}, %{{.*}} = mhlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}})
// CHECK:         mhlo.compare EQ, %{{.*}}, %{{.*}}
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %{{.*}}
// CHECK:         mhlo.convert %{{.*}}
func.func @polygamma(%a: tensor<?x1xf32>, %x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Polygamma"(%a, %x) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Terms in a loop, then the series of Euler and Maclaurin.
// CHECK-LABEL: func.func @zeta(
// CHECK:         %{{.*}}, %{{.*}} = mhlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}})
// CHECK:         mhlo.compare LT, %{{.*}}, %{{.*}}
// CHECK:         mhlo.power %{{.*}}, %{{.*}}
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %{{.*}}
// CHECK:         mhlo.power %{{.*}}, %{{.*}}
// CHECK:         mhlo.convert %{{.*}}
func.func @zeta(%a: tensor<?x1xf32>, %x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Zeta"(%a, %x) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// A series near 0, an asymptotic one far from it, both in one loop.
// CHECK-LABEL: func.func @expint(
// CHECK:         %[[CONVERT:.*]] = mhlo.convert %x
// CHECK:         %[[NEAR:.*]] = mhlo.compare LE, %[[CONVERT]], %{{.*}}
// CHECK:         mhlo.while
// CHECK:         mhlo.log %[[CONVERT]]
// CHECK:         mhlo.exponential %[[CONVERT]]
// CHECK:         mhlo.select %[[NEAR]], %{{.*}}, %{{.*}}
func.func @expint(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Expint"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The series is used between 1/2 and 1.
// CHECK-LABEL: func.func @spence(
// CHECK:         %[[CONVERT:.*]] = mhlo.convert %x
// CHECK:         %[[ABOVE:.*]] = mhlo.compare GT, %[[CONVERT]], %{{.*}}
// CHECK:         %[[BELOW:.*]] = mhlo.compare LT, %{{.*}}, %{{.*}}
// CHECK:         mhlo.log %{{.*}}
// CHECK:         mhlo.select %[[BELOW]], %{{.*}}, %{{.*}}
// CHECK:         mhlo.select %[[ABOVE]], %{{.*}}, %{{.*}}
func.func @spence(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Spence"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @dawsn(
// CHECK:         mhlo.multiply %{{.*}}, %{{.*}} : tensor<?x?xf64, [@S0, @S1]>
// CHECK:         mhlo.floor %{{.*}} : tensor<?x?xf64, [@S0, @S1]>
// CHECK:         mhlo.exponential %{{.*}} : tensor<?x?xf64, [@S0, @S1]>
// CHECK:         mhlo.divide %{{.*}}, %{{.*}} : tensor<?x?xf64, [@S0, @S1]>
// CHECK:         mhlo.exponential %{{.*}} : tensor<?x?xf64, [@S0, @S1]>
// CHECK:         mhlo.divide %{{.*}}, %{{.*}} : tensor<?x?xf64, [@S0, @S1]>
func.func @dawsn(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.Dawsn"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @next_after(
// CHECK:         mhlo.bitcast_convert %{{.*}} : (tensor<?x?xf32, [@S4, @S5]>) -> tensor<?x?xi32, [@S4, @S5]>
// CHECK:         mhlo.compare GT, %{{.*}}, %{{.*}} : (tensor<?x?xf32, [@S4, @S5]>, tensor<?x?xf32, [@S4, @S5]>) -> tensor<?x?xi1, [@S4, @S5]>
// CHECK:         mhlo.compare GT, %{{.*}}, %{{.*}} : (tensor<?x?xf32, [@S4, @S5]>, tensor<?x?xf32, [@S4, @S5]>) -> tensor<?x?xi1, [@S4, @S5]>
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<?x?xi1, [@S4, @S5]>, tensor<?x?xi32, [@S4, @S5]>
// CHECK:         mhlo.bitcast_convert %{{.*}} : (tensor<?x?xi32, [@S4, @S5]>) -> tensor<?x?xf32, [@S4, @S5]>
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<?x?xi1, [@S4, @S5]>, tensor<?x?xi32, [@S4, @S5]>
func.func @next_after(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.NextAfter"(%x, %y) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @fresnel_cos(
// CHECK:         mhlo.divide %{{.*}}, %{{.*}} : tensor<?x?xf64, [@S0, @S1]>
// CHECK:         mhlo.while({{.*}}) : tensor<?x?xf64, [@S0, @S1]>, tensor<?x?xf64, [@S0, @S1]>, tensor<?x?xf64, [@S0, @S1]> cond
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.or across dimensions = [0, 1] : (tensor<?x?xi1, [@S0, @S1]>, tensor<i1>) -> tensor<i1>
// CHECK:         mhlo.divide %{{.*}}, %{{.*}} : tensor<?x?xf64, [@S0, @S1]>
// CHECK:         mhlo.while({{.*}}) : tensor<?x?xf64, [@S0, @S1]>, tensor<?x?xf64, [@S0, @S1]>, tensor<?x?xf64, [@S0, @S1]> cond
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.or across dimensions = [0, 1] : (tensor<?x?xi1, [@S0, @S1]>, tensor<i1>) -> tensor<i1>
func.func @fresnel_cos(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.FresnelCos"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @fresnel_sin(
// CHECK:         mhlo.divide %{{.*}}, %{{.*}} : tensor<?x?xf64, [@S0, @S1]>
// CHECK:         mhlo.while({{.*}}) : tensor<?x?xf64, [@S0, @S1]>, tensor<?x?xf64, [@S0, @S1]>, tensor<?x?xf64, [@S0, @S1]> cond
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.or across dimensions = [0, 1] : (tensor<?x?xi1, [@S0, @S1]>, tensor<i1>) -> tensor<i1>
// CHECK:         mhlo.divide %{{.*}}, %{{.*}} : tensor<?x?xf64, [@S0, @S1]>
// CHECK:         mhlo.while({{.*}}) : tensor<?x?xf64, [@S0, @S1]>, tensor<?x?xf64, [@S0, @S1]>, tensor<?x?xf64, [@S0, @S1]> cond
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.or across dimensions = [0, 1] : (tensor<?x?xi1, [@S0, @S1]>, tensor<i1>) -> tensor<i1>
func.func @fresnel_sin(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.FresnelSin"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// A series and a continued fraction with their derivatives, each in a loop until no element changes.
// CHECK-LABEL: func.func @igamma_grad_a(
// CHECK:         mhlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}})
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.or across dimensions = [0, 1]
// CHECK:         mhlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}})
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.or across dimensions = [0, 1]
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %{{.*}}
// CHECK:         mhlo.convert %{{.*}}
func.func @igamma_grad_a(%a: tensor<?x1xf32>, %x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.IgammaGradA"(%a, %x) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// A series and a continued fraction with their derivatives, each in a loop until no element changes.
// CHECK-LABEL: func.func @random_gamma_grad(
// CHECK:         mhlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}})
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.or across dimensions = [0, 1]
// CHECK:         mhlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}})
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.or across dimensions = [0, 1]
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %{{.*}}
// CHECK:         mhlo.convert %{{.*}}
func.func @random_gamma_grad(%a: tensor<?x1xf32>, %x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.RandomGammaGrad"(%a, %x) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
