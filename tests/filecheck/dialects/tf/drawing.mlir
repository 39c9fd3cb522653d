// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

func.func @draw_bounding_boxes(%a0: tensor<?x?x?x?xf32>, %a1: tensor<?x?x4xf32>) {
  %0 = "tf.DrawBoundingBoxes"(%a0, %a1) : (tensor<?x?x?x?xf32>, tensor<?x?x4xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @draw_bounding_boxes(
// CHECK: "tf.DrawBoundingBoxes"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?x?x?xf32>, tensor<?x?x4xf32>) -> tensor<*xf32>

func.func @draw_bounding_boxes_v2(%a0: tensor<?x?x?x?xf32>, %a1: tensor<?x?x4xf32>, %a2: tensor<?x?xf32>) {
  %0 = "tf.DrawBoundingBoxesV2"(%a0, %a1, %a2) : (tensor<?x?x?x?xf32>, tensor<?x?x4xf32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @draw_bounding_boxes_v2(
// CHECK: "tf.DrawBoundingBoxesV2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?x?x?xf32>, tensor<?x?x4xf32>, tensor<?x?xf32>) -> tensor<*xf32>
