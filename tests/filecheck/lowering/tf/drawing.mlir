// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// CHECK-LABEL: func.func @draw_bounding_boxes(
// CHECK:         mhlo.multiply %{{.*}}, %{{.*}} : tensor<?x?xf32, [@S0, @S5]>
// CHECK:         mhlo.multiply %{{.*}}, %{{.*}} : tensor<?x?xf32, [@S0, @S5]>
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<?x?x?x?xi1, [@S0, @S5, @S1, @S2]>, tensor<?x?x?x?xi64, [@S0, @S5, @S1, @S2]>
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.maximum across dimensions = [1] : (tensor<?x?x?x?xi64, [@S0, @S5, @S1, @S2]>, tensor<i64>) -> tensor<?x?x?xi64, [@S0, @S1, @S2]>
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<10x?xi1, [10, @S3]>, tensor<10x?xf32, [10, @S3]>
// CHECK:         mhlo.maximum %{{.*}}, %{{.*}} : tensor<?x?x?xi64, [@S0, @S1, @S2]>
func.func @draw_bounding_boxes(%x: tensor<?x?x?x?xf32>, %b: tensor<?x?x4xf32>) -> tensor<*xf32> {
  %r = "tf.DrawBoundingBoxes"(%x, %b) : (tensor<?x?x?x?xf32>, tensor<?x?x4xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @draw_bounding_boxes_v2(
// CHECK:         mhlo.multiply %{{.*}}, %{{.*}} : tensor<?x?xf32, [@S0, @S5]>
// CHECK:         mhlo.multiply %{{.*}}, %{{.*}} : tensor<?x?xf32, [@S0, @S5]>
// CHECK:         mhlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<?x?x?x?xi1, [@S0, @S5, @S1, @S2]>, tensor<?x?x?x?xi64, [@S0, @S5, @S1, @S2]>
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.maximum across dimensions = [1] : (tensor<?x?x?x?xi64, [@S0, @S5, @S1, @S2]>, tensor<i64>) -> tensor<?x?x?xi64, [@S0, @S1, @S2]>
// CHECK:         mhlo.concatenate"(%{{.*}}, %{{.*}}) <{dimension = 0 : i64}> : (tensor<?x?xf32, [@S6, @S3]>, tensor<10x?xf32, [10, @S3]>) -> tensor<?x?xf32, [@S8, @S3]>
// CHECK:         mhlo.maximum %{{.*}}, %{{.*}} : tensor<?x?x?xi64, [@S0, @S1, @S2]>
func.func @draw_bounding_boxes_v2(%x: tensor<?x?x?x?xf32>, %b: tensor<?x?x4xf32>, %c: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.DrawBoundingBoxesV2"(%x, %b, %c) : (tensor<?x?x?x?xf32>, tensor<?x?x4xf32>, tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
