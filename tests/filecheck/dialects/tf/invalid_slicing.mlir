// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.Slice: element types f32 and i32 must be equal
func.func @slice_elements(%a0: tensor<4xf32>, %a1: tensor<1xi32>, %a2: tensor<1xi32>) {
  %r = "tf.Slice"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  func.return
}

// -----

// CHECK: error: tf.Slice: element types i32 and i64 must be equal
func.func @slice_index_elements(%a0: tensor<4xf32>, %a1: tensor<1xi32>, %a2: tensor<1xi64>) {
  %r = "tf.Slice"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<1xi32>, tensor<1xi64>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.StridedSlice: element types f32 and i32 must be equal
func.func @strided_elements(%a0: tensor<4xf32>, %a1: tensor<1xi32>, %a2: tensor<1xi32>, %a3: tensor<1xi32>) {
  %r = "tf.StridedSlice"(%a0, %a1, %a2, %a3) : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xi32>
  func.return
}

// -----

// CHECK: error: tf.StridedSlice: element types i32 and i64 must be equal
func.func @strided_bounds_elements(%a0: tensor<4xf32>, %a1: tensor<1xi32>, %a2: tensor<1xi64>, %a3: tensor<1xi32>) {
  %r = "tf.StridedSlice"(%a0, %a1, %a2, %a3) : (tensor<4xf32>, tensor<1xi32>, tensor<1xi64>, tensor<1xi32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.StridedSlice: attribute ellipsis_mask is 3, needed at most one bit
func.func @two_ellipses(%a0: tensor<4xf32>, %a1: tensor<2xi32>, %a2: tensor<2xi32>, %a3: tensor<2xi32>) {
  %r = "tf.StridedSlice"(%a0, %a1, %a2, %a3) <{begin_mask = 0 : i64, ellipsis_mask = 3 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 0 : i64}> : (tensor<4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.StridedSlice: attribute begin_mask is -1, it must be at least 0
func.func @negative_mask(%a0: tensor<4xf32>, %a1: tensor<1xi32>, %a2: tensor<1xi32>, %a3: tensor<1xi32>) {
  %r = "tf.StridedSlice"(%a0, %a1, %a2, %a3) <{begin_mask = -1 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 0 : i64}> : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.ReverseV2: element types f32 and i32 must be equal
func.func @reverse_elements(%a0: tensor<4xf32>, %a1: tensor<1xi32>) {
  %r = "tf.ReverseV2"(%a0, %a1) : (tensor<4xf32>, tensor<1xi32>) -> tensor<4xi32>
  func.return
}

// -----

// CHECK: error: tf.Roll: shift has rank 2, needed 0 or 1
func.func @roll_rank(%a0: tensor<4xf32>, %a1: tensor<1x1xi32>) {
  %c2 = "tf.Const"() <{value = dense<[0]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.Roll"(%a0, %a1, %c2) : (tensor<4xf32>, tensor<1x1xi32>, tensor<1xi32>) -> tensor<4xf32>
  func.return
}
