// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

func.func @ensure_shape(%a0: tensor<?x?xf32>) {
  %r = "tf.EnsureShape"(%a0) <{shape = #tf_type.shape<?x4>}> : (tensor<?x?xf32>) -> tensor<?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @ensure_shape(
// CHECK: "tf.EnsureShape"(%{{[a-z0-9]+}}) <{shape = #tf_type.shape<?x4>}> : (tensor<?x?xf32>) -> tensor<?x4xf32>

// Shapes as tensors.

func.func @shape(%a0: tensor<?x4xf32>) {
  %r = "tf.Shape"(%a0) : (tensor<?x4xf32>) -> tensor<2xi32>
  func.return
}
// CHECK-LABEL: func.func @shape(
// CHECK: "tf.Shape"(%{{[a-z0-9]+}}) : (tensor<?x4xf32>) -> tensor<2xi32>

func.func @shape_of_unknown_rank(%a0: tensor<*xf32>) {
  %r = "tf.Shape"(%a0) : (tensor<*xf32>) -> tensor<?xi64>
  func.return
}
// CHECK-LABEL: func.func @shape_of_unknown_rank(
// CHECK: "tf.Shape"(%{{[a-z0-9]+}}) : (tensor<*xf32>) -> tensor<?xi64>

func.func @shape_n(%a0: tensor<?x4xf32>, %a1: tensor<f32>) {
  %r:2 = "tf.ShapeN"(%a0, %a1) : (tensor<?x4xf32>, tensor<f32>) -> (tensor<2xi32>, tensor<0xi32>)
  func.return
}
// CHECK-LABEL: func.func @shape_n(
// CHECK: "tf.ShapeN"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<f32>) -> (tensor<2xi32>, tensor<0xi32>)

func.func @rank(%a0: tensor<*xf32>) {
  %r = "tf.Rank"(%a0) : (tensor<*xf32>) -> tensor<i32>
  func.return
}
// CHECK-LABEL: func.func @rank(
// CHECK: "tf.Rank"(%{{[a-z0-9]+}}) : (tensor<*xf32>) -> tensor<i32>

func.func @size(%a0: tensor<?xf32>) {
  %r = "tf.Size"(%a0) : (tensor<?xf32>) -> tensor<i64>
  func.return
}
// CHECK-LABEL: func.func @size(
// CHECK: "tf.Size"(%{{[a-z0-9]+}}) : (tensor<?xf32>) -> tensor<i64>

func.func @broadcast_args(%a0: tensor<2xi32>, %a1: tensor<3xi32>) {
  %r = "tf.BroadcastArgs"(%a0, %a1) : (tensor<2xi32>, tensor<3xi32>) -> tensor<3xi32>
  func.return
}
// CHECK-LABEL: func.func @broadcast_args(
// CHECK: "tf.BroadcastArgs"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<2xi32>, tensor<3xi32>) -> tensor<3xi32>

func.func @broadcast_gradient_args(%a0: tensor<2xi32>, %a1: tensor<3xi32>) {
  %r:2 = "tf.BroadcastGradientArgs"(%a0, %a1) : (tensor<2xi32>, tensor<3xi32>) -> (tensor<?xi32>, tensor<?xi32>)
  func.return
}
// CHECK-LABEL: func.func @broadcast_gradient_args(
// CHECK: "tf.BroadcastGradientArgs"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<2xi32>, tensor<3xi32>) -> (tensor<?xi32>, tensor<?xi32>)

func.func @concat_offset(%a0: tensor<i32>, %a1: tensor<2xi32>, %a2: tensor<2xi32>) {
  %0, %1 = "tf.ConcatOffset"(%a0, %a1, %a2) : (tensor<i32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<*xi32>, tensor<*xi32>)
  func.return
}
// CHECK-LABEL: func.func @concat_offset(
// CHECK: "tf.ConcatOffset"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<i32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<*xi32>, tensor<*xi32>)

func.func @unravel_index(%a0: tensor<?xi32>, %a1: tensor<2xi32>) {
  %0 = "tf.UnravelIndex"(%a0, %a1) : (tensor<?xi32>, tensor<2xi32>) -> tensor<*xi32>
  func.return
}
// CHECK-LABEL: func.func @unravel_index(
// CHECK: "tf.UnravelIndex"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?xi32>, tensor<2xi32>) -> tensor<*xi32>
