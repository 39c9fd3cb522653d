// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

// Reductions, scans, positions of extremes.

func.func @sum(%a0: tensor<?x4x5xf32>) {
  %c1 = "tf.Const"() <{value = dense<[0, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Sum"(%a0, %c1) <{keep_dims = false}> : (tensor<?x4x5xf32>, tensor<2xi32>) -> tensor<4xf32>
  func.return
}
// CHECK-LABEL: func.func @sum(
// CHECK: "tf.Sum"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{keep_dims = false}> : (tensor<?x4x5xf32>, tensor<2xi32>) -> tensor<4xf32>

func.func @mean(%a0: tensor<?x4x5xf32>) {
  %c1 = "tf.Const"() <{value = dense<[0, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Mean"(%a0, %c1) <{keep_dims = false}> : (tensor<?x4x5xf32>, tensor<2xi32>) -> tensor<4xf32>
  func.return
}
// CHECK-LABEL: func.func @mean(
// CHECK: "tf.Mean"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{keep_dims = false}> : (tensor<?x4x5xf32>, tensor<2xi32>) -> tensor<4xf32>

func.func @prod(%a0: tensor<?x4x5xf32>) {
  %c1 = "tf.Const"() <{value = dense<[0, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Prod"(%a0, %c1) <{keep_dims = false}> : (tensor<?x4x5xf32>, tensor<2xi32>) -> tensor<4xf32>
  func.return
}
// CHECK-LABEL: func.func @prod(
// CHECK: "tf.Prod"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{keep_dims = false}> : (tensor<?x4x5xf32>, tensor<2xi32>) -> tensor<4xf32>

func.func @max(%a0: tensor<?x4x5xf32>) {
  %c1 = "tf.Const"() <{value = dense<[0, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Max"(%a0, %c1) <{keep_dims = false}> : (tensor<?x4x5xf32>, tensor<2xi32>) -> tensor<4xf32>
  func.return
}
// CHECK-LABEL: func.func @max(
// CHECK: "tf.Max"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{keep_dims = false}> : (tensor<?x4x5xf32>, tensor<2xi32>) -> tensor<4xf32>

func.func @min(%a0: tensor<?x4x5xf32>) {
  %c1 = "tf.Const"() <{value = dense<[0, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Min"(%a0, %c1) <{keep_dims = false}> : (tensor<?x4x5xf32>, tensor<2xi32>) -> tensor<4xf32>
  func.return
}
// CHECK-LABEL: func.func @min(
// CHECK: "tf.Min"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{keep_dims = false}> : (tensor<?x4x5xf32>, tensor<2xi32>) -> tensor<4xf32>

func.func @euclidean_norm(%a0: tensor<?x4x5xf32>) {
  %c1 = "tf.Const"() <{value = dense<[0, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.EuclideanNorm"(%a0, %c1) <{keep_dims = false}> : (tensor<?x4x5xf32>, tensor<2xi32>) -> tensor<4xf32>
  func.return
}
// CHECK-LABEL: func.func @euclidean_norm(
// CHECK: "tf.EuclideanNorm"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{keep_dims = false}> : (tensor<?x4x5xf32>, tensor<2xi32>) -> tensor<4xf32>

func.func @all(%a0: tensor<?x4xi1>) {
  %c1 = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.All"(%a0, %c1) <{keep_dims = true}> : (tensor<?x4xi1>, tensor<i32>) -> tensor<?x1xi1>
  func.return
}
// CHECK-LABEL: func.func @all(
// CHECK: "tf.All"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{keep_dims = true}> : (tensor<?x4xi1>, tensor<i32>) -> tensor<?x1xi1>

func.func @any(%a0: tensor<?x4xi1>) {
  %c1 = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.Any"(%a0, %c1) <{keep_dims = true}> : (tensor<?x4xi1>, tensor<i32>) -> tensor<?x1xi1>
  func.return
}
// CHECK-LABEL: func.func @any(
// CHECK: "tf.Any"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{keep_dims = true}> : (tensor<?x4xi1>, tensor<i32>) -> tensor<?x1xi1>

func.func @computed_axes_keep_rank(%a0: tensor<?x4xf32>, %a1: tensor<?xi32>) {
  %r = "tf.Sum"(%a0, %a1) <{keep_dims = true}> {device = ""} : (tensor<?x4xf32>, tensor<?xi32>) -> tensor<?x?xf32>
  func.return
}
// CHECK-LABEL: func.func @computed_axes_keep_rank(
// CHECK: "tf.Sum"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{keep_dims = true}> {device = ""} : (tensor<?x4xf32>, tensor<?xi32>) -> tensor<?x?xf32>

func.func @computed_axes(%a0: tensor<?x4xf32>, %a1: tensor<?xi32>) {
  %r = "tf.Mean"(%a0, %a1) : (tensor<?x4xf32>, tensor<?xi32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @computed_axes(
// CHECK: "tf.Mean"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<?xi32>) -> tensor<*xf32>

func.func @no_axes(%a0: tensor<?x4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[]> : tensor<0xi32>}> : () -> tensor<0xi32>
  %r = "tf.Sum"(%a0, %c1) : (tensor<?x4xf32>, tensor<0xi32>) -> tensor<?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @no_axes(
// CHECK: "tf.Sum"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<0xi32>) -> tensor<?x4xf32>

func.func @arg_max(%a0: tensor<?x4xf32>) {
  %c1 = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.ArgMax"(%a0, %c1) : (tensor<?x4xf32>, tensor<i32>) -> tensor<?xi64>
  func.return
}
// CHECK-LABEL: func.func @arg_max(
// CHECK: "tf.ArgMax"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<i32>) -> tensor<?xi64>

func.func @arg_min(%a0: tensor<?x4xf32>, %a1: tensor<i32>) {
  %r = "tf.ArgMin"(%a0, %a1) : (tensor<?x4xf32>, tensor<i32>) -> tensor<?xi32>
  func.return
}
// CHECK-LABEL: func.func @arg_min(
// CHECK: "tf.ArgMin"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<i32>) -> tensor<?xi32>

func.func @cumsum(%a0: tensor<?x4xf32>) {
  %c1 = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.Cumsum"(%a0, %c1) <{exclusive = true, reverse = false}> : (tensor<?x4xf32>, tensor<i32>) -> tensor<?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @cumsum(
// CHECK: "tf.Cumsum"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{exclusive = true, reverse = false}> : (tensor<?x4xf32>, tensor<i32>) -> tensor<?x4xf32>

func.func @cumprod(%a0: tensor<?x4xf32>, %a1: tensor<i32>) {
  %r = "tf.Cumprod"(%a0, %a1) : (tensor<?x4xf32>, tensor<i32>) -> tensor<?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @cumprod(
// CHECK: "tf.Cumprod"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<i32>) -> tensor<?x4xf32>

func.func @l2_loss(%a0: tensor<?x4xf32>) {
  %r = "tf.L2Loss"(%a0) : (tensor<?x4xf32>) -> tensor<f32>
  func.return
}
// CHECK-LABEL: func.func @l2_loss(
// CHECK: "tf.L2Loss"(%{{[a-z0-9]+}}) : (tensor<?x4xf32>) -> tensor<f32>

func.func @cumulative_logsumexp(%a0: tensor<4xf32>, %a1: tensor<i32>) {
  %0 = "tf.CumulativeLogsumexp"(%a0, %a1) : (tensor<4xf32>, tensor<i32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @cumulative_logsumexp(
// CHECK: "tf.CumulativeLogsumexp"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<4xf32>, tensor<i32>) -> tensor<*xf32>
