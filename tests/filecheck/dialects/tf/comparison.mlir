// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

// Comparisons give booleans; a choice takes elements of two operands by a third.

func.func @less(%a0: tensor<?x1xf32>, %a1: tensor<?xf32>) {
  %r = "tf.Less"(%a0, %a1) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<?x?xi1>
  func.return
}
// CHECK-LABEL: func.func @less(
// CHECK: "tf.Less"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<?x?xi1>

func.func @less_equal(%a0: tensor<?x1xf32>, %a1: tensor<?xf32>) {
  %r = "tf.LessEqual"(%a0, %a1) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<?x?xi1>
  func.return
}
// CHECK-LABEL: func.func @less_equal(
// CHECK: "tf.LessEqual"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<?x?xi1>

func.func @greater(%a0: tensor<?x1xf32>, %a1: tensor<?xf32>) {
  %r = "tf.Greater"(%a0, %a1) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<?x?xi1>
  func.return
}
// CHECK-LABEL: func.func @greater(
// CHECK: "tf.Greater"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<?x?xi1>

func.func @greater_equal(%a0: tensor<?x1xf32>, %a1: tensor<?xf32>) {
  %r = "tf.GreaterEqual"(%a0, %a1) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<?x?xi1>
  func.return
}
// CHECK-LABEL: func.func @greater_equal(
// CHECK: "tf.GreaterEqual"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<?x?xi1>

func.func @equal(%a0: tensor<?x1xf32>, %a1: tensor<?xf32>) {
  %r = "tf.Equal"(%a0, %a1) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<?x?xi1>
  func.return
}
// CHECK-LABEL: func.func @equal(
// CHECK: "tf.Equal"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<?x?xi1>

func.func @not_equal(%a0: tensor<?x1xf32>, %a1: tensor<?xf32>) {
  %r = "tf.NotEqual"(%a0, %a1) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<?x?xi1>
  func.return
}
// CHECK-LABEL: func.func @not_equal(
// CHECK: "tf.NotEqual"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<?x?xi1>

func.func @logical_and(%a0: tensor<?xi1>, %a1: tensor<i1>) {
  %r = "tf.LogicalAnd"(%a0, %a1) : (tensor<?xi1>, tensor<i1>) -> tensor<?xi1>
  func.return
}
// CHECK-LABEL: func.func @logical_and(
// CHECK: "tf.LogicalAnd"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?xi1>, tensor<i1>) -> tensor<?xi1>

func.func @logical_or(%a0: tensor<?xi1>, %a1: tensor<i1>) {
  %r = "tf.LogicalOr"(%a0, %a1) : (tensor<?xi1>, tensor<i1>) -> tensor<?xi1>
  func.return
}
// CHECK-LABEL: func.func @logical_or(
// CHECK: "tf.LogicalOr"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?xi1>, tensor<i1>) -> tensor<?xi1>

func.func @unequal_shapes(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  %r = "tf.Equal"(%a0, %a1) <{incompatible_shape_error = false}> : (tensor<2xf32>, tensor<3xf32>) -> tensor<i1>
  func.return
}
// CHECK-LABEL: func.func @unequal_shapes(
// CHECK: "tf.Equal"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{incompatible_shape_error = false}> : (tensor<2xf32>, tensor<3xf32>) -> tensor<i1>

func.func @is_finite(%a0: tensor<*xf32>) {
  %r = "tf.IsFinite"(%a0) : (tensor<*xf32>) -> tensor<*xi1>
  func.return
}
// CHECK-LABEL: func.func @is_finite(
// CHECK: "tf.IsFinite"(%{{[a-z0-9]+}}) : (tensor<*xf32>) -> tensor<*xi1>

func.func @is_inf(%a0: tensor<*xf32>) {
  %r = "tf.IsInf"(%a0) : (tensor<*xf32>) -> tensor<*xi1>
  func.return
}
// CHECK-LABEL: func.func @is_inf(
// CHECK: "tf.IsInf"(%{{[a-z0-9]+}}) : (tensor<*xf32>) -> tensor<*xi1>

func.func @is_nan(%a0: tensor<*xf32>) {
  %r = "tf.IsNan"(%a0) : (tensor<*xf32>) -> tensor<*xi1>
  func.return
}
// CHECK-LABEL: func.func @is_nan(
// CHECK: "tf.IsNan"(%{{[a-z0-9]+}}) : (tensor<*xf32>) -> tensor<*xi1>

func.func @logical_not(%a0: tensor<?xi1>) {
  %r = "tf.LogicalNot"(%a0) : (tensor<?xi1>) -> tensor<?xi1>
  func.return
}
// CHECK-LABEL: func.func @logical_not(
// CHECK: "tf.LogicalNot"(%{{[a-z0-9]+}}) : (tensor<?xi1>) -> tensor<?xi1>
