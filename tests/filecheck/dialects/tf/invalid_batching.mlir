// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.SpaceToBatchND: block_shape has rank 2, needed 1
func.func @block_rank(%a0: tensor<4x4x1xf32>, %a1: tensor<2x1xi32>, %a2: tensor<1x2xi32>) {
  %r = "tf.SpaceToBatchND"(%a0, %a1, %a2) : (tensor<4x4x1xf32>, tensor<2x1xi32>, tensor<1x2xi32>) -> tensor<4x4x1xf32>
  func.return
}

// -----

// CHECK: error: tf.SpaceToBatchND: the table of amounts has shape 2x1, needed 2x2
func.func @amounts(%a0: tensor<1x4x4x1xf32>, %a1: tensor<2xi32>, %a2: tensor<2x1xi32>) {
  %r = "tf.SpaceToBatchND"(%a0, %a1, %a2) : (tensor<1x4x4x1xf32>, tensor<2xi32>, tensor<2x1xi32>) -> tensor<4x2x2x1xf32>
  func.return
}

// -----

// CHECK: error: tf.SpaceToBatchND: input has rank 2, needed at least 3
func.func @input_rank(%a0: tensor<4x4xf32>, %a1: tensor<2xi32>, %a2: tensor<2x2xi32>) {
  %r = "tf.SpaceToBatchND"(%a0, %a1, %a2) : (tensor<4x4xf32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<4x2xf32>
  func.return
}

// -----

// CHECK: error: tf.BatchToSpaceND: the result has rank 2, needed 3
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

// CHECK: error: tf.SpaceToBatchND: the amounts are [0, -1], needed at least 0 each
func.func @negative_amount(%a0: tensor<1x4x1xf32>) {
  %a1 = "tf.Const"() <{value = dense<[1]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %a2 = "tf.Const"() <{value = dense<[[0, -1]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %r = "tf.SpaceToBatchND"(%a0, %a1, %a2) : (tensor<1x4x1xf32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<1x3x1xf32>
  func.return
}

// -----

// CHECK: error: tf.SpaceToBatchND: a padded size is 5, needed a multiple of 2
func.func @padded_size(%a0: tensor<1x4x1xf32>) {
  %a1 = "tf.Const"() <{value = dense<[2]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %a2 = "tf.Const"() <{value = dense<[[0, 1]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %r = "tf.SpaceToBatchND"(%a0, %a1, %a2) : (tensor<1x4x1xf32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<2x2x1xf32>
  func.return
}

// -----

// CHECK: error: tf.BatchToSpaceND: the batch is 3, needed a multiple of 2
func.func @batch(%a0: tensor<3x4x1xf32>) {
  %a1 = "tf.Const"() <{value = dense<[2]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %a2 = "tf.Const"() <{value = dense<[[0, 0]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %r = "tf.BatchToSpaceND"(%a0, %a1, %a2) : (tensor<3x4x1xf32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<1x8x1xf32>
  func.return
}

// -----

// CHECK: error: tf.BatchToSpaceND: crops are [5, 4], needed at most 8 together
func.func @crops(%a0: tensor<2x4x1xf32>) {
  %a1 = "tf.Const"() <{value = dense<[2]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %a2 = "tf.Const"() <{value = dense<[[5, 4]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %r = "tf.BatchToSpaceND"(%a0, %a1, %a2) : (tensor<2x4x1xf32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<1x1x1xf32>
  func.return
}

// -----

// CHECK: error: tf.SpaceToBatchND: the result has shape 2x3x1, needed 2x2x1
func.func @result(%a0: tensor<1x4x1xf32>) {
  %a1 = "tf.Const"() <{value = dense<[2]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %a2 = "tf.Const"() <{value = dense<[[0, 0]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %r = "tf.SpaceToBatchND"(%a0, %a1, %a2) : (tensor<1x4x1xf32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<2x3x1xf32>
  func.return
}
