// RUN: tieshape-opt %s -p tieshape-optimize-shapes --split-input-file | filecheck %s

sdim.symbol @S0

// Two transposes are one, or none.
// CHECK-LABEL: func.func @transposes
// CHECK-NEXT:    %[[T:.*]] = "mhlo.transpose"(%y) <{permutation = dense<[2, 0, 1]> : tensor<3xi64>}>
// CHECK-NEXT:    func.return %x, %[[T]]
func.func @transposes(%x: tensor<?x8xf32, [@S0, 8]>, %y: tensor<2x3x4xf32>) -> (tensor<?x8xf32, [@S0, 8]>, tensor<4x2x3xf32>) {
  %0 = "mhlo.transpose"(%x) <{permutation = dense<[1, 0]> : tensor<2xi64>}> : (tensor<?x8xf32, [@S0, 8]>) -> tensor<8x?xf32, [8, @S0]>
  %1 = "mhlo.transpose"(%0) <{permutation = dense<[1, 0]> : tensor<2xi64>}> : (tensor<8x?xf32, [8, @S0]>) -> tensor<?x8xf32, [@S0, 8]>
  %2 = "mhlo.transpose"(%y) <{permutation = dense<[1, 2, 0]> : tensor<3xi64>}> : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32>
  %3 = "mhlo.transpose"(%2) <{permutation = dense<[1, 2, 0]> : tensor<3xi64>}> : (tensor<3x4x2xf32>) -> tensor<4x2x3xf32>
  func.return %1, %3 : tensor<?x8xf32, [@S0, 8]>, tensor<4x2x3xf32>
}

// -----

sdim.symbol @S0
sdim.symbol @S1

// Dimensions of size 1 may move without moving an element; others may not.
// CHECK-LABEL: func.func @moved_ones
// CHECK:         %[[R:.*]] = mhlo.dynamic_reshape %x
// CHECK-NEXT:    %[[S:.*]] = mhlo.reshape %z
// CHECK-NEXT:    %[[T:.*]] = "mhlo.transpose"(%y)
// CHECK-NEXT:    func.return %[[R]], %[[S]], %[[T]]
func.func @moved_ones(%x: tensor<?x1x?xf32, [@S0, 1, @S1]>, %y: tensor<?x1x?xf32, [@S0, 1, @S1]>, %z: tensor<1x4xf32>) -> (tensor<1x?x?xf32, [1, @S0, @S1]>, tensor<4x1xf32>, tensor<1x?x?xf32, [1, @S1, @S0]>) {
  %0 = "mhlo.transpose"(%x) <{permutation = dense<[1, 0, 2]> : tensor<3xi64>}> : (tensor<?x1x?xf32, [@S0, 1, @S1]>) -> tensor<1x?x?xf32, [1, @S0, @S1]>
  %1 = "mhlo.transpose"(%z) <{permutation = dense<[1, 0]> : tensor<2xi64>}> : (tensor<1x4xf32>) -> tensor<4x1xf32>
  %2 = "mhlo.transpose"(%y) <{permutation = dense<[1, 2, 0]> : tensor<3xi64>}> : (tensor<?x1x?xf32, [@S0, 1, @S1]>) -> tensor<1x?x?xf32, [1, @S1, @S0]>
  func.return %0, %1, %2 : tensor<1x?x?xf32, [1, @S0, @S1]>, tensor<4x1xf32>, tensor<1x?x?xf32, [1, @S1, @S0]>
}

// -----

sdim.symbol @S0

