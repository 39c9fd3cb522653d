// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// CHECK-LABEL: func.func @non_max_suppression_v5(
// CHECK:         mhlo.compare
// CHECK:         mhlo.real_dynamic_slice
// CHECK:         mhlo.maximum
// CHECK:         mhlo.dynamic_broadcast_in_dim
// CHECK:         mhlo.select
// CHECK:         mhlo.while
func.func @non_max_suppression_v5(%boxes: tensor<?x4xf32>, %scores: tensor<?xf32>, %most: tensor<i32>, %iou: tensor<f32>, %least: tensor<f32>, %sigma: tensor<f32>) -> (tensor<*xi32>, tensor<*xf32>, tensor<*xi32>) {
  %r:3 = "tf.NonMaxSuppressionV5"(%boxes, %scores, %most, %iou, %least, %sigma) <{pad_to_max_output_size = false}> : (tensor<?x4xf32>, tensor<?xf32>, tensor<i32>, tensor<f32>, tensor<f32>, tensor<f32>) -> (tensor<*xi32>, tensor<*xf32>, tensor<*xi32>)
  func.return %r#0, %r#1, %r#2 : tensor<*xi32>, tensor<*xf32>, tensor<*xi32>
}

// -----

// CHECK-LABEL: func.func @combined_non_max_suppression(
// CHECK:         mhlo.compare
// CHECK:         mhlo.dynamic_broadcast_in_dim
// CHECK:         mhlo.select
// CHECK:         mhlo.sort
// CHECK:         mhlo.real_dynamic_slice
// CHECK:         mhlo.dynamic_gather
func.func @combined_non_max_suppression(%boxes: tensor<?x?x1x4xf32>, %scores: tensor<?x?x3xf32>, %each: tensor<i32>, %iou: tensor<f32>, %least: tensor<f32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xi32>) {
  %total = "tf.Const"() <{value = dense<10> : tensor<i32>}> : () -> tensor<i32>
  %r:4 = "tf.CombinedNonMaxSuppression"(%boxes, %scores, %each, %total, %iou, %least) <{pad_per_class = false, clip_boxes = true}> : (tensor<?x?x1x4xf32>, tensor<?x?x3xf32>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xi32>)
  func.return %r#0, %r#1, %r#2, %r#3 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xi32>
}
