// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// CHECK-LABEL: func.func @equal(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%x, %{{.*}}) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}>
// CHECK-NEXT:    %[[B2:.*]] = "mhlo.dynamic_broadcast_in_dim"(%y, %{{.*}}) <{broadcast_dimensions = dense<1> : tensor<1xi64>}>
// CHECK-NEXT:    %[[C:.*]] = mhlo.compare EQ, %[[B]], %[[B2]]
// CHECK-NEXT:    func.return %[[C]]
func.func @equal(%x: tensor<?x1xf32>, %y: tensor<?xf32>) -> tensor<*xi1> {
  %r = "tf.Equal"(%x, %y) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}

// -----

// CHECK-LABEL: func.func @not_equal(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%y, %{{.*}})
// CHECK-NEXT:    %[[C:.*]] = mhlo.compare NE, %x, %[[B]]
// CHECK-NEXT:    func.return %[[C]]
func.func @not_equal(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<*xi1> {
  %r = "tf.NotEqual"(%x, %y) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}

// -----

// CHECK-LABEL: func.func @greater_equal(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%y, %{{.*}})
// CHECK-NEXT:    %[[C:.*]] = mhlo.compare GE, %x, %[[B]]
// CHECK-NEXT:    func.return %[[C]]
func.func @greater_equal(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<*xi1> {
  %r = "tf.GreaterEqual"(%x, %y) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}

// -----

// CHECK-LABEL: func.func @greater(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%y, %{{.*}})
// CHECK-NEXT:    %[[C:.*]] = mhlo.compare GT, %x, %[[B]]
// CHECK-NEXT:    func.return %[[C]]
func.func @greater(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<*xi1> {
  %r = "tf.Greater"(%x, %y) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}

// -----

// CHECK-LABEL: func.func @less_equal(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%y, %{{.*}})
// CHECK-NEXT:    %[[C:.*]] = mhlo.compare LE, %x, %[[B]]
// CHECK-NEXT:    func.return %[[C]]
func.func @less_equal(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<*xi1> {
  %r = "tf.LessEqual"(%x, %y) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}

// -----

// CHECK-LABEL: func.func @less(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%y, %{{.*}})
// CHECK-NEXT:    %[[C:.*]] = mhlo.compare LT, %x, %[[B]]
// CHECK-NEXT:    func.return %[[C]]
func.func @less(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<*xi1> {
  %r = "tf.Less"(%x, %y) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}

// -----

// CHECK-LABEL: func.func @logical_and(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%y, %{{.*}})
// CHECK-NEXT:    %[[AND:.*]] = mhlo.and %x, %[[B]]
// CHECK-NEXT:    func.return %[[AND]]
func.func @logical_and(%x: tensor<?x4xi1>, %y: tensor<i1>) -> tensor<*xi1> {
  %r = "tf.LogicalAnd"(%x, %y) : (tensor<?x4xi1>, tensor<i1>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}

// -----

// CHECK-LABEL: func.func @logical_or(
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%y, %{{.*}})
// CHECK-NEXT:    %[[OR:.*]] = mhlo.or %x, %[[B]]
// CHECK-NEXT:    func.return %[[OR]]
func.func @logical_or(%x: tensor<?x4xi1>, %y: tensor<i1>) -> tensor<*xi1> {
  %r = "tf.LogicalOr"(%x, %y) : (tensor<?x4xi1>, tensor<i1>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}

// -----

// CHECK-LABEL: func.func @logical_not(
// CHECK:         %[[NOT:.*]] = mhlo.not %x
// CHECK-NEXT:    func.return %[[NOT]]
func.func @logical_not(%x: tensor<?xi1>) -> tensor<*xi1> {
  %r = "tf.LogicalNot"(%x) : (tensor<?xi1>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}

// -----

// CHECK-LABEL: func.func @is_finite(
// CHECK:         %[[IS_FINITE:.*]] = mhlo.is_finite %x : {{.*}} -> tensor<?xi1, [@S0]>
// CHECK-NEXT:    func.return %[[IS_FINITE]]
func.func @is_finite(%x: tensor<?xf32>) -> tensor<*xi1> {
  %r = "tf.IsFinite"(%x) : (tensor<?xf32>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}

// -----

// CHECK-LABEL: func.func @is_inf(
// CHECK:         mhlo.constant dense<0x7f800000> : tensor<f32>
// CHECK:         %[[ABS:.*]] = mhlo.abs %x
// CHECK:         %[[C:.*]] = mhlo.compare EQ, %[[ABS]], %{{.*}}
// CHECK-NEXT:    func.return %[[C]]
func.func @is_inf(%x: tensor<?xf32>) -> tensor<*xi1> {
  %r = "tf.IsInf"(%x) : (tensor<?xf32>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}

// -----

// The only numbers that differ from themselves.
// CHECK-LABEL: func.func @is_nan(
// CHECK:         %[[C:.*]] = mhlo.compare NE, %x, %x
// CHECK-NEXT:    func.return %[[C]]
func.func @is_nan(%x: tensor<?xf32>) -> tensor<*xi1> {
  %r = "tf.IsNan"(%x) : (tensor<?xf32>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}
