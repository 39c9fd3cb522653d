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
