// RUN: tieshape-opt %s | filecheck %s
// RUN: tieshape-opt --print-op-generic --print-no-properties %s | tieshape-opt | filecheck %s

// Ops between processes.
func.func @collectives(%x: tensor<4x8xf32>) {
  %gather = "mhlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #mhlo.channel_handle<handle = 1, type = 0>, use_global_device_ids} : (tensor<4x8xf32>) -> tensor<4x16xf32>
  %reduce = "mhlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = mhlo.add %a, %b : tensor<f64>
    mhlo.return %s : tensor<f64>
  }) {replica_groups = dense<[[0, 2, -1], [1, 3, 4]]> : tensor<2x3xi64>} : (tensor<4x8xf32>) -> tensor<4x8xf64>
  %scatter = "mhlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x8xf32>) -> tensor<4x4xf32>
  %exchange = "mhlo.all_to_all"(%x) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %broadcast = "mhlo.collective_broadcast"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %permute = "mhlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %sum = "mhlo.cross-replica-sum"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %replica = mhlo.replica_id : tensor<ui32>
  %partition = mhlo.partition_id : tensor<ui32>
  func.return
}

// CHECK-LABEL: func.func @collectives(
// CHECK-NEXT: %gather = "mhlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>, channel_handle = #mhlo.channel_handle<handle = 1, type = 0>, use_global_device_ids}> : (tensor<4x8xf32>) -> tensor<4x16xf32>
// CHECK-NEXT: %reduce = "mhlo.all_reduce"(%x) <{replica_groups = dense<{{\[\[}}0, 2, -1], [1, 3, 4]]> : tensor<2x3xi64>}> ({
// CHECK-NEXT: ^bb0(%a: tensor<f64>, %b: tensor<f64>):
// CHECK-NEXT: %s = mhlo.add %a, %b : tensor<f64>
// CHECK-NEXT: mhlo.return %s : tensor<f64>
// CHECK-NEXT: }) : (tensor<4x8xf32>) -> tensor<4x8xf64>
// CHECK-NEXT: %scatter = "mhlo.reduce_scatter"(%x) <{scatter_dimension = 1 : i64, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> ({
// CHECK-NEXT: ^bb0(%a_1: tensor<f32>, %b_1: tensor<f32>):
// CHECK-NEXT: %s_1 = mhlo.add %a_1, %b_1 : tensor<f32>
// CHECK-NEXT: mhlo.return %s_1 : tensor<f32>
// CHECK-NEXT: }) : (tensor<4x8xf32>) -> tensor<4x4xf32>
// CHECK-NEXT: %exchange = "mhlo.all_to_all"(%x) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x4xf32>
// CHECK-NEXT: %broadcast = "mhlo.collective_broadcast"(%x) <{replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: %permute = "mhlo.collective_permute"(%x) <{source_target_pairs = dense<{{\[\[}}0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: %sum = "mhlo.cross-replica-sum"(%x) <{replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: %replica = mhlo.replica_id : tensor<ui32>
// CHECK-NEXT: %partition = mhlo.partition_id : tensor<ui32>

func.func @communication(%x: tensor<4xf32>, %token: !mhlo.token) {
  %in:2 = "mhlo.infeed"(%token) {infeed_config = ""} : (!mhlo.token) -> (tensor<4xf32>, !mhlo.token)
  %out = "mhlo.outfeed"(%x, %token) {outfeed_config = "c"} : (tensor<4xf32>, !mhlo.token) -> !mhlo.token
  %send = "mhlo.send"(%x, %token) {channel_handle = #mhlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true} : (tensor<4xf32>, !mhlo.token) -> !mhlo.token
  %recv:2 = "mhlo.recv"(%token) {channel_handle = #mhlo.channel_handle<handle = 5, type = 3>} : (!mhlo.token) -> (tensor<4xf32>, !mhlo.token)
  %start = "mhlo.async_start"(%x) {called_computation = @f, execution_thread = "main"} : (tensor<4xf32>) -> !mhlo.async_bundle<tensor<4xf32>, tensor<4xf32>>
  %update = "mhlo.async_update"(%start) {called_computation = @f, execution_thread = "main"} : (!mhlo.async_bundle<tensor<4xf32>, tensor<4xf32>>) -> !mhlo.async_bundle<tensor<4xf32>, tensor<4xf32>>
  %done = "mhlo.async_done"(%update) {called_computation = @f, execution_thread = "main"} : (!mhlo.async_bundle<tensor<4xf32>, tensor<4xf32>>) -> tensor<4xf32>
  func.return
}

// CHECK-LABEL: func.func @communication(
// CHECK-NEXT: %in, %in_1 = "mhlo.infeed"(%token) <{infeed_config = ""}> : (!mhlo.token) -> (tensor<4xf32>, !mhlo.token)
// CHECK-NEXT: %out = "mhlo.outfeed"(%x, %token) <{outfeed_config = "c"}> : (tensor<4xf32>, !mhlo.token) -> !mhlo.token
// CHECK-NEXT: %send = "mhlo.send"(%x, %token) <{channel_handle = #mhlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<4xf32>, !mhlo.token) -> !mhlo.token
// CHECK-NEXT: %recv, %recv_1 = "mhlo.recv"(%token) <{channel_handle = #mhlo.channel_handle<handle = 5, type = 3>}> : (!mhlo.token) -> (tensor<4xf32>, !mhlo.token)
// CHECK-NEXT: %start = "mhlo.async_start"(%x) <{called_computation = @f, execution_thread = "main"}> : (tensor<4xf32>) -> !mhlo.async_bundle<tensor<4xf32>, tensor<4xf32>>
// CHECK-NEXT: %update = "mhlo.async_update"(%start) <{called_computation = @f, execution_thread = "main"}> : (!mhlo.async_bundle<tensor<4xf32>, tensor<4xf32>>) -> !mhlo.async_bundle<tensor<4xf32>, tensor<4xf32>>
// CHECK-NEXT: %done = "mhlo.async_done"(%update) <{called_computation = @f, execution_thread = "main"}> : (!mhlo.async_bundle<tensor<4xf32>, tensor<4xf32>>) -> tensor<4xf32>
