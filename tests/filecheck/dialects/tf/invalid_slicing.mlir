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

// CHECK: error: tf.Slice: begin has rank 0, needed 1
func.func @slice_begin_rank(%a0: tensor<4xf32>, %a1: tensor<i32>, %a2: tensor<1xi32>) {
  %r = "tf.Slice"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<i32>, tensor<1xi32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Slice: size has shape 2, needed 1
func.func @slice_counts(%a0: tensor<4xf32>, %a1: tensor<1xi32>, %a2: tensor<2xi32>) {
  %r = "tf.Slice"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<1xi32>, tensor<2xi32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Slice: begin has shape 2, needed 1
func.func @slice_begin_size(%a0: tensor<4xf32>, %a1: tensor<2xi32>, %a2: tensor<2xi32>) {
  %r = "tf.Slice"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Slice: the result has rank 2, needed 1
func.func @slice_rank(%a0: tensor<4xf32>, %a1: tensor<1xi32>, %a2: tensor<1xi32>) {
  %r = "tf.Slice"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2x1xf32>
  func.return
}

// -----

// CHECK: error: tf.Slice: the slice from 3 of size 2 leaves dimension 0 of size 4
func.func @slice_outside(%a0: tensor<4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[3]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %c2 = "tf.Const"() <{value = dense<[2]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.Slice"(%a0, %c1, %c2) : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Slice: the slice from -1 of size 2 leaves dimension 0 of size ?
func.func @slice_below(%a0: tensor<?xf32>) {
  %c1 = "tf.Const"() <{value = dense<[-1]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %c2 = "tf.Const"() <{value = dense<[2]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.Slice"(%a0, %c1, %c2) : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Slice: the slice from 0 of size -2 leaves dimension 0 of size 4
func.func @slice_size(%a0: tensor<4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[0]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %c2 = "tf.Const"() <{value = dense<[-2]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.Slice"(%a0, %c1, %c2) : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Slice: the slice from 0 of size 5 leaves dimension 0 of size 4
func.func @slice_too_big(%a0: tensor<4xf32>, %a1: tensor<1xi32>) {
  %c2 = "tf.Const"() <{value = dense<[5]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.Slice"(%a0, %a1, %c2) : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<5xf32>
  func.return
}

// -----

// CHECK: error: tf.Slice: the result has shape 3, needed 2
func.func @slice_result(%a0: tensor<4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[2]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %c2 = "tf.Const"() <{value = dense<[-1]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.Slice"(%a0, %c1, %c2) : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xf32>
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

// CHECK: error: tf.StridedSlice: begin has rank 0, needed 1
func.func @strided_bounds_rank(%a0: tensor<4xf32>, %a1: tensor<i32>, %a2: tensor<1xi32>, %a3: tensor<1xi32>) {
  %r = "tf.StridedSlice"(%a0, %a1, %a2, %a3) : (tensor<4xf32>, tensor<i32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.StridedSlice: strides has shape 2, needed 1
func.func @strided_counts(%a0: tensor<4xf32>, %a1: tensor<1xi32>, %a2: tensor<1xi32>, %a3: tensor<2xi32>) {
  %r = "tf.StridedSlice"(%a0, %a1, %a2, %a3) : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<2xi32>) -> tensor<?xf32>
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

// CHECK: error: tf.StridedSlice: strides are [0], needed steps other than 0
func.func @still_stride(%a0: tensor<4xf32>, %a1: tensor<1xi32>, %a2: tensor<1xi32>) {
  %c3 = "tf.Const"() <{value = dense<[0]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.StridedSlice"(%a0, %a1, %a2, %c3) : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.StridedSlice: 2 dimensions are sliced, input has rank 1
func.func @too_many_entries(%a0: tensor<4xf32>, %a1: tensor<2xi32>, %a2: tensor<2xi32>, %a3: tensor<2xi32>) {
  %r = "tf.StridedSlice"(%a0, %a1, %a2, %a3) : (tensor<4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.StridedSlice: entry 4 of dimension 0 of size 4 is taken
func.func @entry_outside(%a0: tensor<4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[4]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %c2 = "tf.Const"() <{value = dense<[5]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %c3 = "tf.Const"() <{value = dense<[1]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.StridedSlice"(%a0, %c1, %c2, %c3) <{begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 1 : i64}> : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<f32>
  func.return
}

// -----

// CHECK: error: tf.StridedSlice: entry 1 is taken with stride -1, needed at least 1
func.func @entry_backwards(%a0: tensor<4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[1]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %c2 = "tf.Const"() <{value = dense<[2]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %c3 = "tf.Const"() <{value = dense<[-1]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.StridedSlice"(%a0, %c1, %c2, %c3) <{begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 1 : i64}> : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<f32>
  func.return
}

// -----

// CHECK: error: tf.StridedSlice: the result has shape 3, needed 2
func.func @strided_result(%a0: tensor<4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[0]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %c2 = "tf.Const"() <{value = dense<[4]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %c3 = "tf.Const"() <{value = dense<[2]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.StridedSlice"(%a0, %c1, %c2, %c3) : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.StridedSlice: the result has shape 4, needed scalar
func.func @strided_rank(%a0: tensor<4xf32>, %a1: tensor<1xi32>, %a2: tensor<1xi32>, %a3: tensor<1xi32>) {
  %r = "tf.StridedSlice"(%a0, %a1, %a2, %a3) <{begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 1 : i64}> : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.Pad: element types f32 and i32 must be equal
func.func @pad_elements(%a0: tensor<4xf32>, %a1: tensor<1x2xi32>) {
  %r = "tf.Pad"(%a0, %a1) : (tensor<4xf32>, tensor<1x2xi32>) -> tensor<?xi32>
  func.return
}

// -----

// CHECK: error: tf.Pad: paddings have elements f32, needed integers
func.func @pad_amount_elements(%a0: tensor<4xf32>, %a1: tensor<1x2xf32>) {
  %r = "tf.Pad"(%a0, %a1) : (tensor<4xf32>, tensor<1x2xf32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.Pad: paddings has shape 2x2, needed 1x2
func.func @pad_amounts(%a0: tensor<4xf32>, %a1: tensor<2x2xi32>) {
  %r = "tf.Pad"(%a0, %a1) : (tensor<4xf32>, tensor<2x2xi32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.Pad: the result has rank 2, needed 1
func.func @pad_rank(%a0: tensor<4xf32>, %a1: tensor<1x2xi32>) {
  %r = "tf.Pad"(%a0, %a1) : (tensor<4xf32>, tensor<1x2xi32>) -> tensor<?x?xf32>
  func.return
}

// -----

// CHECK: error: tf.Pad: paddings of dimension 0 are -1 and 0, needed at least 0
func.func @pad_negative(%a0: tensor<4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[[-1, 0]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %r = "tf.Pad"(%a0, %c1) : (tensor<4xf32>, tensor<1x2xi32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.Pad: the result has shape 6, needed 7
func.func @pad_result(%a0: tensor<4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[[1, 2]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %r = "tf.Pad"(%a0, %c1) : (tensor<4xf32>, tensor<1x2xi32>) -> tensor<6xf32>
  func.return
}

// -----

// CHECK: error: tf.PadV2: constant_values has rank 1, needed 0
func.func @pad_value_rank(%a0: tensor<4xf32>, %a1: tensor<1x2xi32>, %a2: tensor<1xf32>) {
  %r = "tf.PadV2"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<1x2xi32>, tensor<1xf32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.PadV2: element types f32 and i32 must be equal
func.func @pad_value_elements(%a0: tensor<4xf32>, %a1: tensor<1x2xi32>, %a2: tensor<i32>) {
  %r = "tf.PadV2"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<1x2xi32>, tensor<i32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.MirrorPad: attribute mode is "EDGE", it must be one of REFLECT, SYMMETRIC
func.func @mirror_mode(%a0: tensor<4xf32>, %a1: tensor<1x2xi32>) {
  %r = "tf.MirrorPad"(%a0, %a1) <{mode = "EDGE"}> : (tensor<4xf32>, tensor<1x2xi32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.MirrorPad: paddings of dimension 0 are 4 and 0, needed at most 3
func.func @reflect_too_far(%a0: tensor<4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[[4, 0]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %r = "tf.MirrorPad"(%a0, %c1) <{mode = "REFLECT"}> : (tensor<4xf32>, tensor<1x2xi32>) -> tensor<8xf32>
  func.return
}

// -----

// CHECK: error: tf.MirrorPad: paddings of dimension 0 are 0 and 5, needed at most 4
func.func @mirror_too_far(%a0: tensor<4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[[0, 5]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %r = "tf.MirrorPad"(%a0, %c1) <{mode = "SYMMETRIC"}> : (tensor<4xf32>, tensor<1x2xi32>) -> tensor<9xf32>
  func.return
}

// -----

// CHECK: error: tf.ReverseV2: an axis is 1, needed -1 to 0
func.func @reverse_axis(%a0: tensor<4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[1]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.ReverseV2"(%a0, %c1) : (tensor<4xf32>, tensor<1xi32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.ReverseV2: axis has rank 0, needed 1
func.func @reverse_axis_rank(%a0: tensor<4xf32>, %a1: tensor<i32>) {
  %r = "tf.ReverseV2"(%a0, %a1) : (tensor<4xf32>, tensor<i32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.ReverseV2: axis is [0, -2], needed distinct dimensions
func.func @reverse_twice(%a0: tensor<4x4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[0, -2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.ReverseV2"(%a0, %c1) : (tensor<4x4xf32>, tensor<2xi32>) -> tensor<4x4xf32>
  func.return
}

// -----

// CHECK: error: tf.ReverseV2: the result has shape 5, needed 4
func.func @reverse_result(%a0: tensor<4xf32>, %a1: tensor<1xi32>) {
  %r = "tf.ReverseV2"(%a0, %a1) : (tensor<4xf32>, tensor<1xi32>) -> tensor<5xf32>
  func.return
}

// -----

// CHECK: error: tf.ReverseV2: element types f32 and i32 must be equal
func.func @reverse_elements(%a0: tensor<4xf32>, %a1: tensor<1xi32>) {
  %r = "tf.ReverseV2"(%a0, %a1) : (tensor<4xf32>, tensor<1xi32>) -> tensor<4xi32>
  func.return
}

// -----

// CHECK: error: tf.Roll: an axis is 1, needed -1 to 0
func.func @roll_axis(%a0: tensor<4xf32>, %a1: tensor<1xi32>) {
  %c2 = "tf.Const"() <{value = dense<[1]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.Roll"(%a0, %a1, %c2) : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.Roll: shift has shape 2, needed 1
func.func @roll_counts(%a0: tensor<4xf32>, %a1: tensor<2xi32>) {
  %c2 = "tf.Const"() <{value = dense<[0]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.Roll"(%a0, %a1, %c2) : (tensor<4xf32>, tensor<2xi32>, tensor<1xi32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.Roll: shift has rank 2, needed 0 or 1
func.func @roll_rank(%a0: tensor<4xf32>, %a1: tensor<1x1xi32>) {
  %c2 = "tf.Const"() <{value = dense<[0]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.Roll"(%a0, %a1, %c2) : (tensor<4xf32>, tensor<1x1xi32>, tensor<1xi32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.ReverseSequence: attribute seq_dim is 2, needed -2 to 1
func.func @sequence_axis(%a0: tensor<4x3xf32>, %a1: tensor<4xi64>) {
  %r = "tf.ReverseSequence"(%a0, %a1) <{seq_dim = 2 : i64}> : (tensor<4x3xf32>, tensor<4xi64>) -> tensor<4x3xf32>
  func.return
}

// -----

// CHECK: error: tf.ReverseSequence: attribute batch_dim is 2, needed -2 to 1
func.func @sequence_batch(%a0: tensor<4x3xf32>, %a1: tensor<4xi64>) {
  %r = "tf.ReverseSequence"(%a0, %a1) <{seq_dim = 1 : i64, batch_dim = 2 : i64}> : (tensor<4x3xf32>, tensor<4xi64>) -> tensor<4x3xf32>
  func.return
}

// -----

// CHECK: error: tf.ReverseSequence: seq_lengths has shape 3, needed 4
func.func @sequence_lengths(%a0: tensor<4x3xf32>, %a1: tensor<3xi64>) {
  %r = "tf.ReverseSequence"(%a0, %a1) <{seq_dim = 1 : i64}> : (tensor<4x3xf32>, tensor<3xi64>) -> tensor<4x3xf32>
  func.return
}

// -----

// CHECK: error: tf.ReverseSequence: the result has shape 3x4, needed 4x3
func.func @sequence_result(%a0: tensor<4x3xf32>, %a1: tensor<4xi64>) {
  %r = "tf.ReverseSequence"(%a0, %a1) <{seq_dim = 1 : i64}> : (tensor<4x3xf32>, tensor<4xi64>) -> tensor<3x4xf32>
  func.return
}
