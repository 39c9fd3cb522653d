// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

// Blocks of pixels between the batch and the spatial dimensions.

func.func @space_to_batch(%a0: tensor<2x3x5x1xf32>) {
  %c1 = "tf.Const"() <{value = dense<[2, 3]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %c2 = "tf.Const"() <{value = dense<[[0, 1], [0, 1]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %r = "tf.SpaceToBatchND"(%a0, %c1, %c2) : (tensor<2x3x5x1xf32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<12x2x2x1xf32>
  func.return
}
// CHECK-LABEL: func.func @space_to_batch(
// CHECK: "tf.SpaceToBatchND"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<2x3x5x1xf32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<12x2x2x1xf32>

func.func @batch_to_space(%a0: tensor<12x2x2x1xf32>) {
  %c1 = "tf.Const"() <{value = dense<[2, 3]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %c2 = "tf.Const"() <{value = dense<[[0, 1], [0, 1]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %r = "tf.BatchToSpaceND"(%a0, %c1, %c2) : (tensor<12x2x2x1xf32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<2x3x5x1xf32>
  func.return
}
// CHECK-LABEL: func.func @batch_to_space(
// CHECK: "tf.BatchToSpaceND"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<12x2x2x1xf32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<2x3x5x1xf32>

func.func @amounts_that_are_not_known(%a0: tensor<?x3x1xf32>, %a1: tensor<1xi32>, %a2: tensor<1x2xi64>) {
  %r = "tf.SpaceToBatchND"(%a0, %a1, %a2) : (tensor<?x3x1xf32>, tensor<1xi32>, tensor<1x2xi64>) -> tensor<?x?x1xf32>
  func.return
}
// CHECK-LABEL: func.func @amounts_that_are_not_known(
// CHECK: "tf.SpaceToBatchND"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x3x1xf32>, tensor<1xi32>, tensor<1x2xi64>) -> tensor<?x?x1xf32>
