// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

func.func @select_v2(%a0: tensor<?x1xi1>, %a1: tensor<f32>, %a2: tensor<1x4xf32>) {
  %r = "tf.SelectV2"(%a0, %a1, %a2) : (tensor<?x1xi1>, tensor<f32>, tensor<1x4xf32>) -> tensor<?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @select_v2(
// CHECK: "tf.SelectV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x1xi1>, tensor<f32>, tensor<1x4xf32>) -> tensor<?x4xf32>

func.func @select(%a0: tensor<?xi1>, %a1: tensor<?x4xf32>, %a2: tensor<?x4xf32>) {
  %r = "tf.Select"(%a0, %a1, %a2) : (tensor<?xi1>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @select(
// CHECK: "tf.Select"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?xi1>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>

func.func @select_by_scalar(%a0: tensor<i1>, %a1: tensor<?x4xf32>, %a2: tensor<?x4xf32>) {
  %r = "tf.Select"(%a0, %a1, %a2) : (tensor<i1>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @select_by_scalar(
// CHECK: "tf.Select"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<i1>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>

// Sorting, searching and selecting.

func.func @top_kv2(%a0: tensor<?x8xf32>) {
  %c1 = "tf.Const"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.TopKV2"(%a0, %c1) <{sorted = true}> : (tensor<?x8xf32>, tensor<i32>) -> (tensor<?x3xf32>, tensor<?x3xi32>)
  func.return
}
// CHECK-LABEL: func.func @top_kv2(
// CHECK: "tf.TopKV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{sorted = true}> : (tensor<?x8xf32>, tensor<i32>) -> (tensor<?x3xf32>, tensor<?x3xi32>)

func.func @top_computed_k(%a0: tensor<?xf32>, %a1: tensor<i32>) {
  %r:2 = "tf.TopKV2"(%a0, %a1) : (tensor<?xf32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)
  func.return
}
// CHECK-LABEL: func.func @top_computed_k(
// CHECK: "tf.TopKV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?xf32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)

func.func @unique(%a0: tensor<8xi32>) {
  %r:2 = "tf.Unique"(%a0) : (tensor<8xi32>) -> (tensor<?xi32>, tensor<8xi32>)
  func.return
}
// CHECK-LABEL: func.func @unique(
// CHECK: "tf.Unique"(%{{[a-z0-9]+}}) : (tensor<8xi32>) -> (tensor<?xi32>, tensor<8xi32>)

func.func @unique_with_counts(%a0: tensor<?xi32>) {
  %r:3 = "tf.UniqueWithCounts"(%a0) : (tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi64>, tensor<?xi64>)
  func.return
}
// CHECK-LABEL: func.func @unique_with_counts(
// CHECK: "tf.UniqueWithCounts"(%{{[a-z0-9]+}}) : (tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi64>, tensor<?xi64>)

func.func @unique_v2(%a0: tensor<8x4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[0]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r:2 = "tf.UniqueV2"(%a0, %c1) : (tensor<8x4xf32>, tensor<1xi32>) -> (tensor<?x4xf32>, tensor<8xi32>)
  func.return
}
// CHECK-LABEL: func.func @unique_v2(
// CHECK: "tf.UniqueV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<8x4xf32>, tensor<1xi32>) -> (tensor<?x4xf32>, tensor<8xi32>)

func.func @unique_v2_of_vector(%a0: tensor<8xf32>) {
  %c1 = "tf.Const"() <{value = dense<[]> : tensor<0xi32>}> : () -> tensor<0xi32>
  %r:2 = "tf.UniqueV2"(%a0, %c1) : (tensor<8xf32>, tensor<0xi32>) -> (tensor<?xf32>, tensor<8xi32>)
  func.return
}
// CHECK-LABEL: func.func @unique_v2_of_vector(
// CHECK: "tf.UniqueV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<8xf32>, tensor<0xi32>) -> (tensor<?xf32>, tensor<8xi32>)

func.func @where(%a0: tensor<?x4xi1>) {
  %r = "tf.Where"(%a0) : (tensor<?x4xi1>) -> tensor<?x2xi64>
  func.return
}
// CHECK-LABEL: func.func @where(
// CHECK: "tf.Where"(%{{[a-z0-9]+}}) : (tensor<?x4xi1>) -> tensor<?x2xi64>

func.func @where_of_unknown_rank(%a0: tensor<*xf32>) {
  %r = "tf.Where"(%a0) : (tensor<*xf32>) -> tensor<?x?xi64>
  func.return
}
// CHECK-LABEL: func.func @where_of_unknown_rank(
// CHECK: "tf.Where"(%{{[a-z0-9]+}}) : (tensor<*xf32>) -> tensor<?x?xi64>

func.func @bucketize(%a0: tensor<?xf32>) {
  %r = "tf.Bucketize"(%a0) <{boundaries = [0.000000e+00 : f32, 1.000000e+00 : f32]}> : (tensor<?xf32>) -> tensor<?xi32>
  func.return
}
// CHECK-LABEL: func.func @bucketize(
// CHECK: "tf.Bucketize"(%{{[a-z0-9]+}}) <{boundaries = [0.000000e+00 : f32, 1.000000e+00 : f32]}> : (tensor<?xf32>) -> tensor<?xi32>

func.func @list_diff(%a0: tensor<?xi32>, %a1: tensor<3xi32>) {
  %r:2 = "tf.ListDiff"(%a0, %a1) : (tensor<?xi32>, tensor<3xi32>) -> (tensor<?xi32>, tensor<?xi64>)
  func.return
}
// CHECK-LABEL: func.func @list_diff(
// CHECK: "tf.ListDiff"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?xi32>, tensor<3xi32>) -> (tensor<?xi32>, tensor<?xi64>)

func.func @nth_element(%a0: tensor<?x?xf32>, %a1: tensor<i32>) {
  %0 = "tf.NthElement"(%a0, %a1) <{reverse = true}> : (tensor<?x?xf32>, tensor<i32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @nth_element(
// CHECK: "tf.NthElement"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{reverse = true}> : (tensor<?x?xf32>, tensor<i32>) -> tensor<*xf32>

func.func @unique_with_counts_v2(%x: tensor<?x?xi32>) {
  %a = "tf.Const"() <{value = dense<0> : tensor<1xi64>}> : () -> tensor<1xi64>
  %r:3 = "tf.UniqueWithCountsV2"(%x, %a) : (tensor<?x?xi32>, tensor<1xi64>) -> (tensor<*xi32>, tensor<*xi32>, tensor<*xi32>)
  func.return
}
// CHECK-LABEL: func.func @unique_with_counts_v2(
// CHECK: "tf.UniqueWithCountsV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?xi32>, tensor<1xi64>) -> (tensor<*xi32>, tensor<*xi32>, tensor<*xi32>)
