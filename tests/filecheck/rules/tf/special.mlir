// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       func.func @bessel_i0(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @bessel_i0(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.BesselI0"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @bessel_i0e(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @bessel_i0e(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.BesselI0e"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @bessel_i1(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @bessel_i1(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.BesselI1"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @bessel_i1e(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @bessel_i1e(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.BesselI1e"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @bessel_j0(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @bessel_j0(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.BesselJ0"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @bessel_j1(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @bessel_j1(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.BesselJ1"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @bessel_k0(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @bessel_k0(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.BesselK0"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @bessel_k0e(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @bessel_k0e(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.BesselK0e"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @bessel_k1(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @bessel_k1(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.BesselK1"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @bessel_k1e(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @bessel_k1e(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.BesselK1e"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @bessel_y0(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @bessel_y0(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.BesselY0"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @bessel_y1(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @bessel_y1(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.BesselY1"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.Betainc at {{.*}}: the operands: sizes S0 and S1 must agree"}
// CHECK:       func.func @betainc(%a: tensor<f32>, %b: tensor<?xf32, [@S0]>, %x: tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S0]>
func.func @betainc(%a: tensor<f32>, %b: tensor<?xf32>, %x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Betainc"(%a, %b, %x) : (tensor<f32>, tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @digamma(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @digamma(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Digamma"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @igamma(%a: tensor<?x1xf32, [@S0, 1]>, %x: tensor<?xf32, [@S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @igamma(%a: tensor<?x1xf32>, %x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Igamma"(%a, %x) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @igammac(%a: tensor<?x1xf32, [@S0, 1]>, %x: tensor<?xf32, [@S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @igammac(%a: tensor<?x1xf32>, %x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Igammac"(%a, %x) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @lgamma(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @lgamma(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Lgamma"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @ndtri(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @ndtri(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Ndtri"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @polygamma(%a: tensor<?x1xf32, [@S0, 1]>, %x: tensor<?xf32, [@S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @polygamma(%a: tensor<?x1xf32>, %x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Polygamma"(%a, %x) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @zeta(%a: tensor<?x1xf32, [@S0, 1]>, %x: tensor<?xf32, [@S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @zeta(%a: tensor<?x1xf32>, %x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Zeta"(%a, %x) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @expint(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @expint(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Expint"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @spence(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @spence(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Spence"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @dawsn(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @dawsn(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.Dawsn"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.broadcastable assert {{.*}} {why = "tf.NextAfter at {{.*}}: sizes S0 and S2 must be equal or one of them 1"}
// CHECK:       sdim.broadcastable assert {{.*}} {why = "tf.NextAfter at {{.*}}: sizes S1 and S3 must be equal or one of them 1"}
// CHECK:       func.func @next_after(%x: tensor<?x?xf32, [@S0, @S1]>, %y: tensor<?x?xf32, [@S2, @S3]>) -> tensor<?x?xf32, [@S4, @S5]>
func.func @next_after(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.NextAfter"(%x, %y) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @fresnel_cos(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @fresnel_cos(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.FresnelCos"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @fresnel_sin(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @fresnel_sin(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.FresnelSin"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @igamma_grad_a(%a: tensor<?x1xf32, [@S0, 1]>, %x: tensor<?xf32, [@S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @igamma_grad_a(%a: tensor<?x1xf32>, %x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.IgammaGradA"(%a, %x) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @random_gamma_grad(%a: tensor<?x1xf32, [@S0, 1]>, %x: tensor<?xf32, [@S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @random_gamma_grad(%a: tensor<?x1xf32>, %x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.RandomGammaGrad"(%a, %x) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
