// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// CHECK-LABEL: func.func @cast(
// CHECK:         %[[CVT:.*]] = mhlo.convert %x : {{.*}} -> tensor<?x4xi32, [@S0, 4]>
// CHECK-NEXT:    func.return %[[CVT]]
func.func @cast(%x: tensor<?x4xf32>) -> tensor<*xi32> {
  %r = "tf.Cast"(%x) <{Truncate = false}> : (tensor<?x4xf32>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// Each element is tested, and the operand goes through.
// CHECK-LABEL: func.func @check_numerics(
// CHECK:         %[[FIN:.*]] = mhlo.is_finite %x
// CHECK-NEXT:    %[[ONE:.*]] = mhlo.convert %[[FIN]]
// CHECK-NEXT:    sdim.elements assert %[[ONE]] non_zero {why = "tf.CheckNumerics at {{.*}}: nan: elements must be finite; 1 where they are"}
// CHECK:         func.return %x
func.func @check_numerics(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.CheckNumerics"(%x) <{message = "nan"}> : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// A size that the result's type declares is the operand's too; it is not checked.
// CHECK-LABEL: func.func @identity(
// CHECK:         func.return %x
func.func @identity(%x: tensor<?x?xf32>) -> tensor<?x4xf32> {
  %r = "tf.Identity"(%x) : (tensor<?x?xf32>) -> tensor<?x4xf32>
  func.return %r : tensor<?x4xf32>
}

// -----

// CHECK-LABEL: func.func @identity_n(
// CHECK:         func.return %x, %n
func.func @identity_n(%x: tensor<?xf32>, %n: tensor<i32>) -> (tensor<*xf32>, tensor<*xi32>) {
  %r:2 = "tf.IdentityN"(%x, %n) : (tensor<?xf32>, tensor<i32>) -> (tensor<*xf32>, tensor<*xi32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xi32>
}

// -----

// CHECK-LABEL: func.func @prevent_gradient(
// CHECK:         func.return %x
func.func @prevent_gradient(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.PreventGradient"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @snapshot(
// CHECK:         func.return %x
func.func @snapshot(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.Snapshot"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @stop_gradient(
// CHECK:         func.return %x
func.func @stop_gradient(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.StopGradient"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Wider elements remove the last dimension, which must have the size for one.
// CHECK-LABEL: func.func @bitcast(
// CHECK:         mhlo.bitcast_convert %x : (tensor<?x4xui8, [@S0, 4]>) -> tensor<?xi32, [@S0]>
func.func @bitcast(%x: tensor<?x4xui8>) -> tensor<*xi32> {
  %r = "tf.Bitcast"(%x) : (tensor<?x4xui8>) -> tensor<*xi32>
  func.return %r : tensor<*xi32>
}

// -----

// Numbers that mhlo has no type for are no conversion of its.
// CHECK-LABEL: func.func @cast_to_quantized
// CHECK-NOT:     mhlo.convert
// CHECK:         mhlo.custom_call @tf.Cast(%x) {{.*}}tieshape.unlowered = "!tf_type.qint8 has no counterpart in mhlo"
func.func @cast_to_quantized(%x: tensor<2xi32>) -> tensor<2x!tf_type.qint8> {
  %0 = "tf.Cast"(%x) <{Truncate = false}> : (tensor<2xi32>) -> tensor<2x!tf_type.qint8>
  func.return %0 : tensor<2x!tf_type.qint8>
}

// -----

// CHECK-LABEL: func.func @xla_sharding
// CHECK-NEXT:    func.return %x
func.func @xla_sharding(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "tf.XlaSharding"(%x) : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
