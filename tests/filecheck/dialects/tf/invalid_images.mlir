// RUN: not tieshape-opt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: tf.ResizeBilinear: align_corners and half_pixel_centers are both true, needed at most one
func.func @corners_and_centers(%a0: tensor<1x8x8x3xf32>, %a1: tensor<2xi32>) {
  %r = "tf.ResizeBilinear"(%a0, %a1) <{align_corners = true, half_pixel_centers = true}> : (tensor<1x8x8x3xf32>, tensor<2xi32>) -> tensor<1x?x?x3xf32>
  func.return
}

// -----

// CHECK: error: tf.ResizeBilinear: size has elements f32, needed integers
func.func @size_elements(%a0: tensor<1x8x8x3xf32>, %a1: tensor<2xf32>) {
  %r = "tf.ResizeBilinear"(%a0, %a1) : (tensor<1x8x8x3xf32>, tensor<2xf32>) -> tensor<1x?x?x3xf32>
  func.return
}

// -----

// CHECK: error: tf.ResizeBilinear: the result has elements ui8, needed floats
func.func @bilinear_elements(%a0: tensor<1x8x8x3xui8>, %a1: tensor<2xi32>) {
  %r = "tf.ResizeBilinear"(%a0, %a1) : (tensor<1x8x8x3xui8>, tensor<2xi32>) -> tensor<1x?x?x3xui8>
  func.return
}

// -----

// CHECK: error: tf.ResizeNearestNeighbor: element types ui8 and f32 must be equal
func.func @nearest_elements(%a0: tensor<1x8x8x3xui8>, %a1: tensor<2xi32>) {
  %r = "tf.ResizeNearestNeighbor"(%a0, %a1) : (tensor<1x8x8x3xui8>, tensor<2xi32>) -> tensor<1x?x?x3xf32>
  func.return
}

// -----

// CHECK: error: tf.NonMaxSuppressionV3: iou_threshold has rank 1, needed 0
func.func @threshold(%a0: tensor<3x4xf32>, %a1: tensor<3xf32>, %a2: tensor<i32>, %a3: tensor<1xf32>, %a4: tensor<f32>) {
  %r = "tf.NonMaxSuppressionV3"(%a0, %a1, %a2, %a3, %a4) : (tensor<3x4xf32>, tensor<3xf32>, tensor<i32>, tensor<1xf32>, tensor<f32>) -> tensor<?xi32>
  func.return
}

// -----

// CHECK: error: tf.NonMaxSuppressionV3: the result has elements f32, needed integers
func.func @selected_elements(%a0: tensor<3x4xf32>, %a1: tensor<3xf32>, %a2: tensor<i32>, %a3: tensor<f32>, %a4: tensor<f32>) {
  %r = "tf.NonMaxSuppressionV3"(%a0, %a1, %a2, %a3, %a4) : (tensor<3x4xf32>, tensor<3xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.SpaceToDepth: attribute block_size is 1, it must be at least 2
func.func @block_size(%a0: tensor<1x4x4x1xf32>) {
  %r = "tf.SpaceToDepth"(%a0) <{block_size = 1 : i64}> : (tensor<1x4x4x1xf32>) -> tensor<1x4x4x1xf32>
  func.return
}

// -----

// CHECK: error: tf.SpaceToDepth: attribute block_size is missing
func.func @block_missing(%a0: tensor<1x4x4x1xf32>) {
  %r = "tf.SpaceToDepth"(%a0) : (tensor<1x4x4x1xf32>) -> tensor<1x2x2x4xf32>
  func.return
}

// -----

// CHECK: error: tf.SpaceToDepth: attribute data_format is "HWC", it must be one of NHWC, NCHW
func.func @block_format(%a0: tensor<1x4x4x1xf32>) {
  %r = "tf.SpaceToDepth"(%a0) <{block_size = 2 : i64, data_format = "HWC"}> : (tensor<1x4x4x1xf32>) -> tensor<1x2x2x4xf32>
  func.return
}
