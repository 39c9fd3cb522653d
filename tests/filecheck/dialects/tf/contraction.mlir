// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

// Contractions.

func.func @mat_mul(%a0: tensor<?x3xf32>, %a1: tensor<3x?xf32>) {
  %r = "tf.MatMul"(%a0, %a1) <{transpose_a = false, transpose_b = false}> : (tensor<?x3xf32>, tensor<3x?xf32>) -> tensor<?x?xf32>
  func.return
}
// CHECK-LABEL: func.func @mat_mul(
// CHECK: "tf.MatMul"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{transpose_a = false, transpose_b = false}> : (tensor<?x3xf32>, tensor<3x?xf32>) -> tensor<?x?xf32>

func.func @matmul_transposed(%a0: tensor<3x?xf32>, %a1: tensor<4x3xf32>) {
  %r = "tf.MatMul"(%a0, %a1) <{transpose_a = true, transpose_b = true}> : (tensor<3x?xf32>, tensor<4x3xf32>) -> tensor<?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @matmul_transposed(
// CHECK: "tf.MatMul"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{transpose_a = true, transpose_b = true}> : (tensor<3x?xf32>, tensor<4x3xf32>) -> tensor<?x4xf32>

func.func @batch_mat_mul(%a0: tensor<?x2x3xf32>, %a1: tensor<5x3x4xf32>) {
  %r = "tf.BatchMatMul"(%a0, %a1) : (tensor<?x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  func.return
}
// CHECK-LABEL: func.func @batch_mat_mul(
// CHECK: "tf.BatchMatMul"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>

func.func @batch_mat_mul_v2(%a0: tensor<?x1x2x3xf32>, %a1: tensor<6x3x4xf32>) {
  %r = "tf.BatchMatMulV2"(%a0, %a1) <{adj_x = false, adj_y = false}> : (tensor<?x1x2x3xf32>, tensor<6x3x4xf32>) -> tensor<?x6x2x4xf32>
  func.return
}
// CHECK-LABEL: func.func @batch_mat_mul_v2(
// CHECK: "tf.BatchMatMulV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{adj_x = false, adj_y = false}> : (tensor<?x1x2x3xf32>, tensor<6x3x4xf32>) -> tensor<?x6x2x4xf32>

func.func @batch_of_nothing(%a0: tensor<3x2xf32>, %a1: tensor<4x3xf32>) {
  %r = "tf.BatchMatMulV2"(%a0, %a1) <{adj_x = true, adj_y = true}> : (tensor<3x2xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  func.return
}
// CHECK-LABEL: func.func @batch_of_nothing(
// CHECK: "tf.BatchMatMulV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{adj_x = true, adj_y = true}> : (tensor<3x2xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>

func.func @batch_mat_mul_v3(%a0: tensor<2x3xi8>, %a1: tensor<3x4xi8>) {
  %r = "tf.BatchMatMulV3"(%a0, %a1) : (tensor<2x3xi8>, tensor<3x4xi8>) -> tensor<2x4xi32>
  func.return
}
// CHECK-LABEL: func.func @batch_mat_mul_v3(
// CHECK: "tf.BatchMatMulV3"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<2x3xi8>, tensor<3x4xi8>) -> tensor<2x4xi32>

func.func @einsum(%a0: tensor<?x3x4xf32>, %a1: tensor<4x5xf32>) {
  %r = "tf.Einsum"(%a0, %a1) <{equation = "abc,cd->abd"}> : (tensor<?x3x4xf32>, tensor<4x5xf32>) -> tensor<?x3x5xf32>
  func.return
}
// CHECK-LABEL: func.func @einsum(
// CHECK: "tf.Einsum"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{equation = "abc,cd->abd"}> : (tensor<?x3x4xf32>, tensor<4x5xf32>) -> tensor<?x3x5xf32>

func.func @einsum_with_ellipsis(%a0: tensor<?x1x3x4xf32>, %a1: tensor<2x4x5xf32>) {
  %r = "tf.Einsum"(%a0, %a1) <{equation = "...ij,...jk->...ik"}> : (tensor<?x1x3x4xf32>, tensor<2x4x5xf32>) -> tensor<?x2x3x5xf32>
  func.return
}
// CHECK-LABEL: func.func @einsum_with_ellipsis(
// CHECK: "tf.Einsum"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{equation = "...ij,...jk->...ik"}> : (tensor<?x1x3x4xf32>, tensor<2x4x5xf32>) -> tensor<?x2x3x5xf32>

func.func @einsum_trace(%a0: tensor<3x3xf32>) {
  %r = "tf.Einsum"(%a0) <{equation = "ii->"}> : (tensor<3x3xf32>) -> tensor<f32>
  func.return
}
// CHECK-LABEL: func.func @einsum_trace(
// CHECK: "tf.Einsum"(%{{[a-z0-9]+}}) <{equation = "ii->"}> : (tensor<3x3xf32>) -> tensor<f32>

func.func @einsum_implicit(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  %r = "tf.Einsum"(%a0, %a1) <{equation = "ij,jk"}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}
// CHECK-LABEL: func.func @einsum_implicit(
// CHECK: "tf.Einsum"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{equation = "ij,jk"}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>

func.func @einsum_onto_a_diagonal(%a0: tensor<2xf32>) {
  %r = "tf.Einsum"(%a0) <{equation = "i->ii"}> : (tensor<2xf32>) -> tensor<2x2xf32>
  func.return
}
// CHECK-LABEL: func.func @einsum_onto_a_diagonal(
// CHECK: "tf.Einsum"(%{{[a-z0-9]+}}) <{equation = "i->ii"}> : (tensor<2xf32>) -> tensor<2x2xf32>
