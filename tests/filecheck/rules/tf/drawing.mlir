// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       sdim.equal assert {{.*}} {why = "tf.DrawBoundingBoxes at {{.*}}: images and boxes: sizes S0 and S4 must agree"}
// CHECK:       sdim.holds assert {{.*}} {why = "tf.DrawBoundingBoxes at {{.*}}: S3 channels, needed 1, 3 or 4"}
// CHECK:       func.func @draw_bounding_boxes(%x: tensor<?x?x?x?xf32, [@S0, @S1, @S2, @S3]>, %b: tensor<?x?x4xf32, [@S4, @S5, 4]>) -> tensor<?x?x?x?xf32, [@S0, @S1, @S2, @S3]>
func.func @draw_bounding_boxes(%x: tensor<?x?x?x?xf32>, %b: tensor<?x?x4xf32>) -> tensor<*xf32> {
  %r = "tf.DrawBoundingBoxes"(%x, %b) : (tensor<?x?x?x?xf32>, tensor<?x?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}} {why = "tf.DrawBoundingBoxesV2 at {{.*}}: images and boxes: sizes S0 and S4 must agree"}
// CHECK:       sdim.holds assert {{.*}} {why = "tf.DrawBoundingBoxesV2 at {{.*}}: S3 channels, needed 1, 3 or 4"}
// CHECK:       sdim.less_equal assert {{.*}} {why = "tf.DrawBoundingBoxesV2 at {{.*}}: colors have S7 numbers, needed S3"}
// CHECK:       func.func @draw_bounding_boxes_v2(%x: tensor<?x?x?x?xf32, [@S0, @S1, @S2, @S3]>, %b: tensor<?x?x4xf32, [@S4, @S5, 4]>, %c: tensor<?x?xf32, [@S6, @S7]>) -> tensor<?x?x?x?xf32, [@S0, @S1, @S2, @S3]>
func.func @draw_bounding_boxes_v2(%x: tensor<?x?x?x?xf32>, %b: tensor<?x?x4xf32>, %c: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.DrawBoundingBoxesV2"(%x, %b, %c) : (tensor<?x?x?x?xf32>, tensor<?x?x4xf32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
