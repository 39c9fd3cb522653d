// RUN: tieshape-opt %s -p tieshape-inline-tf-functions,tieshape-symbolize,tieshape-infer-shapes --split-input-file --verify-diagnostics | filecheck %s

// A variable that is read is an argument with its name.
// CHECK:       func.func @var_handle_op(%r: tensor<3xf32> {tf._user_specified_name = "bias"}) -> tensor<3xf32>
// CHECK:       func.return %r : tensor<3xf32>
func.func @var_handle_op() -> tensor<3xf32> {
  %h = "tf.VarHandleOp"() <{container = "", shared_name = "bias"}> : () -> tensor<!tf_type.resource<tensor<3xf32>>>
  %r = "tf.ReadVariableOp"(%h) : (tensor<!tf_type.resource<tensor<3xf32>>>) -> tensor<3xf32>
  func.return %r : tensor<3xf32>
}

// -----

// CHECK:       func.func @read_variable_op(%w: tensor<?x4xf32, [@S0, 4]>) -> tensor<?x4xf32, [@S0, 4]>
// CHECK:       %s = "tf.Neg"(%w) : (tensor<?x4xf32, [@S0, 4]>) -> tensor<?x4xf32, [@S0, 4]>
func.func @read_variable_op(%w: tensor<!tf_type.resource<tensor<?x4xf32>>>) -> tensor<*xf32> {
  %r = "tf.ReadVariableOp"(%w) : (tensor<!tf_type.resource<tensor<?x4xf32>>>) -> tensor<?x4xf32>
  %s = "tf.Neg"(%r) : (tensor<?x4xf32>) -> tensor<*xf32>
  func.return %s : tensor<*xf32>
}

// -----

// The tf.Shape of the argument.
// CHECK:       func.func @variable_shape(%w: tensor<?x4xf32, [@S0, 4]>) -> tensor<2xi32>
// CHECK:       %r = "tf.Shape"(%w) : (tensor<?x4xf32, [@S0, 4]>) -> tensor<2xi32>
func.func @variable_shape(%w: tensor<!tf_type.resource<tensor<?x4xf32>>>) -> tensor<2xi32> {
  %r = "tf.VariableShape"(%w) : (tensor<!tf_type.resource<tensor<?x4xf32>>>) -> tensor<2xi32>
  func.return %r : tensor<2xi32>
}

// -----

// The tf.GatherV2 of the argument.
// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @resource_gather(%w: tensor<?x4xf32, [@S0, 4]>, %i: tensor<?x3xi32, [@S1, 3]>) -> tensor<?x3x4xf32, [@S1, 3, 4]>
// CHECK:       %r = "tf.GatherV2"(%w, %i, %{{.*}}) <{batch_dims = 0 : i64}> : (tensor<?x4xf32, [@S0, 4]>, tensor<?x3xi32, [@S1, 3]>, tensor<i32>) -> tensor<?x3x4xf32, [@S1, 3, 4]>
func.func @resource_gather(%w: tensor<!tf_type.resource<tensor<?x4xf32>>>, %i: tensor<?x3xi32>) -> tensor<*xf32> {
  %r = "tf.ResourceGather"(%w, %i) <{batch_dims = 0 : i64, validate_indices = true}> : (tensor<!tf_type.resource<tensor<?x4xf32>>>, tensor<?x3xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The tf.GatherNd of the argument.
// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @resource_gather_nd(%w: tensor<?x4xf32, [@S0, 4]>, %i: tensor<?x2xi32, [@S1, 2]>) -> tensor<?xf32, [@S1]>
// CHECK:       %r = "tf.GatherNd"(%w, %i) : (tensor<?x4xf32, [@S0, 4]>, tensor<?x2xi32, [@S1, 2]>) -> tensor<?xf32, [@S1]>
func.func @resource_gather_nd(%w: tensor<!tf_type.resource<tensor<?x4xf32>>>, %i: tensor<?x2xi32>) -> tensor<*xf32> {
  %r = "tf.ResourceGatherNd"(%w, %i) : (tensor<!tf_type.resource<tensor<?x4xf32>>>, tensor<?x2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// A variable that is written is refused.
// CHECK:       error: tf.AssignVariableOp: a variable is not only read; only variables that nothing writes can be compiled
func.func @assign_variable_op(%x: tensor<3xf32>) {
  %h = "tf.VarHandleOp"() <{container = "", shared_name = "v"}> : () -> tensor<!tf_type.resource<tensor<3xf32>>>
  "tf.AssignVariableOp"(%h, %x) <{validate_shape = false}> : (tensor<!tf_type.resource<tensor<3xf32>>>, tensor<3xf32>) -> ()
  func.return
}
