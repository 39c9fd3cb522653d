// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes,convert-tf-to-mhlo --split-input-file | filecheck %s

// CHECK-LABEL: func.func @rgb_to_hsv(
// CHECK:         %[[PAIR:.*]] = mhlo.maximum
// CHECK-NEXT:    %[[MOST:.*]] = mhlo.maximum %[[PAIR]]
// CHECK:         mhlo.minimum
// CHECK:         mhlo.compare EQ
// CHECK:         "mhlo.concatenate"(%{{.*}}, %{{.*}}, %[[MOST]]) <{dimension = 1 : i64}>
func.func @rgb_to_hsv(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.RGBToHSV"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @hsv_to_rgb(
// CHECK:         mhlo.abs
// CHECK:         mhlo.maximum
// CHECK:         mhlo.minimum
// CHECK:         "mhlo.concatenate"(%{{.*}}, %{{.*}}, %{{.*}}) <{dimension = 1 : i64}>
func.func @hsv_to_rgb(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.HSVToRGB"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @adjust_saturation(
// CHECK:         %[[SCALE:.*]] = "mhlo.dynamic_broadcast_in_dim"(%by,
// CHECK:         %[[SHARE:.*]] = mhlo.multiply %{{.*}}, %[[SCALE]]
// CHECK:         mhlo.maximum %[[SHARE]]
// CHECK:         "mhlo.concatenate"(%{{.*}}, %{{.*}}, %{{.*}}) <{dimension = 2 : i64}>
func.func @adjust_saturation(%x: tensor<?x?x?xf32>, %by: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.AdjustSaturation"(%x, %by) : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @adjust_hue(
// CHECK:         mhlo.divide
// CHECK:         %[[FLOOR:.*]] = mhlo.floor %[[HUE:.*]] :
// CHECK:         mhlo.subtract %[[HUE]], %[[FLOOR]]
// CHECK:         "mhlo.concatenate"(%{{.*}}, %{{.*}}, %{{.*}}) <{dimension = 2 : i64}>
func.func @adjust_hue(%x: tensor<?x?x?xf32>, %by: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.AdjustHue"(%x, %by) : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @adjust_contrast_v2(
// CHECK:         mhlo.reduce(%x init: %{{.*}}) applies mhlo.add across dimensions = [0, 1]
// CHECK:         mhlo.divide
// CHECK:         %[[FAR:.*]] = mhlo.subtract %x
// CHECK:         mhlo.multiply %[[FAR]]
func.func @adjust_contrast_v2(%x: tensor<?x?x?xf32>, %by: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.AdjustContrastv2"(%x, %by) : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
