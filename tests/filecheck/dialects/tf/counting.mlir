// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

func.func @bincount(%a0: tensor<?xi32>, %a1: tensor<i32>, %a2: tensor<0xf32>) {
  %0 = "tf.Bincount"(%a0, %a1, %a2) : (tensor<?xi32>, tensor<i32>, tensor<0xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @bincount(
// CHECK: "tf.Bincount"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?xi32>, tensor<i32>, tensor<0xf32>) -> tensor<*xf32>

func.func @dense_bincount(%a0: tensor<?x?xi32>, %a1: tensor<i32>, %a2: tensor<?x?xf32>) {
  %0 = "tf.DenseBincount"(%a0, %a1, %a2) : (tensor<?x?xi32>, tensor<i32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @dense_bincount(
// CHECK: "tf.DenseBincount"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?xi32>, tensor<i32>, tensor<?x?xf32>) -> tensor<*xf32>

func.func @in_top_k(%a0: tensor<?x?xf32>, %a1: tensor<?xi32>) {
  %0 = "tf.InTopK"(%a0, %a1) <{k = 2 : i64}> : (tensor<?x?xf32>, tensor<?xi32>) -> tensor<*xi1>
  func.return
}
// CHECK-LABEL: func.func @in_top_k(
// CHECK: "tf.InTopK"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{k = 2 : i64}> : (tensor<?x?xf32>, tensor<?xi32>) -> tensor<*xi1>

func.func @in_top_kv2(%a0: tensor<?x?xf32>, %a1: tensor<?xi32>, %a2: tensor<i32>) {
  %0 = "tf.InTopKV2"(%a0, %a1, %a2) : (tensor<?x?xf32>, tensor<?xi32>, tensor<i32>) -> tensor<*xi1>
  func.return
}
// CHECK-LABEL: func.func @in_top_kv2(
// CHECK: "tf.InTopKV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?xf32>, tensor<?xi32>, tensor<i32>) -> tensor<*xi1>

func.func @lower_bound(%a0: tensor<?x?xf32>, %a1: tensor<?x?xf32>) {
  %0 = "tf.LowerBound"(%a0, %a1) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<*xi32>
  func.return
}
// CHECK-LABEL: func.func @lower_bound(
// CHECK: "tf.LowerBound"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<*xi32>

func.func @upper_bound(%a0: tensor<?x?xf32>, %a1: tensor<?x?xf32>) {
  %0 = "tf.UpperBound"(%a0, %a1) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<*xi32>
  func.return
}
// CHECK-LABEL: func.func @upper_bound(
// CHECK: "tf.UpperBound"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<*xi32>

func.func @histogram_fixed_width(%a0: tensor<?x?xf32>, %a1: tensor<2xf32>, %a2: tensor<i32>) {
  %0 = "tf.HistogramFixedWidth"(%a0, %a1, %a2) : (tensor<?x?xf32>, tensor<2xf32>, tensor<i32>) -> tensor<*xi32>
  func.return
}
// CHECK-LABEL: func.func @histogram_fixed_width(
// CHECK: "tf.HistogramFixedWidth"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?xf32>, tensor<2xf32>, tensor<i32>) -> tensor<*xi32>

func.func @ragged_bincount(%s: tensor<?xi64>, %v: tensor<?xi32>, %n: tensor<i32>, %w: tensor<0xf32>) {
  %r = "tf.RaggedBincount"(%s, %v, %n, %w) <{binary_output = false}> : (tensor<?xi64>, tensor<?xi32>, tensor<i32>, tensor<0xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @ragged_bincount(
// CHECK: "tf.RaggedBincount"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{binary_output = false}> : (tensor<?xi64>, tensor<?xi32>, tensor<i32>, tensor<0xf32>) -> tensor<*xf32>

func.func @sparse_bincount(%i: tensor<?x2xi64>, %v: tensor<?xi32>, %s: tensor<2xi64>, %n: tensor<i32>, %w: tensor<0xf32>) {
  %r = "tf.SparseBincount"(%i, %v, %s, %n, %w) <{binary_output = false}> : (tensor<?x2xi64>, tensor<?xi32>, tensor<2xi64>, tensor<i32>, tensor<0xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @sparse_bincount(
// CHECK: "tf.SparseBincount"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{binary_output = false}> : (tensor<?x2xi64>, tensor<?xi32>, tensor<2xi64>, tensor<i32>, tensor<0xf32>) -> tensor<*xf32>
