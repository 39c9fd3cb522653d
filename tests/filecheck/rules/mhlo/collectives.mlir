// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// The dimension that is gathered has the size that the type declares.
// CHECK:       sdim.equal @S1, 16 {why = "mhlo.all_gather at {{.*}}: declared by the result's type"}
// CHECK:       func.func @all_gather(%x: tensor<?x8xf32, [@S0, 8]>) -> tensor<?x16xf32, [@S0, 16]>
func.func @all_gather(%x: tensor<?x8xf32>) -> tensor<?x16xf32> {
  %r = "mhlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, channel_handle = #mhlo.channel_handle<handle = 1, type = 0>}>
      : (tensor<?x8xf32>) -> tensor<?x16xf32>
  func.return %r : tensor<?x16xf32>
}

// -----

// CHECK:       func.func @all_reduce(%x: tensor<?x8xf32, [@S0, 8]>) -> tensor<?x8xf32, [@S0, 8]>
func.func @all_reduce(%x: tensor<?x8xf32>) -> tensor<*xf32> {
  %r = "mhlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<?x8xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// So is each of several tensors; of one of unknown rank nothing is known.
// CHECK:       sdim.divisible {{.*}} by 4 {why = "mhlo.all_to_all at {{.*}}: size S0 must be a multiple of 4"}
// CHECK:       func.func @each(%x: tensor<8x?xf32, [8, @S0]>, %y: tensor<4x8xi32>, %z: tensor<*xf32>) -> (tensor<32x?xf32, [32, @{{.*}}]>, tensor<16x2xi32>, tensor<*xf32>)
func.func @each(%x: tensor<8x?xf32>, %y: tensor<4x8xi32>, %z: tensor<*xf32>) -> (tensor<?x?xf32>, tensor<?x?xi32>, tensor<*xf32>) {
  %r:3 = "mhlo.all_to_all"(%x, %y, %z) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}>
      : (tensor<8x?xf32>, tensor<4x8xi32>, tensor<*xf32>) -> (tensor<?x?xf32>, tensor<?x?xi32>, tensor<*xf32>)
  func.return %r#0, %r#1, %r#2 : tensor<?x?xf32>, tensor<?x?xi32>, tensor<*xf32>
}

// -----

// One dimension has half of its size, the other twice of it.
// CHECK:       sdim.divisible {{.*}} by 2 {why = "mhlo.all_to_all at {{.*}}: size S1 must be a multiple of 2"}
// CHECK:       func.func @all_to_all(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S2, @S3]>
func.func @all_to_all(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = "mhlo.all_to_all"(%x) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}>
      : (tensor<?x?xf32>) -> tensor<?x?xf32>
  func.return %r : tensor<?x?xf32>
}

// -----

// CHECK:       func.func @collective_broadcast(%x: tensor<?x8xf32, [@S0, 8]>) -> tensor<?x8xf32, [@S0, 8]>
func.func @collective_broadcast(%x: tensor<?x8xf32>) -> tensor<*xf32> {
  %r = "mhlo.collective_broadcast"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<?x8xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @collective_permute(%x: tensor<?x8xf32, [@S0, 8]>) -> tensor<?x8xf32, [@S0, 8]>
func.func @collective_permute(%x: tensor<?x8xf32>) -> tensor<*xf32> {
  %r = "mhlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<?x8xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @cross_replica_sum(%x: tensor<?x8xf32, [@S0, 8]>) -> tensor<?x8xf32, [@S0, 8]>
func.func @cross_replica_sum(%x: tensor<?x8xf32>) -> tensor<*xf32> {
  %r = "mhlo.cross-replica-sum"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<?x8xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @partition_id() -> tensor<ui32>
// CHECK:       %r = mhlo.partition_id : tensor<ui32>
func.func @partition_id() -> tensor<ui32> {
  %r = "mhlo.partition_id"() : () -> tensor<ui32>
  func.return %r : tensor<ui32>
}

// -----

// CHECK:       func.func @replica_id() -> tensor<ui32>
// CHECK:       %r = mhlo.replica_id : tensor<ui32>
func.func @replica_id() -> tensor<ui32> {
  %r = "mhlo.replica_id"() : () -> tensor<ui32>
  func.return %r : tensor<ui32>
}

// -----

// The dimension that is scattered has a size of its own.
// CHECK:       func.func @reduce_scatter(%x: tensor<?x8xf32, [@S0, 8]>) -> tensor<?x8xf32, [@S1, 8]>
func.func @reduce_scatter(%x: tensor<?x8xf32>) -> tensor<?x?xf32> {
  %r = "mhlo.reduce_scatter"(%x) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<?x8xf32>) -> tensor<?x?xf32>
  func.return %r : tensor<?x?xf32>
}
