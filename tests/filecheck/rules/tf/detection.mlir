// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       sdim.equal assert {{.*}} {why = "tf.NonMaxSuppressionV5 at {{.*}}: boxes and scores: sizes S0 and S1 must agree"}
// CHECK:       func.func @non_max_suppression_v5(%boxes: tensor<?x4xf32, [@S0, 4]>, %scores: tensor<?xf32, [@S1]>, %most: tensor<i32>, %iou: tensor<f32>, %least: tensor<f32>, %sigma: tensor<f32>) -> (tensor<?xi32, [@S2]>, tensor<?xf32, [@S2]>, tensor<i32>)
func.func @non_max_suppression_v5(%boxes: tensor<?x4xf32>, %scores: tensor<?xf32>, %most: tensor<i32>, %iou: tensor<f32>, %least: tensor<f32>, %sigma: tensor<f32>) -> (tensor<*xi32>, tensor<*xf32>, tensor<*xi32>) {
  %r:3 = "tf.NonMaxSuppressionV5"(%boxes, %scores, %most, %iou, %least, %sigma) <{pad_to_max_output_size = false}> : (tensor<?x4xf32>, tensor<?xf32>, tensor<i32>, tensor<f32>, tensor<f32>, tensor<f32>) -> (tensor<*xi32>, tensor<*xf32>, tensor<*xi32>)
  func.return %r#0, %r#1, %r#2 : tensor<*xi32>, tensor<*xf32>, tensor<*xi32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.CombinedNonMaxSuppression at {{.*}}: batches of boxes and scores: sizes S0 and S2 must agree"}
// CHECK:       sdim.equal assert {{.*}} {why = "tf.CombinedNonMaxSuppression at {{.*}}: boxes and scores: sizes S1 and S3 must agree"}
// CHECK:       func.func @combined_non_max_suppression(%boxes: tensor<?x?x1x4xf32, [@S0, @S1, 1, 4]>, %scores: tensor<?x?x3xf32, [@S2, @S3, 3]>, %each: tensor<i32>, %iou: tensor<f32>, %least: tensor<f32>) -> (tensor<?x10x4xf32, [@S0, 10, 4]>, tensor<?x10xf32, [@S0, 10]>, tensor<?x10xf32, [@S0, 10]>, tensor<?xi32, [@S0]>)
func.func @combined_non_max_suppression(%boxes: tensor<?x?x1x4xf32>, %scores: tensor<?x?x3xf32>, %each: tensor<i32>, %iou: tensor<f32>, %least: tensor<f32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xi32>) {
  %total = "tf.Const"() <{value = dense<10> : tensor<i32>}> : () -> tensor<i32>
  %r:4 = "tf.CombinedNonMaxSuppression"(%boxes, %scores, %each, %total, %iou, %least) <{pad_per_class = false, clip_boxes = true}> : (tensor<?x?x1x4xf32>, tensor<?x?x3xf32>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xi32>)
  func.return %r#0, %r#1, %r#2, %r#3 : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xi32>
}
