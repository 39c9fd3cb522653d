// RUN: not tieshape-opt --split-input-file -p tieshape-infer-shapes %s 2>&1 | filecheck %s

// What inference refuses: sizes and ranks that contradict each other, with op, found and needed.

// CHECK: error: tf.EnsureShape: size 3 of dimension 0 must be 4
func.func @ensured_input(%a0: tensor<3xf32>) {
  %r = "tf.EnsureShape"(%a0) <{shape = #tf_type.shape<4>}> : (tensor<3xf32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.EnsureShape: the result has size 4, its type says 3
func.func @ensured_result(%a0: tensor<?xf32>) {
  %r = "tf.EnsureShape"(%a0) <{shape = #tf_type.shape<4>}> : (tensor<?xf32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.Shape: the result has size 2, its type says 3
func.func @shape_size(%a0: tensor<?x4xf32>) {
  %r = "tf.Shape"(%a0) : (tensor<?x4xf32>) -> tensor<3xi32>
  func.return
}

// -----

// CHECK: error: tf.ShapeN: the result has size 1, its type says 2
func.func @shapes_size(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %r:2 = "tf.ShapeN"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<1xi32>, tensor<2xi32>)
  func.return
}

// -----

// CHECK: error: tf.Rank: the result has rank 0, its type says 1
func.func @rank_shape(%a0: tensor<2xf32>) {
  %r = "tf.Rank"(%a0) : (tensor<2xf32>) -> tensor<2xi32>
  func.return
}

// -----

// CHECK: error: tf.BroadcastArgs: operand 1 has rank 0, needed 1
func.func @args_rank(%a0: tensor<2xi32>, %a1: tensor<i32>) {
  %r = "tf.BroadcastArgs"(%a0, %a1) : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  func.return
}

// -----

// CHECK: error: tf.BroadcastArgs: the result has size 3, its type says 2
func.func @args_size(%a0: tensor<2xi32>, %a1: tensor<3xi32>) {
  %r = "tf.BroadcastArgs"(%a0, %a1) : (tensor<2xi32>, tensor<3xi32>) -> tensor<2xi32>
  func.return
}

// -----

// CHECK: error: tf.BroadcastGradientArgs: the result has rank 1, its type says 0
func.func @gradient_args_rank(%a0: tensor<2xi32>, %a1: tensor<3xi32>) {
  %r:2 = "tf.BroadcastGradientArgs"(%a0, %a1) : (tensor<2xi32>, tensor<3xi32>) -> (tensor<?xi32>, tensor<i32>)
  func.return
}
