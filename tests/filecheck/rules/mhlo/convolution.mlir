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

// -----

// The features that a kernel gives go into equal groups.
// CHECK:       sdim.divisible {{.*}} by 2 {why = "mhlo.convolution at {{.*}}: the kernel's output features S0 must be divisible by 2"}
// CHECK:       func.func @groups
func.func @groups(%x: tensor<1x8x4xf32>, %k: tensor<3x2x?xf32>) -> tensor<1x6x?xf32> {
  %0 = mhlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x8x4xf32>, tensor<3x2x?xf32>) -> tensor<1x6x?xf32>
  func.return %0 : tensor<1x6x?xf32>
}

// -----

// CHECK:       sdim.divisible {{.*}} by 2 {why = "mhlo.convolution at {{.*}}: the kernel's output features S0 must be divisible by 2"}
// CHECK:       func.func @batch_groups
func.func @batch_groups(%x: tensor<4x8x2xf32>, %k: tensor<3x2x?xf32>) -> tensor<2x6x?xf32> {
  %0 = mhlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<4x8x2xf32>, tensor<3x2x?xf32>) -> tensor<2x6x?xf32>
  func.return %0 : tensor<2x6x?xf32>
}

// -----

// CHECK-NOT:   output features
// CHECK:       func.func @one_group
func.func @one_group(%x: tensor<4x8x2xf32>, %k: tensor<3x2x?xf32>) -> tensor<4x6x?xf32> {
  %0 = mhlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x8x2xf32>, tensor<3x2x?xf32>) -> tensor<4x6x?xf32>
  func.return %0 : tensor<4x6x?xf32>
}
