// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

func.func @pad(%a0: tensor<?x4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %r = "tf.Pad"(%a0, %c1) : (tensor<?x4xf32>, tensor<2x2xi32>) -> tensor<?x11xf32>
  func.return
}
// CHECK-LABEL: func.func @pad(
// CHECK: "tf.Pad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<2x2xi32>) -> tensor<?x11xf32>

func.func @pad_computed(%a0: tensor<?x4xf32>, %a1: tensor<2x2xi32>) {
  %r = "tf.Pad"(%a0, %a1) : (tensor<?x4xf32>, tensor<2x2xi32>) -> tensor<?x?xf32>
  func.return
}
// CHECK-LABEL: func.func @pad_computed(
// CHECK: "tf.Pad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<2x2xi32>) -> tensor<?x?xf32>

func.func @pad_v2(%a0: tensor<4xf32>, %a2: tensor<f32>) {
  %c1 = "tf.Const"() <{value = dense<[[0, 1]]> : tensor<1x2xi64>}> : () -> tensor<1x2xi64>
  %r = "tf.PadV2"(%a0, %c1, %a2) : (tensor<4xf32>, tensor<1x2xi64>, tensor<f32>) -> tensor<5xf32>
  func.return
}
// CHECK-LABEL: func.func @pad_v2(
// CHECK: "tf.PadV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<4xf32>, tensor<1x2xi64>, tensor<f32>) -> tensor<5xf32>

func.func @mirror_pad(%a0: tensor<4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[[3, 3]]> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %r = "tf.MirrorPad"(%a0, %c1) <{mode = "REFLECT"}> : (tensor<4xf32>, tensor<1x2xi32>) -> tensor<10xf32>
  func.return
}
// CHECK-LABEL: func.func @mirror_pad(
// CHECK: "tf.MirrorPad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{mode = "REFLECT"}> : (tensor<4xf32>, tensor<1x2xi32>) -> tensor<10xf32>

func.func @mirror_pad_grad(%a0: tensor<?x?xf32>, %a1: tensor<2x2xi32>) {
  %0 = "tf.MirrorPadGrad"(%a0, %a1) <{mode = "REFLECT"}> : (tensor<?x?xf32>, tensor<2x2xi32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @mirror_pad_grad(
// CHECK: "tf.MirrorPadGrad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{mode = "REFLECT"}> : (tensor<?x?xf32>, tensor<2x2xi32>) -> tensor<*xf32>
