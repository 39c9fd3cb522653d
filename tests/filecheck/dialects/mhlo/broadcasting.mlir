// RUN: tieshape-opt %s | filecheck %s
// RUN: tieshape-opt --print-op-generic --print-no-properties %s | tieshape-opt | filecheck %s

// Ops that repeat elements.
func.func @broadcast(%x: tensor<3xf32>, %d: tensor<?x1xf32>, %shape: tensor<3xindex>) {
  %lead = "mhlo.broadcast"(%x) {broadcast_sizes = dense<[1, 2]> : tensor<2xi64>} : (tensor<3xf32>) -> tensor<1x2x3xf32>
  %static = "mhlo.broadcast_in_dim"(%x) {broadcast_dimensions = dense<1> : tensor<1xi64>} : (tensor<3xf32>) -> tensor<2x3xf32>
  %scalar = "mhlo.broadcast_in_dim"(%x) {broadcast_dimensions = dense<[0]> : tensor<1xi64>} : (tensor<3xf32>) -> tensor<3x7xf32>
  %dynamic = "mhlo.dynamic_broadcast_in_dim"(%d, %shape) {broadcast_dimensions = dense<[1, 2]> : tensor<2xi64>} : (tensor<?x1xf32>, tensor<3xindex>) -> tensor<?x?x8xf32>
  %permuting = "mhlo.dynamic_broadcast_in_dim"(%d, %shape) {broadcast_dimensions = dense<[2, 0]> : tensor<2xi64>} : (tensor<?x1xf32>, tensor<3xindex>) -> tensor<?x?x?xf32>
  %known = "mhlo.dynamic_broadcast_in_dim"(%d, %shape) {broadcast_dimensions = dense<[1, 2]> : tensor<2xi64>, known_expanding_dimensions = dense<1> : tensor<1xi64>, known_nonexpanding_dimensions = dense<0> : tensor<1xi64>} : (tensor<?x1xf32>, tensor<3xindex>) -> tensor<?x?x?xf32>
  func.return
}

// CHECK-LABEL: func.func @broadcast(
// CHECK-NEXT: %lead = "mhlo.broadcast"(%x) <{broadcast_sizes = dense<[1, 2]> : tensor<2xi64>}> : (tensor<3xf32>) -> tensor<1x2x3xf32>
// CHECK-NEXT: %static = "mhlo.broadcast_in_dim"(%x) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %scalar = "mhlo.broadcast_in_dim"(%x) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<3xf32>) -> tensor<3x7xf32>
// CHECK-NEXT: %dynamic = "mhlo.dynamic_broadcast_in_dim"(%d, %shape) <{broadcast_dimensions = dense<[1, 2]> : tensor<2xi64>}> : (tensor<?x1xf32>, tensor<3xindex>) -> tensor<?x?x8xf32>
// CHECK-NEXT: %permuting = "mhlo.dynamic_broadcast_in_dim"(%d, %shape) <{broadcast_dimensions = dense<[2, 0]> : tensor<2xi64>}> : (tensor<?x1xf32>, tensor<3xindex>) -> tensor<?x?x?xf32>
// CHECK-NEXT: %known = "mhlo.dynamic_broadcast_in_dim"(%d, %shape) <{broadcast_dimensions = dense<[1, 2]> : tensor<2xi64>, known_expanding_dimensions = dense<1> : tensor<1xi64>, known_nonexpanding_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?x1xf32>, tensor<3xindex>) -> tensor<?x?x?xf32>
