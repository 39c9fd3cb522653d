// RUN: not tieshape-opt --split-input-file -p tieshape-infer-shapes %s 2>&1 | filecheck %s

// What inference refuses: sizes and ranks that contradict each other, with op, found and needed.

// CHECK: error: tf.SpaceToBatchND: operand 1 has rank 2, needed 1
func.func @block_rank(%a0: tensor<4x4x1xf32>, %a1: tensor<2x1xi32>, %a2: tensor<1x2xi32>) {
  %r = "tf.SpaceToBatchND"(%a0, %a1, %a2) : (tensor<4x4x1xf32>, tensor<2x1xi32>, tensor<1x2xi32>) -> tensor<4x4x1xf32>
  func.return
}

// -----

// CHECK: error: tf.SpaceToBatchND: operand 2 has size 1 in dimension 1, needed 2
func.func @amounts(%a0: tensor<1x4x4x1xf32>, %a1: tensor<2xi32>, %a2: tensor<2x1xi32>) {
  %r = "tf.SpaceToBatchND"(%a0, %a1, %a2) : (tensor<1x4x4x1xf32>, tensor<2xi32>, tensor<2x1xi32>) -> tensor<4x2x2x1xf32>
  func.return
}

// -----

// CHECK: error: tf.SpaceToBatchND: operand 0 has rank 2, needed at least 3
func.func @input_rank(%a0: tensor<4x4xf32>, %a1: tensor<2xi32>, %a2: tensor<2x2xi32>) {
  %r = "tf.SpaceToBatchND"(%a0, %a1, %a2) : (tensor<4x4xf32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<4x2xf32>
  func.return
}

// -----

// CHECK: error: tf.BatchToSpaceND: the result has rank 3, its type says 2
func.func @result_rank(%a0: tensor<4x4x1xf32>, %a1: tensor<1xi32>, %a2: tensor<1x2xi32>) {
  %r = "tf.BatchToSpaceND"(%a0, %a1, %a2) : (tensor<4x4x1xf32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<4x4xf32>
  func.return
}

// -----

// CHECK: error: tf.SpaceToBatchND: block_shape is [0], needed at least 1 each
func.func @empty_block(%a0: tensor<1x4x1xf32>) {
  %a1 = "tf.Const"() <{value = dense<[0]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %a2 = "tf.Const"() <{value = dense<[[0, 0]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %r = "tf.SpaceToBatchND"(%a0, %a1, %a2) : (tensor<1x4x1xf32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<1x4x1xf32>
  func.return
}

// -----

// CHECK: error: tf.SpaceToBatchND: the amount -1 must be at least 0
func.func @negative_amount(%a0: tensor<1x4x1xf32>) {
  %a1 = "tf.Const"() <{value = dense<[1]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %a2 = "tf.Const"() <{value = dense<[[0, -1]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %r = "tf.SpaceToBatchND"(%a0, %a1, %a2) : (tensor<1x4x1xf32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<1x3x1xf32>
  func.return
}

// -----

// CHECK: error: tf.SpaceToBatchND: padded size 5 must be a multiple of 2
func.func @padded_size(%a0: tensor<1x4x1xf32>) {
  %a1 = "tf.Const"() <{value = dense<[2]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %a2 = "tf.Const"() <{value = dense<[[0, 1]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %r = "tf.SpaceToBatchND"(%a0, %a1, %a2) : (tensor<1x4x1xf32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<2x2x1xf32>
  func.return
}

// -----

// CHECK: error: tf.BatchToSpaceND: batch 3 must be a multiple of 2
func.func @batch(%a0: tensor<3x4x1xf32>) {
  %a1 = "tf.Const"() <{value = dense<[2]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %a2 = "tf.Const"() <{value = dense<[[0, 0]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %r = "tf.BatchToSpaceND"(%a0, %a1, %a2) : (tensor<3x4x1xf32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<1x8x1xf32>
  func.return
}

// -----

// CHECK: error: tf.BatchToSpaceND: crops 5 and 4 must not exceed the size 8
func.func @crops(%a0: tensor<2x4x1xf32>) {
  %a1 = "tf.Const"() <{value = dense<[2]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %a2 = "tf.Const"() <{value = dense<[[5, 4]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %r = "tf.BatchToSpaceND"(%a0, %a1, %a2) : (tensor<2x4x1xf32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<1x1x1xf32>
  func.return
}

// -----

// CHECK: error: tf.SpaceToBatchND: the result has size 2, its type says 3
func.func @result(%a0: tensor<1x4x1xf32>) {
  %a1 = "tf.Const"() <{value = dense<[2]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %a2 = "tf.Const"() <{value = dense<[[0, 0]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %r = "tf.SpaceToBatchND"(%a0, %a1, %a2) : (tensor<1x4x1xf32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<2x3x1xf32>
  func.return
}

// -----

// CHECK: error: tf.ResizeBilinear: operand 1 has size 3 in dimension 0, needed 2
func.func @size_shape(%a0: tensor<1x8x8x3xf32>, %a1: tensor<3xi32>) {
  %r = "tf.ResizeBilinear"(%a0, %a1) : (tensor<1x8x8x3xf32>, tensor<3xi32>) -> tensor<1x?x?x3xf32>
  func.return
}

// -----

// CHECK: error: tf.ResizeBilinear: size 0 must be at least 1
func.func @size(%a0: tensor<1x8x8x3xf32>) {
  %c1 = "tf.Const"() <{value = dense<[0, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.ResizeBilinear"(%a0, %c1) : (tensor<1x8x8x3xf32>, tensor<2xi32>) -> tensor<1x?x?x3xf32>
  func.return
}

// -----

// CHECK: error: tf.ResizeNearestNeighbor: operand 0 has rank 3, needed 4
func.func @rank(%a0: tensor<8x8x3xf32>, %a1: tensor<2xi32>) {
  %r = "tf.ResizeNearestNeighbor"(%a0, %a1) : (tensor<8x8x3xf32>, tensor<2xi32>) -> tensor<1x?x?x3xf32>
  func.return
}

// -----

// CHECK: error: tf.ResizeNearestNeighbor: the result has size 4, its type says 5
func.func @result(%a0: tensor<1x8x8x3xf32>) {
  %c1 = "tf.Const"() <{value = dense<[4, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.ResizeNearestNeighbor"(%a0, %c1) : (tensor<1x8x8x3xf32>, tensor<2xi32>) -> tensor<1x4x5x3xf32>
  func.return
}

// -----

// CHECK: error: tf.NonMaxSuppressionV3: a box has 5 numbers, needed 4
func.func @boxes(%a0: tensor<3x5xf32>, %a1: tensor<3xf32>, %a2: tensor<i32>, %a3: tensor<f32>, %a4: tensor<f32>) {
  %r = "tf.NonMaxSuppressionV3"(%a0, %a1, %a2, %a3, %a4) : (tensor<3x5xf32>, tensor<3xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<?xi32>
  func.return
}

// -----

// CHECK: error: tf.NonMaxSuppressionV3: boxes and scores: sizes 3 and 4 must agree
func.func @scores(%a0: tensor<3x4xf32>, %a1: tensor<4xf32>, %a2: tensor<i32>, %a3: tensor<f32>, %a4: tensor<f32>) {
  %r = "tf.NonMaxSuppressionV3"(%a0, %a1, %a2, %a3, %a4) : (tensor<3x4xf32>, tensor<4xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<?xi32>
  func.return
}

// -----

// CHECK: error: tf.NonMaxSuppressionV3: max_output_size -1 must not be negative
func.func @limit(%a0: tensor<3x4xf32>, %a1: tensor<3xf32>, %a3: tensor<f32>, %a4: tensor<f32>) {
  %c2 = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.NonMaxSuppressionV3"(%a0, %a1, %c2, %a3, %a4) : (tensor<3x4xf32>, tensor<3xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<?xi32>
  func.return
}

// -----

// CHECK: error: tf.NonMaxSuppressionV3: the result has size S0, its type says 4
func.func @selected(%a0: tensor<3x4xf32>, %a1: tensor<3xf32>, %a2: tensor<i32>, %a3: tensor<f32>, %a4: tensor<f32>) {
  %r = "tf.NonMaxSuppressionV3"(%a0, %a1, %a2, %a3, %a4) : (tensor<3x4xf32>, tensor<3xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<4xi32>
  func.return
}

// -----

// CHECK: error: tf.NonMaxSuppressionV3: the result has size S0, its type says 3
func.func @selected_limit(%a0: tensor<3x4xf32>, %a1: tensor<3xf32>, %a3: tensor<f32>, %a4: tensor<f32>) {
  %c2 = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.NonMaxSuppressionV3"(%a0, %a1, %c2, %a3, %a4) : (tensor<3x4xf32>, tensor<3xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<3xi32>
  func.return
}

// -----

// CHECK: error: tf.NonMaxSuppressionV3: the result has rank 1, its type says 0
func.func @selected_rank(%a0: tensor<3x4xf32>, %a1: tensor<3xf32>, %a2: tensor<i32>, %a3: tensor<f32>, %a4: tensor<f32>) {
  %r = "tf.NonMaxSuppressionV3"(%a0, %a1, %a2, %a3, %a4) : (tensor<3x4xf32>, tensor<3xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<i32>
  func.return
}

// -----

// CHECK: error: tf.NonMaxSuppressionV4: the result has rank 0, its type says 1
func.func @valid_rank(%a0: tensor<3x4xf32>, %a1: tensor<3xf32>, %a2: tensor<i32>, %a3: tensor<f32>, %a4: tensor<f32>) {
  %r:2 = "tf.NonMaxSuppressionV4"(%a0, %a1, %a2, %a3, %a4) : (tensor<3x4xf32>, tensor<3xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> (tensor<?xi32>, tensor<1xi32>)
  func.return
}

// -----

// CHECK: error: tf.SpaceToDepth: operand 0 has rank 3, needed 4
func.func @block_rank(%a0: tensor<4x4x1xf32>) {
  %r = "tf.SpaceToDepth"(%a0) <{block_size = 2 : i64}> : (tensor<4x4x1xf32>) -> tensor<1x2x2x4xf32>
  func.return
}

// -----

// CHECK: error: tf.SpaceToDepth: height 5 must be a multiple of 2
func.func @height(%a0: tensor<1x5x4x1xf32>) {
  %r = "tf.SpaceToDepth"(%a0) <{block_size = 2 : i64}> : (tensor<1x5x4x1xf32>) -> tensor<1x2x2x4xf32>
  func.return
}

// -----

// CHECK: error: tf.SpaceToDepth: width 5 must be a multiple of 2
func.func @width(%a0: tensor<1x4x5x1xf32>) {
  %r = "tf.SpaceToDepth"(%a0) <{block_size = 2 : i64}> : (tensor<1x4x5x1xf32>) -> tensor<1x2x2x4xf32>
  func.return
}

// -----

// CHECK: error: tf.DepthToSpace: channels 6 must be a multiple of 4
func.func @depth(%a0: tensor<1x4x4x6xf32>) {
  %r = "tf.DepthToSpace"(%a0) <{block_size = 2 : i64}> : (tensor<1x4x4x6xf32>) -> tensor<1x8x8x1xf32>
  func.return
}

// -----

// CHECK: error: tf.DepthToSpace: the result has size 1, its type says 2
func.func @block_result(%a0: tensor<1x4x4x4xf32>) {
  %r = "tf.DepthToSpace"(%a0) <{block_size = 2 : i64}> : (tensor<1x4x4x4xf32>) -> tensor<1x8x8x2xf32>
  func.return
}
