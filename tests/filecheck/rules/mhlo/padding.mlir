// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       sdim.sum_equal [@S0, 1], [@S1]
// CHECK:       func.func @pad(%x: tensor<?x8xf32, [@S0, 8]>, %zero: tensor<f32>) -> tensor<?x16xf32, [@S1, 16]>
func.func @pad(%x: tensor<?x8xf32>, %zero: tensor<f32>) -> tensor<*xf32> {
  %r = "mhlo.pad"(%x, %zero) <{edge_padding_low = dense<[0, -1]> : tensor<2xi64>, edge_padding_high = dense<[1, 2]> : tensor<2xi64>, interior_padding = dense<[0, 1]> : tensor<2xi64>}>
      : (tensor<?x8xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @dynamic_pad(%x: tensor<?xf32, [@S0]>, %zero: tensor<f32>, %n: index) -> tensor<?xf32, [@S1]>
func.func @dynamic_pad(%x: tensor<?xf32>, %zero: tensor<f32>, %n: index) -> tensor<?xf32> {
  %none = arith.constant 0 : index
  %low = tensor.from_elements %n : tensor<1xindex>
  %rest = tensor.from_elements %none : tensor<1xindex>
  %r = "mhlo.dynamic_pad"(%x, %zero, %low, %rest, %rest) : (tensor<?xf32>, tensor<f32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}
