// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

// Images and boxes.

func.func @resize_bilinear(%a0: tensor<?x8x?x3xui8>, %a1: tensor<2xi32>) {
  %r = "tf.ResizeBilinear"(%a0, %a1) <{align_corners = false, half_pixel_centers = true}> : (tensor<?x8x?x3xui8>, tensor<2xi32>) -> tensor<?x?x?x3xf32>
  func.return
}
// CHECK-LABEL: func.func @resize_bilinear(
// CHECK: "tf.ResizeBilinear"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{align_corners = false, half_pixel_centers = true}> : (tensor<?x8x?x3xui8>, tensor<2xi32>) -> tensor<?x?x?x3xf32>

func.func @resize_nearest_neighbor(%a0: tensor<?x8x?x3xf32>) {
  %c1 = "tf.Const"() <{value = dense<[16, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.ResizeNearestNeighbor"(%a0, %c1) : (tensor<?x8x?x3xf32>, tensor<2xi32>) -> tensor<?x16x4x3xf32>
  func.return
}
// CHECK-LABEL: func.func @resize_nearest_neighbor(
// CHECK: "tf.ResizeNearestNeighbor"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x8x?x3xf32>, tensor<2xi32>) -> tensor<?x16x4x3xf32>

func.func @non_max_suppression_v3(%a0: tensor<?x4xf32>, %a1: tensor<?xf32>, %a2: tensor<i32>, %a3: tensor<f32>, %a4: tensor<f32>) {
  %r = "tf.NonMaxSuppressionV3"(%a0, %a1, %a2, %a3, %a4) : (tensor<?x4xf32>, tensor<?xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<?xi32>
  func.return
}
// CHECK-LABEL: func.func @non_max_suppression_v3(
// CHECK: "tf.NonMaxSuppressionV3"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x4xf32>, tensor<?xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<?xi32>

func.func @non_max_suppression_v4(%a0: tensor<5x4xf32>, %a1: tensor<5xf32>, %a3: tensor<f32>, %a4: tensor<f32>) {
  %c2 = "tf.Const"() <{value = dense<7> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "tf.NonMaxSuppressionV4"(%a0, %a1, %c2, %a3, %a4) <{pad_to_max_output_size = true}> : (tensor<5x4xf32>, tensor<5xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> (tensor<7xi32>, tensor<i32>)
  func.return
}
// CHECK-LABEL: func.func @non_max_suppression_v4(
// CHECK: "tf.NonMaxSuppressionV4"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{pad_to_max_output_size = true}> : (tensor<5x4xf32>, tensor<5xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> (tensor<7xi32>, tensor<i32>)
