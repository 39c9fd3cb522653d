// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// A size of -1 is all that follows.
// CHECK:       sdim.sum_equal [@S0], [@S1, 2]
// CHECK:       sdim.range assert {{.*}} in [2, ?] {why = "tf.Slice at {{.*}}: begin 2 must not exceed the size S0"}
// CHECK:       func.func @slice(%x: tensor<?x8xf32, [@S0, 8]>) -> tensor<?x4xf32, [@S1, 4]>
func.func @slice(%x: tensor<?x8xf32>) -> tensor<*xf32> {
  %begin = "tf.Const"() <{value = dense<[2, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %size = "tf.Const"() <{value = dense<[-1, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Slice"(%x, %begin, %size) : (tensor<?x8xf32>, tensor<2xi32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// x[1:, ::2]: a bound outside of the dimension is clamped, nothing is required.
// CHECK:       %[[S0:.*]] = sdim.size @S0
// CHECK:       %[[C1:.*]] = arith.constant 1 : index
// CHECK:       %[[MIN:.*]] = arith.minsi %[[C1]], %[[S0]] : index
// CHECK:       sdim.sum_equal [@S0], [@S1, %[[MIN]]]
// CHECK:       func.func @strided_slice(%x: tensor<?x9xf32, [@S0, 9]>) -> tensor<?x5xf32, [@S1, 5]>
func.func @strided_slice(%x: tensor<?x9xf32>) -> tensor<*xf32> {
  %begin = "tf.Const"() <{value = dense<[1, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %end = "tf.Const"() <{value = dense<[0, 9]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %strides = "tf.Const"() <{value = dense<[1, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.StridedSlice"(%x, %begin, %end, %strides) <{begin_mask = 0 : i64, ellipsis_mask = 0 : i64, end_mask = 1 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 0 : i64}>
      : (tensor<?x9xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Of each entry of the batch only the first elements are reversed.
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.ReverseSequence at {{.*}}: batch and lengths: sizes S0 and S2 must agree"}
// CHECK:       func.func @reverse_sequence(%x: tensor<?x?xf32, [@S0, @S1]>, %lengths: tensor<?xi32, [@S2]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @reverse_sequence(%x: tensor<?x?xf32>, %lengths: tensor<?xi32>) -> tensor<*xf32> {
  %r = "tf.ReverseSequence"(%x, %lengths) <{batch_dim = 0 : i64, seq_dim = 1 : i64}> : (tensor<?x?xf32>, tensor<?xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @reverse_v2(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @reverse_v2(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %axis = "tf.Const"() <{value = dense<[-1]> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "tf.ReverseV2"(%x, %axis) : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The shift is taken modulo the size.
// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @roll(%x: tensor<?x?xf32, [@S0, @S1]>, %shift: tensor<i32>) -> tensor<?x?xf32, [@S0, @S1]>
func.func @roll(%x: tensor<?x?xf32>, %shift: tensor<i32>) -> tensor<*xf32> {
  %axis = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.Roll"(%x, %shift, %axis) : (tensor<?x?xf32>, tensor<i32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
