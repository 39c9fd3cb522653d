// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// CHECK-LABEL: func.func @ragged_range(
// CHECK:         mhlo.dynamic_broadcast_in_dim
// CHECK:         mhlo.subtract
// CHECK:         mhlo.compare
// CHECK:         mhlo.select
// CHECK:         mhlo.while
// CHECK:         mhlo.dynamic_pad
func.func @ragged_range(%a: tensor<i32>, %z: tensor<?xi32>, %d: tensor<i32>) -> (tensor<*xi64>, tensor<*xi32>) {
  %r:2 = "tf.RaggedRange"(%a, %z, %d) : (tensor<i32>, tensor<?xi32>, tensor<i32>) -> (tensor<*xi64>, tensor<*xi32>)
  func.return %r#0, %r#1 : tensor<*xi64>, tensor<*xi32>
}

// -----

// CHECK-LABEL: func.func @ragged_gather(
// CHECK:         mhlo.real_dynamic_slice
// CHECK:         mhlo.subtract
// CHECK:         mhlo.dynamic_gather
// CHECK:         mhlo.while
// CHECK:         mhlo.compare
// CHECK:         mhlo.dynamic_pad
func.func @ragged_gather(%splits: tensor<?xi64>, %x: tensor<?x3xf32>, %at: tensor<?xi32>) -> (tensor<*xi64>, tensor<*xf32>) {
  %r:2 = "tf.RaggedGather"(%splits, %x, %at) <{OUTPUT_RAGGED_RANK = 1 : i64}> : (tensor<?xi64>, tensor<?x3xf32>, tensor<?xi32>) -> (tensor<*xi64>, tensor<*xf32>)
  func.return %r#0, %r#1 : tensor<*xi64>, tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @ragged_tensor_to_tensor(
// CHECK:         mhlo.real_dynamic_slice
// CHECK:         mhlo.subtract
// CHECK:         mhlo.reduce
// CHECK:         mhlo.dynamic_broadcast_in_dim
// CHECK:         mhlo.compare
// CHECK:         mhlo.select
func.func @ragged_tensor_to_tensor(%x: tensor<?x3xf32>, %zero: tensor<f32>, %splits: tensor<?xi64>) -> tensor<*xf32> {
  %sizes = "tf.Const"() <{value = dense<[-1, -1, 3]> : tensor<3xi64>}> : () -> tensor<3xi64>
  %r = "tf.RaggedTensorToTensor"(%sizes, %x, %zero, %splits) <{row_partition_types = ["ROW_SPLITS"]}> : (tensor<3xi64>, tensor<?x3xf32>, tensor<f32>, tensor<?xi64>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @ragged_tensor_to_sparse(
// CHECK:         sdim.holds assert %{{.*}} {why = "tf.RaggedTensorToSparse at {{.*}}: the last split must be the number of what is split"}
// CHECK:         mhlo.scatter"
// CHECK:         mhlo.gather"
// CHECK:         sdim.holds assert %{{.*}} {why = "tf.RaggedTensorToSparse at {{.*}}: the last split must be the number of what is split"}
// CHECK:         mhlo.concatenate
func.func @ragged_tensor_to_sparse(%s: tensor<?xi64>, %t: tensor<?xi64>, %x: tensor<?x3xf32>) -> (tensor<*xi64>, tensor<*xf32>, tensor<*xi64>) {
  %r:3 = "tf.RaggedTensorToSparse"(%s, %t, %x) : (tensor<?xi64>, tensor<?xi64>, tensor<?x3xf32>) -> (tensor<*xi64>, tensor<*xf32>, tensor<*xi64>)
  func.return %r#0, %r#1, %r#2 : tensor<*xi64>, tensor<*xf32>, tensor<*xi64>
}
