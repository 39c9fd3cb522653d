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

// CHECK: error: tf.ResizeBilinear: size has shape 3, needed 2
func.func @size_shape(%a0: tensor<1x8x8x3xf32>, %a1: tensor<3xi32>) {
  %r = "tf.ResizeBilinear"(%a0, %a1) : (tensor<1x8x8x3xf32>, tensor<3xi32>) -> tensor<1x?x?x3xf32>
  func.return
}

// -----

// CHECK: error: tf.ResizeBilinear: size is [0, 4], needed at least 1 each
func.func @size(%a0: tensor<1x8x8x3xf32>) {
  %c1 = "tf.Const"() <{value = dense<[0, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.ResizeBilinear"(%a0, %c1) : (tensor<1x8x8x3xf32>, tensor<2xi32>) -> tensor<1x?x?x3xf32>
  func.return
}

// -----

// CHECK: error: tf.ResizeNearestNeighbor: images has rank 3, needed 4
func.func @rank(%a0: tensor<8x8x3xf32>, %a1: tensor<2xi32>) {
  %r = "tf.ResizeNearestNeighbor"(%a0, %a1) : (tensor<8x8x3xf32>, tensor<2xi32>) -> tensor<1x?x?x3xf32>
  func.return
}

// -----

// CHECK: error: tf.ResizeNearestNeighbor: the result has shape 1x4x5x3, needed 1x4x4x3
func.func @result(%a0: tensor<1x8x8x3xf32>) {
  %c1 = "tf.Const"() <{value = dense<[4, 4]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.ResizeNearestNeighbor"(%a0, %c1) : (tensor<1x8x8x3xf32>, tensor<2xi32>) -> tensor<1x4x5x3xf32>
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

// CHECK: error: tf.NonMaxSuppressionV3: boxes has shape 3x5, needed ?x4
func.func @boxes(%a0: tensor<3x5xf32>, %a1: tensor<3xf32>, %a2: tensor<i32>, %a3: tensor<f32>, %a4: tensor<f32>) {
  %r = "tf.NonMaxSuppressionV3"(%a0, %a1, %a2, %a3, %a4) : (tensor<3x5xf32>, tensor<3xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<?xi32>
  func.return
}

// -----

// CHECK: error: tf.NonMaxSuppressionV3: scores has shape 4, needed 3
func.func @scores(%a0: tensor<3x4xf32>, %a1: tensor<4xf32>, %a2: tensor<i32>, %a3: tensor<f32>, %a4: tensor<f32>) {
  %r = "tf.NonMaxSuppressionV3"(%a0, %a1, %a2, %a3, %a4) : (tensor<3x4xf32>, tensor<4xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<?xi32>
  func.return
}

// -----

// CHECK: error: tf.NonMaxSuppressionV3: iou_threshold has rank 1, needed 0
func.func @threshold(%a0: tensor<3x4xf32>, %a1: tensor<3xf32>, %a2: tensor<i32>, %a3: tensor<1xf32>, %a4: tensor<f32>) {
  %r = "tf.NonMaxSuppressionV3"(%a0, %a1, %a2, %a3, %a4) : (tensor<3x4xf32>, tensor<3xf32>, tensor<i32>, tensor<1xf32>, tensor<f32>) -> tensor<?xi32>
  func.return
}

// -----

// CHECK: error: tf.NonMaxSuppressionV3: max_output_size is -1, needed at least 0
func.func @limit(%a0: tensor<3x4xf32>, %a1: tensor<3xf32>, %a3: tensor<f32>, %a4: tensor<f32>) {
  %c2 = "tf.Const"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.NonMaxSuppressionV3"(%a0, %a1, %c2, %a3, %a4) : (tensor<3x4xf32>, tensor<3xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<?xi32>
  func.return
}

// -----

// CHECK: error: tf.NonMaxSuppressionV3: the result has size 4, needed at most 3
func.func @selected(%a0: tensor<3x4xf32>, %a1: tensor<3xf32>, %a2: tensor<i32>, %a3: tensor<f32>, %a4: tensor<f32>) {
  %r = "tf.NonMaxSuppressionV3"(%a0, %a1, %a2, %a3, %a4) : (tensor<3x4xf32>, tensor<3xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<4xi32>
  func.return
}

// -----

// CHECK: error: tf.NonMaxSuppressionV3: the result has size 3, needed at most 2
func.func @selected_limit(%a0: tensor<3x4xf32>, %a1: tensor<3xf32>, %a3: tensor<f32>, %a4: tensor<f32>) {
  %c2 = "tf.Const"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
  %r = "tf.NonMaxSuppressionV3"(%a0, %a1, %c2, %a3, %a4) : (tensor<3x4xf32>, tensor<3xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<3xi32>
  func.return
}

// -----

// CHECK: error: tf.NonMaxSuppressionV3: the result has elements f32, needed integers
func.func @selected_elements(%a0: tensor<3x4xf32>, %a1: tensor<3xf32>, %a2: tensor<i32>, %a3: tensor<f32>, %a4: tensor<f32>) {
  %r = "tf.NonMaxSuppressionV3"(%a0, %a1, %a2, %a3, %a4) : (tensor<3x4xf32>, tensor<3xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: error: tf.NonMaxSuppressionV3: the result has rank 0, needed 1
func.func @selected_rank(%a0: tensor<3x4xf32>, %a1: tensor<3xf32>, %a2: tensor<i32>, %a3: tensor<f32>, %a4: tensor<f32>) {
  %r = "tf.NonMaxSuppressionV3"(%a0, %a1, %a2, %a3, %a4) : (tensor<3x4xf32>, tensor<3xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<i32>
  func.return
}

// -----

// CHECK: error: tf.NonMaxSuppressionV4: valid_outputs has rank 1, needed 0
func.func @valid_rank(%a0: tensor<3x4xf32>, %a1: tensor<3xf32>, %a2: tensor<i32>, %a3: tensor<f32>, %a4: tensor<f32>) {
  %r:2 = "tf.NonMaxSuppressionV4"(%a0, %a1, %a2, %a3, %a4) : (tensor<3x4xf32>, tensor<3xf32>, tensor<i32>, tensor<f32>, tensor<f32>) -> (tensor<?xi32>, tensor<1xi32>)
  func.return
}
