// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

func.func @non_max_suppression_v5(%a0: tensor<?x4xf32>, %a1: tensor<?xf32>, %a2: tensor<i32>, %a3: tensor<f32>, %a4: tensor<f32>, %a5: tensor<f32>) {
  %0:3 = "tf.NonMaxSuppressionV5"(%a0, %a1, %a2, %a3, %a4, %a5) <{pad_to_max_output_size = false}> : (tensor<?x4xf32>, tensor<?xf32>, tensor<i32>, tensor<f32>, tensor<f32>, tensor<f32>) -> (tensor<*xi32>, tensor<*xf32>, tensor<*xi32>)
  func.return
}
// CHECK-LABEL: func.func @non_max_suppression_v5(
// CHECK: "tf.NonMaxSuppressionV5"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{pad_to_max_output_size = false}> : (tensor<?x4xf32>, tensor<?xf32>, tensor<i32>, tensor<f32>, tensor<f32>, tensor<f32>) -> (tensor<*xi32>, tensor<*xf32>, tensor<*xi32>)

func.func @combined_non_max_suppression(%a0: tensor<?x?x1x4xf32>, %a1: tensor<?x?x3xf32>, %a2: tensor<i32>, %a3: tensor<i32>, %a4: tensor<f32>, %a5: tensor<f32>) {
  %0:4 = "tf.CombinedNonMaxSuppression"(%a0, %a1, %a2, %a3, %a4, %a5) <{pad_per_class = false, clip_boxes = true}> : (tensor<?x?x1x4xf32>, tensor<?x?x3xf32>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xi32>)
  func.return
}
// CHECK-LABEL: func.func @combined_non_max_suppression(
// CHECK: "tf.CombinedNonMaxSuppression"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{pad_per_class = false, clip_boxes = true}> : (tensor<?x?x1x4xf32>, tensor<?x?x3xf32>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xi32>)
