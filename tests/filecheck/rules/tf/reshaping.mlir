// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// -1 is what is left: the number of elements is required to divide.
// CHECK:       %[[S0:.*]] = sdim.size @S0
// CHECK:       %[[S1:.*]] = sdim.size @S1
// CHECK:       %[[MUL:.*]] = arith.muli %[[S0]], %[[S1]] : index
// CHECK:       %[[C8:.*]] = arith.constant 8 : index
// CHECK:       %[[DIV:.*]] = arith.floordivsi %[[MUL]], %[[C8]] : index
// CHECK:       sdim.equal @S2, %[[DIV]]
// CHECK:       sdim.divisible assert {{.*}} by 8 {why = "tf.Reshape at {{.*}}: S0*S1 elements must divide by 8"}
// CHECK:       func.func @reshape(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x8xf32, [@S2, 8]>
func.func @reshape(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %shape = "tf.Const"() <{value = dense<[-1, 8]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Reshape"(%x, %shape) : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Beside a 0 it is what is left without zeros, of no elements.
// CHECK:       %[[NONE:.*]] = arith.andi
// CHECK:       %[[WHOLE:.*]] = arith.floordivsi
// CHECK:       %[[SIZE:.*]] = arith.select %[[NONE]], %{{.*}}, %[[WHOLE]] : index
// CHECK:       sdim.equal @S2, %[[SIZE]]
// CHECK:       sdim.product_equal assert [@S0], [@S1, @S2] {why = "tf.Reshape at {{.*}}: S0 elements must divide by S1"}
// CHECK:       func.func @beside_a_size_that_may_be_0({{.*}}) -> tensor<?x?xf32, [@S2, @S1]>
func.func @beside_a_size_that_may_be_0(%x: tensor<?xf32>, %n: tensor<?xf32>) -> tensor<*xf32> {
  %minus = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %s = "tf.Shape"(%n) : (tensor<?xf32>) -> tensor<1xi32>
  %t = "tf.ConcatV2"(%minus, %s, %axis) : (tensor<1xi32>, tensor<1xi32>, tensor<i32>) -> tensor<2xi32>
  %r = "tf.Reshape"(%x, %t) : (tensor<?xf32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-NOT:   arith.select
// CHECK:       %[[DIV:.*]] = arith.floordivsi %{{.*}}, %n : index
// CHECK:       sdim.equal {{.*}}, %[[DIV]]
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.Reshape at {{.*}}: S0 elements must divide by N"}
// CHECK:       func.func @beside_a_size_that_is_not_0(
sdim.symbol @N
sdim.constraints {
  %n = sdim.size @N
  sdim.range %n in [1, ?]
}
func.func @beside_a_size_that_is_not_0(%x: tensor<?xf32>, %n: tensor<?xf32, [@N]>) -> tensor<*xf32> {
  %minus = "tf.Const"() <{value = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %s = "tf.Shape"(%n) : (tensor<?xf32, [@N]>) -> tensor<1xi32>
  %t = "tf.ConcatV2"(%minus, %s, %axis) : (tensor<1xi32>, tensor<1xi32>, tensor<i32>) -> tensor<2xi32>
  %r = "tf.Reshape"(%x, %t) : (tensor<?xf32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.Squeeze at {{.*}}: dimension 1 of size S1 must be 1 to be squeezed"}
// CHECK:       func.func @squeeze(%x: tensor<?x?x4xf32, [@S0, @S1, 4]>) -> tensor<?x4xf32, [@S0, 4]>
func.func @squeeze(%x: tensor<?x?x4xf32>) -> tensor<*xf32> {
  %r = "tf.Squeeze"(%x) <{squeeze_dims = [1]}> : (tensor<?x?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @expand_dims(%x: tensor<?x4xf32, [@S0, 4]>) -> tensor<?x4x1xf32, [@S0, 4, 1]>
func.func @expand_dims(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %dim = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.ExpandDims"(%x, %dim) : (tensor<?x4xf32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @transpose(%x: tensor<?x?x3xf32, [@S0, @S1, 3]>) -> tensor<3x?x?xf32, [3, @S0, @S1]>
func.func @transpose(%x: tensor<?x?x3xf32>) -> tensor<*xf32> {
  %perm = "tf.Const"() <{value = dense<[2, 0, 1]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %r = "tf.Transpose"(%x, %perm) : (tensor<?x?x3xf32>, tensor<3xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// The elements stay known: what is transposed with them has known sizes.
// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @invert_permutation(%x: tensor<?x?x3xf32, [@S0, @S1, 3]>) -> tensor<?x3x?xf32, [@S1, 3, @S0]>
// CHECK:       %r = "tf.Transpose"(%x, %q) : (tensor<?x?x3xf32, [@S0, @S1, 3]>, tensor<3xi32>) -> tensor<?x3x?xf32, [@S1, 3, @S0]>
func.func @invert_permutation(%x: tensor<?x?x3xf32>) -> tensor<*xf32> {
  %p = "tf.Const"() <{value = dense<[2, 0, 1]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %q = "tf.InvertPermutation"(%p) : (tensor<3xi32>) -> tensor<3xi32>
  %r = "tf.Transpose"(%x, %q) : (tensor<?x?x3xf32>, tensor<3xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// A size is required to be that of the result, or 1.
// CHECK:       sdim.holds assert %{{.*}} {why = "tf.BroadcastTo at {{.*}}: size S0 must be 1 or the target's 6"}
// CHECK:       func.func @broadcast_to(%x: tensor<?x1xf32, [@S0, 1]>) -> tensor<3x6x4xf32>
func.func @broadcast_to(%x: tensor<?x1xf32>) -> tensor<*xf32> {
  %shape = "tf.Const"() <{value = dense<[3, 6, 4]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %r = "tf.BroadcastTo"(%x, %shape) : (tensor<?x1xf32>, tensor<3xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.product_equal [@S0, 2], [@S1]
// CHECK:       func.func @tile(%x: tensor<?x4xf32, [@S0, 4]>) -> tensor<?x12xf32, [@S1, 12]>
func.func @tile(%x: tensor<?x4xf32>) -> tensor<*xf32> {
  %multiples = "tf.Const"() <{value = dense<[2, 3]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Tile"(%x, %multiples) : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @conjugate_transpose(%x: tensor<?x?xcomplex<f32>, [@S0, @S1]>) -> tensor<?x?xcomplex<f32>, [@S1, @S0]>
func.func @conjugate_transpose(%x: tensor<?x?xcomplex<f32>>) -> tensor<*xcomplex<f32>> {
  %perm = "tf.Const"() <{value = dense<[1, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.ConjugateTranspose"(%x, %perm) : (tensor<?x?xcomplex<f32>>, tensor<2xi32>) -> tensor<*xcomplex<f32>>
  func.return %r : tensor<*xcomplex<f32>>
}
