// RUN: tieshape-opt %s -p tieshape-symbolize,tieshape-infer-shapes --split-input-file | filecheck %s

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.RGBToHSV at {{.*}}: images have S1 channels, needed 3"}
// CHECK:       func.func @rgb_to_hsv(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x3xf32, [@S0, 3]>
func.func @rgb_to_hsv(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.RGBToHSV"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.HSVToRGB at {{.*}}: images have S1 channels, needed 3"}
// CHECK:       func.func @hsv_to_rgb(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x3xf32, [@S0, 3]>
func.func @hsv_to_rgb(%x: tensor<?x?xf32>) -> tensor<*xf32> {
  %r = "tf.HSVToRGB"(%x) : (tensor<?x?xf32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.AdjustSaturation at {{.*}}: images have S2 channels, needed 3"}
// CHECK:       func.func @adjust_saturation(%x: tensor<?x?x?xf32, [@S0, @S1, @S2]>, %by: tensor<f32>) -> tensor<?x?x3xf32, [@S0, @S1, 3]>
func.func @adjust_saturation(%x: tensor<?x?x?xf32>, %by: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.AdjustSaturation"(%x, %by) : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       sdim.equal assert {{.*}}, {{.*}} {why = "tf.AdjustHue at {{.*}}: images have S2 channels, needed 3"}
// CHECK:       func.func @adjust_hue(%x: tensor<?x?x?xf32, [@S0, @S1, @S2]>, %by: tensor<f32>) -> tensor<?x?x3xf32, [@S0, @S1, 3]>
func.func @adjust_hue(%x: tensor<?x?x?xf32>, %by: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.AdjustHue"(%x, %by) : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}

// -----

// CHECK:       func.func @adjust_contrast_v2(%x: tensor<?x?x?xf32, [@S0, @S1, @S2]>, %by: tensor<f32>) -> tensor<?x?x?xf32, [@S0, @S1, @S2]>
func.func @adjust_contrast_v2(%x: tensor<?x?x?xf32>, %by: tensor<f32>) -> tensor<*xf32> {
  %r = "tf.AdjustContrastv2"(%x, %by) : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<*xf32>
  func.return %r : tensor<*xf32>
}
