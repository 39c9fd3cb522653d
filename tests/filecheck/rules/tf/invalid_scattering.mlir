// RUN: not tieshape-opt --split-input-file -p tieshape-infer-shapes %s 2>&1 | filecheck %s

// What inference refuses: sizes and ranks that contradict each other, with op, found and needed.

// CHECK: error: tf.ScatterNd: operand 2 has rank 0, needed 1
func.func @scatter_shape_rank(%a0: tensor<5x1xi32>, %a1: tensor<5xf32>, %a2: tensor<i32>) {
  %r = "tf.ScatterNd"(%a0, %a1, %a2) : (tensor<5x1xi32>, tensor<5xf32>, tensor<i32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.ScatterNd: the result has size 4, its type says 3
func.func @scatter_result(%a0: tensor<5x1xi32>, %a1: tensor<5xf32>) {
  %c2 = "tf.Const"() <{value = dense<[4]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.ScatterNd"(%a0, %a1, %c2) : (tensor<5x1xi32>, tensor<5xf32>, tensor<1xi32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.ScatterNd: updates and what they replace: sizes 4 and 5 must agree
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

// CHECK: error: tf.TensorScatterUpdate: the result has size 4, its type says 3
func.func @update_result(%a0: tensor<4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<5xf32>) {
  %r = "tf.TensorScatterUpdate"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<5x1xi32>, tensor<5xf32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.TensorScatterAdd: updates and what they replace: sizes 4 and 5 must agree
func.func @update_updates(%a0: tensor<4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<4xf32>) {
  %r = "tf.TensorScatterAdd"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<5x1xi32>, tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.UnsortedSegmentSum: data and segment_ids: sizes 4 and 3 must agree
func.func @segment_ids(%a0: tensor<4x5xf32>, %a1: tensor<3xi32>, %a2: tensor<i32>) {
  %r = "tf.UnsortedSegmentSum"(%a0, %a1, %a2) : (tensor<4x5xf32>, tensor<3xi32>, tensor<i32>) -> tensor<?x5xf32>
  func.return
}

// -----

// CHECK: error: tf.UnsortedSegmentSum: segment_ids has rank 2, data has rank 1
func.func @segment_ids_rank(%a0: tensor<4xf32>, %a1: tensor<4x1xi32>, %a2: tensor<i32>) {
  %r = "tf.UnsortedSegmentSum"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<4x1xi32>, tensor<i32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.UnsortedSegmentMax: num_segments -1 must be at least 0
func.func @segment_count(%a0: tensor<4xf32>, %a1: tensor<4xi32>) {
  %c2 = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.UnsortedSegmentMax"(%a0, %a1, %c2) : (tensor<4xf32>, tensor<4xi32>, tensor<i32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.UnsortedSegmentMax: the result has size 3, its type says 2
func.func @segment_result(%a0: tensor<4x5xf32>, %a1: tensor<4xi32>) {
  %c2 = "tf.Const"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.UnsortedSegmentMax"(%a0, %a1, %c2) : (tensor<4x5xf32>, tensor<4xi32>, tensor<i32>) -> tensor<2x5xf32>
  func.return
}

// -----

// CHECK: error: tf.SegmentSum: data and segment_ids: sizes 5 and 4 must agree
func.func @ordered_ids(%a0: tensor<5x2xf32>, %a1: tensor<4xi32>) {
  %r = "tf.SegmentSum"(%a0, %a1) : (tensor<5x2xf32>, tensor<4xi32>) -> tensor<?x2xf32>
  func.return
}
