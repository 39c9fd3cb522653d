// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       func.func @ragged_range(%a: tensor<i32>, %z: tensor<?xi32, [@S0]>, %d: tensor<i32>) -> (tensor<?xi64, [@S2]>, tensor<?xi32, [@S1]>)
func.func @ragged_range(%a: tensor<i32>, %z: tensor<?xi32>, %d: tensor<i32>) -> (tensor<*xi64>, tensor<*xi32>) {
  %r:2 = "tf.RaggedRange"(%a, %z, %d) : (tensor<i32>, tensor<?xi32>, tensor<i32>) -> (tensor<*xi64>, tensor<*xi32>)
  func.return %r#0, %r#1 : tensor<*xi64>, tensor<*xi32>
}

// -----

// CHECK:       sdim.range assert {{.*}} {why = "tf.RaggedGather at {{.*}}: splits must not be empty"}
// CHECK:       func.func @ragged_gather(%splits: tensor<?xi64, [@S0]>, %x: tensor<?x3xf32, [@S1, 3]>, %at: tensor<?xi32, [@S2]>) -> (tensor<?xi64, [@S4]>, tensor<?x3xf32, [@S3, 3]>)
func.func @ragged_gather(%splits: tensor<?xi64>, %x: tensor<?x3xf32>, %at: tensor<?xi32>) -> (tensor<*xi64>, tensor<*xf32>) {
  %r:2 = "tf.RaggedGather"(%splits, %x, %at) <{OUTPUT_RAGGED_RANK = 1 : i64}> : (tensor<?xi64>, tensor<?x3xf32>, tensor<?xi32>) -> (tensor<*xi64>, tensor<*xf32>)
  func.return %r#0, %r#1 : tensor<*xi64>, tensor<*xf32>
}

// -----

// CHECK:       sdim.range assert {{.*}} {why = "tf.RaggedTensorToTensor at {{.*}}: splits must not be empty"}
// CHECK:       func.func @ragged_tensor_to_tensor(%x: tensor<?x3xf32, [@S0, 3]>, %zero: tensor<f32>, %splits: tensor<?xi64, [@S1]>) -> tensor<?x?x3xf32, [@S3, @S2, 3]>
func.func @ragged_tensor_to_tensor(%x: tensor<?x3xf32>, %zero: tensor<f32>, %splits: tensor<?xi64>) -> tensor<*xf32> {
  %sizes = "tf.Const"() <{value = dense<[-1, -1, 3]> : tensor<3xi64>}> : () -> tensor<3xi64>
  %r = "tf.RaggedTensorToTensor"(%sizes, %x, %zero, %splits) <{row_partition_types = ["ROW_SPLITS"]}> : (tensor<3xi64>, tensor<?x3xf32>, tensor<f32>, tensor<?xi64>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @ragged_tensor_to_sparse(%s: tensor<?xi64, [@S0]>, %t: tensor<?xi64, [@S1]>, %x: tensor<?x3xf32, [@S2, 3]>) -> (tensor<?x4xi64, [@S3, 4]>, tensor<?xf32, [@S3]>, tensor<4xi64>)
func.func @ragged_tensor_to_sparse(%s: tensor<?xi64>, %t: tensor<?xi64>, %x: tensor<?x3xf32>) -> (tensor<*xi64>, tensor<*xf32>, tensor<*xi64>) {
  %r:3 = "tf.RaggedTensorToSparse"(%s, %t, %x) : (tensor<?xi64>, tensor<?xi64>, tensor<?x3xf32>) -> (tensor<*xi64>, tensor<*xf32>, tensor<*xi64>)
  func.return %r#0, %r#1, %r#2 : tensor<*xi64>, tensor<*xf32>, tensor<*xi64>
}
