// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       func.func @broadcast(%x: tensor<?xf32, [@S0]>) -> tensor<1x2x?xf32, [1, 2, @S0]>
func.func @broadcast(%x: tensor<?xf32>) -> tensor<*xf32> {
  %r = "mhlo.broadcast"(%x) <{broadcast_sizes = dense<[1, 2]> : tensor<2xi64>}> : (tensor<?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// A size is that of the result, or 1.
// CHECK:       sdim.holds %{{.*}} {why = "mhlo.broadcast_in_dim at {{.*}}: size S0 must be 1 or the target's 3"}
// CHECK:       func.func @broadcast_in_dim(%x: tensor<?xf32, [@S0]>) -> tensor<2x3xf32>
func.func @broadcast_in_dim(%x: tensor<?xf32>) -> tensor<2x3xf32> {
  %r = "mhlo.broadcast_in_dim"(%x) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<?xf32>) -> tensor<2x3xf32>
  func.return %r : tensor<2x3xf32>
}

// -----

// The elements of the shape are the sizes.
// CHECK:       sdim.holds %{{.*}} {why = "mhlo.dynamic_broadcast_in_dim at {{.*}}: size S0 must be 1 or the target's S1"}
// CHECK:       func.func @dynamic_broadcast_in_dim(%x: tensor<?xf32, [@S0]>, %n: index) -> tensor<?x8xf32, [@S1, 8]>
func.func @dynamic_broadcast_in_dim(%x: tensor<?xf32>, %n: index) -> tensor<?x?xf32> {
  %eight = arith.constant 8 : index
  %shape = tensor.from_elements %n, %eight : tensor<2xindex>
  %r = "mhlo.dynamic_broadcast_in_dim"(%x, %shape) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  func.return %r : tensor<?x?xf32>
}

// -----

// A shape has as many elements as the result has dimensions.
// CHECK:       func.func @shape_of_unknown_length(%x: tensor<?xf32, [@S0]>, %s: tensor<2xindex>) -> tensor<?x?xf32
func.func @shape_of_unknown_length(%x: tensor<?xf32>, %s: tensor<?xindex>) -> tensor<?x?xf32> {
  %r = "mhlo.dynamic_broadcast_in_dim"(%x, %s) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<?xf32>, tensor<?xindex>) -> tensor<?x?xf32>
  func.return %r : tensor<?x?xf32>
}
