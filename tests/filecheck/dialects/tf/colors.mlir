// RUN: tieshape-opt %s | tieshape-opt | filecheck %s

func.func @adjust_contrastv2(%a0: tensor<?x?x?xf32>, %a1: tensor<f32>) {
  %0 = "tf.AdjustContrastv2"(%a0, %a1) : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @adjust_contrastv2(
// CHECK: "tf.AdjustContrastv2"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<*xf32>

func.func @adjust_hue(%a0: tensor<?x?x?xf32>, %a1: tensor<f32>) {
  %0 = "tf.AdjustHue"(%a0, %a1) : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @adjust_hue(
// CHECK: "tf.AdjustHue"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<*xf32>

func.func @adjust_saturation(%a0: tensor<?x?x?xf32>, %a1: tensor<f32>) {
  %0 = "tf.AdjustSaturation"(%a0, %a1) : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @adjust_saturation(
// CHECK: "tf.AdjustSaturation"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<*xf32>

func.func @hsvto_rgb(%a0: tensor<?x?xf32>) {
  %0 = "tf.HSVToRGB"(%a0) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @hsvto_rgb(
// CHECK: "tf.HSVToRGB"(%{{[a-z0-9]+}}) : (tensor<?x?xf32>) -> tensor<*xf32>

func.func @rgbto_hsv(%a0: tensor<?x?xf32>) {
  %0 = "tf.RGBToHSV"(%a0) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return
}
// CHECK-LABEL: func.func @rgbto_hsv(
// CHECK: "tf.RGBToHSV"(%{{[a-z0-9]+}}) : (tensor<?x?xf32>) -> tensor<*xf32>