// Operands that are transposed alike are computed with first; the transpose meets the one behind, and both go.
// CHECK-LABEL: func.func @moved_together
// CHECK:         %[[N:.*]] = mhlo.negate %x : tensor<?x8xf32, [@S0, 8]>
// CHECK-NEXT:    %[[M:.*]] = mhlo.multiply %[[N]], %y
// CHECK:         %[[TWO:.*]] = "mhlo.dynamic_broadcast_in_dim"(%two, %{{.*}}) {{.*}} -> tensor<?x8xf32, [@S0, 8]>
// CHECK-NEXT:    %[[A:.*]] = mhlo.add %[[M]], %[[TWO]] : tensor<?x8xf32, [@S0, 8]>
// CHECK-NEXT:    func.return %[[A]]
func.func @moved_together(%x: tensor<?x8xf32, [@S0, 8]>, %y: tensor<?x8xf32, [@S0, 8]>, %two: tensor<f32>, %n: tensor<2xindex>) -> tensor<?x8xf32, [@S0, 8]> {
  %0 = "mhlo.transpose"(%x) <{permutation = dense<[1, 0]> : tensor<2xi64>}> : (tensor<?x8xf32, [@S0, 8]>) -> tensor<8x?xf32, [8, @S0]>
  %1 = "mhlo.transpose"(%y) <{permutation = dense<[1, 0]> : tensor<2xi64>}> : (tensor<?x8xf32, [@S0, 8]>) -> tensor<8x?xf32, [8, @S0]>
  %2 = mhlo.negate %0 : tensor<8x?xf32, [8, @S0]>
  %3 = mhlo.multiply %2, %1 : tensor<8x?xf32, [8, @S0]>
  %4 = "mhlo.dynamic_broadcast_in_dim"(%two, %n) <{broadcast_dimensions = dense<> : tensor<0xi64>}> : (tensor<f32>, tensor<2xindex>) -> tensor<8x?xf32, [8, @S0]>
  %5 = mhlo.add %3, %4 : tensor<8x?xf32, [8, @S0]>
  %6 = "mhlo.transpose"(%5) <{permutation = dense<[1, 0]> : tensor<2xi64>}> : (tensor<8x?xf32, [8, @S0]>) -> tensor<?x8xf32, [@S0, 8]>
  func.return %6 : tensor<?x8xf32, [@S0, 8]>
}

// -----

