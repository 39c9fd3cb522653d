// Broadcasts without ranks are read and counted as those of which nothing is decided.
// RUN: tieshape-opt %s -p tieshape --summary --verify-survival 2>&1 | filecheck %s

// CHECK: func.func @told_by_the_shape(%x: tensor<f32>, %n: tensor<1xi32>) -> tensor<?xf32, [@S0]>
func.func @told_by_the_shape(%x: tensor<f32>, %n: tensor<1xi32>) -> tensor<*xf32> {
  %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %n) <{broadcast_dimensions = dense<> : tensor<0xi64>}> : (tensor<f32>, tensor<1xi32>) -> tensor<*xf32>
  func.return %0 : tensor<*xf32>
}

// CHECK: func.func @never_told(%x: tensor<*xf32>, %n: tensor<1xi32>) -> tensor<?xf32, [@S1]>
// CHECK:   mhlo.dynamic_broadcast_in_dim
func.func @never_told(%x: tensor<*xf32>, %n: tensor<1xi32>) -> tensor<?xf32> {
  %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %n) <{broadcast_dimensions = dense<> : tensor<0xi64>}> : (tensor<*xf32>, tensor<1xi32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// CHECK: func.func @of_alike(
func.func @of_alike(%x: tensor<*xf32>, %y: tensor<*xf32>, %n: tensor<1xi32>) -> tensor<?xf32> {
  %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %n) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<*xf32>, tensor<1xi32>) -> tensor<?xf32>
  %1 = "mhlo.dynamic_broadcast_in_dim"(%y, %n) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<*xf32>, tensor<1xi32>) -> tensor<?xf32>
  %2 = mhlo.add %0, %1 : tensor<?xf32>
  func.return %2 : tensor<?xf32>
}
