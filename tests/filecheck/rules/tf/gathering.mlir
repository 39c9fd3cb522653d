// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @gather(%x: tensor<?x4xf32, [@S0, 4]>, %indices: tensor<2x?xi32, [2, @S1]>) -> tensor<2x?x4xf32, [2, @S1, 4]>
func.func @gather(%x: tensor<?x4xf32>, %indices: tensor<2x?xi32>) -> tensor<*xf32> {
  %r = "tf.Gather"(%x, %indices) : (tensor<?x4xf32>, tensor<2x?xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.GatherV2 at {{.*}}: batch dimensions: sizes S0 and S2 must agree"}
// CHECK:       func.func @gather_v2(%x: tensor<?x?x4xf32, [@S0, @S1, 4]>, %indices: tensor<?x3xi32, [@S2, 3]>) -> tensor<?x3x4xf32, [@S0, 3, 4]>
func.func @gather_v2(%x: tensor<?x?x4xf32>, %indices: tensor<?x3xi32>) -> tensor<*xf32> {
  %axis = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.GatherV2"(%x, %indices, %axis) <{batch_dims = 1 : i64}> : (tensor<?x?x4xf32>, tensor<?x3xi32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// A row of indices selects along as many leading dimensions as it is long.
// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @gather_nd(%x: tensor<?x?x5xf32, [@S0, @S1, 5]>, %indices: tensor<?x2xi32, [@S2, 2]>) -> tensor<?x5xf32, [@S2, 5]>
func.func @gather_nd(%x: tensor<?x?x5xf32>, %indices: tensor<?x2xi32>) -> tensor<*xf32> {
  %r = "tf.GatherNd"(%x, %indices) : (tensor<?x?x5xf32>, tensor<?x2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
