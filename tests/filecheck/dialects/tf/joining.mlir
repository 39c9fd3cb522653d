// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

// Joining tensors and taking them apart.

func.func @pack(%a0: tensor<?x4xf32>, %a1: tensor<3x?xf32>) {
  %r = "tf.Pack"(%a0, %a1) <{axis = -1 : i64}> : (tensor<?x4xf32>, tensor<3x?xf32>) -> tensor<3x4x2xf32>
  func.return
}
// CHECK-LABEL: func.func @pack(
// CHECK: "tf.Pack"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{axis = -1 : i64}> : (tensor<?x4xf32>, tensor<3x?xf32>) -> tensor<3x4x2xf32>

func.func @pack_scalars(%a0: tensor<i32>, %a1: tensor<i32>, %a2: tensor<i32>) {
  %r = "tf.Pack"(%a0, %a1, %a2) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3xi32>
  func.return
}
// CHECK-LABEL: func.func @pack_scalars(
// CHECK: "tf.Pack"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3xi32>

func.func @unpack(%a0: tensor<2x?xf32>) {
  %r:2 = "tf.Unpack"(%a0) <{axis = 0 : i64}> : (tensor<2x?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  func.return
}
// CHECK-LABEL: func.func @unpack(
// CHECK: "tf.Unpack"(%{{[a-z0-9]+}}) <{axis = 0 : i64}> : (tensor<2x?xf32>) -> (tensor<?xf32>, tensor<?xf32>)

func.func @concat_v2(%a0: tensor<?x4xf32>, %a1: tensor<2x?xf32>) {
  %c2 = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.ConcatV2"(%a0, %a1, %c2) : (tensor<?x4xf32>, tensor<2x?xf32>, tensor<i32>) -> tensor<2x?xf32>
  func.return
}
// CHECK-LABEL: func.func @concat_v2(
// CHECK: "tf.ConcatV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<2x?xf32>, tensor<i32>) -> tensor<2x?xf32>

func.func @concat_known(%a0: tensor<2x3xf32>, %a1: tensor<2x4xf32>) {
  %c2 = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.ConcatV2"(%a0, %a1, %c2) : (tensor<2x3xf32>, tensor<2x4xf32>, tensor<i32>) -> tensor<2x7xf32>
  func.return
}
// CHECK-LABEL: func.func @concat_known(
// CHECK: "tf.ConcatV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<2x3xf32>, tensor<2x4xf32>, tensor<i32>) -> tensor<2x7xf32>

func.func @concat(%a1: tensor<2x3xf32>, %a2: tensor<?x3xf32>) {
  %c0 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.Concat"(%c0, %a1, %a2) : (tensor<i32>, tensor<2x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @concat(
// CHECK: "tf.Concat"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<i32>, tensor<2x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>

func.func @split(%a1: tensor<?x6xf32>) {
  %c0 = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.Split"(%c0, %a1) : (tensor<i32>, tensor<?x6xf32>) -> (tensor<?x3xf32>, tensor<?x3xf32>)
  func.return
}
// CHECK-LABEL: func.func @split(
// CHECK: "tf.Split"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<i32>, tensor<?x6xf32>) -> (tensor<?x3xf32>, tensor<?x3xf32>)

func.func @split_at_computed(%a0: tensor<i32>, %a1: tensor<?x6xf32>) {
  %r:2 = "tf.Split"(%a0, %a1) : (tensor<i32>, tensor<?x6xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>)
  func.return
}
// CHECK-LABEL: func.func @split_at_computed(
// CHECK: "tf.Split"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<i32>, tensor<?x6xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>)

func.func @split_v(%a0: tensor<?x6xf32>) {
  %c1 = "tf.Const"() <{value = dense<[2, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %c2 = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.SplitV"(%a0, %c1, %c2) : (tensor<?x6xf32>, tensor<2xi32>, tensor<i32>) -> (tensor<?x2xf32>, tensor<?x4xf32>)
  func.return
}
// CHECK-LABEL: func.func @split_v(
// CHECK: "tf.SplitV"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x6xf32>, tensor<2xi32>, tensor<i32>) -> (tensor<?x2xf32>, tensor<?x4xf32>)

func.func @split_v_computed(%a0: tensor<?x?xf32>, %a1: tensor<2xi64>) {
  %c2 = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.SplitV"(%a0, %a1, %c2) : (tensor<?x?xf32>, tensor<2xi64>, tensor<i32>) -> (tensor<?x?xf32>, tensor<?x?xf32>)
  func.return
}
// CHECK-LABEL: func.func @split_v_computed(
// CHECK: "tf.SplitV"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?xf32>, tensor<2xi64>, tensor<i32>) -> (tensor<?x?xf32>, tensor<?x?xf32>)
