// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// Together the results have all entries; how many each has depends on data.
// CHECK-LABEL: func.func @dynamic_partition(
// CHECK:         sdim.holds assert %{{.*}} {why = "tf.DynamicPartition at {{.*}}: partitions must be in range [0, 2)"}
// CHECK:         "mhlo.sort"(%{{.*}}) <{dimension = 0 : i64, is_stable = true}> ({
// CHECK:         "mhlo.dynamic_gather"(%x, %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<?x3xf32, [@S0, 3]>, tensor<?xi64, [@S2]>, tensor<2xindex>) -> tensor<?x3xf32, [@S2, 3]>
func.func @dynamic_partition(%x: tensor<?x3xf32>, %parts: tensor<?xi32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %r:2 = "tf.DynamicPartition"(%x, %parts) : (tensor<?x3xf32>, tensor<?xi32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xf32>
}

// -----

// The last entry for each place, found by its greatest number.
// CHECK-LABEL: func.func @dynamic_stitch(
// CHECK:         "mhlo.concatenate"(%{{.*}}, %{{.*}}) <{dimension = 0 : i64}> : (tensor<?xi64, [@S0]>, tensor<2xi64>) -> tensor<?xi64, [@S3]>
// CHECK:         "mhlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         "mhlo.gather"(%{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<[1, 3]> : tensor<2xi64>}> : (tensor<?x3xf32, [@S3, 3]>, tensor<?xi64, [@S2]>) -> tensor<?x3xf32, [@S2, 3]>
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<?x3xi1, [@S2, 3]>, tensor<?x3xf32, [@S2, 3]>
func.func @dynamic_stitch(%i: tensor<?xi32>, %j: tensor<2xi32>, %x: tensor<?x3xf32>, %y: tensor<2x3xf32>) -> tensor<*xf32> {
  %r = "tf.DynamicStitch"(%i, %j, %x, %y) : (tensor<?xi32>, tensor<2xi32>, tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @parallel_dynamic_stitch(
// CHECK:         "mhlo.concatenate"(%{{.*}}, %{{.*}}) <{dimension = 0 : i64}> : (tensor<?xi64, [@S0]>, tensor<2xi64>) -> tensor<?xi64, [@S3]>
// CHECK:         "mhlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #mhlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
// CHECK:         "mhlo.gather"(%{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<[1, 3]> : tensor<2xi64>}> : (tensor<?x3xf32, [@S3, 3]>, tensor<?xi64, [@S2]>) -> tensor<?x3xf32, [@S2, 3]>
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<?x3xi1, [@S2, 3]>, tensor<?x3xf32, [@S2, 3]>
func.func @parallel_dynamic_stitch(%i: tensor<?xi32>, %j: tensor<2xi32>, %x: tensor<?x3xf32>, %y: tensor<2x3xf32>) -> tensor<*xf32> {
  %r = "tf.ParallelDynamicStitch"(%i, %j, %x, %y) : (tensor<?xi32>, tensor<2xi32>, tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
