// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// CHECK-LABEL: func.func @gather(
// CHECK:         %[[G:.*]] = "mhlo.dynamic_gather"(%x, %indices, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>}> : {{.*}} -> tensor<2x?x4xf32, [2, @S1, 4]>
// CHECK-NEXT:    func.return %[[G]]
func.func @gather(%x: tensor<?x4xf32>, %indices: tensor<2x?xi32>) -> tensor<*xf32> {
  %r = "tf.Gather"(%x, %indices) : (tensor<?x4xf32>, tensor<2x?xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @gather_v2(
// CHECK:         %[[G:.*]] = "mhlo.dynamic_gather"(%x, %indices_1, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>}> : {{.*}} -> tensor<?x3x4xf32, [@S0, 3, 4]>
// CHECK-NEXT:    func.return %[[G]]
func.func @gather_v2(%x: tensor<?x?x4xf32>, %indices: tensor<?x3xi32>) -> tensor<*xf32> {
  %axis = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.GatherV2"(%x, %indices, %axis) <{batch_dims = 1 : i64}> : (tensor<?x?x4xf32>, tensor<?x3xi32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// A row of indices selects along as many leading dimensions as it is long.
// CHECK-LABEL: func.func @gather_nd(
// CHECK:         %[[G:.*]] = "mhlo.dynamic_gather"(%x, %indices, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>}> : {{.*}} -> tensor<?x5xf32, [@S2, 5]>
// CHECK-NEXT:    func.return %[[G]]
func.func @gather_nd(%x: tensor<?x?x5xf32>, %indices: tensor<?x2xi32>) -> tensor<*xf32> {
  %r = "tf.GatherNd"(%x, %indices) : (tensor<?x?x5xf32>, tensor<?x2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
