// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

// Variables.

func.func @var_handle_op() {
  %r = "tf.VarHandleOp"() <{container = "", shared_name = "w"}> : () -> tensor<!tf_type.resource<tensor<8x4xf32>>>
  func.return
}
// CHECK-LABEL: func.func @var_handle_op(
// CHECK: "tf.VarHandleOp"() <{container = "", shared_name = "w"}> : () -> tensor<!tf_type.resource<tensor<8x4xf32>>>

func.func @read_variable_op(%a0: tensor<!tf_type.resource<tensor<8x4xf32>>>) {
  %r = "tf.ReadVariableOp"(%a0) : (tensor<!tf_type.resource<tensor<8x4xf32>>>) -> tensor<8x4xf32>
  func.return
}
// CHECK-LABEL: func.func @read_variable_op(
// CHECK: "tf.ReadVariableOp"(%{{[a-z0-9]+}}) : (tensor<!tf_type.resource<tensor<8x4xf32>>>) -> tensor<8x4xf32>

func.func @assign_variable_op(%a0: tensor<!tf_type.resource<tensor<8x4xf32>>>, %a1: tensor<8x4xf32>) {
  "tf.AssignVariableOp"(%a0, %a1) <{validate_shape = false}> : (tensor<!tf_type.resource<tensor<8x4xf32>>>, tensor<8x4xf32>) -> ()
  func.return
}
// CHECK-LABEL: func.func @assign_variable_op(
// CHECK: "tf.AssignVariableOp"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{validate_shape = false}> : (tensor<!tf_type.resource<tensor<8x4xf32>>>, tensor<8x4xf32>) -> ()

func.func @variable_shape(%a0: tensor<!tf_type.resource<tensor<8x4xf32>>>) {
  %r = "tf.VariableShape"(%a0) : (tensor<!tf_type.resource<tensor<8x4xf32>>>) -> tensor<2xi32>
  func.return
}
// CHECK-LABEL: func.func @variable_shape(
// CHECK: "tf.VariableShape"(%{{[a-z0-9]+}}) : (tensor<!tf_type.resource<tensor<8x4xf32>>>) -> tensor<2xi32>

func.func @resource_gather(%a0: tensor<!tf_type.resource<tensor<8x4xf32>>>, %a1: tensor<?x3xi32>) {
  %r = "tf.ResourceGather"(%a0, %a1) <{batch_dims = 0 : i64, validate_indices = true}> : (tensor<!tf_type.resource<tensor<8x4xf32>>>, tensor<?x3xi32>) -> tensor<?x3x4xf32>
  func.return
}
// CHECK-LABEL: func.func @resource_gather(
// CHECK: "tf.ResourceGather"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{batch_dims = 0 : i64, validate_indices = true}> : (tensor<!tf_type.resource<tensor<8x4xf32>>>, tensor<?x3xi32>) -> tensor<?x3x4xf32>

func.func @resource_gather_nd(%a0: tensor<!tf_type.resource<tensor<8x4xf32>>>, %a1: tensor<?x2xi32>) {
  %r = "tf.ResourceGatherNd"(%a0, %a1) : (tensor<!tf_type.resource<tensor<8x4xf32>>>, tensor<?x2xi32>) -> tensor<?xf32>
  func.return
}
// CHECK-LABEL: func.func @resource_gather_nd(
// CHECK: "tf.ResourceGatherNd"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<!tf_type.resource<tensor<8x4xf32>>>, tensor<?x2xi32>) -> tensor<?xf32>
