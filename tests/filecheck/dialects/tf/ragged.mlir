// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

func.func @ragged_range(%a0: tensor<i32>, %a1: tensor<?xi32>, %a2: tensor<i32>) {
  %0:2 = "tf.RaggedRange"(%a0, %a1, %a2) : (tensor<i32>, tensor<?xi32>, tensor<i32>) -> (tensor<*xi64>, tensor<*xi32>)
  func.return
}
// CHECK-LABEL: func.func @ragged_range(
// CHECK: "tf.RaggedRange"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<i32>, tensor<?xi32>, tensor<i32>) -> (tensor<*xi64>, tensor<*xi32>)

func.func @ragged_gather(%a0: tensor<?xi64>, %a1: tensor<?x3xf32>, %a2: tensor<?xi32>) {
  %0:2 = "tf.RaggedGather"(%a0, %a1, %a2) <{OUTPUT_RAGGED_RANK = 1 : i64}> : (tensor<?xi64>, tensor<?x3xf32>, tensor<?xi32>) -> (tensor<*xi64>, tensor<*xf32>)
  func.return
}
// CHECK-LABEL: func.func @ragged_gather(
// CHECK: "tf.RaggedGather"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{OUTPUT_RAGGED_RANK = 1 : i64}> : (tensor<?xi64>, tensor<?x3xf32>, tensor<?xi32>) -> (tensor<*xi64>, tensor<*xf32>)

func.func @ragged_tensor_to_tensor(%a0: tensor<3xi64>, %a1: tensor<?x3xf32>, %a2: tensor<f32>, %a3: tensor<?xi64>) {
  %0 = "tf.RaggedTensorToTensor"(%a0, %a1, %a2, %a3) <{row_partition_types = ["ROW_SPLITS"]}> : (tensor<3xi64>, tensor<?x3xf32>, tensor<f32>, tensor<?xi64>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @ragged_tensor_to_tensor(
// CHECK: "tf.RaggedTensorToTensor"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{row_partition_types = ["ROW_SPLITS"]}> : (tensor<3xi64>, tensor<?x3xf32>, tensor<f32>, tensor<?xi64>) -> tensor<*xf32>

func.func @ragged_tensor_to_sparse(%s: tensor<?xi64>, %t: tensor<?xi64>, %x: tensor<?x3xf32>) {
  %r:3 = "tf.RaggedTensorToSparse"(%s, %t, %x) : (tensor<?xi64>, tensor<?xi64>, tensor<?x3xf32>) -> (tensor<*xi64>, tensor<*xf32>, tensor<*xi64>)
  func.return
}
// CHECK-LABEL: func.func @ragged_tensor_to_sparse(
// CHECK: "tf.RaggedTensorToSparse"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?xi64>, tensor<?xi64>, tensor<?x3xf32>) -> (tensor<*xi64>, tensor<*xf32>, tensor<*xi64>)
