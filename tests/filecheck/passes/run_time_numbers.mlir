// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// From n to n + 4 there are 4 elements, whatever n is.
// CHECK-LABEL: func.func @slice_by_sum
// CHECK-SAME:    -> tensor<4xf32>
func.func @slice_by_sum(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %m = arith.addi %n, %c4 : index
  %a = tensor.from_elements %n : tensor<1xindex>
  %l = tensor.from_elements %m : tensor<1xindex>
  %o = tensor.from_elements %c1 : tensor<1xindex>
  %1 = mhlo.real_dynamic_slice %x, %a, %l, %o : (tensor<?xf32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32>
  func.return %1 : tensor<?xf32>
}

// -----

// From n to another number there may be any.
// CHECK-LABEL: func.func @slice_by_two
// CHECK-SAME:    -> tensor<?xf32, [@S{{[0-9]+}}]>
func.func @slice_by_two(%x: tensor<?xf32>, %n: index, %k: index) -> tensor<?xf32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %m = arith.addi %k, %c4 : index
  %a = tensor.from_elements %n : tensor<1xindex>
  %l = tensor.from_elements %m : tensor<1xindex>
  %o = tensor.from_elements %c1 : tensor<1xindex>
  %1 = mhlo.real_dynamic_slice %x, %a, %l, %o : (tensor<?xf32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32>
  func.return %1 : tensor<?xf32>
}

// -----

// n and 2 * n are related, though neither is a size of an argument.
// CHECK:       sdim.constraints {
// CHECK:         sdim.product_equal [@[[NAME:S[0-9]+]], 2], [@[[TWICE:S[0-9]+]]]
// CHECK:       func.func @doubled
// CHECK-SAME:    -> (tensor<?xf32, [@[[NAME]]]>, tensor<?xf32, [@[[TWICE]]]>)
func.func @doubled(%x: tensor<f32>, %n: tensor<1xi32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %k = mhlo.constant dense<2> : tensor<1xi32>
  %m = mhlo.multiply %n, %k : tensor<1xi32>
  %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %n) <{broadcast_dimensions = dense<> : tensor<0xi64>}> : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %1 = "mhlo.dynamic_broadcast_in_dim"(%x, %m) <{broadcast_dimensions = dense<> : tensor<0xi64>}> : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  func.return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// A number that may be negative gets no symbol: 10 + n and 10 - n stay what they are, two sizes.
// CHECK-NOT:   sdim.constraints
// CHECK-LABEL: func.func @may_be_negative
// CHECK-SAME:    -> (tensor<?xf32, [@[[A:S[0-9]+]]]>, tensor<?xf32, [@[[B:S[0-9]+]]]>)
func.func @may_be_negative(%x: tensor<f32>, %n: tensor<1xi32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %k = mhlo.constant dense<10> : tensor<1xi32>
  %m = mhlo.add %k, %n : tensor<1xi32>
  %p = mhlo.subtract %k, %n : tensor<1xi32>
  %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %m) <{broadcast_dimensions = dense<> : tensor<0xi64>}> : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %1 = "mhlo.dynamic_broadcast_in_dim"(%x, %p) <{broadcast_dimensions = dense<> : tensor<0xi64>}> : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  func.return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// The same element of the same operand is one size: the two tensors are equal, and the second needs no test.
// CHECK-LABEL: func.func @filled_twice
// CHECK-SAME:    -> (tensor<?xf32, [@[[S:S[0-9]+]]]>, tensor<?xf32, [@[[S]]]>)
// CHECK-COUNT-1: sdim.range assert
// CHECK-NOT:     sdim.range assert
func.func @filled_twice(%x: tensor<f32>, %n: tensor<1xi32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = "tf.Fill"(%n, %x) : (tensor<1xi32>, tensor<f32>) -> tensor<?xf32>
  %1 = "tf.Fill"(%n, %x) : (tensor<1xi32>, tensor<f32>) -> tensor<?xf32>
  func.return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// So they are where tf computes them: n and 2 * n go together where n is 0 or 1.
// CHECK:       sdim.product_equal [@[[NAME:S[0-9]+]], 2], [@[[TWICE:S[0-9]+]]]
// CHECK-LABEL: func.func @tf_doubled
// CHECK:         sdim.range assert %[[N:.*]] in [0, ?] {why = "tf.Fill at {{.*}}
// CHECK-NEXT:    "tf.Fill"(%n, %x) : (tensor<1xi32>, tensor<f32>) -> tensor<?xf32, [@[[NAME]]]>
// CHECK-NEXT:    "tf.Fill"(%m, %x) : (tensor<1xi32>, tensor<f32>) -> tensor<?xf32, [@[[TWICE]]]>
// CHECK:         sdim.holds assert %{{.*}} {why = "tf.AddV2 at {{.*}}: sizes S1 and 2*S1 must be equal or one of them 1"}
func.func @tf_doubled(%x: tensor<f32>, %n: tensor<1xi32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %k = "tf.Const"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %m = "tf.Mul"(%n, %k) : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  %0 = "tf.Fill"(%n, %x) : (tensor<1xi32>, tensor<f32>) -> tensor<?xf32>
  %1 = "tf.Fill"(%m, %x) : (tensor<1xi32>, tensor<f32>) -> tensor<?xf32>
  %2 = "tf.AddV2"(%0, %1) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  func.return %2 : tensor<?xf32>
}

// -----

// A remainder of a product that has overflowed is a size like any other: nothing relates it to n.
// CHECK-LABEL: func.func @tf_remainder
// CHECK:         sdim.broadcastable assert
func.func @tf_remainder(%x: tensor<f32>, %n: tensor<1xi32>, %h: tensor<1xi32>) -> tensor<?xf32> {
  %k = "tf.Const"() <{value = dense<1103515245> : tensor<1xi32>}> : () -> tensor<1xi32>
  %ten = "tf.Const"() <{value = dense<10> : tensor<1xi32>}> : () -> tensor<1xi32>
  %p = "tf.Mul"(%n, %k) : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  %m = "tf.FloorMod"(%p, %ten) : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  %0 = "tf.Fill"(%n, %x) : (tensor<1xi32>, tensor<f32>) -> tensor<?xf32>
  %1 = "tf.Fill"(%m, %x) : (tensor<1xi32>, tensor<f32>) -> tensor<?xf32>
  %2 = "tf.AddV2"(%0, %1) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  func.return %2 : tensor<?xf32>
}

// -----

// From n to n + 4 a slice of tf has fewer elements where the tensor ends, or n is negative.
// CHECK-LABEL: func.func @tf_slice_by_sum
// CHECK-SAME:    -> tensor<?xf32, [@S{{[0-9]+}}]>
func.func @tf_slice_by_sum(%y: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %k = "tf.Const"() <{value = dense<4> : tensor<i32>}> : () -> tensor<i32>
  %one = "tf.Const"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %m = "tf.AddV2"(%n, %k) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %b = "tf.Pack"(%n) <{axis = 0 : i64}> : (tensor<i32>) -> tensor<1xi32>
  %e = "tf.Pack"(%m) <{axis = 0 : i64}> : (tensor<i32>) -> tensor<1xi32>
  %0 = "tf.StridedSlice"(%y, %b, %e, %one) <{begin_mask = 0 : i64, end_mask = 0 : i64, ellipsis_mask = 0 : i64, new_axis_mask = 0 : i64, shrink_axis_mask = 0 : i64}> : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
