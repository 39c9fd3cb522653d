// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.Reshape: operand 1 has elements f32, needed integers
func.func @shape_elements(%a0: tensor<2xf32>, %a1: tensor<1xf32>) {
  %r = "tf.Reshape"(%a0, %a1) : (tensor<2xf32>, tensor<1xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Reshape: element types f32 and i32 must be equal
func.func @elements(%a0: tensor<2xf32>, %a1: tensor<1xi32>) {
  %r = "tf.Reshape"(%a0, %a1) : (tensor<2xf32>, tensor<1xi32>) -> tensor<2xi32>
  func.return
}

// -----

// CHECK: error: tf.Reshape: shape has rank 0, needed 1
func.func @shape_rank(%a0: tensor<2xf32>, %a1: tensor<i32>) {
  %r = "tf.Reshape"(%a0, %a1) : (tensor<2xf32>, tensor<i32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Reshape: the result has 8 elements, needed 6
func.func @reshape_count(%a0: tensor<6xf32>, %a1: tensor<2xi32>) {
  %r = "tf.Reshape"(%a0, %a1) : (tensor<6xf32>, tensor<2xi32>) -> tensor<2x4xf32>
  func.return
}

// -----

// CHECK: error: tf.Reshape: 6 elements cannot have the shape [4, -1]
func.func @reshape_indivisible(%a0: tensor<6xf32>) {
  %c1 = "tf.Const"() <{value = dense<[4, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Reshape"(%a0, %c1) : (tensor<6xf32>, tensor<2xi32>) -> tensor<4x?xf32>
  func.return
}

// -----

// CHECK: error: tf.Reshape: 6 elements cannot have the shape [4, 2]
func.func @reshape_other_count(%a0: tensor<6xf32>) {
  %c1 = "tf.Const"() <{value = dense<[4, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Reshape"(%a0, %c1) : (tensor<6xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  func.return
}

// -----

// CHECK: error: tf.Reshape: 0 elements cannot have the shape [0, -1]
func.func @reshape_nothing(%a0: tensor<0x2xf32>) {
  %c1 = "tf.Const"() <{value = dense<[0, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Reshape"(%a0, %c1) : (tensor<0x2xf32>, tensor<2xi32>) -> tensor<0x?xf32>
  func.return
}

// -----

// CHECK: error: tf.Reshape: shape is [-1, -1], needed sizes of at least 0 and at most one -1
func.func @reshape_wildcards(%a0: tensor<6xf32>) {
  %c1 = "tf.Const"() <{value = dense<[-1, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Reshape"(%a0, %c1) : (tensor<6xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  func.return
}

// -----

// CHECK: error: tf.Reshape: shape is [-2, 3], needed sizes of at least 0 and at most one -1
func.func @reshape_negative(%a0: tensor<6xf32>) {
  %c1 = "tf.Const"() <{value = dense<[-2, 3]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Reshape"(%a0, %c1) : (tensor<6xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  func.return
}

// -----

// CHECK: error: tf.Reshape: the result has shape 3x2, needed 2x3
func.func @reshape_result(%a0: tensor<6xf32>) {
  %c1 = "tf.Const"() <{value = dense<[2, 3]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Reshape"(%a0, %c1) : (tensor<6xf32>, tensor<2xi32>) -> tensor<3x2xf32>
  func.return
}

// -----

// CHECK: error: tf.ExpandDims: dim is 3, needed -3 to 2
func.func @expand_axis(%a0: tensor<2x3xf32>) {
  %c1 = "tf.Const"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.ExpandDims"(%a0, %c1) : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x3x1xf32>
  func.return
}

// -----

// CHECK: error: tf.ExpandDims: the result has shape 1x2x3, needed 2x3x1
func.func @expand_result(%a0: tensor<2x3xf32>) {
  %c1 = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.ExpandDims"(%a0, %c1) : (tensor<2x3xf32>, tensor<i32>) -> tensor<1x2x3xf32>
  func.return
}

// -----

// CHECK: error: tf.ExpandDims: the result has rank 2, needed 3
func.func @expand_rank(%a0: tensor<2x3xf32>, %a1: tensor<i32>) {
  %r = "tf.ExpandDims"(%a0, %a1) : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x3xf32>
  func.return
}

// -----

// CHECK: error: tf.Squeeze: a squeezed dimension is 2, needed -2 to 1
func.func @squeeze_axis(%a0: tensor<2x1xf32>) {
  %r = "tf.Squeeze"(%a0) <{squeeze_dims = [2]}> : (tensor<2x1xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Squeeze: dimension 0 has size 2, needed 1
func.func @squeeze_size(%a0: tensor<2x1xf32>) {
  %r = "tf.Squeeze"(%a0) <{squeeze_dims = [0]}> : (tensor<2x1xf32>) -> tensor<1xf32>
  func.return
}

// -----

// CHECK: error: tf.Squeeze: the result has shape 1, needed 2
func.func @squeeze_result(%a0: tensor<2x1xf32>) {
  %r = "tf.Squeeze"(%a0) <{squeeze_dims = [1]}> : (tensor<2x1xf32>) -> tensor<1xf32>
  func.return
}

// -----

// CHECK: error: tf.Squeeze: the result has shape 2x1, needed 2
func.func @squeeze_all_result(%a0: tensor<2x1xf32>) {
  %r = "tf.Squeeze"(%a0) : (tensor<2x1xf32>) -> tensor<2x1xf32>
  func.return
}

// -----

// CHECK: error: tf.Squeeze: attribute squeeze_dims is [1.000000e+00 : f32], it must be an array of integers
func.func @squeeze_list(%a0: tensor<2x1xf32>) {
  %r = "tf.Squeeze"(%a0) <{squeeze_dims = [1.0 : f32]}> : (tensor<2x1xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.Squeeze: element types f32 and i32 must be equal
func.func @squeeze_elements(%a0: tensor<2x1xf32>) {
  %r = "tf.Squeeze"(%a0) : (tensor<2x1xf32>) -> tensor<2xi32>
  func.return
}

// -----

// CHECK: error: tf.Transpose: perm is [0, 0], needed a permutation of 0 to 1
func.func @perm_repeated(%a0: tensor<2x3xf32>) {
  %c1 = "tf.Const"() <{value = dense<[0, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Transpose"(%a0, %c1) : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<3x2xf32>
  func.return
}

// -----

// CHECK: error: tf.Transpose: perm has rank 2, needed 1
func.func @perm_rank(%a0: tensor<2x3xf32>, %a1: tensor<2x1xi32>) {
  %r = "tf.Transpose"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x1xi32>) -> tensor<3x2xf32>
  func.return
}

// -----

// CHECK: error: tf.Transpose: perm has shape 3, needed 2
func.func @perm_size(%a0: tensor<2x3xf32>, %a1: tensor<3xi32>) {
  %r = "tf.Transpose"(%a0, %a1) : (tensor<2x3xf32>, tensor<3xi32>) -> tensor<3x2xf32>
  func.return
}

// -----

// CHECK: error: tf.Transpose: x has rank 2, needed 3
func.func @perm_of_other_rank(%a0: tensor<2x3xf32>) {
  %c1 = "tf.Const"() <{value = dense<[0, 1, 2]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %r = "tf.Transpose"(%a0, %c1) : (tensor<2x3xf32>, tensor<3xi32>) -> tensor<3x2xf32>
  func.return
}

// -----

// CHECK: error: tf.Transpose: the result has shape 2x3, needed 3x2
func.func @transpose_result(%a0: tensor<2x3xf32>) {
  %c1 = "tf.Const"() <{value = dense<[1, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Transpose"(%a0, %c1) : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  func.return
}

// -----

// CHECK: error: tf.Transpose: the result has rank 3, needed 2
func.func @transpose_rank(%a0: tensor<2x3xf32>, %a1: tensor<2xi32>) {
  %r = "tf.Transpose"(%a0, %a1) : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3x1xf32>
  func.return
}

// -----

// CHECK: error: tf.BroadcastTo: input has rank 2, needed at most 1
func.func @broadcast_rank(%a0: tensor<1x3xf32>) {
  %c1 = "tf.Const"() <{value = dense<3> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.BroadcastTo"(%a0, %c1) : (tensor<1x3xf32>, tensor<1xi32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.BroadcastTo: shapes 2 and 3 do not broadcast
func.func @broadcast_size(%a0: tensor<2xf32>) {
  %c1 = "tf.Const"() <{value = dense<3> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.BroadcastTo"(%a0, %c1) : (tensor<2xf32>, tensor<1xi32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.BroadcastTo: 2 does not broadcast to 1
func.func @broadcast_shrinks(%a0: tensor<2xf32>) {
  %c1 = "tf.Const"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.BroadcastTo"(%a0, %c1) : (tensor<2xf32>, tensor<1xi32>) -> tensor<1xf32>
  func.return
}

// -----

// CHECK: error: tf.BroadcastTo: the result has shape 4, needed 3
func.func @broadcast_result(%a0: tensor<1xf32>) {
  %c1 = "tf.Const"() <{value = dense<3> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.BroadcastTo"(%a0, %c1) : (tensor<1xf32>, tensor<1xi32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.BroadcastTo: shape has rank 0, needed 1
func.func @broadcast_shape_rank(%a0: tensor<1xf32>, %a1: tensor<i32>) {
  %r = "tf.BroadcastTo"(%a0, %a1) : (tensor<1xf32>, tensor<i32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.Tile: multiples has rank 0, needed 1
func.func @multiples_rank(%a0: tensor<2xf32>, %a1: tensor<i32>) {
  %r = "tf.Tile"(%a0, %a1) : (tensor<2xf32>, tensor<i32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.Tile: multiples has shape 2, needed 1
func.func @multiples_size(%a0: tensor<2xf32>, %a1: tensor<2xi32>) {
  %r = "tf.Tile"(%a0, %a1) : (tensor<2xf32>, tensor<2xi32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.Tile: multiples are [-1], needed at least 0
func.func @multiples_negative(%a0: tensor<2xf32>) {
  %c1 = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.Tile"(%a0, %c1) : (tensor<2xf32>, tensor<1xi32>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: error: tf.Tile: the result has shape 5, needed 4
func.func @tile_result(%a0: tensor<2xf32>) {
  %c1 = "tf.Const"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.Tile"(%a0, %c1) : (tensor<2xf32>, tensor<1xi32>) -> tensor<5xf32>
  func.return
}

// -----

// CHECK: error: tf.Tile: the result has rank 2, needed 1
func.func @tile_rank(%a0: tensor<2xf32>, %a1: tensor<1xi32>) {
  %r = "tf.Tile"(%a0, %a1) : (tensor<2xf32>, tensor<1xi32>) -> tensor<5x5xf32>
  func.return
}

// -----

// CHECK: error: tf.SpaceToDepth: attribute block_size is 1, it must be at least 2
func.func @block_size(%a0: tensor<1x4x4x1xf32>) {
  %r = "tf.SpaceToDepth"(%a0) <{block_size = 1 : i64}> : (tensor<1x4x4x1xf32>) -> tensor<1x4x4x1xf32>
  func.return
}

// -----

// CHECK: error: tf.SpaceToDepth: attribute block_size is missing
func.func @block_missing(%a0: tensor<1x4x4x1xf32>) {
  %r = "tf.SpaceToDepth"(%a0) : (tensor<1x4x4x1xf32>) -> tensor<1x2x2x4xf32>
  func.return
}

// -----

// CHECK: error: tf.SpaceToDepth: attribute data_format is "HWC", it must be one of NHWC, NCHW
func.func @block_format(%a0: tensor<1x4x4x1xf32>) {
  %r = "tf.SpaceToDepth"(%a0) <{block_size = 2 : i64, data_format = "HWC"}> : (tensor<1x4x4x1xf32>) -> tensor<1x2x2x4xf32>
  func.return
}

// -----

// CHECK: error: tf.SpaceToDepth: input has rank 3, needed 4
func.func @block_rank(%a0: tensor<4x4x1xf32>) {
  %r = "tf.SpaceToDepth"(%a0) <{block_size = 2 : i64}> : (tensor<4x4x1xf32>) -> tensor<1x2x2x4xf32>
  func.return
}

// -----

// CHECK: error: tf.SpaceToDepth: height is 5, needed a multiple of 2
func.func @height(%a0: tensor<1x5x4x1xf32>) {
  %r = "tf.SpaceToDepth"(%a0) <{block_size = 2 : i64}> : (tensor<1x5x4x1xf32>) -> tensor<1x2x2x4xf32>
  func.return
}

// -----

// CHECK: error: tf.SpaceToDepth: width is 5, needed a multiple of 2
func.func @width(%a0: tensor<1x4x5x1xf32>) {
  %r = "tf.SpaceToDepth"(%a0) <{block_size = 2 : i64}> : (tensor<1x4x5x1xf32>) -> tensor<1x2x2x4xf32>
  func.return
}

// -----

// CHECK: error: tf.DepthToSpace: the number of channels is 6, needed a multiple of 4
func.func @depth(%a0: tensor<1x4x4x6xf32>) {
  %r = "tf.DepthToSpace"(%a0) <{block_size = 2 : i64}> : (tensor<1x4x4x6xf32>) -> tensor<1x8x8x1xf32>
  func.return
}

// -----

// CHECK: error: tf.DepthToSpace: the result has shape 1x8x8x2, needed 1x8x8x1
func.func @block_result(%a0: tensor<1x4x4x4xf32>) {
  %r = "tf.DepthToSpace"(%a0) <{block_size = 2 : i64}> : (tensor<1x4x4x4xf32>) -> tensor<1x8x8x2xf32>
  func.return
}
