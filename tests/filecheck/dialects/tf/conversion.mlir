// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

// Results with the elements of the operands at the same places.

func.func @identity(%a0: tensor<?xf32>) {
  %r = "tf.Identity"(%a0) : (tensor<?xf32>) -> tensor<3xf32>
  func.return
}
// CHECK-LABEL: func.func @identity(
// CHECK: "tf.Identity"(%{{[a-z0-9]+}}) : (tensor<?xf32>) -> tensor<3xf32>

func.func @stop_gradient(%a0: tensor<?xf32>) {
  %r = "tf.StopGradient"(%a0) : (tensor<?xf32>) -> tensor<3xf32>
  func.return
}
// CHECK-LABEL: func.func @stop_gradient(
// CHECK: "tf.StopGradient"(%{{[a-z0-9]+}}) : (tensor<?xf32>) -> tensor<3xf32>

func.func @prevent_gradient(%a0: tensor<?xf32>) {
  %r = "tf.PreventGradient"(%a0) : (tensor<?xf32>) -> tensor<3xf32>
  func.return
}
// CHECK-LABEL: func.func @prevent_gradient(
// CHECK: "tf.PreventGradient"(%{{[a-z0-9]+}}) : (tensor<?xf32>) -> tensor<3xf32>

func.func @snapshot(%a0: tensor<?xf32>) {
  %r = "tf.Snapshot"(%a0) : (tensor<?xf32>) -> tensor<3xf32>
  func.return
}
// CHECK-LABEL: func.func @snapshot(
// CHECK: "tf.Snapshot"(%{{[a-z0-9]+}}) : (tensor<?xf32>) -> tensor<3xf32>

func.func @xla_sharding(%a0: tensor<?xf32>) {
  %r = "tf.XlaSharding"(%a0) {sharding = "\08\01", unspecified_dims = []} : (tensor<?xf32>) -> tensor<3xf32>
  func.return
}
// CHECK-LABEL: func.func @xla_sharding(
// CHECK: "tf.XlaSharding"(%{{[a-z0-9]+}}) {{.*}} : (tensor<?xf32>) -> tensor<3xf32>

func.func @check_numerics(%a0: tensor<?xf32>) {
  %r = "tf.CheckNumerics"(%a0) <{message = "nan"}> : (tensor<?xf32>) -> tensor<?xf32>
  func.return
}
// CHECK-LABEL: func.func @check_numerics(
// CHECK: "tf.CheckNumerics"(%{{[a-z0-9]+}}) <{message = "nan"}> : (tensor<?xf32>) -> tensor<?xf32>

func.func @identity_of_list(%a0: tensor<!tf_type.variant<tensor<?x4xf32>>>) {
  %r = "tf.Identity"(%a0) : (tensor<!tf_type.variant<tensor<?x4xf32>>>) -> tensor<!tf_type.variant>
  func.return
}
// CHECK-LABEL: func.func @identity_of_list(
// CHECK: "tf.Identity"(%{{[a-z0-9]+}}) : (tensor<!tf_type.variant<tensor<?x4xf32>>>) -> tensor<!tf_type.variant>

func.func @identity_n(%a0: tensor<?xf32>, %a1: tensor<i32>) {
  %r:2 = "tf.IdentityN"(%a0, %a1) : (tensor<?xf32>, tensor<i32>) -> (tensor<?xf32>, tensor<i32>)
  func.return
}
// CHECK-LABEL: func.func @identity_n(
// CHECK: "tf.IdentityN"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?xf32>, tensor<i32>) -> (tensor<?xf32>, tensor<i32>)

func.func @cast(%a0: tensor<?xf32>) {
  %r = "tf.Cast"(%a0) <{Truncate = true}> : (tensor<?xf32>) -> tensor<?xi32>
  func.return
}
// CHECK-LABEL: func.func @cast(
// CHECK: "tf.Cast"(%{{[a-z0-9]+}}) <{Truncate = true}> : (tensor<?xf32>) -> tensor<?xi32>

func.func @cast_of_booleans(%a0: tensor<?xi1>) {
  %r = "tf.Cast"(%a0) : (tensor<?xi1>) -> tensor<?xf32>
  func.return
}
// CHECK-LABEL: func.func @cast_of_booleans(
// CHECK: "tf.Cast"(%{{[a-z0-9]+}}) : (tensor<?xi1>) -> tensor<?xf32>

func.func @bitcast(%a0: tensor<?x4xui8>) {
  %0 = "tf.Bitcast"(%a0) : (tensor<?x4xui8>) -> tensor<*xi32>
  func.return
}
// CHECK-LABEL: func.func @bitcast(
// CHECK: "tf.Bitcast"(%{{[a-z0-9]+}}) : (tensor<?x4xui8>) -> tensor<*xi32>
