// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.ScatterNd: element types i32 and i64 must be equal
func.func @scatter_elements(%a0: tensor<5x1xi32>, %a1: tensor<5xf32>, %a2: tensor<1xi64>) {
  %r = "tf.ScatterNd"(%a0, %a1, %a2) : (tensor<5x1xi32>, tensor<5xf32>, tensor<1xi64>) -> tensor<4xf32>
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

// CHECK: error: tf.UnsortedSegmentSum: num_segments has rank 1, needed 0
func.func @segment_count_rank(%a0: tensor<4xf32>, %a1: tensor<4xi32>, %a2: tensor<1xi32>) {
  %r = "tf.UnsortedSegmentSum"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<4xi32>, tensor<1xi32>) -> tensor<?xf32>
  func.return
}
