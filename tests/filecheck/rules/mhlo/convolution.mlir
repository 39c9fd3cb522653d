// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       %[[S1:.*]] = sdim.size @S1
// CHECK:       %[[C1:.*]] = arith.constant 1 : index
// CHECK:       %[[ADD:.*]] = arith.addi %[[S1]], %[[C1]] : index
// CHECK:       %[[C2:.*]] = arith.constant 2 : index
// CHECK:       %[[DIV:.*]] = arith.floordivsi %[[ADD]], %[[C2]] : index
// CHECK:       %[[SUB:.*]] = arith.subi %[[DIV]], %[[C1]] : index
// CHECK:       %[[C0:.*]] = arith.constant 0 : index
// CHECK:       %[[MAX:.*]] = arith.maxsi %[[SUB]], %[[C0]] : index
// CHECK:       sdim.equal @S2, %[[MAX]]
// CHECK:       func.func @convolution(%x: tensor<?x?x9x4xf32, [@S0, @S1, 9, 4]>, %kernel: tensor<3x3x4x16xf32>) -> tensor<?x?x4x16xf32, [@S0, @S2, 4, 16]>
func.func @convolution(%x: tensor<?x?x9x4xf32>, %kernel: tensor<3x3x4x16xf32>) -> tensor<*xf32> {
  %r = "mhlo.convolution"(%x, %kernel) <{dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = dense<2> : tensor<2xi64>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}>
      : (tensor<?x?x9x4xf32>, tensor<3x3x4x16xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The padding is an operand: its elements decide the sizes.
// CHECK:       func.func @dynamic_conv(%x: tensor<?x9x9x4xf32, [@S0, 9, 9, 4]>, %kernel: tensor<3x3x4x16xf32>, %padding: tensor<2x2xi32>) -> tensor<?x?x?x16xf32, [@S0, @S1, @S2, 16]>
func.func @dynamic_conv(%x: tensor<?x9x9x4xf32>, %kernel: tensor<3x3x4x16xf32>, %padding: tensor<2x2xi32>) -> tensor<?x?x?x16xf32> {
  %r = "mhlo.dynamic_conv"(%x, %kernel, %padding) <{dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}>
      : (tensor<?x9x9x4xf32>, tensor<3x3x4x16xf32>, tensor<2x2xi32>) -> tensor<?x?x?x16xf32>
  func.return %r : tensor<?x?x?x16xf32>
}
