// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @gather(%x: tensor<?x4xf32, [@S0, 4]>, %indices: tensor<2x?xi32, [2, @S1]>) -> tensor<2x?x4xf32, [2, @S1, 4]>
func.func @gather(%x: tensor<?x4xf32>, %indices: tensor<2x?xi32>) -> tensor<*xf32> {
  %r = "tf.Gather"(%x, %indices) : (tensor<?x4xf32>, tensor<2x?xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.GatherV2 at {{.*}}: batch dimensions: sizes S0 and S2 must agree"}
// CHECK:       func.func @gather_v2(%x: tensor<?x?x4xf32, [@S0, @S1, 4]>, %indices: tensor<?x3xi32, [@S2, 3]>) -> tensor<?x3x4xf32, [@S0, 3, 4]>
func.func @gather_v2(%x: tensor<?x?x4xf32>, %indices: tensor<?x3xi32>) -> tensor<*xf32> {
  %axis = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.GatherV2"(%x, %indices, %axis) <{batch_dims = 1 : i64}> : (tensor<?x?x4xf32>, tensor<?x3xi32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// A row of indices selects along as many leading dimensions as it is long.
// CHECK-NOT:   sdim.constraints
// CHECK:       func.func @gather_nd(%x: tensor<?x?x5xf32, [@S0, @S1, 5]>, %indices: tensor<?x2xi32, [@S2, 2]>) -> tensor<?x5xf32, [@S2, 5]>
func.func @gather_nd(%x: tensor<?x?x5xf32>, %indices: tensor<?x2xi32>) -> tensor<*xf32> {
  %r = "tf.GatherNd"(%x, %indices) : (tensor<?x?x5xf32>, tensor<?x2xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// No elements are known elements, whatever the indices are: their product is 1.
// CHECK-LABEL: func.func @nothing(
// CHECK-SAME:    -> tensor<1x?xf32, [1, @S{{[0-9]+}}]>
func.func @nothing(%x: tensor<?xf32>, %i: tensor<0xi32>) -> tensor<?x?xf32> {
  %zero = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %axis = "tf.Const"() {value = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %rest = "tf.Const"() {value = dense<-1> : tensor<i32>} : () -> tensor<i32>
  %s = "tf.Shape"(%x) : (tensor<?xf32>) -> tensor<1xi32>
  %g = "tf.GatherV2"(%s, %i, %zero) : (tensor<1xi32>, tensor<0xi32>, tensor<i32>) -> tensor<0xi32>
  %p = "tf.Prod"(%g, %axis) {keep_dims = false} : (tensor<0xi32>, tensor<1xi32>) -> tensor<i32>
  %t = "tf.Pack"(%p, %rest) {axis = 0 : i64} : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
  %r = "tf.Reshape"(%x, %t) : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

// Of one index that is not known it is not.
// CHECK-LABEL: func.func @something(
// CHECK-SAME:    -> tensor<?x?xf32, [@S{{[0-9]+}}, @S{{[0-9]+}}]>
func.func @something(%x: tensor<?x?xf32>, %i: tensor<1xi32>) -> tensor<?x?xf32> {
  %zero = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %axis = "tf.Const"() {value = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %rest = "tf.Const"() {value = dense<-1> : tensor<i32>} : () -> tensor<i32>
  %s = "tf.Shape"(%x) : (tensor<?x?xf32>) -> tensor<2xi32>
  %g = "tf.GatherV2"(%s, %i, %zero) : (tensor<2xi32>, tensor<1xi32>, tensor<i32>) -> tensor<1xi32>
  %p = "tf.Prod"(%g, %axis) {keep_dims = false} : (tensor<1xi32>, tensor<1xi32>) -> tensor<i32>
  %t = "tf.Pack"(%p, %rest) {axis = 0 : i64} : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
  %r = "tf.Reshape"(%x, %t) : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

// An argument without elements is known as well.
// CHECK-LABEL: func.func @argument(
// CHECK-SAME:    -> tensor<f32>
func.func @argument(%x: tensor<?xf32>, %t: tensor<0xi32>) -> tensor<*xf32> {
  %r = "tf.Reshape"(%x, %t) : (tensor<?xf32>, tensor<0xi32>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}
