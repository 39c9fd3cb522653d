// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       func.func @cast(%x: tensor<?x4xf32, [@S0, 4]>) -> tensor<?x4xi32, [@S0, 4]>
func.func @cast(%x: tensor<?x4xf32>) -> tensor<*xi32> {
  %r = "tf.Cast"(%x) <{Truncate = false}> : (tensor<?x4xf32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// Numbers are not checked: only the sizes go through.
// CHECK:       func.func @check_numerics(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @check_numerics(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.CheckNumerics"(%x) <{message = "nan"}> : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// A size that the result's type declares is the operand's too; it is not checked.
// CHECK:       sdim.equal @S1, 4 {why = "tf.Identity at {{.*}}: declared by the result's type"}
// CHECK:       func.func @identity(%x: tensor<?x4xf32, [@S0, 4]>) -> tensor<?x4xf32, [@S0, 4]>
func.func @identity(%x: tensor<?x?xf32>) -> tensor<?x4xf32> {
  %r = "tf.Identity"(%x) : (tensor<?x?xf32>) -> tensor<?x4xf32>
  func.return %r : tensor<?x4xf32>
}

// -----

// CHECK:       func.func @identity_n(%x: tensor<?xf32, [@S0]>, %n: tensor<i32>) -> (tensor<?xf32, [@S0]>, tensor<i32>)
func.func @identity_n(%x: tensor<?xf32>, %n: tensor<i32>) -> (tensor<*xf32>, tensor<*xi32>) {
  %r:2 = "tf.IdentityN"(%x, %n) : (tensor<?xf32>, tensor<i32>) -> (tensor<*xf32>, tensor<*xi32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xi32>
}

// -----

// CHECK:       func.func @prevent_gradient(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @prevent_gradient(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.PreventGradient"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @snapshot(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @snapshot(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Snapshot"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @stop_gradient(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @stop_gradient(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.StopGradient"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Wider elements remove the last dimension, which must have the size for one.
// CHECK:       func.func @bitcast(%x: tensor<?x4xui8, [@S0, 4]>) -> tensor<?xi32, [@S0]>
func.func @bitcast(%x: tensor<?x4xui8>) -> tensor<*xi32> {
  %r = "tf.Bitcast"(%x) : (tensor<?x4xui8>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// CHECK: func.func @xla_sharding(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @xla_sharding(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.XlaSharding"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
