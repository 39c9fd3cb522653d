// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

func.func @bessel_i0(%a0: tensor<?xf32>) {
  %0 = "tf.BesselI0"(%a0) : (tensor<?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @bessel_i0(
// CHECK: "tf.BesselI0"(%{{[a-z0-9]+}}) : (tensor<?xf32>) -> tensor<*xf32>

func.func @bessel_i0e(%a0: tensor<?xf32>) {
  %0 = "tf.BesselI0e"(%a0) : (tensor<?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @bessel_i0e(
// CHECK: "tf.BesselI0e"(%{{[a-z0-9]+}}) : (tensor<?xf32>) -> tensor<*xf32>

func.func @bessel_i1(%a0: tensor<?xf32>) {
  %0 = "tf.BesselI1"(%a0) : (tensor<?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @bessel_i1(
// CHECK: "tf.BesselI1"(%{{[a-z0-9]+}}) : (tensor<?xf32>) -> tensor<*xf32>

func.func @bessel_i1e(%a0: tensor<?xf32>) {
  %0 = "tf.BesselI1e"(%a0) : (tensor<?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @bessel_i1e(
// CHECK: "tf.BesselI1e"(%{{[a-z0-9]+}}) : (tensor<?xf32>) -> tensor<*xf32>

func.func @bessel_j0(%a0: tensor<?xf32>) {
  %0 = "tf.BesselJ0"(%a0) : (tensor<?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @bessel_j0(
// CHECK: "tf.BesselJ0"(%{{[a-z0-9]+}}) : (tensor<?xf32>) -> tensor<*xf32>

func.func @bessel_j1(%a0: tensor<?xf32>) {
  %0 = "tf.BesselJ1"(%a0) : (tensor<?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @bessel_j1(
// CHECK: "tf.BesselJ1"(%{{[a-z0-9]+}}) : (tensor<?xf32>) -> tensor<*xf32>

func.func @bessel_k0(%a0: tensor<?xf32>) {
  %0 = "tf.BesselK0"(%a0) : (tensor<?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @bessel_k0(
// CHECK: "tf.BesselK0"(%{{[a-z0-9]+}}) : (tensor<?xf32>) -> tensor<*xf32>

func.func @bessel_k0e(%a0: tensor<?xf32>) {
  %0 = "tf.BesselK0e"(%a0) : (tensor<?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @bessel_k0e(
// CHECK: "tf.BesselK0e"(%{{[a-z0-9]+}}) : (tensor<?xf32>) -> tensor<*xf32>

func.func @bessel_k1(%a0: tensor<?xf32>) {
  %0 = "tf.BesselK1"(%a0) : (tensor<?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @bessel_k1(
// CHECK: "tf.BesselK1"(%{{[a-z0-9]+}}) : (tensor<?xf32>) -> tensor<*xf32>

func.func @bessel_k1e(%a0: tensor<?xf32>) {
  %0 = "tf.BesselK1e"(%a0) : (tensor<?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @bessel_k1e(
// CHECK: "tf.BesselK1e"(%{{[a-z0-9]+}}) : (tensor<?xf32>) -> tensor<*xf32>

func.func @bessel_y0(%a0: tensor<?xf32>) {
  %0 = "tf.BesselY0"(%a0) : (tensor<?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @bessel_y0(
// CHECK: "tf.BesselY0"(%{{[a-z0-9]+}}) : (tensor<?xf32>) -> tensor<*xf32>

func.func @bessel_y1(%a0: tensor<?xf32>) {
  %0 = "tf.BesselY1"(%a0) : (tensor<?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @bessel_y1(
// CHECK: "tf.BesselY1"(%{{[a-z0-9]+}}) : (tensor<?xf32>) -> tensor<*xf32>

func.func @betainc(%a0: tensor<f32>, %a1: tensor<?xf32>, %a2: tensor<?xf32>) {
  %0 = "tf.Betainc"(%a0, %a1, %a2) : (tensor<f32>, tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @betainc(
// CHECK: "tf.Betainc"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<f32>, tensor<?xf32>, tensor<?xf32>) -> tensor<*xf32>

func.func @digamma(%a0: tensor<?xf32>) {
  %0 = "tf.Digamma"(%a0) : (tensor<?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @digamma(
// CHECK: "tf.Digamma"(%{{[a-z0-9]+}}) : (tensor<?xf32>) -> tensor<*xf32>

func.func @igamma(%a0: tensor<?x1xf32>, %a1: tensor<?xf32>) {
  %0 = "tf.Igamma"(%a0, %a1) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @igamma(
// CHECK: "tf.Igamma"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<*xf32>

func.func @igammac(%a0: tensor<?x1xf32>, %a1: tensor<?xf32>) {
  %0 = "tf.Igammac"(%a0, %a1) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @igammac(
// CHECK: "tf.Igammac"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<*xf32>

func.func @lgamma(%a0: tensor<?xf32>) {
  %0 = "tf.Lgamma"(%a0) : (tensor<?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @lgamma(
// CHECK: "tf.Lgamma"(%{{[a-z0-9]+}}) : (tensor<?xf32>) -> tensor<*xf32>

func.func @ndtri(%a0: tensor<?xf32>) {
  %0 = "tf.Ndtri"(%a0) : (tensor<?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @ndtri(
// CHECK: "tf.Ndtri"(%{{[a-z0-9]+}}) : (tensor<?xf32>) -> tensor<*xf32>

func.func @polygamma(%a0: tensor<?x1xf32>, %a1: tensor<?xf32>) {
  %0 = "tf.Polygamma"(%a0, %a1) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @polygamma(
// CHECK: "tf.Polygamma"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<*xf32>

func.func @zeta(%a0: tensor<?x1xf32>, %a1: tensor<?xf32>) {
  %0 = "tf.Zeta"(%a0, %a1) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @zeta(
// CHECK: "tf.Zeta"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<*xf32>

func.func @expint(%a0: tensor<?xf32>) {
  %0 = "tf.Expint"(%a0) : (tensor<?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @expint(
// CHECK: "tf.Expint"(%{{[a-z0-9]+}}) : (tensor<?xf32>) -> tensor<*xf32>

func.func @spence(%a0: tensor<?xf32>) {
  %0 = "tf.Spence"(%a0) : (tensor<?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @spence(
// CHECK: "tf.Spence"(%{{[a-z0-9]+}}) : (tensor<?xf32>) -> tensor<*xf32>

func.func @dawsn(%a0: tensor<?x?xf32>) {
  %0 = "tf.Dawsn"(%a0) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @dawsn(
// CHECK: "tf.Dawsn"(%{{[a-z0-9]+}}) : (tensor<?x?xf32>) -> tensor<*xf32>

func.func @next_after(%a0: tensor<?x?xf32>, %a1: tensor<?x?xf32>) {
  %0 = "tf.NextAfter"(%a0, %a1) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @next_after(
// CHECK: "tf.NextAfter"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<*xf32>

func.func @fresnel_cos(%a0: tensor<?x?xf32>) {
  %0 = "tf.FresnelCos"(%a0) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @fresnel_cos(
// CHECK: "tf.FresnelCos"(%{{[a-z0-9]+}}) : (tensor<?x?xf32>) -> tensor<*xf32>

func.func @fresnel_sin(%a0: tensor<?x?xf32>) {
  %0 = "tf.FresnelSin"(%a0) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @fresnel_sin(
// CHECK: "tf.FresnelSin"(%{{[a-z0-9]+}}) : (tensor<?x?xf32>) -> tensor<*xf32>

func.func @igamma_grad_a(%a0: tensor<?x1xf32>, %a1: tensor<?xf32>) {
  %0 = "tf.IgammaGradA"(%a0, %a1) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @igamma_grad_a(
// CHECK: "tf.IgammaGradA"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<*xf32>

func.func @random_gamma_grad(%a0: tensor<?x1xf32>, %a1: tensor<?xf32>) {
  %0 = "tf.RandomGammaGrad"(%a0, %a1) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @random_gamma_grad(
// CHECK: "tf.RandomGammaGrad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<*xf32>
