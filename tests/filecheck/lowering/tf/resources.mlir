// RUN: tieshape-opt %s -p tieshape-inline-tf-functions,tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file --verify-diagnostics | filecheck %s

// A variable that is read is an argument with its name.
// CHECK-LABEL: func.func @var_handle_op(
// CHECK:         func.return %r
func.func @var_handle_op() -> tensor<3xf32> {
  %h = "tf.VarHandleOp"() <{container = "", shared_name = "bias"}> : () -> tensor<!tf_type.resource<tensor<3xf32>>>
  %r = "tf.ReadVariableOp"(%h) : (tensor<!tf_type.resource<tensor<3xf32>>>) -> tensor<3xf32>
  func.return %r : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @read_variable_op(
// CHECK:         %[[NEG:.*]] = mhlo.negate %w
// CHECK-NEXT:    func.return %[[NEG]]
func.func @read_variable_op(%w: tensor<!tf_type.resource<tensor<?x4xf32>>>) -> tensor<*xf32> {
  %r = "tf.ReadVariableOp"(%w) : (tensor<!tf_type.resource<tensor<?x4xf32>>>) -> tensor<?x4xf32>
  %s = "tf.Neg"(%r) : (tensor<?x4xf32>) -> tensor<*xf32>
  func.return %s : tensor<*xf32>
}

// -----

// The tf.Shape of the argument.
// CHECK-LABEL: func.func @variable_shape(
// CHECK:         %[[D:.*]] = tensor.dim %w, %{{.*}} : tensor<?x4xf32, [@S0, 4]>
// CHECK-NEXT:    %[[I:.*]] = arith.index_cast %[[D]] : index to i32
// CHECK-NEXT:    %[[CST:.*]] = arith.constant 4 : index
// CHECK-NEXT:    %[[I2:.*]] = arith.index_cast %[[CST]] : index to i32
// CHECK-NEXT:    tensor.from_elements %[[I]], %[[I2]] : tensor<2xi32>
func.func @variable_shape(%w: tensor<!tf_type.resource<tensor<?x4xf32>>>) -> tensor<2xi32> {
  %r = "tf.VariableShape"(%w) : (tensor<!tf_type.resource<tensor<?x4xf32>>>) -> tensor<2xi32>
  func.return %r : tensor<2xi32>
}

// -----

// The tf.GatherV2 of the argument.
// CHECK-LABEL: func.func @resource_gather(
// CHECK:         %[[G:.*]] = "mhlo.dynamic_gather"(%w, %i, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>}> : {{.*}} -> tensor<?x3x4xf32, [@S1, 3, 4]>
// CHECK-NEXT:    func.return %[[G]]
func.func @resource_gather(%w: tensor<!tf_type.resource<tensor<?x4xf32>>>, %i: tensor<?x3xi32>) -> tensor<*xf32> {
  %r = "tf.ResourceGather"(%w, %i) <{batch_dims = 0 : i64, validate_indices = true}> : (tensor<!tf_type.resource<tensor<?x4xf32>>>, tensor<?x3xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The tf.GatherNd of the argument.
// CHECK-LABEL: func.func @resource_gather_nd(
// CHECK:         %[[G:.*]] = "mhlo.dynamic_gather"(%w, %i, %{{.*}}) <{dimension_numbers = #mhlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>}> : {{.*}} -> tensor<?xf32, [@S1]>
// CHECK-NEXT:    func.return %[[G]]
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
