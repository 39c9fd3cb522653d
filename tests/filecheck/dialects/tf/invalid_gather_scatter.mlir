// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.Gather: indices have elements f32, needed integers
func.func @gather_indices(%a0: tensor<4xf32>, %a1: tensor<2xf32>) {
  %r = "tf.Gather"(%a0, %a1) : (tensor<4xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Gather: params has rank 0, needed at least 1
func.func @gather_scalar(%a0: tensor<f32>, %a1: tensor<2xi32>) {
  %r = "tf.Gather"(%a0, %a1) : (tensor<f32>, tensor<2xi32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Gather: the result has shape 3, needed 2
func.func @gather_result(%a0: tensor<4xf32>, %a1: tensor<2xi32>) {
  %r = "tf.Gather"(%a0, %a1) : (tensor<4xf32>, tensor<2xi32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.Gather: element types f32 and i32 must be equal
func.func @gather_elements(%a0: tensor<4xf32>, %a1: tensor<2xi32>) {
  %r = "tf.Gather"(%a0, %a1) : (tensor<4xf32>, tensor<2xi32>) -> tensor<2xi32>
  func.return
}

// -----

// CHECK: error: tf.GatherV2: axis has rank 1, needed 0
func.func @axis_rank(%a0: tensor<4xf32>, %a1: tensor<2xi32>, %a2: tensor<1xi32>) {
  %r = "tf.GatherV2"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<2xi32>, tensor<1xi32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.GatherV2: axis is 1, needed -1 to 0
func.func @axis_range(%a0: tensor<4xf32>, %a1: tensor<2xi32>) {
  %c2 = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.GatherV2"(%a0, %a1, %c2) : (tensor<4xf32>, tensor<2xi32>, tensor<i32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.GatherV2: axis is 0, needed at least batch_dims 1
func.func @axis_in_batch(%a0: tensor<2x4xf32>, %a1: tensor<2x3xi32>) {
  %c2 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.GatherV2"(%a0, %a1, %c2) <{batch_dims = 1 : i64}> : (tensor<2x4xf32>, tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xf32>
  func.return
}

// -----

// CHECK: error: tf.GatherV2: attribute batch_dims is 3, needed at most the ranks 2 of params and 2 of indices
func.func @batch_range(%a0: tensor<2x4xf32>, %a1: tensor<2x3xi32>) {
  %c2 = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.GatherV2"(%a0, %a1, %c2) <{batch_dims = 3 : i64}> : (tensor<2x4xf32>, tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xf32>
  func.return
}

// -----

// CHECK: error: tf.GatherV2: the batch of indices has shape 3, needed 2
func.func @batch_sizes(%a0: tensor<2x4xf32>, %a1: tensor<3x3xi32>) {
  %c2 = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.GatherV2"(%a0, %a1, %c2) <{batch_dims = 1 : i64}> : (tensor<2x4xf32>, tensor<3x3xi32>, tensor<i32>) -> tensor<2x3xf32>
  func.return
}

// -----

// CHECK: error: tf.GatherV2: the result has shape 2x4, needed 2x3
func.func @gathered(%a0: tensor<2x4xf32>, %a1: tensor<3xi32>) {
  %c2 = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.GatherV2"(%a0, %a1, %c2) : (tensor<2x4xf32>, tensor<3xi32>, tensor<i32>) -> tensor<2x4xf32>
  func.return
}

// -----

// CHECK: error: tf.GatherV2: the result has rank 1, needed 2
func.func @gathered_rank(%a0: tensor<2x4xf32>, %a1: tensor<3xi32>, %a2: tensor<i32>) {
  %r = "tf.GatherV2"(%a0, %a1, %a2) : (tensor<2x4xf32>, tensor<3xi32>, tensor<i32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.GatherNd: the rows of indices have size 3, params has rank 2
func.func @nd_depth(%a0: tensor<2x4xf32>, %a1: tensor<5x3xi32>) {
  %r = "tf.GatherNd"(%a0, %a1) : (tensor<2x4xf32>, tensor<5x3xi32>) -> tensor<5xf32>
  func.return
}

// -----

// CHECK: error: tf.GatherNd: indices has rank 0, needed at least 1
func.func @nd_scalar(%a0: tensor<2x4xf32>, %a1: tensor<i32>) {
  %r = "tf.GatherNd"(%a0, %a1) : (tensor<2x4xf32>, tensor<i32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.GatherNd: the result has shape 5x2, needed 5x4
func.func @nd_result(%a0: tensor<2x4xf32>, %a1: tensor<5x1xi32>) {
  %r = "tf.GatherNd"(%a0, %a1) : (tensor<2x4xf32>, tensor<5x1xi32>) -> tensor<5x2xf32>
  func.return
}

// -----

// CHECK: error: tf.GatherNd: attribute bad_indices_policy is "LOUD"
func.func @nd_policy(%a0: tensor<2x4xf32>, %a1: tensor<5x1xi32>) {
  %r = "tf.GatherNd"(%a0, %a1) <{bad_indices_policy = "LOUD"}> : (tensor<2x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
  func.return
}

// -----

// CHECK: error: tf.ScatterNd: shape has rank 0, needed 1
func.func @scatter_shape_rank(%a0: tensor<5x1xi32>, %a1: tensor<5xf32>, %a2: tensor<i32>) {
  %r = "tf.ScatterNd"(%a0, %a1, %a2) : (tensor<5x1xi32>, tensor<5xf32>, tensor<i32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.ScatterNd: element types i32 and i64 must be equal
func.func @scatter_elements(%a0: tensor<5x1xi32>, %a1: tensor<5xf32>, %a2: tensor<1xi64>) {
  %r = "tf.ScatterNd"(%a0, %a1, %a2) : (tensor<5x1xi32>, tensor<5xf32>, tensor<1xi64>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.ScatterNd: the result has shape 3, needed 4
func.func @scatter_result(%a0: tensor<5x1xi32>, %a1: tensor<5xf32>) {
  %c2 = "tf.Const"() <{value = dense<[4]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.ScatterNd"(%a0, %a1, %c2) : (tensor<5x1xi32>, tensor<5xf32>, tensor<1xi32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.ScatterNd: updates has shape 4, needed 5
func.func @scatter_updates(%a0: tensor<5x1xi32>, %a1: tensor<4xf32>, %a2: tensor<1xi32>) {
  %r = "tf.ScatterNd"(%a0, %a1, %a2) : (tensor<5x1xi32>, tensor<4xf32>, tensor<1xi32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.ScatterNd: the rows of indices have size 2, the target has rank 1
func.func @scatter_depth(%a0: tensor<5x2xi32>, %a1: tensor<5xf32>, %a2: tensor<1xi32>) {
  %r = "tf.ScatterNd"(%a0, %a1, %a2) : (tensor<5x2xi32>, tensor<5xf32>, tensor<1xi32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.TensorScatterUpdate: the result has shape 3, needed 4
func.func @update_result(%a0: tensor<4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5xf32>) {
  %r = "tf.TensorScatterUpdate"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<5x1xi32>, tensor<5xf32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.TensorScatterAdd: updates has shape 4, needed 5
func.func @update_updates(%a0: tensor<4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<4xf32>) {
  %r = "tf.TensorScatterAdd"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<5x1xi32>, tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.TensorScatterMax: indices have elements f32, needed integers
func.func @update_indices(%a0: tensor<4xf32>, %a1: tensor<5x1xf32>, %a2: tensor<5xf32>) {
  %r = "tf.TensorScatterMax"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<5x1xf32>, tensor<5xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.TensorScatterMin: element types f32 and i32 must be equal
func.func @update_elements(%a0: tensor<4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5xi32>) {
  %r = "tf.TensorScatterMin"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<5x1xi32>, tensor<5xi32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.UnsortedSegmentSum: segment_ids has shape 3, needed 4
func.func @segment_ids(%a0: tensor<4x5xf32>, %a1: tensor<3xi32>, %a2: tensor<i32>) {
  %r = "tf.UnsortedSegmentSum"(%a0, %a1, %a2) : (tensor<4x5xf32>, tensor<3xi32>, tensor<i32>) -> tensor<?x5xf32>
  func.return
}

// -----

// CHECK: error: tf.UnsortedSegmentSum: data has rank 1, needed at least 2
func.func @segment_ids_rank(%a0: tensor<4xf32>, %a1: tensor<4x1xi32>, %a2: tensor<i32>) {
  %r = "tf.UnsortedSegmentSum"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<4x1xi32>, tensor<i32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.UnsortedSegmentSum: num_segments has rank 1, needed 0
func.func @segment_count_rank(%a0: tensor<4xf32>, %a1: tensor<4xi32>, %a2: tensor<1xi32>) {
  %r = "tf.UnsortedSegmentSum"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<4xi32>, tensor<1xi32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.UnsortedSegmentMax: num_segments is -1, needed at least 0
func.func @segment_count(%a0: tensor<4xf32>, %a1: tensor<4xi32>) {
  %c2 = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.UnsortedSegmentMax"(%a0, %a1, %c2) : (tensor<4xf32>, tensor<4xi32>, tensor<i32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.UnsortedSegmentMax: the result has shape 2x5, needed 3x5
func.func @segment_result(%a0: tensor<4x5xf32>, %a1: tensor<4xi32>) {
  %c2 = "tf.Const"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.UnsortedSegmentMax"(%a0, %a1, %c2) : (tensor<4x5xf32>, tensor<4xi32>, tensor<i32>) -> tensor<2x5xf32>
  func.return
}

// -----

// CHECK: error: tf.SegmentSum: segment_ids has shape 4, needed 5
func.func @ordered_ids(%a0: tensor<5x2xf32>, %a1: tensor<4xi32>) {
  %r = "tf.SegmentSum"(%a0, %a1) : (tensor<5x2xf32>, tensor<4xi32>) -> tensor<?x2xf32>
  func.return
}
