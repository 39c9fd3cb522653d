// RUN: not tieshape-opt --split-input-file -p tieshape-infer-shapes %s 2>&1 | filecheck %s

// What inference refuses: sizes and ranks that contradict each other, with op, found and needed.

// CHECK: error: tf.Slice: operand 1 has rank 0, needed 1
func.func @slice_begin_rank(%a0: tensor<4xf32>, %a1: tensor<i32>, %a2: tensor<1xi32>) {
  %r = "tf.Slice"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<i32>, tensor<1xi32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Slice: begin and size have 1 and 2 entries for rank 1
func.func @slice_counts(%a0: tensor<4xf32>, %a1: tensor<1xi32>, %a2: tensor<2xi32>) {
  %r = "tf.Slice"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<1xi32>, tensor<2xi32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Slice: begin and size have 2 and 2 entries for rank 1
func.func @slice_begin_size(%a0: tensor<4xf32>, %a1: tensor<2xi32>, %a2: tensor<2xi32>) {
  %r = "tf.Slice"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Slice: the result has rank 1, its type says 2
func.func @slice_rank(%a0: tensor<4xf32>, %a1: tensor<1xi32>, %a2: tensor<1xi32>) {
  %r = "tf.Slice"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2x1xf32>
  func.return
}

// -----

// CHECK: error: tf.Slice: begin 3 and size 2 must stay inside the size 4
func.func @slice_outside(%a0: tensor<4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[3]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %c2 = "tf.Const"() <{value = dense<[2]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.Slice"(%a0, %c1, %c2) : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Slice: begin -1 must not be negative
func.func @slice_below(%a0: tensor<?xf32>) {
  %c1 = "tf.Const"() <{value = dense<[-1]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %c2 = "tf.Const"() <{value = dense<[2]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.Slice"(%a0, %c1, %c2) : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Slice: size -2 must be -1 or a size
func.func @slice_size(%a0: tensor<4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[0]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %c2 = "tf.Const"() <{value = dense<[-2]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.Slice"(%a0, %c1, %c2) : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Slice: begin 0 and size 5 must stay inside the size 4
func.func @slice_too_big(%a0: tensor<4xf32>, %a1: tensor<1xi32>) {
  %c2 = "tf.Const"() <{value = dense<[5]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.Slice"(%a0, %a1, %c2) : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<5xf32>
  func.return
}

// -----

// CHECK: error: tf.Slice: the result has size 2, its type says 3
func.func @slice_result(%a0: tensor<4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[2]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %c2 = "tf.Const"() <{value = dense<[-1]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.Slice"(%a0, %c1, %c2) : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.StridedSlice: operand 1 has rank 0, needed 1
func.func @strided_bounds_rank(%a0: tensor<4xf32>, %a1: tensor<i32>, %a2: tensor<1xi32>, %a3: tensor<1xi32>) {
  %r = "tf.StridedSlice"(%a0, %a1, %a2, %a3) : (tensor<4xf32>, tensor<i32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.StridedSlice: there are 1 begins, 1 ends and 2 strides
func.func @strided_counts(%a0: tensor<4xf32>, %a1: tensor<1xi32>, %a2: tensor<1xi32>, %a3: tensor<2xi32>) {
  %r = "tf.StridedSlice"(%a0, %a1, %a2, %a3) : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<2xi32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.StridedSlice: stride 0 is 0, needed another one
func.func @still_stride(%a0: tensor<4xf32>, %a1: tensor<1xi32>, %a2: tensor<1xi32>) {
  %c3 = "tf.Const"() <{value = dense<[0]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.StridedSlice"(%a0, %a1, %a2, %c3) : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.StridedSlice: 2 dimensions are sliced, the operand has 1
func.func @too_many_entries(%a0: tensor<4xf32>, %a1: tensor<2xi32>, %a2: tensor<2xi32>, %a3: tensor<2xi32>) {
  %r = "tf.StridedSlice"(%a0, %a1, %a2, %a3) : (tensor<4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.StridedSlice: index 4 must be less than the size 4
func.func @entry_outside(%a0: tensor<4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[4]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %c2 = "tf.Const"() <{value = dense<[5]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %c3 = "tf.Const"() <{value = dense<[1]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.StridedSlice"(%a0, %c1, %c2, %c3) <{begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 1 : i64}> : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<f32>
  func.return
}

// -----

// CHECK: error: tf.StridedSlice: one entry is taken with stride -1, needed at least 1
func.func @entry_backwards(%a0: tensor<4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[1]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %c2 = "tf.Const"() <{value = dense<[2]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %c3 = "tf.Const"() <{value = dense<[-1]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.StridedSlice"(%a0, %c1, %c2, %c3) <{begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 1 : i64}> : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<f32>
  func.return
}

// -----

// CHECK: error: tf.StridedSlice: the result has size 2, its type says 3
func.func @strided_result(%a0: tensor<4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[0]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %c2 = "tf.Const"() <{value = dense<[4]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %c3 = "tf.Const"() <{value = dense<[2]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.StridedSlice"(%a0, %c1, %c2, %c3) : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.StridedSlice: the result has rank 0, its type says 1
func.func @strided_rank(%a0: tensor<4xf32>, %a1: tensor<1xi32>, %a2: tensor<1xi32>, %a3: tensor<1xi32>) {
  %r = "tf.StridedSlice"(%a0, %a1, %a2, %a3) <{begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 1 : i64}> : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.ReverseV2: dimension 1 is out of range for rank 1
func.func @reverse_axis(%a0: tensor<4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[1]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.ReverseV2"(%a0, %c1) : (tensor<4xf32>, tensor<1xi32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.ReverseV2: operand 1 has rank 0, needed 1
func.func @reverse_axis_rank(%a0: tensor<4xf32>, %a1: tensor<i32>) {
  %r = "tf.ReverseV2"(%a0, %a1) : (tensor<4xf32>, tensor<i32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.ReverseV2: dimensions [0, 0] must be distinct
func.func @reverse_twice(%a0: tensor<4x4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[0, -2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.ReverseV2"(%a0, %c1) : (tensor<4x4xf32>, tensor<2xi32>) -> tensor<4x4xf32>
  func.return
}

// -----

// CHECK: error: tf.ReverseV2: the result has size 4, its type says 5
func.func @reverse_result(%a0: tensor<4xf32>, %a1: tensor<1xi32>) {
  %r = "tf.ReverseV2"(%a0, %a1) : (tensor<4xf32>, tensor<1xi32>) -> tensor<5xf32>
  func.return
}

// -----

// CHECK: error: tf.Roll: dimension 1 is out of range for rank 1
func.func @roll_axis(%a0: tensor<4xf32>, %a1: tensor<1xi32>) {
  %c2 = "tf.Const"() <{value = dense<[1]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.Roll"(%a0, %a1, %c2) : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.Roll: operand 1 has size 2 in dimension 0, needed 1
func.func @roll_counts(%a0: tensor<4xf32>, %a1: tensor<2xi32>) {
  %c2 = "tf.Const"() <{value = dense<[0]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.Roll"(%a0, %a1, %c2) : (tensor<4xf32>, tensor<2xi32>, tensor<1xi32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.ReverseSequence: dimension 2 is out of range for rank 2
func.func @sequence_axis(%a0: tensor<4x3xf32>, %a1: tensor<4xi64>) {
  %r = "tf.ReverseSequence"(%a0, %a1) <{seq_dim = 2 : i64}> : (tensor<4x3xf32>, tensor<4xi64>) -> tensor<4x3xf32>
  func.return
}

// -----

// CHECK: error: tf.ReverseSequence: dimension 2 is out of range for rank 2
func.func @sequence_batch(%a0: tensor<4x3xf32>, %a1: tensor<4xi64>) {
  %r = "tf.ReverseSequence"(%a0, %a1) <{seq_dim = 1 : i64, batch_dim = 2 : i64}> : (tensor<4x3xf32>, tensor<4xi64>) -> tensor<4x3xf32>
  func.return
}

// -----

// CHECK: error: tf.ReverseSequence: batch and lengths: sizes 4 and 3 must agree
func.func @sequence_lengths(%a0: tensor<4x3xf32>, %a1: tensor<3xi64>) {
  %r = "tf.ReverseSequence"(%a0, %a1) <{seq_dim = 1 : i64}> : (tensor<4x3xf32>, tensor<3xi64>) -> tensor<4x3xf32>
  func.return
}

// -----

// CHECK: error: tf.ReverseSequence: the result has size 4, its type says 3
func.func @sequence_result(%a0: tensor<4x3xf32>, %a1: tensor<4xi64>) {
  %r = "tf.ReverseSequence"(%a0, %a1) <{seq_dim = 1 : i64}> : (tensor<4x3xf32>, tensor<4xi64>) -> tensor<3x4xf32>
  func.return
}

// -----

// CHECK: error: tf.Slice: begin and size have 0 and 0 entries for rank 1
func.func @slice_no_entries(%a0: tensor<4xf32>, %a1: tensor<0xi32>, %a2: tensor<0xi32>) {
  %r = "tf.Slice"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<0xi32>, tensor<0xi32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.StridedSlice: there are 3 begins, 3 ends and 2 strides
func.func @lengths(%x: tensor<4x8xf32>, %begin: tensor<?xi64>, %end: tensor<3xi64>, %strides: tensor<2xi64>) {
  %r = "tf.StridedSlice"(%x, %begin, %end, %strides) : (tensor<4x8xf32>, tensor<?xi64>, tensor<3xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  func.return
}
