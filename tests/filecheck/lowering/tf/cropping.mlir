// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// CHECK-LABEL: func.func @crop_and_resize_grad_image(
// CHECK:         mhlo.dynamic_broadcast_in_dim
// CHECK:         mhlo.real_dynamic_slice
// CHECK:         mhlo.subtract
// CHECK:         mhlo.multiply
// CHECK:         mhlo.compare
// CHECK:         mhlo.select
func.func @crop_and_resize_grad_image(%dy: tensor<?x2x3x?xf32>, %boxes: tensor<?x4xf32>, %which: tensor<?xi32>, %sizes: tensor<4xi32>) -> tensor<*xf32> {
  %r = "tf.CropAndResizeGradImage"(%dy, %boxes, %which, %sizes) <{method = "bilinear"}> : (tensor<?x2x3x?xf32>, tensor<?x4xf32>, tensor<?xi32>, tensor<4xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @crop_and_resize_grad_boxes(
// CHECK:         mhlo.floor %{{.*}} : tensor<?x?x?xf32, [@S0, @S1, @S2]>
// CHECK:         mhlo.ceil %{{.*}} : tensor<?x?x?xf32, [@S0, @S1, @S2]>
// CHECK:         mhlo.dynamic_gather"(%{{.*}}, %{{.*}}, %{{.*}}) <{dimension_numbers = #mhlo.gather<offset_dims = [3], collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 1, 2], index_vector_dim = 3>}> : (tensor<?x?x?x?xf32, [@S4, @S5, @S6, @S3]>, tensor<?x?x?x3xi32, [@S0, @S1, @S2, 3]>, tensor<4xindex>) -> tensor<?x?x?x?xf32, [@S0, @S1, @S2, @S3]>
// CHECK:         mhlo.multiply %{{.*}}, %{{.*}} : tensor<?x?x?x?xf32, [@S0, @S1, @S2, @S3]>
// CHECK:         mhlo.reduce(%{{.*}} init: %{{.*}}) applies mhlo.add across dimensions = [3] : (tensor<?x?x?x?xf32, [@S0, @S1, @S2, @S3]>, tensor<f32>) -> tensor<?x?x?xf32, [@S0, @S1, @S2]>
// CHECK:         mhlo.concatenate"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{dimension = 1 : i64}> : (tensor<?x1xf32, [@S0, 1]>, tensor<?x1xf32, [@S0, 1]>, tensor<?x1xf32, [@S0, 1]>, tensor<?x1xf32, [@S0, 1]>) -> tensor<?x4xf32, [@S0, 4]>
func.func @crop_and_resize_grad_boxes(%g: tensor<?x?x?x?xf32>, %x: tensor<?x?x?x?xf32>, %b: tensor<?x4xf32>, %i: tensor<?xi32>) -> tensor<*xf32> {
  %r = "tf.CropAndResizeGradBoxes"(%g, %x, %b, %i) : (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>, tensor<?x4xf32>, tensor<?xi32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
