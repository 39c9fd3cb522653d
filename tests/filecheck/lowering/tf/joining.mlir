// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// CHECK-LABEL: func.func @concat(
// CHECK:         %[[CAT:.*]] = "mhlo.concatenate"(%x, %y) <{dimension = 0 : i64}> : {{.*}} -> tensor<?x4xf32, [@S2, 4]>
// CHECK-NEXT:    func.return %[[CAT]]
func.func @concat(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<*xf32> {
  %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.Concat"(%axis, %x, %y) : (tensor<i32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @concat_v2(
// CHECK:         %[[CAT:.*]] = "mhlo.concatenate"(%x, %y_1) <{dimension = 1 : i64}> : {{.*}} -> tensor<?x?xf32, [@S0, @S4]>
// CHECK-NEXT:    func.return %[[CAT]]
func.func @concat_v2(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<*xf32> {
  %axis = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.ConcatV2"(%x, %y, %axis) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<i32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @pack(
// CHECK:         %[[R:.*]] = mhlo.dynamic_reshape %x, {{.*}} -> tensor<?x1x4xf32, [@S0, 1, 4]>
// CHECK-NEXT:    %[[R2:.*]] = mhlo.dynamic_reshape %y_1, {{.*}} -> tensor<?x1x4xf32, [@S0, 1, 4]>
// CHECK-NEXT:    %[[CAT:.*]] = "mhlo.concatenate"(%[[R]], %[[R2]]) <{dimension = 1 : i64}> : {{.*}} -> tensor<?x2x4xf32, [@S0, 2, 4]>
// CHECK-NEXT:    func.return %[[CAT]]
func.func @pack(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<*xf32> {
  %r = "tf.Pack"(%x, %y) <{axis = 1 : i64}> : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// Parts of one size: the size is required to divide.
// CHECK-LABEL: func.func @split(
// CHECK:         %[[SL:.*]] = mhlo.real_dynamic_slice %x, {{.*}} -> tensor<?x4xf32, [@S1, 4]>
// CHECK-NEXT:    %[[SL2:.*]] = mhlo.real_dynamic_slice %x, {{.*}} -> tensor<?x4xf32, [@S1, 4]>
// CHECK-NEXT:    func.return %[[SL]], %[[SL2]]
func.func @split(%x: tensor<?x4xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.Split"(%axis, %x) : (tensor<i32>, tensor<?x4xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xf32>
}

// -----

// -1 is what the other parts leave.
// CHECK-LABEL: func.func @split_v(
// CHECK:         %[[SL:.*]] = mhlo.real_dynamic_slice %x, {{.*}} -> tensor<2x4xf32>
// CHECK-NEXT:    %[[SL2:.*]] = mhlo.real_dynamic_slice %x, {{.*}} -> tensor<?x4xf32, [@S1, 4]>
// CHECK-NEXT:    func.return %[[SL]], %[[SL2]]
func.func @split_v(%x: tensor<?x4xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %sizes = "tf.Const"() <{value = dense<[2, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %axis = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.SplitV"(%x, %sizes, %axis) : (tensor<?x4xf32>, tensor<2xi32>, tensor<i32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xf32>
}

// -----

// The size is required to be the number of results.
// CHECK-LABEL: func.func @unpack(
// CHECK:         %[[SL:.*]] = mhlo.real_dynamic_slice %x_1, {{.*}} -> tensor<?x1xf32, [@S0, 1]>
// CHECK-NEXT:    mhlo.dynamic_reshape %[[SL]], {{.*}} -> tensor<?xf32, [@S0]>
// CHECK-NEXT:    %[[SL2:.*]] = mhlo.real_dynamic_slice %x_1, {{.*}} -> tensor<?x1xf32, [@S0, 1]>
// CHECK-NEXT:    mhlo.dynamic_reshape %[[SL2]], {{.*}} -> tensor<?xf32, [@S0]>
func.func @unpack(%x: tensor<?x?xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %r:2 = "tf.Unpack"(%x) <{axis = 1 : i64}> : (tensor<?x?xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return %r#0, %r#1 : tensor<*xf32>, tensor<*xf32>
}
