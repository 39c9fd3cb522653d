// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.Shape: the result has shape 3, needed 2
func.func @shape_size(%a0: tensor<?x4xf32>) {
  %r = "tf.Shape"(%a0) : (tensor<?x4xf32>) -> tensor<3xi32>
  func.return
}

// -----

// CHECK: error: tf.Shape: the result has elements f32, needed integers
func.func @shape_elements(%a0: tensor<?x4xf32>) {
  %r = "tf.Shape"(%a0) : (tensor<?x4xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: error: tf.ShapeN: found 1 results, needed 2
func.func @shapes(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r = "tf.ShapeN"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<1xi32>
  func.return
}

// -----

// CHECK: error: tf.ShapeN: result 1 has shape 2, needed 1
func.func @shapes_size(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r:2 = "tf.ShapeN"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<1xi32>, tensor<2xi32>)
  func.return
}

// -----

// CHECK: error: tf.Rank: the result has shape 2, needed 1 element
func.func @rank_shape(%a0: tensor<2xf32>) {
  %r = "tf.Rank"(%a0) : (tensor<2xf32>) -> tensor<2xi32>
  func.return
}

// -----

// CHECK: error: tf.Size: the result has elements f32, needed integers
func.func @size_elements(%a0: tensor<2xf32>) {
  %r = "tf.Size"(%a0) : (tensor<2xf32>) -> tensor<f32>
  func.return
}

// -----

// CHECK: error: tf.InvertPermutation: x is [0, 2], needed a permutation of 0 to 1
func.func @permutation() {
  %c0 = "tf.Const"() <{value = dense<[0, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.InvertPermutation"(%c0) : (tensor<2xi32>) -> tensor<2xi32>
  func.return
}

// -----

// CHECK: error: tf.InvertPermutation: x has rank 2, needed 1
func.func @permutation_rank(%a0: tensor<2x2xi32>) {
  %r = "tf.InvertPermutation"(%a0) : (tensor<2x2xi32>) -> tensor<2x2xi32>
  func.return
}

// -----

// CHECK: error: tf.InvertPermutation: the result has shape 3, needed 2
func.func @permutation_shape(%a0: tensor<2xi32>) {
  %r = "tf.InvertPermutation"(%a0) : (tensor<2xi32>) -> tensor<3xi32>
  func.return
}

// -----

// CHECK: error: tf.BroadcastArgs: s1 has rank 0, needed 1
func.func @args_rank(%a0: tensor<2xi32>, %a1: tensor<i32>) {
  %r = "tf.BroadcastArgs"(%a0, %a1) : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  func.return
}

// -----

// CHECK: error: tf.BroadcastArgs: element types i32 and i64 must be equal
func.func @args_elements(%a0: tensor<2xi32>, %a1: tensor<2xi64>) {
  %r = "tf.BroadcastArgs"(%a0, %a1) : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  func.return
}

// -----

// CHECK: error: tf.BroadcastArgs: the result has shape 2, needed 3
func.func @args_size(%a0: tensor<2xi32>, %a1: tensor<3xi32>) {
  %r = "tf.BroadcastArgs"(%a0, %a1) : (tensor<2xi32>, tensor<3xi32>) -> tensor<2xi32>
  func.return
}

// -----

// CHECK: error: tf.BroadcastGradientArgs: result 1 has rank 0, needed 1
func.func @gradient_args_rank(%a0: tensor<2xi32>, %a1: tensor<3xi32>) {
  %r:2 = "tf.BroadcastGradientArgs"(%a0, %a1) : (tensor<2xi32>, tensor<3xi32>) -> (tensor<?xi32>, tensor<i32>)
  func.return
}
