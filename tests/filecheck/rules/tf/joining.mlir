// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       sdim.sum_equal [@S0, @S1], [@S2]
// CHECK:       func.func @concat(%x: tensor<?x4xf32, [@S0, 4]>, %y: tensor<?x4xf32, [@S1, 4]>) -> tensor<?x4xf32, [@S2, 4]>
func.func @concat(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<*xf32> {
  %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.Concat"(%axis, %x, %y) : (tensor<i32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.sum_equal [@S1, @S3], [@S4]
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.ConcatV2 at {{.*}}: concatenated tensors, dimension 0: sizes S0 and S2 must agree"}
// CHECK:       func.func @concat_v2(%x: tensor<?x?xf32, [@S0, @S1]>, %y: tensor<?x?xf32, [@S2, @S3]>) -> tensor<?x?xf32, [@S0, @S4]>
func.func @concat_v2(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<*xf32> {
  %axis = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.ConcatV2"(%x, %y, %axis) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.Pack at {{.*}}: packed tensors: sizes S0 and S1 must agree"}
// CHECK:       func.func @pack(%x: tensor<?x4xf32, [@S0, 4]>, %y: tensor<?x4xf32, [@S1, 4]>) -> tensor<?x2x4xf32, [@S0, 2, 4]>
func.func @pack(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.Pack"(%x, %y) <{axis = 1 : i64}> : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Parts of one size: the size is required to divide.
// CHECK:       %[[S0:.*]] = sdim.size @S0
// CHECK:       %[[C2:.*]] = arith.constant 2 : index
// CHECK:       %[[DIV:.*]] = arith.floordivsi %[[S0]], %[[C2]] : index
// CHECK:       sdim.equal @S1, %[[DIV]]
// CHECK:       sdim.divisible assert {{.*}} by 2 {why = "tf.Split at {{.*}}: size S0 must be divisible into 2 parts"}
// CHECK:       func.func @split(%x: tensor<?x4xf32, [@S0, 4]>) -> (tensor<?x4xf32, [@S1, 4]>, tensor<?x4xf32, [@S1, 4]>)
func.func @split(%x: tensor<?x4xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.Split"(%axis, %x) : (tensor<i32>, tensor<?x4xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xf32>
}

// -----

// -1 is what the other parts leave.
// CHECK:       sdim.sum_equal [@S0], [@S1, 2]
// CHECK:       sdim.range assert {{.*}} in [2, ?] {why = "tf.SplitV at {{.*}}: the sizes, 2 in sum, must be at most S0"}
// CHECK:       func.func @split_v(%x: tensor<?x4xf32, [@S0, 4]>) -> (tensor<2x4xf32>, tensor<?x4xf32, [@S1, 4]>)
func.func @split_v(%x: tensor<?x4xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %sizes = "tf.Const"() <{value = dense<[2, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.SplitV"(%x, %sizes, %axis) : (tensor<?x4xf32>, tensor<2xi32>, tensor<i32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xf32>
}

// -----

// Parts of a shape are known element by element, an empty one too.
// CHECK:       func.func @split_shape(%x: tensor<?x?x4xf32, [@S0, @S1, 4]>) -> (tensor<?x?xf32, [@S1, @S0]>, tensor<4x?x?xf32, [4, @S0, @S1]>)
func.func @split_shape(%x: tensor<?x?x4xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %parts = "tf.Const"() <{value = dense<[1, -1, 0]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %value = "tf.Const"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  %s = "tf.Shape"(%x) : (tensor<?x?x4xf32>) -> tensor<3xi32>
  %a:3 = "tf.Split"(%zero, %s) : (tensor<i32>, tensor<3xi32>) -> (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>)
  %b:3 = "tf.SplitV"(%s, %parts, %zero) : (tensor<3xi32>, tensor<3xi32>, tensor<i32>) -> (tensor<1xi32>, tensor<2xi32>, tensor<0xi32>)
  %t = "tf.ConcatV2"(%a#1, %a#0, %zero) : (tensor<1xi32>, tensor<1xi32>, tensor<i32>) -> tensor<2xi32>
  %u = "tf.ConcatV2"(%a#2, %b#0, %a#1, %b#2, %zero) : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<0xi32>, tensor<i32>) -> tensor<3xi32>
  %0 = "tf.Fill"(%t, %value) : (tensor<2xi32>, tensor<f32>) -> tensor<*xf32>
  %1 = "tf.Fill"(%u, %value) : (tensor<3xi32>, tensor<f32>) -> tensor<*xf32>
  func.return %0, %1 : tensor<*xf32>, tensor<*xf32>
}

// -----

// The size is required to be the number of results.
// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.Unpack at {{.*}}: size S1 must be the number of results, 2"}
// CHECK:       func.func @unpack(%x: tensor<?x?xf32, [@S0, @S1]>) -> (tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>)
func.func @unpack(%x: tensor<?x?xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %r:2 = "tf.Unpack"(%x) <{axis = 1 : i64}> : (tensor<?x?xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xf32>
}
