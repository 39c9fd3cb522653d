// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

// Reading and writing at computed places.

func.func @gather(%a0: tensor<?x4xf32>, %a1: tensor<2x?xi32>) {
  %r = "tf.Gather"(%a0, %a1) : (tensor<?x4xf32>, tensor<2x?xi32>) -> tensor<2x?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @gather(
// CHECK: "tf.Gather"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<2x?xi32>) -> tensor<2x?x4xf32>

func.func @gather_v2(%a0: tensor<8x4xf32>, %a1: tensor<2x?xi64>) {
  %c2 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.GatherV2"(%a0, %a1, %c2) <{batch_dims = 0 : i64}> : (tensor<8x4xf32>, tensor<2x?xi64>, tensor<i32>) -> tensor<2x?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @gather_v2(
// CHECK: "tf.GatherV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{batch_dims = 0 : i64}> : (tensor<8x4xf32>, tensor<2x?xi64>, tensor<i32>) -> tensor<2x?x4xf32>

func.func @gather_in_batches(%a0: tensor<2x8x4xf32>, %a1: tensor<2x3xi32>) {
  %c2 = "tf.Const"() <{value = dense<-2> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.GatherV2"(%a0, %a1, %c2) <{batch_dims = 1 : i64}> : (tensor<2x8x4xf32>, tensor<2x3xi32>, tensor<i32>) -> tensor<2x3x4xf32>
  func.return
}
// CHECK-LABEL: func.func @gather_in_batches(
// CHECK: "tf.GatherV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{batch_dims = 1 : i64}> : (tensor<2x8x4xf32>, tensor<2x3xi32>, tensor<i32>) -> tensor<2x3x4xf32>

func.func @gather_along_computed(%a0: tensor<?x4xf32>, %a1: tensor<?xi32>, %a2: tensor<i32>) {
  %r = "tf.GatherV2"(%a0, %a1, %a2) : (tensor<?x4xf32>, tensor<?xi32>, tensor<i32>) -> tensor<?x?xf32>
  func.return
}
// CHECK-LABEL: func.func @gather_along_computed(
// CHECK: "tf.GatherV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<?xi32>, tensor<i32>) -> tensor<?x?xf32>

func.func @gather_nd(%a0: tensor<?x4x5xf32>, %a1: tensor<3x2xi32>) {
  %r = "tf.GatherNd"(%a0, %a1) <{bad_indices_policy = ""}> : (tensor<?x4x5xf32>, tensor<3x2xi32>) -> tensor<3x5xf32>
  func.return
}
// CHECK-LABEL: func.func @gather_nd(
// CHECK: "tf.GatherNd"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{bad_indices_policy = ""}> : (tensor<?x4x5xf32>, tensor<3x2xi32>) -> tensor<3x5xf32>
