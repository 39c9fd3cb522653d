// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// The elements of the shape are the sizes; their product is that of the operand's sizes.
// CHECK:       sdim.product_equal {{.*}} {why = "mhlo.dynamic_reshape at {{.*}}: the number of elements must not change"}
// CHECK:       func.func @dynamic_reshape(%x: tensor<?x?xf32, [@S0, @S1]>, %n: index) -> tensor<?x4xf32, [@S2, 4]>
func.func @dynamic_reshape(%x: tensor<?x?xf32>, %n: index) -> tensor<?x?xf32> {
  %four = arith.constant 4 : index
  %shape = tensor.from_elements %n, %four : tensor<2xindex>
  %r = "mhlo.dynamic_reshape"(%x, %shape) : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  func.return %r : tensor<?x?xf32>
}

// -----

// A static result: the number of elements is a fact of the operand.
// CHECK:       sdim.product_equal {{.*}} {why = "mhlo.reshape at {{.*}}: the number of elements must not change"}
// CHECK:       func.func @reshape(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<3x4xf32>
func.func @reshape(%x: tensor<?x?xf32>) -> tensor<3x4xf32> {
  %r = "mhlo.reshape"(%x) : (tensor<?x?xf32>) -> tensor<3x4xf32>
  func.return %r : tensor<3x4xf32>
}

// -----

// CHECK:       func.func @reverse(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @reverse(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "mhlo.reverse"(%x) <{dimensions = dense<[0, 1]> : tensor<2xi64>}> : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @transpose(%x: tensor<?x?x3xf32, [@S0, @S1, 3]>) -> tensor<3x?x?xf32, [3, @S0, @S1]>
func.func @transpose(%x: tensor<?x?x3xf32>) -> tensor<*xf32> {
  %r = "mhlo.transpose"(%x) <{permutation = dense<[2, 0, 1]> : tensor<3xi64>}> : (tensor<?x?x3xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