// A comparison of two has elements of its own type.
// CHECK-LABEL: func.func @compared
// CHECK-NEXT:    %[[C:.*]] = mhlo.compare LT, %x, %y : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
// CHECK-NEXT:    %[[T:.*]] = "mhlo.transpose"(%[[C]]) {{.*}} : (tensor<2x3xi1>) -> tensor<3x2xi1>
// CHECK-NEXT:    func.return %[[T]]
func.func @compared(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<3x2xi1> {
  %0 = "mhlo.transpose"(%x) <{permutation = dense<[1, 0]> : tensor<2xi64>}> : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = "mhlo.transpose"(%y) <{permutation = dense<[1, 0]> : tensor<2xi64>}> : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %2 = mhlo.compare LT, %0, %1 : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xi1>
  func.return %2 : tensor<3x2xi1>
}

// -----

// Different transposes, one operand that is not, another use of the transpose, none behind: nothing moves.
// CHECK-LABEL: func.func @not_moved
// CHECK:         mhlo.add %{{.*}}, %{{.*}} : tensor<2x2x2xf32>
// CHECK:         mhlo.add %{{.*}}, %y : tensor<2x2x2xf32>
// CHECK:         %[[B:.*]] = "mhlo.transpose"(%w)
// CHECK-NEXT:    %[[N:.*]] = mhlo.negate %[[B]]
// CHECK:         %[[C:.*]] = "mhlo.transpose"(%z)
// CHECK-NEXT:    %[[E:.*]] = mhlo.exponential %[[C]]
// CHECK-NEXT:    func.return %{{.*}}, %{{.*}}, %[[N]], %[[B]], %[[E]]
func.func @not_moved(%x: tensor<2x2x2xf32>, %y: tensor<2x2x2xf32>, %w: tensor<2x2x2xf32>, %z: tensor<2x2x2xf32>) -> (tensor<2x2x2xf32>, tensor<2x2x2xf32>, tensor<2x2x2xf32>, tensor<2x2x2xf32>, tensor<2x2x2xf32>) {
  %0 = "mhlo.transpose"(%x) <{permutation = dense<[1, 0, 2]> : tensor<3xi64>}> : (tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  %1 = "mhlo.transpose"(%y) <{permutation = dense<[0, 2, 1]> : tensor<3xi64>}> : (tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  %2 = mhlo.add %0, %1 : tensor<2x2x2xf32>
  %3 = "mhlo.transpose"(%x) <{permutation = dense<[1, 0, 2]> : tensor<3xi64>}> : (tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  %4 = mhlo.add %3, %y : tensor<2x2x2xf32>
  %5 = "mhlo.transpose"(%4) <{permutation = dense<[1, 0, 2]> : tensor<3xi64>}> : (tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  %6 = "mhlo.transpose"(%w) <{permutation = dense<[1, 0, 2]> : tensor<3xi64>}> : (tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  %7 = mhlo.negate %6 : tensor<2x2x2xf32>
  %8 = "mhlo.transpose"(%z) <{permutation = dense<[1, 0, 2]> : tensor<3xi64>}> : (tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  %9 = mhlo.exponential %8 : tensor<2x2x2xf32>
  func.return %2, %5, %7, %6, %9 : tensor<2x2x2xf32>, tensor<2x2x2xf32>, tensor<2x2x2xf32>, tensor<2x2x2xf32>, tensor<2x2x2xf32>
}

// -----

sdim.symbol @S0
sdim.symbol @S1
sdim.symbol @S2
sdim.constraints {
  %s0 = sdim.size @S0
  %s1 = sdim.size @S1
  %s2 = sdim.size @S2
  %sum = arith.addi %s0, %s1 : index
  sdim.equal %s2, %sum
}

// Parts of a concatenation that are its operands; parts of a tensor that are joined again.
// CHECK-LABEL: func.func @joined_and_cut
// CHECK-NEXT:    func.return %x, %y, %z
func.func @joined_and_cut(%x: tensor<?x8xf32, [@S0, 8]>, %y: tensor<?x8xf32, [@S1, 8]>, %z: tensor<6xf32>) -> (tensor<?x8xf32, [@S0, 8]>, tensor<?x8xf32, [@S1, 8]>, tensor<6xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %0 = "mhlo.concatenate"(%x, %y) <{dimension = 0 : i64}> : (tensor<?x8xf32, [@S0, 8]>, tensor<?x8xf32, [@S1, 8]>) -> tensor<?x8xf32, [@S2, 8]>
  %a = tensor.dim %x, %c0 : tensor<?x8xf32, [@S0, 8]>
  %b = tensor.dim %0, %c0 : tensor<?x8xf32, [@S2, 8]>
  %start = tensor.from_elements %c0, %c0 : tensor<2xindex>
  %middle = tensor.from_elements %a, %c0 : tensor<2xindex>
  %middle_end = tensor.from_elements %a, %c8 : tensor<2xindex>
  %end = tensor.from_elements %b, %c8 : tensor<2xindex>
  %step = tensor.from_elements %c1, %c1 : tensor<2xindex>
  %1 = mhlo.real_dynamic_slice %0, %start, %middle_end, %step : (tensor<?x8xf32, [@S2, 8]>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x8xf32, [@S0, 8]>
  %2 = mhlo.real_dynamic_slice %0, %middle, %end, %step : (tensor<?x8xf32, [@S2, 8]>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x8xf32, [@S1, 8]>
  %3 = "mhlo.slice"(%z) <{start_indices = dense<0> : tensor<1xi64>, limit_indices = dense<2> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>}> : (tensor<6xf32>) -> tensor<2xf32>
  %4 = "mhlo.slice"(%z) <{start_indices = dense<2> : tensor<1xi64>, limit_indices = dense<6> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>}> : (tensor<6xf32>) -> tensor<4xf32>
  %5 = "mhlo.concatenate"(%3, %4) <{dimension = 0 : i64}> : (tensor<2xf32>, tensor<4xf32>) -> tensor<6xf32>
  func.return %1, %2, %5 : tensor<?x8xf32, [@S0, 8]>, tensor<?x8xf32, [@S1, 8]>, tensor<6xf32>
}

// -----

// Parts that are all of a tensor, joined between other operands.
// CHECK-LABEL: func.func @joined_among_others
// CHECK-NEXT:    %[[A:.*]] = "mhlo.concatenate"(%y, %z, %y)
// CHECK-NEXT:    %[[B:.*]] = "mhlo.concatenate"(%z, %y)
// CHECK-NEXT:    func.return %[[A]], %[[B]]
func.func @joined_among_others(%y: tensor<3xf32>, %z: tensor<6xf32>) -> (tensor<12xf32>, tensor<9xf32>) {
  %0 = "mhlo.slice"(%z) <{start_indices = dense<0> : tensor<1xi64>, limit_indices = dense<2> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>}> : (tensor<6xf32>) -> tensor<2xf32>
  %1 = "mhlo.slice"(%z) <{start_indices = dense<2> : tensor<1xi64>, limit_indices = dense<5> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>}> : (tensor<6xf32>) -> tensor<3xf32>
  %2 = "mhlo.slice"(%z) <{start_indices = dense<5> : tensor<1xi64>, limit_indices = dense<6> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>}> : (tensor<6xf32>) -> tensor<1xf32>
  %3 = "mhlo.concatenate"(%y, %0, %1, %2, %y) <{dimension = 0 : i64}> : (tensor<3xf32>, tensor<2xf32>, tensor<3xf32>, tensor<1xf32>, tensor<3xf32>) -> tensor<12xf32>
  %4 = "mhlo.concatenate"(%0, %1) <{dimension = 0 : i64}> : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
  %5 = "mhlo.concatenate"(%4, %2) <{dimension = 0 : i64}> : (tensor<5xf32>, tensor<1xf32>) -> tensor<6xf32>
  %6 = "mhlo.concatenate"(%5, %y) <{dimension = 0 : i64}> : (tensor<6xf32>, tensor<3xf32>) -> tensor<9xf32>
  func.return %3, %6 : tensor<12xf32>, tensor<9xf32>
}

// -----

// Parts between which another operand comes, of which the last is missing, or that begin late.
// CHECK-LABEL: func.func @not_joined_among_others
// CHECK-COUNT-3: "mhlo.concatenate"(%{{[0-9]+}}, %
func.func @not_joined_among_others(%y: tensor<2xf32>, %z: tensor<6xf32>) -> (tensor<8xf32>, tensor<6xf32>, tensor<6xf32>) {
  %0 = "mhlo.slice"(%z) <{start_indices = dense<0> : tensor<1xi64>, limit_indices = dense<2> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>}> : (tensor<6xf32>) -> tensor<2xf32>
  %1 = "mhlo.slice"(%z) <{start_indices = dense<2> : tensor<1xi64>, limit_indices = dense<4> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>}> : (tensor<6xf32>) -> tensor<2xf32>
  %2 = "mhlo.slice"(%z) <{start_indices = dense<4> : tensor<1xi64>, limit_indices = dense<6> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>}> : (tensor<6xf32>) -> tensor<2xf32>
  %3 = "mhlo.concatenate"(%0, %1, %y, %2) <{dimension = 0 : i64}> : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<8xf32>
  %4 = "mhlo.concatenate"(%0, %1, %y) <{dimension = 0 : i64}> : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<6xf32>
  %5 = "mhlo.concatenate"(%1, %2, %y) <{dimension = 0 : i64}> : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<6xf32>
  func.return %3, %4, %5 : tensor<8xf32>, tensor<6xf32>, tensor<6xf32>
}

// -----

// The parts in another order, a part twice, a part that begins inside of an operand, one with gaps.
// CHECK-LABEL: func.func @joined_otherwise
// CHECK:         "mhlo.concatenate"
// CHECK:         "mhlo.concatenate"
// CHECK:         "mhlo.concatenate"
// CHECK:         "mhlo.slice"
// CHECK:         "mhlo.slice"
func.func @joined_otherwise(%z: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = "mhlo.slice"(%z) <{start_indices = dense<0> : tensor<1xi64>, limit_indices = dense<2> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>}> : (tensor<4xf32>) -> tensor<2xf32>
  %1 = "mhlo.slice"(%z) <{start_indices = dense<2> : tensor<1xi64>, limit_indices = dense<4> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>}> : (tensor<4xf32>) -> tensor<2xf32>
  %2 = "mhlo.concatenate"(%1, %0) <{dimension = 0 : i64}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %3 = "mhlo.concatenate"(%0, %0) <{dimension = 0 : i64}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %4 = "mhlo.concatenate"(%z, %y) <{dimension = 0 : i64}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %5 = "mhlo.slice"(%4) <{start_indices = dense<1> : tensor<1xi64>, limit_indices = dense<5> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>}> : (tensor<8xf32>) -> tensor<4xf32>
  %6 = "mhlo.slice"(%4) <{start_indices = dense<0> : tensor<1xi64>, limit_indices = dense<8> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>}> : (tensor<8xf32>) -> tensor<4xf32>
  func.return %2, %3, %5, %6 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

sdim.symbol @S0

// What has no elements adds none; a concatenation of one is nothing, one in another is a part of it.
// CHECK-LABEL: func.func @flattened
// CHECK-NEXT:    %[[C:.*]] = "mhlo.concatenate"(%x, %y, %y) <{dimension = 0 : i64}>
// CHECK-NEXT:    func.return %x, %[[C]]
func.func @flattened(%x: tensor<?xf32, [@S0]>, %y: tensor<2xf32>, %none: tensor<0xf32>) -> (tensor<?xf32, [@S0]>, tensor<?xf32>) {
  %0 = "mhlo.concatenate"(%none, %x) <{dimension = 0 : i64}> : (tensor<0xf32>, tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
  %1 = "mhlo.concatenate"(%x, %y) <{dimension = 0 : i64}> : (tensor<?xf32, [@S0]>, tensor<2xf32>) -> tensor<?xf32>
  %2 = "mhlo.concatenate"(%1, %y) <{dimension = 0 : i64}> : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  func.return %0, %2 : tensor<?xf32, [@S0]>, tensor<?xf32>
}

// -----

sdim.symbol @S0
sdim.symbol @S1

// Along another dimension, or for another user too, it stays one of its own.
// CHECK-LABEL: func.func @not_flattened
// CHECK-COUNT-4: "mhlo.concatenate"
func.func @not_flattened(%x: tensor<2x2xf32>, %y: tensor<2x2xf32>) -> (tensor<4x4xf32>, tensor<6x2xf32>, tensor<4x2xf32>) {
  %0 = "mhlo.concatenate"(%x, %y) <{dimension = 0 : i64}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<4x2xf32>
  %1 = "mhlo.concatenate"(%0, %0) <{dimension = 1 : i64}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x4xf32>
  %2 = "mhlo.concatenate"(%x, %y) <{dimension = 0 : i64}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<4x2xf32>
  %3 = "mhlo.concatenate"(%2, %y) <{dimension = 0 : i64}> : (tensor<4x2xf32>, tensor<2x2xf32>) -> tensor<6x2xf32>
  func.return %1, %3, %2 : tensor<4x4xf32>, tensor<6x2xf32>, tensor<4x2xf32>
}

// -----

sdim.symbol @S0
sdim.symbol @S1

// A broadcast that only adds dimensions of size 1 is a reshape; one that may repeat is none.
// CHECK-LABEL: func.func @reshaped_broadcast
// CHECK:         %[[B:.*]] = "mhlo.dynamic_broadcast_in_dim"(%y
// CHECK-NEXT:    %[[R:.*]] = mhlo.dynamic_reshape %[[B]]
// CHECK-NEXT:    func.return %x, %[[R]]
func.func @reshaped_broadcast(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S0]>, %s: tensor<2xindex>, %r: tensor<2xindex>, %t: tensor<1xindex>) -> (tensor<?xf32, [@S0]>, tensor<?xf32, [@S1]>) {
  %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %s) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<2xindex>) -> tensor<1x?xf32, [1, @S0]>
  %1 = mhlo.dynamic_reshape %0, %t : (tensor<1x?xf32, [1, @S0]>, tensor<1xindex>) -> tensor<?xf32, [@S0]>
  %2 = "mhlo.dynamic_broadcast_in_dim"(%y, %r) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<?xf32, [@S0]>, tensor<2xindex>) -> tensor<1x?xf32, [1, @S1]>
  %3 = mhlo.dynamic_reshape %2, %t : (tensor<1x?xf32, [1, @S1]>, tensor<1xindex>) -> tensor<?xf32, [@S1]>
  func.return %1, %3 : tensor<?xf32, [@S0]>, tensor<?xf32, [@S1]>
}

// -----

sdim.symbol @S0
sdim.symbol @S1
sdim.constraints {
  %s0 = sdim.size @S0
  %s1 = sdim.size @S1
  %one = arith.constant 1 : index
  sdim.product_equal [%s0, %s1], [%one]
}

// Two sizes whose product is 1 are 1 each: a static reshape makes a scalar of the tensor.
// CHECK-LABEL: func.func @scalar
// CHECK:         %[[T:.*]] = sdim.tie_shape %x{{.*}} -> tensor<1x1xf32>
// CHECK-NEXT:    %[[R:.*]] = mhlo.reshape %[[T]] : (tensor<1x1xf32>) -> tensor<f32>
// CHECK-NEXT:    func.return %[[R]]
func.func @scalar(%x: tensor<?x?xf32, [@S0, @S1]>, %s: tensor<0xi32>) -> tensor<f32> {
  %r = mhlo.dynamic_reshape %x, %s : (tensor<?x?xf32, [@S0, @S1]>, tensor<0xi32>) -> tensor<f32>
  func.return %r : tensor<f32>
}

// -----

sdim.symbol @S0
sdim.symbol @S1
sdim.symbol @S2
sdim.constraints {
  %s0 = sdim.size @S0
  %s1 = sdim.size @S1
  %s2 = sdim.size @S2
  %four = arith.constant 4 : index
  sdim.product_equal [%s0, %s1], [%four]
}

// Of 4 elements it is not known which size they are.
// CHECK-LABEL: func.func @four
// CHECK:         mhlo.dynamic_reshape %x
func.func @four(%x: tensor<?x?xf32, [@S0, @S1]>, %s: tensor<1xi32>) -> tensor<4xf32> {
  %r = mhlo.dynamic_reshape %x, %s : (tensor<?x?xf32, [@S0, @S1]>, tensor<1xi32>) -> tensor<4xf32>
  func.return %r : tensor<4xf32>
}
