// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

// The elements of one tensor in another shape or order.

func.func @reshape(%a0: tensor<?x4xf32>, %a1: tensor<3xi32>) {
  %r = "tf.Reshape"(%a0, %a1) : (tensor<?x4xf32>, tensor<3xi32>) -> tensor<?x2x2xf32>
  func.return
}
// CHECK-LABEL: func.func @reshape(
// CHECK: "tf.Reshape"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<3xi32>) -> tensor<?x2x2xf32>

func.func @reshape_to_known_sizes(%a0: tensor<6x?xf32>) {
  %c1 = "tf.Const"() <{value = dense<[-1, 3]> : tensor<2xi64>}> : () -> tensor<2xi64>
  %r = "tf.Reshape"(%a0, %c1) : (tensor<6x?xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @reshape_to_known_sizes(
// CHECK: "tf.Reshape"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<6x?xf32>, tensor<2xi64>) -> tensor<?x3xf32>

func.func @reshape_of_nothing(%a0: tensor<0x4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[-1, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Reshape"(%a0, %c1) : (tensor<0x4xf32>, tensor<2xi32>) -> tensor<0x4xf32>
  func.return
}
// CHECK-LABEL: func.func @reshape_of_nothing(
// CHECK: "tf.Reshape"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<0x4xf32>, tensor<2xi32>) -> tensor<0x4xf32>

func.func @reshape_of_scalar(%a0: tensor<f32>) {
  %c1 = "tf.Const"() <{value = dense<[]> : tensor<0xi32>}> : () -> tensor<0xi32>
  %r = "tf.Reshape"(%a0, %c1) : (tensor<f32>, tensor<0xi32>) -> tensor<f32>
  func.return
}
// CHECK-LABEL: func.func @reshape_of_scalar(
// CHECK: "tf.Reshape"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<f32>, tensor<0xi32>) -> tensor<f32>

func.func @expand_dims(%a0: tensor<?x4xf32>) {
  %c1 = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.ExpandDims"(%a0, %c1) : (tensor<?x4xf32>, tensor<i32>) -> tensor<?x4x1xf32>
  func.return
}
// CHECK-LABEL: func.func @expand_dims(
// CHECK: "tf.ExpandDims"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<i32>) -> tensor<?x4x1xf32>

func.func @squeeze(%a0: tensor<?x1x4xf32>) {
  %r = "tf.Squeeze"(%a0) <{squeeze_dims = [-2 : i64]}> : (tensor<?x1x4xf32>) -> tensor<?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @squeeze(
// CHECK: "tf.Squeeze"(%{{[a-z0-9]+}}) <{squeeze_dims = [-2 : i64]}> : (tensor<?x1x4xf32>) -> tensor<?x4xf32>

func.func @squeeze_all(%a0: tensor<3x1x4xf32>) {
  %r = "tf.Squeeze"(%a0) : (tensor<3x1x4xf32>) -> tensor<3x4xf32>
  func.return
}
// CHECK-LABEL: func.func @squeeze_all(
// CHECK: "tf.Squeeze"(%{{[a-z0-9]+}}) : (tensor<3x1x4xf32>) -> tensor<3x4xf32>

func.func @transpose(%a0: tensor<?x4x5xf32>) {
  %c1 = "tf.Const"() <{value = dense<[2, 0, 1]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %r = "tf.Transpose"(%a0, %c1) : (tensor<?x4x5xf32>, tensor<3xi32>) -> tensor<5x?x4xf32>
  func.return
}
// CHECK-LABEL: func.func @transpose(
// CHECK: "tf.Transpose"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4x5xf32>, tensor<3xi32>) -> tensor<5x?x4xf32>

func.func @broadcast_to(%a0: tensor<?x1xf32>) {
  %c1 = "tf.Const"() <{value = dense<[2, 3, 4]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %r = "tf.BroadcastTo"(%a0, %c1) : (tensor<?x1xf32>, tensor<3xi32>) -> tensor<2x3x4xf32>
  func.return
}
// CHECK-LABEL: func.func @broadcast_to(
// CHECK: "tf.BroadcastTo"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x1xf32>, tensor<3xi32>) -> tensor<2x3x4xf32>

func.func @broadcast_to_computed(%a0: tensor<?xf32>, %a1: tensor<2xi32>) {
  %r = "tf.BroadcastTo"(%a0, %a1) : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  func.return
}
// CHECK-LABEL: func.func @broadcast_to_computed(
// CHECK: "tf.BroadcastTo"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>

func.func @tile(%a0: tensor<?x4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[2, 3]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Tile"(%a0, %c1) : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x12xf32>
  func.return
}
// CHECK-LABEL: func.func @tile(
// CHECK: "tf.Tile"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x12xf32>

func.func @tile_to_nothing(%a0: tensor<?x4xf32>) {
  %c1 = "tf.Const"() <{value = dense<[0, 1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.Tile"(%a0, %c1) : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<0x4xf32>
  func.return
}
// CHECK-LABEL: func.func @tile_to_nothing(
// CHECK: "tf.Tile"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<0x4xf32>

func.func @invert_permutation() {
  %c0 = "tf.Const"() <{value = dense<[2, 0, 1]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %r = "tf.InvertPermutation"(%c0) : (tensor<3xi32>) -> tensor<3xi32>
  func.return
}
// CHECK-LABEL: func.func @invert_permutation(
// CHECK: "tf.InvertPermutation"(%{{[a-z0-9]+}}) : (tensor<3xi32>) -> tensor<3xi32>

func.func @conjugate_transpose(%a0: tensor<?x4xcomplex<f32>>) {
  %c1 = "tf.Const"() <{value = dense<[1, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.ConjugateTranspose"(%a0, %c1) : (tensor<?x4xcomplex<f32>>, tensor<2xi32>) -> tensor<4x?xcomplex<f32>>
  func.return
}
// CHECK-LABEL: func.func @conjugate_transpose(
// CHECK: "tf.ConjugateTranspose"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xcomplex<f32>>, tensor<2xi32>) -> tensor<4x?xcomplex<f32>>
