// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.VarHandleOp: the result has rank 1, needed 0
func.func @handle() {
  %r = "tf.VarHandleOp"() <{shared_name = "w"}> : () -> tensor<1x!tf_type.resource<tensor<8x4xf32>>>
  func.return
}

// -----

// CHECK: error: tf.ReadVariableOp: resource has rank 1, needed 0
func.func @read(%a0: tensor<1x!tf_type.resource<tensor<8x4xf32>>>) {
  %r = "tf.ReadVariableOp"(%a0) : (tensor<1x!tf_type.resource<tensor<8x4xf32>>>) -> tensor<8x4xf32>
  func.return
}

// -----

// CHECK: error: tf.AssignVariableOp: resource has rank 1, needed 0
func.func @assign(%a0: tensor<1x!tf_type.resource<tensor<8x4xf32>>>, %a1: tensor<8x4xf32>) {
  "tf.AssignVariableOp"(%a0, %a1) : (tensor<1x!tf_type.resource<tensor<8x4xf32>>>, tensor<8x4xf32>) -> ()
  func.return
}

// -----

// CHECK: error: tf.VariableShape: the result has rank 0, needed 1
func.func @shape(%a0: tensor<!tf_type.resource<tensor<8x4xf32>>>) {
  %r = "tf.VariableShape"(%a0) : (tensor<!tf_type.resource<tensor<8x4xf32>>>) -> tensor<i32>
  func.return
}

// -----

// CHECK: error: tf.ResourceGather: indices have elements f32, needed integers
func.func @gather_indices(%a0: tensor<!tf_type.resource<tensor<8x4xf32>>>, %a1: tensor<3xf32>) {
  %r = "tf.ResourceGather"(%a0, %a1) : (tensor<!tf_type.resource<tensor<8x4xf32>>>, tensor<3xf32>) -> tensor<3x4xf32>
  func.return
}

// -----

// CHECK: error: tf.ResourceGather: attribute batch_dims is 2, needed 0 to 1
func.func @gather_batch(%a0: tensor<!tf_type.resource<tensor<8x4xf32>>>, %a1: tensor<3xi32>) {
  %r = "tf.ResourceGather"(%a0, %a1) <{batch_dims = 2 : i64}> : (tensor<!tf_type.resource<tensor<8x4xf32>>>, tensor<3xi32>) -> tensor<3x4xf32>
  func.return
}

// -----

// CHECK: error: tf.ResourceGather: the result has rank 1, needed at least 2
func.func @gather_rank(%a0: tensor<!tf_type.resource<tensor<8x4xf32>>>, %a1: tensor<3x2xi32>) {
  %r = "tf.ResourceGather"(%a0, %a1) : (tensor<!tf_type.resource<tensor<8x4xf32>>>, tensor<3x2xi32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.ResourceGather: the first dimensions of the result has shape 4, needed 3
func.func @gather_result(%a0: tensor<!tf_type.resource<tensor<8x4xf32>>>, %a1: tensor<3xi32>) {
  %r = "tf.ResourceGather"(%a0, %a1) : (tensor<!tf_type.resource<tensor<8x4xf32>>>, tensor<3xi32>) -> tensor<4x4xf32>
  func.return
}

// -----

// CHECK: error: tf.ResourceGatherNd: indices have elements f32, needed integers
func.func @gather_nd_indices(%a0: tensor<!tf_type.resource<tensor<8x4xf32>>>, %a1: tensor<3x2xf32>) {
  %r = "tf.ResourceGatherNd"(%a0, %a1) : (tensor<!tf_type.resource<tensor<8x4xf32>>>, tensor<3x2xf32>) -> tensor<3xf32>
  func.return
}

// -----

// CHECK: error: tf.ResourceGather: attribute batch_dims is -1, needed 0 to 2
func.func @gather_without_a_rank(%w: tensor<!tf_type.resource<tensor<*xf32>>>, %i: tensor<?x3xi32>) {
  %r = "tf.ResourceGather"(%w, %i) <{batch_dims = -1 : i64}> : (tensor<!tf_type.resource<tensor<*xf32>>>, tensor<?x3xi32>) -> tensor<*xf32>
  func.return
}
