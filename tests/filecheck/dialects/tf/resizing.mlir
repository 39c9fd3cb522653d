// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

func.func @crop_and_resize(%a0: tensor<?x?x?x3xf32>, %a1: tensor<?x4xf32>, %a2: tensor<?xi32>, %a3: tensor<2xi32>) {
  %0 = "tf.CropAndResize"(%a0, %a1, %a2, %a3) <{method = "bilinear", extrapolation_value = 0.000000e+00 : f32}> : (tensor<?x?x?x3xf32>, tensor<?x4xf32>, tensor<?xi32>, tensor<2xi32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @crop_and_resize(
// CHECK: "tf.CropAndResize"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{method = "bilinear", extrapolation_value = 0.000000e+00 : f32}> : (tensor<?x?x?x3xf32>, tensor<?x4xf32>, tensor<?xi32>, tensor<2xi32>) -> tensor<*xf32>

func.func @resize_area(%a0: tensor<?x8x8x3xf32>, %a1: tensor<2xi32>) {
  %0 = "tf.ResizeArea"(%a0, %a1) <{align_corners = false}> : (tensor<?x8x8x3xf32>, tensor<2xi32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @resize_area(
// CHECK: "tf.ResizeArea"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{align_corners = false}> : (tensor<?x8x8x3xf32>, tensor<2xi32>) -> tensor<*xf32>

func.func @resize_bicubic_grad(%a0: tensor<?x?x?x3xf32>, %a1: tensor<?x8x8x3xf32>) {
  %0 = "tf.ResizeBicubicGrad"(%a0, %a1) <{align_corners = false, half_pixel_centers = true}> : (tensor<?x?x?x3xf32>, tensor<?x8x8x3xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @resize_bicubic_grad(
// CHECK: "tf.ResizeBicubicGrad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{align_corners = false, half_pixel_centers = true}> : (tensor<?x?x?x3xf32>, tensor<?x8x8x3xf32>) -> tensor<*xf32>

func.func @resize_bicubic(%a0: tensor<?x8x8x3xf32>, %a1: tensor<2xi32>) {
  %0 = "tf.ResizeBicubic"(%a0, %a1) <{align_corners = false, half_pixel_centers = true}> : (tensor<?x8x8x3xf32>, tensor<2xi32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @resize_bicubic(
// CHECK: "tf.ResizeBicubic"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{align_corners = false, half_pixel_centers = true}> : (tensor<?x8x8x3xf32>, tensor<2xi32>) -> tensor<*xf32>

func.func @resize_bilinear_grad(%a0: tensor<?x?x?x3xf32>, %a1: tensor<?x8x8x3xf32>) {
  %0 = "tf.ResizeBilinearGrad"(%a0, %a1) <{align_corners = false, half_pixel_centers = true}> : (tensor<?x?x?x3xf32>, tensor<?x8x8x3xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @resize_bilinear_grad(
// CHECK: "tf.ResizeBilinearGrad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{align_corners = false, half_pixel_centers = true}> : (tensor<?x?x?x3xf32>, tensor<?x8x8x3xf32>) -> tensor<*xf32>

func.func @resize_nearest_neighbor_grad(%a0: tensor<?x?x?x3xf32>, %a1: tensor<2xi32>) {
  %0 = "tf.ResizeNearestNeighborGrad"(%a0, %a1) <{align_corners = true, half_pixel_centers = false}> : (tensor<?x?x?x3xf32>, tensor<2xi32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @resize_nearest_neighbor_grad(
// CHECK: "tf.ResizeNearestNeighborGrad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{align_corners = true, half_pixel_centers = false}> : (tensor<?x?x?x3xf32>, tensor<2xi32>) -> tensor<*xf32>

func.func @scale_and_translate_grad(%a0: tensor<?x?x?x3xf32>, %a1: tensor<?x8x8x3xf32>, %a2: tensor<2xf32>, %a3: tensor<2xf32>) {
  %0 = "tf.ScaleAndTranslateGrad"(%a0, %a1, %a2, %a3) <{kernel_type = "lanczos3", antialias = false}> : (tensor<?x?x?x3xf32>, tensor<?x8x8x3xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @scale_and_translate_grad(
// CHECK: "tf.ScaleAndTranslateGrad"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{kernel_type = "lanczos3", antialias = false}> : (tensor<?x?x?x3xf32>, tensor<?x8x8x3xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<*xf32>

func.func @scale_and_translate(%a0: tensor<?x8x8x3xf32>, %a1: tensor<2xi32>, %a2: tensor<2xf32>, %a3: tensor<2xf32>) {
  %0 = "tf.ScaleAndTranslate"(%a0, %a1, %a2, %a3) <{kernel_type = "triangle", antialias = true}> : (tensor<?x8x8x3xf32>, tensor<2xi32>, tensor<2xf32>, tensor<2xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @scale_and_translate(
// CHECK: "tf.ScaleAndTranslate"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{kernel_type = "triangle", antialias = true}> : (tensor<?x8x8x3xf32>, tensor<2xi32>, tensor<2xf32>, tensor<2xf32>) -> tensor<*xf32>
