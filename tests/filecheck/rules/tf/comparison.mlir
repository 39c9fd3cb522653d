// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @equal(%x: tensor<?x1xf32, [@S0, 1]>, %y: tensor<?xf32, [@S1]>) -> tensor<?x?xi1, [@S0, @S1]>
func.func @equal(%x: tensor<?x1xf32>, %y: tensor<?xf32>) -> tensor<*xi1> {
  %r = "tf.Equal"(%x, %y) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}

// -----

// CHECK:       func.func @not_equal(%x: tensor<?x4xf32, [@S0, 4]>, %y: tensor<f32>) -> tensor<?x4xi1, [@S0, 4]>
func.func @not_equal(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<*xi1> {
  %r = "tf.NotEqual"(%x, %y) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}

// -----

// CHECK:       func.func @greater_equal(%x: tensor<?x4xf32, [@S0, 4]>, %y: tensor<f32>) -> tensor<?x4xi1, [@S0, 4]>
func.func @greater_equal(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<*xi1> {
  %r = "tf.GreaterEqual"(%x, %y) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}

// -----

// CHECK:       func.func @greater(%x: tensor<?x4xf32, [@S0, 4]>, %y: tensor<f32>) -> tensor<?x4xi1, [@S0, 4]>
func.func @greater(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<*xi1> {
  %r = "tf.Greater"(%x, %y) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}

// -----

// CHECK:       func.func @less_equal(%x: tensor<?x4xf32, [@S0, 4]>, %y: tensor<f32>) -> tensor<?x4xi1, [@S0, 4]>
func.func @less_equal(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<*xi1> {
  %r = "tf.LessEqual"(%x, %y) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}

// -----

// CHECK:       func.func @less(%x: tensor<?x4xf32, [@S0, 4]>, %y: tensor<f32>) -> tensor<?x4xi1, [@S0, 4]>
func.func @less(%x: tensor<?x4xf32>, %y: tensor<f32>) -> tensor<*xi1> {
  %r = "tf.Less"(%x, %y) : (tensor<?x4xf32>, tensor<f32>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}

// -----

// CHECK:       func.func @logical_and(%x: tensor<?x4xi1, [@S0, 4]>, %y: tensor<i1>) -> tensor<?x4xi1, [@S0, 4]>
func.func @logical_and(%x: tensor<?x4xi1>, %y: tensor<i1>) -> tensor<*xi1> {
  %r = "tf.LogicalAnd"(%x, %y) : (tensor<?x4xi1>, tensor<i1>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}

// -----

// CHECK:       func.func @logical_or(%x: tensor<?x4xi1, [@S0, 4]>, %y: tensor<i1>) -> tensor<?x4xi1, [@S0, 4]>
func.func @logical_or(%x: tensor<?x4xi1>, %y: tensor<i1>) -> tensor<*xi1> {
  %r = "tf.LogicalOr"(%x, %y) : (tensor<?x4xi1>, tensor<i1>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}

// -----

// CHECK:       func.func @logical_not(%x: tensor<?xi1, [@S0]>) -> tensor<?xi1, [@S0]>
func.func @logical_not(%x: tensor<?xi1>) -> tensor<*xi1> {
  %r = "tf.LogicalNot"(%x) : (tensor<?xi1>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}

// -----

// CHECK:       func.func @is_finite(%x: tensor<?xf32, [@S0]>) -> tensor<?xi1, [@S0]>
func.func @is_finite(%x: tensor<?xf32>) -> tensor<*xi1> {
  %r = "tf.IsFinite"(%x) : (tensor<?xf32>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}

// -----

// CHECK:       func.func @is_inf(%x: tensor<?xf32, [@S0]>) -> tensor<?xi1, [@S0]>
func.func @is_inf(%x: tensor<?xf32>) -> tensor<*xi1> {
  %r = "tf.IsInf"(%x) : (tensor<?xf32>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}

// -----

// CHECK:       func.func @is_nan(%x: tensor<?xf32, [@S0]>) -> tensor<?xi1, [@S0]>
func.func @is_nan(%x: tensor<?xf32>) -> tensor<*xi1> {
  %r = "tf.IsNan"(%x) : (tensor<?xf32>) -> tensor<*xi1>
  func.return %r : tensor<*xi1>
}
