// RUN: not tieshape-opt %s -p tieshape-flatten-unranked --split-input-file 2>&1 | filecheck %s

// CHECK: flatten_unranked_invalid.mlir:6:3: error: tf.Softmax: operand 0 has the shape of argument `features`, whose rank is not known; tell it by an example shape, --hints "features=2x3", or by rank = 2 in [arguments.features] of a facts file
func.func @rows(%x: tensor<*xf32> {tf._user_specified_name = "features"}) -> tensor<*xf32> {
  %0 = "tf.Abs"(%x) : (tensor<*xf32>) -> tensor<*xf32>
  %1 = "tf.Softmax"(%0) : (tensor<*xf32>) -> tensor<*xf32>
  func.return %1 : tensor<*xf32>
}

// -----

// Two shapes that may differ.
// CHECK: error: tf.AddV2: operand 1 has the shape of argument `1`
func.func @broadcast(%x: tensor<*xf32>, %y: tensor<*xf32>) -> tensor<*xf32> {
  %0 = "tf.AddV2"(%x, %y) : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  func.return %0 : tensor<*xf32>
}

// -----

// A vector may broadcast along the last dimension, which is not known.
// CHECK: error: tf.AddV2: operand 0 has the shape of argument `0`
func.func @vector(%x: tensor<*xf32>, %y: tensor<?xf32>) -> tensor<*xf32> {
  %0 = "tf.AddV2"(%x, %y) : (tensor<*xf32>, tensor<?xf32>) -> tensor<*xf32>
  func.return %0 : tensor<*xf32>
}

// -----

// CHECK: error: tf.Rank: operand 0 has the shape of argument `0`
func.func @rank(%x: tensor<*xf32>) -> tensor<i32> {
  %0 = "tf.Rank"(%x) : (tensor<*xf32>) -> tensor<i32>
  func.return %0 : tensor<i32>
}

// -----

// CHECK: error: func.return: operand 0 has the shape of argument `0`
func.func @shape(%x: tensor<*xf32>) -> tensor<?xi32> {
  %0 = "tf.Shape"(%x) : (tensor<*xf32>) -> tensor<?xi32>
  func.return %0 : tensor<?xi32>
}

// -----

// CHECK: error: tf.Yield: operand 0 has the shape of argument `0`
func.func @branches(%x: tensor<*xf32>, %y: tensor<2xf32>, %p: tensor<i1>) -> tensor<*xf32> {
  %0 = "tf.IfRegion"(%p) <{is_stateless = true}> ({
    "tf.Yield"(%x) : (tensor<*xf32>) -> ()
  }, {
    "tf.Yield"(%y) : (tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> tensor<*xf32>
  func.return %0 : tensor<*xf32>
}
