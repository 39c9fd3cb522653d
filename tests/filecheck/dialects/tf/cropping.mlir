// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

func.func @crop_and_resize_grad_image(%a0: tensor<?x2x3x?xf32>, %a1: tensor<?x4xf32>, %a2: tensor<?xi32>, %a3: tensor<4xi32>) {
  %0 = "tf.CropAndResizeGradImage"(%a0, %a1, %a2, %a3) <{method = "bilinear"}> : (tensor<?x2x3x?xf32>, tensor<?x4xf32>, tensor<?xi32>, tensor<4xi32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @crop_and_resize_grad_image(
// CHECK: "tf.CropAndResizeGradImage"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{method = "bilinear"}> : (tensor<?x2x3x?xf32>, tensor<?x4xf32>, tensor<?xi32>, tensor<4xi32>) -> tensor<*xf32>

func.func @crop_and_resize_grad_boxes(%a0: tensor<?x?x?x?xf32>, %a1: tensor<?x?x?x?xf32>, %a2: tensor<?x4xf32>, %a3: tensor<?xi32>) {
  %0 = "tf.CropAndResizeGradBoxes"(%a0, %a1, %a2, %a3) : (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>, tensor<?x4xf32>, tensor<?xi32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @crop_and_resize_grad_boxes(
// CHECK: "tf.CropAndResizeGradBoxes"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>, tensor<?x4xf32>, tensor<?xi32>) -> tensor<*xf32>
