// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: mhlo.cross-replica-sum: replica_groups has type tensor<1xi64>, a 2-D tensor is needed
func.func @groups_rank(%x: tensor<4x8xf32>) {
  %r = "mhlo.cross-replica-sum"(%x) <{replica_groups = dense<0> : tensor<1xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.cross-replica-sum: replica_groups [0, 0] must not hold a value twice (C1)
func.func @groups_unique(%x: tensor<4x8xf32>) {
  %r = "mhlo.cross-replica-sum"(%x) <{replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.cross-replica-sum: operand 0 has shape [4, 8], the result has [4, 9]; they must agree
func.func @sum_type(%x: tensor<4x8xf32>) {
  %r = "mhlo.cross-replica-sum"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x9xf32>
  func.return
}

// -----

// CHECK: error: mhlo.all_gather: all_gather_dim 2 is out of range for rank 2 (C1)
func.func @gather_dimension(%x: tensor<4x8xf32>) {
  %r = "mhlo.all_gather"(%x) <{all_gather_dim = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.all_gather: operand 0 has element type f32, result 0 has i32; they must be equal
func.func @gather_element(%x: tensor<4x8xf32>) {
  %r = "mhlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x16xi32>
  func.return
}

// -----

// CHECK: error: mhlo.all_gather: the result has shape [8, 16], [4, ?] follows from the operands (C6)
func.func @gather_result(%x: tensor<4x8xf32>) {
  %r = "mhlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x16xf32>
  func.return
}

// -----

// CHECK: error: mhlo.all_gather: found 0 results, 1 are needed
func.func @gather_count(%x: tensor<4x8xf32>) {
  "mhlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> ()
  func.return
}

// -----

// CHECK: error: mhlo.all_reduce: the computation has 1 arguments, 2 are needed (C5)
func.func @reduce_body(%x: tensor<4x8xf32>) {
  %r = "mhlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>):
    mhlo.return %a : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.all_reduce: operand 0 has shape [4, 8], result 0 has [4, 9]; they must agree (C6)
func.func @reduce_shape(%x: tensor<4x8xf32>) {
  %r = "mhlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<4x9xf32>
  func.return
}

// -----

// CHECK: error: mhlo.all_reduce: result 0 has element type f64, the region returns f32 (C7)
func.func @reduce_element(%x: tensor<4x8xf32>) {
  %r = "mhlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf64>
  func.return
}

// -----

// CHECK: error: mhlo.all_reduce: found 0 results, 1 are needed (C6)
func.func @reduce_count(%x: tensor<4x8xf32>) {
  "mhlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>) -> ()
  func.return
}

// -----

// CHECK: error: mhlo.reduce_scatter: scatter_dimension 2 is out of range for rank 2 (C2)
func.func @scatter_dimension(%x: tensor<4x8xf32>) {
  %r = "mhlo.reduce_scatter"(%x) <{scatter_dimension = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.reduce_scatter: the result has shape [5, 4], [4, ?] follows from the operands (C8)
func.func @scatter_result(%x: tensor<4x8xf32>) {
  %r = "mhlo.reduce_scatter"(%x) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<5x4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.reduce_scatter: the result has element type f64, the region returns f32 (C9)
func.func @scatter_element(%x: tensor<4x8xf32>) {
  %r = "mhlo.reduce_scatter"(%x) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    mhlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<4x4xf64>
  func.return
}

// -----

// CHECK: error: mhlo.reduce_scatter: the computation computes in i32, the values are f32 (C7)
func.func @scatter_body(%x: tensor<4x8xf32>) {
  %r = "mhlo.reduce_scatter"(%x) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    mhlo.return %a : tensor<i32>
  }) : (tensor<4x8xf32>) -> tensor<4x4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.all_to_all: split_dimension 2 is out of range for rank 2 (C1)
func.func @exchange_split(%x: tensor<4x8xf32>) {
  %r = "mhlo.all_to_all"(%x) <{split_dimension = 2 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.all_to_all: concat_dimension 2 is out of range for rank 2 (C3)
func.func @exchange_concat(%x: tensor<4x8xf32>) {
  %r = "mhlo.all_to_all"(%x) <{split_dimension = 0 : i64, concat_dimension = 2 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.all_to_all: found 2 operands and 1 results
func.func @exchange_results(%x: tensor<4x8xf32>) {
  %r = "mhlo.all_to_all"(%x, %x) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<2x16xf32>
  func.return
}

// -----

// CHECK: error: mhlo.all_to_all: split_count has the value 0, at least 1 is needed (C4)
func.func @exchange_count(%x: tensor<4x8xf32>) {
  %r = "mhlo.all_to_all"(%x) <{split_count = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.collective_broadcast: operand 0 has shape [4, 8], the result has [4, 9]; they must agree (C3)
func.func @broadcast_type(%x: tensor<4x8xf32>) {
  %r = "mhlo.collective_broadcast"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x9xf32>
  func.return
}

// -----

// CHECK: error: mhlo.collective_permute: source_target_pairs has type tensor<1x3xi64>, rows of two are needed (C1)
func.func @permute_pairs(%x: tensor<4x8xf32>) {
  %r = "mhlo.collective_permute"(%x) <{source_target_pairs = dense<0> : tensor<1x3xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.collective_permute: sources in source_target_pairs [0, 0] must not hold a value twice (C2)
func.func @permute_sources(%x: tensor<4x8xf32>) {
  %r = "mhlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.collective_permute: targets in source_target_pairs [1, 1] must not hold a value twice (C3)
func.func @permute_targets(%x: tensor<4x8xf32>) {
  %r = "mhlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  func.return
}

// -----

// CHECK: error: mhlo.collective_permute: operand 0 has shape [4, 8], the result has [4, 9]; they must agree (C5)
func.func @permute_type(%x: tensor<4x8xf32>) {
  %r = "mhlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x9xf32>
  func.return
}

// -----

// CHECK: error: mhlo.infeed: the last result must be a token (C1)
func.func @infeed(%t: !mhlo.token) {
  %r = "mhlo.infeed"(%t) : (!mhlo.token) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.recv: the last result must be a token (C1)
func.func @recv(%t: !mhlo.token) {
  %r = "mhlo.recv"(%t) <{channel_handle = #mhlo.channel_handle<handle = 1, type = 3>}> : (!mhlo.token) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: mhlo.async_update: operand 0 has type !mhlo.async_bundle<tensor<4xf32>>, the result has !mhlo.async_bundle<tensor<5xf32>>; they must agree
func.func @async(%b: !mhlo.async_bundle<tensor<4xf32>>) {
  %r = "mhlo.async_update"(%b) <{called_computation = @f, execution_thread = "main"}> : (!mhlo.async_bundle<tensor<4xf32>>) -> !mhlo.async_bundle<tensor<5xf32>>
  func.return
}

// -----

// CHECK: error: mhlo.collective_broadcast: replica_groups lacks the process 1
func.func @far_process(%x: tensor<?x8xf32>) {
  %r = "mhlo.collective_broadcast"(%x) <{replica_groups = dense<[[0, 9223372036854775807]]> : tensor<1x2xi64>}> : (tensor<?x8xf32>) -> tensor<?x8xf32>
  func.return
}
